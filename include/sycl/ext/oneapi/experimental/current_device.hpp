// A thread's own choice of device (sycl_ext_oneapi_current_device).
#pragma once

#include <sycl/device.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental::this_thread {

/// The default device where the thread has set none.
WEFT_API device get_current_device();
WEFT_API void set_current_device(const device &d);

} // namespace ext::oneapi::experimental::this_thread
} // namespace _V1
} // namespace sycl
