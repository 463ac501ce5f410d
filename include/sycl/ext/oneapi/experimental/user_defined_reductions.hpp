// Reductions of groups by operations of the program (sycl_ext_oneapi_user_defined_reductions). Weft's take any
// operation by themselves, so that the memory which comes with the group is not needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <sycl/group_algorithms.hpp>
#include <sycl/span.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

template <class Group, std::size_t Extent> class group_with_scratchpad {
public:
  group_with_scratchpad(Group g, sycl::span<std::byte, Extent> memory) noexcept : group_(g), memory_(memory) {}
  Group get_group() const noexcept { return group_; }
  sycl::span<std::byte, Extent> get_memory() const noexcept { return memory_; }

private:
  Group group_;
  sycl::span<std::byte, Extent> memory_;
};

namespace detail {

/// A value, or none where a work-item has no element.
template <class T> struct maybe {
  T value;
  std::uint32_t there; ///< as wide as what shuffles move, so that there are no bytes between
};
template <class T, class Op> struct combine_maybe {
  Op op;
  maybe<T> operator()(const maybe<T> &a, const maybe<T> &b) const {
    if (a.there != 0 && b.there != 0)
      return {Op(op)(a.value, b.value), 1};
    return a.there != 0 ? a : b;
  }
};

/// Of one element at least; no identity is needed.
template <class Group, class Pointer, class Op> auto joint_reduce(Group g, Pointer first, Pointer last, Op op) {
  using T = std::remove_cv_t<std::remove_reference_t<decltype(*first)>>;
  const combine_maybe<T, Op> combine{op};
  maybe<T> mine{*first, 0};
  const std::size_t n = static_cast<std::size_t>(last - first);
  for (std::size_t i = g.get_local_linear_id(); i < n; i += g.get_local_linear_range())
    mine = combine(mine, {first[i], 1});
  return sycl::reduce_over_group(g, mine, combine).value;
}

} // namespace detail

template <class Group, std::size_t Extent, class... Rest>
auto reduce_over_group(const group_with_scratchpad<Group, Extent> &g, Rest &&...rest) {
  return sycl::reduce_over_group(g.get_group(), std::forward<Rest>(rest)...);
}
template <class Group, std::size_t Extent, class Pointer, class Op>
auto joint_reduce(const group_with_scratchpad<Group, Extent> &g, Pointer first, Pointer last, Op op) {
  return detail::joint_reduce(g.get_group(), first, last, op);
}
template <class Group, std::size_t Extent, class Pointer, class T, class Op>
T joint_reduce(const group_with_scratchpad<Group, Extent> &g, Pointer first, Pointer last, T init, Op op) {
  return first == last ? init : op(init, static_cast<T>(detail::joint_reduce(g.get_group(), first, last, op)));
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
