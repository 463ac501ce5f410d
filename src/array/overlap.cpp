// Compares the addresses an expression reads with those a write covers.
#include "array/overlap.hpp"

#include <algorithm>
#include <vector>

namespace weft::array {

namespace {

using fuse::Buffer;
using fuse::Expr;
using fuse::Input;
using fuse::Layout;

struct Range {
  const std::byte *first = nullptr, *last = nullptr; ///< Past the end.
};

Range range_of(const Buffer &buffer, const Layout &layout, Dtype dtype) {
  const auto [low, high] = layout.bounds();
  const auto size = static_cast<std::ptrdiff_t>(item_size(dtype));
  const auto *base = static_cast<const std::byte *>(buffer.base());
  return {base + low * size, base + (high + 1) * size};
}

/// A view that names one element twice cannot be written element for element.
bool overlaps_itself(const Layout &layout) {
  std::ptrdiff_t reach = 0, stride = 0;
  Shape strides, extents;
  for (std::size_t i = 0; i < layout.ndim(); ++i)
    if (layout.shape()[i] > 1) {
      strides.push_back(std::abs(layout.strides()[i]));
      extents.push_back(layout.shape()[i]);
    }
  while (!strides.empty()) { // fastest first: each stride has to step over all that is faster
    const std::size_t fastest =
        static_cast<std::size_t>(std::min_element(strides.begin(), strides.end()) - strides.begin());
    stride = strides[fastest];
    if (stride <= reach)
      return true;
    reach += stride * (extents[fastest] - 1);
    strides.erase(fastest);
    extents.erase(fastest);
  }
  return false;
}

class Reads {
public:
  explicit Reads(const Array &target)
      : target_(target), range_(range_of(*target.buffer(), *target.layout(), target.dtype())),
        self_overlap_(overlaps_itself(*target.layout())) {}

  /// `aligned`: the expression's positions are the target's.
  bool elsewhere(const Expr &expr, bool aligned) {
    if (expr.kind == fuse::ExprKind::algorithm) // done before anything is written
      return false;
    aligned &= expr.kind != fuse::ExprKind::reduce;
    if (expr.kind == fuse::ExprKind::gather && anywhere(*expr.inputs[0].buffer))
      return true;
    return std::ranges::any_of(expr.fusible(), [&](const Input &input) { return elsewhere(input, aligned); });
  }

  bool elsewhere(const Input &input, bool aligned) {
    if (!input.buffer)
      return false;
    if (input.buffer->pending()) {
      const bool whole = input.view->shape() == input.buffer->layout->shape() &&
                         input.view->strides() == input.buffer->layout->strides();
      const Seen seen{input.buffer.get(), aligned && whole};
      if (std::ranges::find(seen_, seen) != seen_.end())
        return false;
      seen_.push_back(seen);
      return elsewhere(*input.buffer->expr(), seen.aligned);
    }
    const Range read = range_of(*input.buffer, *input.view, input.dtype);
    if (read.last <= range_.first || range_.last <= read.first)
      return false;
    return !(aligned && !self_overlap_ && read.first == range_.first && input.dtype == target_.dtype() &&
             input.view->shape() == target_.shape() && input.view->strides() == target_.strides());
  }

private:
  struct Seen {
    const Buffer *buffer;
    bool aligned;
    bool operator==(const Seen &) const = default;
  };

  /// Of a buffer any element of which may be read.
  bool anywhere(const Buffer &buffer) {
    if (buffer.pending())
      return elsewhere(*buffer.expr(), false);
    const auto *first = static_cast<const std::byte *>(buffer.base());
    return first < range_.last && range_.first < first + buffer.bytes;
  }

  const Array &target_;
  Range range_;
  bool self_overlap_;
  std::vector<Seen> seen_;
};

} // namespace

bool reads_elsewhere(const Expr &expr, const Array &target, bool positions_agree) {
  return target.size() != 0 && Reads(target).elsewhere(expr, positions_agree);
}

bool reads_any(std::span<const Input> inputs, const Array &target) {
  Reads reads(target);
  return target.size() != 0 &&
         std::ranges::any_of(inputs, [&](const Input &input) { return reads.elsewhere(input, false); });
}

} // namespace weft::array
