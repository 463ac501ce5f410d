// Keeps Python objects alive while tasks of a queue use them.
#pragma once

#include <Python.h>

#include "capi/throwing.hpp"

namespace weft::python {

/// Holds `object` until the events are complete, then lets go of it with the GIL held; never after the interpreter ended.
inline DPCTLSyclEventRef keep_alive(DPCTLSyclQueueRef queue, PyObject *object, const DPCTLSyclEventRef *depends,
                                    std::size_t count) {
  Py_INCREF(object);
  try {
    return capi::host_task(
        queue,
        [object] {
          if (!Py_IsInitialized())
            return;
          const PyGILState_STATE state = PyGILState_Ensure();
          Py_DECREF(object);
          PyGILState_Release(state);
        },
        depends, count);
  } catch (...) {
    Py_DECREF(object);
    throw;
  }
}

} // namespace weft::python
