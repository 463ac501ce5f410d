// Parts of sub-groups as groups of their own (sycl_ext_oneapi_non_uniform_groups): pieces of a fixed size, and what of
// a sub-group goes the same way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <sycl/group_algorithms.hpp>
#include <sycl/group_shuffles.hpp>
#include <sycl/sub_group.hpp>

#define SYCL_EXT_ONEAPI_FIXED_SIZE_GROUP 1

namespace sycl {
namespace ext::oneapi::experimental {

/// Pieces of `Size` neighbours each; the sub-group's size is a multiple of it.
template <std::size_t Size, class Parent> class fixed_size_group {
  static_assert(Size != 0 && (Size & (Size - 1)) == 0, "a fixed_size_group has a power of two of work-items");

public:
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = typename Parent::linear_id_type;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = Parent::fence_scope;

  id<1> get_group_id() const noexcept { return get_group_linear_id(); }
  id<1> get_local_id() const noexcept { return get_local_linear_id(); }
  range<1> get_group_range() const noexcept { return get_group_linear_range(); }
  range<1> get_local_range() const noexcept { return Size; }
  linear_id_type get_group_linear_id() const noexcept { return parent().get_local_linear_id() / Size; }
  linear_id_type get_local_linear_id() const noexcept { return parent().get_local_linear_id() % Size; }
  linear_id_type get_group_linear_range() const noexcept { return parent().get_local_linear_range() / Size; }
  linear_id_type get_local_linear_range() const noexcept { return Size; }
  bool leader() const noexcept { return get_local_linear_id() == 0; }

private:
  static Parent parent() noexcept { return sycl::detail::current::make<Parent>(); }
};

/// All work-items of the sub-group that reach the place together: all of it, where no condition parts them.
template <class Parent> class tangle_group : public Parent {
public:
  explicit tangle_group(const Parent &p) noexcept : Parent(p) {}
};

template <std::size_t Size, class Parent> fixed_size_group<Size, Parent> get_fixed_size_group(Parent) noexcept {
  return {};
}
template <class Parent> tangle_group<Parent> get_tangle_group(Parent p) noexcept {
  return tangle_group<Parent>(p);
}

template <class T> struct is_fixed_topology_group : std::bool_constant<is_group_v<T>> {};
template <class T> inline constexpr bool is_fixed_topology_group_v = is_fixed_topology_group<T>::value;
template <class T> struct is_user_constructed_group : std::false_type {};
template <std::size_t Size, class Parent>
struct is_user_constructed_group<fixed_size_group<Size, Parent>> : std::true_type {};
template <class Parent> struct is_user_constructed_group<tangle_group<Parent>> : std::true_type {};
template <class T> inline constexpr bool is_user_constructed_group_v = is_user_constructed_group<T>::value;

} // namespace ext::oneapi::experimental

// What groups can do: pieces of a sub-group exchange values by its shuffles.
template <class Parent> void group_barrier(const ext::oneapi::experimental::tangle_group<Parent> &g) {
  group_barrier(static_cast<const Parent &>(g));
}

#define WEFT_PIECE template <std::size_t Size, class Parent, class T> WEFT_INLINE
#define WEFT_PIECE_TYPE ext::oneapi::experimental::fixed_size_group<Size, Parent>

template <std::size_t Size, class Parent> void group_barrier(WEFT_PIECE_TYPE, memory_scope = Parent::fence_scope) {
  group_barrier(detail::current::make<Parent>());
}

namespace detail {
/// The value of that work-item of the piece.
WEFT_PIECE T shuffle_in_piece(WEFT_PIECE_TYPE g, T x, std::uint32_t from) {
  return shuffle(x,
                 static_cast<std::uint32_t>(g.get_group_linear_id() * Size) + from % static_cast<std::uint32_t>(Size));
}
} // namespace detail

WEFT_PIECE T select_from_group(WEFT_PIECE_TYPE g, T x, id<1> from) {
  return detail::shuffle_in_piece(g, x, static_cast<std::uint32_t>(from[0]));
}
WEFT_PIECE T shift_group_left(WEFT_PIECE_TYPE g, T x, std::uint32_t delta = 1) {
  return detail::shuffle_in_piece(g, x, g.get_local_linear_id() + delta);
}
WEFT_PIECE T shift_group_right(WEFT_PIECE_TYPE g, T x, std::uint32_t delta = 1) {
  return detail::shuffle_in_piece(g, x, g.get_local_linear_id() - delta);
}
WEFT_PIECE T permute_group_by_xor(WEFT_PIECE_TYPE g, T x, std::uint32_t mask) {
  return detail::shuffle_in_piece(g, x, g.get_local_linear_id() ^ mask);
}
WEFT_PIECE T group_broadcast(WEFT_PIECE_TYPE g, T x, std::uint32_t from = 0) {
  return detail::shuffle_in_piece(g, x, from);
}

template <std::size_t Size, class Parent, class T, class Op> T reduce_over_group(WEFT_PIECE_TYPE g, T x, Op op) {
  for (std::uint32_t distance = Size / 2; distance != 0; distance /= 2)
    x = op(x, permute_group_by_xor(g, x, distance));
  return x;
}
template <std::size_t Size, class Parent, class T, class Op>
T inclusive_scan_over_group(WEFT_PIECE_TYPE g, T x, Op op) {
  for (std::uint32_t distance = 1; distance < Size; distance *= 2) {
    const T before = shift_group_right(g, x, distance);
    x = g.get_local_linear_id() >= distance ? op(before, x) : x;
  }
  return x;
}
template <std::size_t Size, class Parent> bool any_of_group(WEFT_PIECE_TYPE g, bool x) {
  return reduce_over_group(g, static_cast<int>(x), bit_or<int>()) != 0;
}
template <std::size_t Size, class Parent> bool all_of_group(WEFT_PIECE_TYPE g, bool x) {
  return reduce_over_group(g, static_cast<int>(x), bit_and<int>()) != 0;
}
template <std::size_t Size, class Parent> bool none_of_group(WEFT_PIECE_TYPE g, bool x) {
  return !any_of_group(g, x);
}
#undef WEFT_PIECE
#undef WEFT_PIECE_TYPE

} // namespace sycl
