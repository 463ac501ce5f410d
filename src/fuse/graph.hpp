// The lazy graph: buffers that are memory or an expression not run yet, and who still has to read them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

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
class Pending;

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
};

/// One node, not run yet. Its index space is the shape of its buffer's layout.
struct Expr {
  ExprKind kind = ExprKind::elementwise;
  ops::Op op{};
  ops::Reduction reduction{};
  std::array<Dtype, ops::max_arity> loop{}; ///< What the inputs are cast to.
  Dtype result = Dtype::b1;                 ///< What the loop gives; the buffer's dtype.
  ops::ReductionLoop reduce_loop{};
  std::uint32_t axes = 0; ///< reduce: bit per folded axis of the view; index: the axis.
  bool keepdims = false;
  std::uint8_t arity = 0;
  std::uint16_t depth = 1;  ///< Longest way down to memory.
  std::uint32_t weight = 1; ///< Nodes below, shared ones counted each time.
  std::array<Input, ops::max_arity> inputs;
};

/// An allocation, or an expression not run yet. State changes only under the lock of the queue's Pending.
class Buffer : public Counted {
public:
  /// Memory that is there.
  Buffer(std::shared_ptr<Queue>, AllocationKind, void *base, std::size_t bytes, std::shared_ptr<void> owner, bool foreign);
  /// To be computed; `layout` is dense and says where the elements will lie.
  Buffer(std::shared_ptr<Queue>, AllocationKind, LayoutRef layout, Dtype, std::unique_ptr<Expr>);
  static void destroy(Buffer *) noexcept;

  const std::shared_ptr<Queue> &queue() const noexcept { return queue_; }
  AllocationKind kind() const noexcept { return kind_; }
  std::size_t bytes() const noexcept { return bytes_; }

private:
  friend class Pending;
  friend struct BufferAccess;
  ~Buffer() = default;

  std::shared_ptr<Queue> queue_;
  AllocationKind kind_;
  bool foreign_ = false; ///< Others know the memory's address: another buffer may lie over it.
  Dtype dtype_ = Dtype::b1;
  std::uint16_t inlined_ = 0; ///< Kernels that computed it on the way to something else.
  std::uint32_t uses_ = 0;    ///< Pending expressions that read it.
  void *base_ = nullptr;
  std::size_t bytes_ = 0;
  std::shared_ptr<void> owner_;
  std::unique_ptr<Expr> expr_; ///< Null once it is memory.
  LayoutRef layout_;           ///< Of the expression's result.
  Buffer *previous_ = nullptr, *next_ = nullptr; ///< In Pending's list, oldest first.
};

} // namespace weft::fuse
