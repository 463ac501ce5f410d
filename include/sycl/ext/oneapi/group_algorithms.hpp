// The group algorithms as DPC++'s extension named them, before SYCL 2020 gave those over ranges of memory names of
// their own.
#pragma once

#include <type_traits>
#include <utility>

#include <sycl/group_algorithms.hpp>
#include <sycl/group_scans.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

namespace detail {
template <class T, class = void> inline constexpr bool is_place = false;
template <class T> inline constexpr bool is_place<T, std::void_t<decltype(*std::declval<T &>())>> = true;
template <class First, class...> inline constexpr bool begins_with_place = is_place<First>;
} // namespace detail

/// name(group, first, last, ...) over memory, name(group, value, ...) over the values of the work-items.
#define WEFT_GROUP_ALGORITHM(name, over_group, joint)                                                                  \
  template <class Group, class... Arguments, class = sycl::detail::if_group<Group>>                                    \
  auto name(Group g, Arguments... arguments) {                                                                         \
    if constexpr (detail::begins_with_place<Arguments...>)                                                             \
      return joint(g, arguments...);                                                                                   \
    else                                                                                                               \
      return over_group(g, arguments...);                                                                              \
  }
WEFT_GROUP_ALGORITHM(any_of, any_of_group, joint_any_of)
WEFT_GROUP_ALGORITHM(all_of, all_of_group, joint_all_of)
WEFT_GROUP_ALGORITHM(none_of, none_of_group, joint_none_of)
WEFT_GROUP_ALGORITHM(reduce, reduce_over_group, joint_reduce)
WEFT_GROUP_ALGORITHM(exclusive_scan, exclusive_scan_over_group, joint_exclusive_scan)
WEFT_GROUP_ALGORITHM(inclusive_scan, inclusive_scan_over_group, joint_inclusive_scan)
#undef WEFT_GROUP_ALGORITHM

template <class Group, class T, class... From, class = sycl::detail::if_group<Group>>
T broadcast(Group g, T x, From... from) {
  return group_broadcast(g, x, from...);
}

template <class Group, class = sycl::detail::if_group<Group>> bool leader(Group g) {
  return g.leader();
}

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl
