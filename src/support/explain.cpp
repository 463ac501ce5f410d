// Where WEFT_EXPLAIN's lines go.
#include "support/explain.hpp"

#include <atomic>
#include <cstdio>
#include <mutex>

#include "support/env.hpp"
#include "support/error.hpp"
#include "support/lock.hpp"

namespace weft {

namespace {
/// A value that is neither on nor off is told and means off: who asks cannot throw.
bool wanted() noexcept {
  try {
    return env::flag("WEFT_EXPLAIN");
  } catch (const Error &error) {
    std::fprintf(stderr, "weft: %s\n", error.what());
    return false;
  }
}

struct State {
  std::atomic<bool> on{wanted()};
  Mutex mutex;
  std::function<void(const std::string &)> sink;
};

State &state() {
  static constinit Lazy<State> instance;
  return instance.get();
}
} // namespace

bool explaining() noexcept {
  return state().on.load(std::memory_order_relaxed);
}

void set_explain_sink(std::function<void(const std::string &)> sink) {
  State &s = state();
  const std::lock_guard lock(s.mutex);
  s.sink = std::move(sink);
  s.on = s.sink != nullptr || wanted();
}

void explain_line(const char *topic, const std::string &line) {
  State &s = state();
  const std::lock_guard lock(s.mutex);
  const std::string text = fmt::format("weft {}: {}", topic, line);
  if (s.sink)
    s.sink(text);
  else
    std::fprintf(stderr, "%s\n", text.c_str());
}

} // namespace weft
