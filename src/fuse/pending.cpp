// Keeps the order of array work among itself and with everybody else's on the queue.
#include "fuse/pending.hpp"

#include <algorithm>
#include <limits>
#include <mutex>
#include <vector>

#include "fuse/evaluate.hpp"
#include "support/env.hpp"
#include "support/lock.hpp"

namespace weft::fuse {

namespace {

constexpr std::uint32_t max_weight = 128; // what a device's 4 KB of arguments hold
constexpr std::size_t most_outputs = 4;
constexpr std::uint16_t max_depth = 64;

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
  return expr.kind == ExprKind::elementwise ? static_cast<std::uint32_t>(ops::info(expr.op).cost) : 1;
}

/// Pending nodes below, each counted once.
std::uint32_t distinct_nodes(const Expr &expr, std::uint64_t visit) noexcept {
  std::uint32_t nodes = 1;
  for (const Input &input : expr.operands()) {
    if (!input.buffer || !input.buffer->pending() || input.buffer->visit == visit)
      continue;
    input.buffer->visit = visit;
    nodes += distinct_nodes(*input.buffer->expr, visit);
  }
  return nodes;
}

/// Depth, weight and cost from what is below.
void measure(Expr &expr) noexcept {
  expr.depth = 1;
  expr.weight = 1;
  expr.cost = own_cost(expr);
  expr.folds = expr.kind == ExprKind::reduce;
  for (const Input &input : expr.operands()) {
    if (!input.buffer || !input.buffer->pending())
      continue;
    const Expr &below = *input.buffer->expr;
    expr.depth = std::max<std::uint16_t>(expr.depth, below.depth + 1);
    expr.weight = saturating_add(expr.weight, below.weight);
    expr.cost = saturating_add(expr.cost, below.cost);
    expr.folds |= below.folds;
  }
  if (expr.kind == ExprKind::reduce)
    expr.cost = saturating_multiply(expr.cost, folded_elements(expr));
  if (expr.weight > max_weight)
    expr.weight = distinct_nodes(expr, next_visit());
}

/// Several results of one kernel have to lie alike; folds have kernels of their own.
bool runs_with(const Buffer &a, const Buffer &b) noexcept {
  if (a.expr->folds || b.expr->folds || a.expr->weight > max_weight / most_outputs ||
      b.expr->weight > max_weight / most_outputs)
    return false;
  return a.layout.get() == b.layout.get() ||
         (a.layout->shape() == b.layout->shape() && a.layout->strides() == b.layout->strides());
}

/// The view without repetitions.
Layout elements_read(const Layout &view) {
  Shape shape = view.shape();
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (view.strides()[axis] == 0)
      shape[axis] = std::min<std::ptrdiff_t>(shape[axis], 1);
  return {std::move(shape), view.strides(), view.offset()};
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

Ref<Buffer> Pending::add(const std::shared_ptr<Queue> &queue, AllocationKind kind, LayoutRef layout, Dtype dtype,
                         std::unique_ptr<Expr> expr) {
  const auto guard = lock();
  const bool now = has_to_read_now(*expr, *layout) || eager();
  limit_size(*expr);
  Ref<Buffer> buffer(new Buffer(queue, kind, std::move(layout), dtype, std::move(expr)));
  count_uses(*buffer->expr);
  append(*buffer);
  if (now)
    evaluate(*buffer);
  return buffer;
}

/// Others may write to memory that they hold: what is read of it is read now. Where a copy is smaller than the result,
/// the copy is made now, and the expression reads that when it runs.
bool Pending::has_to_read_now(Expr &expr, const Layout &layout) {
  const auto is_held = [](const Input &input) { return input.buffer && input.buffer->held_outside(); };
  const std::span inputs = std::span(expr.inputs).first(expr.arity);
  std::size_t read = 0;
  for (const Input &input : inputs)
    if (is_held(input))
      read += elements_read(*input.view).size();
  if (read == 0 || expr.kind == ExprKind::reduce || layout.size() <= read)
    return read != 0;
  for (Input &input : inputs)
    if (is_held(input))
      input = copied(input);
  return false;
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
      foreign_reads_ += input.buffer->foreign;
    }
}

void Pending::append(Buffer &buffer) noexcept {
  buffer.previous = last_;
  (last_ != nullptr ? last_->next : first_) = &buffer;
  last_ = &buffer;
}

void Pending::rewrite(Buffer &buffer, const std::function<std::unique_ptr<Expr>(Ref<Buffer>)> &make) {
  const auto guard = lock();
  const Ref<Buffer> before(new Buffer(buffer.queue, buffer.kind, buffer.layout, buffer.dtype, std::move(buffer.expr)));
  append(*before);
  std::unique_ptr<Expr> expr;
  bool now = false;
  try {
    expr = make(before);
    now = has_to_read_now(*expr, *buffer.layout);
    limit_size(*expr);
  } catch (...) {
    if (before->pending()) { // as it was
      buffer.expr = std::move(before->expr);
      unlink(*before);
    } else {
      unlink(buffer);
      buffer.base = before->base;
      buffer.owner = before->owner;
    }
    throw;
  }
  count_uses(*expr);
  buffer.expr = std::move(expr);
  if (now)
    evaluate(buffer);
}

/// A kernel of unlimited size would overflow the stack and take minutes to compile: the heaviest inputs become memory.
void Pending::limit_size(Expr &expr) {
  measure(expr);
  while (expr.depth > max_depth || expr.weight > max_weight) {
    Buffer *heaviest = nullptr;
    for (const Input &input : expr.operands())
      if (input.buffer && input.buffer->pending() &&
          (heaviest == nullptr || input.buffer->expr->weight > heaviest->expr->weight))
        heaviest = input.buffer.get();
    evaluate(*heaviest);
    measure(expr);
  }
}

void Pending::evaluate(Buffer &buffer) {
  const auto guard = lock();
  Buffer *const only[] = {&buffer};
  if (buffer.pending())
    run(*this, only);
}

void Pending::submit_pending() {
  const auto guard = lock();
  std::vector<Ref<Buffer>> keep;
  std::vector<Buffer *> group;
  do { // what the last group read may be gone: from the start again
    keep.clear();
    group.clear();
    for (Buffer *buffer = first_; buffer != nullptr && group.size() < most_outputs; buffer = buffer->next) {
      const bool held = buffer->count() > buffer->uses; // by an array, not by expressions alone
      if (!held || (!group.empty() && !runs_with(*group.front(), *buffer)) || !buffer->retain_alive())
        continue;
      keep.push_back(Ref<Buffer>::adopt(buffer));
      group.push_back(buffer);
      if (!runs_with(*buffer, *buffer))
        break;
    }
    if (!group.empty())
      run(*this, group);
  } while (!group.empty());
}

void Pending::before_write(Buffer &target) {
  const auto guard = lock();
  if (target.uses > 0 || (target.foreign && foreign_reads_ > 0))
    submit_pending();
}

void Pending::expose(Buffer &buffer) {
  const auto guard = lock();
  if (buffer.foreign)
    return;
  buffer.foreign = true;
  foreign_reads_ += buffer.uses;
}

void Pending::unlink(Buffer &buffer) noexcept {
  (buffer.previous != nullptr ? buffer.previous->next : first_) = buffer.next;
  (buffer.next != nullptr ? buffer.next->previous : last_) = buffer.previous;
  buffer.previous = buffer.next = nullptr;
}

void Pending::remove(Buffer &buffer) noexcept {
  unlink(buffer);
  const std::unique_ptr<Expr> expr = std::move(buffer.expr);
  for (Input &input : expr->inputs)
    if (input.buffer) {
      --input.buffer->uses;
      foreign_reads_ -= input.buffer->foreign;
      if (input.buffer->borrowed)
        dead_.push_back(std::move(input.buffer));
    }
}

} // namespace weft::fuse
