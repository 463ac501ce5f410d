// Barriers, broadcasts, votes and reductions that a whole group calls together (SYCL 2020, 4.17.3 and 4.17.4).
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include <sycl/detail/device.hpp>
#include <sycl/functional.hpp>
#include <sycl/group.hpp>
#include <sycl/half.hpp>
#include <sycl/sub_group.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {
/// Is it a part of a sub-group (sycl_ext_oneapi_non_uniform_groups)? Those have basic operations of their own.
template <class T> struct is_part : std::false_type {};
template <class Group> using if_part = std::enable_if_t<is_part<Group>::value, int>;
} // namespace detail
template <class Group, detail::if_part<Group> = 0> bool any_of_group(Group, bool);
template <class Group, detail::if_part<Group> = 0> bool all_of_group(Group, bool);
template <class Group, detail::if_part<Group> = 0> bool none_of_group(Group, bool);
template <class Group, class T, detail::if_part<Group> = 0> T group_broadcast(Group, T, std::uint32_t from = 0);
template <class Group, class T, class Op, detail::if_part<Group> = 0> T reduce_over_group(Group, T, Op);

namespace detail {
/// Is it a sub-group? Classes of programs that derive from one are, and what they say to be one here, as to DPC++.
template <class T> struct is_sub_group : std::is_base_of<sub_group, T> {};
template <class Group> inline constexpr bool is_sub_group_v = is_sub_group<std::decay_t<Group>>::value;
} // namespace detail

template <class T> struct is_group : std::disjunction<detail::is_part<T>, detail::is_sub_group<T>> {};
template <int D> struct is_group<group<D>> : std::true_type {};
template <class T> inline constexpr bool is_group_v = is_group<std::decay_t<T>>::value;

