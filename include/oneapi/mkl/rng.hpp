// Random numbers into USM and buffers: an engine on a queue, a distribution, and how many.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include <oneapi/mkl/blas/places.hpp>
#include <oneapi/mkl/rng/device.hpp>
#include <oneapi/mkl/rng/mersenne_twister.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::rng {

using device::bernoulli, device::beta, device::binomial, device::bits, device::cauchy, device::chi_square,
    device::exponential, device::gamma, device::gaussian, device::geometric, device::gumbel, device::laplace,
    device::lognormal, device::negative_binomial, device::poisson, device::rayleigh, device::uniform,
    device::uniform_bits, device::weibull;

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

/// A number of the next `Distribution::words` words of an engine. Of a distribution that takes as many as it needs,
/// they are the key of a sequence of its own.
template <class Distribution, class Engine> auto draw(const Distribution &distribution, Engine &engine) {
  if constexpr (device::takes_any_number<Distribution>) {
    device::philox4x32x10<> own(device::uniform_bits<std::uint64_t>()(engine));
    return distribution(own);
  } else {
    return distribution(engine);
  }
}

/// Words that are in memory, as an engine of a kernel.
template <class Words> class ListedWords {
public:
  explicit ListedWords(const Words &words, std::size_t first) : words_(words), next_(first) {}
  std::uint32_t operator()() { return words_[next_++]; }

private:
  const Words &words_;
  std::size_t next_;
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
      blas::detail::address(place)[i] = draw(distribution, own);
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

/// Its words are made by the host, when generate() is called.
class mt19937 {
public:
  static constexpr std::uint32_t default_seed = 1;

  explicit mt19937(const sycl::queue &queue, std::uint32_t seed = default_seed) : queue_(queue), words_(seed) {}
  mt19937(const sycl::queue &queue, std::initializer_list<std::uint32_t> seeds) : queue_(queue), words_(seeds) {}

  sycl::queue &queue() { return queue_; }
  detail::MersenneTwister &words() { return words_; }

private:
  sycl::queue queue_;
  detail::MersenneTwister words_;
};

namespace detail {

template <class Distribution, class To>
sycl::event generate(const Distribution &distribution, mt19937 &engine, std::int64_t n, const To &to,
                     const std::vector<sycl::event> &after) {
  const auto count = static_cast<std::size_t>(n), needed = count * Distribution::words;
  sycl::buffer<std::uint32_t> words(std::max<std::size_t>(needed, 1));
  engine.words().take(sycl::host_accessor(words, sycl::write_only, sycl::no_init).get_pointer(), needed);
  return engine.queue().submit([&](sycl::handler &handler) {
    handler.depends_on(after);
    const auto place = blas::detail::within(handler, to, sycl::read_write);
    const sycl::accessor from(words, handler, sycl::read_only);
    handler.parallel_for(sycl::range<1>(count), [=](sycl::id<1> i) {
      ListedWords own(from, i[0] * Distribution::words);
      blas::detail::address(place)[i] = draw(distribution, own);
    });
  });
}

} // namespace detail

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

template <class Distribution, class T>
sycl::event generate(const Distribution &distribution, mt19937 &engine, std::int64_t n, T *to,
                     const std::vector<sycl::event> &dependencies = {}) {
  return detail::generate(distribution, engine, n, to, dependencies);
}
template <class Distribution, class T, class Allocator>
void generate(const Distribution &distribution, mt19937 &engine, std::int64_t n, sycl::buffer<T, 1, Allocator> &to) {
  detail::generate(distribution, engine, n, to, {});
}

/// Leaves out words, of which a number takes as many as its distribution says.
template <class Engine, std::uint64_t Seed>
void skip_ahead(detail::HostEngine<Engine, Seed> &engine, std::uint64_t count) {
  engine.take(count);
}
inline void skip_ahead(mt19937 &engine, std::uint64_t count) {
  engine.words().skip(count);
}

} // namespace oneapi::mkl::rng
