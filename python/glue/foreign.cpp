// Finds whose memory an address is and forwards streams to queues.
#include "glue/foreign.hpp"

#include "../dpctl/_owner.hpp"
#include "glue/bind.hpp"
#include "runtime/memory.hpp"
#include "support/error.hpp"
#include "sycl/bridge.hpp"

namespace weft::python {

int native_number(void *device_ref) {
  return sycl_api::device_of(*static_cast<const sycl::device *>(device_ref))->native_number();
}

int number_of_memory(std::uintptr_t address) {
  const runtime::PointerInfo found = runtime::find_any_allocation(reinterpret_cast<const void *>(address));
  return found.device == nullptr ? -1 : found.device->native_number();
}

std::uintptr_t native_stream(const std::shared_ptr<runtime::Queue> &queue) {
  WithoutGil waiting; // pending work may have to be compiled
  return queue->native_stream();
}

void hold_back(const std::shared_ptr<runtime::Queue> &queue, std::uintptr_t stream) {
  WithoutGil waiting;
  queue->hold_back(stream);
}

void follow(const std::shared_ptr<runtime::Queue> &queue, std::uintptr_t stream) {
  queue->follow(stream);
}

Array array_over(std::uintptr_t address, const Shape &shape, const Shape &strides, array::Dtype dtype, PyObject *owner,
                 const std::shared_ptr<runtime::Queue> &queue) {
  const auto *first = reinterpret_cast<const std::byte *>(address);
  const runtime::PointerInfo found = runtime::find_any_allocation(first);
  if (found.kind == runtime::AllocationKind::unknown)
    throw Error(Errc::invalid, "array: {:#x} is no address of a device's memory", address);
  const std::ptrdiff_t bytes = first - static_cast<const std::byte *>(found.base);
  const auto width = static_cast<std::ptrdiff_t>(item_size(dtype));
  if (bytes % width != 0)
    throw Error(Errc::invalid,
                "array: the data starts {} bytes into its allocation, no multiple of the {} bytes of an element", bytes,
                width);
  return Array::from_memory(found.base, found.size, own(owner), found.kind, queue, shape, strides, bytes / width,
                            dtype);
}

std::uintptr_t lend(const Array &array) {
  array.lend();
  array.publish();
  const auto item = static_cast<std::ptrdiff_t>(item_size(array.dtype()));
  return reinterpret_cast<std::uintptr_t>(static_cast<std::byte *>(array.base()) + array.offset() * item);
}

} // namespace weft::python
