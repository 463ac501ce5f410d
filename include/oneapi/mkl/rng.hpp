// Random numbers into USM: an engine on a queue, a distribution, and how many.
#pragma once

#include <cstdint>
#include <vector>

#include <oneapi/mkl/rng/device.hpp>
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

/// The sequence goes on from one generate() to the next.
class philox4x32x10 {
public:
  explicit philox4x32x10(const sycl::queue &queue, std::uint64_t seed = 0) : queue_(queue), seed_(seed) {}

  sycl::queue &queue() { return queue_; }
  std::uint64_t seed() const { return seed_; }
  /// Where the next `count` numbers begin.
  std::uint64_t take(std::uint64_t count) { return (next_ += count) - count; }

private:
  sycl::queue queue_;
  std::uint64_t seed_, next_ = 0;
};

/// Between a and b, b apart.
template <class T = float, class Method = uniform_method::by_default> class uniform {
public:
  static constexpr int words = 1; ///< Of the engine, for a number.

  uniform() = default;
  explicit uniform(T a, T b) : a_(a), b_(b) {}
  T a() const { return a_; }
  T b() const { return b_; }

  T operator()(device::philox4x32x10<> &engine) const { return a_ + detail::unit<T>(engine()) * (b_ - a_); }

private:
  T a_ = T(0), b_ = T(1);
};

/// Of this mean and standard deviation, by Box and Muller.
template <class T = float, class Method = gaussian_method::by_default> class gaussian {
public:
  static constexpr int words = 2;

  gaussian() = default;
  explicit gaussian(T mean, T stddev) : mean_(mean), stddev_(stddev) {}
  T mean() const { return mean_; }
  T stddev() const { return stddev_; }

  T operator()(device::philox4x32x10<> &engine) const {
    const T radius = sycl::sqrt(T(-2) * sycl::log(T(1) - detail::unit<T>(engine())));
    return mean_ + stddev_ * radius * sycl::cospi(T(2) * detail::unit<T>(engine()));
  }

private:
  T mean_ = T(0), stddev_ = T(1);
};

template <class Distribution, class T>
sycl::event generate(const Distribution &distribution, philox4x32x10 &engine, std::int64_t n, T *to,
                     const std::vector<sycl::event> &dependencies = {}) {
  const auto count = static_cast<std::uint64_t>(n);
  const std::uint64_t seed = engine.seed(), first = engine.take(count * Distribution::words);
  return engine.queue().parallel_for(sycl::range<1>(count), dependencies, [=](sycl::id<1> i) {
    device::philox4x32x10<> own(seed, first + i[0] * Distribution::words);
    to[i] = distribution(own);
  });
}

} // namespace oneapi::mkl::rng
