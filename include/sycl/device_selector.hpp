// Device selectors: the standard ones, by aspect, and the classes of SYCL 1.2.1 that programs still derive from
// (SYCL 2020, 4.6.1.1).
#pragma once

#include <initializer_list>
#include <vector>

#include <sycl/device.hpp>

namespace sycl {
inline namespace _V1 {

/// Base of selectors written as classes; every callable that scores a device will do as well.
class WEFT_API device_selector {
public:
  virtual ~device_selector() = default;
  virtual int operator()(const device &d) const = 0; ///< Negative: never.
  device select_device() const;
};

namespace detail {
WEFT_API int default_score(const device &d);
WEFT_API int score_by_type(const device &d, info::device_type type);
WEFT_API int score_by_aspects(const device &d, const std::vector<aspect> &required, const std::vector<aspect> &denied);
} // namespace detail

class WEFT_API default_selector : public device_selector {
public:
  int operator()(const device &d) const override { return detail::default_score(d); }
};

class WEFT_API cpu_selector : public device_selector {
public:
  int operator()(const device &d) const override { return detail::score_by_type(d, info::device_type::cpu); }
};

class WEFT_API gpu_selector : public device_selector {
public:
  int operator()(const device &d) const override { return detail::score_by_type(d, info::device_type::gpu); }
};

class WEFT_API accelerator_selector : public device_selector {
public:
  int operator()(const device &d) const override { return detail::score_by_type(d, info::device_type::accelerator); }
};

/// SYCL 1.2.1's device that is the host, which the CPU device stands for.
using host_selector = cpu_selector;

inline int default_selector_v(const device &d) {
  return detail::default_score(d);
}
inline int cpu_selector_v(const device &d) {
  return detail::score_by_type(d, info::device_type::cpu);
}
inline int gpu_selector_v(const device &d) {
  return detail::score_by_type(d, info::device_type::gpu);
}
inline int accelerator_selector_v(const device &d) {
  return detail::score_by_type(d, info::device_type::accelerator);
}

/// A template, so that only programs that call it make its vectors.
template <class = void>
auto aspect_selector(const std::vector<aspect> &required, const std::vector<aspect> &denied = {}) {
  return [=](const device &d) { return detail::score_by_aspects(d, required, denied); };
}
template <class... Aspects, class = std::enable_if_t<(std::is_same_v<Aspects, aspect> && ...)>>
auto aspect_selector(Aspects... required) {
  return aspect_selector(std::vector<aspect>{required...});
}
template <aspect... Required> auto aspect_selector() {
  return aspect_selector(std::vector<aspect>{Required...});
}

} // namespace _V1
} // namespace sycl
