// Assignments of few elements.
#include "array/at_once.hpp"

#include "array/build.hpp"
#include "array/host_copy.hpp"

namespace weft::array {

bool share_memory(const Array &a, const Array &b) {
  const auto *const first = static_cast<const std::byte *>(a.buffer()->base());
  const auto *const other = static_cast<const std::byte *>(b.buffer()->base());
  return first < other + b.buffer_bytes() && other < first + a.buffer_bytes();
}

namespace {

bool copied_at_once(const Array &target, const Array &source) {
  if (source.dtype() != target.dtype() || source.shape().size() > target.shape().size())
    return false;
  const AtOnce now(target.queue());
  if (!now.reads(source) || !now.writes(target) || share_memory(source, target))
    return false;
  copy_host(host_view(target), host_view(source.broadcast_to(target.shape())), target.shape(),
            item_size(target.dtype()));
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

namespace {

template <class T> std::vector<std::int64_t> read_integers(const Array &x) {
  std::vector<T> values(x.size());
  copy_host(dense_view(reinterpret_cast<std::byte *>(values.data()), x.shape(), sizeof(T)), host_view(x), x.shape(),
            sizeof(T));
  return {values.begin(), values.end()};
}

} // namespace

std::optional<std::vector<std::int64_t>> integers_at_once(const Array &x, std::size_t most) {
  if (x.size() > most)
    return std::nullopt;
  const AtOnce now(x.queue());
  if (!now.reads(x))
    return std::nullopt;
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

bool assigned_at_once(const Array &target, const Operand &value) {
  if (target.size() > most_at_once)
    return false;
  if (const auto *source = std::get_if<Array>(&value))
    return copied_at_once(target, *source);
  return filled_at_once(target, std::get<Scalar>(value));
}

} // namespace weft::array
