// Random numbers inside kernels: gamma and beta distributions, which reject some of what they draw.
#pragma once

#include <oneapi/mkl/rng/distributions.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::rng {

namespace gamma_method {
struct marsaglia {};
struct marsaglia_accurate {};
using by_default = marsaglia;
} // namespace gamma_method
namespace beta_method {
struct cja {};
struct cja_accurate {};
using by_default = cja;
} // namespace beta_method

namespace detail {

/// In (0, 1].
template <class T, class Engine> T positive_unit(Engine &engine) {
  return T(1) - next_unit<T>(engine);
}

/// Of this shape and scale 1 (Marsaglia and Tsang, "A simple method for generating gamma variables", 2000).
template <class T, class Engine> T gamma_number(Engine &engine, T shape) {
  const T raised = shape < T(1) ? shape + T(1) : shape;
  const T d = raised - T(1) / T(3), c = sycl::rsqrt(T(9) * d);
  while (true) {
    const T x = normal<T>(engine), root = T(1) + c * x, v = root * root * root, u = positive_unit<T>(engine);
    if (v <= T(0) || sycl::log(u) >= x * x / T(2) + d - d * v + d * sycl::log(v))
      continue;
    return shape < T(1) ? d * v * sycl::pow(positive_unit<T>(engine), T(1) / shape) : d * v;
  }
}

/// Of shapes p and q below 1 (Johnk, 1964), by logarithms, since the powers of small shapes vanish.
template <class T, class Engine> T beta_of_small_shapes(Engine &engine, T p, T q) {
  while (true) {
    const T x = sycl::log(positive_unit<T>(engine)) / p, y = sycl::log(positive_unit<T>(engine)) / q;
    if (sycl::exp(x) + sycl::exp(y) <= T(1))
      return T(1) / (T(1) + sycl::exp(y - x));
  }
}

} // namespace detail

namespace device {

namespace gamma_method = rng::gamma_method;
namespace beta_method = rng::beta_method;

/// Of shape alpha, displaced by a and scaled by beta.
template <class T = float, class Method = gamma_method::by_default> class gamma {
public:
  using result_type = T;
  static constexpr int words = 2; ///< Of an engine of the host (takes_any_number).

  gamma() = default;
  explicit gamma(T alpha, T a, T beta) : alpha_(alpha), a_(a), beta_(beta) {}
  T alpha() const { return alpha_; }
  T a() const { return a_; }
  T beta() const { return beta_; }

  template <class Engine> T operator()(Engine &engine) const {
    return a_ + beta_ * detail::gamma_number(engine, alpha_);
  }

private:
  T alpha_ = T(1), a_ = T(0), beta_ = T(1);
};

/// Of shapes p and q, displaced by a and scaled by b.
template <class T = float, class Method = beta_method::by_default> class beta {
public:
  using result_type = T;
  static constexpr int words = 2; ///< Of an engine of the host (takes_any_number).

  beta() = default;
  explicit beta(T p, T q, T a, T b) : p_(p), q_(q), a_(a), b_(b) {}
  T p() const { return p_; }
  T q() const { return q_; }
  T a() const { return a_; }
  T b() const { return b_; }

  template <class Engine> T operator()(Engine &engine) const {
    if (p_ < T(1) && q_ < T(1))
      return a_ + b_ * detail::beta_of_small_shapes(engine, p_, q_);
    const T x = detail::gamma_number(engine, p_), y = detail::gamma_number(engine, q_);
    return a_ + b_ * (x / (x + y));
  }

private:
  T p_ = T(1), q_ = T(1), a_ = T(0), b_ = T(1);
};

template <class T, class Method> inline constexpr bool takes_any_number<gamma<T, Method>> = true;
template <class T, class Method> inline constexpr bool takes_any_number<beta<T, Method>> = true;

} // namespace device

} // namespace oneapi::mkl::rng
