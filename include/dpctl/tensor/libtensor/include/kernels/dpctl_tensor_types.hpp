// Index types of array kernels.
#pragma once

#include <cstddef>

namespace dpctl::tensor {

using ssize_t = std::ptrdiff_t;

} // namespace dpctl::tensor
