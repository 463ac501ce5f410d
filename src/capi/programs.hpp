// Programs and launches of their kernels; errors come out with their messages, for dpctl's own Cython modules.
#pragma once

#include <cstddef>

#include "dpctl/syclinterface/dpctl_sycl_enum_types.h"
#include "dpctl/syclinterface/dpctl_sycl_types.h"

namespace weft::capi {

DPCTLSyclKernelBundleRef bundle_from_source(DPCTLSyclContextRef, DPCTLSyclDeviceRef, const char *source,
                                            const char *options);
DPCTLSyclKernelBundleRef bundle_from_spirv(DPCTLSyclContextRef, DPCTLSyclDeviceRef, const void *il, std::size_t length,
                                           const char *options);

/// `local` null: the device chooses the work-groups.
DPCTLSyclEventRef submit_kernel(DPCTLSyclKernelRef, DPCTLSyclQueueRef, void **arguments,
                                const DPCTLKernelArgType *types, std::size_t count, const std::size_t *global,
                                const std::size_t *local, std::size_t dims, const DPCTLSyclEventRef *depends,
                                std::size_t depends_count);

} // namespace weft::capi
