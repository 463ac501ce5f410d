// Keeps Python objects alive while tasks of a queue use them.
#pragma once

#include "_owner.hpp"
#include "capi/throwing.hpp"

namespace weft::python {

/// Holds `object` until the events are complete. Gives a new reference to the event of letting go.
inline DPCTLSyclEventRef keep_alive(DPCTLSyclQueueRef queue, PyObject *object, const DPCTLSyclEventRef *depends,
                                    std::size_t count) {
  return capi::host_task(queue, [held = own(object)]() mutable { held.reset(); }, depends, count);
}

} // namespace weft::python
