// Declares the builtins for device code. This header is also what SYCL headers include on device, so it depends on
// nothing.
#pragma once

#define WEFT_EFFECT_pure __attribute__((const, nothrow))
#define WEFT_EFFECT_plain __attribute__((nothrow))
#define WEFT_EFFECT_convergent __attribute__((convergent, nothrow))

#define WEFT_BUILTIN(effect, result, name, parameters, alike) WEFT_EFFECT_##effect result __weft_##name parameters;
#define WEFT_BUILTIN_OF(type, effect, result, name, parameters, alike)                                                 \
  WEFT_EFFECT_##effect result __weft_##name##_##type parameters;
extern "C" {
#include "builtins.def"
}
#undef WEFT_EFFECT_pure
#undef WEFT_EFFECT_plain
#undef WEFT_EFFECT_convergent
