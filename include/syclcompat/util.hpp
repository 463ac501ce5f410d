// Small helpers of migrated programs: numbers in halves, shuffles of parts of sub-groups, occupancy (SYCLcompat).
#pragma once

#include <cstdint>

#include <sycl/sycl.hpp>
#include <syclcompat/math.hpp>

namespace syclcompat {

inline int get_sycl_language_version() {
  return static_cast<int>(SYCL_LANGUAGE_VERSION);
}

inline int cast_double_to_int(double d, bool use_high32 = true) {
  const auto bits = sycl::bit_cast<std::uint64_t>(d);
  return static_cast<int>(use_high32 ? bits >> 32 : bits);
}
inline double cast_ints_to_double(int high32, int low32) {
  return sycl::bit_cast<double>(std::uint64_t(static_cast<std::uint32_t>(high32)) << 32 |
                                static_cast<std::uint32_t>(low32));
}

namespace detail {
/// Work-item `to` of the part of `size` work-items that this one is in; itself where that has none.
template <class ValueT> ValueT value_in_part(sycl::sub_group g, ValueT x, int to, int size) {
  const int own = static_cast<int>(g.get_local_linear_id()), begin = own / size * size;
  const bool is_there = to >= 0 && to < size;
  return sycl::select_from_group(g, x, static_cast<unsigned>(is_there ? begin + to : own));
}
inline int place_in_part(sycl::sub_group g, int size) {
  return static_cast<int>(g.get_local_linear_id()) % size;
}
} // namespace detail

template <class ValueT>
ValueT select_from_sub_group(sycl::sub_group g, ValueT x, int remote_local_id, int logical_sub_group_size = 32) {
  const int size = logical_sub_group_size;
  return detail::value_in_part(g, x, (remote_local_id % size + size) % size, size);
}
template <class ValueT>
ValueT shift_sub_group_left(sycl::sub_group g, ValueT x, unsigned delta, int logical_sub_group_size = 32) {
  const int own = detail::place_in_part(g, logical_sub_group_size);
  return detail::value_in_part(g, x, own + static_cast<int>(delta), logical_sub_group_size);
}
template <class ValueT>
ValueT shift_sub_group_right(sycl::sub_group g, ValueT x, unsigned delta, int logical_sub_group_size = 32) {
  const int own = detail::place_in_part(g, logical_sub_group_size);
  return detail::value_in_part(g, x, own - static_cast<int>(delta), logical_sub_group_size);
}
template <class ValueT>
ValueT permute_sub_group_by_xor(sycl::sub_group g, ValueT x, unsigned mask, int logical_sub_group_size = 32) {
  const int own = detail::place_in_part(g, logical_sub_group_size);
  return detail::value_in_part(g, x, own ^ static_cast<int>(mask), logical_sub_group_size);
}

namespace experimental {

/// Work-groups split into parts of `size` work-items.
class logical_group {
public:
  logical_group(sycl::nd_item<3> item, sycl::group<3>, std::uint32_t size)
      : own_(static_cast<std::uint32_t>(item.get_local_linear_id())),
        all_(static_cast<std::uint32_t>(item.get_local_range().size())), size_(size) {}
  std::uint32_t get_local_linear_id() const { return own_ % size_; }
  std::uint32_t get_group_linear_id() const { return own_ / size_; }
  std::uint32_t get_local_linear_range() const {
    const std::uint32_t left = all_ - own_ / size_ * size_;
    return left < size_ ? left : size_;
  }
  std::uint32_t get_group_linear_range() const { return (all_ + size_ - 1) / size_; }

private:
  std::uint32_t own_, all_, size_;
};

/// Waits for all work-items of the launch, which have to run at the same time; the counter begins at 0.
template <int Dimensions>
void nd_range_barrier(const sycl::nd_item<Dimensions> &item,
                      sycl::atomic_ref<unsigned, sycl::memory_order::acq_rel, sycl::memory_scope::device,
                                       sycl::access::address_space::global_space> &counter) {
  const auto groups = static_cast<unsigned>(item.get_group_range().size());
  sycl::group_barrier(item.get_group(), sycl::memory_scope::device);
  if (item.get_local_linear_id() == 0) {
    const unsigned turn = counter.fetch_add(1) / groups;
    while (counter.load() / groups == turn) {
    }
  }
  sycl::group_barrier(item.get_group(), sycl::memory_scope::device);
}

} // namespace experimental

} // namespace syclcompat
