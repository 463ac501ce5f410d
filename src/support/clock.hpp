// The clock that events, profiles and traces share.
#pragma once

#include <cstdint>
#include <ctime>

namespace weft {

/// CLOCK_MONOTONIC in nanoseconds.
inline std::uint64_t now_ns() noexcept {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return std::uint64_t(t.tv_sec) * 1'000'000'000 + std::uint64_t(t.tv_nsec);
}

} // namespace weft
