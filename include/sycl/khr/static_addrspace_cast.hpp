// Pointers whose address space the program vouches for (sycl_khr_static_addrspace_cast).
#pragma once

#include <sycl/multi_ptr.hpp>

namespace sycl {
inline namespace _V1 {
namespace khr {

template <access::address_space Space, class T>
constexpr multi_ptr<T, Space, access::decorated::no> static_addrspace_cast(T *pointer) noexcept {
  return multi_ptr<T, Space, access::decorated::no>(pointer);
}
template <access::address_space Space, class T, access::decorated Decorated>
constexpr multi_ptr<T, Space, Decorated>
static_addrspace_cast(multi_ptr<T, access::address_space::generic_space, Decorated> pointer) noexcept {
  return multi_ptr<T, Space, Decorated>(pointer.get_raw());
}

} // namespace khr
namespace ext::oneapi::experimental {

/// The same by its first name (sycl_ext_oneapi_address_cast).
template <access::address_space Space, access::decorated Decorated = access::decorated::no, class T>
multi_ptr<T, Space, Decorated> static_address_cast(T *pointer) noexcept {
  return multi_ptr<T, Space, Decorated>(pointer);
}
template <access::address_space Space, class T, access::decorated Decorated>
multi_ptr<T, Space, Decorated>
static_address_cast(multi_ptr<T, access::address_space::generic_space, Decorated> pointer) noexcept {
  return multi_ptr<T, Space, Decorated>(pointer.get_raw());
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
