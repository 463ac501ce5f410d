// Random numbers inside kernels.
#pragma once

#include <cstddef>
#include <cstdint>

#include <oneapi/mkl/rng/counts.hpp>
#include <oneapi/mkl/rng/distributions.hpp>
#include <oneapi/mkl/rng/engines.hpp>
#include <oneapi/mkl/rng/gamma.hpp>
#include <oneapi/mkl/rng/inverse.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::rng::device {

/// Engines that outlive kernels, as a kernel sees them: each work-item takes one and puts it back.
template <class Engine> class engine_accessor {
public:
  Engine load(std::size_t id) const { return engines_[id]; }
  void store(const Engine &engine, std::size_t id) const { engines_[id] = engine; }

private:
  template <class> friend class engine_descriptor;
  engine_accessor(sycl::buffer<Engine, 1> &engines, sycl::handler &h) : engines_(engines, h) {}

  sycl::accessor<Engine, 1, sycl::access_mode::read_write> engines_;
};

/// Engines of one seed, each `offset` numbers after the one before it.
template <class Engine> class engine_descriptor {
public:
  engine_descriptor(sycl::queue &queue, sycl::range<1> count, std::uint64_t seed, std::uint64_t offset)
      : engine_descriptor(queue, count, [=](std::size_t id) { return Engine(seed, id * offset); }) {}
  /// Engines that `make` gives for their number.
  template <class Make>
  engine_descriptor(sycl::queue &queue, sycl::range<1> count, const Make &make) : engines_(count) {
    queue.submit([&](sycl::handler &h) {
      const auto engines = get_access(h);
      h.parallel_for(count, [=](sycl::id<1> id) { engines.store(make(id[0]), id[0]); });
    });
  }

  engine_accessor<Engine> get_access(sycl::handler &h) { return {engines_, h}; }

private:
  sycl::buffer<Engine, 1> engines_;
};

} // namespace oneapi::mkl::rng::device
