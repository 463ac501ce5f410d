// Atomic operations by type: the device's builtins, and the compiler's on the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <sycl/detail/device.hpp>
#include <sycl/memory_enums.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

template <class T>
inline constexpr bool is_atomic =
    (std::is_integral_v<T> || std::is_floating_point_v<T>) && (sizeof(T) == 4 || sizeof(T) == 8);

#if WEFT_DEVICE_PASS

/// The builtins' type that T is handled as: same size and kind.
template <class T> constexpr auto atomic_type() {
  if constexpr (std::is_pointer_v<T>)
    return static_cast<unsigned long>(0);
  else if constexpr (std::is_floating_point_v<T>)
    return T(0);
  else if constexpr (sizeof(T) == 4)
    return std::conditional_t<std::is_signed_v<T>, int, unsigned>(0);
  else
    return std::conditional_t<std::is_signed_v<T>, long, unsigned long>(0);
}
template <class T> using atomic_type_t = decltype(atomic_type<T>());

template <class To, class From> WEFT_INLINE To bits_as(From v) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, v);
}

// One overload per type that has builtins.
#define WEFT_ATOMIC(S, T)                                                                                              \
  WEFT_INLINE T builtin_load(const T *p, int o, int s) {                                                               \
    return __weft_atomic_load_##S(p, o, s);                                                                            \
  }                                                                                                                    \
  WEFT_INLINE void builtin_store(T *p, T v, int o, int s) {                                                            \
    __weft_atomic_store_##S(p, v, o, s);                                                                               \
  }                                                                                                                    \
  WEFT_INLINE T builtin_exchange(T *p, T v, int o, int s) {                                                            \
    return __weft_atomic_exchange_##S(p, v, o, s);                                                                     \
  }                                                                                                                    \
  WEFT_INLINE T builtin_compare_exchange(T *p, T e, T d, int o, int f, int s) {                                        \
    return __weft_atomic_compare_exchange_##S(p, e, d, o, f, s);                                                       \
  }                                                                                                                    \
  WEFT_INLINE T builtin_add(T *p, T v, int o, int s) {                                                                 \
    return __weft_atomic_fetch_add_##S(p, v, o, s);                                                                    \
  }                                                                                                                    \
  WEFT_INLINE T builtin_sub(T *p, T v, int o, int s) {                                                                 \
    return __weft_atomic_fetch_sub_##S(p, v, o, s);                                                                    \
  }                                                                                                                    \
  WEFT_INLINE T builtin_min(T *p, T v, int o, int s) {                                                                 \
    return __weft_atomic_fetch_min_##S(p, v, o, s);                                                                    \
  }                                                                                                                    \
  WEFT_INLINE T builtin_max(T *p, T v, int o, int s) {                                                                 \
    return __weft_atomic_fetch_max_##S(p, v, o, s);                                                                    \
  }
#define WEFT_ATOMIC_BITS(S, T)                                                                                         \
  WEFT_INLINE T builtin_and(T *p, T v, int o, int s) {                                                                 \
    return __weft_atomic_fetch_and_##S(p, v, o, s);                                                                    \
  }                                                                                                                    \
  WEFT_INLINE T builtin_or(T *p, T v, int o, int s) {                                                                  \
    return __weft_atomic_fetch_or_##S(p, v, o, s);                                                                     \
  }                                                                                                                    \
  WEFT_INLINE T builtin_xor(T *p, T v, int o, int s) {                                                                 \
    return __weft_atomic_fetch_xor_##S(p, v, o, s);                                                                    \
  }
WEFT_FOR_SCALAR_TYPES(WEFT_ATOMIC)
WEFT_FOR_INT_TYPES(WEFT_ATOMIC_BITS)
#undef WEFT_ATOMIC
#undef WEFT_ATOMIC_BITS

