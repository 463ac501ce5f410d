// Makes the node that reads at computed places.
#include "array/take.hpp"

#include <limits>

#include "array/build.hpp"

namespace weft::array {

namespace {

using ops::Op;

/// Where indices lead, from 0 on.
Array places_of(const Array &indices, const IndexedAxes &axes) {
  if (axes.extent == 0)
    return indices;
  const auto number = [](std::ptrdiff_t value) { return input_of(Scalar{std::int64_t{value}}, Dtype::i64); };
  ops::Loop loop;
  loop.result = Dtype::i64;
  loop.inputs = {Dtype::i64, Dtype::i64, Dtype::i64};
  loop.arity = axes.clips ? 3 : 2;
  auto expr = call_expr(axes.clips ? Op::clip : Op::wrap_index, loop);
  expr->inputs[0] = input_of(indices, indices.shape());
  expr->inputs[1] = number(axes.clips ? 0 : axes.extent);
  if (axes.clips)
    expr->inputs[2] = number(axes.extent - 1);
  const LayoutRef &layout = indices.layout();
  return array_like(indices.queue(), indices.usm_kind(), indices.shape(), std::span(&layout, 1), 'K', std::move(expr));
}

/// The loop's axes are those of the result; `strides` names the ones that an operand runs along.
Input operand(const Array &array, const Shape &shape, Shape strides) {
  Input input;
  input.buffer = array.buffer();
  input.view = LayoutRef(new fuse::Layout(shape, std::move(strides), array.offset()));
  input.dtype = array.dtype();
  return input;
}

} // namespace

Array take(const Array &x, const Array &indices, const IndexedAxes &axes) {
  const bool is_wide = indices.dtype() == Dtype::u64; // what is beyond int64 is beyond the axis as well
  const Array narrow =
      is_wide ? binary(Op::minimum, indices, Scalar{std::numeric_limits<std::int64_t>::max()}) : indices;
  const Array places = places_of(narrow, axes);
  const auto first = static_cast<std::size_t>(axes.first), end = first + static_cast<std::size_t>(axes.count);
  Shape shape, along_x, along_indices;
  const auto add = [&](std::ptrdiff_t extent, std::ptrdiff_t in_x, std::ptrdiff_t in_indices) {
    shape.push_back(extent);
    along_x.push_back(in_x);
    along_indices.push_back(in_indices);
  };
  for (std::size_t axis = 0; axis < first; ++axis)
    add(x.shape()[axis], x.strides()[axis], 0);
  for (std::size_t axis = 0; axis < places.shape().size(); ++axis)
    add(places.shape()[axis], 0, places.strides()[axis]);
  for (std::size_t axis = end; axis < x.shape().size(); ++axis)
    add(x.shape()[axis], x.strides()[axis], 0);
  if (shape.size() > fuse::max_dims)
    throw Error(Errc::invalid, "take: a result of {} dimensions; {} are the most", shape.size(), fuse::max_dims);
  auto expr = cast_expr(operand(x, shape, std::move(along_x)), x.dtype());
  if (axes.stride != 0) { // else every index leads to the same element
    expr->kind = ExprKind::gather;
    expr->arity = 2;
    expr->inputs[1] = operand(places, shape, std::move(along_indices));
    expr->index_stride = axes.stride;
  }
  return array_of(x.queue(), coerce(x.usm_kind(), indices.usm_kind()), fuse::dense_layout(shape, 'C'), std::move(expr));
}

} // namespace weft::array
