// Arguments of kernels that are more than a number or a pointer: memory of a work-group, and any bytes.
#pragma once

#include "Support/DllExport.h"
#include "Support/ExternC.h"
#include "Support/MemOwnershipAttrs.h"
#include "dpctl_data_types.h"
#include "dpctl_sycl_types.h"

DPCTL_C_EXTERN_C_BEGIN

/// What a DPCTLSyclWorkGroupMemoryRef points to.
typedef struct RawWorkGroupMemoryTy {
  size_t nbytes;
} RawWorkGroupMemory;

/// The bytes of a raw argument. What a DPCTLSyclRawKernelArgRef points to is a std::vector of them.
typedef struct RawKernelArgDataTy {
  void *bytes;
  size_t count;
} RawKernelArgData;

/// For a kernel's parameter that is a pointer to local memory.
DPCTL_API
__dpctl_give DPCTLSyclWorkGroupMemoryRef DPCTLWorkGroupMemory_Create(size_t nbytes);

DPCTL_API
void DPCTLWorkGroupMemory_Delete(__dpctl_take DPCTLSyclWorkGroupMemoryRef Ref);

DPCTL_API
bool DPCTLWorkGroupMemory_Available(void);

/// Copies the bytes. NULL where there are none.
DPCTL_API
__dpctl_give DPCTLSyclRawKernelArgRef DPCTLRawKernelArg_Create(void *bytes, size_t count);

DPCTL_API
void DPCTLRawKernelArg_Delete(__dpctl_take DPCTLSyclRawKernelArgRef Ref);

DPCTL_API
bool DPCTLRawKernelArg_Available(void);

DPCTL_C_EXTERN_C_END
