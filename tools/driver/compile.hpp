// Compiles one SYCL source: device and host pass side by side, joined into one object.
#pragma once

#include <string>

#include "command_line.hpp"
#include "toolchain.hpp"

namespace weft::driver {

/// Runs what the stage needs of the two passes; gives the exit status. `output` is empty where clang's default applies.
int compile_sycl(const Toolchain &, const CommandLine &, const Input &, const std::string &output);

} // namespace weft::driver
