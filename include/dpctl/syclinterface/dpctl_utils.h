// Frees what other functions of this API gave.
#pragma once

#include "Support/DllExport.h"
#include "Support/ExternC.h"
#include "Support/MemOwnershipAttrs.h"
#include "dpctl_data_types.h"

DPCTL_C_EXTERN_C_BEGIN

DPCTL_API
void DPCTLCString_Delete(__dpctl_take const char *str);

DPCTL_API
void DPCTLSize_t_Array_Delete(__dpctl_take size_t *arr);

DPCTL_C_EXTERN_C_END
