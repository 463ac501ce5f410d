// Opaque references; each points to the sycl:: object of the same name.
#pragma once

#include "Support/ExternC.h"

DPCTL_C_EXTERN_C_BEGIN

typedef struct DPCTLOpaqueSyclContext *DPCTLSyclContextRef;
typedef struct DPCTLOpaqueSyclDevice *DPCTLSyclDeviceRef;
typedef struct DPCTLOpaqueSyclDeviceSelector *DPCTLSyclDeviceSelectorRef;
typedef struct DPCTLOpaqueSyclEvent *DPCTLSyclEventRef;
typedef struct DPCTLOpaqueSyclKernel *DPCTLSyclKernelRef;
typedef struct DPCTLOpaqueSyclKernelBundle *DPCTLSyclKernelBundleRef;
typedef struct DPCTLOpaqueSyclPlatform *DPCTLSyclPlatformRef;
typedef struct DPCTLOpaqueSyclQueue *DPCTLSyclQueueRef;
typedef struct DPCTLOpaqueSyclRawKernelArg *DPCTLSyclRawKernelArgRef;
typedef struct DPCTLOpaqueSyclWorkGroupMemory *DPCTLSyclWorkGroupMemoryRef;

/// The address of a USM allocation itself.
typedef struct DPCTLOpaqueSyclUSM *DPCTLSyclUSMRef;

DPCTL_C_EXTERN_C_END
