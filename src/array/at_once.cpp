// Assignments of few elements.
#include "array/at_once.hpp"

#include <cmath>

#include "array/build.hpp"
#include "array/host_copy.hpp"

namespace weft::array {

bool share_memory(const Array &a, const Array &b) {
  const auto *const first = static_cast<const std::byte *>(a.buffer()->base());
  const auto *const other = static_cast<const std::byte *>(b.buffer()->base());
  return first < other + b.buffer_bytes() && other < first + a.buffer_bytes();
}

namespace {

template <class T> std::vector<T> read_values(const Array &x) {
  std::vector<T> values(x.size());
  copy_host(dense_view(reinterpret_cast<std::byte *>(values.data()), x.shape(), sizeof(T)), host_view(x), x.shape(),
            sizeof(T));
  return values;
}

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

bool assigned_at_once(const Array &target, const Operand &value) {
  if (target.size() > most_at_once)
    return false;
  if (const auto *source = std::get_if<Array>(&value))
    return copied_at_once(target, *source);
  return filled_at_once(target, std::get<Scalar>(value));
}

} // namespace weft::array
