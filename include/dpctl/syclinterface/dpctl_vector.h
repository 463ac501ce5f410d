// Vectors of references: devices, events and platforms that one call gives or takes.
#pragma once

#include "Support/DllExport.h"
#include "Support/ExternC.h"
#include "Support/MemOwnershipAttrs.h"
#include "dpctl_data_types.h"
#include "dpctl_sycl_types.h"

#define DPCTL_DECLARE_VECTOR_TYPE(EL) typedef struct DPCTLOpaque##EL##Vector *DPCTL##EL##VectorRef;

/// A vector owns its elements: CreateFromArray copies what it is given, GetAt gives a copy (null if out of range), and
/// Delete and Clear delete the elements too.
#define DPCTL_DECLARE_VECTOR_FN(EL)                                                                                    \
  DPCTL_API __dpctl_give DPCTL##EL##VectorRef DPCTL##EL##Vector_Create(void);                                          \
  DPCTL_API __dpctl_give DPCTL##EL##VectorRef DPCTL##EL##Vector_CreateFromArray(                                       \
      size_t len, __dpctl_keep DPCTLSycl##EL##Ref *elems);                                                             \
  DPCTL_API void DPCTL##EL##Vector_Delete(__dpctl_take DPCTL##EL##VectorRef VRef);                                     \
  DPCTL_API void DPCTL##EL##Vector_Clear(__dpctl_keep DPCTL##EL##VectorRef VRef);                                      \
  DPCTL_API size_t DPCTL##EL##Vector_Size(__dpctl_keep DPCTL##EL##VectorRef VRef);                                     \
  DPCTL_API __dpctl_give DPCTLSycl##EL##Ref DPCTL##EL##Vector_GetAt(__dpctl_keep DPCTL##EL##VectorRef VRef,            \
                                                                    size_t index);

#define DPCTL_DECLARE_VECTOR(EL)                                                                                       \
  DPCTL_DECLARE_VECTOR_TYPE(EL)                                                                                        \
  DPCTL_DECLARE_VECTOR_FN(EL)

DPCTL_C_EXTERN_C_BEGIN

DPCTL_DECLARE_VECTOR(Device)
DPCTL_DECLARE_VECTOR(Event)
DPCTL_DECLARE_VECTOR(Platform)

DPCTL_C_EXTERN_C_END
