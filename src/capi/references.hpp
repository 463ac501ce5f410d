// Arrays of event references as SYCL takes them.
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

} // namespace weft::capi
