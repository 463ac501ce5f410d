// Kernel density estimation in SYCL 2020: f[j] = mean_i exp(-|p_j - x_i|^2 / 2h^2) / (sqrt(2 pi) h)^d, in three ways.
#pragma once

#include <cmath>
#include <cstddef>
#include <utility>

#include <sycl/sycl.hpp>

namespace kde {

/// The estimation: `m` points of interest and `n` samples in `d` dimensions, rows one after the other, in USM memory.
template <typename T> struct Problem {
  std::size_t m, n, d;
  const T *points;
  const T *samples;
  T bandwidth;
  T *density; ///< m results

  T norm() const {
    return 1 / (static_cast<T>(n) *
                std::pow(std::sqrt(2 * static_cast<T>(3.14159265358979323846)) * bandwidth, static_cast<T>(d)));
  }
};

/// One sample's part in the density at one point, before normalisation.
template <typename T> T contribution(const T *point, const T *sample, std::size_t d, T exponent_scale) {
  T distance = 0;
  for (std::size_t k = 0; k < d; ++k) {
    const T difference = point[k] - sample[k];
    distance += difference * difference;
  }
  return sycl::exp(distance * exponent_scale);
}

template <typename T>
using Atomic = sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::device,
                                sycl::access::address_space::global_space>;

inline std::size_t ceiling_divide(std::size_t a, std::size_t b) {
  return (a + b - 1) / b;
}

constexpr std::size_t group_size = 256;
constexpr std::size_t samples_per_item = 256;

/// Mode 0: each work-group sums a stretch of samples and adds to the result once.
template <typename T> class GroupReduction;
template <typename T> sycl::event group_reduction(sycl::queue &q, const Problem<T> &p, const sycl::event &ready) {
  const std::size_t stretch = group_size * samples_per_item;
  const std::size_t groups = ceiling_divide(p.n, stretch);
  return q.submit([&](sycl::handler &h) {
    h.depends_on(ready);
    const T scale = -1 / (2 * p.bandwidth * p.bandwidth), norm = p.norm();
    const std::size_t n = p.n, d = p.d;
    const T *points = p.points, *samples = p.samples;
    T *density = p.density;
    h.parallel_for<GroupReduction<T>>(sycl::nd_range<2>({p.m, groups * group_size}, {1, group_size}),
                                      [=](sycl::nd_item<2> item) {
                                        const std::size_t j = item.get_global_id(0);
                                        const std::size_t first = item.get_group(1) * stretch + item.get_local_id(1);
                                        T sum = 0;
                                        for (std::size_t k = 0; k < samples_per_item; ++k) {
                                          const std::size_t i = first + k * group_size;
                                          if (i < n)
                                            sum += contribution(points + j * d, samples + i * d, d, scale);
                                        }
                                        const T total = sycl::reduce_over_group(item.get_group(), sum, sycl::plus<T>());
                                        if (item.get_group().leader())
                                          Atomic<T>(density[j]) += total * norm;
                                      });
  });
}

/// Mode 1: each work-item sums some samples and adds to the result itself.
template <typename T> class ItemAtomics;
template <typename T> sycl::event item_atomics(sycl::queue &q, const Problem<T> &p, const sycl::event &ready) {
  const std::size_t items = ceiling_divide(p.n, samples_per_item);
  return q.submit([&](sycl::handler &h) {
    h.depends_on(ready);
    const T scale = -1 / (2 * p.bandwidth * p.bandwidth), norm = p.norm();
    const std::size_t n = p.n, d = p.d;
    const T *points = p.points, *samples = p.samples;
    T *density = p.density;
    h.parallel_for<ItemAtomics<T>>(sycl::range<2>(p.m, items), [=](sycl::item<2> item) {
      const std::size_t j = item.get_id(0);
      T sum = 0;
      for (std::size_t i = item.get_id(1); i < n; i += items)
        sum += contribution(points + j * d, samples + i * d, d, scale);
      Atomic<T>(density[j]) += sum * norm;
    });
  });
}

/// Mode 2: a tree of partial sums: each level sums stretches of the level below.
template <typename T> class TreeLeaves;
template <typename T> class TreeLevel;
template <typename T> sycl::event partial_sums(sycl::queue &q, const Problem<T> &p, const sycl::event &ready) {
  constexpr std::size_t fan = 128;
  std::size_t width = ceiling_divide(p.n, fan);
  T *const sums = sycl::malloc_device<T>(p.m * (width + ceiling_divide(width, fan)), q);
  const T scale = -1 / (2 * p.bandwidth * p.bandwidth), norm = p.norm();

  sycl::event done = q.submit([&](sycl::handler &h) {
    h.depends_on(ready);
    const std::size_t n = p.n, d = p.d, leaves = width;
    const T *points = p.points, *samples = p.samples;
    h.parallel_for<TreeLeaves<T>>(sycl::range<2>(p.m, leaves), [=](sycl::item<2> item) {
      T sum = 0;
      for (std::size_t i = item.get_id(1); i < n; i += leaves)
        sum += contribution(points + item.get_id(0) * d, samples + i * d, d, scale);
      sums[item.get_id(0) * leaves + item.get_id(1)] = sum;
    });
  });

  T *from = sums, *to = sums + p.m * width;
  do {
    const std::size_t below = width, next = ceiling_divide(width, fan);
    const T *const row = from;
    T *const result = next == 1 ? p.density : to;
    const T factor = next == 1 ? norm : 1;
    done = q.submit([&](sycl::handler &h) {
      h.depends_on(done);
      h.parallel_for<TreeLevel<T>>(sycl::range<2>(p.m, next), [=](sycl::item<2> item) {
        T sum = 0;
        for (std::size_t i = item.get_id(1); i < below; i += next)
          sum += row[item.get_id(0) * below + i];
        result[item.get_id(0) * next + item.get_id(1)] = sum * factor;
      });
    });
    std::swap(from, to);
    width = next;
  } while (width > 1);

  q.submit([&](sycl::handler &h) {
    h.depends_on(done);
    h.host_task([sums, q] { sycl::free(sums, q); });
  });
  return done;
}

/// The density in one of the three modes; completes with the event.
template <typename T> sycl::event estimate(sycl::queue &q, const Problem<T> &p, int mode) {
  if (mode == 2)
    return partial_sums(q, p, sycl::event());
  const sycl::event zeroed = q.fill(p.density, T(0), p.m);
  return mode == 0 ? group_reduction(q, p, zeroed) : item_atomics(q, p, zeroed);
}

} // namespace kde
