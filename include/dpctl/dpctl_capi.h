// The C API of dpctl's Python classes; call import_dpctl() once, with the GIL, before anything else.
#pragma once

// Cython's headers each define their own macro for this, and warn of the one before, unless they are told.
#ifndef CYTHON_EXTERN_C
#ifdef __cplusplus
#define CYTHON_EXTERN_C extern "C"
#else
#define CYTHON_EXTERN_C extern
#endif
#endif

// clang-format off
#include "syclinterface/dpctl_sycl_types.h"
// Cython writes the struct of a class before the header of its C functions that use it.
#include "dpctl/_sycl_device.h"
#include "dpctl/_sycl_device_api.h"
#include "dpctl/_sycl_context.h"
#include "dpctl/_sycl_context_api.h"
#include "dpctl/_sycl_event.h"
#include "dpctl/_sycl_event_api.h"
#include "dpctl/_sycl_queue.h"
#include "dpctl/_sycl_queue_api.h"
#include "dpctl/memory/_memory.h"
#include "dpctl/memory/_memory_api.h"
#include "dpctl/tensor/_usmarray.h"
#include "dpctl/tensor/_usmarray_api.h"
#include "dpctl/program/_program.h"
#include "dpctl/program/_program_api.h"
// clang-format on

/// Imports every module that the functions come from. On failure a Python exception is set (see PyErr_Occurred).
static inline void import_dpctl(void) {
  if (import_dpctl___sycl_device() != 0 || import_dpctl___sycl_context() != 0 || import_dpctl___sycl_event() != 0 ||
      import_dpctl___sycl_queue() != 0 || import_dpctl__memory___memory() != 0 ||
      import_dpctl__tensor___usmarray() != 0)
    return;
  import_dpctl__program___program();
}
