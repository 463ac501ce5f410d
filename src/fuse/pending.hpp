// What a queue's arrays still have to compute, in order, and the lock under which the graph changes.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "fuse/graph.hpp"
#include "runtime/kernel_cache.hpp"
#include "support/lock.hpp"

namespace weft::fuse {

class Plan;

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

  /// A buffer for an expression, settled. The caller must not hold the lock.
  Ref<Buffer> add(const std::shared_ptr<Queue> &, AllocationKind, LayoutRef, Dtype, std::unique_ptr<Expr>);

  /// The same, not settled; under the lock or not.
  Ref<Buffer> insert(const std::shared_ptr<Queue> &, AllocationKind, LayoutRef, Dtype, std::unique_ptr<Expr>);

  /// What is pending for the same fold, among the newest; null where nothing is. Where it is to be an array of its own,
  /// only a buffer that no array holds: that may be written to.
  Ref<Buffer> find_same_fold(const Expr &fold, bool only_read);

  /// Gives a pending buffer another expression, made of a buffer that stands for what it was; pending expressions that
  /// read the buffer read that one from then on. False where those are too many to look for. The caller holds the lock,
  /// and calls settle() once it does not.
  bool rewrite(Buffer &, const std::function<std::unique_ptr<Expr>(Ref<Buffer> before)> &make);

  /// Submits the buffer at once where it reads memory that others may write to, or where much is pending below it, so
  /// that kernels and the graph stay of bounded size; with WEFT_EAGER in any case.
  void settle(Buffer &);

  using Timeout = std::optional<std::chrono::nanoseconds>;

  /// Plans under the lock what `make` asks for, prepares the kernels without any lock, and launches. Where a kernel was
  /// missing `make` is called again, since others may have changed the graph meanwhile. With a timeout, false where
  /// kernels take longer to compile: nothing was launched then, and a later call finds them. The caller must not hold
  /// the lock.
  bool carry_out(const std::function<void(Plan &)> &make, Timeout timeout = std::nullopt);

  /// Submits what the buffer needs to be memory. Does nothing for memory.
  bool evaluate(Buffer &, Timeout timeout = std::nullopt);

  /// The same where the calling thread can do it at once; false, and nothing done, where not.
  bool evaluate_at_once(Buffer &);

  /// evaluate() before others write to the memory: whoever reads it is submitted, too.
  void evaluate_for_writing(Buffer &);

  /// Submits every buffer that an array still holds.
  bool submit_pending(Timeout timeout = std::nullopt) override;

  // For plans, under the lock.
  Buffer *oldest() const noexcept { return first_; }
  Buffer *newest() const noexcept { return last_; }
  bool is_read(const Buffer &memory) const noexcept { ///< By what is pending.
    return memory.uses > 0 || (memory.is_foreign() && foreign_reads_ > 0);
  }

  /// Others learn the address of the buffer's memory.
  void expose(Buffer &);

  /// A pending buffer's expression is gone, the buffer is memory or about to die.
  void remove(Buffer &) noexcept;

  Queue &queue() const noexcept { return queue_; }

  static constexpr std::uint32_t most_weight = 256; ///< Nodes below a buffer that is submitted for having so many.

private:
  Ref<Buffer> insert_locked(const std::shared_ptr<Queue> &, AllocationKind, LayoutRef, Dtype, std::unique_ptr<Expr>);
  void copy_what_others_hold(Expr &);
  Input copied(const Input &);
  bool find_readers(const Buffer &, std::vector<Input *> &);
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

/// Depth, weight and cost of an expression from what is below it. Under the lock.
void measure(Expr &) noexcept;

} // namespace weft::fuse
