// The version of the runtime, and its log.
#pragma once

#include "Support/DllExport.h"
#include "Support/ExternC.h"
#include "Support/MemOwnershipAttrs.h"
#include "dpctl_data_types.h"

DPCTL_C_EXTERN_C_BEGIN

DPCTL_API
__dpctl_give const char *DPCTLService_GetDPCPPVersion(void);

DPCTL_API
void DPCTLService_InitLogger(const char *app_name, const char *log_dir);

DPCTL_API
void DPCTLService_ShutdownLogger(void);

DPCTL_C_EXTERN_C_END
