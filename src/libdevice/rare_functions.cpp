// Defines the rare paths of math functions, once for CPUs and as bitcode for GPUs.
#include "libdevice/math/huge_angles.hpp"
#include "libdevice/math/rare.hpp"
#include "libdevice/math/remainder.hpp"

#define WEFT_RARE_unary(name, S, T)                                                                                    \
  T __weft_rare_##name##_##S(T x) noexcept {                                                                           \
    return weft::math::far_##name(x);                                                                                  \
  }
#define WEFT_RARE_binary(name, S, T)                                                                                   \
  T __weft_rare_##name##_##S(T x, T y) noexcept {                                                                      \
    return weft::math::far_##name(x, y);                                                                               \
  }
#define WEFT_RARE(name, shape) WEFT_RARE_##shape(name, f32, float) WEFT_RARE_##shape(name, f64, double)
#include "libdevice/math/rare.def"
