// Programs for compilers whose namespace was cl::sycl alone name it themselves: namespace sycl = cl::sycl.
#pragma once

#include <optional>
#include <string>

#include "command_line.hpp"
#include "process.hpp"

namespace weft::driver {

/// A file that lets clang read the source, and the program's headers that it includes, without that line where they
/// have it: sycl is a namespace already, which no compiler takes for an alias's name. `flags` name the folders.
std::optional<std::string> overlay_without_alias(const std::string &source, const Arguments &flags,
                                                 const TemporaryFolder &);

} // namespace weft::driver
