// Parts of sub-groups as groups of their own (sycl_ext_oneapi_non_uniform_groups): pieces of a fixed size, those for
// whom a condition holds and the others, and those that go the same way. Since then they are called chunk, fragment and
// tangle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <sycl/atomic_fence.hpp>
#include <sycl/ext/oneapi/experimental/root_group.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/group_scans.hpp>
#include <sycl/group_shuffles.hpp>
#include <sycl/sub_group.hpp>

#define SYCL_EXT_ONEAPI_NON_UNIFORM_GROUPS 1
#define SYCL_EXT_ONEAPI_FIXED_SIZE_GROUP 1
#define SYCL_EXT_ONEAPI_CHUNK 1
#define SYCL_EXT_ONEAPI_FRAGMENT 1
#define SYCL_EXT_ONEAPI_TANGLE 1

namespace sycl {
inline namespace _V1 {

namespace detail {

/// What parts of a sub-group have in common; `Part` gives numbers, and the lane of its k-th work-item.
template <class Part> class part_of_sub_group {
public:
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = std::uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = sub_group::fence_scope;
  static constexpr std::uint32_t most = 32; ///< Work-items that there may be.

  id<1> get_group_id() const noexcept { return part().get_group_linear_id(); }
  id<1> get_local_id() const noexcept { return part().get_local_linear_id(); }
  range<1> get_group_range() const noexcept { return part().get_group_linear_range(); }
  range<1> get_local_range() const noexcept { return part().get_local_linear_range(); }
  bool leader() const noexcept { return part().get_local_linear_id() == 0; }

protected:
  static std::uint32_t own_lane() noexcept { return current::make<sub_group>().get_local_linear_id(); }

private:
  const Part &part() const noexcept { return static_cast<const Part &>(*this); }
};

/// A part whose work-items lie anywhere in the sub-group.
template <class Part> class scattered_part : public part_of_sub_group<Part> {
public:
  std::uint32_t get_local_linear_id() const noexcept { return count(lanes_ & ((1u << this->own_lane()) - 1)); }
  std::uint32_t get_local_linear_range() const noexcept { return count(lanes_); }
  std::uint32_t lanes() const noexcept { return lanes_; }

  std::uint32_t lane_of(std::uint32_t k) const noexcept {
    std::uint32_t at = 0;
    for (std::uint32_t half = this->most / 2; half != 0; half /= 2) {
      const std::uint32_t there = count(lanes_ >> at & ((1u << half) - 1));
      at += k < there ? 0 : half;
      k -= k < there ? 0 : there;
    }
    return at;
  }

protected:
  explicit scattered_part(std::uint32_t lanes) noexcept : lanes_(lanes) {}

private:
  static std::uint32_t count(std::uint32_t bits) noexcept {
    return static_cast<std::uint32_t>(__builtin_popcount(bits));
  }

  std::uint32_t lanes_;
};

template <class Parent> std::uint32_t lanes_of(const Parent &parent) noexcept {
  if constexpr (is_sub_group_v<Parent>)
    return static_cast<std::uint32_t>(sub_group_ballot(true));
  else
    return parent.lanes();
}

} // namespace detail

namespace ext::oneapi::experimental {

template <class Parent> class ballot_group;
class opportunistic_group;
namespace this_kernel {
opportunistic_group get_opportunistic_group() noexcept;
}

/// Pieces of `Size` neighbours each; the size of the sub-group, or of the piece that is parted, is a multiple of it.
template <std::size_t Size, class Parent>
class fixed_size_group : public sycl::detail::part_of_sub_group<fixed_size_group<Size, Parent>> {
  static_assert(Size != 0 && (Size & (Size - 1)) == 0, "a fixed_size_group has a power of two of work-items");

public:
  static constexpr std::uint32_t most = Size;

  /// The same work-items with the same numbers.
  operator ballot_group<Parent>() const noexcept {
    return ballot_group<Parent>(lanes(), get_group_linear_id(), get_group_linear_range());
  }

  std::uint32_t get_group_linear_id() const noexcept { return current_parent().get_local_linear_id() / most; }
  std::uint32_t get_local_linear_id() const noexcept { return this->own_lane() % most; }
  std::uint32_t get_group_linear_range() const noexcept { return current_parent().get_local_linear_range() / most; }
  std::uint32_t get_local_linear_range() const noexcept { return most; }
  std::uint32_t lane_of(std::uint32_t k) const noexcept { return first_lane() + k % most; }
  std::uint32_t lanes() const noexcept { return ~0u >> (32 - most) << first_lane(); }

private:
  static Parent current_parent() noexcept { return sycl::detail::current::make<Parent>(); }
  std::uint32_t first_lane() const noexcept { return this->own_lane() - get_local_linear_id(); }
};

/// Number 1: those of the parent for whom the condition holds; number 0: the others. One that was a chunk has its
/// number.
template <class Parent> class ballot_group : public sycl::detail::scattered_part<ballot_group<Parent>> {
public:
  ballot_group(const Parent &parent, bool holds) noexcept
      : ballot_group(chosen(holds, sycl::detail::lanes_of(parent)), holds ? 1 : 0, 2) {}

  std::uint32_t get_group_linear_id() const noexcept { return number_; }
  std::uint32_t get_group_linear_range() const noexcept { return parts_; }

private:
  template <std::size_t, class> friend class fixed_size_group;

  ballot_group(std::uint32_t lanes, std::uint32_t number, std::uint32_t parts) noexcept
      : sycl::detail::scattered_part<ballot_group>(lanes), number_(number), parts_(parts) {}
  static std::uint32_t chosen(bool holds, std::uint32_t all) noexcept {
    const std::uint32_t yes = sycl::detail::sub_group_ballot(holds, all);
    return holds ? yes : all & ~yes;
  }

  std::uint32_t number_, parts_;
};

/// The work-items of the parent that come to the place where it is made.
template <class Parent> class tangle_group : public sycl::detail::scattered_part<tangle_group<Parent>> {
public:
  explicit tangle_group(const Parent &parent) noexcept : sycl::detail::scattered_part<tangle_group>(here(parent)) {}

  std::uint32_t get_group_linear_id() const noexcept { return 0; }
  std::uint32_t get_group_linear_range() const noexcept { return 1; }

private:
  static std::uint32_t here(const Parent &parent) noexcept {
    const std::uint32_t lanes = sycl::detail::sub_group_here();
    if constexpr (std::is_same_v<Parent, sub_group>)
      return lanes;
    else
      return lanes & parent.lanes();
  }
};

/// The work-items of the sub-group that happen to run together where it is made.
class opportunistic_group : public sycl::detail::scattered_part<opportunistic_group> {
public:
  std::uint32_t get_group_linear_id() const noexcept { return 0; }
  std::uint32_t get_group_linear_range() const noexcept { return 1; }

private:
  friend opportunistic_group this_kernel::get_opportunistic_group() noexcept;
  explicit opportunistic_group(std::uint32_t lanes) noexcept : scattered_part(lanes) {}
};

template <std::size_t Size, class Parent> fixed_size_group<Size, Parent> get_fixed_size_group(Parent) noexcept {
  return {};
}
template <class Parent> ballot_group<Parent> get_ballot_group(Parent p, bool holds) noexcept {
  return ballot_group<Parent>(p, holds);
}
template <class Parent> tangle_group<Parent> get_tangle_group(Parent p) noexcept {
  return tangle_group<Parent>(p);
}
namespace this_kernel {
inline opportunistic_group get_opportunistic_group() noexcept {
  return opportunistic_group(sycl::detail::sub_group_here());
}
} // namespace this_kernel

// As they are called since.
template <std::size_t Size, class Parent> using chunk = fixed_size_group<Size, Parent>;
template <class Parent> using fragment = ballot_group<Parent>;
template <class Parent> using tangle = tangle_group<Parent>;

template <std::size_t Size, class Parent> chunk<Size, Parent> chunked_partition(Parent) noexcept {
  return {};
}
template <class Parent> fragment<Parent> binary_partition(Parent p, bool holds) noexcept {
  return get_ballot_group(p, holds);
}
template <class Parent> tangle<Parent> entangle(Parent p) noexcept {
  return get_tangle_group(p);
}
namespace this_work_item {
using this_kernel::get_opportunistic_group;
}

} // namespace ext::oneapi::experimental

namespace detail {
template <std::size_t Size, class Parent>
struct is_part<ext::oneapi::experimental::fixed_size_group<Size, Parent>> : std::true_type {};
template <class Parent> struct is_part<ext::oneapi::experimental::ballot_group<Parent>> : std::true_type {};
template <class Parent> struct is_part<ext::oneapi::experimental::tangle_group<Parent>> : std::true_type {};
template <> struct is_part<ext::oneapi::experimental::opportunistic_group> : std::true_type {};

} // namespace detail

namespace ext::oneapi::experimental {

template <class T> struct is_user_constructed_group : sycl::detail::is_part<T> {};
template <class T> inline constexpr bool is_user_constructed_group_v = is_user_constructed_group<T>::value;

template <class T>
struct is_fixed_topology_group : std::bool_constant<is_group_v<T> && !is_user_constructed_group_v<T>> {};
template <int D> struct is_fixed_topology_group<root_group<D>> : std::true_type {};
template <class T> inline constexpr bool is_fixed_topology_group_v = is_fixed_topology_group<T>::value;

} // namespace ext::oneapi::experimental

#define WEFT_PART template <class Group, class T, detail::if_part<Group> = 0>

template <class Group, detail::if_part<Group> = 0>
void group_barrier(Group g, memory_scope scope = Group::fence_scope) {
  atomic_fence(memory_order::acq_rel, scope);
  detail::sub_group_barrier(g.lanes());
  atomic_fence(memory_order::acq_rel, scope);
}

WEFT_PART T select_from_group(Group g, T x, id<1> from) {
  return detail::of_kth(g, x, static_cast<std::uint32_t>(from[0]));
}
WEFT_PART T shift_group_left(Group g, T x, std::uint32_t delta = 1) {
  return detail::of_kth(g, x, g.get_local_linear_id() + delta);
}
WEFT_PART T shift_group_right(Group g, T x, std::uint32_t delta = 1) {
  return detail::of_kth(g, x, g.get_local_linear_id() - delta);
}
WEFT_PART T permute_group_by_xor(Group g, T x, std::uint32_t mask) {
  return detail::of_kth(g, x, g.get_local_linear_id() ^ mask);
}
template <class Group, class T, detail::if_part<Group>> T group_broadcast(Group g, T x, std::uint32_t from) {
  return detail::of_kth(g, x, from);
}
WEFT_PART T group_broadcast(Group g, T x, id<1> from) {
  return select_from_group(g, x, from);
}
#undef WEFT_PART

template <class Group, class T, class Op, detail::if_part<Group>> T reduce_over_group(Group g, T x, Op op) {
  return detail::of_kth(g, detail::scan(g, x, op).with, g.get_local_linear_range() - 1);
}
template <class Group, detail::if_part<Group>> bool any_of_group(Group g, bool x) {
  return detail::sub_group_ballot(x, g.lanes()) != 0;
}
template <class Group, detail::if_part<Group>> bool all_of_group(Group g, bool x) {
  return !any_of_group(g, !x);
}
template <class Group, detail::if_part<Group>> bool none_of_group(Group g, bool x) {
  return !any_of_group(g, x);
}

} // namespace _V1
} // namespace sycl
