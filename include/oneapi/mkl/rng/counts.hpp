// Random numbers inside kernels: how often something succeeds, and sums of squares.
#pragma once

#include <cstdint>

#include <oneapi/mkl/rng/distributions.hpp>
#include <oneapi/mkl/rng/gamma.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::rng {

namespace binomial_method {
struct btpe {};
using by_default = btpe;
} // namespace binomial_method
namespace negative_binomial_method {
struct nbar {};
using by_default = nbar;
} // namespace negative_binomial_method
namespace chi_square_method {
struct gamma_based {};
using by_default = gamma_based;
} // namespace chi_square_method

namespace device {

namespace binomial_method = rng::binomial_method;
namespace negative_binomial_method = rng::negative_binomial_method;
namespace chi_square_method = rng::chi_square_method;

/// How many of `ntrial` succeed: as many as uniform numbers lie below p. The number in their middle, which has a beta
/// distribution, leaves half of them open (Relles, "A simple algorithm for generating binomial random variables when N
/// is large", 1972); where few succeed, the failures between them are counted.
template <class T = std::int32_t, class Method = binomial_method::by_default> class binomial {
public:
  using result_type = T;
  static constexpr int words = 2; ///< Of an engine of the host (takes_any_number).

  binomial() = default;
  explicit binomial(T ntrial, double p) : ntrial_(ntrial), p_(static_cast<float>(p)) {}
  T ntrial() const { return ntrial_; }
  double p() const { return p_; }

  template <class Engine> T operator()(Engine &engine) const {
    constexpr float few = 10;
    T successes = 0, open = ntrial_;
    float p = p_;
    while (static_cast<float>(open) * p >= few && static_cast<float>(open) * (1 - p) >= few) {
      const T below = open / 2, above = open - 1 - below; // of the middle one
      const float x = detail::gamma_number(engine, static_cast<float>(below + 1)),
                  y = detail::gamma_number(engine, static_cast<float>(above + 1)), middle = x / (x + y);
      if (middle <= p) {
        successes += below + 1;
        open = above;
        p = sycl::fmax((p - middle) / (1 - middle), 0.0f);
      } else {
        open = below;
        p = sycl::fmin(p / middle, 1.0f);
      }
    }
    return successes + (p > 0.5f ? open - rare(engine, open, 1 - p) : rare(engine, open, p));
  }

private:
  template <class Engine> static T rare(Engine &engine, T trials, float p) {
    if (static_cast<float>(trials) * p < 0x1p-32f) // less likely than a word can say
      return 0;
    const geometric<std::int64_t> failures(p);
    T count = 0;
    for (std::int64_t left = trials; (left -= failures(engine) + 1) >= 0;)
      ++count;
    return count;
  }

  T ntrial_ = 5;
  float p_ = 0.5f;
};

/// How often what has this probability fails before it succeeds `a` times, which need not be whole.
template <class T = std::int32_t, class Method = negative_binomial_method::by_default> class negative_binomial {
public:
  using result_type = T;
  static constexpr int words = 2; ///< Of an engine of the host (takes_any_number).

  negative_binomial() = default;
  explicit negative_binomial(double a, double p) : a_(static_cast<float>(a)), p_(static_cast<float>(p)) {}
  double a() const { return a_; }
  double p() const { return p_; }

  template <class Engine> T operator()(Engine &engine) const {
    const float mean = detail::gamma_number(engine, a_) * (1 - p_) / p_;
    return poisson<T>(mean)(engine);
  }

private:
  float a_ = 0.1f, p_ = 0.5f;
};

/// The sum of the squares of n normal numbers.
template <class T = float, class Method = chi_square_method::by_default> class chi_square {
public:
  using result_type = T;
  static constexpr int words = 2; ///< Of an engine of the host (takes_any_number).

  chi_square() = default;
  explicit chi_square(std::int32_t n) : n_(n) {}
  std::int32_t n() const { return n_; }

  template <class Engine> T operator()(Engine &engine) const {
    return T(2) * detail::gamma_number(engine, static_cast<T>(n_) / T(2));
  }

private:
  std::int32_t n_ = 5;
};

template <class T, class Method> inline constexpr bool takes_any_number<binomial<T, Method>> = true;
template <class T, class Method> inline constexpr bool takes_any_number<negative_binomial<T, Method>> = true;
template <class T, class Method> inline constexpr bool takes_any_number<chi_square<T, Method>> = true;

} // namespace device

} // namespace oneapi::mkl::rng
