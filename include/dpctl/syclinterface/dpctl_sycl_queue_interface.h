// What C and Cython callers do with a queue.
#pragma once

#include "Support/DllExport.h"
#include "Support/ExternC.h"
#include "Support/MemOwnershipAttrs.h"
#include "dpctl_data_types.h"
#include "dpctl_error_handler_type.h"
#include "dpctl_sycl_enum_types.h"
#include "dpctl_sycl_types.h"

DPCTL_C_EXTERN_C_BEGIN

/// Local memory of up to three dimensions, for a kernel's parameter that points to such.
typedef struct MDLocalAccessorTy {
  size_t ndim;
  DPCTLKernelArgType dpctl_type_id;
  size_t dim0;
  size_t dim1;
  size_t dim2;
} MDLocalAccessor;

/// Launches a kernel of a program over a range; the work-groups are the device's to choose. An argument is the address
/// of a number, a USM pointer itself (DPCTL_VOID_PTR), or the address of an MDLocalAccessor, RawWorkGroupMemory or
/// RawKernelArgData. NULL where arguments or ranges are not what the kernel and the device take.
DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_SubmitRange(
    __dpctl_keep const DPCTLSyclKernelRef KRef, __dpctl_keep const DPCTLSyclQueueRef QRef, __dpctl_keep void **Args,
    __dpctl_keep const DPCTLKernelArgType *ArgTypes, size_t NArgs, __dpctl_keep const size_t Range[3], size_t NRange,
    __dpctl_keep const DPCTLSyclEventRef *DepEvents, size_t NDepEvents);

/// The same over work-groups of `lRange` items.
DPCTL_API
__dpctl_give DPCTLSyclEventRef
DPCTLQueue_SubmitNDRange(__dpctl_keep const DPCTLSyclKernelRef KRef, __dpctl_keep const DPCTLSyclQueueRef QRef,
                         __dpctl_keep void **Args, __dpctl_keep const DPCTLKernelArgType *ArgTypes, size_t NArgs,
                         __dpctl_keep const size_t gRange[3], __dpctl_keep const size_t lRange[3], size_t NDims,
                         __dpctl_keep const DPCTLSyclEventRef *DepEvents, size_t NDepEvents);

DPCTL_API
__dpctl_give DPCTLSyclQueueRef DPCTLQueue_Create(__dpctl_keep const DPCTLSyclContextRef CRef,
                                                 __dpctl_keep const DPCTLSyclDeviceRef DRef,
                                                 error_handler_callback *handler, int properties);

DPCTL_API
__dpctl_give DPCTLSyclQueueRef DPCTLQueue_CreateForDevice(__dpctl_keep const DPCTLSyclDeviceRef DRef,
                                                          error_handler_callback *handler, int properties);

DPCTL_API
void DPCTLQueue_Delete(__dpctl_take DPCTLSyclQueueRef QRef);

DPCTL_API
__dpctl_give DPCTLSyclQueueRef DPCTLQueue_Copy(__dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
bool DPCTLQueue_AreEq(__dpctl_keep const DPCTLSyclQueueRef QRef1, __dpctl_keep const DPCTLSyclQueueRef QRef2);

DPCTL_API
DPCTLSyclBackendType DPCTLQueue_GetBackend(__dpctl_keep DPCTLSyclQueueRef QRef);

DPCTL_API
__dpctl_give DPCTLSyclContextRef DPCTLQueue_GetContext(__dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
__dpctl_give DPCTLSyclDeviceRef DPCTLQueue_GetDevice(__dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
void DPCTLQueue_Wait(__dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_Memcpy(__dpctl_keep const DPCTLSyclQueueRef QRef, void *Dest, const void *Src,
                                                 size_t Count);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_MemcpyWithEvents(__dpctl_keep const DPCTLSyclQueueRef QRef, void *Dest,
                                                           const void *Src, size_t Count,
                                                           __dpctl_keep const DPCTLSyclEventRef *DepEvents,
                                                           size_t DepEventsCount);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_Prefetch(__dpctl_keep DPCTLSyclQueueRef QRef, const void *Ptr, size_t Count);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_MemAdvise(__dpctl_keep DPCTLSyclQueueRef QRef, const void *Ptr, size_t Count,
                                                    int Advice);

DPCTL_API
bool DPCTLQueue_IsInOrder(__dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
bool DPCTLQueue_HasEnableProfiling(__dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
size_t DPCTLQueue_Hash(__dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_SubmitBarrier(__dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_SubmitBarrierForEvents(__dpctl_keep const DPCTLSyclQueueRef QRef,
                                                                 __dpctl_keep const DPCTLSyclEventRef *DepEvents,
                                                                 size_t NDepEvents);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_Memset(__dpctl_keep const DPCTLSyclQueueRef QRef, void *USMRef, uint8_t Value,
                                                 size_t Count);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_Fill8(__dpctl_keep const DPCTLSyclQueueRef QRef, void *USMRef, uint8_t Value,
                                                size_t Count);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_Fill16(__dpctl_keep const DPCTLSyclQueueRef QRef, void *USMRef,
                                                 uint16_t Value, size_t Count);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_Fill32(__dpctl_keep const DPCTLSyclQueueRef QRef, void *USMRef,
                                                 uint32_t Value, size_t Count);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_Fill64(__dpctl_keep const DPCTLSyclQueueRef QRef, void *USMRef,
                                                 uint64_t Value, size_t Count);

DPCTL_API
__dpctl_give DPCTLSyclEventRef DPCTLQueue_Fill128(__dpctl_keep const DPCTLSyclQueueRef QRef, void *USMRef,
                                                  uint64_t *Value, size_t Count);

DPCTL_C_EXTERN_C_END
