// Takes a view's offset and strides apart into positions along the producer's axes.
#include "fuse/affine.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace weft::fuse {

namespace {

/// Axes with more than one element, slowest first.
std::size_t axes_slowest_first(const Layout &layout, std::array<std::size_t, max_dims> &axes) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < layout.ndim(); ++i)
    if (layout.shape()[i] > 1)
      axes[count++] = i;
  sort_few(axes.begin(), axes.begin() + count,
           [&](std::size_t a, std::size_t b) { return layout.strides()[a] > layout.strides()[b]; });
  return count;
}

} // namespace

AffineMap AffineMap::identity(std::size_t axes, std::size_t from) {
  AffineMap map(axes, from);
  for (std::size_t i = 0; i < axes; ++i)
    map.coefficient(i, i) = 1;
  return map;
}

std::optional<AffineMap> positions_of(const Layout &view, const Layout &producer) {
  std::array<std::size_t, max_dims> axes;
  const std::size_t count = axes_slowest_first(producer, axes);
  AffineMap map(producer.ndim(), view.ndim());
  std::array<std::ptrdiff_t, max_dims> lowest{}, highest{};
  std::ptrdiff_t rest = view.offset();
  for (std::size_t k = 0; k < count; ++k) {
    const std::ptrdiff_t stride = producer.strides()[axes[k]];
    map.base(axes[k]) = lowest[k] = highest[k] = rest / stride;
    rest %= stride;
  }
  for (std::size_t j = 0; j < view.ndim(); ++j) {
    const std::ptrdiff_t step = view.strides()[j], extent = view.shape()[j];
    if (extent <= 1 || step == 0)
      continue;
    std::size_t k = 0;
    while (k < count && step % producer.strides()[axes[k]] != 0)
      ++k;
    if (k == count)
      return std::nullopt;
    const std::ptrdiff_t coefficient = step / producer.strides()[axes[k]];
    map.coefficient(axes[k], j) = coefficient;
    (coefficient < 0 ? lowest[k] : highest[k]) += coefficient * (extent - 1);
  }
  for (std::size_t k = 0; k < count; ++k)
    if (lowest[k] < 0 || highest[k] >= producer.shape()[axes[k]])
      return std::nullopt;
  return map;
}

AffineMap compose(const AffineMap &outer, const AffineMap &inner) {
  AffineMap map(outer.axes(), inner.from());
  for (std::size_t axis = 0; axis < outer.axes(); ++axis) {
    map.base(axis) = outer.base(axis);
    for (std::size_t j = 0; j < outer.from(); ++j) {
      const std::ptrdiff_t coefficient = outer.coefficient(axis, j);
      if (coefficient == 0)
        continue;
      map.base(axis) += coefficient * inner.base(j);
      for (std::size_t d = 0; d < inner.from(); ++d)
        map.coefficient(axis, d) += coefficient * inner.coefficient(j, d);
    }
  }
  return map;
}

bool same_elements(const Layout &view, const Layout &producer) noexcept {
  return &view == &producer || (view.offset() == producer.offset() && view.shape() == producer.shape() &&
                                view.strides() == producer.strides());
}

} // namespace weft::fuse