namespace detail {

template <class Group> using if_group = std::enable_if_t<is_group_v<Group>>;
template <class Group> using if_whole_group = std::enable_if_t<is_group_v<Group> && !is_part<Group>::value>;

template <class T> inline constexpr bool is_complex = false;
template <class T> inline constexpr bool is_complex<std::complex<T>> = true;

/// Group operations exist for 32 and 64 bits; narrower types travel in wider ones of their kind.
template <class T> constexpr auto wide_type() {
  if constexpr (std::is_same_v<T, double>)
    return double();
  else if constexpr (is_float_scalar<T>)
    return float();
  else if constexpr (sizeof(T) <= 4)
    return std::conditional_t<std::is_signed_v<T>, int, unsigned>();
  else
    return std::conditional_t<std::is_signed_v<T>, long, unsigned long>();
}
template <class T> using wide = decltype(wide_type<T>());

#if WEFT_DEVICE_PASS
#define WEFT_GROUP(S, T)                                                                                               \
  WEFT_INLINE T group_reduce_plus(T v) {                                                                               \
    return __weft_group_reduce_add_##S(v);                                                                             \
  }                                                                                                                    \
  WEFT_INLINE T group_reduce_multiplies(T v) {                                                                         \
    return __weft_group_reduce_mul_##S(v);                                                                             \
  }                                                                                                                    \
  WEFT_INLINE T group_reduce_minimum(T v) {                                                                            \
    return __weft_group_reduce_min_##S(v);                                                                             \
  }                                                                                                                    \
  WEFT_INLINE T group_reduce_maximum(T v) {                                                                            \
    return __weft_group_reduce_max_##S(v);                                                                             \
  }                                                                                                                    \
  WEFT_INLINE T group_from(T v, std::size_t i) {                                                                       \
    return __weft_group_broadcast_##S(v, i);                                                                           \
  }                                                                                                                    \
  WEFT_INLINE T sub_group_reduce_plus(T v) {                                                                           \
    return __weft_sub_group_reduce_add_##S(v);                                                                         \
  }                                                                                                                    \
  WEFT_INLINE T sub_group_reduce_multiplies(T v) {                                                                     \
    return __weft_sub_group_reduce_mul_##S(v);                                                                         \
  }                                                                                                                    \
  WEFT_INLINE T sub_group_reduce_minimum(T v) {                                                                        \
    return __weft_sub_group_reduce_min_##S(v);                                                                         \
  }                                                                                                                    \
  WEFT_INLINE T sub_group_reduce_maximum(T v) {                                                                        \
    return __weft_sub_group_reduce_max_##S(v);                                                                         \
  }                                                                                                                    \
  WEFT_INLINE T sub_group_from(T v, std::size_t i) {                                                                   \
    return __weft_sub_group_shuffle_##S(v, static_cast<unsigned>(i));                                                  \
  }                                                                                                                    \
  WEFT_INLINE T sub_group_from(T v, std::size_t i, std::uint32_t lanes) {                                              \
    return __weft_sub_group_shuffle_among_##S(v, lanes, static_cast<unsigned>(i));                                     \
  }
#define WEFT_GROUP_BITS(S, T)                                                                                          \
  WEFT_INLINE T group_reduce_bit_and(T v) {                                                                            \
    return __weft_group_reduce_and_##S(v);                                                                             \
  }                                                                                                                    \
  WEFT_INLINE T group_reduce_bit_or(T v) {                                                                             \
    return __weft_group_reduce_or_##S(v);                                                                              \
  }                                                                                                                    \
  WEFT_INLINE T group_reduce_bit_xor(T v) {                                                                            \
    return __weft_group_reduce_xor_##S(v);                                                                             \
  }                                                                                                                    \
  WEFT_INLINE T sub_group_reduce_bit_and(T v) {                                                                        \
    return __weft_sub_group_reduce_and_##S(v);                                                                         \
  }                                                                                                                    \
  WEFT_INLINE T sub_group_reduce_bit_or(T v) {                                                                         \
    return __weft_sub_group_reduce_or_##S(v);                                                                          \
  }                                                                                                                    \
  WEFT_INLINE T sub_group_reduce_bit_xor(T v) {                                                                        \
    return __weft_sub_group_reduce_xor_##S(v);                                                                         \
  }
WEFT_FOR_SCALAR_TYPES(WEFT_GROUP)
WEFT_FOR_INT_TYPES(WEFT_GROUP_BITS)
#undef WEFT_GROUP
#undef WEFT_GROUP_BITS
#define WEFT_GROUP_CALL(Group, name, ...)                                                                              \
  if constexpr (is_sub_group_v<Group>)                                                                                 \
    return sub_group_##name(__VA_ARGS__);                                                                              \
  else                                                                                                                 \
    return group_##name(__VA_ARGS__)
#else
#define WEFT_GROUP_CALL(Group, name, ...) __builtin_trap()
#endif

template <class Group> WEFT_INLINE bool group_any([[maybe_unused]] bool v) {
  if constexpr (is_sub_group_v<Group>)
    WEFT_DEVICE_RETURN(__weft_sub_group_any(v));
  else
    WEFT_DEVICE_RETURN(__weft_group_any(v));
}
template <class Group> WEFT_INLINE bool group_all([[maybe_unused]] bool v) {
  if constexpr (is_sub_group_v<Group>)
    WEFT_DEVICE_RETURN(__weft_sub_group_all(v));
  else
    WEFT_DEVICE_RETURN(__weft_group_all(v));
}
/// A bit for each work-item of the sub-group.
WEFT_INLINE std::uint64_t sub_group_ballot([[maybe_unused]] bool v) {
  WEFT_DEVICE_RETURN(__weft_sub_group_ballot(v));
}
/// A bit for each of `lanes`, which call this together.
WEFT_INLINE std::uint32_t sub_group_ballot([[maybe_unused]] bool v, [[maybe_unused]] std::uint32_t lanes) {
  WEFT_DEVICE_RETURN(static_cast<std::uint32_t>(__weft_sub_group_ballot_among(v, lanes)) & lanes);
}
/// Each of `lanes` arrives before any goes on.
WEFT_INLINE void sub_group_barrier([[maybe_unused]] std::uint32_t lanes) {
  WEFT_DEVICE_RETURN(__weft_sub_group_barrier_among(lanes));
}
/// The work-items of the sub-group that come here together.
WEFT_INLINE std::uint32_t sub_group_here() {
  WEFT_DEVICE_RETURN(static_cast<std::uint32_t>(__weft_sub_group_here()));
}

template <class Group, combiner Op, class W> WEFT_INLINE W reduce_wide([[maybe_unused]] W v) {
  if constexpr (Op == combiner::plus) {
    WEFT_GROUP_CALL(Group, reduce_plus, v);
  } else if constexpr (Op == combiner::multiplies) {
    WEFT_GROUP_CALL(Group, reduce_multiplies, v);
  } else if constexpr (Op == combiner::minimum) {
    WEFT_GROUP_CALL(Group, reduce_minimum, v);
  } else if constexpr (Op == combiner::maximum) {
    WEFT_GROUP_CALL(Group, reduce_maximum, v);
  } else if constexpr (Op == combiner::bit_and) {
    WEFT_GROUP_CALL(Group, reduce_bit_and, v);
  } else if constexpr (Op == combiner::bit_or) {
    WEFT_GROUP_CALL(Group, reduce_bit_or, v);
  } else {
    WEFT_GROUP_CALL(Group, reduce_bit_xor, v);
  }
}

template <class Group, class W> WEFT_INLINE W broadcast_wide([[maybe_unused]] W v, [[maybe_unused]] std::size_t from) {
  WEFT_GROUP_CALL(Group, from, v, from);
}

#undef WEFT_GROUP_CALL

/// Strided walk of a group over [first, last), each work-item with its own elements.
template <class Group, class Pointer, class F>
WEFT_INLINE void each_own(const Group &g, Pointer first, Pointer last, F f) {
  const std::size_t n = static_cast<std::size_t>(last - first);
  for (std::size_t i = g.get_local_linear_id(); i < n; i += g.get_local_linear_range())
    f(first[i]);
}

} // namespace detail

