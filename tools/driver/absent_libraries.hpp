// Libraries that DPC++ brings, and that need not be there.
#pragma once

#include <string>

#include "command_line.hpp"

namespace weft::driver {

/// Does the argument of the linker name OpenCL's library, one of MKL's or what those use where none is installed?
/// Builds for DPC++ link OpenCL unasked, and MKL for what is headers here.
bool names_absent_library(const CommandLine &, const std::string &argument);

} // namespace weft::driver
