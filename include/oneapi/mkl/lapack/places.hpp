// What every function of LAPACK is given and does alike: matrices in USM by steps or by addresses, and numbers of
// failed matrices that become exceptions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <oneapi/mkl/blas/buffers.hpp>
#include <oneapi/mkl/blas/places.hpp>
#include <oneapi/mkl/blas/vectors.hpp>
#include <oneapi/mkl/lapack/exceptions.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::lapack::detail {

using blas::detail::device_memory;
using blas::detail::Evenly;
using blas::detail::Events;
using blas::detail::factor;
using blas::detail::Int;
using blas::detail::is_complex;
using blas::detail::Listed;
using blas::detail::OfBuffers;
using blas::detail::Real;
using blas::detail::Scalar;
using blas::detail::times;

inline constexpr std::size_t group_size = 64;

template <class T> T conjugated(T a) {
  return factor<true>(a);
}
template <class T> Real<T> real_part(T a) {
  if constexpr (is_complex<T>::value)
    return a.real();
  else
    return a;
}
template <class T> Real<T> imaginary_part(T a) {
  if constexpr (is_complex<T>::value)
    return a.imag();
  else
    return 0;
}

inline std::size_t size_of(Int n) {
  return static_cast<std::size_t>(n > 0 ? n : 0);
}

/// A group for each of `count`: does(its number, group, its first index, the step to the next one).
template <class Does> sycl::event for_groups(sycl::queue &queue, Int count, const Events &after, Does does) {
  const sycl::nd_range<1> range(size_of(count) * group_size, group_size);
  return queue.parallel_for(range, after, [=](sycl::nd_item<1> item) {
    does(static_cast<Int>(item.get_group(0)), item.get_group(), static_cast<Int>(item.get_local_id(0)),
         static_cast<Int>(group_size));
  });
}

/// Addresses that the host gives, where kernels read them.
template <class T> class Addresses {
public:
  Addresses(sycl::queue &queue, T *const *addresses, Int count) : addresses_(addresses) {
    if (blas::detail::addresses_in_usm(queue, addresses))
      return;
    copies_ = device_memory<T *>(queue, count);
    queue.copy(addresses, copies_.get(), size_of(count)).wait();
    addresses_ = copies_.get();
  }
  Listed<T> from(Int first) const { return {addresses_ + first}; }

private:
  T *const *addresses_;
  std::shared_ptr<T *> copies_;
};

/// For each matrix 0, or the step at which it failed, counted from one.
class Failures {
public:
  Failures(sycl::queue &queue, Int matrices)
      : queue_(queue), matrices_(matrices), steps_(device_memory<Int>(queue, matrices)) {
    queue_.fill(steps_.get(), Int(0), size_of(matrices)).wait();
  }
  Int *steps() const { return steps_.get(); }

  /// Waits for `done`, and throws what failed.
  sycl::event thrown_by(const char *function, const char *what, sycl::event done, bool batch) const {
    std::vector<Int> steps(size_of(matrices_)), ids;
    queue_.copy(steps_.get(), steps.data(), steps.size(), done).wait();
    std::vector<std::exception_ptr> errors;
    for (std::size_t i = 0; i < steps.size(); ++i)
      if (steps[i] != 0) {
        ids.push_back(static_cast<Int>(i));
        errors.push_back(std::make_exception_ptr(
            computation_error(function, std::string(what) + " at step " + std::to_string(steps[i]), steps[i])));
      }
    if (!ids.empty()) {
      if (batch)
        throw batch_error(function, ids, errors);
      std::rethrow_exception(errors.front());
    }
    return done;
  }

private:
  mutable sycl::queue queue_;
  Int matrices_;
  std::shared_ptr<Int> steps_;
};

/// Refuses an argument, counted from one behind the queue.
inline void check(bool right, const char *function, const char *argument, Int value, Int place) {
  if (!right)
    throw invalid_argument(function, std::string(argument) + " is " + std::to_string(value), -place);
}
inline void check_matrix(const char *function, Int rows, Int columns, Int apart, Int place_of_rows,
                         Int place_of_columns, Int place_of_apart) {
  check(rows >= 0, function, "the number of rows", rows, place_of_rows);
  check(columns >= 0, function, "the number of columns", columns, place_of_columns);
  check(apart >= (rows > 1 ? rows : 1), function, "the leading dimension", apart, place_of_apart);
}

} // namespace oneapi::mkl::lapack::detail
