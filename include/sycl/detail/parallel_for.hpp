// Sorts out the forms of parallel_for: over a range or an nd-range, with or without reductions.
#pragma once

#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <sycl/detail/kernel.hpp>
#include <sycl/detail/reduce.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

template <class... Rest> struct kernel_arguments : std::false_type {};
template <class First, class... Rest>
struct kernel_arguments<First, Rest...>
    : std::bool_constant<!std::is_same_v<First, event> && !std::is_same_v<First, std::vector<event>>> {};
template <int D, class... Rest> struct kernel_arguments<id<D>, Rest...> : std::false_type {};

/// Keeps events, which have overloads of their own, out of a pack of reductions and the kernel function.
template <class... Rest> using if_kernel = std::enable_if_t<kernel_arguments<Rest...>::value>;

struct scratch_mark {};

/// A kernel function whose launch has scratch memory, and where in the group's local memory that begins.
template <class F> struct with_scratch : F, scratch_mark {
  with_scratch(const F &f, std::uint32_t offset) : F(f), scratch_begins(offset) {}

  template <class... Arguments>
  WEFT_INLINE auto operator()(Arguments &&...arguments) const
      -> decltype(std::declval<const F &>()(std::forward<Arguments>(arguments)...)) {
#if WEFT_DEVICE_PASS
    __weft_scratch_begins(scratch_begins);
#endif
    return static_cast<const F &>(*this)(std::forward<Arguments>(arguments)...);
  }

  std::uint32_t scratch_begins;
};

template <class Properties> std::size_t scratch_size([[maybe_unused]] const Properties &properties) {
  using key = ext::oneapi::experimental::work_group_scratch_size;
  if constexpr (Properties::template has_property<key>())
    return properties.template get_property<key>().value;
  else
    return 0;
}

/// The function as it is launched with these properties, whose scratch memory is reserved.
template <class Properties, class F>
auto reserving_scratch([[maybe_unused]] launch_extras &extras, const Properties &properties, const F &f) {
  if constexpr (Properties::template has_property<ext::oneapi::experimental::work_group_scratch_size>())
    return with_scratch<F>(f, reserve_scratch(extras, scratch_size(properties)));
  else
    return f;
}

template <class Name, int D, class F>
event parallel_for(const queue &q, const range<D> &space, event_list depends, const launch_extras &extras, const F &f) {
  return launch_range<Name>(q, space, id<D>(), f, depends, extras);
}

template <class Name, int D, class F>
event parallel_for(const queue &q, const nd_range<D> &space, event_list depends, const launch_extras &extras,
                   const F &f) {
  if constexpr (has_scratch<F> && !std::is_base_of_v<scratch_mark, F>) {
    launch_extras more = extras;
    const auto reserving = reserving_scratch(more, F(f).get(ext::oneapi::experimental::properties_tag()), f);
    return launch_nd_range<Name>(q, space, reserving, depends, more);
  } else {
    return launch_nd_range<Name>(q, space, f, depends, extras);
  }
}

template <class Name, class Space, class First, class Second, class... Rest>
event parallel_for(const queue &q, const Space &space, event_list depends, const launch_extras &extras,
                   const First &first, const Second &second, const Rest &...rest) {
  return launch_reductions<Name>(q, space, depends, extras, first, second, rest...);
}

// With properties before the rest: those of the kernel; a reduction's kernel runs as several and takes scratch memory
// alone.
template <class Name, class Space, class P, class F>
event parallel_for(const queue &q, const Space &space, event_list depends, const launch_extras &extras,
                   const ext::oneapi::experimental::properties<P> &properties, const F &f) {
  launch_extras more = extras;
  const auto reserving = reserving_scratch(more, properties, f);
  return parallel_for<Name>(
      q, space, depends, more,
      with_properties<ext::oneapi::experimental::properties<P>, std::remove_const_t<decltype(reserving)>>(reserving));
}
template <class Name, class Space, class Properties, std::size_t... I, class... Rest>
event launch_reductions_with(const queue &q, const Space &space, event_list depends, launch_extras extras,
                             const Properties &properties, std::index_sequence<I...>,
                             const std::tuple<const Rest &...> &rest) {
  const auto reserving = reserving_scratch(extras, properties, std::get<sizeof...(I)>(rest));
  return reduce<Name>(q, space, depends, extras, reserving, std::get<I>(rest)...);
}
template <class Name, class Space, class P, class First, class Second, class... Rest>
event parallel_for(const queue &q, const Space &space, event_list depends, const launch_extras &extras,
                   const ext::oneapi::experimental::properties<P> &properties, const First &first, const Second &second,
                   const Rest &...rest) {
  return launch_reductions_with<Name>(
      q, space, depends, extras, properties, std::make_index_sequence<sizeof...(Rest) + 1>(),
      std::tuple<const First &, const Second &, const Rest &...>(first, second, rest...));
}

} // namespace detail
} // namespace _V1
} // namespace sycl
