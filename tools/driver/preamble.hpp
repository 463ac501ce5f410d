// What a source says before it includes sycl/sycl.hpp.
#pragma once

#include <string>

namespace weft::driver {

/// Does the file include sycl/sycl.hpp before anything that could change what that header means? Comments, headers of
/// the C and C++ libraries and include guards cannot, nor can files beside it of which the same is true.
bool begins_with_sycl(const std::string &path);

} // namespace weft::driver
