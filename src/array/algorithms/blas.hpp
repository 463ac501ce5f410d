// Matrix products by a BLAS of the host: the OpenBLAS that NumPy brings along, or the system's.
#pragma once

#include <cstdint>

#include "array/dtype.hpp"

namespace weft::array::blas {

/// A dense matrix whose rows (or, transposed, columns) lie so many elements apart.
struct Matrix {
  const void *first = nullptr;
  std::int64_t apart = 1;
  bool transposed = false;
};

/// Whether a BLAS was found that multiplies such elements. Looks for it once.
bool multiplies(Dtype);

/// c = a b, with c dense in C order: (rows, depth) by (depth, columns), on at most `threads` threads.
void multiply(Dtype, std::int64_t rows, std::int64_t columns, std::int64_t depth, const Matrix &a, const Matrix &b,
              void *c, int threads);

} // namespace weft::array::blas
