// Short lines put in order by the calling thread, as sort() and argsort() order long ones.
#pragma once

#include <optional>

#include "array/array.hpp"

namespace weft::array {

/// The elements in order along one axis, or with `places` where they came from; empty where a launch is worth its time,
/// and for elements that are still to be computed.
std::optional<Array> lines_sorted_at_once(const Array &, int axis, bool descending, bool places);

} // namespace weft::array
