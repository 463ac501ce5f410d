// Stores through integer indices.
#pragma once

#include "array/array.hpp"

namespace weft::array {

/// How indices lead to elements of a buffer seen as `rows` x an indexed axis x `inner`.
struct Indexed {
  std::int64_t rows = 1, row_stride = 0;
  std::int64_t inner = 1, inner_stride = 0;
  std::int64_t extent = 0, stride = 1; ///< Of the indexed axis. Extent 0: indices are offsets that fit.
  bool clips = false;                  ///< Negative indices are 0, else they count from the end.
};

/// Stores values, of the same order, where the indices say. Of several for one element any may stay.
void scatter(const Array &x, const Array &indices, const Indexed &, const Array &values);

} // namespace weft::array
