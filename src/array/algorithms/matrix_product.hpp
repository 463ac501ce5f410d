// Products of stacks of matrices.
#pragma once

#include "array/array.hpp"

namespace weft::array {

/// (..., m, k) times (..., k, n) of one dtype, stacks broadcast; dense in C order. Sums of half are float's, truth is
/// summed by or.
Array matrix_product(const Array &a, const Array &b);

} // namespace weft::array
