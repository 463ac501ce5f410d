// Functions of complex numbers and of marrays of them, which are those of std::complex (sycl_ext_oneapi_complex).
#pragma once

#include <complex>
#include <cstddef>
#include <type_traits>

#include <sycl/ext/oneapi/experimental/complex/number.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// What a function of std::complex gives, as a number of T's.
template <class T, class Z> constexpr auto of_parts(const Z &z) {
  if constexpr (std::is_arithmetic_v<Z>)
    return static_cast<T>(z);
  else
    return ext::oneapi::experimental::complex<T>(z);
}

/// Real numbers take part as complex ones without an imaginary part; whole ones as double.
template <class T> struct real_argument {};
template <> struct real_argument<half> {
  using type = half;
};
template <> struct real_argument<float> {
  using type = float;
};
template <> struct real_argument<double> {
  using type = double;
};
template <class T>
using part_of_real = typename std::conditional_t<std::is_integral_v<T>, real_argument<double>, real_argument<T>>::type;

/// The wider part of two.
template <class A, class B> using wider_part = std::conditional_t<(sizeof(A) < sizeof(B)), B, A>;

/// The function of each element of marrays, of which all others are asked for the same one.
template <std::size_t N, class F> constexpr auto each_of(const F &f) {
  marray<decltype(f(std::size_t())), N> all;
  for (std::size_t i = 0; i < N; ++i)
    all[i] = f(i);
  return all;
}

} // namespace detail
namespace ext::oneapi::experimental {

// Of one complex number.
#define WEFT_COMPLEX_FUNCTION(name)                                                                                    \
  template <class T> auto name(const complex<T> &z) {                                                                  \
    return sycl::detail::of_parts<T>(std::name(sycl::detail::computed(z)));                                            \
  }                                                                                                                    \
  template <class T, std::size_t N> auto name(const marray<complex<T>, N> &z) {                                        \
    return sycl::detail::each_of<N>([&](std::size_t i) { return name(z[i]); });                                        \
  }
// Of real numbers, too.
#define WEFT_COMPLEX_PART(name)                                                                                        \
  WEFT_COMPLEX_FUNCTION(name)                                                                                          \
  template <class T, class Part = sycl::detail::part_of_real<T>> auto name(T x) {                                      \
    return name(complex<Part>(static_cast<Part>(x)));                                                                  \
  }
WEFT_COMPLEX_PART(real)
WEFT_COMPLEX_PART(imag)
WEFT_COMPLEX_PART(arg)
WEFT_COMPLEX_PART(norm)
WEFT_COMPLEX_PART(conj)
WEFT_COMPLEX_PART(proj)
WEFT_COMPLEX_FUNCTION(abs)
WEFT_COMPLEX_FUNCTION(exp)
WEFT_COMPLEX_FUNCTION(log)
WEFT_COMPLEX_FUNCTION(log10)
WEFT_COMPLEX_FUNCTION(sqrt)
WEFT_COMPLEX_FUNCTION(sin)
WEFT_COMPLEX_FUNCTION(cos)
WEFT_COMPLEX_FUNCTION(tan)
WEFT_COMPLEX_FUNCTION(asin)
WEFT_COMPLEX_FUNCTION(acos)
WEFT_COMPLEX_FUNCTION(atan)
WEFT_COMPLEX_FUNCTION(sinh)
WEFT_COMPLEX_FUNCTION(cosh)
WEFT_COMPLEX_FUNCTION(tanh)
WEFT_COMPLEX_FUNCTION(asinh)
WEFT_COMPLEX_FUNCTION(acosh)
WEFT_COMPLEX_FUNCTION(atanh)
#undef WEFT_COMPLEX_PART
#undef WEFT_COMPLEX_FUNCTION

template <class T, std::size_t N> auto proj(const marray<T, N> &x) -> marray<complex<T>, N> {
  return sycl::detail::each_of<N>([&](std::size_t i) { return proj(x[i]); });
}

/// From coordinates, without the checks that std::polar makes: rho may be negative.
template <class T> complex<T> polar(const T &rho, const T &theta = T()) {
  using sycl::detail::computed;
  return {static_cast<T>(computed(rho) * std::cos(computed(theta))),
          static_cast<T>(computed(rho) * std::sin(computed(theta)))};
}
template <class T, std::size_t N> marray<complex<T>, N> polar(const marray<T, N> &rho, T theta = T()) {
  return sycl::detail::each_of<N>([&](std::size_t i) { return polar(rho[i], theta); });
}
template <class T, std::size_t N> marray<complex<T>, N> polar(const marray<T, N> &rho, const marray<T, N> &theta) {
  return sycl::detail::each_of<N>([&](std::size_t i) { return polar(rho[i], theta[i]); });
}
template <class T, std::size_t N> marray<complex<T>, N> polar(T rho, const marray<T, N> &theta) {
  return sycl::detail::each_of<N>([&](std::size_t i) { return polar(rho, theta[i]); });
}

template <class T> complex<T> pow(const complex<T> &base, const complex<T> &exponent) {
  return std::pow(sycl::detail::computed(base), sycl::detail::computed(exponent));
}
template <class T, class U> auto pow(const complex<T> &base, const complex<U> &exponent) {
  using Part = sycl::detail::wider_part<T, U>;
  return pow(complex<Part>(base), complex<Part>(exponent));
}
template <class T, class U, class Real = sycl::detail::part_of_real<U>>
auto pow(const complex<T> &base, const U &exponent) {
  return pow(base, complex<Real>(static_cast<Real>(exponent)));
}
template <class T, class U, class Real = sycl::detail::part_of_real<T>>
auto pow(const T &base, const complex<U> &exponent) {
  return pow(complex<Real>(static_cast<Real>(base)), exponent);
}

// pow of marrays: of both, or of one with the same number for each element of the other.
#define WEFT_COMPLEX_POW(Base, Exponent, base_at, exponent_at)                                                         \
  template <class T, std::size_t N> marray<complex<T>, N> pow(const Base &base, const Exponent &exponent) {            \
    return sycl::detail::each_of<N>([&](std::size_t i) { return complex<T>(pow(base_at, exponent_at)); });             \
  }
#define WEFT_COMPLEX_NUMBERS marray<complex<T>, N>
#define WEFT_REAL_NUMBERS marray<T, N>
WEFT_COMPLEX_POW(WEFT_COMPLEX_NUMBERS, WEFT_COMPLEX_NUMBERS, base[i], exponent[i])
WEFT_COMPLEX_POW(WEFT_COMPLEX_NUMBERS, complex<T>, base[i], exponent)
WEFT_COMPLEX_POW(complex<T>, WEFT_COMPLEX_NUMBERS, base, exponent[i])
WEFT_COMPLEX_POW(WEFT_COMPLEX_NUMBERS, WEFT_REAL_NUMBERS, base[i], exponent[i])
WEFT_COMPLEX_POW(WEFT_COMPLEX_NUMBERS, T, base[i], exponent)
WEFT_COMPLEX_POW(complex<T>, WEFT_REAL_NUMBERS, base, exponent[i])
WEFT_COMPLEX_POW(WEFT_REAL_NUMBERS, WEFT_COMPLEX_NUMBERS, base[i], exponent[i])
WEFT_COMPLEX_POW(WEFT_REAL_NUMBERS, complex<T>, base[i], exponent)
WEFT_COMPLEX_POW(T, WEFT_COMPLEX_NUMBERS, base, exponent[i])
#undef WEFT_REAL_NUMBERS
#undef WEFT_COMPLEX_NUMBERS
#undef WEFT_COMPLEX_POW

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
