// One kernel for each width of elements and of indices, which are int32 or int64.
#include "array/algorithms/scatter.hpp"

#include <limits>

#include "array/algorithms/algorithm.hpp"
#include "array/algorithms/arguments.hpp"
#include "array/build.hpp"
#include "support/error.hpp"

namespace weft::array {

namespace {

using algorithms::ScatterArguments;

Array dense_indices(const Array &indices) {
  if (indices.dtype() == Dtype::u64) // those beyond int64 are beyond the axis as well
    return dense(binary(ops::Op::minimum, indices, Scalar{std::numeric_limits<std::int64_t>::max()}), Dtype::i64);
  const bool narrow = item_size(indices.dtype()) < 4 || indices.dtype() == Dtype::i32;
  return dense(indices, narrow ? Dtype::i32 : Dtype::i64);
}

ScatterArguments arguments_of(const Indexed &way, const Array &indices) {
  ScatterArguments arguments;
  arguments.rows = way.rows;
  arguments.row_stride = way.row_stride;
  arguments.inner = way.inner;
  arguments.inner_stride = way.inner_stride;
  arguments.count = static_cast<std::int64_t>(indices.size());
  arguments.extent = way.extent;
  arguments.stride = way.stride;
  arguments.clips = way.clips;
  return arguments;
}

int parameter_of(const Array &x, const Array &indices) {
  return static_cast<int>(16 * item_size(x.dtype()) + item_size(indices.dtype()));
}

} // namespace

void scatter(const Array &x, const Array &indices, const Indexed &way, const Array &values) {
  if (!x.writable())
    throw Error(Errc::invalid, "put: the target is read-only");
  const Array index = apart(dense_indices(indices), x), source = apart(dense(values, x.dtype()), x);
  ScatterArguments arguments = arguments_of(way, index);
  const std::int64_t items = arguments.rows * arguments.count * arguments.inner;
  WEFT_CHECK(items == static_cast<std::int64_t>(source.size()), "scatter: {} elements from {}", items, source.size());
  Algorithm algorithm(x.queue());
  arguments.source = algorithm.read(source);
  arguments.indices = algorithm.read(index);
  arguments.target = algorithm.write(x);
  algorithm.launch_items({"scatter", "scatter_rows", parameter_of(x, index)}, items, arguments);
}

} // namespace weft::array
