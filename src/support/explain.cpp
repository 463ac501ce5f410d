// Where WEFT_EXPLAIN's lines go.
#include "support/explain.hpp"

#include <atomic>
#include <cstdio>
#include <mutex>

#include "support/env.hpp"

namespace weft {

namespace {
struct State {
  std::atomic<bool> on{env::flag("WEFT_EXPLAIN")};
  std::mutex mutex;
  std::function<void(const std::string &)> sink;
};

State &state() {
  static State *const instance = new State; // outlives threads that still explain at exit
  return *instance;
}
} // namespace

bool explaining() noexcept {
  return state().on.load(std::memory_order_relaxed);
}

void set_explain_sink(std::function<void(const std::string &)> sink) {
  State &s = state();
  const std::lock_guard lock(s.mutex);
  s.sink = std::move(sink);
  s.on = s.sink != nullptr || env::flag("WEFT_EXPLAIN");
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
