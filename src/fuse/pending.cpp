// Keeps the order of array work among itself and with everybody else's on the queue.
#include "fuse/pending.hpp"

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include "fuse/affine.hpp"
#include "fuse/few.hpp"
#include "fuse/plan.hpp"
#include "support/env.hpp"
#include "support/error.hpp"
#include "support/lock.hpp"

namespace weft::fuse {

namespace {

constexpr std::uint16_t most_depth = 256; // walks over the graph recurse

bool eager() {
  static constinit Lazy<bool> on;
  return on.get([] { return env::flag("WEFT_EAGER"); });
}

std::uint32_t saturating_add(std::uint32_t a, std::uint32_t b) noexcept {
  std::uint32_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::uint32_t>::max() : sum;
}

std::uint32_t saturating_multiply(std::uint32_t a, std::size_t b) noexcept {
  std::uint32_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::uint32_t>::max() : product;
}

std::size_t folded_elements(const Expr &reduce) noexcept {
  std::size_t count = 1;
  const Shape &shape = reduce.inputs[0].view->shape();
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (reduce.axes >> axis & 1)
      count *= static_cast<std::size_t>(shape[axis]);
  return count;
}

std::uint32_t own_cost(const Expr &expr) noexcept {
  if (expr.kind == ExprKind::reduce)
    return static_cast<std::uint32_t>(ops::info(ops::info(expr.reduction).combine).cost);
  if (expr.kind == ExprKind::gather)
    return gather_cost;
  return expr.kind == ExprKind::elementwise ? static_cast<std::uint32_t>(ops::info(expr.op).cost) : 1;
}

bool is_same_fold(const Expr &a, const Expr &b) noexcept {
  if (a.kind != ExprKind::reduce || b.kind != ExprKind::reduce || !a.inputs[0].buffer ||
      a.inputs[0].buffer != b.inputs[0].buffer || a.inputs[0].dtype != b.inputs[0].dtype)
    return false;
  return a.reduction == b.reduction && a.reduce_loop == b.reduce_loop && a.axes == b.axes &&
         same_elements(*a.inputs[0].view, *b.inputs[0].view);
}

/// The view without repetitions.
Layout elements_read(const Layout &view) {
  Shape shape = view.shape();
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (view.strides()[axis] == 0)
      shape[axis] = std::min<std::ptrdiff_t>(shape[axis], 1);
  return {std::move(shape), view.strides(), view.offset()};
}

bool is_held_outside(const Input &input) noexcept {
  return input.buffer && input.buffer->held_outside();
}

/// In-place work on other dtypes is below a cast.
bool reads_what_others_hold(const Expr &expr) noexcept {
  return std::ranges::any_of(expr.operands(), [&](const Input &input) {
    const bool casts = expr.kind == ExprKind::cast && input.buffer && input.buffer->pending();
    return is_held_outside(input) || (casts && std::ranges::any_of(input.buffer->expr()->operands(), is_held_outside));
  });
}

bool is_large(const Expr &expr) noexcept {
  return expr.weight > Pending::most_weight || expr.depth > most_depth;
}

/// What others may write to is read now, and kernels and the graph stay of bounded size.
bool has_to_run(const Expr &expr) noexcept {
  return is_large(expr) || reads_what_others_hold(expr);
}

/// Where a copy of memory that others may write to is smaller than the result, the copy is made now, and the expression
/// reads that when it runs.
bool copies_first(const Expr &expr, const Layout &layout) {
  std::size_t read = 0;
  for (const Input &input : expr.operands())
    if (is_held_outside(input))
      read += elements_read(*input.view).size();
  return read != 0 && expr.kind != ExprKind::reduce && expr.kind != ExprKind::gather &&
         expr.kind != ExprKind::algorithm && layout.size() > read;
}

constinit Mutex registry_mutex;

} // namespace

Pending &Pending::of(Queue &queue) {
  if (runtime::PendingWork *found = queue.pending_work())
    return static_cast<Pending &>(*found);
  const std::lock_guard guard(registry_mutex);
  if (queue.pending_work() == nullptr)
    queue.set_pending_work(std::make_shared<Pending>(queue));
  return static_cast<Pending &>(*queue.pending_work());
}

void measure(Expr &expr) noexcept {
  expr.depth = 1;
  expr.weight = 1;
  expr.cost = own_cost(expr);
  expr.folds = expr.kind == ExprKind::reduce;
  for (const Input &input : expr.operands()) {
    if (!input.buffer || !input.buffer->pending())
      continue;
    const Expr &below = *input.buffer->expr();
    expr.depth = std::max<std::uint16_t>(expr.depth, below.depth + 1);
    expr.weight = saturating_add(expr.weight, below.weight);
    if (expr.kind == ExprKind::algorithm) // memory for what reads it
      continue;
    expr.cost = saturating_add(expr.cost, below.cost);
    expr.folds |= below.folds;
  }
  if (expr.kind == ExprKind::reduce)
    expr.cost = saturating_multiply(expr.cost, folded_elements(expr));
  if (expr.weight > Pending::most_weight)
    expr.weight = 1 + nodes_below(expr, next_visit(), [](const Buffer &buffer) { return !buffer.pending(); });
}

Ref<Buffer> Pending::insert(const std::shared_ptr<Queue> &queue, AllocationKind kind, LayoutRef layout, Dtype dtype,
                            std::unique_ptr<Expr> expr) {
  const auto guard = lock();
  return insert_locked(queue, kind, std::move(layout), dtype, std::move(expr));
}

Ref<Buffer> Pending::insert_locked(const std::shared_ptr<Queue> &queue, AllocationKind kind, LayoutRef layout,
                                   Dtype dtype, std::unique_ptr<Expr> expr) {
  Ref<Buffer> buffer(new Buffer(queue, kind, std::move(layout), dtype, std::move(expr)));
  measure(*buffer->expr());
  count_uses(*buffer->expr());
  append(*buffer);
  return buffer;
}

Ref<Buffer> Pending::add(const std::shared_ptr<Queue> &queue, AllocationKind kind, LayoutRef layout, Dtype dtype,
                         std::unique_ptr<Expr> expr) {
  Ref<Buffer> buffer;
  bool now = eager();
  const auto insert_unless_copied = [&] {
    const auto guard = lock();
    if (copies_first(*expr, *layout))
      return false;
    buffer = insert_locked(queue, kind, std::move(layout), dtype, std::move(expr));
    now |= has_to_run(*buffer->expr());
    return true;
  };
  while (!insert_unless_copied())
    copy_what_others_hold(*expr);
  if (now)
    settle(*buffer);
  return buffer;
}

void Pending::copy_what_others_hold(Expr &expr) {
  for (Input &input : std::span(expr.inputs).first(expr.arity))
    if (is_held_outside(input))
      input = copied(input);
}

Input Pending::copied(const Input &input) {
  auto expr = std::make_unique<Expr>();
  expr->kind = ExprKind::cast;
  expr->result = input.dtype;
  expr->arity = 1;
  expr->inputs[0] = input;
  expr->inputs[0].view = LayoutRef(new Layout(elements_read(*input.view)));
  const LayoutRef dense = dense_layout(expr->inputs[0].view->shape(), 'C');
  Input copy;
  copy.dtype = input.dtype;
  copy.buffer = add(input.buffer->queue, input.buffer->kind, dense, input.dtype, std::move(expr));
  copy.view = broadcast(dense, input.view->shape());
  return copy;
}

void Pending::count_uses(const Expr &expr) noexcept {
  for (const Input &input : expr.operands())
    if (input.buffer) {
      ++input.buffer->uses;
      foreign_reads_ += input.buffer->is_foreign();
    }
}

void Pending::append(Buffer &buffer) noexcept {
  buffer.previous = last_;
  (last_ != nullptr ? last_->next : first_) = &buffer;
  last_ = &buffer;
}

Ref<Buffer> Pending::find_same_fold(const Expr &fold, bool only_read) {
  constexpr int most_looked_at = 16;
  const auto guard = lock();
  Buffer *buffer = last_;
  for (int looked_at = 0; buffer != nullptr && looked_at < most_looked_at; ++looked_at, buffer = buffer->previous)
    if (is_same_fold(*buffer->expr(), fold) && (only_read || !buffer->held_by_array()))
      return Ref<Buffer>(buffer);
  return {};
}

/// The inputs of pending expressions that read the buffer; false where they are not among the newest.
bool Pending::find_readers(const Buffer &buffer, std::vector<Input *> &readers) {
  constexpr int most_seen = 64;
  int seen = 0;
  for (Buffer *other = last_; readers.size() < buffer.uses && other != nullptr; other = other->previous) {
    if (++seen > most_seen)
      return false;
    for (Input &input : std::span(other->expr()->inputs).first(other->expr()->arity))
      if (input.buffer.get() == &buffer)
        readers.push_back(&input);
  }
  return readers.size() == buffer.uses;
}

bool Pending::rewrite(Buffer &buffer, const std::function<std::unique_ptr<Expr>(Ref<Buffer>)> &make) {
  std::vector<Input *> readers;
  if (buffer.is_foreign() || !find_readers(buffer, readers))
    return false;
  const bool recomputed = buffer.recomputed;
  const Ref<Buffer> before(new Buffer(buffer.queue, buffer.kind, buffer.layout, buffer.dtype, buffer.rewrite(nullptr)));
  append(*before);
  std::unique_ptr<Expr> expr;
  try {
    expr = make(before);
  } catch (...) { // as it was
    buffer.rewrite(before->rewrite(nullptr));
    unlink(*before);
    throw;
  }
  for (Input *input : readers)
    input->buffer = before;
  before->uses += std::exchange(buffer.uses, 0);
  before->recomputed = recomputed;
  measure(*expr);
  count_uses(*expr);
  buffer.rewrite(std::move(expr));
  return true;
}

void Pending::settle(Buffer &buffer) {
  bool large = false;
  {
    const auto guard = lock();
    if (!buffer.pending() || !(eager() || has_to_run(*buffer.expr())))
      return;
    large = is_large(*buffer.expr());
  }
  carry_out([&](Plan &plan) { large ? plan.need_with_neighbours(buffer) : plan.need(buffer); });
}

bool Pending::carry_out(const std::function<void(Plan &)> &make, Timeout timeout) {
  std::optional<std::chrono::steady_clock::time_point> deadline; // read no clock where nothing is compiled
  for (;;) {
    std::vector<runtime::Wanted> missing;
    {
      const auto guard = lock();
      Plan plan(*this);
      make(plan);
      missing = plan.missing();
      if (missing.empty()) {
        plan.launch();
        return true;
      }
      WEFT_CHECK(depth_ == 1, "fuse: the graph is locked while kernels are compiled");
    }
    if (timeout && !deadline)
      deadline = std::chrono::steady_clock::now() + *timeout;
    if (!runtime::prepare(missing, deadline))
      return false;
  }
}

bool Pending::evaluate_at_once(Buffer &buffer) {
  const auto guard = lock();
  return !buffer.pending() || compute_few(*this, buffer);
}

bool Pending::evaluate(Buffer &buffer, Timeout timeout) {
  return evaluate_at_once(buffer) || carry_out([&](Plan &plan) { plan.need(buffer); }, timeout);
}

void Pending::evaluate_for_writing(Buffer &buffer) {
  {
    const auto guard = lock();
    if (!buffer.pending() && !is_read(buffer)) {
      buffer.written();
      return;
    }
  }
  carry_out([&](Plan &plan) {
    plan.need(buffer);
    plan.before_write(buffer);
  });
  const auto guard = lock();
  buffer.written();
}

bool Pending::submit_pending(Timeout timeout) {
  return carry_out([](Plan &plan) { plan.need_all(); }, timeout);
}

void Pending::expose(Buffer &buffer) {
  const auto guard = lock();
  if (buffer.is_foreign())
    return;
  buffer.expose();
  foreign_reads_ += buffer.uses;
}

void Pending::unlink(Buffer &buffer) noexcept {
  (buffer.previous != nullptr ? buffer.previous->next : first_) = buffer.next;
  (buffer.next != nullptr ? buffer.next->previous : last_) = buffer.previous;
  buffer.previous = buffer.next = nullptr;
}

void Pending::remove(Buffer &buffer) noexcept {
  unlink(buffer);
  const std::unique_ptr<Expr> expr = buffer.become_memory();
  for (Input &input : expr->inputs)
    if (input.buffer) {
      --input.buffer->uses;
      foreign_reads_ -= input.buffer->is_foreign();
      if (input.buffer->borrowed)
        dead_.push_back(std::move(input.buffer));
    }
}

} // namespace weft::fuse
