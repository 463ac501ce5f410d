// Which threads of execution make progress, as devices tell and kernels ask (sycl_ext_oneapi_forward_progress).
#pragma once

#include <type_traits>

#include <sycl/device.hpp>
#include <sycl/ext/oneapi/kernel_properties/properties.hpp>
#include <sycl/queue.hpp>

#define SYCL_EXT_ONEAPI_FORWARD_PROGRESS 1

namespace sycl {
inline namespace _V1 {
namespace detail {
/// Throws errc::feature_not_supported unless the queue's device guarantees as much.
WEFT_API void require_progress(const queue &q, ext::oneapi::experimental::execution_scope of,
                               ext::oneapi::experimental::forward_progress_guarantee guarantee,
                               ext::oneapi::experimental::execution_scope coordination);
} // namespace detail
} // namespace _V1
} // namespace sycl

// A property for each scope that has a broader one.
#define WEFT_PROGRESS_PROPERTY(scope)                                                                                  \
  namespace sycl::ext::oneapi::experimental {                                                                          \
  struct scope##_progress_key {                                                                                        \
    template <forward_progress_guarantee Guarantee, execution_scope Coordination>                                      \
    using value_t =                                                                                                    \
        property_value<scope##_progress_key, std::integral_constant<forward_progress_guarantee, Guarantee>,            \
                       std::integral_constant<execution_scope, Coordination>>;                                         \
  };                                                                                                                   \
  template <forward_progress_guarantee Guarantee, execution_scope Coordination>                                        \
  inline constexpr scope##_progress_key::value_t<Guarantee, Coordination> scope##_progress;                            \
  }                                                                                                                    \
  template <sycl::ext::oneapi::experimental::forward_progress_guarantee Guarantee,                                     \
            sycl::ext::oneapi::experimental::execution_scope Coordination>                                             \
  struct sycl::detail::launch_requirement<                                                                             \
      sycl::ext::oneapi::experimental::scope##_progress_key::value_t<Guarantee, Coordination>> {                       \
    static constexpr auto of = sycl::ext::oneapi::experimental::execution_scope::scope;                                \
    static_assert(Coordination > of, "progress is promised within a broader scope");                                   \
    static void require(const queue &q, const std::size_t (&)[3]) {                                                    \
      require_progress(q, of, Guarantee, Coordination);                                                                \
    }                                                                                                                  \
  };
WEFT_PROGRESS_PROPERTY(work_group)
WEFT_PROGRESS_PROPERTY(sub_group)
WEFT_PROGRESS_PROPERTY(work_item)
#undef WEFT_PROGRESS_PROPERTY
