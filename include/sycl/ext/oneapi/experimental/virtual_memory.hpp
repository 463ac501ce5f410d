// Virtual memory (sycl_ext_oneapi_virtual_mem): no device has aspect::ext_oneapi_virtual_mem, so that programs that ask
// go without it.
#pragma once

#include <cstddef>

#include <sycl/queue.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

enum class address_access_mode : char { none, read, read_write };

class physical_mem {
public:
  physical_mem(const device &, const context &, std::size_t) { refuse(); }
  physical_mem(const queue &, std::size_t) { refuse(); }

private:
  [[noreturn]] static void refuse() {
    sycl::detail::throw_error(errc::feature_not_supported,
                              "physical_mem: no device has aspect::ext_oneapi_virtual_mem; use USM allocations");
  }
};

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
