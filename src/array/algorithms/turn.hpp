// Views with another axis last, for algorithms that go along rows.
#pragma once

#include "array/array.hpp"

namespace weft::array {

Array with_axis_last(const Array &, int axis);
Array with_axis_back(const Array &, int axis); ///< Undoes with_axis_last().

} // namespace weft::array
