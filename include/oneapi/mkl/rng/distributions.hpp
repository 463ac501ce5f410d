// Random numbers inside kernels: distributions, which make numbers of an engine's words.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <type_traits>

#include <oneapi/mkl/rng/engines.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::rng {

/// How distributions are made. The numbers of one sequence differ between the methods' names in oneMKL, not here.
namespace uniform_method {
struct standard {};
struct accurate {};
using by_default = standard;
} // namespace uniform_method
namespace gaussian_method {
struct box_muller {};
struct box_muller2 {};
struct icdf {};
using by_default = box_muller2;
} // namespace gaussian_method
namespace lognormal_method {
struct box_muller2 {};
struct icdf {};
using by_default = box_muller2;
} // namespace lognormal_method
namespace exponential_method {
struct icdf {};
struct icdf_accurate {};
using by_default = icdf;
} // namespace exponential_method
namespace poisson_method {
struct devroye {};
struct ptpe {};
struct gaussian_icdf_based {};
using by_default = devroye;
} // namespace poisson_method
namespace bernoulli_method {
struct icdf {};
using by_default = icdf;
} // namespace bernoulli_method
namespace geometric_method {
struct icdf {};
using by_default = icdf;
} // namespace geometric_method

namespace detail {

/// In [0, 1), of as many bits as a word or the type has.
template <class T> constexpr T unit(std::uint32_t word) {
  if constexpr (sizeof(T) < 8)
    return static_cast<T>(word >> 8) * static_cast<T>(0x1p-24);
  else
    return static_cast<T>(word) * static_cast<T>(0x1p-32);
}
/// Of an engine's next word.
template <class T, class Engine> constexpr T next_unit(Engine &engine) {
  return unit<T>(engine() ^ (has_signed_words<Engine> ? 0x80000000u : 0));
}

/// Of mean 0 and deviation 1, by Box and Muller: two words each.
template <class T, class Engine> T normal(Engine &engine) {
  const T radius = sycl::sqrt(T(-2) * sycl::log(T(1) - next_unit<T>(engine)));
  return radius * sycl::cospi(T(2) * next_unit<T>(engine));
}

} // namespace detail

