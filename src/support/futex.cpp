// The futex system call.
#include "support/futex.hpp"

#include <climits>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace weft {

void futex_wait(const std::atomic<std::uint32_t> &word, std::uint32_t expected,
                std::optional<std::chrono::nanoseconds> timeout) noexcept {
  timespec limit{};
  if (timeout) {
    limit.tv_sec = timeout->count() / 1'000'000'000;
    limit.tv_nsec = timeout->count() % 1'000'000'000;
  }
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, timeout ? &limit : nullptr, nullptr, 0);
}

void futex_wake(const std::atomic<std::uint32_t> &word, int count) noexcept {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, count, nullptr, nullptr, 0);
}

void futex_wake_all(const std::atomic<std::uint32_t> &word) noexcept {
  futex_wake(word, INT_MAX);
}

} // namespace weft
