// Independent pieces of work on all processors, for tools and what they call: kernels have the devices' own threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

#include "support/lock.hpp"

namespace weft {

/// Calls `work(i)` for each i below `count`, one by one on each thread. Throws what the first one threw that did, once
/// all threads have ended; what was not begun by then is left out.
template <class Work> void side_by_side(std::size_t count, const Work &work) {
  std::atomic<std::size_t> next{0};
  Once failed;
  std::exception_ptr failure;
  const auto take_turns = [&] {
    try {
      for (std::size_t at = next++; at < count; at = next++)
        work(at);
    } catch (...) {
      next = count;
      failed.call([&] { failure = std::current_exception(); });
    }
  };
  {
    std::vector<std::jthread> others;
    const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
    for (std::size_t i = 1; i < std::min(processors, count); ++i)
      others.emplace_back(take_turns);
    take_turns();
  }
  if (failure)
    std::rethrow_exception(failure);
}

} // namespace weft
