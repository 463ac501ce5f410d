// Sorts out the forms of parallel_for: over a range or an nd-range, with or without reductions.
#pragma once

#include <type_traits>
#include <vector>

#include <sycl/detail/kernel.hpp>
#include <sycl/detail/reduce.hpp>

namespace sycl::detail {

template <class... Rest> struct kernel_arguments : std::false_type {};
template <class First, class... Rest>
struct kernel_arguments<First, Rest...>
    : std::bool_constant<!std::is_same_v<First, event> && !std::is_same_v<First, std::vector<event>>> {};
template <int D, class... Rest> struct kernel_arguments<id<D>, Rest...> : std::false_type {};

/// Keeps events, which have overloads of their own, out of a pack of reductions and the kernel function.
template <class... Rest> using if_kernel = std::enable_if_t<kernel_arguments<Rest...>::value>;

template <class Name, int D, class F>
event parallel_for(const queue &q, const range<D> &space, event_list depends, const launch_extras &extras, const F &f) {
  return launch_range<Name>(q, space, id<D>(), f, depends, extras);
}

template <class Name, int D, class F>
event parallel_for(const queue &q, const nd_range<D> &space, event_list depends, const launch_extras &extras,
                   const F &f) {
  return launch_nd_range<Name>(q, space, f, depends, extras);
}

template <class Name, class Space, class First, class Second, class... Rest>
event parallel_for(const queue &q, const Space &space, event_list depends, const launch_extras &extras,
                   const First &first, const Second &second, const Rest &...rest) {
  return launch_reductions<Name>(q, space, depends, extras, first, second, rest...);
}

// With properties before the rest: those of the kernel; a reduction's kernel runs as several and takes none.
template <class Name, class Space, class P, class F>
event parallel_for(const queue &q, const Space &space, event_list depends, const launch_extras &extras,
                   const ext::oneapi::experimental::properties<P> &, const F &f) {
  return parallel_for<Name>(q, space, depends, extras, with_properties<ext::oneapi::experimental::properties<P>, F>(f));
}
template <class Name, class Space, class P, class First, class Second, class... Rest>
event parallel_for(const queue &q, const Space &space, event_list depends, const launch_extras &extras,
                   const ext::oneapi::experimental::properties<P> &, const First &first, const Second &second,
                   const Rest &...rest) {
  return launch_reductions<Name>(q, space, depends, extras, first, second, rest...);
}

} // namespace sycl::detail
