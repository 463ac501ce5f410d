// How complex numbers travel to and from functions that compilers and C programs call by name.
#pragma once

#include "libdevice/elementwise/elementwise.hpp"

namespace weft::device {

using ComplexFloat = _Complex float;
using ComplexDouble = _Complex double;

inline c64 unpacked(ComplexFloat z) {
  return {__real__ z, __imag__ z};
}
inline c128 unpacked(ComplexDouble z) {
  return {__real__ z, __imag__ z};
}
inline ComplexFloat packed(c64 z) {
  return __builtin_complex(z.re, z.im);
}
inline ComplexDouble packed(c128 z) {
  return __builtin_complex(z.re, z.im);
}

} // namespace weft::device
