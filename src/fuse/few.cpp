#include "fuse/few.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "fuse/affine.hpp"
#include "fuse/few_loops.hpp"
#include "fuse/host_copy.hpp"
#include "fuse/partition.hpp"
#include "fuse/pending.hpp"
#include "runtime/device.hpp"
#include "support/env.hpp"
#include "support/float_modes.hpp"
#include "support/lock.hpp"

namespace weft::fuse {

namespace {

constexpr std::uint32_t most_nodes = 16;
constexpr std::size_t most_elements = 3072; ///< Of all nodes: in the time of a launch.

std::atomic<bool> &at_once() {
  static constinit Lazy<std::atomic<bool>> on;
  return on.get([] { return env::flag("WEFT_AT_ONCE", true); });
}

/// Where those of a GPU are tried on a CPU, kernels are what it is about.
bool is_for_host(const Queue &queue) {
  return at_once().load(std::memory_order_relaxed) && queue.device()->has(runtime::Aspect::cpu) &&
         !traits_of(queue).folds.groups;
}

/// Whether loops exist for all its nodes: what is computed in vain costs time.
bool has_loops(const Expr &expr) {
  if (expr.kind == ExprKind::elementwise ? !computes_few(expr.op, expr.loop[0])
                                         : expr.kind != ExprKind::cast && expr.kind != ExprKind::select &&
                                               (expr.kind != ExprKind::reduce || ops::info(expr.reduction).keeps_index))
    return false;
  return std::ranges::all_of(expr.operands(), [&](const Input &input) {
    return !input.buffer || !input.buffer->pending() || has_loops(*input.buffer->expr());
  });
}

/// Elements from the one at index 0 on.
HostView host_view(std::byte *first, const Layout &layout, std::size_t item) {
  HostView view{first, layout.strides()};
  for (std::ptrdiff_t &stride : view.strides)
    stride *= static_cast<std::ptrdiff_t>(item);
  return view;
}

/// With elements that lie in the order of indices.
void become_memory(Pending &pending, Buffer &buffer, std::byte *values) {
  buffer.allocate();
  const Layout &layout = *buffer.layout;
  const std::size_t item = ops::item_size(buffer.dtype);
  auto *const base = static_cast<std::byte *>(buffer.base());
  if (layout.c_contiguous())
    std::memcpy(base, values, layout.size() * item);
  else
    copy_host(host_view(base + layout.offset() * static_cast<std::ptrdiff_t>(item), layout, item),
              dense_view(values, layout.shape(), item), layout.shape(), item);
  pending.remove(buffer);
}

/// Goes down an expression with memory of its own for what lies between, and computes node by node.
class Walk {
public:
  explicit Walk(Pending &pending) : pending_(pending) {}

  /// So many elements of an expression, dense; null where that takes more, or more memory.
  std::byte *compute(const Expr &expr, std::size_t count) {
    std::byte *const result = take(expr.result, count);
    return result != nullptr && compute(expr, result, count) ? result : nullptr;
  }

private:
  bool compute(const Expr &expr, std::byte *result, std::size_t count) {
    const std::size_t before = used_;
    const bool computed = expr.kind == ExprKind::reduce ? fold(expr, result, count) : compute_each(expr, result, count);
    used_ = before;
    return computed;
  }

  std::byte *take(Dtype dtype, std::size_t count) {
    constexpr std::size_t line = 64;
    const std::size_t bytes = (count * ops::item_size(dtype) + line - 1) / line * line;
    if (bytes > sizeof memory_ - used_)
      return nullptr;
    used_ += bytes;
    return memory_ + used_ - bytes;
  }

  bool compute_each(const Expr &expr, std::byte *result, std::size_t count) {
    FewOperands operands{};
    for (std::size_t i = 0; i < expr.arity; ++i) {
      operands[i] = operand(expr.inputs[i], expr.kind == ExprKind::cast ? expr.result : expr.loop[i], count);
      if (operands[i] == nullptr)
        return false;
    }
    switch (expr.kind) {
    case ExprKind::cast:
      std::memcpy(result, operands[0], count * ops::item_size(expr.result));
      return true;
    case ExprKind::select:
      select(operands, ops::item_size(expr.result), result, count);
      return true;
    case ExprKind::elementwise:
      return std::all_of(expr.loop.begin(), expr.loop.begin() + expr.arity,
                         [&](Dtype loop) { return loop == expr.loop[0]; }) &&
             compute_few(expr.op, expr.loop[0], operands, result, count);
    default:
      return false;
    }
  }

  static void select(const FewOperands &operands, std::size_t bytes, std::byte *result, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
      std::memcpy(result + i * bytes, operands[operands[0][i] != std::byte() ? 1 : 2] + i * bytes, bytes);
  }

