// Reaches the device's `__weft_*` builtins from headers that a plain host compiler reads too.
#pragma once

#include <cstddef>

#include <sycl/detail/config.hpp>

#if WEFT_HAS_KERNELS
#include <weft/builtins.hpp>
#endif

/// `return expression` on a device. On the host, where there are no work-items, reaching it is a bug of the program.
#if WEFT_DEVICE_PASS
#define WEFT_DEVICE_RETURN(...) return __VA_ARGS__
#else
#define WEFT_DEVICE_RETURN(...) __builtin_trap()
#endif

namespace sycl {
inline namespace _V1 {
namespace detail {

/// Makes the classes that stand for the work-item that runs: kernels are handed them, programs cannot make them.
struct current {
  template <class T> WEFT_INLINE static T make() noexcept { return T(); }
};

/// A coordinate filled by dimension. `query` is a lambda, never a function pointer: finalizers inline calls, not
/// pointers.
template <class Coordinates, class Query> WEFT_INLINE Coordinates gather(const Query &query) noexcept {
  if constexpr (Coordinates::dimensions == 1)
    return Coordinates(query(0));
  else if constexpr (Coordinates::dimensions == 2)
    return Coordinates(query(0), query(1));
  else
    return Coordinates(query(0), query(1), query(2));
}

// Each query by dimension and as a whole. SYCL counts dimensions from the slowest, builtins from the fastest.
#define WEFT_ID_QUERY(Name)                                                                                            \
  template <int Dimensions> WEFT_INLINE std::size_t Name([[maybe_unused]] int d) noexcept {                            \
    WEFT_DEVICE_RETURN(__weft_##Name(Dimensions - 1 - d));                                                             \
  }                                                                                                                    \
  template <class Coordinates> WEFT_INLINE Coordinates whole_##Name() noexcept {                                       \
    return gather<Coordinates>([](int d) { return Name<Coordinates::dimensions>(d); });                                \
  }
WEFT_ID_QUERY(global_id)
WEFT_ID_QUERY(local_id)
WEFT_ID_QUERY(group_id)
WEFT_ID_QUERY(global_range)
WEFT_ID_QUERY(local_range)
WEFT_ID_QUERY(group_range)
WEFT_ID_QUERY(global_offset)
#undef WEFT_ID_QUERY

/// Finds out where WEFT_CHECK=1 asks for it, and is nothing otherwise.
WEFT_INLINE void check_index([[maybe_unused]] std::size_t i, [[maybe_unused]] std::size_t extent) noexcept {
#if WEFT_DEVICE_PASS
  __weft_check_index(i, extent);
#endif
}

} // namespace detail
} // namespace _V1
} // namespace sycl
