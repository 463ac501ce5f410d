// WEFT_TRACE=file.json: a timeline of what was submitted, compiled, waited for and run, in the Chrome trace event
// format, which Perfetto shows.
#pragma once

#include <atomic>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "support/clock.hpp"

namespace weft::runtime::trace {

namespace detail {
extern std::atomic<bool> on;
}

/// True while a trace is written: callers ask before they make names or read clocks.
inline bool on() noexcept {
  return detail::on.load(std::memory_order_relaxed);
}

/// A stretch of CLOCK_MONOTONIC, in nanoseconds.
struct Interval {
  std::uint64_t begin = 0, end = 0;
};

/// Shown when a slice is clicked on.
using Details = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// Joins the submission of a task with its run; 0 joins nothing.
using Flow = std::uint64_t;
Flow new_flow() noexcept;

/// What the calling thread did; a flow leaves it.
void thread_slice(std::string_view category, std::string_view name, Interval, Details = {}, Flow out = 0);

/// Where the tasks of a queue or stream are shown; those that overlap get rows of their own. 0 is none.
using Track = std::uint32_t;
Track new_track(std::string name);

/// A task that ran on a track; the flow of its submission ends here.
void task_slice(Track, std::string_view name, Interval, Flow in = 0);

/// What the calling thread does while this lives. `name()` is called only where a trace is written.
template <class Name> class Slice {
public:
  Slice(std::string_view category, Name name)
      : category_(category), name_(std::move(name)), begin_(on() ? now_ns() : 0) {}
  ~Slice() {
    if (begin_ != 0)
      thread_slice(category_, name_(), {begin_, now_ns()});
  }
  Slice(const Slice &) = delete;
  Slice &operator=(const Slice &) = delete;

private:
  std::string_view category_;
  Name name_;
  std::uint64_t begin_;
};

} // namespace weft::runtime::trace
