// Math on arguments that hardly occur: scalar functions behind one unlikely branch of the common path.
//
// A CPU calls them lane by lane in libweft, where they are compiled ahead of time, so they cost kernels neither code
// nor time to compile; a GPU gets their bitcode. rare.def lists them, src/libdevice/rare_functions.cpp defines them.
#pragma once

#define WEFT_RARE_unary(name, S, T)                                                                                    \
  extern "C" [[gnu::cold, gnu::const]] T __weft_rare_##name##_##S(T x) noexcept;                                       \
  namespace weft::math {                                                                                               \
  inline T rare_##name(T x) {                                                                                          \
    return __weft_rare_##name##_##S(x);                                                                                \
  }                                                                                                                    \
  }
#define WEFT_RARE_binary(name, S, T)                                                                                   \
  extern "C" [[gnu::cold, gnu::const]] T __weft_rare_##name##_##S(T x, T y) noexcept;                                  \
  namespace weft::math {                                                                                               \
  inline T rare_##name(T x, T y) {                                                                                     \
    return __weft_rare_##name##_##S(x, y);                                                                             \
  }                                                                                                                    \
  }
#define WEFT_RARE(name, shape) WEFT_RARE_##shape(name, f32, float) WEFT_RARE_##shape(name, f64, double)
#include "libdevice/math/rare.def"
#undef WEFT_RARE
#undef WEFT_RARE_unary
#undef WEFT_RARE_binary
