// Makes the nodes that read and write at computed places.
#include "array/indexing.hpp"

#include <limits>

#include "array/at_once.hpp"
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

/// Loops over the axes of x with those of the indices in place of the indexed ones.
struct IndexedLoops {
  IndexedLoops(const Array &x, const Array &indices, const IndexedAxes &axes, std::string_view function)
      : places(places_of(indices, axes)) {
    check_queues(x, indices, function);
    const auto first = static_cast<std::size_t>(axes.first), end = first + static_cast<std::size_t>(axes.count);
    for (std::size_t axis = 0; axis < first; ++axis)
      add(x.shape()[axis], x.strides()[axis], 0);
    for (std::size_t axis = 0; axis < places.shape().size(); ++axis)
      add(places.shape()[axis], 0, places.strides()[axis]);
    for (std::size_t axis = end; axis < x.shape().size(); ++axis)
      add(x.shape()[axis], x.strides()[axis], 0);
    if (shape.size() > fuse::max_dims)
      throw Error(Errc::invalid, "{}: a result of {} dimensions; {} are the most", function, shape.size(),
                  fuse::max_dims);
  }

  /// An operand that runs along them by these strides.
  Input operand(const Array &array, const Shape &strides) const {
    Input input;
    input.buffer = array.buffer();
    input.view = layout(array, strides);
    input.dtype = array.dtype();
    return input;
  }
  LayoutRef layout(const Array &array, const Shape &strides) const {
    return LayoutRef(new fuse::Layout(shape, strides, array.offset()));
  }

  Array places;
  Shape shape, along_x, along_indices;

private:
  void add(std::ptrdiff_t extent, std::ptrdiff_t in_x, std::ptrdiff_t in_indices) {
    shape.push_back(extent);
    along_x.push_back(in_x);
    along_indices.push_back(in_indices);
  }
};

/// What is beyond int64 is beyond the axis as well.
Array narrow(const Array &indices) {
  return indices.dtype() == Dtype::u64 ? binary(Op::minimum, indices, Scalar{std::numeric_limits<std::int64_t>::max()})
                                       : indices;
}

/// Both over the common shape of x and the indices: a line of x by its first element.
struct Lines {
  Lines(const Array &x, const Array &indices, int axis, bool clips, std::string_view function, Errc code)
      : places(places_of(narrow(indices), {.extent = x.shape()[static_cast<std::size_t>(axis)], .clips = clips})) {
    check_queues(x, indices, function);
    const auto along = static_cast<std::size_t>(axis);
    Shape across = x.shape(), strides = x.strides();
    step = strides[along];
    if (across[along] == 0 && indices.size() != 0)
      throw Error(Errc::index, "{}: an axis without elements has none to index", function);
    across[along] = 1;
    strides[along] = 0;
    for (std::size_t i = 0; i < across.size(); ++i)
      if (across[i] != indices.shape()[i] && across[i] != 1 && indices.shape()[i] != 1)
        throw Error(code, "{}: indices of shape {} do not go with an array of shape {} along axis {}", function,
                    fuse::text_of(indices.shape()), fuse::text_of(x.shape()), axis);
    const Shape both[] = {across, indices.shape()};
    shape = broadcast_shapes(both);
    firsts = fuse::broadcast(fuse::make_layout(across, strides, x.offset()), shape);
  }

  Input first_of(const Array &x) const {
    Input input;
    input.buffer = x.buffer();
    input.view = firsts;
    input.dtype = x.dtype();
    return input;
  }

  Array places;
  Shape shape;
  LayoutRef firsts;
  std::ptrdiff_t step = 0;
};

} // namespace

Array offsets(const Array &x, std::span<const Array> indices, int first, bool clips) {
  Array sum;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const std::size_t axis = static_cast<std::size_t>(first) + i;
    const Array places = places_of(narrow(indices[i]), {.extent = x.shape()[axis], .clips = clips});
    const std::int64_t stride = x.strides()[axis];
    const Array term = stride == 1 ? places : binary(Op::multiply, places, Scalar{stride});
    sum = i == 0 ? term : binary(Op::add, sum, term);
  }
  return sum;
}

Array take_along(const Array &x, const Array &indices, int axis, bool clips) {
  const Lines lines(x, indices, axis, clips, "take_along_axis", Errc::index);
  auto expr = cast_expr(lines.first_of(x), x.dtype());
  if (lines.step != 0) {
    expr->kind = ExprKind::gather;
    expr->arity = 2;
    expr->inputs[1] = input_of(lines.places, lines.shape);
    expr->index_stride = lines.step;
  }
  return array_of(x.queue(), coerce(x.usm_kind(), indices.usm_kind()), fuse::dense_layout(lines.shape, 'C'),
                  std::move(expr));
}

void put_along(const Array &x, const Array &indices, int axis, bool clips, const Operand &values) {
  if (!x.writable())
    throw Error(Errc::invalid, "put_along_axis: the target is read-only");
  const Lines lines(x, indices, axis, clips, "put_along_axis", Errc::invalid);
  auto stored = cast_expr(assigned(x, lines.shape, values), x.dtype());
  if (lines.step == 0)
    return store(std::move(stored), x.with_layout(lines.shape, lines.firsts->strides(), x.offset()));
  auto places = cast_expr(input_of(lines.places, lines.shape), Dtype::i64);
  store_at(std::move(stored), std::move(places), lines.step, *lines.firsts, x);
}

Array take(const Array &x, const Array &indices, const IndexedAxes &axes) {
  const IndexedLoops loops(x, narrow(indices), axes, "take");
  auto expr = cast_expr(loops.operand(x, loops.along_x), x.dtype());
  if (axes.stride != 0) { // else every index leads to the same element
    expr->kind = ExprKind::gather;
    expr->arity = 2;
    expr->inputs[1] = loops.operand(loops.places, loops.along_indices);
    expr->index_stride = axes.stride;
  }
  return array_of(x.queue(), coerce(x.usm_kind(), indices.usm_kind()), fuse::dense_layout(loops.shape, 'C'),
                  std::move(expr));
}

void put(const Array &x, const Array &indices, const IndexedAxes &axes, const Operand &values) {
  if (!x.writable())
    throw Error(Errc::invalid, "put: the target is read-only");
  if (const auto *array = std::get_if<Array>(&values))
    check_queues(x, *array, "put");
  check_queues(x, indices, "put");
  if (placed_at_once(x, indices, axes, values))
    return;
  const IndexedLoops loops(x, narrow(indices), axes, "put");
  const LayoutRef layout = loops.layout(x, loops.along_x);
  auto stored = cast_expr(assigned(x, loops.shape, values), x.dtype());
  if (axes.stride == 0)
    return store(std::move(stored), x.with_layout(loops.shape, loops.along_x, x.offset()));
  auto places = cast_expr(loops.operand(loops.places, loops.along_indices), Dtype::i64);
  store_at(std::move(stored), std::move(places), axes.stride, *layout, x);
}

} // namespace weft::array
