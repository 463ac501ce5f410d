// auto_range: a work-group size that the launch chooses (sycl_ext_oneapi_auto_local_range).
#pragma once

#include <sycl/detail/device.hpp>
#include <sycl/detail/submit.hpp>
#include <sycl/range.hpp>

#define SYCL_EXT_ONEAPI_AUTO_LOCAL_RANGE 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// The local range of an nd_range; what a group gets divides the global range.
template <int Dimensions> range<Dimensions> auto_range() noexcept {
  return sycl::detail::gather<range<Dimensions>>([](int) { return sycl::detail::launch_shape::chosen; });
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
