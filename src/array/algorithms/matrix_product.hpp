// Products of stacks of matrices.
#pragma once

#include "array/array.hpp"

namespace weft::array {

/// (..., m, k) times (..., k, n) of one dtype, stacks broadcast; dense in C order. Sums of half are float's, truth is
/// summed by or.
Array matrix_product(const Array &a, const Array &b);

/// The same with vectors: one of k elements is a row in front of a matrix and a column behind one, and its axis of one
/// element is gone from the result.
Array matmul(const Array &a, const Array &b);

} // namespace weft::array
