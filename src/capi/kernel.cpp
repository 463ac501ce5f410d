// Kernels and bundles of them, as references that extensions pass around.
#include "capi/guard.hpp"
#include "dpctl/syclinterface/dpctl_sycl_kernel_bundle_interface.h"
#include "dpctl/syclinterface/dpctl_sycl_kernel_interface.h"

using namespace weft::capi;
using Bundle = sycl::kernel_bundle<sycl::bundle_state::executable>;

extern "C" {

void DPCTLKernel_Delete(DPCTLSyclKernelRef KRef) {
  delete unwrap<sycl::kernel>(KRef);
}

DPCTLSyclKernelRef DPCTLKernel_Copy(const DPCTLSyclKernelRef KRef) {
  return guarded<DPCTLSyclKernelRef>(__func__, nullptr, [&] { return give(checked<sycl::kernel>(KRef)); });
}

void DPCTLKernelBundle_Delete(DPCTLSyclKernelBundleRef KBRef) {
  delete unwrap<Bundle>(KBRef);
}

DPCTLSyclKernelBundleRef DPCTLKernelBundle_Copy(const DPCTLSyclKernelBundleRef KBRef) {
  return guarded<DPCTLSyclKernelBundleRef>(__func__, nullptr, [&] { return give(checked<Bundle>(KBRef)); });
}
}
