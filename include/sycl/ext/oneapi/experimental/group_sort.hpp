// Groups sort what lies in memory or what their work-items hold (sycl_ext_oneapi_group_sort), with the sorters of
// sorters.hpp.
#pragma once

#include <cstddef>
#include <functional>
#include <tuple>
#include <type_traits>

#include <sycl/ext/oneapi/experimental/sorters.hpp>

#define SYCL_EXT_ONEAPI_GROUP_SORT 1

namespace sycl {
inline namespace _V1 {
namespace detail {

/// A group with the memory that its default sorter uses.
template <class T, class = void> inline constexpr bool is_group_helper = false;
template <class T>
inline constexpr bool is_group_helper<
    T, std::void_t<decltype(std::declval<const T &>().get_group()), decltype(std::declval<const T &>().get_memory())>> =
    true;
template <class T> using if_group_helper = std::enable_if_t<is_group_helper<T>, int>;
template <class T> using if_sorted_group = std::enable_if_t<is_group_v<T> && !is_group_helper<T>, int>;
template <class T>
using if_compare = std::enable_if_t<!ext::oneapi::experimental::is_property_list_v<std::decay_t<T>>, int>;
template <class T>
using if_properties = std::enable_if_t<ext::oneapi::experimental::is_property_list_v<std::decay_t<T>>, int>;

} // namespace detail
namespace ext::oneapi::experimental {

template <class Helper, class Iterator, class Compare = std::less<>, sycl::detail::if_group_helper<Helper> = 0>
void joint_sort(Helper helper, Iterator first, Iterator last, Compare compare = {}) {
  default_sorters::joint_sorter<Compare>(helper.get_memory(), compare)(helper.get_group(), first, last);
}
template <class Group, class Iterator, class Sorter, sycl::detail::if_sorted_group<Group> = 0>
void joint_sort(Group g, Iterator first, Iterator last, Sorter sorter) {
  sorter(g, first, last);
}

template <class Helper, class T, class Compare = std::less<>, sycl::detail::if_group_helper<Helper> = 0>
T sort_over_group(Helper helper, T value, Compare compare = {}) {
  return default_sorters::group_sorter<T, Compare>(helper.get_memory(), compare)(helper.get_group(), value);
}
template <class Group, class T, class Sorter, sycl::detail::if_sorted_group<Group> = 0>
T sort_over_group(Group g, T value, Sorter sorter) {
  return sorter(g, value);
}

template <class Helper, class T, class U, class Compare = std::less<>, sycl::detail::if_group_helper<Helper> = 0>
std::tuple<T, U> sort_key_value_over_group(Helper helper, T key, U value, Compare compare = {}) {
  return default_sorters::group_key_value_sorter<T, U, Compare>(helper.get_memory(), compare)(helper.get_group(), key,
                                                                                              value);
}
template <class Group, class T, class U, class Sorter, sycl::detail::if_sorted_group<Group> = 0>
std::tuple<T, U> sort_key_value_over_group(Group g, T key, U value, Sorter sorter) {
  return sorter(g, key, value);
}

// Arrays of each work-item's own. Their order among the group's elements is a property's, `blocked` without one.
template <class Helper, class T, std::size_t N, class Compare, class Properties = empty_properties_t,
          sycl::detail::if_group_helper<Helper> = 0, sycl::detail::if_compare<Compare> = 0>
void sort_over_group(Helper helper, sycl::span<T, N> values, Compare compare, Properties properties = {}) {
  default_sorters::group_sorter<T, Compare, N>(helper.get_memory(), compare)(helper.get_group(), values, properties);
}
template <class Helper, class T, std::size_t N, class Properties = empty_properties_t,
          sycl::detail::if_group_helper<Helper> = 0, sycl::detail::if_properties<Properties> = 0>
void sort_over_group(Helper helper, sycl::span<T, N> values, Properties properties = {}) {
  sort_over_group(helper, values, std::less<>(), properties);
}
template <class Group, class T, std::size_t N, class Sorter, class Properties = empty_properties_t,
          sycl::detail::if_sorted_group<Group> = 0>
void sort_over_group(Group g, sycl::span<T, N> values, Sorter sorter, Properties properties = {}) {
  sorter(g, values, properties);
}

template <class Helper, class T, class U, std::size_t N, class Compare, class Properties = empty_properties_t,
          sycl::detail::if_group_helper<Helper> = 0, sycl::detail::if_compare<Compare> = 0>
void sort_key_value_over_group(Helper helper, sycl::span<T, N> keys, sycl::span<U, N> values, Compare compare,
                               Properties properties = {}) {
  default_sorters::group_key_value_sorter<T, U, Compare, N>(helper.get_memory(), compare)(helper.get_group(), keys,
                                                                                          values, properties);
}
template <class Helper, class T, class U, std::size_t N, class Properties = empty_properties_t,
          sycl::detail::if_group_helper<Helper> = 0, sycl::detail::if_properties<Properties> = 0>
void sort_key_value_over_group(Helper helper, sycl::span<T, N> keys, sycl::span<U, N> values,
                               Properties properties = {}) {
  sort_key_value_over_group(helper, keys, values, std::less<>(), properties);
}
template <class Group, class T, class U, std::size_t N, class Sorter, class Properties = empty_properties_t,
          sycl::detail::if_sorted_group<Group> = 0>
void sort_key_value_over_group(Group g, sycl::span<T, N> keys, sycl::span<U, N> values, Sorter sorter,
                               Properties properties = {}) {
  sorter(g, keys, values, properties);
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
