// Values that work-items of a sub-group hand each other (SYCL 2020, 4.17.4.6 to 4.17.4.8), and the member functions
// that sub_group had for it before SYCL 2020.
#pragma once

#include <type_traits>

#include <sycl/group_algorithms.hpp>
#include <sycl/sub_group.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {

/// The value of that work-item of the sub-group, or of those of its `lanes` that call this together; of which one is
/// open where there is none.
template <class T, class... Lanes> WEFT_INLINE T shuffle(T x, [[maybe_unused]] std::uint32_t from, Lanes... lanes) {
  static_assert(std::is_trivially_copyable_v<T>, "shuffles are for types that are trivially copyable");
  if constexpr (is_scalar<T> || std::is_same_v<T, bool>) {
    WEFT_DEVICE_RETURN(static_cast<T>(sub_group_from(static_cast<wide<T>>(x), from, lanes...)));
  } else {
#if WEFT_DEVICE_PASS
    constexpr std::size_t words = (sizeof(T) + sizeof(unsigned) - 1) / sizeof(unsigned);
    unsigned parts[words] = {};
    __builtin_memcpy(parts, &x, sizeof(T));
    for (unsigned &part : parts)
      part = sub_group_from(part, from, lanes...);
    __builtin_memcpy(static_cast<void *>(&x), parts, sizeof(T));
    return x;
#else
    __builtin_trap();
#endif
  }
}

template <class Group> using if_sub_group = std::enable_if_t<is_sub_group_v<Group>>;

} // namespace detail

/// The value of the work-item `delta` places further.
template <class Group, class T, class = detail::if_sub_group<Group>>
T shift_group_left(Group g, T x, typename Group::linear_id_type delta = 1) {
  return detail::shuffle(x, g.get_local_linear_id() + delta);
}
/// The value of the work-item `delta` places before.
template <class Group, class T, class = detail::if_sub_group<Group>>
T shift_group_right(Group g, T x, typename Group::linear_id_type delta = 1) {
  return detail::shuffle(x, g.get_local_linear_id() - delta);
}
template <class Group, class T, class = detail::if_sub_group<Group>>
T permute_group_by_xor(Group g, T x, typename Group::linear_id_type mask) {
  return detail::shuffle(x, g.get_local_linear_id() ^ mask);
}
template <class Group, class T, class = detail::if_sub_group<Group>>
T select_from_group(Group, T x, typename Group::id_type from) {
  return detail::shuffle(x, static_cast<std::uint32_t>(from[0]));
}

template <class T> T sub_group::shuffle(T x, id<1> from) const {
  return detail::shuffle(x, static_cast<std::uint32_t>(from[0]));
}
template <class T> T sub_group::shuffle_down(T x, std::uint32_t delta) const {
  return detail::shuffle(x, get_local_linear_id() + delta);
}
template <class T> T sub_group::shuffle_up(T x, std::uint32_t delta) const {
  return detail::shuffle(x, get_local_linear_id() - delta);
}
template <class T> T sub_group::shuffle_xor(T x, id<1> mask) const {
  return detail::shuffle(x, get_local_linear_id() ^ static_cast<std::uint32_t>(mask[0]));
}
template <class T> T sub_group::broadcast(T x, id<1> from) const {
  return detail::shuffle(x, static_cast<std::uint32_t>(from[0]));
}

/// The first of two values side by side is the own one, then those of the work-items after it.
template <class T> T sub_group::shuffle_down(T own, T next, std::uint32_t delta) const {
  const std::uint32_t size = get_max_local_range()[0], from = get_local_linear_id() + delta;
  const T a = detail::shuffle(own, from % size), b = detail::shuffle(next, from % size);
  return from < size ? a : b;
}

template <class T> std::remove_cv_t<T> sub_group::load(T *from) const {
  return const_cast<const std::remove_cv_t<T> *>(from)[get_local_linear_id()]; // classes cannot be read as volatile
}
template <int N, class T> vec<std::remove_cv_t<T>, N> sub_group::load(T *from) const {
  vec<std::remove_cv_t<T>, N> loaded;
  for (int i = 0; i < N; ++i)
    loaded[i] = load(from + i * get_max_local_range()[0]);
  return loaded;
}
template <class T> void sub_group::store(T *to, const std::remove_cv_t<T> &value) const {
  to[get_local_linear_id()] = value;
}
template <int N, class T> void sub_group::store(T *to, const vec<std::remove_cv_t<T>, N> &value) const {
  for (int i = 0; i < N; ++i)
    store(to + i * get_max_local_range()[0], value[i]);
}

} // namespace _V1
} // namespace sycl
