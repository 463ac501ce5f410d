// Random numbers into USM: an engine on a queue, a distribution, and how many.
#pragma once

#include <cstdint>
#include <vector>

#include <oneapi/mkl/rng/device.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::rng {

using device::bernoulli, device::bits, device::exponential, device::gaussian, device::lognormal, device::uniform,
    device::uniform_bits;

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
