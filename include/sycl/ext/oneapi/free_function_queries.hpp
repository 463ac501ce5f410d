// The work-item that runs, without an argument that says so (sycl_ext_oneapi_free_function_queries).
#pragma once

#include <sycl/detail/kernel.hpp>
#include <sycl/group.hpp>
#include <sycl/item.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/sub_group.hpp>

#define SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

namespace this_work_item {

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

} // namespace this_work_item

/// The same as they were called first, and those of kernels over a range.
namespace experimental {

template <int Dimensions> nd_item<Dimensions> this_nd_item() {
  return this_work_item::get_nd_item<Dimensions>();
}
template <int Dimensions> group<Dimensions> this_group() {
  return this_work_item::get_work_group<Dimensions>();
}
inline sub_group this_sub_group() {
  return this_work_item::get_sub_group();
}
template <int Dimensions> id<Dimensions> this_id() {
  return sycl::detail::whole_global_id<id<Dimensions>>();
}
template <int Dimensions> item<Dimensions> this_item() {
  return sycl::detail::make_item::here<Dimensions>();
}

} // namespace experimental

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl
