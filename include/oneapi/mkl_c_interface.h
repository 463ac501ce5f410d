// Of the C interface of Intel's MKL: its types and memory, and CBLAS and LAPACKE where the system has them.
#pragma once

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <oneapi/mkl_integers.h>

#ifndef MKL_Complex8 // programs may name their own type so
typedef struct {
  float real, imag;
} MKL_Complex8;
#endif
#ifndef MKL_Complex16
typedef struct {
  double real, imag;
} MKL_Complex16;
#endif

static inline void *mkl_malloc(size_t bytes, int alignment) {
  const size_t unit = alignment < (int)sizeof(void *) ? sizeof(void *) : (size_t)alignment;
  return aligned_alloc(unit, (bytes + unit - 1) / unit * unit);
}
static inline void *mkl_calloc(size_t count, size_t size, int alignment) {
  void *const memory = mkl_malloc(count * size, alignment);
  return memory == NULL ? NULL : memset(memory, 0, count * size);
}
static inline void mkl_free(void *memory) {
  free(memory);
}

#if __has_include(<cblas.h>)
#include <cblas.h>
#endif
#if __has_include(<lapacke.h>)
#include <lapacke.h>
#endif
