// USM allocation, release and pointer queries (SYCL 2020, 4.8.3).
#pragma once

#include <cstddef>

#include <sycl/queue.hpp>
#include <sycl/usm_enums.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {
/// Null if the memory cannot be had, as SYCL says; throws errc::feature_not_supported if the device lacks the kind.
WEFT_API void *allocate(std::size_t alignment, std::size_t bytes, const device *d, const context &c, usm::alloc kind);

/// Saturates, so that an impossible count fails as an impossible size.
constexpr std::size_t size_in_bytes(std::size_t count, std::size_t each) noexcept {
  return count > static_cast<std::size_t>(-1) / each ? static_cast<std::size_t>(-1) : count * each;
}
} // namespace detail

WEFT_API void free(void *pointer, const context &c);
inline void free(void *pointer, const queue &q) {
  free(pointer, q.get_context());
}

/// alloc::unknown for what is no live USM allocation of that context.
WEFT_API usm::alloc get_pointer_type(const void *pointer, const context &c);
/// Throws errc::invalid for what is no live USM allocation of that context; host memory belongs to its first device.
WEFT_API device get_pointer_device(const void *pointer, const context &c);

inline void *aligned_alloc(std::size_t alignment, std::size_t bytes, const device &d, const context &c, usm::alloc kind,
                           const property_list & = {}) {
  return detail::allocate(alignment, bytes, &d, c, kind);
}
inline void *aligned_alloc(std::size_t alignment, std::size_t bytes, const queue &q, usm::alloc kind,
                           const property_list & = {}) {
  return aligned_alloc(alignment, bytes, q.get_device(), q.get_context(), kind);
}
template <class T>
T *aligned_alloc(std::size_t alignment, std::size_t count, const device &d, const context &c, usm::alloc kind,
                 const property_list & = {}) {
  return static_cast<T *>(aligned_alloc(alignment, detail::size_in_bytes(count, sizeof(T)), d, c, kind));
}
template <class T>
T *aligned_alloc(std::size_t alignment, std::size_t count, const queue &q, usm::alloc kind,
                 const property_list & = {}) {
  return aligned_alloc<T>(alignment, count, q.get_device(), q.get_context(), kind);
}

inline void *malloc(std::size_t bytes, const device &d, const context &c, usm::alloc kind, const property_list & = {}) {
  return aligned_alloc(0, bytes, d, c, kind);
}
inline void *malloc(std::size_t bytes, const queue &q, usm::alloc kind, const property_list & = {}) {
  return aligned_alloc(0, bytes, q, kind);
}
template <class T>
T *malloc(std::size_t count, const device &d, const context &c, usm::alloc kind, const property_list & = {}) {
  return aligned_alloc<T>(alignof(T), count, d, c, kind);
}
template <class T> T *malloc(std::size_t count, const queue &q, usm::alloc kind, const property_list & = {}) {
  return aligned_alloc<T>(alignof(T), count, q, kind);
}

// The kind in the name: malloc_device(bytes, queue) and so on, each for bytes and for objects of a type.
#define WEFT_USM_KIND(Kind)                                                                                            \
  inline void *aligned_alloc_##Kind(std::size_t alignment, std::size_t bytes, const device &d, const context &c,       \
                                    const property_list & = {}) {                                                      \
    return aligned_alloc(alignment, bytes, d, c, usm::alloc::Kind);                                                    \
  }                                                                                                                    \
  inline void *aligned_alloc_##Kind(std::size_t alignment, std::size_t bytes, const queue &q,                          \
                                    const property_list & = {}) {                                                      \
    return aligned_alloc(alignment, bytes, q, usm::alloc::Kind);                                                       \
  }                                                                                                                    \
  template <class T>                                                                                                   \
  T *aligned_alloc_##Kind(std::size_t alignment, std::size_t count, const device &d, const context &c,                 \
                          const property_list & = {}) {                                                                \
    return aligned_alloc<T>(alignment, count, d, c, usm::alloc::Kind);                                                 \
  }                                                                                                                    \
  template <class T>                                                                                                   \
  T *aligned_alloc_##Kind(std::size_t alignment, std::size_t count, const queue &q, const property_list & = {}) {      \
    return aligned_alloc<T>(alignment, count, q, usm::alloc::Kind);                                                    \
  }                                                                                                                    \
  inline void *malloc_##Kind(std::size_t bytes, const device &d, const context &c, const property_list & = {}) {       \
    return malloc(bytes, d, c, usm::alloc::Kind);                                                                      \
  }                                                                                                                    \
  inline void *malloc_##Kind(std::size_t bytes, const queue &q, const property_list & = {}) {                          \
    return malloc(bytes, q, usm::alloc::Kind);                                                                         \
  }                                                                                                                    \
  template <class T>                                                                                                   \
  T *malloc_##Kind(std::size_t count, const device &d, const context &c, const property_list & = {}) {                 \
    return malloc<T>(count, d, c, usm::alloc::Kind);                                                                   \
  }                                                                                                                    \
  template <class T> T *malloc_##Kind(std::size_t count, const queue &q, const property_list & = {}) {                 \
    return malloc<T>(count, q, usm::alloc::Kind);                                                                      \
  }
WEFT_USM_KIND(device)
WEFT_USM_KIND(shared)
WEFT_USM_KIND(host)
#undef WEFT_USM_KIND

// Host memory needs no device.
inline void *aligned_alloc_host(std::size_t alignment, std::size_t bytes, const context &c,
                                const property_list & = {}) {
  return detail::allocate(alignment, bytes, nullptr, c, usm::alloc::host);
}
template <class T>
T *aligned_alloc_host(std::size_t alignment, std::size_t count, const context &c, const property_list & = {}) {
  return static_cast<T *>(aligned_alloc_host(alignment, detail::size_in_bytes(count, sizeof(T)), c));
}
inline void *malloc_host(std::size_t bytes, const context &c, const property_list & = {}) {
  return aligned_alloc_host(0, bytes, c);
}
template <class T> T *malloc_host(std::size_t count, const context &c, const property_list & = {}) {
  return aligned_alloc_host<T>(alignof(T), count, c);
}

} // namespace _V1
} // namespace sycl
