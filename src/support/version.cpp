// Takes the version from the build.
#include "support/version.hpp"

namespace weft {

const std::string &version_string() {
  static const std::string version = WEFT_VERSION;
  return version;
}

} // namespace weft
