// Elements of arrays moved by the calling thread.
#pragma once

#include <vector>

#include "array/array.hpp"
#include "fuse/host_copy.hpp"

namespace weft::array {

using fuse::copy_host, fuse::dense_view, fuse::HostView;

/// The elements of an array that is memory.
inline HostView host_view(const Array &array) {
  const auto item = static_cast<std::ptrdiff_t>(item_size(array.dtype()));
  HostView view{static_cast<std::byte *>(array.buffer()->base()) + array.offset() * item, array.strides()};
  for (std::ptrdiff_t &stride : view.strides)
    stride *= item;
  return view;
}

/// The elements of an array that is memory, in order.
template <class T> std::vector<T> read_values(const Array &x) {
  std::vector<T> values(x.size());
  copy_host(dense_view(reinterpret_cast<std::byte *>(values.data()), x.shape(), sizeof(T)), host_view(x), x.shape(),
            sizeof(T));
  return values;
}

} // namespace weft::array
