// Binary ops over values in memory, one shape for every dtype: what kernels of algorithms are bound to.
// __weft_combine_OP_DTYPE.
#include "libdevice/elementwise/elementwise.hpp"
#include "libdevice/elementwise/exponential.hpp"

#define WEFT_COMBINE(op, S, T)                                                                                         \
  extern "C" void __weft_combine_##op##_##S(void *r, const void *x, const void *y) {                                   \
    *static_cast<T *>(r) = weft::device::op(*static_cast<const T *>(x), *static_cast<const T *>(y));                   \
  }
#define WEFT_COMBINE_REAL_FLOATS(op) WEFT_COMBINE(op, f32, float) WEFT_COMBINE(op, f64, double)
#define WEFT_COMBINE_NUMBERS(op)                                                                                       \
  WEFT_COMBINE(op, u32, unsigned)                                                                                      \
  WEFT_COMBINE(op, u64, unsigned long)                                                                                 \
  WEFT_COMBINE_REAL_FLOATS(op) WEFT_COMBINE(op, c64, weft::device::c64) WEFT_COMBINE(op, c128, weft::device::c128)

WEFT_COMBINE_NUMBERS(add)
WEFT_COMBINE_NUMBERS(multiply)
WEFT_COMBINE_REAL_FLOATS(logaddexp)
