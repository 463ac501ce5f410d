// New work-items start before waiting ones go on, so that whoever is waited for has begun.
#include "backends/cpu/fibers.hpp"

#include <deque>
#include <memory>
#include <new>
#include <sys/mman.h>
#include <ucontext.h>
#include <vector>

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
  std::uint64_t number = 0;
  bool done = true;
};

class Turns;
thread_local Turns *running = nullptr;

class Turns {
public:
  Turns(void (*body)(void *, std::uint64_t), void *context) : body_(body), context_(context), outer_(running) {
    running = this;
  }
  ~Turns() { running = outer_; }
  Turns(const Turns &) = delete;
  Turns &operator=(const Turns &) = delete;

  void run(std::uint64_t count) {
    for (std::uint64_t next = 0; next < count; ++next) {
      if (waiting_.size() == most_waiting)
        throw Error(Errc::kernel, "{} work-items wait for others at the same time; launch fewer, or use a barrier",
                    waiting_.size());
      start(next);
      if (waiting_.size() % 64 == 63) // those that are served already make room
        each_goes_on();
    }
    while (!waiting_.empty())
      each_goes_on();
  }

  void yield() { swapcontext(&current_->state, &thread_); }

private:
  static void enter() {
    Turns &turns = *running;
    turns.body_(turns.context_, turns.current_->number);
    turns.current_->done = true;
  }

  void start(std::uint64_t number) {
    if (idle_.empty())
      idle_.push_back(std::make_unique<Fiber>());
    std::unique_ptr<Fiber> fiber = std::move(idle_.back());
    idle_.pop_back();
    getcontext(&fiber->state);
    fiber->state.uc_stack.ss_sp = fiber->stack.base();
    fiber->state.uc_stack.ss_size = stack_bytes;
    fiber->state.uc_link = &thread_;
    makecontext(&fiber->state, &Turns::enter, 0);
    fiber->number = number;
    fiber->done = false;
    go_on(std::move(fiber));
  }

  void go_on(std::unique_ptr<Fiber> fiber) {
    current_ = fiber.get();
    swapcontext(&thread_, &fiber->state);
    if (fiber->done)
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

  void (*body_)(void *, std::uint64_t);
  void *context_;
  Turns *outer_;
  ucontext_t thread_{};
  Fiber *current_ = nullptr;
  bool backwards_ = false, last_went_up_ = true;
  std::vector<std::unique_ptr<Fiber>> idle_;
  std::deque<std::unique_ptr<Fiber>> waiting_;
};

} // namespace

void yield_turn() {
  if (running != nullptr)
    running->yield();
}

void take_turns(std::uint64_t count, void (*body)(void *, std::uint64_t), void *context) {
  Turns(body, context).run(count);
}

} // namespace weft::cpu
