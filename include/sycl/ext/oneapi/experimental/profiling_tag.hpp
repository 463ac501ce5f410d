// Times of places in a queue that does not profile (sycl_ext_oneapi_profiling_tag).
#pragma once

#include <sycl/queue.hpp>

#define SYCL_EXT_ONEAPI_PROFILING_TAG 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// An event with the time at which all that was submitted before is complete; what is submitted later waits for it.
inline event submit_profiling_tag(const queue &q) {
  queue own = q;
  const event before = own.ext_oneapi_submit_barrier();
  if (own.has_property<sycl::property::queue::enable_profiling>())
    return before;
  return queue(own.get_context(), own.get_device(), sycl::property::queue::enable_profiling())
      .ext_oneapi_submit_barrier({before});
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
