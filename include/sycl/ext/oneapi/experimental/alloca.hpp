// Private arrays whose length a specialization constant tells (sycl_ext_oneapi_private_alloca).
#pragma once

#include <cstddef>
#include <type_traits>

#include <sycl/kernel_handler.hpp>
#include <sycl/multi_ptr.hpp>

#define SYCL_EXT_ONEAPI_PRIVATE_ALLOCA 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// Lives as long as a variable of the block that calls this.
template <class T, std::size_t Alignment, auto &Size, access::decorated Decorated>
WEFT_INLINE private_ptr<T, Decorated> aligned_private_alloca(kernel_handler &) {
  static_assert(std::is_trivial_v<T> && std::is_same_v<T, std::remove_cv_t<T>>,
                "private_alloca: the elements are of a trivial type without const and volatile");
  static_assert(std::is_integral_v<sycl::detail::specialization_type<Size>>,
                "private_alloca: the length is a specialization constant of an integral type");
  static_assert(Alignment != 0 && (Alignment & (Alignment - 1)) == 0 && Alignment % alignof(T) == 0,
                "private_alloca: the alignment is a power of two and a multiple of the element's");
  WEFT_DEVICE_RETURN(private_ptr<T, Decorated>(static_cast<T *>(__weft_private_memory(
      static_cast<std::size_t>(sycl::detail::specialization_constant<Size>::value) * sizeof(T), Alignment))));
}
template <class T, auto &Size, access::decorated Decorated>
WEFT_INLINE private_ptr<T, Decorated> private_alloca(kernel_handler &h) {
  return aligned_private_alloca<T, alignof(T), Size, Decorated>(h);
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
