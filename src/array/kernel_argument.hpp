// Arrays as arguments of kernels that Weft itself submits.
#pragma once

#include "array/array.hpp"

namespace weft::array {

/// The buffer's memory for a kernel that is submitted to the queue in order: what it waits for is submitted, and who
/// reads what the kernel writes. Other than base() it tells nobody the address, so that the array stays as lazy as it
/// was.
void *base_for_kernel(const Array &, bool written);

} // namespace weft::array
