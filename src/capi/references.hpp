// References as SYCL takes what they stand for.
#pragma once

#include "capi/guard.hpp"

namespace weft::capi {

/// Throws std::invalid_argument for null, and for a null among them.
inline std::vector<sycl::event> events_of(const DPCTLSyclEventRef *references, std::size_t count) {
  std::vector<sycl::event> events;
  for (const DPCTLSyclEventRef reference : checked(references, count))
    events.push_back(checked<sycl::event>(reference));
  return events;
}

/// Throws std::invalid_argument for null.
inline sycl::device select_device(DPCTLSyclDeviceSelectorRef reference) {
  const auto &selector = checked<dpctl::syclinterface::dpctl_device_selector>(reference);
  return sycl::device([&](const sycl::device &d) { return selector(d); });
}

} // namespace weft::capi
