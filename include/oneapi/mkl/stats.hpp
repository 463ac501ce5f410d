// Summary statistics of oneMKL as SYCL kernels: means, central moments and extremes of each dimension of a data set.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include <oneapi/mkl/blas/vectors.hpp>
#include <oneapi/mkl/exceptions.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::stats {

enum class method { fast, one_pass };
/// Whether the observations of a dimension lie side by side, or the dimensions of an observation.
enum class layout { row_major, col_major };

/// Observations in USM or in a buffer, all of the same weight.
template <layout Layout, class Place> struct dataset {
  std::int64_t n_dims, n_observations;
  Place observations;
};

template <layout Layout = layout::row_major, class T>
dataset<Layout, T *> make_dataset(std::int64_t dims, std::int64_t count, T *observations, T *weights = nullptr,
                                  std::int64_t *indices = nullptr) {
  if (weights != nullptr || indices != nullptr)
    throw unimplemented("stats", "make_dataset", "weights and indices are not there");
  return {dims, count, observations};
}
template <layout Layout = layout::row_major, class T>
dataset<Layout, sycl::buffer<T, 1>> make_dataset(std::int64_t dims, std::int64_t count,
                                                 sycl::buffer<T, 1> observations) {
  return {dims, count, std::move(observations)};
}

namespace detail {
using blas::detail::Events, blas::detail::Held, blas::detail::Int;

/// Calls of_dimension(first, step, dimension) with where the observations of each dimension lie.
template <layout Layout, class T, class OfDimension>
Events each_dimension(const dataset<Layout, T *> &data, OfDimension of_dimension) {
  constexpr bool rows = Layout == layout::row_major;
  Events done;
  for (Int d = 0; d < data.n_dims; ++d)
    done.push_back(of_dimension(data.observations + d * (rows ? data.n_observations : 1), rows ? 1 : data.n_dims, d));
  return done;
}

/// results[d] = the sum of of_one(observation, d), divided.
template <layout Layout, class T, class OfOne>
sycl::event sums(sycl::queue &queue, const dataset<Layout, T *> &data, T *results, Int divided_by, const Events &after,
                 OfOne of_one) {
  const Events summed = each_dimension(data, [&](const T *first, Int step, Int d) {
    return blas::detail::sum(queue, data.n_observations, results + d, after,
                             [=](Int i) { return of_one(first[i * step], d); });
  });
  return queue.parallel_for(blas::detail::count_of(data.n_dims), summed,
                            [=](sycl::id<1> d) { results[d] /= static_cast<T>(divided_by); });
}

/// results[d] = the extreme that fold(a, b) chooses.
template <layout Layout, class T, class Fold>
sycl::event extremes(sycl::queue &queue, const dataset<Layout, T *> &data, T *results, T identity, Fold fold,
                     const Events &after) {
  return queue.ext_oneapi_submit_barrier(each_dimension(data, [&](const T *first, Int step, Int d) {
    return queue.parallel_for(blas::detail::count_of(data.n_observations), after,
                              blas::detail::reduced(results + d, identity, fold),
                              [=](sycl::id<1> i, auto &found) { found.combine(first[Int(i[0]) * step]); });
  }));
}

/// Calls a function of pointers to USM with what is in buffers: the data set, and others that it may change.
template <layout Layout, class T, class Function, class... Buffers>
void with_buffers(sycl::queue &queue, const dataset<Layout, sycl::buffer<T, 1>> &data, const Function &function,
                  Buffers &...buffers) {
  const Held<T> observations(queue, data.observations);
  blas::detail::with_buffers(
      [&](sycl::queue &q, auto *...pointers) {
        return function(q, dataset<Layout, T *>{data.n_dims, data.n_observations, observations.in_usm()}, pointers...);
      },
      queue, buffers...);
}

} // namespace detail

template <method = method::fast, layout Layout, class T>
sycl::event mean(sycl::queue &queue, const dataset<Layout, T *> &data, T *result,
                 const detail::Events &dependencies = {}) {
  return detail::sums(queue, data, result, data.n_observations, dependencies, [](T x, detail::Int) { return x; });
}
template <method = method::fast, layout Layout, class T>
void mean(sycl::queue &queue, const dataset<Layout, sycl::buffer<T, 1>> &data, sycl::buffer<T, 1> result) {
  detail::with_buffers(queue, data, [](auto &q, const auto &in_usm, T *to) { return mean(q, in_usm, to); }, result);
}

/// Around means that are known: the second moment is the variance of a sample, of n - 1 observations.
template <method = method::fast, layout Layout, class T>
sycl::event central_moment(sycl::queue &queue, T *means, const dataset<Layout, T *> &data, T *second,
                           T *third = nullptr, T *fourth = nullptr, const detail::Events &dependencies = {}) {
  const auto moment = [&](T *to, std::int64_t divided_by, auto power) {
    return detail::sums(queue, data, to, divided_by, dependencies,
                        [=](T x, detail::Int d) { return power(x - means[d]); });
  };
  detail::Events done{dependencies};
  if (second != nullptr)
    done.push_back(moment(second, data.n_observations - 1, [](T x) { return x * x; }));
  if (third != nullptr)
    done.push_back(moment(third, data.n_observations, [](T x) { return x * x * x; }));
  if (fourth != nullptr)
    done.push_back(moment(fourth, data.n_observations, [](T x) { return x * x * (x * x); }));
  return queue.ext_oneapi_submit_barrier(done);
}
template <method = method::fast, layout Layout, class T>
void central_moment(sycl::queue &queue, sycl::buffer<T, 1> means, const dataset<Layout, sycl::buffer<T, 1>> &data,
                    sycl::buffer<T, 1> second) {
  detail::with_buffers(
      queue, data, [](auto &q, const auto &in_usm, T *m, T *to) { return central_moment(q, m, in_usm, to); }, means,
      second);
}

template <method = method::fast, layout Layout, class T>
sycl::event min(sycl::queue &queue, const dataset<Layout, T *> &data, T *result,
                const detail::Events &dependencies = {}) {
  return detail::extremes(queue, data, result, std::numeric_limits<T>::infinity(), sycl::minimum<T>(), dependencies);
}
template <method = method::fast, layout Layout, class T>
sycl::event max(sycl::queue &queue, const dataset<Layout, T *> &data, T *result,
                const detail::Events &dependencies = {}) {
  return detail::extremes(queue, data, result, -std::numeric_limits<T>::infinity(), sycl::maximum<T>(), dependencies);
}

} // namespace oneapi::mkl::stats
