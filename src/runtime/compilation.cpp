// Waits for compilations, on the thread that needs them or not at all.
#include "runtime/compilation.hpp"

#include <cstdlib>
#include <mutex>
#include <unistd.h>

#include "codegen/codegen.hpp"
#include "runtime/host_threads.hpp"
#include "support/fork.hpp"
#include "support/futex.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

namespace {

/// Work of the runtime's threads that others wait for the end of.
class UnderWay {
public:
  void begin() noexcept { ++count_; }
  void end() noexcept {
    --count_;
    if (waiting_ != 0)
      futex_wake_all(count_);
  }
  void forget() noexcept { count_ = 0; }
  void wait() noexcept {
    ++waiting_;
    while (const std::uint32_t count = count_)
      futex_wait(count_, count);
    --waiting_;
  }

private:
  std::atomic<std::uint32_t> count_{0}, waiting_{0};
};

constinit UnderWay compilations, preparations;
constinit std::atomic<std::uint32_t> waits_for_all{0};    ///< begun so far
constinit std::atomic<const void *> last_thread{nullptr}; ///< The only one that may still begin to compile.

void forget_compilations_in_child() {
  static constinit Once once;
  once.call([] { at_fork([] {}, [] { compilations.forget(); }); });
}

/// After the code generator was loaded: what is registered later runs earlier, before its static objects go.
void load_and_prepare_exit() {
  static constinit Once once;
  once.call([] {
    codegen::codegen();
    std::atexit(wait_for_compilations);
  });
}

/// Static objects that the code generator makes while it compiles go before any handler of ours. Those of the thread
/// that ends the process go first of all.
struct WaitsAtItsEnd {
  ~WaitsAtItsEnd() { wait_for_compilations(); }
};

void wait_when_this_thread_ends() {
  thread_local const WaitsAtItsEnd waits;
  static_cast<void>(waits);
}

} // namespace

bool Compilation::wait(std::optional<std::chrono::steady_clock::time_point> deadline) const noexcept {
  while (!finished()) {
    std::optional<std::chrono::nanoseconds> left;
    if (deadline) {
      left = *deadline - std::chrono::steady_clock::now();
      if (*left <= std::chrono::nanoseconds::zero())
        return false;
    }
    futex_wait(state_, making, left);
  }
  return true;
}

void Compilation::rethrow_failure() const {
  if (failure_)
    std::rethrow_exception(failure_);
}

void Compilation::finish(std::shared_ptr<Executable> executable) noexcept {
  executable_ = std::move(executable);
  announce();
}

void Compilation::fail(std::exception_ptr failure) noexcept {
  failure_ = std::move(failure);
  announce();
}

void Compilation::announce() noexcept {
  state_.store(made, std::memory_order_release);
  futex_wake_all(state_);
}

ExitDelay::ExitDelay() {
  forget_compilations_in_child();
  compilations.begin();
  const void *const last = last_thread;
  if (last == nullptr || last == ThreadSections::this_thread())
    return;
  compilations.end();
  for (;;) // the process is about to end
    ::pause();
}

ExitDelay::~ExitDelay() {
  compilations.end();
}

void exit_without_other_threads() noexcept {
  struct AtItsEnd {
    ~AtItsEnd() {
      last_thread = ThreadSections::this_thread();
      wait_for_compilations();
    }
  };
  thread_local const AtItsEnd at_its_end;
  static_cast<void>(at_its_end);
}

void compile_elsewhere(std::function<void()> compile) {
  load_and_prepare_exit();
  forget_compilations_in_child();
  wait_when_this_thread_ends();
  compilations.begin();
  post_to_host_thread([compile = std::move(compile)] {
    compile();
    compilations.end();
  });
}

void make_in_background(std::size_t threads, std::function<bool()> make_next) {
  forget_compilations_in_child();
  wait_when_this_thread_ends();
  const auto work = [begun = waits_for_all.load(), make_next = std::move(make_next)] {
    while (waits_for_all == begun && make_next()) {
    }
    compilations.end();
  };
  for (std::size_t i = 0; i < threads; ++i) {
    compilations.begin();
    post_to_host_thread(work);
  }
}

void wait_for_compilations() {
  ++waits_for_all;
  preparations.wait();
  compilations.wait();
}

void prepare_to_compile() {
  const ForkDelay delay;
  load_and_prepare_exit();
}

void prepare_elsewhere(std::function<void()> prepare) {
  static constinit Once once;
  once.call([] { at_fork([] { preparations.wait(); }, [] { preparations.forget(); }); });
  wait_when_this_thread_ends();
  preparations.begin();
  post_to_host_thread([prepare = std::move(prepare)] {
    try {
      const ForkDelay delay;
      load_and_prepare_exit();
      prepare();
    } catch (const std::exception &) {
    }
    preparations.end();
  });
}

} // namespace weft::runtime
