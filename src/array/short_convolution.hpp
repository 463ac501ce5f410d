// Short vectors convolved by the calling thread.
#pragma once

#include <optional>

#include "array/array.hpp"

namespace weft::array {

/// All sums of products of two vectors of one dtype, one for each shift; empty where a launch is worth its time, for
/// elements that are still to be computed, and for dtypes that are rarely convolved.
std::optional<Array> convolved_at_once(const Array &, const Array &);

} // namespace weft::array
