// What a queue's arrays still have to compute, in order, and the lock under which the graph changes.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "fuse/graph.hpp"
#include "support/lock.hpp"

namespace weft::fuse {

/// One per queue; the queue owns it and asks it before foreign work enters. Thread-safe; the lock is recursive, since
/// letting go of an expression lets go of what it reads.
class Pending final : public runtime::PendingWork {
public:
  static Pending &of(Queue &);

  explicit Pending(Queue &queue) noexcept : queue_(queue) {}

  /// Holds the lock. Borrowed memory that expressions read is let go of after unlocking: freeing it may run code that
  /// takes other locks, Python's among them.
  class Guard {
  public:
    explicit Guard(Pending &pending) : pending_(pending) {
      pending_.mutex_.lock();
      ++pending_.depth_;
    }
    Guard(const Guard &) = delete;
    Guard &operator=(const Guard &) = delete;
    ~Guard() {
      std::vector<Ref<Buffer>> dead;
      if (--pending_.depth_ == 0)
        dead.swap(pending_.dead_);
      pending_.mutex_.unlock();
    }

  private:
    Pending &pending_;
  };
  [[nodiscard]] Guard lock() { return Guard(*this); }

  /// A buffer for an expression. Inputs too deep or too heavy to fuse are submitted first; what reads memory that
  /// others hold is submitted at once, as is everything with WEFT_EAGER.
  Ref<Buffer> add(const std::shared_ptr<Queue> &, AllocationKind, LayoutRef, Dtype, std::unique_ptr<Expr>);

  /// Gives a pending buffer that no expression reads another expression, made of a buffer that stands for what it was.
  void rewrite(Buffer &, const std::function<std::unique_ptr<Expr>(Ref<Buffer> before)> &make);

  /// Submits what the buffer needs to be memory. Does nothing for memory.
  void evaluate(Buffer &);

  /// Submits every buffer that an array still holds.
  void submit_pending() override;

  /// To be called before memory of `target` is written: whoever reads it is submitted first.
  void before_write(Buffer &target);

  /// Others learn the address of the buffer's memory.
  void expose(Buffer &);

  /// A pending buffer's expression is gone, the buffer is memory or about to die.
  void remove(Buffer &) noexcept;

  Queue &queue() const noexcept { return queue_; }

  /// Measures an expression; inputs too deep or too heavy to fuse with it are submitted. For those that never become a
  /// buffer.
  void limit_size(Expr &);

private:
  bool has_to_read_now(Expr &, const Layout &);
  Input copied(const Input &);
  void count_uses(const Expr &) noexcept;
  void append(Buffer &) noexcept;
  void unlink(Buffer &) noexcept;

  Queue &queue_;
  RecursiveMutex mutex_;
  int depth_ = 0;                 ///< Guards of the thread that holds the lock.
  std::vector<Ref<Buffer>> dead_; ///< Read by expressions that are gone.
  Buffer *first_ = nullptr, *last_ = nullptr;
  std::size_t foreign_reads_ = 0; ///< Uses of buffers whose memory others know.
};

} // namespace weft::fuse
