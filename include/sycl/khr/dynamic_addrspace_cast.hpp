// Pointers whose address space is found out when the program runs (sycl_khr_dynamic_addrspace_cast).
#pragma once

#include <sycl/multi_ptr.hpp>

namespace sycl {
inline namespace _V1 {
namespace khr {

template <access::address_space Space, class T>
multi_ptr<T, Space, access::decorated::no> dynamic_addrspace_cast(T *pointer) noexcept {
  return address_space_cast<Space, access::decorated::no>(pointer);
}
template <access::address_space Space, class T, access::decorated Decorated>
multi_ptr<T, Space, Decorated>
dynamic_addrspace_cast(multi_ptr<T, access::address_space::generic_space, Decorated> pointer) noexcept {
  return address_space_cast<Space, Decorated>(pointer.get_raw());
}

} // namespace khr
namespace ext::oneapi::experimental {

/// The same by its first name (sycl_ext_oneapi_address_cast).
template <access::address_space Space, access::decorated Decorated = access::decorated::no, class T>
multi_ptr<T, Space, Decorated> dynamic_address_cast(T *pointer) noexcept {
  return address_space_cast<Space, Decorated>(pointer);
}
template <access::address_space Space, class T, access::decorated Decorated>
multi_ptr<T, Space, Decorated>
dynamic_address_cast(multi_ptr<T, access::address_space::generic_space, Decorated> pointer) noexcept {
  return address_space_cast<Space, Decorated>(pointer.get_raw());
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
