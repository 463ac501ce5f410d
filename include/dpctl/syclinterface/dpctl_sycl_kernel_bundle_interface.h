// What C and Cython callers do with a bundle of kernels.
#pragma once

#include "Support/DllExport.h"
#include "Support/ExternC.h"
#include "Support/MemOwnershipAttrs.h"
#include "dpctl_data_types.h"
#include "dpctl_sycl_types.h"

DPCTL_C_EXTERN_C_BEGIN

/// NULL where the bytes are no SPIR-V, no translator is installed, or the program cannot run on the device.
DPCTL_API
__dpctl_give DPCTLSyclKernelBundleRef DPCTLKernelBundle_CreateFromSpirv(__dpctl_keep const DPCTLSyclContextRef Ctx,
                                                                        __dpctl_keep const DPCTLSyclDeviceRef Dev,
                                                                        __dpctl_keep const void *IL, size_t Length,
                                                                        const char *CompileOpts);

/// NULL where the source does not compile; the log has the compiler's messages. Options may be NULL.
DPCTL_API
__dpctl_give DPCTLSyclKernelBundleRef DPCTLKernelBundle_CreateFromOCLSource(__dpctl_keep const DPCTLSyclContextRef Ctx,
                                                                            __dpctl_keep const DPCTLSyclDeviceRef Dev,
                                                                            __dpctl_keep const char *Source,
                                                                            __dpctl_keep const char *CompileOpts);

/// NULL where the bundle has no kernel of that name.
DPCTL_API
__dpctl_give DPCTLSyclKernelRef DPCTLKernelBundle_GetKernel(__dpctl_keep DPCTLSyclKernelBundleRef KBRef,
                                                            __dpctl_keep const char *KernelName);

DPCTL_API
bool DPCTLKernelBundle_HasKernel(__dpctl_keep DPCTLSyclKernelBundleRef KBRef, __dpctl_keep const char *KernelName);

DPCTL_API
void DPCTLKernelBundle_Delete(__dpctl_take DPCTLSyclKernelBundleRef KBRef);

DPCTL_API
__dpctl_give DPCTLSyclKernelBundleRef DPCTLKernelBundle_Copy(__dpctl_keep const DPCTLSyclKernelBundleRef KBRef);

DPCTL_C_EXTERN_C_END
