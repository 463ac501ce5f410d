// Composes the message of a broken invariant.
#include "support/error.hpp"

namespace weft {

void fail_check(const char *file, int line, const char *condition, const std::string &message) {
  throw InternalError(fmt::format("Weft internal error (a bug in Weft, please report it): {} [{} at {}:{}]", message,
                                  condition, file, line));
}

} // namespace weft