/// Every work-item of the group arrives before any goes on; orders local and global memory.
template <class Group, class = detail::if_whole_group<Group>>
void group_barrier(Group, [[maybe_unused]] memory_scope scope = Group::fence_scope) {
#if WEFT_DEVICE_PASS
  constexpr int width =
      static_cast<int>(detail::is_sub_group_v<Group> ? memory_scope::sub_group : memory_scope::work_group);
  if (static_cast<int>(scope) > width)
    __weft_fence(static_cast<int>(memory_order::acq_rel), static_cast<int>(scope));
  __weft_barrier(width);
  if (static_cast<int>(scope) > width)
    __weft_fence(static_cast<int>(memory_order::acq_rel), static_cast<int>(scope));
#else
  __builtin_trap();
#endif
}

template <class Group, class = detail::if_whole_group<Group>> bool any_of_group(Group, bool v) {
  return detail::group_any<Group>(v);
}
template <class Group, class = detail::if_whole_group<Group>> bool all_of_group(Group, bool v) {
  return detail::group_all<Group>(v);
}
template <class Group, class = detail::if_whole_group<Group>> bool none_of_group(Group, bool v) {
  return !detail::group_any<Group>(v);
}
template <class Group, class T, class Predicate, class = detail::if_group<Group>>
bool any_of_group(Group g, T x, Predicate p) {
  return any_of_group(g, static_cast<bool>(p(x)));
}
template <class Group, class T, class Predicate, class = detail::if_group<Group>>
bool all_of_group(Group g, T x, Predicate p) {
  return all_of_group(g, static_cast<bool>(p(x)));
}
template <class Group, class T, class Predicate, class = detail::if_group<Group>>
bool none_of_group(Group g, T x, Predicate p) {
  return none_of_group(g, static_cast<bool>(p(x)));
}

template <class Group, class Pointer, class Predicate, class = detail::if_group<Group>>
bool joint_any_of(Group g, Pointer first, Pointer last, Predicate p) {
  bool any = false;
  detail::each_own(g, first, last, [&](const auto &x) { any = any || p(x); });
  return any_of_group(g, any);
}
template <class Group, class Pointer, class Predicate, class = detail::if_group<Group>>
bool joint_all_of(Group g, Pointer first, Pointer last, Predicate p) {
  bool all = true;
  detail::each_own(g, first, last, [&](const auto &x) { all = all && p(x); });
  return all_of_group(g, all);
}
template <class Group, class Pointer, class Predicate, class = detail::if_group<Group>>
bool joint_none_of(Group g, Pointer first, Pointer last, Predicate p) {
  return !joint_any_of(g, first, last, p);
}

