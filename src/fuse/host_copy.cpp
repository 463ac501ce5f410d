// Walks two views as few, long lines.
#include "fuse/host_copy.hpp"

#include <cstring>

#include "support/copy_bytes.hpp"

namespace weft::fuse {

namespace {

/// Axes that both sides walk, without those of one element; neighbours that both walk as one are joined.
struct Walk {
  Walk(const HostView &to, const HostView &from, const Shape &shape) {
    for (std::size_t i = 0; i < shape.size(); ++i) {
      if (shape[i] == 1)
        continue;
      const std::size_t last = extents.size() - 1;
      if (!extents.empty() && to_strides.back() == to.strides[i] * shape[i] &&
          from_strides.back() == from.strides[i] * shape[i]) {
        extents[last] *= shape[i];
        to_strides[last] = to.strides[i];
        from_strides[last] = from.strides[i];
        continue;
      }
      extents.push_back(shape[i]);
      to_strides.push_back(to.strides[i]);
      from_strides.push_back(from.strides[i]);
    }
  }

  Shape extents, to_strides, from_strides;
};

template <std::size_t Bytes>
void copy_line(std::byte *to, std::ptrdiff_t to_stride, const std::byte *from, std::ptrdiff_t from_stride,
               std::ptrdiff_t count) {
  for (std::ptrdiff_t i = 0; i < count; ++i)
    std::memcpy(to + i * to_stride, from + i * from_stride, Bytes);
}

template <std::size_t Bytes> void copy_lines(const Walk &walk, std::byte *to, const std::byte *from, std::size_t axis) {
  const std::ptrdiff_t extent = walk.extents[axis], to_stride = walk.to_strides[axis],
                       from_stride = walk.from_strides[axis];
  if (axis + 1 == walk.extents.size()) {
    if (to_stride == Bytes && from_stride == Bytes)
      copy_bytes(to, from, Bytes * static_cast<std::size_t>(extent));
    else
      copy_line<Bytes>(to, to_stride, from, from_stride, extent);
    return;
  }
  for (std::ptrdiff_t i = 0; i < extent; ++i)
    copy_lines<Bytes>(walk, to + i * to_stride, from + i * from_stride, axis + 1);
}

template <std::size_t Bytes> void copy_all(const Walk &walk, std::byte *to, const std::byte *from) {
  if (walk.extents.empty())
    std::memcpy(to, from, Bytes);
  else
    copy_lines<Bytes>(walk, to, from, 0);
}

} // namespace

HostView dense_view(std::byte *first, const Shape &shape, std::size_t item) {
  HostView view{first, Shape(shape.size())};
  auto stride = static_cast<std::ptrdiff_t>(item);
  for (std::size_t axis = shape.size(); axis-- > 0; stride *= shape[axis])
    view.strides[axis] = stride;
  return view;
}

void copy_host(const HostView &to, const HostView &from, const Shape &shape, std::size_t item) {
  for (const std::ptrdiff_t extent : shape)
    if (extent == 0)
      return;
  const Walk walk(to, from, shape);
  switch (item) {
  case 1:
    return copy_all<1>(walk, to.first, from.first);
  case 2:
    return copy_all<2>(walk, to.first, from.first);
  case 4:
    return copy_all<4>(walk, to.first, from.first);
  case 8:
    return copy_all<8>(walk, to.first, from.first);
  default:
    return copy_all<16>(walk, to.first, from.first);
  }
}

} // namespace weft::fuse
