// Random numbers inside kernels: distributions whose numbers are a function of one uniform number each.
#pragma once

#include <oneapi/mkl/rng/distributions.hpp>
#include <oneapi/mkl/rng/gamma.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::rng {

#define WEFT_INVERSE_METHOD(name)                                                                                      \
  namespace name##_method {                                                                                            \
    struct icdf {};                                                                                                    \
    struct icdf_accurate {};                                                                                           \
    using by_default = icdf;                                                                                           \
  }                                                                                                                    \
  namespace device::name##_method {                                                                                    \
    using namespace rng::name##_method;                                                                                \
  }
WEFT_INVERSE_METHOD(laplace)
WEFT_INVERSE_METHOD(weibull)
WEFT_INVERSE_METHOD(cauchy)
WEFT_INVERSE_METHOD(rayleigh)
WEFT_INVERSE_METHOD(gumbel)
#undef WEFT_INVERSE_METHOD

namespace detail {
/// In (0, 1).
template <class T, class Engine> T inner_unit(Engine &engine) {
  return positive_unit<T>(engine) * T(1 - 0x1p-24);
}
} // namespace detail

namespace device {

// Each displaced by a and scaled by b; `u` is in (0, 1).
#define WEFT_INVERSE(name, ...)                                                                                        \
  template <class T = float, class Method = name##_method::by_default> class name {                                    \
  public:                                                                                                              \
    using result_type = T;                                                                                             \
    static constexpr int words = 1;                                                                                    \
                                                                                                                       \
    name() = default;                                                                                                  \
    explicit name(T a, T b) : a_(a), b_(b) {}                                                                          \
    T a() const { return a_; }                                                                                         \
    T b() const { return b_; }                                                                                         \
                                                                                                                       \
    template <class Engine> T operator()(Engine &engine) const {                                                       \
      const T u = detail::inner_unit<T>(engine);                                                                       \
      return a_ + b_ * (__VA_ARGS__);                                                                                  \
    }                                                                                                                  \
                                                                                                                       \
  private:                                                                                                             \
    T a_ = T(0), b_ = T(1);                                                                                            \
  };
/// exp(-|x|) / 2.
WEFT_INVERSE(laplace, u > T(0.5) ? -sycl::log(T(2) - T(2) * u) : sycl::log(T(2) * u))
/// 1 / (pi * (1 + x * x)).
WEFT_INVERSE(cauchy, sycl::tanpi(u - T(0.5)))
/// 2 * x * exp(-x * x).
WEFT_INVERSE(rayleigh, sycl::sqrt(-sycl::log(u)))
/// exp(x - exp(x)).
WEFT_INVERSE(gumbel, sycl::log(-sycl::log(u)))
#undef WEFT_INVERSE

/// Of shape alpha, displaced by a and scaled by beta.
template <class T = float, class Method = weibull_method::by_default> class weibull {
public:
  using result_type = T;
  static constexpr int words = 1;

  weibull() = default;
  explicit weibull(T alpha, T a, T beta) : alpha_(alpha), a_(a), beta_(beta) {}
  T alpha() const { return alpha_; }
  T a() const { return a_; }
  T beta() const { return beta_; }

  template <class Engine> T operator()(Engine &engine) const {
    return a_ + beta_ * sycl::pow(-sycl::log(detail::inner_unit<T>(engine)), T(1) / alpha_);
  }

private:
  T alpha_ = T(1), a_ = T(0), beta_ = T(1);
};

} // namespace device

} // namespace oneapi::mkl::rng
