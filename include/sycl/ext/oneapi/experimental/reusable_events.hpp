// Events that stand for one place in a queue after another (sycl_ext_oneapi_reusable_events).
#pragma once

#include <type_traits>
#include <vector>

#include <sycl/context.hpp>
#include <sycl/device.hpp>
#include <sycl/event.hpp>
#include <sycl/ext/oneapi/experimental/event_mode_property.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/platform.hpp>
#include <sycl/queue.hpp>

#define SYCL_EXT_ONEAPI_REUSABLE_EVENTS 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// Times are taken on queues that do not profile, too.
struct enable_profiling {
  constexpr enable_profiling(bool enable = true) : value(enable) {}
  bool value;
};
using enable_profiling_key = enable_profiling;
inline bool operator==(const enable_profiling &a, const enable_profiling &b) {
  return a.value == b.value;
}
inline bool operator!=(const enable_profiling &a, const enable_profiling &b) {
  return !(a == b);
}

} // namespace ext::oneapi::experimental
namespace detail {

template <class T>
struct is_event_property : std::bool_constant<std::is_same_v<T, ext::oneapi::experimental::enable_profiling> ||
                                              std::is_same_v<T, ext::oneapi::experimental::event_mode>> {};
template <class... Properties>
struct is_event_property<ext::oneapi::experimental::properties<property_pack<Properties...>>>
    : std::bool_constant<(is_event_property<Properties>::value && ...)> {};

WEFT_API event make_reusable_event(const context &c, bool profiles);

template <class Properties> bool profiles_events(const Properties &properties) {
  using ext::oneapi::experimental::enable_profiling;
  if constexpr (std::is_same_v<Properties, enable_profiling>)
    return properties.value;
  else if constexpr (ext::oneapi::experimental::is_property_list_v<Properties>)
    if constexpr (Properties::template has_property<enable_profiling>())
      return properties.template get_property<enable_profiling>().value;
  return false;
}

} // namespace detail
namespace ext::oneapi::experimental {

/// Complete until it is signalled. Copies share what it stands for.
template <class Properties = empty_properties_t,
          class = std::enable_if_t<sycl::detail::is_event_property<Properties>::value>>
event make_event(const context &c, Properties properties = {}) {
  return sycl::detail::make_reusable_event(c, sycl::detail::profiles_events(properties));
}
template <class Properties = empty_properties_t,
          class = std::enable_if_t<sycl::detail::is_event_property<Properties>::value>>
event make_event(Properties properties = {}) {
  return make_event(device().get_platform().khr_get_default_context(), properties);
}

/// From now on the event stands for all that was submitted to the queue so far, and for nothing that came before. In
/// queues out of order, what is submitted later waits for that, too. errc::invalid if it is of another context.
WEFT_API void enqueue_signal_event(queue q, event &e);

/// What is submitted to the queue later waits for what the events stand for now.
WEFT_API void enqueue_wait_event(queue q, const event &e);
WEFT_API void enqueue_wait_events(queue q, const std::vector<event> &events);

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
