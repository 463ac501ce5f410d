// Prefix sums and the like over groups, and reductions of any type with any operation (SYCL 2020, 4.17.4.10 and
// 4.17.4.11).
//
// A sub-group scans by shuffles; sub-groups of a work-group leave their totals in memory of the group.
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>

#include <sycl/group_algorithms.hpp>
#include <sycl/group_shuffles.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {

/// Of the work-items up to this one, in order.
template <class T, class Op> WEFT_INLINE T scan_sub_group(const sub_group &g, T x, Op op) {
  constexpr std::uint32_t widest = 64;
  const std::uint32_t lane = g.get_local_linear_id();
  for (std::uint32_t by = 1; by < widest; by *= 2) {
    const T before = shuffle(x, lane - by);
    if (lane >= by)
      x = static_cast<T>(op(before, x));
  }
  return x;
}

/// Place for one value of each sub-group; what was there before is read by nobody any more.
template <class T> WEFT_INLINE T *totals_of_sub_groups() {
#if WEFT_DEVICE_PASS
  T *totals = static_cast<T *>(__weft_group_scratch(sizeof(T)));
  __weft_barrier(static_cast<int>(memory_scope::work_group));
  return totals;
#else
  __builtin_trap();
#endif
}
WEFT_INLINE void meet_in_group() {
#if WEFT_DEVICE_PASS
  __weft_barrier(static_cast<int>(memory_scope::work_group));
#endif
}

/// A value of a scan: that of the work-items before the own one, where there are any, and with it.
template <class T> struct scanned {
  T before, with;
  bool is_first;
};

template <class Group, class T, class Op, class = if_whole_group<Group>>
WEFT_INLINE scanned<T> scan(const Group &, T x, Op op) {
  const sub_group s = current::make<sub_group>();
  const std::uint32_t lane = s.get_local_linear_id();
  const T with = scan_sub_group(s, x, op);
  const T before = shuffle(with, lane - 1);
  if constexpr (is_sub_group_v<Group>) {
    return {before, with, lane == 0};
  } else {
    T *totals = totals_of_sub_groups<T>();
    const std::uint32_t own = s.get_group_linear_id();
    if (lane + 1 == s.get_local_linear_range())
      totals[own] = with;
    meet_in_group();
    T all = totals[0];
    for (std::uint32_t i = 1; i < own; ++i)
      all = static_cast<T>(op(all, totals[i]));
    const bool first_of_all = own == 0 && lane == 0;
    if (own == 0)
      return {before, with, first_of_all};
    return {lane == 0 ? all : static_cast<T>(op(all, before)), static_cast<T>(op(all, with)), first_of_all};
  }
}

/// The value of the k-th work-item of a part of a sub-group.
template <class Group, class T> WEFT_INLINE T of_kth(const Group &g, T x, std::uint32_t k) {
  return shuffle(x, g.lane_of(k), g.lanes());
}

template <class Group, class T, class Op, std::enable_if_t<is_part<Group>::value, int> = 0>
WEFT_INLINE scanned<T> scan(const Group &g, T x, Op op) {
  const std::uint32_t own = g.get_local_linear_id();
  for (std::uint32_t by = 1; by < Group::most; by *= 2) {
    const T before = of_kth(g, x, own - by);
    if (own >= by)
      x = static_cast<T>(op(before, x));
  }
  return {of_kth(g, x, own - 1), x, own == 0};
}

/// The combination of all, by every work-item in the same order.
template <class Group, class T, class Op> WEFT_INLINE T reduce_any(const Group &, T x, Op op) {
  const sub_group s = current::make<sub_group>();
  const T sum = shuffle(scan_sub_group(s, x, op), s.get_local_linear_range() - 1);
  if constexpr (is_sub_group_v<Group>) {
    return sum;
  } else {
    T *totals = totals_of_sub_groups<T>();
    if (s.leader())
      totals[s.get_group_linear_id()] = sum;
    meet_in_group();
    T all = totals[0];
    for (std::uint32_t i = 1; i < s.get_group_linear_range(); ++i)
      all = static_cast<T>(op(all, totals[i]));
    return all;
  }
}

} // namespace detail

template <class Group, class T, class BinaryOperation, class = detail::if_group<Group>>
T inclusive_scan_over_group(Group g, T x, BinaryOperation op) {
  return detail::scan(g, x, op).with;
}
template <class Group, class V, class BinaryOperation, class T, class = detail::if_group<Group>>
T inclusive_scan_over_group(Group g, V x, BinaryOperation op, T init) {
  return op(init, detail::scan(g, static_cast<T>(x), op).with);
}
template <class Group, class V, class T, class BinaryOperation, class = detail::if_group<Group>>
T exclusive_scan_over_group(Group g, V x, T init, BinaryOperation op) {
  const auto s = detail::scan(g, static_cast<T>(x), op);
  return s.is_first ? init : static_cast<T>(op(init, s.before));
}
template <class Group, class T, class BinaryOperation, class = detail::if_group<Group>>
T exclusive_scan_over_group(Group g, T x, BinaryOperation op) {
  const auto s = detail::scan(g, x, op);
  return s.is_first ? known_identity_v<BinaryOperation, T> : s.before;
}

namespace detail {
/// Group by group over [first, last); `carry` is what came before.
template <bool Inclusive, class Group, class In, class Out, class T, class Op>
WEFT_INLINE Out scan_joint(const Group &g, In first, In last, Out result, T carry, Op op) {
  const std::size_t n = static_cast<std::size_t>(last - first), items = g.get_local_linear_range();
  const std::size_t item = g.get_local_linear_id();
  for (std::size_t begin = 0; begin < n; begin += items) {
    const std::size_t i = begin + item;
    const T mine = static_cast<T>(first[i < n ? i : n - 1]); // those behind the end come last: nobody needs them
    const auto s = scan(g, mine, op);
    const T before = s.is_first ? carry : static_cast<T>(op(carry, s.before));
    const T with = static_cast<T>(op(carry, s.with));
    if (i < n)
      result[i] = Inclusive ? with : before;
    carry = group_broadcast(g, with, static_cast<typename Group::linear_id_type>(items - 1));
  }
  return result + static_cast<std::ptrdiff_t>(n);
}
template <class Pointer> using value_of = std::remove_cv_t<typename std::iterator_traits<Pointer>::value_type>;
} // namespace detail

template <class Group, class In, class Out, class T, class BinaryOperation, class = detail::if_group<Group>>
Out joint_exclusive_scan(Group g, In first, In last, Out result, T init, BinaryOperation op) {
  return detail::scan_joint<false>(g, first, last, result, init, op);
}
template <class Group, class In, class Out, class BinaryOperation, class = detail::if_group<Group>>
Out joint_exclusive_scan(Group g, In first, In last, Out result, BinaryOperation op) {
  using T = detail::value_of<Out>;
  return joint_exclusive_scan(g, first, last, result, known_identity_v<BinaryOperation, T>, op);
}
template <class Group, class In, class Out, class BinaryOperation, class T, class = detail::if_group<Group>>
Out joint_inclusive_scan(Group g, In first, In last, Out result, BinaryOperation op, T init) {
  return detail::scan_joint<true>(g, first, last, result, init, op);
}
template <class Group, class In, class Out, class BinaryOperation, class = detail::if_group<Group>>
Out joint_inclusive_scan(Group g, In first, In last, Out result, BinaryOperation op) {
  using T = detail::value_of<Out>;
  return joint_inclusive_scan(g, first, last, result, op, known_identity_v<BinaryOperation, T>);
}

} // namespace _V1
} // namespace sycl
