// The work-item that runs, without an argument that says so (sycl_ext_oneapi_free_function_queries).
#pragma once

#include <sycl/group.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/sub_group.hpp>

namespace sycl::ext::oneapi::this_work_item {

/// Only in kernels over an nd_range of so many dimensions.
template <int Dimensions> nd_item<Dimensions> get_nd_item() {
  return sycl::detail::current::make<nd_item<Dimensions>>();
}
template <int Dimensions> group<Dimensions> get_work_group() {
  return sycl::detail::current::make<group<Dimensions>>();
}
inline sub_group get_sub_group() {
  return sycl::detail::current::make<sub_group>();
}

} // namespace sycl::ext::oneapi::this_work_item
