// The way of an array's memory into a kernel's arguments.
#include "array/kernel_argument.hpp"

#include "fuse/pending.hpp"

namespace weft::array {

void *base_for_kernel(const Array &array, bool written) {
  fuse::Pending &pending = fuse::Pending::of(*array.queue());
  const auto guard = pending.lock();
  fuse::Buffer &buffer = *array.buffer();
  pending.evaluate(buffer);
  if (written)
    pending.before_write(buffer);
  return buffer.base;
}

} // namespace weft::array
