// Arrays as views: making them, looking through them, and letting others at their memory.
#include "array/array.hpp"

#include "array/build.hpp"
#include "support/error.hpp"
#include "support/explain.hpp"

namespace weft::array {

namespace {

fuse::Pending &pending_of(const Array &array) {
  return fuse::Pending::of(*array.queue());
}

/// Throws unless every element of the layout lies in the buffer.
void check_bounds(const fuse::Layout &layout, std::size_t bytes, Dtype dtype) {
  const auto [first, last] = layout.bounds();
  if (first < 0 || last >= static_cast<std::ptrdiff_t>(bytes / item_size(dtype)))
    throw Error(Errc::invalid,
                "array: shape {} with strides {} from element {} reaches outside of its {} bytes of memory",
                fuse::text_of(layout.shape()), fuse::text_of(layout.strides()), layout.offset(), bytes);
}

Array part_of(const Array &array, std::ptrdiff_t part) {
  array.evaluate();
  Shape strides = array.strides();
  for (std::ptrdiff_t &stride : strides)
    stride *= 2;
  auto layout = fuse::make_layout(array.shape(), std::move(strides), 2 * array.offset() + part);
  return {array.buffer(), std::move(layout), ops::real_part(array.dtype()), array.writable()};
}

} // namespace

Array Array::empty(const Shape &shape, Dtype dtype, std::shared_ptr<Queue> queue, AllocationKind kind, char order) {
  auto layout = fuse::dense_layout(shape, order);
  const std::size_t bytes = fuse::bytes_of(*layout, dtype);
  auto memory = runtime::allocate_shared(bytes, kind, queue);
  void *base = memory.get();
  return {fuse::Ref(new Buffer(std::move(queue), kind, base, bytes, std::move(memory), false)), std::move(layout),
          dtype};
}

Array Array::from_memory(void *base, std::size_t bytes, std::shared_ptr<void> owner, AllocationKind kind,
                         std::shared_ptr<Queue> queue, const Shape &shape, const Shape &strides, std::ptrdiff_t offset,
                         Dtype dtype) {
  auto layout = fuse::make_layout(shape, strides, offset);
  check_bounds(*layout, bytes, dtype);
  return {fuse::Ref(new Buffer(std::move(queue), kind, base, bytes, std::move(owner), true)), std::move(layout), dtype};
}

const std::shared_ptr<Queue> &Array::queue() const noexcept {
  return buffer_->queue;
}

AllocationKind Array::usm_kind() const noexcept {
  return buffer_->kind;
}

Array Array::with_layout(const Shape &shape, const Shape &strides, std::ptrdiff_t offset) const {
  auto layout = fuse::make_layout(shape, strides, offset);
  check_bounds(*layout, buffer_->bytes, dtype_);
  return {buffer_, std::move(layout), dtype_, writable_};
}

Array Array::transposed(std::span<const int> axes) const {
  if (axes.size() != shape().size())
    throw Error(Errc::invalid, "transpose: {} axes for an array of {} dimensions", axes.size(), ndim());
  Shape shape_of(axes.size()), strides_of(axes.size());
  std::uint32_t seen = 0;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const int axis = axes[i];
    if (axis < 0 || axis >= ndim() || (seen >> axis & 1))
      throw Error(Errc::invalid, "transpose: axis {} is out of range or named twice", axis);
    seen |= 1u << axis;
    shape_of[i] = shape()[static_cast<std::size_t>(axis)];
    strides_of[i] = strides()[static_cast<std::size_t>(axis)];
  }
  return {buffer_, fuse::make_layout(std::move(shape_of), std::move(strides_of), offset()), dtype_, writable_};
}

Array Array::broadcast_to(const Shape &to) const {
  return {buffer_, fuse::broadcast(layout_, to), dtype_, false};
}

std::optional<Array> Array::reshaped_view(const Shape &to) const {
  auto layout = fuse::dense_layout(to, 'C');
  if (layout->size() != size())
    throw Error(Errc::invalid, "reshape: an array of shape {} has {} elements, {} has {}", fuse::text_of(shape()),
                size(), fuse::text_of(to), layout->size());
  auto strides_of = fuse::reshaped_strides(*layout_, to);
  if (!strides_of)
    return std::nullopt;
  return Array(buffer_, fuse::make_layout(to, std::move(*strides_of), offset()), dtype_, writable_);
}

Array Array::real() const {
  return ops::kind_of(dtype_) == ops::Kind::complex ? part_of(*this, 0) : *this;
}

Array Array::imag() const {
  if (ops::kind_of(dtype_) != ops::Kind::complex)
    throw Error(Errc::type, "imag: {} has no imaginary part in memory", name_of(dtype_));
  return part_of(*this, 1);
}

void *Array::base() const {
  fuse::Pending &pending = pending_of(*this);
  pending.expose(*buffer_); // what reads it from now on knows that others do, too
  pending.evaluate_for_writing(*buffer_);
  return buffer_->base();
}

std::shared_ptr<void> Array::owner() const {
  base();
  return buffer_->owner();
}

void Array::lend() const {
  base();
  fuse::Pending &pending = pending_of(*this);
  const auto guard = pending.lock();
  buffer_->lend([](Queue &queue) {
    try {
      queue.follow_all();
    } catch (const Error &error) { // nobody uses the memory of a device that is lost
      explain("array", "lent memory: {}", error.what());
    }
  });
}

void Array::publish() const {
  base();
  const auto guard = pending_of(*this).lock();
  buffer_->publish();
}

std::size_t Array::buffer_bytes() const {
  return buffer_->bytes;
}

void Array::evaluate() const {
  pending_of(*this).evaluate(*buffer_);
}

bool Array::evaluate_for(std::chrono::nanoseconds timeout) const {
  return pending_of(*this).evaluate(*buffer_, timeout);
}

bool Array::pending() const noexcept {
  const auto guard = pending_of(*this).lock();
  return buffer_->pending();
}

} // namespace weft::array
