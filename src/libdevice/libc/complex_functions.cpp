// C99's complex functions.
#include "libdevice/libc/packed.hpp"

using namespace weft::device;

extern "C" {
float cabsf(ComplexFloat z) {
  return abs(unpacked(z));
}
double cabs(ComplexDouble z) {
  return abs(unpacked(z));
}
float cargf(ComplexFloat z) {
  return angle(unpacked(z));
}
double carg(ComplexDouble z) {
  return angle(unpacked(z));
}
ComplexFloat cpowf(ComplexFloat x, ComplexFloat y) {
  return packed(pow(unpacked(x), unpacked(y)));
}
ComplexDouble cpow(ComplexDouble x, ComplexDouble y) {
  return packed(pow(unpacked(x), unpacked(y)));
}

#define WEFT_COMPLEX_FUNCTION(name)                                                                                    \
  ComplexFloat c##name##f(ComplexFloat z) {                                                                            \
    return packed(weft::device::name(unpacked(z)));                                                                    \
  }                                                                                                                    \
  ComplexDouble c##name(ComplexDouble z) {                                                                             \
    return packed(weft::device::name(unpacked(z)));                                                                    \
  }
WEFT_COMPLEX_FUNCTION(acos)
WEFT_COMPLEX_FUNCTION(acosh)
WEFT_COMPLEX_FUNCTION(asin)
WEFT_COMPLEX_FUNCTION(asinh)
WEFT_COMPLEX_FUNCTION(atan)
WEFT_COMPLEX_FUNCTION(atanh)
WEFT_COMPLEX_FUNCTION(cos)
WEFT_COMPLEX_FUNCTION(cosh)
WEFT_COMPLEX_FUNCTION(exp)
WEFT_COMPLEX_FUNCTION(log)
WEFT_COMPLEX_FUNCTION(proj)
WEFT_COMPLEX_FUNCTION(sin)
WEFT_COMPLEX_FUNCTION(sinh)
WEFT_COMPLEX_FUNCTION(sqrt)
WEFT_COMPLEX_FUNCTION(tan)
WEFT_COMPLEX_FUNCTION(tanh)
}
