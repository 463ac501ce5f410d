// Compares nodes with those that programs were written for.
#include "fuse/recurring.hpp"

#include <algorithm>
#include <utility>

namespace weft::fuse {

namespace {

constexpr std::uintptr_t cache_line = 64; // schedules ask how addresses are aligned, up to this
constexpr std::uint32_t most_nodes = 4;   // comparing more takes as long as it spares

using Memory = std::array<const Buffer *, most_nodes * ops::max_arity>;

std::uintptr_t beyond_line(const Buffer &buffer) noexcept {
  return reinterpret_cast<std::uintptr_t>(buffer.base()) % cache_line;
}

bool is_memory(const Input &input) noexcept {
  return input.buffer && !input.buffer->pending();
}

bool lie_alike(const LayoutRef &a, const LayoutRef &b) noexcept {
  return a == b || (a->offset() == b->offset() && a->shape() == b->shape() && a->strides() == b->strides());
}

bool is_alike(const ops::ReductionLoop &a, const ops::ReductionLoop &b) noexcept {
  return a.element == b.element && a.accumulate == b.accumulate && a.result == b.result;
}

/// Collects the memory that a tree of nodes reads. False where a program for others like it could be another one:
/// values that somebody else may want, memory that has to be kept alive or that is read twice.
bool find_memory(const Expr &expr, Memory &memory, std::size_t &count) noexcept {
  if (expr.kind == ExprKind::gather || expr.kind == ExprKind::algorithm)
    return false;
  for (const Input &input : expr.operands()) {
    const Buffer *buffer = input.buffer.get();
    if (buffer == nullptr)
      continue;
    if (buffer->pending()) {
      if (buffer->count() != 1 || !find_memory(*buffer->expr(), memory, count))
        return false;
      continue;
    }
    if (count == memory.size() || buffer->borrowed ||
        std::find(memory.begin(), memory.begin() + count, buffer) != memory.begin() + count)
      return false;
    memory[count++] = buffer;
  }
  return true;
}

bool find_all_memory(const Expr &expr, Memory &memory, std::size_t &count) noexcept {
  return expr.weight <= most_nodes && find_memory(expr, memory, count);
}

/// Calls `visit(leaf, buffer)` for leaves in memory, in order; false where there are more or fewer.
template <class Leaves, class Visit>
bool each_leaf(Leaves &leaves, const Memory &memory, std::size_t count, Visit visit) noexcept {
  std::size_t at = 0;
  for (auto &leaf : leaves) {
    if (leaf.position)
      continue;
    if (at == count || !visit(leaf, *memory[at++]))
      return false;
  }
  return at == count;
}

} // namespace

/// Goes through nodes as note() did.
class Recurring::Comparison {
public:
  explicit Comparison(const Recurring &known) noexcept : known_(known) {}

  bool is_same(const Expr &expr, const LayoutRef &layout) noexcept {
    if (node_ == known_.nodes_.size() || !is_alike(known_.nodes_[node_++], expr, layout))
      return false;
    return std::ranges::all_of(expr.operands(), [&](const Input &input) {
      if (operand_ == known_.operands_.size() || !reads(known_.operands_[operand_++], input))
        return false;
      return !input.buffer || is_memory(input) || is_same(*input.buffer->expr(), input.buffer->layout);
    });
  }
  bool is_through() const noexcept { return node_ == known_.nodes_.size() && operand_ == known_.operands_.size(); }

private:
  static bool is_alike(const Node &node, const Expr &expr, const LayoutRef &layout) noexcept {
    return node.kind == expr.kind && node.op == expr.op && node.arity == expr.arity && node.result == expr.result &&
           node.loop == expr.loop && node.reduction == expr.reduction && node.axes == expr.axes &&
           node.keepdims == expr.keepdims && fuse::is_alike(node.reduce_loop, expr.reduce_loop) &&
           lie_alike(node.layout, layout);
  }

  static bool reads(const Operand &operand, const Input &input) noexcept {
    if (operand.dtype != input.dtype || bool(operand.view) != bool(input.buffer))
      return false;
    if (!input.buffer)
      return std::equal(operand.number.begin(), operand.number.begin() + item_size(input.dtype), input.number.begin());
    return operand.beyond_line == beyond_line(*input.buffer) && lie_alike(operand.view, input.view);
  }

  const Recurring &known_;
  std::size_t node_ = 0, operand_ = 0;
};

bool Recurring::computes(const Buffer &made) const noexcept {
  Memory memory;
  std::size_t count = 0;
  Comparison comparison(*this);
  return !program_.steps.empty() && traits_ == &traits_of(*made.queue) &&
         find_all_memory(*made.expr(), memory, count) && comparison.is_same(*made.expr(), made.layout) &&
         comparison.is_through();
}

bool Recurring::note(const Buffer &made, const Program &program, const Schedule &schedule,
                     std::shared_ptr<const FusedKernel> fused) {
  Memory memory;
  std::size_t count = 0;
  const auto reads = [](const Leaf &leaf, const Buffer &buffer) { return leaf.base == buffer.base(); };
  if (program.outputs.size() != 1 || !find_all_memory(*made.expr(), memory, count) ||
      !each_leaf(program.leaves, memory, count, reads))
    return false;
  program_.clear();
  nodes_.clear();
  operands_.clear();
  traits_ = &traits_of(*made.queue);
  note(*made.expr(), made.layout);
  schedule_ = schedule;
  fused_ = std::move(fused);
  return true;
}

void Recurring::note(const Expr &expr, const LayoutRef &layout) {
  nodes_.push_back({expr.kind, expr.op, expr.reduction, expr.reduce_loop, expr.loop, expr.result, expr.axes,
                    expr.keepdims, expr.arity, layout});
  for (const Input &input : expr.operands()) {
    operands_.push_back({input.buffer ? input.view : LayoutRef(), input.dtype,
                         input.buffer ? beyond_line(*input.buffer) : 0, input.number});
    if (input.buffer && input.buffer->pending())
      note(*input.buffer->expr(), input.buffer->layout);
  }
}

Program Recurring::take(const Buffer &made) noexcept {
  Memory memory;
  std::size_t count = 0;
  find_all_memory(*made.expr(), memory, count);
  each_leaf(program_.leaves, memory, count, [](Leaf &leaf, const Buffer &buffer) {
    leaf.base = static_cast<std::byte *>(buffer.base());
    return true;
  });
  program_.outputs[0].target.planned = &made;
  return std::exchange(program_, {});
}

Recurring &RecurringPrograms::place_of(const Expr &expr) noexcept {
  const auto number = [](const Expr &node) {
    return (static_cast<std::size_t>(node.op) * 5 + static_cast<std::size_t>(node.kind)) * 3 +
           static_cast<std::size_t>(node.reduction) + static_cast<std::size_t>(node.result);
  };
  const Buffer *const below = expr.arity != 0 ? expr.inputs[0].buffer.get() : nullptr;
  const std::size_t first = below != nullptr && below->pending() ? 7 * number(*below->expr()) : 0;
  return places_[(number(expr) + first) % places_.size()];
}

} // namespace weft::fuse