  /// Of the elements along one axis, which is the last one of more than one element: those of a result lie side by
  /// side.
  bool fold(const Expr &expr, std::byte *result, std::size_t count) {
    const Input &folded = expr.inputs[0];
    const std::size_t all = folded.view->size();
    if (all * expr.weight > most_elements || expr.reduce_loop.element != folded.dtype)
      return false;
    if (count != 1 && folded.view->ndim() > 2) // operands of matrix products: to spread them takes longer than a launch
      return false;
    const FoldPlan plan = all == 0 ? FoldPlan() : plan_of(expr);
    if (plan.count > 1 || (plan.count == 1 && !is_last(plan.axes[0], folded.view->shape())))
      return false;
    const Dtype accumulate = expr.reduce_loop.accumulate;
    std::byte *folds = take(accumulate, count);
    const std::byte *const values = all == 0 ? folds : operand(folded, accumulate, all);
    if (values == nullptr || folds == nullptr ||
        !fold_few(expr.reduction, accumulate, plan.order, values, folds, all / count, count))
      return false;
    if (ops::info(expr.reduction).finish == ops::Finish::divide_by_count) {
      const std::byte *const by = operand(expr.inputs[1], accumulate, count);
      std::byte *const finished = take(accumulate, count);
      if (by == nullptr || finished == nullptr ||
          !compute_few(ops::Op::divide, accumulate, {folds, by}, finished, count))
        return false;
      folds = finished;
    }
    return convert_few(accumulate, folds, expr.reduce_loop.result, result, count);
  }

  static bool is_last(std::size_t axis, const Shape &shape) {
    return std::all_of(shape.begin() + axis + 1, shape.end(), [](std::ptrdiff_t extent) { return extent == 1; });
  }

  /// Dense elements of an input in this dtype; null where that takes more.
  const std::byte *operand(const Input &input, Dtype dtype, std::size_t count) {
    const std::byte *const values = elements(input, count);
    if (values == nullptr || input.dtype == dtype)
      return values;
    std::byte *const converted = take(dtype, count);
    return converted != nullptr && convert_few(input.dtype, values, dtype, converted, count) ? converted : nullptr;
  }

  const std::byte *elements(const Input &input, std::size_t count) {
    if (!input.buffer)
      return count == 1 ? input.number.data() : repeated(input.number.data(), input.dtype, count);
    Buffer &buffer = *input.buffer;
    if (!buffer.pending())
      return elements_there(input, count);
    const std::size_t made = buffer.layout->size();
    const bool is_whole = made == 1 || same_elements(*input.view, *buffer.layout);
    std::byte *const values = is_whole && buffer.dtype == input.dtype ? take(input.dtype, made) : nullptr;
    if (values == nullptr || !compute(*buffer.expr(), values, made))
      return nullptr;
    if (buffer.count() > 1) // others would compute it again
      become_memory(pending_, buffer, values);
    return made == count ? values : repeated(values, input.dtype, count);
  }

  const std::byte *elements_there(const Input &input, std::size_t count) {
    const auto item = static_cast<std::ptrdiff_t>(ops::item_size(input.dtype));
    std::byte *const first = static_cast<std::byte *>(input.buffer->base()) + input.view->offset() * item;
    if (count == 1 || input.view->c_contiguous())
      return first;
    std::byte *const values = take(input.dtype, count);
    if (values == nullptr)
      return nullptr;
    const Shape &shape = input.view->shape();
    const auto bytes = static_cast<std::size_t>(item);
    copy_host(dense_view(values, shape, bytes), host_view(first, *input.view, bytes), shape, bytes);
    return values;
  }

  const std::byte *repeated(const std::byte *value, Dtype dtype, std::size_t count) {
    std::byte *const values = take(dtype, count);
    if (values == nullptr)
      return nullptr;
    const std::size_t all = count * ops::item_size(dtype);
    std::size_t done = ops::item_size(dtype);
    std::memcpy(values, value, done);
    for (; done < all; done += std::min(done, all - done))
      std::memcpy(values + done, values, std::min(done, all - done));
    return values;
  }

  Pending &pending_;
  std::size_t used_ = 0;
  alignas(64) std::byte memory_[49152]; // not filled with zeros
};

/// Out of line: nothing of it moves out of the scope in which denormals are flushed.
[[gnu::noinline]] bool computed(Pending &pending, Buffer &buffer) {
  Walk walk(pending);
  std::byte *const values = walk.compute(*buffer.expr(), buffer.layout->size());
  if (values != nullptr)
    become_memory(pending, buffer, values);
  return values != nullptr;
}

} // namespace

void set_few_at_once(bool on) noexcept {
  at_once().store(on, std::memory_order_relaxed);
}

bool compute_few(Pending &pending, Buffer &buffer) {
  const Expr *const expr = buffer.expr();
  const std::size_t count = buffer.layout->size();
  if (expr == nullptr || count == 0 || expr->weight > most_nodes || count * expr->weight > most_elements ||
      !has_loops(*expr))
    return false;
  Queue &queue = *buffer.queue;
  if (!is_for_host(queue) || !queue.idle())
    return false;
  const FlushedDenormals mode(!queue.device()->info().fp_denormals); // as in tasks
  return computed(pending, buffer);
}

} // namespace weft::fuse
