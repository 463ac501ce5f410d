// Sleeping until a 32-bit word changes: what the task graph and the thread pools wait on.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace weft {

/// Sleeps while `word` holds `expected`, at most for `timeout`. May return early for no reason.
void futex_wait(const std::atomic<std::uint32_t> &word, std::uint32_t expected,
                std::optional<std::chrono::nanoseconds> timeout = std::nullopt) noexcept;

/// Wakes up to `count` sleepers.
void futex_wake(const std::atomic<std::uint32_t> &word, int count) noexcept;
void futex_wake_all(const std::atomic<std::uint32_t> &word) noexcept;

/// Tells the core that this thread spins.
inline void spin_pause() noexcept {
  __builtin_ia32_pause();
}

} // namespace weft
