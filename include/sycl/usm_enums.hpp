// Kinds of USM allocations (SYCL 2020, 4.8.2).
#pragma once

namespace sycl::usm {

enum class alloc { host = 0, device = 1, shared = 2, unknown = 3 };

} // namespace sycl::usm
