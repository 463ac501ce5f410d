// What a kernel asks of its launch, as properties (sycl_ext_oneapi_kernel_properties): given to parallel_for and
// single_task, or by the kernel's member get(properties_tag).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include <sycl/aspects.hpp>
#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>

#define SYCL_EXT_ONEAPI_KERNEL_PROPERTIES 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

struct properties_tag {};

// Sizes of a work-group, the fastest dimension last.
#define WEFT_SIZES_PROPERTY(name)                                                                                      \
  struct name##_key {                                                                                                  \
    template <std::size_t... Sizes>                                                                                    \
    using value_t = property_value<name##_key, std::integral_constant<std::size_t, Sizes>...>;                         \
  };                                                                                                                   \
  template <std::size_t... Sizes> inline constexpr name##_key::value_t<Sizes...> name;
WEFT_SIZES_PROPERTY(work_group_size)
WEFT_SIZES_PROPERTY(work_group_size_hint)
WEFT_SIZES_PROPERTY(max_work_group_size)
WEFT_SIZES_PROPERTY(max_linear_work_group_size)
#undef WEFT_SIZES_PROPERTY

struct sub_group_size_key {
  template <std::uint32_t Size>
  using value_t = property_value<sub_group_size_key, std::integral_constant<std::uint32_t, Size>>;
};
template <std::uint32_t Size> inline constexpr sub_group_size_key::value_t<Size> sub_group_size;

/// What kernels have that ask for no size (sycl_ext_oneapi_named_sub_group_sizes).
enum named_sub_group_size : std::uint32_t { primary = 0, automatic = ~std::uint32_t(0) };
inline constexpr sub_group_size_key::value_t<named_sub_group_size::primary> sub_group_size_primary;
inline constexpr sub_group_size_key::value_t<named_sub_group_size::automatic> sub_group_size_automatic;

struct device_has_key {
  template <aspect... Aspects>
  using value_t = property_value<device_has_key, std::integral_constant<aspect, Aspects>...>;
};
template <aspect... Aspects> inline constexpr device_has_key::value_t<Aspects...> device_has;

struct nd_range_kernel_key {
  template <int Dimensions>
  using value_t = property_value<nd_range_kernel_key, std::integral_constant<int, Dimensions>>;
};
template <int Dimensions> inline constexpr nd_range_kernel_key::value_t<Dimensions> nd_range_kernel;

struct single_task_kernel_key {
  using value_t = property_value<single_task_kernel_key>;
};
inline constexpr single_task_kernel_key::value_t single_task_kernel;

/// Its groups wait for each other (sycl_ext_oneapi_root_group).
struct use_root_sync_key {
  using value_t = property_value<use_root_sync_key>;
};
inline constexpr use_root_sync_key::value_t use_root_sync;