template <class T> WEFT_INLINE T atomic_load(const T *p, memory_order o, memory_scope s) {
  using B = atomic_type_t<T>;
  return bits_as<T>(builtin_load(reinterpret_cast<const B *>(p), static_cast<int>(o), static_cast<int>(s)));
}
template <class T> WEFT_INLINE void atomic_store(T *p, T v, memory_order o, memory_scope s) {
  using B = atomic_type_t<T>;
  builtin_store(reinterpret_cast<B *>(p), bits_as<B>(v), static_cast<int>(o), static_cast<int>(s));
}
template <class T>
WEFT_INLINE T atomic_compare_exchange(T *p, T expected, T desired, memory_order o, memory_order f, memory_scope s) {
  using B = atomic_type_t<T>;
  return bits_as<T>(builtin_compare_exchange(reinterpret_cast<B *>(p), bits_as<B>(expected), bits_as<B>(desired),
                                             static_cast<int>(o), static_cast<int>(f), static_cast<int>(s)));
}
#define WEFT_ATOMIC(name, builtin)                                                                                     \
  template <class T> WEFT_INLINE T name(T *p, T v, memory_order o, memory_scope s) {                                   \
    using B = atomic_type_t<T>;                                                                                        \
    return bits_as<T>(builtin(reinterpret_cast<B *>(p), bits_as<B>(v), static_cast<int>(o), static_cast<int>(s)));     \
  }

#else // the host: the scope does not matter, and every order is as strong as the strongest

template <class T> T atomic_load(const T *p, memory_order, memory_scope) {
  T v;
  __atomic_load(p, &v, __ATOMIC_SEQ_CST);
  return v;
}
template <class T> void atomic_store(T *p, T v, memory_order, memory_scope) {
  __atomic_store(p, &v, __ATOMIC_SEQ_CST);
}
template <class T> T atomic_compare_exchange(T *p, T expected, T desired, memory_order, memory_order, memory_scope) {
  __atomic_compare_exchange(p, &expected, &desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}
template <class T, class F> T host_update(T *p, F f) {
  T old = atomic_load(p, memory_order::seq_cst, memory_scope::system), next = f(old);
  while (!__atomic_compare_exchange(p, &old, &next, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    next = f(old);
  return old;
}
template <class T> T builtin_exchange(T *p, T v) {
  return host_update(p, [v](T) { return v; });
}
template <class T> T builtin_add(T *p, T v) {
  return host_update(p, [v](T old) { return static_cast<T>(old + v); });
}
template <class T> T builtin_sub(T *p, T v) {
  return host_update(p, [v](T old) { return static_cast<T>(old - v); });
}
template <class T> T builtin_min(T *p, T v) {
  return host_update(p, [v](T old) { return v < old ? v : old; });
}
template <class T> T builtin_max(T *p, T v) {
  return host_update(p, [v](T old) { return old < v ? v : old; });
}
template <class T> T builtin_and(T *p, T v) {
  return host_update(p, [v](T old) { return static_cast<T>(old & v); });
}
template <class T> T builtin_or(T *p, T v) {
  return host_update(p, [v](T old) { return static_cast<T>(old | v); });
}
template <class T> T builtin_xor(T *p, T v) {
  return host_update(p, [v](T old) { return static_cast<T>(old ^ v); });
}
#define WEFT_ATOMIC(name, builtin)                                                                                     \
  template <class T> T name(T *p, T v, memory_order, memory_scope) {                                                   \
    return builtin(p, v);                                                                                              \
  }

#endif

WEFT_ATOMIC(atomic_exchange, builtin_exchange)
WEFT_ATOMIC(atomic_fetch_add, builtin_add)
WEFT_ATOMIC(atomic_fetch_sub, builtin_sub)
WEFT_ATOMIC(atomic_fetch_min, builtin_min)
WEFT_ATOMIC(atomic_fetch_max, builtin_max)
WEFT_ATOMIC(atomic_fetch_and, builtin_and)
WEFT_ATOMIC(atomic_fetch_or, builtin_or)
WEFT_ATOMIC(atomic_fetch_xor, builtin_xor)
#undef WEFT_ATOMIC

/// Pointers move by elements.
template <class T> WEFT_INLINE T *atomic_fetch_add(T **p, std::ptrdiff_t n, memory_order o, memory_scope s) {
  const auto bytes = static_cast<std::uintptr_t>(n) * sizeof(T);
  return reinterpret_cast<T *>(atomic_fetch_add(reinterpret_cast<std::uintptr_t *>(p), bytes, o, s));
}

} // namespace detail
} // namespace _V1
} // namespace sycl
