// Owners of memory that are shared between Python objects and C++.
#pragma once

#include <Python.h>

#include <memory>

#include "dpctl/syclinterface/dpctl_sycl_type_casters.hpp"

namespace weft::python {

/// Keeps a Python object alive; lets go of it with the GIL held, from any thread, and never after the interpreter ended.
inline std::shared_ptr<void> own(PyObject *object) {
  Py_INCREF(object);
  return {object, [](void *held) {
            if (!Py_IsInitialized())
              return;
            const PyGILState_STATE state = PyGILState_Ensure();
            Py_DECREF(static_cast<PyObject *>(held));
            PyGILState_Release(state);
          }};
}

/// Frees a USM allocation when the last owner lets go, after the queue's work that may use it.
inline std::shared_ptr<void> own_allocation(DPCTLSyclUSMRef allocation, DPCTLSyclQueueRef queue) {
  using dpctl::syclinterface::unwrap;
  return {unwrap<void>(allocation), [q = *unwrap<sycl::queue>(queue)](void *memory) mutable {
            try {
              q.wait();
              sycl::free(memory, q);
            } catch (const sycl::exception &) { // a destructor has nobody to tell; the block stays allocated
            }
          }};
}

} // namespace weft::python
