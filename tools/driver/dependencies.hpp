// Makefile dependency files as compilers write them.
#pragma once

#include <string>

namespace weft::driver {

/// Adds to the dependency file `host` the prerequisites that `device` has beyond it: headers only the device pass
/// reads.
void merge_dependencies(const std::string &host, const std::string &device);

} // namespace weft::driver
