// class complex: arithmetic is that of std::complex, in float for half (sycl_ext_oneapi_complex).
#pragma once

#include <complex>
#include <istream>
#include <ostream>
#include <type_traits>

#include <sycl/half.hpp>
#include <sycl/marray.hpp>
#include <sycl/stream.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {
template <class T> class complex;
}

namespace detail {

template <class T>
inline constexpr bool is_part_of_complex =
    std::is_same_v<T, half> || std::is_same_v<T, float> || std::is_same_v<T, double>;

/// The type in which numbers of T are computed.
template <class T> using computed_part = std::conditional_t<std::is_same_v<T, half>, float, T>;

template <class T> constexpr std::complex<computed_part<T>> computed(const ext::oneapi::experimental::complex<T> &z) {
  return {static_cast<computed_part<T>>(z.real()), static_cast<computed_part<T>>(z.imag())};
}
template <class T> constexpr computed_part<T> computed(const T &x) {
  return static_cast<computed_part<T>>(x);
}

} // namespace detail

namespace ext::oneapi::experimental {

template <class T> class complex {
  static_assert(sycl::detail::is_part_of_complex<T>, "a complex number is of half, float or double");

public:
  using value_type = T;

  constexpr complex(T real = T(), T imag = T()) : real_(real), imag_(imag) {}
  template <class X>
  constexpr complex(const complex<X> &z) : complex(static_cast<T>(z.real()), static_cast<T>(z.imag())) {}
  template <class X>
  constexpr complex(const std::complex<X> &z) : complex(static_cast<T>(z.real()), static_cast<T>(z.imag())) {}

  template <class X> constexpr operator std::complex<X>() const {
    return {static_cast<X>(real_), static_cast<X>(imag_)};
  }

  constexpr T real() const { return real_; }
  constexpr T imag() const { return imag_; }
  constexpr void real(T x) { real_ = x; }
  constexpr void imag(T x) { imag_ = x; }

  constexpr complex &operator=(T x) { return *this = complex(x); }

#define WEFT_COMPLEX_OPERATOR(op)                                                                                      \
  friend complex operator op(const complex &a, const complex &b) {                                                     \
    return sycl::detail::computed(a) op sycl::detail::computed(b);                                                     \
  }                                                                                                                    \
  friend complex operator op(const complex &a, T b) { return sycl::detail::computed(a) op sycl::detail::computed(b); } \
  friend complex operator op(T a, const complex &b) { return sycl::detail::computed(a) op sycl::detail::computed(b); } \
  friend complex &operator op## = (complex & a, T b) { return a = a op b; }                                            \
  template <class X> friend complex &operator op## = (complex & a, const complex<X> &b) { return a = a op complex(b); }
  WEFT_COMPLEX_OPERATOR(+)
  WEFT_COMPLEX_OPERATOR(-)
  WEFT_COMPLEX_OPERATOR(*)
  WEFT_COMPLEX_OPERATOR(/)
#undef WEFT_COMPLEX_OPERATOR

  friend constexpr complex operator+(const complex &z) { return z; }
  friend constexpr complex operator-(const complex &z) { return {-z.real_, -z.imag_}; }

  friend constexpr bool operator==(const complex &a, const complex &b) {
    return a.real_ == b.real_ && a.imag_ == b.imag_;
  }
  friend constexpr bool operator==(const complex &a, T b) { return a == complex(b); }
  friend constexpr bool operator==(T a, const complex &b) { return complex(a) == b; }
  friend constexpr bool operator!=(const complex &a, const complex &b) { return !(a == b); }
  friend constexpr bool operator!=(const complex &a, T b) { return !(a == b); }
  friend constexpr bool operator!=(T a, const complex &b) { return !(a == b); }

  template <class C, class Traits>
  friend std::basic_istream<C, Traits> &operator>>(std::basic_istream<C, Traits> &in, complex &z) {
    std::complex<sycl::detail::computed_part<T>> read;
    if (in >> read)
      z = read;
    return in;
  }
  template <class C, class Traits>
  friend std::basic_ostream<C, Traits> &operator<<(std::basic_ostream<C, Traits> &out, const complex &z) {
    return out << sycl::detail::computed(z);
  }
  friend const sycl::stream &operator<<(const sycl::stream &out, const complex &z) {
    return out << "(" << z.real_ << "," << z.imag_ << ")";
  }

private:
  T real_, imag_;
};

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
