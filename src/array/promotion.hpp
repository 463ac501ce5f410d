// What dtypes become together, on the device where they are.
#pragma once

#include "array/array.hpp"

namespace weft::array {

/// The dtype, or where the device has no double precision the single one of its kind.
Dtype on_device(Dtype, const Queue &);

/// The dtype that arrays are promoted to on the device of the first.
Dtype common_dtype(std::span<const Array>);

} // namespace weft::array
