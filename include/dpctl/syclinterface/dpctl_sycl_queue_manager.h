// A stack of current queues for each thread.
#pragma once

#include "Support/DllExport.h"
#include "Support/ExternC.h"
#include "Support/MemOwnershipAttrs.h"
#include "dpctl_data_types.h"
#include "dpctl_sycl_types.h"

DPCTL_C_EXTERN_C_BEGIN

DPCTL_API
__dpctl_give DPCTLSyclQueueRef DPCTLQueueMgr_GetCurrentQueue(void);

DPCTL_API
bool DPCTLQueueMgr_GlobalQueueIsCurrent(void);

DPCTL_API
bool DPCTLQueueMgr_IsCurrentQueue(__dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
void DPCTLQueueMgr_SetGlobalQueue(__dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
void DPCTLQueueMgr_PushQueue(__dpctl_keep const DPCTLSyclQueueRef QRef);

DPCTL_API
void DPCTLQueueMgr_PopQueue(void);

DPCTL_API
size_t DPCTLQueueMgr_GetQueueStackSize(void);

DPCTL_C_EXTERN_C_END
