// Weft's version, as devices and tools report it.
#pragma once

#include <string>

namespace weft {

const std::string &version_string(); ///< "0.1.0"

} // namespace weft
