// Elements moved by the calling thread, between any two places that the host reaches.
#pragma once

#include <cstddef>

#include "fuse/shape.hpp"

namespace weft::fuse {

/// Elements in memory that the host reaches; strides in bytes.
struct HostView {
  std::byte *first = nullptr;
  Shape strides;
};

/// C-contiguous memory of the host.
HostView dense_view(std::byte *first, const Shape &, std::size_t item_bytes);

void copy_host(const HostView &to, const HostView &from, const Shape &, std::size_t item_bytes);

} // namespace weft::fuse
