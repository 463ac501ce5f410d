// Makefile dependency files as compilers write them.
#pragma once

#include <string>
#include <vector>

namespace weft::driver {

/// The files that the first rule of a dependency file names behind its target.
std::vector<std::string> prerequisites(const std::string &file);

/// Adds to the dependency file `host` the prerequisites that `device` has beyond it: headers only the device pass
/// reads.
void merge_dependencies(const std::string &host, const std::string &device);

} // namespace weft::driver