/// Bytes of local memory that a launch adds (sycl_ext_oneapi_work_group_scratch_memory).
struct work_group_scratch_size {
  constexpr work_group_scratch_size(std::size_t bytes) : value(bytes) {}
  std::size_t value;
};
using work_group_scratch_size_key = work_group_scratch_size;

} // namespace ext::oneapi::experimental
namespace detail {

#if defined(__clang__)
#define WEFT_ANNOTATE(...) [[clang::annotate(__VA_ARGS__)]]
#else // a host compiler, which makes no kernels
#define WEFT_ANNOTATE(...)
#endif

// A kernel that calls mark() requires what its annotation says (kernel attributes end as the same annotations).
template <class Property> struct kernel_requirement {
  static void mark() {}
};
template <std::size_t... Sizes>
struct kernel_requirement<ext::oneapi::experimental::property_value<ext::oneapi::experimental::work_group_size_key,
                                                                    std::integral_constant<std::size_t, Sizes>...>> {
  WEFT_ANNOTATE("weft.reqd_work_group_size", Sizes...) static void mark() {}
};
template <std::uint32_t Size> struct kernel_requirement<ext::oneapi::experimental::sub_group_size_key::value_t<Size>> {
  WEFT_ANNOTATE("weft.reqd_sub_group_size", Size) static void mark() {}
};
template <> struct kernel_requirement<ext::oneapi::experimental::sub_group_size_key::value_t<0>> {
  static void mark() {}
};
template <> struct kernel_requirement<ext::oneapi::experimental::sub_group_size_key::value_t<~std::uint32_t(0)>> {
  static void mark() {}
};
template <aspect... Aspects>
struct kernel_requirement<ext::oneapi::experimental::property_value<ext::oneapi::experimental::device_has_key,
                                                                    std::integral_constant<aspect, Aspects>...>> {
  WEFT_ANNOTATE("weft.device_has", static_cast<unsigned>(Aspects)...) static void mark() {}
};

#undef WEFT_ANNOTATE

/// What a launch is asked beforehand, of the queue's device (forward_progress.hpp has such properties) and of the size
/// of its work-groups, the fastest dimension first, 0 where the program leaves it.
template <class Property> struct launch_requirement {
  template <class Queue> static void require(const Queue &, const std::size_t (&)[3]) {}
};
template <std::size_t... Sizes>
struct launch_requirement<ext::oneapi::experimental::max_work_group_size_key::value_t<Sizes...>> {
  template <class Queue> static void require(const Queue &, const std::size_t (&local)[3]) {
    constexpr std::size_t dimensions = sizeof...(Sizes), most[] = {Sizes...};
    for (std::size_t d = 0; d < dimensions; ++d)
      if (local[d] > most[dimensions - 1 - d])
        throw_error(errc::nd_range, "launch: a work-group has " + std::to_string(local[d]) +
                                        " work-items in dimension " + std::to_string(dimensions - 1 - d) +
                                        ", above the " + std::to_string(most[dimensions - 1 - d]) +
                                        " of max_work_group_size");
  }
};
template <std::size_t Most>
struct launch_requirement<ext::oneapi::experimental::max_linear_work_group_size_key::value_t<Most>> {
  template <class Queue> static void require(const Queue &, const std::size_t (&local)[3]) {
    if (const std::size_t items = local[0] * local[1] * local[2]; items > Most)
      throw_error(errc::nd_range, "launch: a work-group has " + std::to_string(items) + " work-items, above the " +
                                      std::to_string(Most) + " of max_linear_work_group_size");
  }
};

template <class> struct kernel_requirements;
template <class... P> struct kernel_requirements<ext::oneapi::experimental::properties<property_pack<P...>>> {
  static void mark() { (kernel_requirement<P>::mark(), ...); }
  template <class Queue>
  static void require([[maybe_unused]] const Queue &q, [[maybe_unused]] const std::size_t (&local)[3]) {
    (launch_requirement<P>::require(q, local), ...);
  }
};

template <class F, class = void> inline constexpr bool has_kernel_properties = false;
template <class F>
inline constexpr bool has_kernel_properties<
    F, std::void_t<decltype(std::declval<F &>().get(ext::oneapi::experimental::properties_tag()))>> = true;

template <class F>
using kernel_properties = decltype(std::declval<F &>().get(ext::oneapi::experimental::properties_tag()));

template <class F, class Key> constexpr bool has_kernel_property() {
  if constexpr (has_kernel_properties<F>)
    return kernel_properties<F>::template has_property<Key>();
  else
    return false;
}
template <class F>
inline constexpr bool waits_for_groups = has_kernel_property<F, ext::oneapi::experimental::use_root_sync_key>();
template <class F>
inline constexpr bool has_scratch = has_kernel_property<F, ext::oneapi::experimental::work_group_scratch_size>();

/// A kernel function that was given properties beside itself; only their types matter.
template <class Properties, class F> struct with_properties : F {
  explicit with_properties(const F &f) : F(f) {}
  Properties get(ext::oneapi::experimental::properties_tag) const;
};

} // namespace detail
} // namespace _V1
} // namespace sycl
