// Complex products and quotients that compilers call by name.
#include "libdevice/libc/packed.hpp"

using namespace weft::device;

namespace {

/// 1 with x's sign where x is infinite, else 0 with x's sign.
template <class T> T boxed(T x) {
  return m::copysign(isinf(x) ? T(1) : T(0), x);
}

/// C99, G.5.1: infinities survive where the plain formula gives NaN in both parts.
template <class T> Complex<T> multiply_c99(Complex<T> x, Complex<T> y) {
  const Complex<T> plain = multiply(x, y);
  const bool lost = isnan(plain.re) && isnan(plain.im);
  const bool partial = isinf(x.re * y.re) || isinf(x.im * y.im) || isinf(x.re * y.im) || isinf(x.im * y.re);
  const bool recover = lost && (isinf(x) || isinf(y) || partial);
  const auto part = [&](T p, bool infinite, bool other_infinite) {
    const T zeroed = other_infinite || partial ? (isnan(p) ? m::copysign(T(0), p) : p) : p;
    return infinite ? boxed(p) : zeroed;
  };
  const T a = part(x.re, isinf(x), isinf(y)), b = part(x.im, isinf(x), isinf(y));
  const T c = part(y.re, isinf(y), isinf(x)), d = part(y.im, isinf(y), isinf(x));
  const T re = infinity<T> * (a * c - b * d), im = infinity<T> * (a * d + b * c);
  return {recover ? re : plain.re, recover ? im : plain.im};
}

/// C99, G.5.2.
template <class T> Complex<T> divide_c99(Complex<T> x, Complex<T> y) {
  const Complex<T> plain = quotient(x, y);
  const bool lost = isnan(plain.re) && isnan(plain.im);
  const bool by_zero = y.re == T(0) && y.im == T(0) && !(isnan(x.re) && isnan(x.im));
  const bool to_infinity = isinf(x) && isfinite(y), to_zero = isinf(y) && isfinite(x);
  const T a = boxed(x.re), b = boxed(x.im), c = boxed(y.re), d = boxed(y.im);
  const T pole = m::copysign(infinity<T>, y.re);
  const T far_re = infinity<T> * (a * y.re + b * y.im), far_im = infinity<T> * (b * y.re - a * y.im);
  const T near_re = T(0) * (x.re * c + x.im * d), near_im = T(0) * (x.im * c - x.re * d);
  const T re = by_zero ? pole * x.re : (to_infinity ? far_re : (to_zero ? near_re : plain.re));
  const T im = by_zero ? pole * x.im : (to_infinity ? far_im : (to_zero ? near_im : plain.im));
  return {lost ? re : plain.re, lost ? im : plain.im};
}

} // namespace

extern "C" {
ComplexFloat __mulsc3(float a, float b, float c, float d) {
  return packed(multiply_c99(c64{a, b}, c64{c, d}));
}
ComplexDouble __muldc3(double a, double b, double c, double d) {
  return packed(multiply_c99(c128{a, b}, c128{c, d}));
}
ComplexFloat __divsc3(float a, float b, float c, float d) {
  return packed(divide_c99(c64{a, b}, c64{c, d}));
}
ComplexDouble __divdc3(double a, double b, double c, double d) {
  return packed(divide_c99(c128{a, b}, c128{c, d}));
}
}
