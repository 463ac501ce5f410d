// Arrays of event references as SYCL takes them.
#pragma once

#include "capi/guard.hpp"

namespace weft::capi {

/// Throws std::invalid_argument for a null among them.
inline std::vector<sycl::event> events_of(const DPCTLSyclEventRef *references, std::size_t count) {
  std::vector<sycl::event> events;
  events.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    events.push_back(checked<sycl::event>(references[i]));
  return events;
}

} // namespace weft::capi
