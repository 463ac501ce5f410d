// class nd_item: one work-item of an nd-range kernel (SYCL 2020, 4.9.1.5).
#pragma once

#include <sycl/group.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/sub_group.hpp>

namespace sycl {
inline namespace _V1 {

namespace ext::oneapi::experimental {
template <int Dimensions> class root_group;
} // namespace ext::oneapi::experimental

/// Stateless: every answer is asked of the device, so that copies are free.
template <int Dimensions = 1> class nd_item {
public:
  static constexpr int dimensions = Dimensions;

  id<Dimensions> get_global_id() const noexcept { return detail::whole_global_id<id<Dimensions>>(); }
  std::size_t get_global_id(int d) const noexcept { return detail::global_id<Dimensions>(d); }
  std::size_t get_global_linear_id() const noexcept {
    return detail::linearize<Dimensions>(get_global_id() - get_offset(), get_global_range());
  }
  id<Dimensions> get_local_id() const noexcept { return detail::whole_local_id<id<Dimensions>>(); }
  std::size_t get_local_id(int d) const noexcept { return detail::local_id<Dimensions>(d); }
  std::size_t get_local_linear_id() const noexcept {
    return detail::linearize<Dimensions>(get_local_id(), get_local_range());
  }

  sycl::group<Dimensions> get_group() const noexcept { return detail::current::make<sycl::group<Dimensions>>(); }
  std::size_t get_group(int d) const noexcept { return detail::group_id<Dimensions>(d); }
  std::size_t get_group_linear_id() const noexcept { return get_group().get_group_linear_id(); }
  range<Dimensions> get_group_range() const noexcept { return detail::whole_group_range<range<Dimensions>>(); }
  std::size_t get_group_range(int d) const noexcept { return detail::group_range<Dimensions>(d); }
  sub_group get_sub_group() const noexcept { return detail::current::make<sub_group>(); }
  inline ext::oneapi::experimental::root_group<Dimensions> ext_oneapi_get_root_group() const noexcept;

  range<Dimensions> get_global_range() const noexcept { return detail::whole_global_range<range<Dimensions>>(); }
  std::size_t get_global_range(int d) const noexcept { return detail::global_range<Dimensions>(d); }
  range<Dimensions> get_local_range() const noexcept { return detail::whole_local_range<range<Dimensions>>(); }
  std::size_t get_local_range(int d) const noexcept { return detail::local_range<Dimensions>(d); }
  id<Dimensions> get_offset() const noexcept { return detail::whole_global_offset<id<Dimensions>>(); }
  nd_range<Dimensions> get_nd_range() const noexcept { return {get_global_range(), get_local_range(), get_offset()}; }

  /// Work-group barrier of SYCL 1.2.1, as group_barrier(get_group()); it orders local and global memory in every case.
  void barrier(access::fence_space = access::fence_space::global_and_local) const noexcept {
    WEFT_DEVICE_RETURN(__weft_barrier(static_cast<int>(memory_scope::work_group)));
  }

  template <class To, class From>
  device_event async_work_group_copy(To to, From from, std::size_t count, std::size_t stride = 1) const {
    return get_group().async_work_group_copy(to, from, count, stride);
  }
  template <class... Events> void wait_for(Events... events) const noexcept { get_group().wait_for(events...); }

  friend bool operator==(const nd_item &, const nd_item &) noexcept { return true; }
  friend bool operator!=(const nd_item &, const nd_item &) noexcept { return false; }

private:
  constexpr nd_item() noexcept {} // not defaulted, or {} would make one
  friend struct detail::current;
};

} // namespace _V1
} // namespace sycl
