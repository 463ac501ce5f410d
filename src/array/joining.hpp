// Arrays joined, repeated and turned round: elements in other places.
#pragma once

#include "array/array.hpp"

namespace weft::array {

/// The arrays, of one shape but along `axis`, joined along it. Throws Error(invalid) naming the shapes, and where they
/// live on several queues.
Array concat(std::span<const Array>, std::size_t axis);

/// The arrays, of one shape, joined along a new axis. Throws as concat() does.
Array stack(std::span<const Array>, std::size_t axis);

/// Each element `count` times in a row along `axis`.
Array repeat(const Array &, std::ptrdiff_t count, std::size_t axis);

/// Each element as often as the counts say, integers of one dimension, one for each place on the axis, on the same
/// queue; empty for others, and where that takes more than a glance at them. Throws Error(invalid) for negative ones.
std::optional<Array> repeated_at_once(const Array &, const Array &counts, std::size_t axis);

/// The array laid out so many times along each axis.
Array tile(const Array &, std::span<const std::ptrdiff_t> counts);

/// The elements moved along each axis; those pushed over the end come back at the start.
Array roll(const Array &, std::span<const std::ptrdiff_t> places);

} // namespace weft::array
