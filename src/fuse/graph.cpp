// Buffers come and go.
#include "fuse/graph.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "fuse/pending.hpp"

namespace weft::fuse {

std::size_t bytes_of(const Layout &layout, Dtype dtype) noexcept {
  return std::max<std::size_t>(layout.size(), 1) * item_size(dtype);
}

Buffer::Buffer(std::shared_ptr<Queue> queue_, AllocationKind kind_, void *base, std::size_t bytes_,
               std::shared_ptr<void> owner, bool borrowed_)
    : queue(std::move(queue_)), kind(kind_), bytes(bytes_), borrowed(borrowed_), base_(base), owner_(std::move(owner)),
      foreign_(borrowed_) {}

Buffer::Buffer(std::shared_ptr<Queue> queue_, AllocationKind kind_, LayoutRef layout_, Dtype dtype_,
               std::unique_ptr<Expr> expr)
    : queue(std::move(queue_)), kind(kind_), bytes(bytes_of(*layout_, dtype_)), dtype(dtype_),
      layout(std::move(layout_)), expr_(std::move(expr)) {}

void Buffer::allocate() {
  owner_ = runtime::allocate_shared(bytes, kind, queue);
  base_ = owner_.get();
}

std::unique_ptr<Expr> Buffer::become_memory() noexcept {
  constant_ = constant_of(*this);
  return std::move(expr_);
}

void Buffer::filled(const void *number, std::size_t bytes_of_it) noexcept {
  std::memcpy(constant_.emplace().data(), number, bytes_of_it);
}

std::unique_ptr<Expr> Buffer::rewrite(std::unique_ptr<Expr> expr) noexcept {
  recomputed = false;
  return std::exchange(expr_, std::move(expr));
}

void Buffer::lend(const std::function<void(Queue &)> &follow) {
  if (std::exchange(lent_, true))
    return;
  owner_ = {base_, [memory = owner_, queue = queue, follow](void *) { follow(*queue); }};
}

std::optional<Number> constant_of(const Buffer &buffer) noexcept {
  if (!buffer.pending())
    return buffer.constant();
  const Expr &expr = *buffer.expr();
  const bool is_number = expr.kind == ExprKind::cast && !expr.inputs[0].buffer && expr.inputs[0].dtype == expr.result;
  return is_number && buffer.layout->size() == 1 ? std::optional(expr.inputs[0].number) : std::nullopt;
}

std::uint64_t next_visit() noexcept {
  static constinit std::atomic<std::uint64_t> visits = 0;
  return visits.fetch_add(1, std::memory_order_relaxed) + 1;
}

void Buffer::destroy(Buffer *buffer) noexcept {
  if (buffer->pending()) {
    Pending &pending = Pending::of(*buffer->queue);
    const auto guard = pending.lock();
    pending.remove(*buffer);
  }
  delete buffer;
}

} // namespace weft::fuse
