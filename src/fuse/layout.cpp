// Strides of dense, broadcast and reshaped views.
#include "fuse/layout.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/error.hpp"

namespace weft::fuse {

namespace {

bool is_dense(const Shape &shape, const Shape &strides, bool last_fastest) noexcept {
  std::ptrdiff_t expected = 1;
  for (std::size_t k = 0; k < shape.size(); ++k) {
    const std::size_t i = last_fastest ? shape.size() - 1 - k : k;
    if (shape[i] == 1)
      continue;
    if (strides[i] != expected)
      return false;
    expected *= shape[i];
  }
  return true;
}

/// Elements farther than this from the first cannot be addressed, whatever their size.
constexpr std::ptrdiff_t farthest = std::numeric_limits<std::ptrdiff_t>::max() / 16;

/// As if extents of 0 were 1 where it checks: the strides of the others have to be numbers, too.
std::size_t count_of(const Shape &shape) {
  std::ptrdiff_t count = 1;
  bool empty = false;
  for (std::ptrdiff_t extent : shape) {
    if (extent < 0)
      throw Error(Errc::invalid, "shape: {} has a negative extent", text_of(shape));
    empty |= extent == 0;
    if (extent != 0 && (__builtin_mul_overflow(count, extent, &count) || count > farthest))
      throw Error(Errc::invalid, "shape: {} has more elements than memory could hold", text_of(shape));
  }
  return empty ? 0 : static_cast<std::size_t>(count);
}

/// Fills strides so that the axes, fastest first, lie dense.
Shape dense_strides(const Shape &shape, std::span<const std::size_t> fastest_first) {
  Shape strides(shape.size());
  std::ptrdiff_t stride = 1;
  for (std::size_t axis : fastest_first) {
    strides[axis] = stride;
    stride *= std::max<std::ptrdiff_t>(shape[axis], 1);
  }
  return strides;
}

/// The stride of an input along an axis of what it broadcasts to; 0 where it has but one element.
std::ptrdiff_t stride_along(const Layout &input, std::size_t ndim, std::size_t axis) {
  const std::size_t missing = ndim - input.ndim();
  return axis < missing || input.shape()[axis - missing] == 1 ? 0 : input.strides()[axis - missing];
}

enum class Order { unknown, faster, slower };

/// Whether axis `a` is closer to neighbours in memory than the one that is faster so far. That one stays so where any
/// input says it; one that repeats its elements along either axis says nothing, unless it is the only one.
Order order_of(std::span<const LayoutRef> inputs, std::size_t ndim, std::size_t a, std::size_t so_far) {
  Order order = Order::unknown;
  for (const LayoutRef &input : inputs) {
    const std::ptrdiff_t step = std::abs(stride_along(*input, ndim, a));
    const std::ptrdiff_t other = std::abs(stride_along(*input, ndim, so_far));
    if (inputs.size() > 1 && (step == 0 || other == 0))
      continue;
    if (step >= other)
      return Order::slower;
    order = Order::faster;
  }
  return order;
}

/// Fastest first. An axis goes before those that it is faster than, and past those of which nothing is known to reach
/// one, as in NumPy.
void sort_axes(std::span<std::size_t> axes, std::span<const LayoutRef> inputs) {
  for (std::size_t n = 1; n < axes.size(); ++n) {
    std::size_t place = n;
    for (std::size_t i = n; i-- > 0;) {
      const Order order = order_of(inputs, axes.size(), axes[n], axes[i]);
      if (order == Order::slower)
        break;
      if (order == Order::faster)
        place = i;
    }
    std::rotate(axes.begin() + static_cast<std::ptrdiff_t>(place), axes.begin() + static_cast<std::ptrdiff_t>(n),
                axes.begin() + static_cast<std::ptrdiff_t>(n) + 1);
  }
}

bool runs_backwards(std::span<const LayoutRef> inputs, std::size_t ndim, std::size_t axis) {
  return !inputs.empty() &&
         std::ranges::all_of(inputs, [&](const LayoutRef &input) { return stride_along(*input, ndim, axis) < 0; });
}

} // namespace

Layout::Layout(Shape shape, Shape strides, std::ptrdiff_t offset)
    : shape_(std::move(shape)), strides_(std::move(strides)), offset_(offset) {
  WEFT_CHECK(shape_.size() == strides_.size(), "layout: {} extents, {} strides", shape_.size(), strides_.size());
  if (shape_.size() > max_dims)
    throw Error(Errc::invalid, "shape: {} dimensions, at most {} are supported", shape_.size(), max_dims);
  size_ = count_of(shape_);
  find_bounds();
  c_contiguous_ = size_ == 0 || is_dense(shape_, strides_, true);
  f_contiguous_ = size_ == 0 || is_dense(shape_, strides_, false);
}

void Layout::find_bounds() {
  std::ptrdiff_t first = offset_, last = offset_;
  bool beyond = std::abs(offset_) > farthest;
  for (std::size_t i = 0; i < shape_.size() && !beyond; ++i) {
    std::ptrdiff_t reach = 0;
    beyond = strides_[i] < -farthest || strides_[i] > farthest ||
             __builtin_mul_overflow(strides_[i], std::max<std::ptrdiff_t>(shape_[i] - 1, 0), &reach) ||
             reach < -farthest || reach > farthest;
    (reach < 0 ? first : last) += reach;
    beyond |= first < -farthest || last > farthest;
  }
  if (beyond)
    throw Error(Errc::invalid, "array: shape {} with strides {} from element {} reaches beyond what can be addressed",
                text_of(shape_), text_of(strides_), offset_);
  if (size_ != 0)
    bounds_ = {first, last};
}

LayoutRef make_layout(Shape shape, Shape strides, std::ptrdiff_t offset) {
  return LayoutRef(new Layout(std::move(shape), std::move(strides), offset));
}

LayoutRef dense_layout(const Shape &shape, char order) {
  count_of(shape);
  if (shape.size() > max_dims)
    throw Error(Errc::invalid, "shape: {} dimensions, at most {} are supported", shape.size(), max_dims);
  std::array<std::size_t, max_dims> axes;
  for (std::size_t i = 0; i < shape.size(); ++i)
    axes[i] = order == 'F' ? i : shape.size() - 1 - i;
  return make_layout(shape, dense_strides(shape, std::span(axes.data(), shape.size())));
}

LayoutRef dense_layout_like(const Shape &shape, std::span<const LayoutRef> inputs) {
  std::array<std::size_t, max_dims> axes;
  const std::size_t n = shape.size();
  for (std::size_t i = 0; i < n; ++i)
    axes[i] = n - 1 - i;
  sort_axes(std::span(axes.data(), n), inputs);
  const LayoutRef dense = make_layout(shape, dense_strides(shape, std::span(axes.data(), n)));
  std::uint32_t backwards = 0;
  for (std::size_t i = 0; i < n && dense->size() != 0; ++i)
    if (runs_backwards(inputs, n, i))
      backwards |= 1u << i;
  return backwards == 0 ? dense : reversed(dense, backwards);
}

LayoutRef reversed(const LayoutRef &layout, std::uint32_t axes) {
  Shape strides = layout->strides();
  std::ptrdiff_t offset = layout->offset();
  for (std::size_t i = 0; i < layout->ndim(); ++i)
    if (axes >> i & 1) {
      offset += strides[i] * (layout->shape()[i] - 1);
      strides[i] = -strides[i];
    }
  return make_layout(layout->shape(), std::move(strides), offset);
}

std::uint32_t backward_axes(const Layout &layout) noexcept {
  std::uint32_t axes = 0;
  for (std::size_t i = 0; i < layout.ndim(); ++i)
    if (layout.strides()[i] < 0)
      axes |= 1u << i;
  return axes;
}

LayoutRef broadcast(const LayoutRef &layout, const Shape &shape) {
  if (layout->shape() == shape)
    return layout;
  const std::size_t missing = shape.size() - layout->ndim();
  bool fits = shape.size() >= layout->ndim();
  Shape strides(shape.size());
  for (std::size_t i = 0; fits && i < layout->ndim(); ++i) {
    const std::ptrdiff_t extent = layout->shape()[i];
    fits = extent == shape[i + missing] || extent == 1;
    strides[i + missing] = extent == 1 ? 0 : layout->strides()[i];
  }
  if (!fits)
    throw Error(Errc::invalid, "broadcast: {} cannot be stretched to {}", text_of(layout->shape()), text_of(shape));
  return make_layout(shape, std::move(strides), layout->offset());
}

std::optional<Shape> reshaped_strides(const Layout &layout, const Shape &shape) {
  if (layout.size() == 0)
    return dense_layout(shape, 'C')->strides();
  Shape from, steps; // the axes that matter
  for (std::size_t i = 0; i < layout.ndim(); ++i)
    if (layout.shape()[i] != 1) {
      from.push_back(layout.shape()[i]);
      steps.push_back(layout.strides()[i]);
    }
  Shape strides(shape.size());
  std::size_t i = 0, k = 0;
  while (i < from.size()) { // match runs of old axes with runs of new ones of the same extent
    std::size_t i_end = i + 1, k_end = k;
    std::ptrdiff_t old_count = from[i], new_count = 1;
    while (new_count != old_count || k_end == k) {
      if (new_count < old_count || k_end == k) {
        if (k_end == shape.size())
          return std::nullopt;
        new_count *= shape[k_end++];
      } else {
        if (i_end == from.size())
          return std::nullopt;
        old_count *= from[i_end++];
      }
    }
    for (std::size_t j = i; j + 1 < i_end; ++j)
      if (steps[j] != from[j + 1] * steps[j + 1])
        return std::nullopt;
    std::ptrdiff_t stride = steps[i_end - 1];
    for (std::size_t j = k_end; j-- > k;) {
      strides[j] = stride;
      stride *= shape[j];
    }
    i = i_end;
    k = k_end;
  }
  for (; k < shape.size(); ++k)
    strides[k] = 1;
  return strides;
}

std::string text_of(std::span<const std::ptrdiff_t> values) {
  return fmt::format("({}{})", fmt::join(values, ", "), values.size() == 1 ? "," : "");
}

} // namespace weft::fuse
