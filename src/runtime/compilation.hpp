// A kernel on its way to an executable: where threads that need it meet.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>

#include "runtime/executable.hpp"

namespace weft::runtime {

/// Finished once, by the thread that finds or compiles the executable. Thread-safe.
class Compilation {
public:
  bool finished() const noexcept { return state_.load(std::memory_order_acquire) == made; }
  /// Waits until it is finished; false after the deadline.
  bool wait(std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt) const noexcept;

  /// Once finished; null where making it failed.
  const std::shared_ptr<Executable> &executable() const noexcept { return executable_; }
  void rethrow_failure() const;

  void finish(std::shared_ptr<Executable>) noexcept;
  void fail(std::exception_ptr) noexcept;

private:
  enum : std::uint32_t { making, made };
  void announce() noexcept;

  std::atomic<std::uint32_t> state_{making};
  std::shared_ptr<Executable> executable_; ///< set before `made`, never after; as is the next
  std::exception_ptr failure_;
};

/// Keeps the process from ending while its thread is in a library whose static objects would go under it: the code
/// generator, or a driver.
class ExitDelay {
public:
  ExitDelay(); ///< Never returns to a thread that comes too late (exit_without_other_threads()).
  ~ExitDelay();
  ExitDelay(const ExitDelay &) = delete;
  ExitDelay &operator=(const ExitDelay &) = delete;
};

/// For programs that end while other threads go on, as Python's daemon threads do: once the calling thread ends, which
/// is the first thing that exit() does, no other thread begins to compile, and those that do are waited for.
void exit_without_other_threads() noexcept;

/// Runs `compile` on a thread of the runtime's own. The process does not end before it is done: libraries that compile
/// must not be unloaded under it.
void compile_elsewhere(std::function<void()> compile);

/// For what nobody waits for yet: so many threads of the runtime's own each call `make_next` until it gives false. They
/// stop after the call under way when the process ends, or the thread that called this.
void make_in_background(std::size_t threads, std::function<bool()> make_next);

/// Waits for what the functions around this one began, as far as it is under way: what has not begun is dropped.
void wait_for_compilations();

/// Loads the code generator; the process will not end under a thread that uses it. Threads of make_in_background() call
/// this before they compile.
void prepare_to_compile();

/// Runs what the first compilation would begin with on a thread of the runtime's own, with the code generator loaded;
/// what it throws is dropped, since the compilation itself will say it. The process neither forks nor ends meanwhile.
void prepare_elsewhere(std::function<void()> prepare);

} // namespace weft::runtime
