// class device_event: copies that a work-group makes together (SYCL 2020, 4.9.3 and 4.7.8).
#pragma once

#include <cstddef>

#include <sycl/detail/device.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/range.hpp>

namespace sycl {
inline namespace _V1 {

/// Completes when the copies have. Devices copy by their work-items, so that waiting is meeting.
class device_event {
public:
  void wait() noexcept {
#if WEFT_DEVICE_PASS
    __weft_barrier(static_cast<int>(memory_scope::work_group));
#endif
  }
};

namespace detail {
/// Between local and global memory; `stride` is that in global memory, in elements.
template <class Group, class To, sycl::access::address_space ToSpace, sycl::access::decorated ToDecorated, class From,
          sycl::access::address_space FromSpace, sycl::access::decorated FromDecorated>
WEFT_INLINE device_event copy_together(const Group &, multi_ptr<To, ToSpace, ToDecorated> to,
                                       multi_ptr<From, FromSpace, FromDecorated> from, std::size_t count,
                                       std::size_t stride) {
  constexpr auto local = sycl::access::address_space::local_space;
  static_assert(std::is_same_v<To, std::remove_const_t<From>>, "async_work_group_copy is between equal types");
  static_assert((ToSpace == local) != (FromSpace == local), "async_work_group_copy is between local and global memory");
  const std::size_t to_stride = ToSpace == local ? 1 : stride, from_stride = FromSpace == local ? 1 : stride;
  To *const first_to = to.get_raw();
  const From *const first_from = from.get_raw();
  // Of the work-items that run: a group of a hierarchical kernel has one, whatever its range.
  const auto items = whole_local_range<range<Group::dimensions>>();
  const std::size_t first = linearize<Group::dimensions>(whole_local_id<id<Group::dimensions>>(), items);
  for (std::size_t i = first; i < count; i += items.size())
    first_to[i * to_stride] = first_from[i * from_stride];
  return device_event();
}
} // namespace detail

} // namespace _V1
} // namespace sycl
