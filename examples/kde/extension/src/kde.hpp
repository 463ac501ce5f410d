// Kernel density estimation in SYCL: the same sums, added up in three ways.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <sycl/sycl.hpp>

namespace kde {

/// m points and n samples of `dim` coordinates each, row after row; f[j] gets the density at point j.
template <class T> struct Problem {
  const T *points;
  const T *samples;
  T *density;
  std::size_t m;
  std::size_t n;
  std::int32_t dim;
  T exponent_factor; ///< -1 / (2 h^2)
  T norm;            ///< 1 / (n (sqrt(2 pi) h)^dim)

  /// The bell around one sample, at one point.
  T bell(std::size_t point, std::size_t sample) const {
    const T *p = points + point * dim;
    const T *x = samples + sample * dim;
    T distance2(0);
    for (std::int32_t k = 0; k < dim; ++k) {
      const T difference = p[k] - x[k];
      distance2 += difference * difference;
    }
    return sycl::exp(distance2 * exponent_factor);
  }
};

template <class T>
Problem<T> make_problem(const T *points, const T *samples, T *density, std::size_t m, std::size_t n, std::size_t dim,
                        double smooth) {
  const double width = std::sqrt(2 * 3.14159265358979323846) * smooth;
  return {points,
          samples,
          density,
          m,
          n,
          static_cast<std::int32_t>(dim),
          static_cast<T>(-0.5 / (smooth * smooth)),
          static_cast<T>(1 / (static_cast<double>(n) * std::pow(width, static_cast<double>(dim))))};
}

inline std::size_t ceiling_quotient(std::size_t n, std::size_t by) {
  return (n + by - 1) / by;
}

constexpr std::size_t group_size = 256;
constexpr std::size_t samples_per_item = 128;
constexpr std::size_t stretch = group_size * samples_per_item;

/// Work-items per point: whole groups, each with a stretch of samples.
inline std::size_t items_per_point(std::size_t n) {
  return ceiling_quotient(n, stretch) * group_size;
}

/// The sum of the bells of one work-item's samples. Items side by side take samples side by side, so that the samples
/// of a stretch are read through once.
template <class T> T item_sum(const Problem<T> &problem, std::size_t point, std::size_t item) {
  const std::size_t first = item / group_size * stretch + item % group_size;
  T sum(0);
  for (std::size_t k = 0; k < samples_per_item; ++k) {
    const std::size_t sample = first + k * group_size;
    if (sample < problem.n)
      sum += problem.bell(point, sample);
  }
  return sum;
}

template <class T> void add_atomically(T &target, T value) {
  sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::device,
                   sycl::access::address_space::global_space>(target) += value;
}

template <class T> class GroupReductionKernel;
template <class T> class ItemAtomicKernel;
template <class T> class PartialSumsKernel;
template <class T> class TreeStepKernel;

/// Each work-group adds its work-items' sums by a group reduction; one atomic addition per group.
template <class T>
sycl::event by_group_reduction(sycl::queue &q, const Problem<T> &problem, const std::vector<sycl::event> &depends) {
  const sycl::event zeroed = q.fill(problem.density, T(0), problem.m, depends);
  return q.submit([&](sycl::handler &cgh) {
    cgh.depends_on(zeroed);
    const sycl::nd_range<2> range({problem.m, items_per_point(problem.n)}, {1, group_size});
    cgh.parallel_for<GroupReductionKernel<T>>(range, [=](sycl::nd_item<2> it) {
      const std::size_t point = it.get_global_id(0);
      const T sum = item_sum(problem, point, it.get_global_id(1));
      const T total = sycl::reduce_over_group(it.get_group(), sum, sycl::plus<T>());
      if (it.get_local_id(1) == 0)
        add_atomically(problem.density[point], total * problem.norm);
    });
  });
}

/// Each work-item adds its own sum with an atomic addition.
template <class T>
sycl::event by_item_atomics(sycl::queue &q, const Problem<T> &problem, const std::vector<sycl::event> &depends) {
  const sycl::event zeroed = q.fill(problem.density, T(0), problem.m, depends);
  return q.submit([&](sycl::handler &cgh) {
    cgh.depends_on(zeroed);
    const sycl::range<2> range(problem.m, items_per_point(problem.n));
    cgh.parallel_for<ItemAtomicKernel<T>>(range, [=](sycl::id<2> id) {
      add_atomically(problem.density[id[0]], item_sum(problem, id[0], id[1]) * problem.norm);
    });
  });
}

/// The kernel's event, and that of freeing the memory which it and those before it need.
struct TreeResult {
  sycl::event done;
  sycl::event freed;
};

/// One level of the tree: each of `left` work-items per point adds up a part of the `count` sums below.
template <class T>
sycl::event tree_step(sycl::queue &q, std::size_t m, const T *from, std::size_t count, T *to, std::size_t left,
                      const sycl::event &depends) {
  return q.submit([&](sycl::handler &cgh) {
    cgh.depends_on(depends);
    cgh.parallel_for<TreeStepKernel<T>>(sycl::range<2>(m, left), [=](sycl::id<2> id) {
      T sum(0);
      for (std::size_t k = id[1]; k < count; k += left)
        sum += from[id[0] * count + k];
      to[id[0] * left + id[1]] = sum;
    });
  });
}

/// Work-items write their sums, and further kernels add them up until one per point is left: no atomics.
template <class T>
TreeResult by_tree(sycl::queue &q, const Problem<T> &problem, const std::vector<sycl::event> &depends) {
  constexpr std::size_t branches = 64;
  std::size_t count = items_per_point(problem.n);
  T *const scratch = sycl::malloc_device<T>(problem.m * (count + ceiling_quotient(count, branches)), q);
  if (scratch == nullptr)
    throw sycl::exception(sycl::make_error_code(sycl::errc::memory_allocation), "no memory for partial sums");
  T *from = scratch;
  T *to = scratch + problem.m * count;

  sycl::event done = q.submit([&](sycl::handler &cgh) {
    cgh.depends_on(depends);
    cgh.parallel_for<PartialSumsKernel<T>>(sycl::range<2>(problem.m, count), [=](sycl::id<2> id) {
      from[id[0] * count + id[1]] = item_sum(problem, id[0], id[1]) * problem.norm;
    });
  });
  while (count > 1) {
    const std::size_t left = ceiling_quotient(count, branches);
    done = tree_step(q, problem.m, from, count, left == 1 ? problem.density : to, left, done);
    count = left;
    std::swap(from, to);
  }
  const sycl::event freed = q.submit([&](sycl::handler &cgh) {
    cgh.depends_on(done);
    cgh.host_task([scratch, context = q.get_context()] { sycl::free(scratch, context); });
  });
  return {done, freed};
}

} // namespace kde
