// What C and Cython callers do with a context.
#pragma once

#include "Support/DllExport.h"
#include "Support/ExternC.h"
#include "Support/MemOwnershipAttrs.h"
#include "dpctl_error_handler_type.h"
#include "dpctl_sycl_enum_types.h"
#include "dpctl_sycl_types.h"
#include "dpctl_vector.h"

DPCTL_C_EXTERN_C_BEGIN

DPCTL_API
__dpctl_give DPCTLSyclContextRef DPCTLContext_Create(__dpctl_keep const DPCTLSyclDeviceRef DRef,
                                                     error_handler_callback *handler, int properties);

DPCTL_API
__dpctl_give DPCTLSyclContextRef DPCTLContext_CreateFromDevices(__dpctl_keep const DPCTLDeviceVectorRef DVRef,
                                                                error_handler_callback *handler, int properties);

DPCTL_API
bool DPCTLContext_AreEq(__dpctl_keep const DPCTLSyclContextRef CtxRef1, __dpctl_keep const DPCTLSyclContextRef CtxRef2);

DPCTL_API
__dpctl_give DPCTLSyclContextRef DPCTLContext_Copy(__dpctl_keep const DPCTLSyclContextRef CRef);

DPCTL_API
size_t DPCTLContext_DeviceCount(__dpctl_keep const DPCTLSyclContextRef CRef);

DPCTL_API
__dpctl_give DPCTLDeviceVectorRef DPCTLContext_GetDevices(__dpctl_keep const DPCTLSyclContextRef CRef);

DPCTL_API
DPCTLSyclBackendType DPCTLContext_GetBackend(__dpctl_keep const DPCTLSyclContextRef CtxRef);

DPCTL_API
void DPCTLContext_Delete(__dpctl_take DPCTLSyclContextRef CtxRef);

DPCTL_API
size_t DPCTLContext_Hash(__dpctl_keep DPCTLSyclContextRef CtxRef);

DPCTL_C_EXTERN_C_END
