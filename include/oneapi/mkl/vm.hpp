// Vector mathematics: elementwise work over USM and buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <oneapi/mkl/blas/places.hpp>
#include <oneapi/mkl/blas/vectors.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::vm {

/// How exact functions are; what is here is as exact as can be.
enum class mode : std::uint64_t { not_defined = 0, la = 1, ha = 2, ep = 3 };

namespace detail {

using blas::detail::address;
using blas::detail::count_of;
using blas::detail::Events;
using blas::detail::Int;
using blas::detail::within;

/// y[i] = function(a[i], ...) for each i below n.
template <class Function, class Y, class... From>
sycl::event each(sycl::queue &queue, Int n, const Y &y, const Events &after, const From &...from) {
  return queue.submit([&](sycl::handler &handler) {
    handler.depends_on(after);
    const auto run = [&](auto to, auto... places) {
      handler.parallel_for(count_of(n), [=](sycl::id<1> i) { address(to)[i] = Function()(address(places)[i]...); });
    };
    run(within(handler, y, sycl::read_write), within(handler, from, sycl::read_only)...);
  });
}

template <class Function> struct OfOne {
  template <class T>
  sycl::event operator()(sycl::queue &queue, Int n, const T *a, T *y, const Events &dependencies = {},
                         mode = mode::not_defined) const {
    return each<Function>(queue, n, y, dependencies, a);
  }
  template <class T>
  void operator()(sycl::queue &queue, Int n, sycl::buffer<T, 1> &a, sycl::buffer<T, 1> &y,
                  mode = mode::not_defined) const {
    each<Function>(queue, n, y, {}, a);
  }
};

template <class Function> struct OfTwo {
  template <class T>
  sycl::event operator()(sycl::queue &queue, Int n, const T *a, const T *b, T *y, const Events &dependencies = {},
                         mode = mode::not_defined) const {
    return each<Function>(queue, n, y, dependencies, a, b);
  }
  template <class T>
  void operator()(sycl::queue &queue, Int n, sycl::buffer<T, 1> &a, sycl::buffer<T, 1> &b, sycl::buffer<T, 1> &y,
                  mode = mode::not_defined) const {
    each<Function>(queue, n, y, {}, a, b);
  }
};

} // namespace detail

#define WEFT_OF_ONE(name, result)                                                                                      \
  namespace detail::functions {                                                                                        \
  struct name {                                                                                                        \
    template <class T> T operator()(T a) const { return result; }                                                      \
  };                                                                                                                   \
  }                                                                                                                    \
  inline constexpr detail::OfOne<detail::functions::name> name;
#define WEFT_OF_TWO(name, result)                                                                                      \
  namespace detail::functions {                                                                                        \
  struct name {                                                                                                        \
    template <class T> T operator()(T a, T b) const { return result; }                                                 \
  };                                                                                                                   \
  }                                                                                                                    \
  inline constexpr detail::OfTwo<detail::functions::name> name;

// Of complex numbers, too.
WEFT_OF_TWO(add, a + b)
WEFT_OF_TWO(sub, a - b)
WEFT_OF_TWO(mul, blas::detail::times(a, b))
WEFT_OF_TWO(div, a / b)
WEFT_OF_TWO(mulbyconj, blas::detail::times(a, blas::detail::factor<true>(b)))
WEFT_OF_ONE(conj, blas::detail::factor<true>(a))
WEFT_OF_ONE(sqr, blas::detail::times(a, a))

WEFT_OF_TWO(pow, sycl::pow(a, b))
WEFT_OF_TWO(hypot, sycl::hypot(a, b))
WEFT_OF_TWO(atan2, sycl::atan2(a, b))
WEFT_OF_TWO(fmod, sycl::fmod(a, b))
WEFT_OF_TWO(fmin, sycl::fmin(a, b))
WEFT_OF_TWO(fmax, sycl::fmax(a, b))
WEFT_OF_ONE(abs, sycl::fabs(a))
WEFT_OF_ONE(inv, T(1) / a)
WEFT_OF_ONE(sqrt, sycl::sqrt(a))
WEFT_OF_ONE(invsqrt, sycl::rsqrt(a))
WEFT_OF_ONE(cbrt, sycl::cbrt(a))
WEFT_OF_ONE(exp, sycl::exp(a))
WEFT_OF_ONE(exp2, sycl::exp2(a))
WEFT_OF_ONE(exp10, sycl::exp10(a))
WEFT_OF_ONE(expm1, sycl::expm1(a))
WEFT_OF_ONE(ln, sycl::log(a))
WEFT_OF_ONE(log2, sycl::log2(a))
WEFT_OF_ONE(log10, sycl::log10(a))
WEFT_OF_ONE(log1p, sycl::log1p(a))
WEFT_OF_ONE(sin, sycl::sin(a))
WEFT_OF_ONE(cos, sycl::cos(a))
WEFT_OF_ONE(tan, sycl::tan(a))
WEFT_OF_ONE(asin, sycl::asin(a))
WEFT_OF_ONE(acos, sycl::acos(a))
WEFT_OF_ONE(atan, sycl::atan(a))
WEFT_OF_ONE(sinh, sycl::sinh(a))
WEFT_OF_ONE(cosh, sycl::cosh(a))
WEFT_OF_ONE(tanh, sycl::tanh(a))
WEFT_OF_ONE(asinh, sycl::asinh(a))
WEFT_OF_ONE(acosh, sycl::acosh(a))
WEFT_OF_ONE(atanh, sycl::atanh(a))
WEFT_OF_ONE(erf, sycl::erf(a))
WEFT_OF_ONE(erfc, sycl::erfc(a))
WEFT_OF_ONE(cdfnorm, sycl::erfc(a *T(-0.70710678118654752440)) * T(0.5))
WEFT_OF_ONE(floor, sycl::floor(a))
WEFT_OF_ONE(ceil, sycl::ceil(a))
WEFT_OF_ONE(trunc, sycl::trunc(a))
WEFT_OF_ONE(round, sycl::round(a))
WEFT_OF_ONE(rint, sycl::rint(a))

#undef WEFT_OF_ONE
#undef WEFT_OF_TWO

} // namespace oneapi::mkl::vm
