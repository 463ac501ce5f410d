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

  T exponent_scale() const { return -1 / (2 * bandwidth * bandwidth); }
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
constexpr std::size_t stretch = group_size * samples_per_item;

/// The part of one work-item in the density at one point. Items side by side read samples side by side, `group_size` of
/// them at a time, so that a stretch of samples is read through once.
template <typename T>
T item_sum(const T *point, const T *samples, std::size_t n, std::size_t d, std::size_t item, T exponent_scale) {
  const std::size_t first = item / group_size * stretch + item % group_size;
  T sum = 0;
  for (std::size_t k = 0; k < samples_per_item; ++k) {
    const std::size_t i = first + k * group_size;
    if (i < n)
      sum += contribution(point, samples + i * d, d, exponent_scale);
  }
  return sum;
}

/// Work-items per point: whole groups.
inline std::size_t items_per_point(std::size_t n) {
  return ceiling_divide(n, stretch) * group_size;
}

/// Mode 0: each work-group sums a stretch of samples and adds to the result once.
template <typename T> class GroupReduction;
template <typename T> sycl::event group_reduction(sycl::queue &q, const Problem<T> &p, const sycl::event &ready) {
  const T scale = p.exponent_scale(), norm = p.norm();
  return q.submit([&](sycl::handler &h) {
    h.depends_on(ready);
    const std::size_t n = p.n, d = p.d;
    const T *points = p.points, *samples = p.samples;
    T *density = p.density;
    h.parallel_for<GroupReduction<T>>(
        sycl::nd_range<2>({p.m, items_per_point(n)}, {1, group_size}), [=](sycl::nd_item<2> item) {
          const std::size_t j = item.get_global_id(0);
          const T sum = item_sum(points + j * d, samples, n, d, item.get_global_id(1), scale);
          const T total = sycl::reduce_over_group(item.get_group(), sum, sycl::plus<T>());
          if (item.get_group().leader())
            Atomic<T>(density[j]) += total * norm;
        });
  });
}

/// Mode 1: each work-item sums some samples and adds to the result itself.
template <typename T> class ItemAtomics;
template <typename T> sycl::event item_atomics(sycl::queue &q, const Problem<T> &p, const sycl::event &ready) {
  const T scale = p.exponent_scale(), norm = p.norm();
  return q.submit([&](sycl::handler &h) {
    h.depends_on(ready);
    const std::size_t n = p.n, d = p.d;
    const T *points = p.points, *samples = p.samples;
    T *density = p.density;
    h.parallel_for<ItemAtomics<T>>(sycl::range<2>(p.m, items_per_point(n)), [=](sycl::item<2> item) {
      const std::size_t j = item.get_id(0);
      Atomic<T>(density[j]) += item_sum(points + j * d, samples, n, d, item.get_id(1), scale) * norm;
    });
  });
}

/// One level of a tree: `next` sums per row, of the `below` numbers of the level below, the last scaled by `factor`.
template <typename T> class TreeLevel;
template <typename T>
sycl::event tree_level(sycl::queue &q, std::size_t rows, const T *from, std::size_t below, T *to, std::size_t next,
                       T factor, const sycl::event &ready) {
  return q.submit([&](sycl::handler &h) {
    h.depends_on(ready);
    h.parallel_for<TreeLevel<T>>(sycl::range<2>(rows, next), [=](sycl::item<2> item) {
      T sum = 0;
      for (std::size_t i = item.get_id(1); i < below; i += next)
        sum += from[item.get_id(0) * below + i];
      to[item.get_id(0) * next + item.get_id(1)] = sum * factor;
    });
  });
}

/// Mode 2: a tree of partial sums in temporary memory.
template <typename T> class TreeLeaves;
template <typename T> sycl::event partial_sums(sycl::queue &q, const Problem<T> &p) {
  constexpr std::size_t fan = 64;
  const T scale = p.exponent_scale();
  std::size_t width = items_per_point(p.n);
  T *const memory = sycl::malloc_device<T>(p.m * (width + ceiling_divide(width, fan)), q);
  T *from = memory, *to = memory + p.m * width;

  sycl::event done = q.submit([&](sycl::handler &h) {
    const std::size_t n = p.n, d = p.d;
    const T *points = p.points, *samples = p.samples;
    h.parallel_for<TreeLeaves<T>>(sycl::range<2>(p.m, width), [=](sycl::item<2> item) {
      from[item.get_linear_id()] = item_sum(points + item.get_id(0) * d, samples, n, d, item.get_id(1), scale);
    });
  });
  while (width > 1) {
    const std::size_t next = ceiling_divide(width, fan);
    const bool last = next == 1;
    done = tree_level(q, p.m, from, width, last ? p.density : to, next, last ? p.norm() : T(1), done);
    std::swap(from, to);
    width = next;
  }
  q.submit([&](sycl::handler &h) {
    h.depends_on(done);
    h.host_task([memory, q] { sycl::free(memory, q); });
  });
  return done;
}

/// The density in one of the three modes; completes with the event.
template <typename T> sycl::event estimate(sycl::queue &q, const Problem<T> &p, int mode) {
  if (mode == 2)
    return partial_sums(q, p);
  const sycl::event zeroed = q.fill(p.density, T(0), p.m);
  return mode == 0 ? group_reduction(q, p, zeroed) : item_atomics(q, p, zeroed);
}

} // namespace kde
