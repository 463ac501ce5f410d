// Queues and the commands that move memory.
#include "capi/asynchronous.hpp"
#include "capi/enums.hpp"
#include "capi/guard.hpp"
#include "capi/references.hpp"
#include "dpctl/syclinterface/dpctl_sycl_queue_interface.h"

using namespace weft::capi;

namespace {

sycl::property_list properties_of(const char *function, int flags) {
  if ((flags & ~(DPCTL_IN_ORDER | DPCTL_ENABLE_PROFILING)) != 0)
    log_error(function, "properties that no queue has are left out: " + std::to_string(flags));
  const bool in_order = (flags & DPCTL_IN_ORDER) != 0;
  const bool profiling = (flags & DPCTL_ENABLE_PROFILING) != 0;
  if (in_order && profiling)
    return {sycl::property::queue::in_order(), sycl::property::queue::enable_profiling()};
  if (in_order)
    return {sycl::property::queue::in_order()};
  if (profiling)
    return {sycl::property::queue::enable_profiling()};
  return {};
}

template <class Command> DPCTLSyclEventRef submit(const char *function, DPCTLSyclQueueRef queue, Command &&command) {
  return guarded<DPCTLSyclEventRef>(function, nullptr, [&] { return give(command(checked<sycl::queue>(queue))); });
}

template <class T>
DPCTLSyclEventRef fill(const char *function, DPCTLSyclQueueRef queue, void *memory, const T &value, size_t count) {
  return submit(function, queue, [&](sycl::queue &q) { return q.fill(memory, value, count); });
}

struct Bytes16 {
  uint64_t low, high;
};

} // namespace

