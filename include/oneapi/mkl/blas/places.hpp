// Where the matrices of a call of BLAS lie: in USM or a buffer, one, several a stride apart, or a list of addresses.
#pragma once

#include <algorithm>
#include <type_traits>

#include <oneapi/mkl/blas/vectors.hpp>
#include <oneapi/mkl/types.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::blas {

/// How much a product may lose; none loses any here.
enum class compute_mode {
  unset,
  float_to_bf16,
  float_to_bf16x2,
  float_to_bf16x3,
  float_to_tf32,
  complex_3m,
  any,
  standard,
  prefer_alternate,
  force_alternate,
};

namespace detail {

/// What lies side by side in memory.
enum class Lines { rows, columns };

// Where elements lie that a command reads or changes.
template <class Mode, class T> T *within(sycl::handler &, T *pointer, Mode) {
  return pointer;
}
template <class Mode, class T, class Allocator>
auto within(sycl::handler &handler, sycl::buffer<T, 1, Allocator> buffer, Mode mode) {
  return sycl::accessor(buffer, handler, mode);
}
template <class T> T *address(T *pointer) {
  return pointer;
}
template <class Accessor> auto address(const Accessor &accessor) {
  return &accessor[0];
}

/// Where matrices begin that lie `step` apart, the first one `begin` elements behind the place.
template <class Place> struct Evenly {
  Place first;
  Int step = 0, begin = 0;

  template <class Mode> auto in(sycl::handler &handler, Mode mode) const {
    const auto place = within(handler, first, mode);
    return Evenly<std::remove_const_t<decltype(place)>>{place, step, begin};
  }
  auto *operator()(Int matrix) const { return address(first) + begin + matrix * step; }
  Evenly further(Int elements) const { return {first, step, begin + elements}; }
};

/// Where matrices begin whose addresses lie in USM, written by then.
template <class T> struct Listed {
  T *const *all;
  Int begin = 0;

  template <class Mode> Listed in(sycl::handler &, Mode) const { return *this; }
  T *operator()(Int matrix) const { return all[matrix] + begin; }
  Listed further(Int elements) const { return {all, begin + elements}; }
};

/// From one element to the next; 0 for the only one.
template <class T> Int step_of(T *const *matrices, Int count) {
  return count > 1 ? static_cast<Int>(matrices[1] - matrices[0]) : 0;
}

/// How many matrices, from the first one on, lie as far apart as the first two.
template <class T> Int evenly_apart(T *const *matrices, Int count) {
  const Int step = step_of(matrices, count);
  Int evenly = 1;
  while (evenly < count && matrices[evenly] - matrices[evenly - 1] == step)
    ++evenly;
  return evenly;
}

/// Vectors of elements `step` apart, the first one `begin` behind the place.
template <class Where> struct Vectors {
  Where where;
  Int step, begin;

  auto &operator()(Int vector, Int i) const { return where(vector)[begin + i * step]; }
};

/// BLAS has vectors of negative increments begin at their end.
template <class Where> Vectors<Where> vectors_at(const Where &where, Int n, Int increment) {
  return {where, increment, increment < 0 ? (1 - n) * increment : 0};
}

/// Matrices of rows by op, each in lines `apart` from each other.
template <class T, class Where> struct Matrix {
  Where where;
  Int apart;
  transpose op;

  auto in(sycl::handler &handler) const {
    const auto place = where.in(handler, sycl::read_only);
    return Matrix<T, std::remove_const_t<decltype(place)>>{place, apart, op};
  }

  T at(Int matrix, Int row, Int column) const {
    const T *const lines = where(matrix);
    if (op == transpose::nontrans)
      return lines[row * apart + column];
    const T value = lines[column * apart + row];
    return op == transpose::conjtrans ? factor<true>(value) : value;
  }
};

template <class T, class Where> auto matrix_at(const Where &where, Int apart, transpose op) {
  return Matrix<T, Where>{where, apart, op};
}
template <class T, class Place> auto matrix(const Place &first, Int apart, transpose op, Int step = 0) {
  return matrix_at<T>(Evenly<Place>{first, step}, apart, op);
}

/// Whether addresses of matrices lie where kernels read them.
template <class T> bool addresses_in_usm(const sycl::queue &queue, T *const *addresses) {
  return sycl::get_pointer_type(addresses, queue.get_context()) != sycl::usm::alloc::unknown;
}

/// Calls each(group, how many, where they lie...) for runs of the objects of each group, whose addresses lie one after
/// the other in lists. Addresses in USM are read when it is their turn, others by the host at once, which makes one run
/// of objects that lie evenly.
template <class Each, class... T>
sycl::event in_groups(sycl::queue &queue, Int groups, const Int *group_sizes, const Each &each,
                      T *const *...addresses) {
  const bool listed = (addresses_in_usm(queue, addresses) && ...);
  Events events;
  for (Int g = 0; g < groups; ++g)
    for (Int left = group_sizes[g], count = 0; left > 0; left -= count) {
      count = listed ? left : std::min({evenly_apart(addresses, left)...});
      if (listed)
        events.push_back(each(g, count, Listed<T>{addresses}...));
      else
        events.push_back(each(g, count, Evenly<T *>{*addresses, step_of(addresses, count)}...));
      ((addresses += count), ...);
    }
  return queue.ext_oneapi_submit_barrier(events);
}

} // namespace detail

} // namespace oneapi::mkl::blas
