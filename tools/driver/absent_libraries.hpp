// Libraries that DPC++ brings, and that need not be there.
#pragma once

#include <string>

#include "command_line.hpp"

namespace weft::driver {

/// Does the argument of the linker name OpenCL's library where none is installed? Builds for DPC++ link it unasked.
bool names_absent_library(const CommandLine &, const std::string &argument);

} // namespace weft::driver
