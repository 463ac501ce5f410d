// What C and Cython callers ask of a platform.
#pragma once

#include "Support/DllExport.h"
#include "Support/ExternC.h"
#include "Support/MemOwnershipAttrs.h"
#include "dpctl_data_types.h"
#include "dpctl_sycl_enum_types.h"
#include "dpctl_sycl_types.h"
#include "dpctl_vector.h"

DPCTL_C_EXTERN_C_BEGIN

DPCTL_API
bool DPCTLPlatform_AreEq(__dpctl_keep const DPCTLSyclPlatformRef PRef1, __dpctl_keep const DPCTLSyclPlatformRef PRef2);

DPCTL_API
__dpctl_give DPCTLSyclPlatformRef DPCTLPlatform_Copy(__dpctl_keep const DPCTLSyclPlatformRef PRef);

DPCTL_API
__dpctl_give DPCTLSyclPlatformRef DPCTLPlatform_Create(void);

DPCTL_API
__dpctl_give DPCTLSyclPlatformRef DPCTLPlatform_CreateFromSelector(__dpctl_keep const DPCTLSyclDeviceSelectorRef DSRef);

DPCTL_API
void DPCTLPlatform_Delete(__dpctl_take DPCTLSyclPlatformRef PRef);

DPCTL_API
DPCTLSyclBackendType DPCTLPlatform_GetBackend(__dpctl_keep const DPCTLSyclPlatformRef PRef);

DPCTL_API
__dpctl_give const char *DPCTLPlatform_GetName(__dpctl_keep const DPCTLSyclPlatformRef PRef);

DPCTL_API
__dpctl_give const char *DPCTLPlatform_GetVendor(__dpctl_keep const DPCTLSyclPlatformRef PRef);

DPCTL_API
__dpctl_give const char *DPCTLPlatform_GetVersion(__dpctl_keep const DPCTLSyclPlatformRef PRef);

DPCTL_API
__dpctl_give DPCTLPlatformVectorRef DPCTLPlatform_GetPlatforms(void);

DPCTL_API
__dpctl_give DPCTLSyclContextRef DPCTLPlatform_GetDefaultContext(__dpctl_keep const DPCTLSyclPlatformRef PRef);

DPCTL_API
size_t DPCTLPlatform_Hash(__dpctl_keep const DPCTLSyclPlatformRef PRef);

DPCTL_API
__dpctl_give DPCTLDeviceVectorRef DPCTLPlatform_GetDevices(__dpctl_keep const DPCTLSyclPlatformRef PRef,
                                                           DPCTLSyclDeviceType DTy);

DPCTL_API
__dpctl_give DPCTLDeviceVectorRef DPCTLPlatform_GetCompositeDevices(__dpctl_keep const DPCTLSyclPlatformRef PRef);

DPCTL_C_EXTERN_C_END
