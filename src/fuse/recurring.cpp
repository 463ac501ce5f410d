// Compares nodes with those that programs were written for.
#include "fuse/recurring.hpp"

#include <algorithm>
#include <utility>

#include "fuse/affine.hpp"
#include "runtime/kernel_cache.hpp"

namespace weft::fuse {

namespace {

constexpr std::uintptr_t cache_line = 64; // schedules ask how addresses are aligned, up to this
constexpr std::uint32_t most_nodes = 8;

std::uintptr_t beyond_line(const Buffer &buffer) noexcept {
  return reinterpret_cast<std::uintptr_t>(buffer.base()) % cache_line;
}

bool is_memory(const Input &input) noexcept {
  return input.buffer && !input.buffer->pending();
}

bool lie_alike(const LayoutRef &a, const LayoutRef &b) noexcept {
  return a == b || same_elements(*a, *b);
}

} // namespace

/// The buffers that a tree of nodes reads, each once, in the order in which it comes to them.
class Recurring::Memory {
public:
  /// False where a program for others like these could be another one: there are many nodes, values that somebody else
  /// may want, memory that has to be kept alive, or what a kernel before has to compute.
  bool add_all(const Expr &expr) noexcept { return expr.weight <= most_nodes && add_below(expr); }

  std::size_t at(const Buffer &buffer) const noexcept {
    return static_cast<std::size_t>(std::find(buffers_.begin(), buffers_.begin() + count_, &buffer) - buffers_.begin());
  }
  const Buffer &operator[](std::size_t at) const noexcept { return *buffers_[at]; }
  std::size_t size() const noexcept { return count_; }

private:
  bool add_below(const Expr &expr) noexcept {
    if (expr.kind == ExprKind::algorithm || (expr.kind == ExprKind::gather && expr.inputs[0].buffer->pending()))
      return false;
    return std::ranges::all_of(expr.operands(), [this](const Input &input) {
      const Buffer *const buffer = input.buffer.get();
      if (buffer == nullptr)
        return true;
      return buffer->pending() ? buffer->count() == 1 && add_below(*buffer->expr()) : add(*buffer);
    });
  }

  bool add(const Buffer &buffer) noexcept {
    if (buffer.borrowed)
      return false;
    if (at(buffer) == count_) {
      if (count_ == buffers_.size())
        return false;
      buffers_[count_++] = &buffer;
    }
    return true;
  }

  std::array<const Buffer *, most_nodes * ops::max_arity> buffers_;
  std::size_t count_ = 0;
};

/// Goes through nodes as note() did.
class Recurring::Comparison {
public:
  Comparison(const Recurring &known, const Memory &memory) noexcept : known_(known), memory_(memory) {}

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
           node.index_stride == expr.index_stride && node.keepdims == expr.keepdims &&
           node.reduce_loop == expr.reduce_loop && lie_alike(node.layout, layout);
  }

  bool reads(const Operand &operand, const Input &input) const noexcept {
    if (operand.dtype != input.dtype || bool(operand.view) != bool(input.buffer))
      return false;
    if (!input.buffer)
      return std::equal(operand.number.begin(), operand.number.begin() + item_size(input.dtype), input.number.begin());
    return operand.memory == memory_.at(*input.buffer) && operand.beyond_line == beyond_line(*input.buffer) &&
           lie_alike(operand.view, input.view);
  }

  const Recurring &known_;
  const Memory &memory_;
  std::size_t node_ = 0, operand_ = 0;
};

bool Recurring::computes(const Buffer &made) const noexcept {
  if (program_.steps.empty() || traits_ != &traits_of(*made.queue))
    return false;
  Memory memory;
  Comparison comparison(*this, memory);
  return memory.add_all(*made.expr()) && comparison.is_same(*made.expr(), made.layout) && comparison.is_through();
}

bool Recurring::note(const Buffer &made, const Program &program, const Schedule &schedule,
                     std::shared_ptr<const FusedKernel> fused) {
  Memory memory;
  if (program.outputs.size() != 1 || !memory.add_all(*made.expr()) || !note_leaves(program.leaves, memory))
    return false;
  program_.clear();
  nodes_.clear();
  operands_.clear();
  traits_ = &traits_of(*made.queue);
  note(*made.expr(), made.layout, memory);
  schedule_ = schedule;
  fused_ = std::move(fused);
  executable_ = nullptr;
  return true;
}

/// False where one reads something else.
bool Recurring::note_leaves(std::span<const Leaf> leaves, const Memory &memory) {
  memory_of_leaves_.clear();
  for (const Leaf &leaf : leaves) {
    std::size_t at = 0;
    while (!leaf.position && at < memory.size() && memory[at].base() != leaf.base)
      ++at;
    if (!leaf.position && at == memory.size())
      return false;
    memory_of_leaves_.push_back(static_cast<std::uint8_t>(at));
  }
  return true;
}

void Recurring::note(const Expr &expr, const LayoutRef &layout, const Memory &memory) {
  nodes_.push_back({expr.kind, expr.op, expr.reduction, expr.reduce_loop, expr.loop, expr.result, expr.axes,
                    expr.index_stride, expr.keepdims, expr.arity, layout});
  for (const Input &input : expr.operands()) {
    operands_.push_back({input.buffer ? input.view : LayoutRef(), input.dtype,
                         input.buffer ? memory.at(*input.buffer) : 0, input.buffer ? beyond_line(*input.buffer) : 0,
                         input.number});
    if (input.buffer && input.buffer->pending())
      note(*input.buffer->expr(), input.buffer->layout, memory);
  }
}

void Recurring::point_at(const Buffer &made) noexcept {
  Memory memory;
  memory.add_all(*made.expr());
  for (std::size_t i = 0; i < program_.leaves.size(); ++i)
    if (Leaf &leaf = program_.leaves[i]; !leaf.position)
      leaf.base = static_cast<std::byte *>(memory[memory_of_leaves_[i]].base());
  program_.outputs[0].target.planned = &made;
}

const std::shared_ptr<runtime::Executable> &Recurring::find_ready(runtime::Device &device,
                                                                  const runtime::Launch &launch) {
  const std::uint64_t generation = runtime::cache_generation();
  if (executable_ == nullptr || device_ != &device || generation_ != generation) {
    executable_ = runtime::find_ready(device, launch);
    device_ = &device;
    generation_ = generation;
  }
  return executable_;
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
