// Work-groups, sub-groups and their members under one short interface (sycl_khr_group_interface, without its
// std::extents).
#pragma once

#include <cstddef>
#include <cstdint>

#include <sycl/group.hpp>
#include <sycl/sub_group.hpp>

namespace sycl {
inline namespace _V1 {
namespace khr {

template <int Dimensions = 1> class work_group {
public:
  using id_type = sycl::id<Dimensions>;
  using linear_id_type = std::size_t;
  using range_type = sycl::range<Dimensions>;
  using size_type = std::size_t;
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_group;

  work_group(const group<Dimensions> &g) noexcept : group_(g) {}
  operator group<Dimensions>() const noexcept { return group_; }

  id_type id() const noexcept { return group_.get_group_id(); }
  linear_id_type linear_id() const noexcept { return group_.get_group_linear_id(); }
  range_type range() const noexcept { return group_.get_group_range(); }
  size_type size() const noexcept { return group_.get_local_linear_range(); }

  friend bool operator==(const work_group &a, const work_group &b) noexcept { return a.group_ == b.group_; }
  friend bool operator!=(const work_group &a, const work_group &b) noexcept { return a.group_ != b.group_; }

private:
  group<Dimensions> group_;
};

class sub_group {
public:
  using id_type = sycl::id<1>;
  using linear_id_type = std::uint32_t;
  using range_type = sycl::range<1>;
  using size_type = std::uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  sub_group(const sycl::sub_group &g) noexcept : group_(g) {}
  operator sycl::sub_group() const noexcept { return group_; }

  id_type id() const noexcept { return group_.get_group_id(); }
  linear_id_type linear_id() const noexcept { return group_.get_group_linear_id(); }
  range_type range() const noexcept { return group_.get_group_range(); }
  size_type size() const noexcept { return group_.get_local_linear_range(); }
  size_type max_size() const noexcept { return static_cast<size_type>(group_.get_max_local_range()[0]); }

  friend bool operator==(const sub_group &a, const sub_group &b) noexcept { return a.group_ == b.group_; }
  friend bool operator!=(const sub_group &a, const sub_group &b) noexcept { return a.group_ != b.group_; }

private:
  sycl::sub_group group_;
};

/// The work-item that asks, as a group of its own within another.
template <class ParentGroup> class member_item {
public:
  using id_type = typename ParentGroup::id_type;
  using linear_id_type = typename ParentGroup::linear_id_type;
  using range_type = typename ParentGroup::range_type;
  using size_type = typename ParentGroup::size_type;
  static constexpr int dimensions = ParentGroup::dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_item;

  id_type id() const noexcept { return id_; }
  linear_id_type linear_id() const noexcept {
    return static_cast<linear_id_type>(detail::linearize<dimensions>(id_, range_));
  }
  range_type range() const noexcept { return range_; }
  constexpr size_type size() const noexcept { return 1; }

  friend bool operator==(const member_item &a, const member_item &b) noexcept { return a.id_ == b.id_; }
  friend bool operator!=(const member_item &a, const member_item &b) noexcept { return a.id_ != b.id_; }

private:
  member_item(const id_type &where, const range_type &within) noexcept : id_(where), range_(within) {}
  template <int D> friend member_item<work_group<D>> get_member_item(const work_group<D> &g) noexcept;
  friend member_item<sub_group> get_member_item(const sub_group &g) noexcept;

  id_type id_;
  range_type range_;
};

template <int Dimensions>
member_item<work_group<Dimensions>> get_member_item(const work_group<Dimensions> &g) noexcept {
  const group<Dimensions> whole = g;
  return {whole.get_local_id(), whole.get_local_range()};
}
inline member_item<sub_group> get_member_item(const sub_group &g) noexcept {
  const sycl::sub_group whole = g;
  return {whole.get_local_id(), whole.get_local_range()};
}

template <int Dimensions> bool leader_of(const work_group<Dimensions> &g) noexcept {
  return group<Dimensions>(g).leader();
}
inline bool leader_of(const sub_group &g) noexcept {
  return sycl::sub_group(g).leader();
}
template <class ParentGroup> bool leader_of(const member_item<ParentGroup> &) noexcept {
  return true;
}

} // namespace khr
} // namespace _V1
} // namespace sycl
