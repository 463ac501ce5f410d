// Python objects held by C++, and let go of from any thread.
#pragma once

#include <Python.h>

#include <memory>

#include "dpctl4pybind11/dropped_objects.hpp"

namespace weft::python {

/// Keeps a Python object alive. Call with the GIL.
inline std::shared_ptr<void> own(PyObject *object) {
  Py_INCREF(object);
  return {object, [](void *held) { dpctl::detail::let_go(static_cast<PyObject *>(held)); }};
}

} // namespace weft::python
