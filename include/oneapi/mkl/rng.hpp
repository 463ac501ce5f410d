// Random numbers into USM and buffers: an engine on a queue, a distribution, and how many.
#pragma once

#include <cstdint>
#include <vector>

#include <oneapi/mkl/blas/places.hpp>
#include <oneapi/mkl/rng/device.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::rng {

using device::bernoulli, device::bits, device::exponential, device::gaussian, device::lognormal, device::uniform,
    device::uniform_bits;

namespace detail {

/// An engine of the host: the sequence goes on from one generate() to the next.
template <class Engine, std::uint64_t Seed> class HostEngine {
public:
  static constexpr std::uint64_t default_seed = Seed;

  explicit HostEngine(const sycl::queue &queue, std::uint64_t seed = Seed) : queue_(queue), seed_(seed) {}

  sycl::queue &queue() { return queue_; }
  std::uint64_t seed() const { return seed_; }
  /// Where the next `count` words begin.
  std::uint64_t take(std::uint64_t count) { return (next_ += count) - count; }

private:
  sycl::queue queue_;
  std::uint64_t seed_, next_ = 0;
};

template <class Distribution, class Engine, std::uint64_t Seed, class To>
sycl::event generate(const Distribution &distribution, HostEngine<Engine, Seed> &engine, std::int64_t n, const To &to,
                     const std::vector<sycl::event> &after) {
  const auto count = static_cast<std::uint64_t>(n);
  const std::uint64_t seed = engine.seed(), first = engine.take(count * Distribution::words);
  return engine.queue().submit([&](sycl::handler &handler) {
    handler.depends_on(after);
    const auto place = blas::detail::within(handler, to, sycl::read_write);
    handler.parallel_for(sycl::range<1>(count), [=](sycl::id<1> i) {
      Engine own(seed, first + i[0] * Distribution::words);
      blas::detail::address(place)[i] = distribution(own);
    });
  });
}

} // namespace detail

class philox4x32x10 : public detail::HostEngine<device::philox4x32x10<>, 0> {
  using HostEngine::HostEngine;
};
class mrg32k3a : public detail::HostEngine<device::mrg32k3a<>, 1> {
  using HostEngine::HostEngine;
};
class mcg59 : public detail::HostEngine<device::mcg59<>, 1> {
  using HostEngine::HostEngine;
};
class mcg31m1 : public detail::HostEngine<device::mcg31m1<>, 1> {
  using HostEngine::HostEngine;
};
using default_engine = philox4x32x10;

template <class Distribution, class Engine, std::uint64_t Seed, class T>
sycl::event generate(const Distribution &distribution, detail::HostEngine<Engine, Seed> &engine, std::int64_t n, T *to,
                     const std::vector<sycl::event> &dependencies = {}) {
  return detail::generate(distribution, engine, n, to, dependencies);
}
template <class Distribution, class Engine, std::uint64_t Seed, class T, class Allocator>
void generate(const Distribution &distribution, detail::HostEngine<Engine, Seed> &engine, std::int64_t n,
              sycl::buffer<T, 1, Allocator> &to) {
  detail::generate(distribution, engine, n, to, {});
}

/// Leaves out words, of which a number takes as many as its distribution says.
template <class Engine, std::uint64_t Seed>
void skip_ahead(detail::HostEngine<Engine, Seed> &engine, std::uint64_t count) {
  engine.take(count);
}

} // namespace oneapi::mkl::rng
