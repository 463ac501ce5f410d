// atomic_fence (SYCL 2020, 4.15.1).
#pragma once

#include <sycl/detail/device.hpp>
#include <sycl/memory_enums.hpp>

namespace sycl {
inline namespace _V1 {

inline void atomic_fence([[maybe_unused]] memory_order order, [[maybe_unused]] memory_scope scope) noexcept {
#if WEFT_DEVICE_PASS
  __weft_fence(static_cast<int>(order), static_cast<int>(scope));
#else
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

} // namespace _V1
} // namespace sycl
