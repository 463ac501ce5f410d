// Compaction: what boolean masks select.
#pragma once

#include "array/array.hpp"

namespace weft::array {

/// Which elements are not zero, as places in C order, int64. Waits for their number.
Array flat_nonzero(const Array &);

/// The elements of x where the mask, of x's shape, is not zero, in C order. Waits for their number.
Array compress(const Array &mask, const Array &x);

/// Puts values in turn where the mask, of x's shape, is not zero; they repeat. Throws Error(invalid) for no values
/// where something is selected.
void expand(const Array &x, const Array &mask, const Array &values);

/// Puts as many values as the mask selects; does nothing where they are more or fewer. Gives how many are selected, and
/// waits for that.
std::size_t expand_all(const Array &x, const Array &mask, const Array &values);

} // namespace weft::array