namespace device {

namespace uniform_method = rng::uniform_method;
namespace gaussian_method = rng::gaussian_method;
namespace lognormal_method = rng::lognormal_method;
namespace exponential_method = rng::exponential_method;
namespace poisson_method = rng::poisson_method;
namespace bernoulli_method = rng::bernoulli_method;
namespace geometric_method = rng::geometric_method;

/// Between a and b, b apart.
template <class T = float, class Method = uniform_method::by_default> class uniform {
public:
  using result_type = T;
  static constexpr int words = 1; ///< Of the engine, for a number.

  uniform() = default;
  explicit uniform(T a, T b) : a_(a), b_(b) {}
  T a() const { return a_; }
  T b() const { return b_; }

  template <class Engine> T operator()(Engine &engine) const {
    if constexpr (std::is_integral_v<T>) {
      const auto span = static_cast<std::uint64_t>(b_) - static_cast<std::uint64_t>(a_);
      return static_cast<T>(static_cast<std::uint64_t>(a_) + (engine() * span >> 32));
    } else {
      return a_ + detail::next_unit<T>(engine) * (b_ - a_);
    }
  }

private:
  T a_ = T(0), b_ = std::is_integral_v<T> ? T(0x7fffffff) : T(1);
};

/// Of this mean and standard deviation.
template <class T = float, class Method = gaussian_method::by_default> class gaussian {
public:
  using result_type = T;
  static constexpr int words = 2;

  gaussian() = default;
  explicit gaussian(T mean, T stddev) : mean_(mean), stddev_(stddev) {}
  T mean() const { return mean_; }
  T stddev() const { return stddev_; }

  template <class Engine> T operator()(Engine &engine) const { return mean_ + stddev_ * detail::normal<T>(engine); }

private:
  T mean_ = T(0), stddev_ = T(1);
};

/// The exponential function of normal numbers, scaled and displaced.
template <class T = float, class Method = lognormal_method::by_default> class lognormal {
public:
  using result_type = T;
  static constexpr int words = 2;

  lognormal() = default;
  explicit lognormal(T m, T s, T displ = T(0), T scale = T(1)) : m_(m), s_(s), displ_(displ), scale_(scale) {}
  T m() const { return m_; }
  T s() const { return s_; }
  T displ() const { return displ_; }
  T scale() const { return scale_; }

  template <class Engine> T operator()(Engine &engine) const {
    return displ_ + scale_ * sycl::exp(m_ + s_ * detail::normal<T>(engine));
  }

private:
  T m_ = T(0), s_ = T(1), displ_ = T(0), scale_ = T(1);
};

template <class T = float, class Method = exponential_method::by_default> class exponential {
public:
  using result_type = T;
  static constexpr int words = 1;

  exponential() = default;
  explicit exponential(T a, T beta = T(1)) : a_(a), beta_(beta) {}
  T a() const { return a_; }
  T beta() const { return beta_; }

  template <class Engine> T operator()(Engine &engine) const {
    return a_ - beta_ * sycl::log(T(1) - detail::next_unit<T>(engine));
  }

private:
  T a_ = T(0), beta_ = T(1);
};

/// One with this probability, zero otherwise.
template <class T = std::uint32_t, class Method = bernoulli_method::by_default> class bernoulli {
public:
  using result_type = T;
  static constexpr int words = 1;

  bernoulli() = default;
  explicit bernoulli(float p) : p_(p) {}
  float p() const { return p_; }

  template <class Engine> T operator()(Engine &engine) const { return detail::next_unit<float>(engine) < p_; }

private:
  float p_ = 0.5f;
};

/// How often what has this probability fails before it succeeds.
template <class T = std::int32_t, class Method = geometric_method::by_default> class geometric {
public:
  using result_type = T;
  static constexpr int words = 1;

  geometric() = default;
  explicit geometric(float p) : p_(p) {}
  float p() const { return p_; }

  template <class Engine> T operator()(Engine &engine) const {
    const float u = 1 - detail::next_unit<float>(engine);
    return static_cast<T>(sycl::floor(sycl::log(u) / sycl::log1p(-p_)));
  }

private:
  float p_ = 0.5f;
};

/// Counts of this mean: products of uniform numbers for small ones, Hoermann's transformed rejection ("The transformed
/// rejection method for generating Poisson random variables", 1993) for others.
template <class T = std::int32_t, class Method = poisson_method::by_default> class poisson {
public:
  using result_type = T;
  static constexpr int words = 2; ///< Of an engine of the host (takes_any_number).

  poisson() = default;
  explicit poisson(double lambda) : lambda_(static_cast<float>(lambda)) {}
  double lambda() const { return lambda_; }

  template <class Engine> T operator()(Engine &engine) const { return lambda_ < 10 ? few(engine) : many(engine); }

private:
  template <class Engine> T few(Engine &engine) const {
    const float end = sycl::exp(-lambda_);
    T count = 0;
    for (float product = next(engine); product > end; product *= next(engine))
      ++count;
    return count;
  }

  template <class Engine> T many(Engine &engine) const {
    const float b = 0.931f + 2.53f * sycl::sqrt(lambda_), a = -0.059f + 0.02483f * b;
    const float alpha = 1.1239f + 1.1328f / (b - 3.4f), log_lambda = sycl::log(lambda_);
    while (true) {
      const float u = next(engine) - 0.5f, v = next(engine), us = 0.5f - sycl::fabs(u);
      const float k = sycl::floor((2 * a / us + b) * u + lambda_ + 0.43f);
      if (us >= 0.07f && v <= 0.9277f - 3.6224f / (b - 2))
        return static_cast<T>(k);
      if (k < 0 || (us < 0.013f && v > us))
        continue;
      if (sycl::log(v * alpha / (a / (us * us) + b)) <= k * log_lambda - lambda_ - sycl::lgamma(k + 1))
        return static_cast<T>(k);
    }
  }

  /// In (0, 1].
  template <class Engine> static float next(Engine &engine) { return 1 - detail::next_unit<float>(engine); }

  float lambda_ = 0.5f;
};

/// Does a number take as many words as it happens to need?
template <class Distribution> inline constexpr bool takes_any_number = false;
template <class T, class Method> inline constexpr bool takes_any_number<poisson<T, Method>> = true;

/// An engine's words.
template <class T = std::uint32_t> class bits {
public:
  using result_type = T;
  static constexpr int words = 1;

  template <class Engine> T operator()(Engine &engine) const { return engine(); }
};

/// Words of as many bits as the type has.
template <class T = std::uint32_t> class uniform_bits {
public:
  using result_type = T;
  static constexpr int words = sizeof(T) > 4 ? 2 : 1;

  template <class Engine> T operator()(Engine &engine) const {
    const T low = engine();
    if constexpr (sizeof(T) > 4)
      return low | static_cast<T>(engine()) << 32;
    else
      return low;
  }
};

template <class Distribution, class Engine>
typename Distribution::result_type generate_single(const Distribution &distribution, Engine &engine) {
  return distribution(engine);
}

/// A number, or a vector of as many as the engine gives.
template <class Distribution, class Engine> auto generate(const Distribution &distribution, Engine &engine) {
  if constexpr (Engine::vec_size == 1) {
    return distribution(engine);
  } else {
    sycl::vec<typename Distribution::result_type, Engine::vec_size> numbers;
    for (int i = 0; i < Engine::vec_size; ++i)
      numbers[i] = distribution(engine);
    return numbers;
  }
}

template <class Engine> void skip_ahead(Engine &engine, std::uint64_t count) {
  engine.skip_ahead(count);
}
template <class Engine> void skip_ahead(Engine &engine, std::initializer_list<std::uint64_t> count) {
  engine.skip_ahead(count);
}

} // namespace device

} // namespace oneapi::mkl::rng
