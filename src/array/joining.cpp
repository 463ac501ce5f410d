// Copies of arrays into parts of another, and views that repeat.
#include "array/joining.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <vector>

#include "array/at_once.hpp"
#include "array/build.hpp"
#include "array/host_copy.hpp"
#include "array/indexing.hpp"
#include "array/promotion.hpp"
#include "support/error.hpp"

namespace weft::array {

namespace {

/// An array for these to be joined in.
Array room_for(std::span<const Array> arrays, const Shape &shape, Dtype dtype) {
  AllocationKind kind = arrays[0].usm_kind();
  for (const Array &x : arrays)
    kind = coerce(kind, x.usm_kind());
  return Array::empty(shape, dtype, arrays[0].queue(), kind);
}

void check_one_queue(std::span<const Array> arrays, const char *function) {
  for (const Array &x : arrays)
    check_queues(arrays[0], x, function, Errc::invalid); // in dpctl a ValueError
}

/// The part of an array that begins at a place along an axis.
Array part_of(const Array &x, const Shape &shape, const Shape &strides, std::ptrdiff_t elements_further) {
  return x.with_layout(shape, strides, x.offset() + elements_further);
}

void check_alike(const Array &first, const Array &x, std::size_t number, std::size_t axis) {
  if (x.ndim() != first.ndim())
    throw Error(Errc::invalid,
                "All the input arrays must have same number of dimensions, but the array at index 0 has {} "
                "dimension(s) and the array at index {} has {} dimension(s).",
                first.ndim(), number, x.ndim());
  for (std::size_t i = 0; i < x.shape().size(); ++i)
    if (i != axis && x.shape()[i] != first.shape()[i])
      throw Error(Errc::invalid,
                  "All the input array dimensions except for the target axis must match exactly, but the arrays at "
                  "index 0 and {} have shapes {} and {}",
                  number, fuse::text_of(first.shape()), fuse::text_of(x.shape()));
}

/// Of an axis that is repeated.
std::ptrdiff_t times(std::ptrdiff_t extent, std::ptrdiff_t count, const char *function) {
  std::ptrdiff_t product = 0;
  if (__builtin_mul_overflow(extent, count, &product))
    throw Error(Errc::invalid, "{}: {} times {} elements are beyond what can be addressed", function, count, extent);
  return product;
}

/// A view that repeats, as an array of its own in another shape.
Array laid_out(const Array &x, const Shape &wide, const Shape &strides, const Shape &shape) {
  const Array view = x.with_layout(wide, strides, x.offset());
  const Array dense =
      array_of(x.queue(), x.usm_kind(), fuse::dense_layout(wide, 'C'), cast_expr(input_of(view, wide), x.dtype()));
  return *dense.reshaped_view(shape);
}

/// Few elements that are there, each as often as the counts say; `shape` is that of the result.
std::optional<Array> few_repeated(const Array &x, std::span<const std::int64_t> counts, std::size_t axis,
                                  const Shape &shape) {
  if (x.size() == 0 || x.size() > most_at_once || !x.c_contiguous())
    return std::nullopt;
  const std::size_t elements = x.size() / counts.size(); // of one place on the axis
  if (static_cast<std::size_t>(shape[axis]) > most_at_once / elements)
    return std::nullopt;
  Array made = Array::empty(shape, x.dtype(), x.queue(), x.usm_kind());
  const AtOnce now(x.queue());
  if (!now.reads(x) || !now.writes(made))
    return std::nullopt;
  const Shape &extents = x.shape();
  const auto rows = std::accumulate(extents.begin(), extents.begin() + axis, std::ptrdiff_t{1}, std::multiplies<>());
  const std::size_t bytes = elements / static_cast<std::size_t>(rows) * item_size(x.dtype());
  const std::byte *from = host_view(x).first;
  std::byte *to = host_view(made).first;
  for (std::ptrdiff_t row = 0; row < rows; ++row)
    for (const std::int64_t count : counts) {
      for (std::int64_t i = 0; i < count; ++i)
        to = static_cast<std::byte *>(std::memcpy(to, from, bytes)) + bytes;
      from += bytes;
    }
  return made;
}

/// One element of each, or a few, side by side in memory.
bool interleaves(std::span<const Array> arrays, const Array &made, std::size_t axis) {
  constexpr std::size_t most_arrays = 8, least_elements = 1 << 15;
  constexpr std::ptrdiff_t most_together = 4;
  return arrays.size() <= most_arrays && made.shape().size() <= fuse::max_dims && made.size() >= least_elements &&
         made.strides()[axis] <= most_together &&
         std::ranges::all_of(arrays, [&](const Array &x) { return x.shape()[axis] == 1 && !x.pending(); });
}

/// Written in the order of memory by one kernel.
Array interleaved(std::span<const Array> arrays, Dtype dtype, std::size_t axis) {
  Shape places(arrays[0].shape().size() - axis, 1);
  places[0] = static_cast<std::ptrdiff_t>(arrays.size());
  const Array &first = arrays[0];
  const Array place = *arange(Scalar{std::int64_t{0}}, Scalar{std::int64_t{1}}, arrays.size(), Dtype::i64,
                              first.queue(), first.usm_kind())
                           .reshaped_view(places);
  std::size_t number = arrays.size() - 1;
  Array made = astype(arrays[number], dtype, 'K', false);
  while (number-- > 0)
    made = where(binary(ops::Op::equal, place, Scalar{static_cast<std::int64_t>(number)}),
                 astype(arrays[number], dtype, 'K', false), made, nullptr, 'C');
  return made;
}

/// With an axis of one element.
Array with_axis(const Array &x, std::size_t axis) {
  Shape shape = x.shape(), strides = x.strides();
  shape.insert(axis, 1);
  strides.insert(axis, 0);
  return x.with_layout(shape, strides, x.offset());
}

/// Side by side along the axis.
void fill(const Array &made, std::span<const Array> arrays, std::size_t axis) {
  std::ptrdiff_t start = 0;
  for (const Array &x : arrays) {
    if (x.size() != 0)
      assign(part_of(made, x.shape(), made.strides(), start * made.strides()[axis]), x);
    start += x.shape()[axis];
  }
}

Array joined(std::span<const Array> arrays, const Shape &shape, Dtype dtype, std::size_t axis) {
  Array made = room_for(arrays, shape, dtype);
  if (interleaves(arrays, made, axis))
    return interleaved(arrays, dtype, axis);
  fill(made, arrays, axis);
  return made;
}

} // namespace

Array concat(std::span<const Array> arrays, std::size_t axis) {
  check_one_queue(arrays, "concat");
  const Dtype dtype = common_dtype(arrays);
  Shape shape = arrays[0].shape();
  for (std::size_t i = 1; i < arrays.size(); ++i) {
    check_alike(arrays[0], arrays[i], i, axis);
    shape[axis] += arrays[i].shape()[axis];
  }
  return joined(arrays, shape, dtype, axis);
}

Array stack(std::span<const Array> arrays, std::size_t axis) {
  check_one_queue(arrays, "stack");
  const Dtype dtype = common_dtype(arrays);
  for (const Array &x : arrays)
    if (x.shape() != arrays[0].shape())
      throw Error(Errc::invalid, "All input arrays must have the same shape, not {} and {}",
                  fuse::text_of(arrays[0].shape()), fuse::text_of(x.shape()));
  std::vector<Array> rows;
  for (const Array &x : arrays)
    rows.push_back(with_axis(x, axis));
  Shape shape = rows[0].shape();
  shape[axis] = static_cast<std::ptrdiff_t>(arrays.size());
  return joined(rows, shape, dtype, axis);
}

Array repeat(const Array &x, std::ptrdiff_t count, std::size_t axis) {
  if (count < 0)
    throw Error(Errc::invalid, "repeat: `repeats` must not be negative: {}", count);
  Shape wide, strides, shape = x.shape();
  shape[axis] = times(shape[axis], count, "repeat");
  for (std::size_t i = 0; i < x.shape().size(); ++i) {
    wide.push_back(x.shape()[i]);
    strides.push_back(x.strides()[i]);
    if (i == axis) {
      wide.push_back(count);
      strides.push_back(0);
    }
  }
  return laid_out(x, wide, strides, shape);
}

std::optional<Array> repeated_at_once(const Array &x, const Array &counts, std::size_t axis) {
  constexpr std::size_t most = 1 << 16; // fewer are repeated in less time than it takes to search for their ends
  if (counts.ndim() != 1 || counts.shape()[0] != x.shape()[axis] || counts.queue() != x.queue())
    return std::nullopt;
  const auto numbers = integers_at_once(counts, most);
  if (!numbers)
    return std::nullopt;
  std::int64_t total = 0;
  for (const std::int64_t count : *numbers) {
    if (count < 0)
      throw Error(Errc::invalid, "repeat: `repeats` must not be negative: {}", count);
    if (count > std::int64_t{most} || (total += count) > std::int64_t{most})
      return std::nullopt;
  }
  Shape shape = x.shape();
  shape[axis] = total;
  if (auto made = few_repeated(x, *numbers, axis, shape))
    return made;
  const Array places = Array::empty(Shape{total}, Dtype::i64, x.queue(), x.usm_kind());
  auto *place = static_cast<std::int64_t *>(places.buffer()->base());
  for (std::size_t i = 0; i < numbers->size(); ++i)
    place = std::fill_n(place, (*numbers)[i], static_cast<std::int64_t>(i));
  return take(x, places, {.first = static_cast<int>(axis), .extent = x.shape()[axis], .stride = x.strides()[axis]});
}

Array tile(const Array &x, std::span<const std::ptrdiff_t> counts) {
  Shape wide, strides, shape;
  const std::size_t ndim = std::max(counts.size(), x.shape().size());
  for (std::size_t i = 0; i < ndim; ++i) {
    const std::size_t new_axes = ndim - x.shape().size(), uncounted = ndim - counts.size();
    const std::ptrdiff_t extent = i < new_axes ? 1 : x.shape()[i - new_axes];
    const std::ptrdiff_t given = i < uncounted ? 1 : counts[i - uncounted];
    if (given < 0 && extent > 0)
      throw Error(Errc::invalid, "tile: `repetitions` must not be negative: {}", given);
    const std::ptrdiff_t count = std::max(given, std::ptrdiff_t{0});
    if (count != 1) {
      wide.push_back(count);
      strides.push_back(0);
    }
    wide.push_back(extent);
    strides.push_back(i < new_axes ? 0 : x.strides()[i - new_axes]);
    shape.push_back(times(extent, count, "tile"));
  }
  return laid_out(x, wide, strides, shape);
}

Array roll(const Array &x, std::span<const std::ptrdiff_t> places) {
  const Array made = Array::empty(x.shape(), x.dtype(), x.queue(), x.usm_kind());
  if (x.size() == 0)
    return made;
  Shape turned, forward;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::ptrdiff_t extent = x.shape()[i];
    forward.push_back(((places[i] % extent) + extent) % extent);
    if (forward.back() != 0)
      turned.push_back(static_cast<std::ptrdiff_t>(i));
  }
  for (std::uint64_t block = 0; block < std::uint64_t{1} << turned.size(); ++block) { // bit: what comes back
    Shape shape = x.shape();
    std::ptrdiff_t to = 0, from = 0;
    for (std::size_t k = 0; k < turned.size(); ++k) {
      const auto axis = static_cast<std::size_t>(turned[k]);
      const std::ptrdiff_t kept = shape[axis] - forward[axis];
      const bool comes_back = (block >> k & 1) != 0;
      shape[axis] = comes_back ? forward[axis] : kept;
      (comes_back ? from : to) += (comes_back ? kept * x.strides()[axis] : forward[axis] * made.strides()[axis]);
    }
    assign(part_of(made, shape, made.strides(), to), part_of(x, shape, x.strides(), from));
  }
  return made;
}

} // namespace weft::array