extern "C" {

DPCTLSyclQueueRef DPCTLQueue_Create(const DPCTLSyclContextRef CRef, const DPCTLSyclDeviceRef DRef,
                                    error_handler_callback *handler, int properties) {
  return guarded<DPCTLSyclQueueRef>(__func__, nullptr, [&, function = __func__] {
    return give(sycl::queue(checked<sycl::context>(CRef), checked<sycl::device>(DRef), handler_of(handler),
                            properties_of(function, properties)));
  });
}

DPCTLSyclQueueRef DPCTLQueue_CreateForDevice(const DPCTLSyclDeviceRef DRef, error_handler_callback *handler,
                                             int properties) {
  return guarded<DPCTLSyclQueueRef>(__func__, nullptr, [&, function = __func__] {
    return give(sycl::queue(checked<sycl::device>(DRef), handler_of(handler), properties_of(function, properties)));
  });
}

void DPCTLQueue_Delete(DPCTLSyclQueueRef QRef) {
  delete unwrap<sycl::queue>(QRef);
}

DPCTLSyclQueueRef DPCTLQueue_Copy(const DPCTLSyclQueueRef QRef) {
  return guarded<DPCTLSyclQueueRef>(__func__, nullptr, [&] { return give(checked<sycl::queue>(QRef)); });
}

bool DPCTLQueue_AreEq(const DPCTLSyclQueueRef QRef1, const DPCTLSyclQueueRef QRef2) {
  return guarded(__func__, false, [&] { return checked<sycl::queue>(QRef1) == checked<sycl::queue>(QRef2); });
}

size_t DPCTLQueue_Hash(const DPCTLSyclQueueRef QRef) {
  return guarded<size_t>(__func__, 0, [&] { return std::hash<sycl::queue>()(checked<sycl::queue>(QRef)); });
}

DPCTLSyclBackendType DPCTLQueue_GetBackend(DPCTLSyclQueueRef QRef) {
  return guarded(__func__, DPCTL_UNKNOWN_BACKEND,
                 [&] { return backend_type(checked<sycl::queue>(QRef).get_backend()); });
}

DPCTLSyclContextRef DPCTLQueue_GetContext(const DPCTLSyclQueueRef QRef) {
  return guarded<DPCTLSyclContextRef>(__func__, nullptr,
                                      [&] { return give(checked<sycl::queue>(QRef).get_context()); });
}

DPCTLSyclDeviceRef DPCTLQueue_GetDevice(const DPCTLSyclQueueRef QRef) {
  return guarded<DPCTLSyclDeviceRef>(__func__, nullptr, [&] { return give(checked<sycl::queue>(QRef).get_device()); });
}

bool DPCTLQueue_IsInOrder(const DPCTLSyclQueueRef QRef) {
  return guarded(__func__, false, [&] { return checked<sycl::queue>(QRef).is_in_order(); });
}

bool DPCTLQueue_HasEnableProfiling(const DPCTLSyclQueueRef QRef) {
  return guarded(__func__, false,
                 [&] { return checked<sycl::queue>(QRef).has_property<sycl::property::queue::enable_profiling>(); });
}

void DPCTLQueue_Wait(const DPCTLSyclQueueRef QRef) {
  guarded_do(__func__, [&] { checked<sycl::queue>(QRef).wait(); });
}

DPCTLSyclEventRef DPCTLQueue_Memcpy(const DPCTLSyclQueueRef QRef, void *Dest, const void *Src, size_t Count) {
  return submit(__func__, QRef, [&](sycl::queue &q) { return q.memcpy(Dest, Src, Count); });
}

DPCTLSyclEventRef DPCTLQueue_MemcpyWithEvents(const DPCTLSyclQueueRef QRef, void *Dest, const void *Src, size_t Count,
                                              const DPCTLSyclEventRef *DepEvents, size_t DepEventsCount) {
  return submit(__func__, QRef,
                [&](sycl::queue &q) { return q.memcpy(Dest, Src, Count, events_of(DepEvents, DepEventsCount)); });
}

DPCTLSyclEventRef DPCTLQueue_Prefetch(DPCTLSyclQueueRef QRef, const void *Ptr, size_t Count) {
  return submit(__func__, QRef, [&](sycl::queue &q) { return q.prefetch(Ptr, Count); });
}

DPCTLSyclEventRef DPCTLQueue_MemAdvise(DPCTLSyclQueueRef QRef, const void *Ptr, size_t Count, int Advice) {
  return submit(__func__, QRef, [&](sycl::queue &q) { return q.mem_advise(Ptr, Count, Advice); });
}

DPCTLSyclEventRef DPCTLQueue_SubmitBarrier(const DPCTLSyclQueueRef QRef) {
  return submit(__func__, QRef, [](sycl::queue &q) { return q.ext_oneapi_submit_barrier(); });
}

DPCTLSyclEventRef DPCTLQueue_SubmitBarrierForEvents(const DPCTLSyclQueueRef QRef, const DPCTLSyclEventRef *DepEvents,
                                                    size_t NDepEvents) {
  return submit(__func__, QRef,
                [&](sycl::queue &q) { return q.ext_oneapi_submit_barrier(events_of(DepEvents, NDepEvents)); });
}

DPCTLSyclEventRef DPCTLQueue_Memset(const DPCTLSyclQueueRef QRef, void *USMRef, uint8_t Value, size_t Count) {
  return submit(__func__, QRef, [&](sycl::queue &q) { return q.memset(USMRef, Value, Count); });
}

DPCTLSyclEventRef DPCTLQueue_Fill8(const DPCTLSyclQueueRef QRef, void *USMRef, uint8_t Value, size_t Count) {
  return fill(__func__, QRef, USMRef, Value, Count);
}

DPCTLSyclEventRef DPCTLQueue_Fill16(const DPCTLSyclQueueRef QRef, void *USMRef, uint16_t Value, size_t Count) {
  return fill(__func__, QRef, USMRef, Value, Count);
}

DPCTLSyclEventRef DPCTLQueue_Fill32(const DPCTLSyclQueueRef QRef, void *USMRef, uint32_t Value, size_t Count) {
  return fill(__func__, QRef, USMRef, Value, Count);
}

DPCTLSyclEventRef DPCTLQueue_Fill64(const DPCTLSyclQueueRef QRef, void *USMRef, uint64_t Value, size_t Count) {
  return fill(__func__, QRef, USMRef, Value, Count);
}

DPCTLSyclEventRef DPCTLQueue_Fill128(const DPCTLSyclQueueRef QRef, void *USMRef, uint64_t *Value, size_t Count) {
  return submit(__func__, QRef, [&](sycl::queue &q) {
    const std::span<uint64_t> value = checked(Value, 2);
    return q.fill(USMRef, Bytes16{value[0], value[1]}, Count);
  });
}
}
