// The way of an array's memory into a kernel's arguments.
#include "array/kernel_argument.hpp"

#include "fuse/pending.hpp"

namespace weft::array {

void *base_for_kernel(const Array &array, bool written) {
  fuse::Pending &pending = fuse::Pending::of(*array.queue());
  fuse::Buffer &buffer = *array.buffer();
  if (written)
    pending.evaluate_for_writing(buffer);
  else
    pending.evaluate(buffer);
  return buffer.base();
}

} // namespace weft::array
