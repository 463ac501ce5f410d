// Kernels ask for memory before they use it (sycl_ext_oneapi_prefetch). A hint: on the CPU vectorised code leaves it to
// the processor.
#pragma once

#include <cstddef>
#include <type_traits>

#include <sycl/accessor.hpp>
#include <sycl/detail/config.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/multi_ptr.hpp>

#define SYCL_EXT_ONEAPI_PREFETCH 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

enum class cache_level { L1, L2, L3, L4 };
struct nontemporal;

struct prefetch_hint_key {
  template <cache_level Level, class Hint>
  using value_t = property_value<prefetch_hint_key, std::integral_constant<cache_level, Level>, Hint>;
};
template <cache_level Level, class Hint> inline constexpr prefetch_hint_key::value_t<Level, Hint> prefetch_hint;
#define WEFT_PREFETCH_HINT(L)                                                                                          \
  inline constexpr prefetch_hint_key::value_t<cache_level::L, void> prefetch_hint_##L;                                 \
  inline constexpr prefetch_hint_key::value_t<cache_level::L, nontemporal> prefetch_hint_##L##_nt;
WEFT_PREFETCH_HINT(L1)
WEFT_PREFETCH_HINT(L2)
WEFT_PREFETCH_HINT(L3)
WEFT_PREFETCH_HINT(L4)
#undef WEFT_PREFETCH_HINT

} // namespace ext::oneapi::experimental
namespace detail {

/// As __builtin_prefetch counts: 3 is the nearest cache, 0 data that is used once. Of several levels the nearest holds.
template <class Property> inline constexpr int prefetch_locality = -1;
template <ext::oneapi::experimental::cache_level Level, class Hint>
inline constexpr int prefetch_locality<ext::oneapi::experimental::prefetch_hint_key::value_t<Level, Hint>> =
    std::is_void_v<Hint> ? (static_cast<int>(Level) < 3 ? 3 - static_cast<int>(Level) : 1) : 0;

template <class Properties> inline constexpr int nearest_locality = 3;
template <class... P>
inline constexpr int nearest_locality<ext::oneapi::experimental::properties<property_pack<P...>>> = [] {
  int nearest = -1;
  ((nearest = prefetch_locality<P> > nearest ? prefetch_locality<P> : nearest), ...);
  return nearest < 0 ? 3 : nearest;
}();

/// The lines of so many bytes, of which `of` callers ask for every of-th.
template <class Properties>
WEFT_INLINE void prefetch_lines(const void *from, std::size_t bytes, std::size_t number = 0, std::size_t of = 1) {
  constexpr std::size_t line = 64;
  const char *const first = static_cast<const char *>(from);
  for (std::size_t at = number * line; at < bytes; at += of * line)
    __builtin_prefetch(first + at, 0, nearest_locality<std::decay_t<Properties>>);
}

template <class T> inline constexpr std::size_t prefetched_bytes = sizeof(T);
template <> inline constexpr std::size_t prefetched_bytes<void> = 1;
template <> inline constexpr std::size_t prefetched_bytes<const void> = 1;

template <class T>
using if_prefetch_properties = std::enable_if_t<ext::oneapi::experimental::is_property_list_v<std::decay_t<T>>, int>;
template <sycl::access::address_space Space>
using if_global_space = std::enable_if_t<
    Space == sycl::access::address_space::global_space || Space == sycl::access::address_space::generic_space, int>;
template <access_mode Mode>
using if_reading = std::enable_if_t<Mode == access_mode::read || Mode == access_mode::read_write, int>;

} // namespace detail
namespace ext::oneapi::experimental {

// By each work-item; without a count one object.
#define WEFT_PREFETCH(WithGroup, Group, ask)                                                                           \
  template <WithGroup class T, class Properties = empty_properties_t,                                                  \
            sycl::detail::if_prefetch_properties<Properties> = 0>                                                      \
  void ask(Group T *pointer, Properties = {}) {                                                                        \
    WEFT_ASK(pointer, sycl::detail::prefetched_bytes<T>);                                                              \
  }                                                                                                                    \
  template <WithGroup class T, class Properties = empty_properties_t,                                                  \
            sycl::detail::if_prefetch_properties<Properties> = 0>                                                      \
  void ask(Group T *pointer, std::size_t count, Properties = {}) {                                                     \
    WEFT_ASK(pointer, count * sycl::detail::prefetched_bytes<T>);                                                      \
  }                                                                                                                    \
  template <WithGroup class T, access::address_space Space, access::decorated Decorated,                               \
            class Properties = empty_properties_t, sycl::detail::if_global_space<Space> = 0,                           \
            sycl::detail::if_prefetch_properties<Properties> = 0>                                                      \
  void ask(Group multi_ptr<T, Space, Decorated> pointer, Properties = {}) {                                            \
    WEFT_ASK(pointer.get_raw(), sycl::detail::prefetched_bytes<T>);                                                    \
  }                                                                                                                    \
  template <WithGroup class T, access::address_space Space, access::decorated Decorated,                               \
            class Properties = empty_properties_t, sycl::detail::if_global_space<Space> = 0,                           \
            sycl::detail::if_prefetch_properties<Properties> = 0>                                                      \
  void ask(Group multi_ptr<T, Space, Decorated> pointer, std::size_t count, Properties = {}) {                         \
    WEFT_ASK(pointer.get_raw(), count * sycl::detail::prefetched_bytes<T>);                                            \
  }                                                                                                                    \
  template <WithGroup class T, int D, access_mode Mode, access::placeholder P, class Properties = empty_properties_t,  \
            sycl::detail::if_reading<Mode> = 0, sycl::detail::if_prefetch_properties<Properties> = 0>                  \
  void ask(Group accessor<T, D, Mode, target::device, P> a, id<D> from, Properties = {}) {                             \
    WEFT_ASK(&a[from], sizeof(T));                                                                                     \
  }                                                                                                                    \
  template <WithGroup class T, int D, access_mode Mode, access::placeholder P, class Properties = empty_properties_t,  \
            sycl::detail::if_reading<Mode> = 0, sycl::detail::if_prefetch_properties<Properties> = 0>                  \
  void ask(Group accessor<T, D, Mode, target::device, P> a, id<D> from, std::size_t count, Properties = {}) {          \
    WEFT_ASK(&a[from], count * sizeof(T));                                                                             \
  }
#define WEFT_NOTHING
#define WEFT_GROUP_PARAMETER class Group,
#define WEFT_GROUP_ARGUMENT Group g,

#define WEFT_ASK(pointer, bytes) sycl::detail::prefetch_lines<Properties>(pointer, bytes)
WEFT_PREFETCH(WEFT_NOTHING, WEFT_NOTHING, prefetch)
#undef WEFT_ASK
/// By a group together.
#define WEFT_ASK(pointer, bytes)                                                                                       \
  sycl::detail::prefetch_lines<Properties>(pointer, bytes, g.get_local_linear_id(), g.get_local_linear_range())
WEFT_PREFETCH(WEFT_GROUP_PARAMETER, WEFT_GROUP_ARGUMENT, joint_prefetch)
#undef WEFT_ASK
#undef WEFT_GROUP_ARGUMENT
#undef WEFT_GROUP_PARAMETER
#undef WEFT_NOTHING
#undef WEFT_PREFETCH

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
