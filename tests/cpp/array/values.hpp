// Arrays from and to vectors, for tests.
#pragma once

#include <complex>
#include <vector>

#include "array/array.hpp"
#include "runtime/platform.hpp"
#include "runtime/queue.hpp"

namespace weft::array::test {

inline const std::shared_ptr<Queue> &queue() {
  static const std::shared_ptr<Queue> queue = [] {
    const auto device = runtime::default_device();
    return runtime::make_queue(device->platform()->default_context(), device);
  }();
  return queue;
}

template <class T> constexpr Dtype dtype_of() {
  if constexpr (std::is_same_v<T, bool>)
    return Dtype::b1;
  else if constexpr (std::is_same_v<T, std::int8_t>)
    return Dtype::i8;
  else if constexpr (std::is_same_v<T, std::uint8_t>)
    return Dtype::u8;
  else if constexpr (std::is_same_v<T, std::int32_t>)
    return Dtype::i32;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return Dtype::i64;
  else if constexpr (std::is_same_v<T, std::uint64_t>)
    return Dtype::u64;
  else if constexpr (std::is_same_v<T, float>)
    return Dtype::f32;
  else if constexpr (std::is_same_v<T, double>)
    return Dtype::f64;
  else if constexpr (std::is_same_v<T, std::complex<float>>)
    return Dtype::c64;
  else if constexpr (std::is_same_v<T, std::complex<double>>)
    return Dtype::c128;
  else
    static_assert(sizeof(T) == 0, "no dtype");
}

inline Shape byte_strides(const Shape &shape, std::size_t item) {
  Shape strides = fuse::dense_layout(shape, 'C')->strides();
  for (std::ptrdiff_t &stride : strides)
    stride *= static_cast<std::ptrdiff_t>(item);
  return strides;
}

template <class T> Array make(const Shape &shape, const std::vector<T> &values) {
  const Array array = Array::empty(shape, dtype_of<T>(), queue(), AllocationKind::device);
  array.copy_from_host(values.data(), byte_strides(shape, sizeof(T)));
  return array;
}

/// 0, 1, 2, ... in this shape.
template <class T> Array counting(const Shape &shape) {
  std::vector<T> values(fuse::dense_layout(shape, 'C')->size());
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<T>(i);
  return make(shape, values);
}

template <class T> std::vector<T> values(const Array &array) {
  std::vector<T> result(array.size());
  array.copy_to_host(result.data(), byte_strides(array.shape(), sizeof(T)));
  return result;
}

inline std::vector<std::byte> bytes(const Array &array) {
  std::vector<std::byte> result(array.size() * item_size(array.dtype()));
  array.copy_to_host(result.data(), byte_strides(array.shape(), item_size(array.dtype())));
  return result;
}

inline Array binary(ops::Op op, const Array &a, double b) {
  return array::binary(op, a, Scalar{b});
}

} // namespace weft::array::test
