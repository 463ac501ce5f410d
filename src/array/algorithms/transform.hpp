// Fourier transforms by a library of the device's vendor.
#pragma once

#include "array/array.hpp"

namespace weft::array {

/// Whether a library is there that transforms what lies on such a queue.
bool transforms(const Array &);

/// Transforms the last `rank` axes, one to three, of dense arrays of f32, f64, c64 or c128 into dense ones of the same
/// precision: of complex elements to complex ones, of real ones to the complex half (n / 2 + 1 along the last axis), or
/// back, which destroys what is read. Without scaling.
void transform(const Array &from, const Array &to, int rank, bool inverse);

} // namespace weft::array
