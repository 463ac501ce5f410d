// Functions that are composed of others.
#pragma once

#include "array/array.hpp"

namespace weft::array {

/// x within bounds, either of which may be null; the dtype stays. Numbers that integers of that dtype do not reach
/// bound nothing. Throws Error(type) for bounds that cannot be cast safely to it. `out` and `order` as for
/// elementwise().
Array clip(const Array &x, const Operand *low, const Operand *high, const Array *out, char order);

/// Squared distances from the mean over `axes`, summed and divided by their number less `correction`; NaN where that is
/// not positive.
Array variance(const Array &x, std::span<const int> axes, double correction, bool keepdims);

/// Logarithms of sums of exponentials over `axes`, of floating-point numbers, by one exponential each: those of
/// distances from the largest number, which is read first. Reduced axes stay with extent 1.
Array log_sum_exp(const Array &x, std::span<const int> axes);

/// Cross products along `axis` of vectors of three elements, which broadcast against each other. Throws Error(invalid)
/// for other extents, Error(type) for truth values.
Array cross(const Array &a, const Array &b, int axis);

} // namespace weft::array
