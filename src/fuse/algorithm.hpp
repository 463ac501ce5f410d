// What no single kernel computes, as a node beside expressions.
#pragma once

#include <string_view>

#include "fuse/ref.hpp"

namespace weft::fuse {

class Recording;

/// Reads its expression's operands, which are memory when it runs, and writes the result. Says the same each time that
/// it is asked: a plan may be taken anew.
class Algorithm : public Counted {
public:
  virtual ~Algorithm() = default;
  static void destroy(const Algorithm *algorithm) noexcept { delete algorithm; }

  virtual std::string_view name() const noexcept = 0;
  virtual void record(Recording &) const = 0; ///< All that it launches, in order.
};

} // namespace weft::fuse
