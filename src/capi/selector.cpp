// Device selectors.
#include "capi/guard.hpp"
#include "dpctl/syclinterface/dpctl_sycl_device_selector_interface.h"

using namespace dpctl::syclinterface;
using namespace weft::capi;

namespace {

template <class Selector, class... Args> DPCTLSyclDeviceSelectorRef make(const char *function, Args... args) {
  return guarded<DPCTLSyclDeviceSelectorRef>(function, nullptr,
                                             [&] { return wrap<dpctl_device_selector>(new Selector(args...)); });
}

} // namespace

extern "C" {

DPCTLSyclDeviceSelectorRef DPCTLAcceleratorSelector_Create(void) {
  return make<dpctl_accelerator_selector>(__func__);
}

DPCTLSyclDeviceSelectorRef DPCTLDefaultSelector_Create(void) {
  return make<dpctl_default_selector>(__func__);
}

DPCTLSyclDeviceSelectorRef DPCTLCPUSelector_Create(void) {
  return make<dpctl_cpu_selector>(__func__);
}

DPCTLSyclDeviceSelectorRef DPCTLGPUSelector_Create(void) {
  return make<dpctl_gpu_selector>(__func__);
}

DPCTLSyclDeviceSelectorRef DPCTLFilterSelector_Create(const char *filter_str) {
  if (filter_str == nullptr) {
    log_error(__func__, "a null filter string was given");
    return nullptr;
  }
  return make<dpctl_filter_selector>(__func__, filter_str);
}

void DPCTLDeviceSelector_Delete(DPCTLSyclDeviceSelectorRef DSRef) {
  delete unwrap<dpctl_device_selector>(DSRef);
}

int DPCTLDeviceSelector_Score(DPCTLSyclDeviceSelectorRef DSRef, DPCTLSyclDeviceRef DRef) {
  return guarded(__func__, -1, [&] { return checked<dpctl_device_selector>(DSRef)(checked<sycl::device>(DRef)); });
}
}
