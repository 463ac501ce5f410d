// The runtime as dpctl's Cython modules use it: Weft's own errors come out, not SYCL's.
#include "capi/throwing.hpp"

#include <chrono>
#include <limits>

#include "capi/guard.hpp"
#include "runtime/compilation.hpp"
#include "runtime/interruption.hpp"
#include "runtime/memory.hpp"
#include "runtime/platform.hpp"
#include "sycl/bridge.hpp"

namespace weft::capi {
namespace {

runtime::Queue &queue_of(DPCTLSyclQueueRef reference) {
  return *sycl_api::queue_of(checked<sycl::queue>(reference));
}

std::vector<runtime::Event> events_of(const DPCTLSyclEventRef *references, std::size_t count) {
  std::vector<runtime::Event> events;
  for (const DPCTLSyclEventRef reference : checked(references, count))
    events.push_back(sycl_api::event_of(checked<sycl::event>(reference)));
  return events;
}

runtime::AllocationKind kind_of(DPCTLSyclUSMType type) {
  switch (type) {
  case DPCTL_USM_DEVICE:
    return runtime::AllocationKind::device;
  case DPCTL_USM_SHARED:
    return runtime::AllocationKind::shared;
  case DPCTL_USM_HOST:
    return runtime::AllocationKind::host;
  case DPCTL_USM_UNKNOWN:
    break;
  }
  throw Error(Errc::invalid, "USM allocation: the kind is unknown; ask for device, shared or host");
}

} // namespace

void keep_callers_free() {
  runtime::keep_callers_free();
}

void exit_without_other_threads() noexcept {
  runtime::exit_without_other_threads();
}

bool wait_for(DPCTLSyclEventRef reference, int milliseconds) {
  const runtime::Event event = sycl_api::event_of(checked<sycl::event>(reference));
  if (!event.wait_for(std::chrono::milliseconds(milliseconds)))
    return false;
  event.wait_and_throw();
  return true;
}

bool wait_for(DPCTLSyclQueueRef reference, int milliseconds) {
  runtime::Queue &queue = queue_of(reference);
  if (!queue.wait_for(std::chrono::milliseconds(milliseconds)))
    return false;
  queue.throw_asynchronous();
  return true;
}

DPCTLSyclEventRef copy(DPCTLSyclQueueRef queue, void *to, const void *from, std::size_t bytes,
                       const DPCTLSyclEventRef *depends, std::size_t count) {
  return give(sycl_api::make(queue_of(queue).copy(to, from, bytes, events_of(depends, count))));
}

DPCTLSyclEventRef copy_after(DPCTLSyclQueueRef queue, void *to, const void *from, std::size_t bytes,
                             DPCTLSyclQueueRef after) {
  runtime::Queue &before = queue_of(after);
  before.flush();
  return give(sycl_api::make(queue_of(queue).copy(to, from, bytes, before.outstanding())));
}

DPCTLSyclEventRef fill(DPCTLSyclQueueRef queue, void *to, std::uint8_t byte, std::size_t bytes) {
  const auto pattern = static_cast<std::byte>(byte);
  return give(sycl_api::make(queue_of(queue).fill(to, {&pattern, 1}, bytes)));
}

DPCTLSyclEventRef host_task(DPCTLSyclQueueRef queue, std::function<void()> task, const DPCTLSyclEventRef *depends,
                            std::size_t count) {
  return give(sycl_api::make(queue_of(queue).host_task(std::move(task), events_of(depends, count))));
}

std::shared_ptr<void> allocate(std::size_t bytes, std::size_t alignment, DPCTLSyclUSMType type,
                               DPCTLSyclQueueRef reference) {
  if (alignment != 0 && !std::has_single_bit(alignment))
    throw Error(Errc::memory_allocation, "USM allocation failed: alignment {} is not a power of two", alignment);
  return runtime::allocate_shared(bytes, kind_of(type), sycl_api::queue_of(checked<sycl::queue>(reference)), alignment);
}

std::shared_ptr<void> own_allocation(DPCTLSyclUSMRef allocation, DPCTLSyclQueueRef reference) {
  return {unwrap<void>(allocation), [queue = sycl_api::queue_of(checked<sycl::queue>(reference))](void *memory) {
            guarded_do("own_allocation", [&] {
              queue->flush();
              if (queue->idle())
                runtime::deallocate(memory);
              else
                queue->host_task([memory] { runtime::deallocate(memory); }, queue->outstanding());
            });
          }};
}

std::size_t room_from(const void *address) {
  const runtime::PointerInfo found = runtime::find_any_allocation(address);
  if (found.base == nullptr)
    return std::numeric_limits<std::size_t>::max();
  return found.size - std::size_t(static_cast<const std::byte *>(address) - static_cast<const std::byte *>(found.base));
}

namespace {
struct FollowAll {
  std::shared_ptr<void> memory;
  std::shared_ptr<runtime::Queue> queue;
  void operator()(void *) const {
    guarded_do("lent", [&] { queue->follow_all(); });
  }
};
} // namespace

std::shared_ptr<void> lent(std::shared_ptr<void> owner, DPCTLSyclQueueRef reference) {
  if (std::get_deleter<FollowAll>(owner) != nullptr)
    return owner;
  void *const memory = owner.get();
  return {memory, FollowAll{std::move(owner), sycl_api::queue_of(checked<sycl::queue>(reference))}};
}

std::uintptr_t native_stream(DPCTLSyclQueueRef reference) {
  return sycl_api::queue_of(checked<sycl::queue>(reference))->native_stream();
}

std::vector<std::string> discovery_remarks() {
  runtime::platforms();
  return runtime::remarks();
}

std::uint32_t vendor_id(DPCTLSyclDeviceRef device) {
  return sycl_api::device_of(checked<sycl::device>(device))->info().vendor_id;
}

std::uint64_t free_memory(DPCTLSyclDeviceRef device) {
  return sycl_api::device_of(checked<sycl::device>(device))->free_memory();
}

} // namespace weft::capi
