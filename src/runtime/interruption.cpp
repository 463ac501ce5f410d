// Remembers whether callers must be able to leave.
#include "runtime/interruption.hpp"

#include <atomic>

namespace weft::runtime {

namespace {
constinit std::atomic<bool> kept_free{false};
}

void keep_callers_free() noexcept {
  kept_free.store(true, std::memory_order_relaxed);
}

bool callers_are_kept_free() noexcept {
  return kept_free.load(std::memory_order_relaxed);
}

} // namespace weft::runtime
