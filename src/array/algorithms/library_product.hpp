// Products of stacks of matrices by a library of the device's vendor.
#pragma once

#include "array/array.hpp"

namespace weft::array {

/// Whether such a library is there and pays off for (..., m, k) times (..., k, n) of a dtype.
bool is_for_library(const Array &a, const Array &b, const Shape &stack);

/// A product of this shape, (*stack, m, n), none of it empty. Matrices that the library can read where they lie are not
/// copied: transposed ones, rows that lie apart, stacks at a regular distance.
Array multiplied_by_library(const Array &a, const Array &b, const Shape &stack, const Shape &shape, AllocationKind);

} // namespace weft::array
