// Takes the version from the build.
#include "support/version.hpp"
#include "support/lock.hpp"

namespace weft {

const std::string &version_string() {
  static constinit Lazy<std::string> version;
  return version.get([] { return std::string(WEFT_VERSION); });
}

} // namespace weft
