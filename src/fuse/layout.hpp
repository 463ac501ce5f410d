// Where the elements of a view lie.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "fuse/ref.hpp"
#include "fuse/shape.hpp"

namespace weft::fuse {

inline constexpr std::size_t max_dims = 32;

/// Shape, strides and offset, in elements. Immutable and shared between arrays and the expressions that read them.
class Layout : public Counted {
public:
  /// Throws Error(invalid) for negative extents, and where an element could not be addressed.
  Layout(Shape shape, Shape strides, std::ptrdiff_t offset);
  static void destroy(const Layout *layout) noexcept { delete layout; }

  const Shape &shape() const noexcept { return shape_; }
  const Shape &strides() const noexcept { return strides_; }
  std::ptrdiff_t offset() const noexcept { return offset_; }
  std::size_t size() const noexcept { return size_; }
  std::size_t ndim() const noexcept { return shape_.size(); }
  bool c_contiguous() const noexcept { return c_contiguous_; }
  bool f_contiguous() const noexcept { return f_contiguous_; }

  /// First and last element touched; {0, -1} if there are none.
  std::pair<std::ptrdiff_t, std::ptrdiff_t> bounds() const noexcept { return bounds_; }

private:
  void find_bounds();

  Shape shape_, strides_;
  std::ptrdiff_t offset_ = 0;
  std::pair<std::ptrdiff_t, std::ptrdiff_t> bounds_{0, -1};
  std::size_t size_ = 1;
  bool c_contiguous_ = true, f_contiguous_ = true;
};

using LayoutRef = Ref<const Layout>;

LayoutRef make_layout(Shape shape, Shape strides, std::ptrdiff_t offset = 0);

/// Dense, last dimension fastest for 'C', first for 'F'. Throws Error(invalid) for negative extents or too many
/// dimensions.
LayoutRef dense_layout(const Shape &, char order);

/// Dense, its dimensions in the memory order of `inputs`, which broadcast to `shape` (NumPy's 'K': where they disagree,
/// that of 'C'). A dimension that runs backwards in all of them does so here, as dpctl's.
LayoutRef dense_layout_like(const Shape &, std::span<const LayoutRef> inputs);

/// The same elements with these axes (bits) walked the other way.
LayoutRef reversed(const LayoutRef &, std::uint32_t axes);
std::uint32_t backward_axes(const Layout &) noexcept; ///< Those of negative stride.

/// Stretches extents of 1; throws Error(invalid) naming both shapes.
LayoutRef broadcast(const LayoutRef &, const Shape &);

/// The strides of the same elements under another shape, if views can express it.
std::optional<Shape> reshaped_strides(const Layout &, const Shape &);

std::string text_of(std::span<const std::ptrdiff_t>); ///< As "(3, 4)".

} // namespace weft::fuse
