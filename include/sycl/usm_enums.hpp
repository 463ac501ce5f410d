// Kinds of USM allocations (SYCL 2020, 4.8.2).
#pragma once

namespace sycl {
inline namespace _V1 {
namespace usm {

enum class alloc { host = 0, device = 1, shared = 2, unknown = 3 };

} // namespace usm
} // namespace _V1
} // namespace sycl
