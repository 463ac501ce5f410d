// Clocks that kernels read (sycl_ext_oneapi_clock): ticks of the processor, which no unit of time is promised for.
#pragma once

#include <cstdint>

#include <sycl/detail/device.hpp>

#define SYCL_EXT_ONEAPI_CLOCK 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// Whose work-items see one clock. No device of several multiprocessors has one for all.
enum class clock_scope { sub_group, work_group, device };

template <clock_scope Scope> std::uint64_t clock() {
  WEFT_DEVICE_RETURN(__builtin_readcyclecounter());
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
