// The lazy graph: buffers that are memory or an expression not run yet, and who still has to read them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "fuse/algorithm.hpp"
#include "fuse/layout.hpp"
#include "fuse/ref.hpp"
#include "ops/ops.hpp"
#include "runtime/memory.hpp"
#include "runtime/queue.hpp"

namespace weft::fuse {

using ops::Dtype;
using runtime::AllocationKind;
using runtime::Queue;

class Buffer;

/// A number as stored; only the bytes of its dtype are meant.
using Number = std::array<std::byte, 16>;

/// What an expression reads: elements of a buffer, seen in the expression's own index space, or a number.
struct Input {
  Ref<Buffer> buffer; ///< Null for a number.
  LayoutRef view;
  Dtype dtype = Dtype::b1;
  Number number{};
};

enum class ExprKind : std::uint8_t {
  elementwise, ///< op(inputs), each cast to the loop's dtype
  cast,        ///< the input in the buffer's dtype
  select,      ///< inputs[0] ? inputs[1] : inputs[2]
  reduce,      ///< inputs[0] folded over axes of its view
  index,       ///< the position along one axis, int64
  gather,      ///< inputs[0] where its view leads, and inputs[1] elements of `index_stride` further; that is an int64
               ///< which stays within the buffer, and the buffer is memory when the kernel runs
  algorithm,   ///< what `algorithm` makes of the inputs, all of which are memory when it runs
};

/// One node, not run yet. Its index space is the shape of its buffer's layout.
struct Expr {
  ExprKind kind = ExprKind::elementwise;
  ops::Op op{};
  ops::Reduction reduction{};
  std::array<Dtype, ops::max_arity> loop{}; ///< What the inputs are cast to.
  Dtype result = Dtype::b1;                 ///< What the loop gives; the buffer's dtype.
  ops::ReductionLoop reduce_loop{};
  std::uint32_t axes = 0;          ///< reduce: bit per folded axis of the view; index: the axis.
  std::ptrdiff_t index_stride = 0; ///< gather: elements from one index to the next.
  bool keepdims = false;
  bool folds = false; ///< It is a fold, or one is pending below.
  std::uint8_t arity = 0;
  std::uint16_t depth = 1;  ///< Longest way down to memory.
  std::uint32_t weight = 1; ///< Nodes below; shared ones may count each time.
  std::uint32_t cost = 1;   ///< Of all below, against one addition.
  std::array<Input, ops::max_arity> inputs;
  Ref<const Algorithm> algorithm;

  std::span<const Input> operands() const noexcept { return {inputs.data(), arity}; }
  /// Those that can be computed on the way.
  std::span<const Input> fusible() const noexcept { return operands().subspan(kind == ExprKind::gather ? 1 : 0); }
};

inline constexpr std::uint32_t gather_cost = 8; ///< Of reading memory at random, against one addition.

/// What a dense array takes: an empty one the bytes of one element, as in dpctl.
std::size_t bytes_of(const Layout &, Dtype) noexcept;

/// An expression not run yet, or memory:
///
///     pending --rewrite()--> pending: another expression; the one before goes to a buffer of its own
///     pending --allocate(), become_memory()--> memory: a plan has launched what computes it
///     memory --expose()--> foreign: others know the address, and may write to it as long as they hold the owner
///     foreign --lend()--> lent: they also use it on streams of their own, which are waited for at the end
///     foreign --publish()--> published: nothing tells when they are done
///
/// `borrowed` memory did not come from allocate_shared(): it is foreign from the start, another buffer may lie over it,
/// and it has to be held until what uses it is done. Reads of what others may write to are submitted at once
/// (held_outside()). States change only under the lock of the queue's Pending.
class Buffer : public Counted {
public:
  /// Memory that is there.
  Buffer(std::shared_ptr<Queue>, AllocationKind, void *base, std::size_t bytes, std::shared_ptr<void> owner,
         bool borrowed);
  /// To be computed; `layout` is dense and says where the elements will lie.
  Buffer(std::shared_ptr<Queue>, AllocationKind, LayoutRef layout, Dtype, std::unique_ptr<Expr>);
  static void destroy(Buffer *) noexcept;

  const std::shared_ptr<Queue> queue;
  const AllocationKind kind;
  const std::size_t bytes;
  const Dtype dtype = Dtype::b1; ///< Of the expression's result.
  const LayoutRef layout;        ///< Of the expression's result.
  const bool borrowed = false;

  bool pending() const noexcept { return expr_ != nullptr; }
  Expr *expr() const noexcept { return expr_.get(); } ///< Null once it is memory.
  void *base() const noexcept { return base_; }
  const std::shared_ptr<void> &owner() const noexcept { return owner_; }
  bool is_foreign() const noexcept { return foreign_; }
  /// Somebody outside holds the memory, and may write to it at any time.
  bool held_outside() const noexcept {
    return !pending() && (borrowed || published_ || (foreign_ && owner().use_count() > 1));
  }
  bool held_by_array() const noexcept { return count() > uses; } ///< Beside pending expressions and plans.
  /// Of memory of one element that was filled with a number, unless it was written to since.
  const std::optional<Number> &constant() const noexcept { return constant_; }

  void allocate(); ///< For what is about to be computed.
  std::unique_ptr<Expr> become_memory() noexcept;
  std::unique_ptr<Expr> rewrite(std::unique_ptr<Expr>) noexcept;
  void expose() noexcept { foreign_ = true; }
  void lend(const std::function<void(Queue &)> &follow);
  void publish() noexcept { published_ = true; }
  void written() noexcept { constant_.reset(); }
  void filled(const void *number, std::size_t bytes_of_it) noexcept; ///< Memory of one element, with this one.

  // Notes of walks and plans, which number themselves by next_visit().
  std::uint64_t visit = 0;      ///< The walk that saw it last.
  std::uint64_t planned = 0;    ///< The plan by which it becomes memory,
  std::uint64_t on_the_way = 0; ///< and the one that computes it for others.
  bool recomputed = false;      ///< A kernel computed it on the way to something else already.

  // Pending's.
  std::uint32_t uses = 0;                      ///< Inputs of pending expressions that read it.
  Buffer *previous = nullptr, *next = nullptr; ///< Pending ones, oldest first.

private:
  std::unique_ptr<Expr> expr_;
  void *base_ = nullptr;
  std::shared_ptr<void> owner_;
  bool foreign_ = false, lent_ = false, published_ = false;
  std::optional<Number> constant_;
};

/// The number in a buffer of one element that was made of one, as long as nobody wrote to it.
std::optional<Number> constant_of(const Buffer &) noexcept;

/// What a program computes: an expression, and the buffer it belongs to, if any.
struct Root {
  const Expr *expr = nullptr;
  Buffer *buffer = nullptr;
};

/// A number for one walk over the graph, to be left in Buffer::visit.
std::uint64_t next_visit() noexcept;

/// Nodes below an expression that are not there yet, each counted once in a visit.
template <class IsThere>
std::uint32_t nodes_below(const Expr &expr, std::uint64_t visit, const IsThere &is_there) noexcept {
  std::uint32_t nodes = 0;
  for (const Input &input : expr.operands()) {
    if (!input.buffer || is_there(*input.buffer) || input.buffer->visit == visit)
      continue;
    input.buffer->visit = visit;
    nodes += 1 + nodes_below(*input.buffer->expr(), visit, is_there);
  }
  return nodes;
}

} // namespace weft::fuse
