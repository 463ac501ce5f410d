// Copies: to another dtype, layout or queue, and to and from the host.
#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "array/build.hpp"
#include "array/host_copy.hpp"
#include "support/error.hpp"

namespace weft::array {

namespace {

bool host_can_read(const Array &array) {
  return array.usm_kind() != AllocationKind::device || array.queue()->device()->has(runtime::Aspect::cpu);
}

/// Waits for what was submitted, and for that only: pending work that nobody asked for stays pending.
void wait_submitted(Queue &queue) {
  if (!queue.idle())
    for (const runtime::Event &event : queue.outstanding())
      event.wait();
  queue.throw_asynchronous(); // a kernel that failed has left no values to read
}

void check_host_strides(const Array &array, const Shape &strides, const char *function) {
  if (strides.size() != array.shape().size())
    throw Error(Errc::invalid, "{}: {} strides for an array of {} dimensions", function, strides.size(), array.ndim());
}

} // namespace

void Array::copy_to_host(void *to, const Shape &host_strides_bytes) const {
  check_host_strides(*this, host_strides_bytes, "copy to host");
  evaluate();
  const HostView host{static_cast<std::byte *>(to), host_strides_bytes};
  if (host_can_read(*this)) {
    wait_submitted(*queue());
    copy_host(host, host_view(*this), shape(), item_size(dtype_));
    return;
  }
  const Array dense = c_contiguous() ? *this : copy(*this, 'C');
  dense.evaluate();
  const std::size_t item = item_size(dtype_);
  const std::byte *from =
      static_cast<std::byte *>(dense.buffer()->base()) + dense.offset() * static_cast<std::ptrdiff_t>(item);
  const HostView there = dense_view(host.first, shape(), item);
  if (std::ranges::equal(there.strides, host.strides)) {
    queue()->transfer_internal(host.first, from, size() * item);
    return wait_submitted(*queue());
  }
  const auto staged = std::make_unique_for_overwrite<std::byte[]>(size() * item);
  queue()->transfer_internal(staged.get(), from, size() * item);
  wait_submitted(*queue());
  copy_host(host, dense_view(staged.get(), shape(), item), shape(), item);
}

void Array::copy_from_host(const void *from, const Shape &host_strides_bytes) const {
  check_host_strides(*this, host_strides_bytes, "copy from host");
  if (!writable_)
    throw Error(Errc::invalid, "copy from host: the target is read-only");
  fuse::Pending &pending = fuse::Pending::of(*queue());
  const HostView host{static_cast<std::byte *>(const_cast<void *>(from)), host_strides_bytes};
  pending.evaluate_for_writing(*buffer_);
  if (host_can_read(*this)) {
    wait_submitted(*queue());
    copy_host(host_view(*this), host, shape(), item_size(dtype_));
    return;
  }
  const std::size_t item = item_size(dtype_);
  const std::byte *source = host.first;
  std::unique_ptr<std::byte[]> staged;
  if (!std::ranges::equal(dense_view(host.first, shape(), item).strides, host.strides)) {
    staged = std::make_unique_for_overwrite<std::byte[]>(size() * item);
    copy_host(dense_view(staged.get(), shape(), item), host, shape(), item);
    source = staged.get();
  }
  const Array dense = c_contiguous() ? *this : Array::empty(shape(), dtype_, queue(), usm_kind());
  std::byte *to = static_cast<std::byte *>(dense.buffer()->base()) + dense.offset() * static_cast<std::ptrdiff_t>(item);
  queue()->transfer_internal(to, source, size() * item);
  if (!c_contiguous())
    assign(*this, dense);
}

bool Array::fill_at_once(const void *from, std::size_t most_bytes) const {
  const std::size_t bytes = size() * item_size(dtype_);
  if (bytes > most_bytes || !host_can_read(*this) || !queue()->idle())
    return false;
  if (bytes != 0)
    std::memcpy(buffer_->base(), from, bytes);
  if (size() == 1)
    buffer_->filled(from, bytes);
  return true;
}

Array astype(const Array &x, Dtype dtype, char order, bool copies) {
  check_order(order, "astype");
  const bool lies_so =
      order == 'K' || (order == 'C' && x.c_contiguous()) || (order == 'F' && x.f_contiguous()) || order == 'A';
  if (!copies && x.dtype() == dtype && lies_so)
    return x;
  return array_like(x.queue(), x.usm_kind(), x.shape(), std::span(&x.layout(), 1), order,
                    cast_expr(input_of(x, x.shape()), dtype));
}

Array copy(const Array &x, char order) {
  return astype(x, x.dtype(), order, true);
}

namespace {
bool shares_memory(const Queue &a, const Queue &b) {
  return a.device() == b.device() && a.context() == b.context();
}

/// After all that was submitted to `source`; waits for it.
void copy_across(Queue &target, void *to, Queue &source, const void *from, std::size_t bytes) {
  if (source.device()->platform() == target.device()->platform())
    return target.copy_internal(to, from, bytes, source.outstanding()).wait();
  if (target.device()->shares_host_memory())
    return source.transfer_internal(to, from, bytes);
  if (source.device()->shares_host_memory()) {
    wait_submitted(source);
    return target.transfer_internal(to, from, bytes);
  }
  const auto staged = std::make_unique_for_overwrite<std::byte[]>(bytes);
  source.transfer_internal(staged.get(), from, bytes);
  target.transfer_internal(to, staged.get(), bytes);
}
} // namespace

Array to_queue(const Array &x, std::shared_ptr<Queue> queue, AllocationKind kind) {
  if (x.queue() == queue && x.usm_kind() == kind)
    return x;
  if (x.queue() == queue)
    return array_like(queue, kind, x.shape(), std::span(&x.layout(), 1), 'K',
                      cast_expr(input_of(x, x.shape()), x.dtype()));
  if (x.usm_kind() == kind && shares_memory(*x.queue(), *queue)) {
    void *const base = x.base();
    if (const std::vector<runtime::Event> before = x.queue()->outstanding(); !before.empty())
      queue->barrier(before);
    Array view = Array::from_memory(base, x.buffer_bytes(), x.owner(), kind, queue, x.shape(), x.strides(), x.offset(),
                                    x.dtype());
    view.set_writable(x.writable());
    return view;
  }
  const Array dense = x.c_contiguous() ? x : copy(x, 'C');
  dense.evaluate();
  const std::size_t item = item_size(x.dtype());
  const Array moved = Array::empty(x.shape(), x.dtype(), queue, kind);
  const std::byte *from =
      static_cast<std::byte *>(dense.buffer()->base()) + dense.offset() * static_cast<std::ptrdiff_t>(item);
  copy_across(*queue, moved.buffer()->base(), *x.queue(), from, x.size() * item);
  return moved;
}

} // namespace weft::array
