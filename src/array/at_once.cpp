// Assignments of few elements.
#include "array/at_once.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "array/build.hpp"
#include "array/host_copy.hpp"
#include "array/words.hpp"

namespace weft::array {

bool share_memory(const Array &a, const Array &b) {
  const auto *const first = static_cast<const std::byte *>(a.buffer()->base());
  const auto *const other = static_cast<const std::byte *>(b.buffer()->base());
  return first < other + b.buffer_bytes() && other < first + a.buffer_bytes();
}

namespace {

template <class T> std::vector<std::int64_t> read_integers(const Array &x) {
  const auto values = read_values<T>(x);
  return {values.begin(), values.end()};
}

/// The elements of integers that are there; empty for what std::int64_t does not hold.
std::optional<std::vector<std::int64_t>> integers_of(const Array &x) {
  switch (x.dtype()) {
  case Dtype::i8:
    return read_integers<std::int8_t>(x);
  case Dtype::u8:
    return read_integers<std::uint8_t>(x);
  case Dtype::i16:
    return read_integers<std::int16_t>(x);
  case Dtype::u16:
    return read_integers<std::uint16_t>(x);
  case Dtype::i32:
    return read_integers<std::int32_t>(x);
  case Dtype::u32:
    return read_integers<std::uint32_t>(x);
  case Dtype::i64:
    return read_integers<std::int64_t>(x);
  default:
    return std::nullopt;
  }
}

template <class T, class From> void write_values(const Array &target, const std::vector<From> &from) {
  std::vector<T> values(from.begin(), from.end());
  copy_host(host_view(target), dense_view(reinterpret_cast<std::byte *>(values.data()), target.shape(), sizeof(T)),
            target.shape(), sizeof(T));
}

bool is_short_integer(Dtype dtype) {
  const ops::Kind kind = ops::kind_of(dtype);
  return item_size(dtype) <= 4 && (kind == ops::Kind::integer_signed || kind == ops::Kind::integer_unsigned);
}

/// Numbers that the other dtype holds, or rounds as devices do.
bool converts_at_once(Dtype from, Dtype to) {
  return is_short_integer(from) ? to == Dtype::f64 || to == Dtype::f32 || to == Dtype::i64
                                : from == Dtype::f32 && to == Dtype::f64;
}

void convert_at_once(const Array &target, const Array &source) {
  if (source.dtype() == Dtype::f32) {
    auto values = read_values<float>(source);
    if (!target.queue()->device()->info().fp_denormals)
      for (float &x : values)
        x = std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0F, x) : x;
    return write_values<double>(target, values);
  }
  const auto integers = integers_of(source).value();
  if (target.dtype() == Dtype::f64)
    write_values<double>(target, integers);
  else if (target.dtype() == Dtype::f32)
    write_values<float>(target, integers);
  else
    write_values<std::int64_t>(target, integers);
}

/// All elements are read before the first is written.
void copy_through_values(const Array &target, const Array &source) {
  const std::size_t bytes = item_size(target.dtype());
  std::vector<std::byte> values(target.size() * bytes);
  const HostView between = dense_view(values.data(), target.shape(), bytes);
  copy_host(between, host_view(source), target.shape(), bytes);
  copy_host(host_view(target), between, target.shape(), bytes);
}

bool copied_at_once(const Array &target, const Array &source) {
  const bool converts = source.dtype() != target.dtype();
  if (source.shape().size() > target.shape().size() || (converts && !converts_at_once(source.dtype(), target.dtype())))
    return false;
  const AtOnce now(target.queue());
  if (!now.reads(source) || !now.writes(target))
    return false;
  const Array wide = source.broadcast_to(target.shape());
  if (converts)
    convert_at_once(target, wide);
  else if (share_memory(source, target))
    copy_through_values(target, wide);
  else
    copy_host(host_view(target), host_view(wide), target.shape(), item_size(target.dtype()));
  return true;
}

bool filled_at_once(const Array &target, const Scalar &scalar) {
  if (!holds(target.dtype(), scalar))
    return false;
  Number number = number_of(scalar, target.dtype());
  const AtOnce now(target.queue());
  if (!now.writes(target))
    return false;
  copy_host(host_view(target), {number.data(), Shape(target.shape().size())}, target.shape(),
            item_size(target.dtype()));
  return true;
}

} // namespace

std::optional<std::vector<std::int64_t>> integers_at_once(const Array &x, std::size_t most) {
  if (x.size() > most)
    return std::nullopt;
  const AtOnce now(x.queue());
  if (!now.reads(x))
    return std::nullopt;
  return integers_of(x);
}

namespace {

/// What is stored at each of so many places, as dense elements; empty where that takes more.
std::optional<std::vector<std::byte>> stored_values(const AtOnce &now, const Array &x, const Operand &values,
                                                    std::size_t count) {
  const Shape shape{static_cast<std::ptrdiff_t>(count)};
  const std::size_t bytes = item_size(x.dtype());
  std::vector<std::byte> stored(count * bytes);
  const HostView to = dense_view(stored.data(), shape, bytes);
  if (const auto *scalar = std::get_if<Scalar>(&values)) {
    if (!holds(x.dtype(), *scalar))
      return std::nullopt;
    Number number = number_of(*scalar, x.dtype());
    copy_host(to, {number.data(), Shape{0}}, shape, bytes);
    return stored;
  }
  const Array &array = std::get<Array>(values);
  const bool fits = array.ndim() == 0 || (array.ndim() == 1 && (array.size() == count || array.size() == 1));
  if (array.dtype() != x.dtype() || !fits || !now.reads(array))
    return std::nullopt;
  copy_host(to, host_view(array.broadcast_to(shape)), shape, bytes);
  return stored;
}

} // namespace

bool placed_at_once(const Array &x, const Array &indices, const IndexedAxes &axes, const Operand &values) {
  if (x.ndim() != 1 || indices.ndim() != 1 || axes.extent == 0)
    return false;
  const auto places = integers_at_once(indices, most_at_once);
  if (!places)
    return false;
  const AtOnce now(x.queue());
  const auto stored = stored_values(now, x, values, places->size());
  if (!stored || !now.writes(x))
    return false;
  const HostView to = host_view(x);
  const std::int64_t last = axes.extent - 1;
  with_word_or_wide(item_size(x.dtype()), [&](auto word) {
    for (std::size_t i = 0; i < places->size(); ++i) {
      const std::int64_t place = (*places)[i];
      const std::int64_t counted = place < 0 && !axes.clips ? place + axes.extent : place;
      std::memcpy(&word, stored->data() + i * sizeof word, sizeof word);
      std::memcpy(to.first + std::clamp(counted, std::int64_t{0}, last) * to.strides[0], &word, sizeof word);
    }
  });
  return true;
}

bool assigned_at_once(const Array &target, const Operand &value) {
  if (target.size() > most_at_once)
    return false;
  if (const auto *source = std::get_if<Array>(&value))
    return copied_at_once(target, *source);
  return filled_at_once(target, std::get<Scalar>(value));
}

} // namespace weft::array
