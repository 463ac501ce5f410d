// The lazy graph: buffers that are memory or an expression not run yet, and who still has to read them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "fuse/layout.hpp"
#include "fuse/ref.hpp"
#include "ops/ops.hpp"
#include "runtime/memory.hpp"
#include "runtime/queue.hpp"

namespace weft::fuse {

using ops::Dtype;
using runtime::AllocationKind;
using runtime::Queue;

struct Buffer;

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

  std::span<const Input> operands() const noexcept { return {inputs.data(), arity}; }
  /// Those that can be computed on the way.
  std::span<const Input> fusible() const noexcept { return operands().subspan(kind == ExprKind::gather ? 1 : 0); }
};

inline constexpr std::uint32_t gather_cost = 8; ///< Of reading memory at random, against one addition.

/// What a dense array takes: an empty one the bytes of one element, as in dpctl.
std::size_t bytes_of(const Layout &, Dtype) noexcept;

/// An allocation, or an expression not run yet. The members below the line change only under the lock of the queue's
/// Pending.
struct Buffer : Counted {
  /// Memory that is there. `borrowed`: it did not come from allocate_shared(), so others know its address, another
  /// buffer may lie over it, and it has to be held until what uses it is done.
  Buffer(std::shared_ptr<Queue>, AllocationKind, void *base, std::size_t bytes, std::shared_ptr<void> owner,
         bool borrowed);
  /// To be computed; `layout` is dense and says where the elements will lie.
  Buffer(std::shared_ptr<Queue>, AllocationKind, LayoutRef layout, Dtype, std::unique_ptr<Expr>);
  static void destroy(Buffer *) noexcept;

  bool pending() const noexcept { return expr != nullptr; }
  void allocate(); ///< Memory for what is about to be computed.

  /// Somebody outside holds the memory, and may write to it at any time.
  bool held_outside() const noexcept {
    return !pending() && (borrowed || published || (foreign && owner.use_count() > 1));
  }

  const std::shared_ptr<Queue> queue;
  const AllocationKind kind;
  const std::size_t bytes;
  const Dtype dtype = Dtype::b1; ///< Of the expression's result.
  const LayoutRef layout;        ///< Of the expression's result.
  const bool borrowed = false;
  // ---
  bool foreign = false;         ///< Others know the memory's address.
  bool lent = false;            ///< Others use it on streams of their own.
  bool published = false;       ///< Others have the address, and nothing tells when they are done.
  bool recomputed = false;      ///< A kernel computed it on the way to something else already.
  std::uint64_t visit = 0;      ///< The walk that saw it last.
  std::uint64_t planned = 0;    ///< The plan by which it becomes memory,
  std::uint64_t on_the_way = 0; ///< and the one that computes it for others.
  std::uint32_t uses = 0;       ///< Pending expressions that read it.
  void *base = nullptr;
  std::shared_ptr<void> owner;
  std::unique_ptr<Expr> expr;                  ///< Null once it is memory.
  std::optional<Number> constant;              ///< Of memory of one element that was filled with a number.
  Buffer *previous = nullptr, *next = nullptr; ///< In Pending's list, oldest first.
};

/// The number in a buffer of one element that was made of one, as long as nobody wrote to it.
std::optional<Number> constant_of(const Buffer &) noexcept;

/// What a program computes: an expression, and the buffer it belongs to, if any.
struct Root {
  const Expr *expr = nullptr;
  const Buffer *buffer = nullptr;
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
    nodes += 1 + nodes_below(*input.buffer->expr, visit, is_there);
  }
  return nodes;
}

} // namespace weft::fuse
