// Blocks of memory that a group loads and stores together (sycl_ext_oneapi_group_load_store).
#pragma once

#include <cstddef>
#include <type_traits>

#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/span.hpp>
#include <sycl/vec.hpp>

#define SYCL_EXT_ONEAPI_GROUP_LOAD_STORE 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// Which elements a work-item gets: neighbours, or those that lie a group's width apart.
enum class data_placement_enum { blocked, striped };

struct data_placement_key {
  template <data_placement_enum Placement>
  using value_t = property_value<data_placement_key, std::integral_constant<data_placement_enum, Placement>>;
};
template <data_placement_enum Placement> inline constexpr data_placement_key::value_t<Placement> data_placement;
inline constexpr auto data_placement_blocked = data_placement<data_placement_enum::blocked>;
inline constexpr auto data_placement_striped = data_placement<data_placement_enum::striped>;

// Promises about pointers and groups; nothing here depends on them.
struct contiguous_memory_key {
  using value_t = property_value<contiguous_memory_key>;
};
inline constexpr contiguous_memory_key::value_t contiguous_memory;
struct full_group_key {
  using value_t = property_value<full_group_key>;
};
inline constexpr full_group_key::value_t full_group;

} // namespace ext::oneapi::experimental
namespace detail {

template <class Properties> constexpr bool is_striped() {
  using namespace ext::oneapi::experimental;
  if constexpr (Properties::template has_property<data_placement_key>())
    return decltype(Properties().template get_property<data_placement_key>())::value == data_placement_enum::striped;
  else
    return false;
}

/// Where the i-th of the `n` elements of this work-item lies in the group's block.
template <class Properties, class Group> std::size_t place_in_block(const Group &g, std::size_t i, std::size_t n) {
  const std::size_t own = g.get_local_linear_id();
  return is_striped<Properties>() ? i * g.get_local_linear_range() + own : own * n + i;
}

template <class Group, class Properties>
using if_block = std::enable_if_t<is_group_v<Group> && ext::oneapi::experimental::is_property_list_v<Properties>>;

} // namespace detail
namespace ext::oneapi::experimental {

template <class Group, class From, class To, std::size_t N, class Properties = empty_properties_t,
          class = sycl::detail::if_block<Group, Properties>>
void group_load(Group g, From from, span<To, N> to, Properties = {}) {
  group_barrier(g);
  for (std::size_t i = 0; i < to.size(); ++i)
    to[i] = from[sycl::detail::place_in_block<Properties>(g, i, to.size())];
  group_barrier(g);
}
template <class Group, class From, class To, int N, class Properties = empty_properties_t,
          class = sycl::detail::if_block<Group, Properties>>
void group_load(Group g, From from, vec<To, N> &to, Properties properties = {}) {
  To elements[N];
  group_load(g, from, span<To, N>(elements), properties);
  for (int i = 0; i < N; ++i)
    to[i] = elements[i];
}
template <class Group, class From, class To, class Properties = empty_properties_t,
          class = sycl::detail::if_block<Group, Properties>>
void group_load(Group g, From from, To &to, Properties properties = {}) {
  group_load(g, from, span<To, 1>(&to, 1), properties);
}

template <class Group, class Element, std::size_t N, class To, class Properties = empty_properties_t,
          class = sycl::detail::if_block<Group, Properties>>
void group_store(Group g, span<Element, N> from, To to, Properties = {}) {
  group_barrier(g);
  for (std::size_t i = 0; i < from.size(); ++i)
    to[sycl::detail::place_in_block<Properties>(g, i, from.size())] = from[i];
  group_barrier(g);
}
template <class Group, class Element, int N, class To, class Properties = empty_properties_t,
          class = sycl::detail::if_block<Group, Properties>>
void group_store(Group g, const vec<Element, N> &from, To to, Properties properties = {}) {
  Element elements[N];
  for (int i = 0; i < N; ++i)
    elements[i] = from[i];
  group_store(g, span<Element, N>(elements), to, properties);
}
template <class Group, class Element, class To, class Properties = empty_properties_t,
          class = sycl::detail::if_block<Group, Properties>>
void group_store(Group g, const Element &from, To to, Properties properties = {}) {
  group_store(g, span<const Element, 1>(&from, 1), to, properties);
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
