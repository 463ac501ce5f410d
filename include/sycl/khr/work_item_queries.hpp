// The work-item that runs, without an argument that says so (sycl_khr_work_item_queries).
#pragma once

#include <sycl/group.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/sub_group.hpp>

namespace sycl {
inline namespace _V1 {
namespace khr {

/// Only in kernels over an nd_range of so many dimensions.
template <int Dimensions> nd_item<Dimensions> this_nd_item() {
  return detail::current::make<nd_item<Dimensions>>();
}
template <int Dimensions> group<Dimensions> this_group() {
  return detail::current::make<group<Dimensions>>();
}
inline sycl::sub_group this_sub_group() {
  return detail::current::make<sycl::sub_group>();
}

} // namespace khr
} // namespace _V1
} // namespace sycl
