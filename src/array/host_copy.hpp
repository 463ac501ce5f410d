// Elements moved by the calling thread, between any two places that the host reaches.
#pragma once

#include <vector>

#include "array/array.hpp"

namespace weft::array {

/// Elements in memory that the host reaches; strides in bytes.
struct HostView {
  std::byte *first = nullptr;
  Shape strides;
};

/// The elements of an array that is memory.
HostView host_view(const Array &);

/// C-contiguous memory of the host.
HostView dense_view(std::byte *first, const Shape &, std::size_t item_bytes);

void copy_host(const HostView &to, const HostView &from, const Shape &, std::size_t item_bytes);

/// The elements of an array that is memory, in order.
template <class T> std::vector<T> read_values(const Array &x) {
  std::vector<T> values(x.size());
  copy_host(dense_view(reinterpret_cast<std::byte *>(values.data()), x.shape(), sizeof(T)), host_view(x), x.shape(),
            sizeof(T));
  return values;
}

} // namespace weft::array
