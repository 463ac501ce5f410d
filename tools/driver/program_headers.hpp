// Precompiled headers of the program's own: -include-pch FILE and kin, as CMake's target_precompile_headers has them.
#pragma once

#include <string>

#include "command_line.hpp"

namespace weft::driver {

/// Where the device pass has its half of a precompiled header, whose other half is the host pass's.
std::string device_half(const std::string &precompiled);

/// Flags of the device pass with its halves for the host's. Throws std::runtime_error for a file that has none.
Arguments with_device_halves(const Arguments &device);

/// The same for a pass that reads the headers themselves. Throws std::runtime_error where nothing names the header.
Arguments without_precompiled(const Arguments &device);

/// The same for preprocessed source, which has the headers' text.
Arguments without_headers(const Arguments &device);

} // namespace weft::driver
