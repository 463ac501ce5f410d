// Both vectors are copied, and every product is added to the sum of its shift.
#include "array/short_convolution.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "array/at_once.hpp"
#include "array/host_copy.hpp"
#include "support/float_modes.hpp"

namespace weft::array {

namespace {

constexpr std::size_t most_products = 4096;

template <class T> void add_products(std::span<const T> a, std::span<const T> b, std::span<T> sums) {
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      sums[i + j] += a[i] * b[j];
}

template <class T> Array convolved(const Array &a, const Array &b) {
  const std::vector<T> first = read_values<T>(a), second = read_values<T>(b);
  const std::size_t count = first.size() + second.size() - 1;
  const Array result = Array::empty(Shape{static_cast<std::ptrdiff_t>(count)}, a.dtype(), a.queue(), a.usm_kind());
  const std::span<T> sums(reinterpret_cast<T *>(host_view(result).first), count);
  std::ranges::fill(sums, T());
  add_products<T>(first, second, sums);
  return result;
}

/// Integers as unsigned ones, which wrap.
std::optional<Array> convolved_in_dtype(const Array &a, const Array &b) {
  switch (a.dtype()) {
  case Dtype::f32:
    return convolved<float>(a, b);
  case Dtype::f64:
    return convolved<double>(a, b);
  case Dtype::i32:
    return convolved<std::uint32_t>(a, b);
  case Dtype::i64:
    return convolved<std::uint64_t>(a, b);
  default:
    return std::nullopt;
  }
}

} // namespace

std::optional<Array> convolved_at_once(const Array &a, const Array &b) {
  const bool short_vectors = a.ndim() == 1 && b.ndim() == 1 && a.size() * b.size() <= most_products;
  if (!short_vectors || a.size() == 0 || b.size() == 0 || a.dtype() != b.dtype() || a.usm_kind() != b.usm_kind())
    return std::nullopt;
  a.queue()->throw_asynchronous(); // a kernel that failed has left no values to read
  const AtOnce now(a.queue());
  if (!now.reads(a) || !now.reads(b))
    return std::nullopt;
  const FlushedDenormals mode(!a.queue()->device()->info().fp_denormals); // as in tasks
  return convolved_in_dtype(a, b);
}

} // namespace weft::array