/// The value of the work-item with that linear id.
template <class Group, class T, class = detail::if_whole_group<Group>>
T group_broadcast(Group, T x, typename Group::linear_id_type from = 0) {
  static_assert(std::is_trivially_copyable_v<T>, "group_broadcast is for types that are trivially copyable");
  if constexpr (detail::is_scalar<T> || std::is_same_v<T, bool>) {
    return static_cast<T>(detail::broadcast_wide<Group>(static_cast<detail::wide<T>>(x), from));
  } else {
    constexpr std::size_t words = (sizeof(T) + sizeof(unsigned) - 1) / sizeof(unsigned);
    unsigned parts[words] = {};
    __builtin_memcpy(parts, &x, sizeof(T));
    for (unsigned &part : parts)
      part = detail::broadcast_wide<Group>(part, from);
    __builtin_memcpy(&x, parts, sizeof(T));
    return x;
  }
}
template <class Group, class T, class = std::enable_if_t<is_group_v<Group> && (Group::dimensions > 1)>>
T group_broadcast(Group g, T x, typename Group::id_type from) {
  return group_broadcast(g, x, detail::linearize<Group::dimensions>(from, g.get_local_range()));
}

namespace detail {
template <class Group, class T, class Op> WEFT_INLINE T reduce_any(const Group &, T x, Op op);

/// Is it an operation and a type that devices have an instruction or a tree for?
template <class Op, class T>
inline constexpr bool reduces_natively =
    combiner_of<Op> != combiner::other && (is_scalar<T> || std::is_same_v<T, bool>);
} // namespace detail

/// The combination of the values of all work-items; the order of combination is fixed for a device.
template <class Group, class T, class BinaryOperation, class = detail::if_whole_group<Group>>
T reduce_over_group(Group g, T x, [[maybe_unused]] BinaryOperation op) {
  constexpr detail::combiner kind = detail::combiner_of<BinaryOperation>;
  if constexpr (detail::is_complex<T> && kind == detail::combiner::plus) {
    const std::plus<typename T::value_type> add;
    return T(reduce_over_group(g, x.real(), add), reduce_over_group(g, x.imag(), add));
  } else if constexpr (!detail::reduces_natively<BinaryOperation, T>) {
    return detail::reduce_any(g, x, op);
  } else if constexpr (kind == detail::combiner::logical_and) {
    return static_cast<T>(all_of_group(g, static_cast<bool>(x)));
  } else if constexpr (kind == detail::combiner::logical_or) {
    return static_cast<T>(any_of_group(g, static_cast<bool>(x)));
  } else {
    return static_cast<T>(detail::reduce_wide<Group, kind>(static_cast<detail::wide<T>>(x)));
  }
}
template <class Group, class V, class T, class BinaryOperation,
          class = std::enable_if_t<is_group_v<Group> && std::is_invocable_v<BinaryOperation, T, T>>>
T reduce_over_group(Group g, V x, T init, BinaryOperation op) {
  return op(init, static_cast<T>(reduce_over_group(g, static_cast<T>(x), op)));
}

template <class Group, class Pointer, class T, class BinaryOperation, class = detail::if_group<Group>>
T joint_reduce(Group g, Pointer first, Pointer last, T init, BinaryOperation op) {
  T mine = known_identity_v<BinaryOperation, T>;
  detail::each_own(g, first, last, [&](const auto &x) { mine = op(mine, static_cast<T>(x)); });
  return op(init, reduce_over_group(g, mine, op));
}
template <class Group, class Pointer, class BinaryOperation, class = detail::if_group<Group>>
auto joint_reduce(Group g, Pointer first, Pointer last, BinaryOperation op) {
  using T = typename std::iterator_traits<Pointer>::value_type;
  return joint_reduce(g, first, last, known_identity_v<BinaryOperation, T>, op);
}

} // namespace _V1
} // namespace sycl
