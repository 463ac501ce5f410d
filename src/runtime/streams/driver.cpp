// Keeps the streams of a device.
#include "runtime/streams/driver.hpp"

#include <mutex>
#include <set>
#include <string_view>

#include "runtime/streams/stream.hpp"
#include "support/error.hpp"

namespace weft::runtime {

void StreamDriver::enlist(Stream &stream) {
  const std::lock_guard lock(mutex_);
  streams_.push_back(&stream);
}

void StreamDriver::delist(Stream &stream) {
  const std::lock_guard lock(mutex_);
  std::erase(streams_, &stream);
}

std::string StreamDriver::running_tasks() const {
  constexpr std::size_t most_named = 16;
  std::set<std::string_view> names;
  const std::lock_guard lock(mutex_);
  for (Stream *const stream : streams_)
    for (const char *const name : stream->running())
      if (names.size() < most_named)
        names.insert(name);
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

} // namespace weft::runtime
