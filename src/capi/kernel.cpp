// Kernels and bundles of them, as references that extensions pass around.
#include "capi/guard.hpp"
#include "capi/programs.hpp"
#include "dpctl/syclinterface/dpctl_sycl_kernel_bundle_interface.h"
#include "dpctl/syclinterface/dpctl_sycl_kernel_interface.h"
#include "sycl/programs.hpp"

using namespace weft::capi;
using Bundle = sycl::kernel_bundle<sycl::bundle_state::executable>;

namespace {

/// An answer about a kernel on the device of its bundle.
template <class Query, class Result> Result ask(const char *function, DPCTLSyclKernelRef kernel) {
  return guarded<Result>(function, 0, [&] {
    const auto &k = checked<sycl::kernel>(kernel);
    return static_cast<Result>(k.get_info<Query>(k.get_kernel_bundle().get_devices().front()));
  });
}

using namespace sycl::info::kernel_device_specific;

} // namespace

namespace weft::capi {

DPCTLSyclKernelBundleRef bundle_from_source(DPCTLSyclContextRef context, DPCTLSyclDeviceRef device, const char *source,
                                            const char *options) {
  if (source == nullptr)
    throw std::invalid_argument("null was given for the source");
  return give(sycl_api::make_program_bundle(checked<sycl::context>(context), checked<sycl::device>(device),
                                            opencl::program_from_source(source, options ? options : "")));
}

DPCTLSyclKernelBundleRef bundle_from_spirv(DPCTLSyclContextRef context, DPCTLSyclDeviceRef device, const void *il,
                                           std::size_t length, const char *options) {
  const auto bytes = checked(static_cast<const std::byte *>(il), length);
  return give(sycl_api::make_program_bundle(checked<sycl::context>(context), checked<sycl::device>(device),
                                            opencl::program_from_spirv(bytes, options ? options : "")));
}

} // namespace weft::capi

extern "C" {

DPCTLSyclKernelBundleRef DPCTLKernelBundle_CreateFromSpirv(const DPCTLSyclContextRef Ctx, const DPCTLSyclDeviceRef Dev,
                                                           const void *IL, size_t Length, const char *CompileOpts) {
  return guarded<DPCTLSyclKernelBundleRef>(__func__, nullptr,
                                           [&] { return bundle_from_spirv(Ctx, Dev, IL, Length, CompileOpts); });
}

DPCTLSyclKernelBundleRef DPCTLKernelBundle_CreateFromOCLSource(const DPCTLSyclContextRef Ctx,
                                                               const DPCTLSyclDeviceRef Dev, const char *Source,
                                                               const char *CompileOpts) {
  return guarded<DPCTLSyclKernelBundleRef>(__func__, nullptr,
                                           [&] { return bundle_from_source(Ctx, Dev, Source, CompileOpts); });
}

DPCTLSyclKernelRef DPCTLKernelBundle_GetKernel(DPCTLSyclKernelBundleRef KBRef, const char *KernelName) {
  return guarded<DPCTLSyclKernelRef>(__func__, nullptr, [&] {
    const Bundle &bundle = checked<Bundle>(KBRef);
    if (KernelName == nullptr)
      throw std::invalid_argument("null was given for the name");
    std::optional<sycl::kernel> kernel = weft::sycl_api::find_kernel(bundle, KernelName);
    if (!kernel)
      throw std::invalid_argument(std::string("the program has no kernel ") + KernelName);
    return give(*std::move(kernel));
  });
}

bool DPCTLKernelBundle_HasKernel(DPCTLSyclKernelBundleRef KBRef, const char *KernelName) {
  return guarded(__func__, false, [&] {
    const Bundle &bundle = checked<Bundle>(KBRef);
    if (KernelName == nullptr)
      throw std::invalid_argument("null was given for the name");
    return weft::sycl_api::find_kernel(bundle, KernelName).has_value();
  });
}

size_t DPCTLKernel_GetNumArgs(const DPCTLSyclKernelRef KRef) {
  constexpr auto none = static_cast<size_t>(-1);
  return guarded<size_t>(__func__, none,
                         [&] { return checked<sycl::kernel>(KRef).get_info<sycl::info::kernel::num_args>(); });
}
size_t DPCTLKernel_GetWorkGroupSize(const DPCTLSyclKernelRef KRef) {
  return ask<work_group_size, size_t>(__func__, KRef);
}
size_t DPCTLKernel_GetPreferredWorkGroupSizeMultiple(const DPCTLSyclKernelRef KRef) {
  return ask<preferred_work_group_size_multiple, size_t>(__func__, KRef);
}
size_t DPCTLKernel_GetPrivateMemSize(const DPCTLSyclKernelRef KRef) {
  return ask<private_mem_size, size_t>(__func__, KRef);
}
uint32_t DPCTLKernel_GetMaxNumSubGroups(const DPCTLSyclKernelRef KRef) {
  return ask<max_num_sub_groups, uint32_t>(__func__, KRef);
}
uint32_t DPCTLKernel_GetMaxSubGroupSize(const DPCTLSyclKernelRef KRef) {
  return ask<max_sub_group_size, uint32_t>(__func__, KRef);
}
uint32_t DPCTLKernel_GetCompileNumSubGroups(const DPCTLSyclKernelRef KRef) {
  return ask<compile_num_sub_groups, uint32_t>(__func__, KRef);
}
uint32_t DPCTLKernel_GetCompileSubGroupSize(const DPCTLSyclKernelRef KRef) {
  return ask<compile_sub_group_size, uint32_t>(__func__, KRef);
}

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
