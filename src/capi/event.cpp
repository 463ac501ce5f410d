// Events.
#include "capi/enums.hpp"
#include "capi/guard.hpp"
#include "dpctl/syclinterface/dpctl_sycl_event_interface.h"

using namespace weft::capi;

namespace {

template <class Point> uint64_t time_of(const char *function, DPCTLSyclEventRef event) {
  return guarded<uint64_t>(function, 0, [&] {
    checked<sycl::event>(event).wait();
    return checked<sycl::event>(event).get_profiling_info<Point>();
  });
}

} // namespace

extern "C" {

DPCTLSyclEventRef DPCTLEvent_Create(void) {
  return guarded<DPCTLSyclEventRef>(__func__, nullptr, [] { return give(sycl::event()); });
}

void DPCTLEvent_Wait(DPCTLSyclEventRef ERef) {
  guarded_do(__func__, [&] { checked<sycl::event>(ERef).wait(); });
}

// Throws the work's error through the C API, as dpctl does: its callers are C++.
void DPCTLEvent_WaitAndThrow(DPCTLSyclEventRef ERef) {
  if (ERef == nullptr)
    return log_error(__func__, "a null reference was given");
  unwrap<sycl::event>(ERef)->wait_and_throw();
}

void DPCTLEvent_Delete(DPCTLSyclEventRef ERef) {
  delete unwrap<sycl::event>(ERef);
}

DPCTLSyclEventRef DPCTLEvent_Copy(const DPCTLSyclEventRef ERef) {
  return guarded<DPCTLSyclEventRef>(__func__, nullptr, [&] { return give(checked<sycl::event>(ERef)); });
}

DPCTLSyclBackendType DPCTLEvent_GetBackend(DPCTLSyclEventRef ERef) {
  return guarded(__func__, DPCTL_UNKNOWN_BACKEND,
                 [&] { return backend_type(checked<sycl::event>(ERef).get_backend()); });
}

DPCTLSyclEventStatusType DPCTLEvent_GetCommandExecutionStatus(DPCTLSyclEventRef ERef) {
  return guarded(__func__, DPCTL_UNKNOWN_STATUS, [&] {
    switch (checked<sycl::event>(ERef).get_info<sycl::info::event::command_execution_status>()) {
    case sycl::info::event_command_status::submitted:
      return DPCTL_SUBMITTED;
    case sycl::info::event_command_status::running:
      return DPCTL_RUNNING;
    case sycl::info::event_command_status::complete:
      return DPCTL_COMPLETE;
    default:
      return DPCTL_UNKNOWN_STATUS;
    }
  });
}

uint64_t DPCTLEvent_GetProfilingInfoSubmit(DPCTLSyclEventRef ERef) {
  return time_of<sycl::info::event_profiling::command_submit>(__func__, ERef);
}

uint64_t DPCTLEvent_GetProfilingInfoStart(DPCTLSyclEventRef ERef) {
  return time_of<sycl::info::event_profiling::command_start>(__func__, ERef);
}

uint64_t DPCTLEvent_GetProfilingInfoEnd(DPCTLSyclEventRef ERef) {
  return time_of<sycl::info::event_profiling::command_end>(__func__, ERef);
}

DPCTLEventVectorRef DPCTLEvent_GetWaitList(DPCTLSyclEventRef ERef) {
  return guarded<DPCTLEventVectorRef>(__func__, nullptr,
                                      [&] { return give_vector(checked<sycl::event>(ERef).get_wait_list()); });
}
}
