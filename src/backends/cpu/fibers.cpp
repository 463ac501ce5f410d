// New work-items start before waiting ones go on, so that whoever is waited for has begun. Those that do not wait
// follow each other on one stack; where one waits, the next starts on another.
#include "backends/cpu/fibers.hpp"

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <new>
#include <sys/mman.h>
#include <thread>
#include <ucontext.h>
#include <utility>
#include <vector>

#include "backends/cpu/memory_kinds.hpp"
#include "support/error.hpp"

namespace weft::cpu {

namespace {

constexpr std::size_t stack_bytes = 4 << 20, page = 4096, most_waiting = 4096;

class Stack {
public:
  Stack()
      : base_(mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    if (base_ == MAP_FAILED)
      throw std::bad_alloc();
    madvise(base_, stack_bytes, MADV_NOHUGEPAGE); // a huge page each would be gigabytes
    mprotect(base_, page, PROT_NONE);             // what overflows it faults
  }
  ~Stack() { munmap(base_, stack_bytes); }
  Stack(const Stack &) = delete;
  Stack &operator=(const Stack &) = delete;
  void *base() const noexcept { return base_; }

private:
  void *base_;
};

struct Fiber {
  Stack stack;
  ucontext_t state{};
  bool done = true;
};

/// Work of `count` numbers, which whoever has time takes in order.
struct Team {
  void (*body)(void *, std::uint64_t);
  void *context;
  std::uint64_t count;
  std::uint64_t next = 0, left = count;
  const KernelMemory *memory = running_kernel.memory; ///< of those who share it
};

class Turns;
thread_local std::unique_ptr<Turns> running;

class Turns {
public:
  explicit Turns(const std::function<void(double, std::size_t)> &all_wait) : all_wait_(all_wait) {}

  void run(Team &team) {
    open_.push_back(&team);
    while (!ready_.empty() || !open_.empty() || !waiting_.empty()) {
      if (!ready_.empty()) {
        std::unique_ptr<Fiber> next = std::move(ready_.back());
        ready_.pop_back();
        go_on(std::move(next));
      } else if (open_.empty()) {
        each_goes_on();
        tell_if_all_wait();
      } else {
        if (waiting_.size() == most_waiting)
          throw Error(Errc::kernel, "{} work-items wait for others at the same time; launch fewer, or use a barrier",
                      waiting_.size());
        go_on(idle_fiber());
        if (waiting_.size() % 64 == 63) // those that are served already make room
          each_goes_on();
      }
    }
  }

  /// On a fiber: takes part in the team's work, then lets others run until all of it is done.
  void share(Team &team) {
    open_.push_back(&team);
    take_part(team);
    if (team.left == 0)
      return;
    joins_ = &team;
    leave();
  }

  void yield() { leave(); }

private:
  /// On a fiber: goes on when it is gone on with.
  void leave() {
    const RunningKernel kept = running_kernel;
    swapcontext(&current_->state, &thread_);
    running_kernel = kept;
  }

  static void enter() { running->work(); }

  void work() {
    while (!open_.empty() && ready_.empty())
      take_part(*open_.back());
    current_->done = true;
  }

  void take_part(Team &team) {
    while (team.next < team.count) {
      const std::uint64_t number = team.next++;
      if (team.next == team.count)
        std::erase(open_, &team);
      const RunningKernel before = std::exchange(running_kernel, {team.memory, __builtin_frame_address(0)});
      team.body(team.context, number);
      running_kernel = before;
      ++finished_;
      if (--team.left == 0) {
        if (auto joining = joined_.extract(&team))
          ready_.push_back(std::move(joining.mapped()));
        return;
      }
    }
  }

  std::unique_ptr<Fiber> idle_fiber() {
    if (idle_.empty())
      idle_.push_back(std::make_unique<Fiber>());
    std::unique_ptr<Fiber> fiber = std::move(idle_.back());
    idle_.pop_back();
    getcontext(&fiber->state);
    fiber->state.uc_stack.ss_sp = fiber->stack.base();
    fiber->state.uc_stack.ss_size = stack_bytes;
    fiber->state.uc_link = &thread_;
    makecontext(&fiber->state, &Turns::enter, 0);
    fiber->done = false;
    return fiber;
  }

  void go_on(std::unique_ptr<Fiber> fiber) {
    current_ = fiber.get();
    swapcontext(&thread_, &fiber->state);
    if (Team *const team = std::exchange(joins_, nullptr))
      joined_[team] = std::move(fiber);
    else if (fiber->done)
      idle_.push_back(std::move(fiber));
    else if (backwards_)
      waiting_.push_front(std::move(fiber));
    else
      waiting_.push_back(std::move(fiber));
  }

  /// By turns up and down, so that a chain of them ends in one go whichever way it leads.
  void each_goes_on() {
    backwards_ = last_went_up_;
    last_went_up_ = !last_went_up_;
    for (std::size_t left = waiting_.size(); left != 0; --left) {
      std::unique_ptr<Fiber> &next = backwards_ ? waiting_.back() : waiting_.front();
      std::unique_ptr<Fiber> fiber = std::move(next);
      backwards_ ? waiting_.pop_back() : waiting_.pop_front();
      go_on(std::move(fiber));
    }
    backwards_ = false;
  }

  /// Another kernel or the host may still come to store what they wait for; the thread is left to those meanwhile.
  void tell_if_all_wait() {
    constexpr unsigned many_rounds = 1000;
    constexpr double long_time = 5;
    if (finished_ != finished_before_) {
      finished_before_ = finished_;
      rounds_ = 0;
      return;
    }
    if (++rounds_ % many_rounds != 0)
      return;
    std::this_thread::yield();
    const auto now = std::chrono::steady_clock::now();
    if (rounds_ == many_rounds)
      since_ = now;
    const double seconds = std::chrono::duration<double>(now - since_).count();
    if (seconds < long_time || told_)
      return;
    told_ = true;
    all_wait_(seconds, waiting_.size());
  }

  const std::function<void(double, std::size_t)> &all_wait_;
  ucontext_t thread_{};
  Fiber *current_ = nullptr;
  Team *joins_ = nullptr; ///< what the fiber that was left waits for
  bool backwards_ = false, last_went_up_ = true, told_ = false;
  std::uint64_t finished_ = 0, finished_before_ = 0, rounds_ = 0;
  std::chrono::steady_clock::time_point since_;
  std::vector<Team *> open_;                        ///< teams with numbers that nobody took, the newest last
  std::map<Team *, std::unique_ptr<Fiber>> joined_; ///< those that go on when a team's work is done
  std::vector<std::unique_ptr<Fiber>> idle_, ready_;
  std::deque<std::unique_ptr<Fiber>> waiting_;
};

} // namespace

void yield_turn() {
  if (running != nullptr)
    running->yield();
}

void share_turns(std::uint64_t count, void (*body)(void *, std::uint64_t), void *context) {
  Team team{body, context, count};
  if (count != 0)
    running->share(team);
}

void take_turns(std::uint64_t count, void (*body)(void *, std::uint64_t), void *context,
                const std::function<void(double, std::size_t)> &all_wait) {
  Team team{body, context, count};
  running = std::make_unique<Turns>(all_wait); // ends those of a kernel that faulted, too
  const auto end = std::unique_ptr<Turns, void (*)(Turns *)>(running.get(), [](Turns *) { running.reset(); });
  if (count != 0)
    running->run(team);
}

} // namespace weft::cpu
