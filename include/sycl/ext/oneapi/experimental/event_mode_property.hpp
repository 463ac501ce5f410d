// How to wait for an event (sycl_ext_intel_event_mode): a hint without effect.
#pragma once

#define SYCL_EXT_INTEL_EVENT_MODE 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

enum class event_mode_enum { none, low_power };
struct event_mode {
  event_mode(event_mode_enum mode) : value(mode) {}
  event_mode_enum value;
};
using event_mode_key = event_mode;
inline bool operator==(const event_mode &a, const event_mode &b) {
  return a.value == b.value;
}
inline bool operator!=(const event_mode &a, const event_mode &b) {
  return !(a == b);
}

} // namespace ext::oneapi::experimental
namespace ext::intel::experimental { // as the extension's text has it
using oneapi::experimental::event_mode, oneapi::experimental::event_mode_enum, oneapi::experimental::event_mode_key;
}
} // namespace _V1
} // namespace sycl
