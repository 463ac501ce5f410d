// Turns C++ exceptions into the Python exceptions that dpctl's users expect; for Cython's `except +raise_error`.
#pragma once

#include <Python.h>

#include <exception>
#include <new>

#include "support/error.hpp"

namespace weft::python {

/// A new reference to a class of a Python module, or null with an exception set.
inline PyObject *class_named(const char *module, const char *name) {
  PyObject *imported = PyImport_ImportModule(module);
  if (imported == nullptr)
    return nullptr;
  PyObject *found = PyObject_GetAttrString(imported, name);
  Py_DECREF(imported);
  return found;
}

inline PyObject *class_of(Errc code) {
  switch (code) {
  case Errc::invalid:
  case Errc::nd_range:
  case Errc::kernel_argument:
    return Py_NewRef(PyExc_ValueError);
  case Errc::type:
    return Py_NewRef(PyExc_TypeError);
  case Errc::index:
    return Py_NewRef(PyExc_IndexError);
  case Errc::zero_division:
    return Py_NewRef(PyExc_ZeroDivisionError);
  case Errc::overflow:
    return Py_NewRef(PyExc_OverflowError);
  case Errc::buffer:
    return Py_NewRef(PyExc_BufferError);
  case Errc::memory_allocation:
    return class_named("dpctl.memory", "USMAllocationError");
  case Errc::placement:
    return class_named("dpctl.utils", "ExecutionPlacementError");
  default:
    return Py_NewRef(PyExc_RuntimeError);
  }
}

/// Call inside a catch block, with the GIL. A Python exception already set (by a callback into Python) stays.
inline void raise_error() {
  if (PyErr_Occurred() != nullptr)
    return;
  try {
    throw;
  } catch (const Error &error) {
    if (PyObject *type = class_of(error.code())) {
      PyErr_SetString(type, error.what());
      Py_DECREF(type);
    }
  } catch (const std::bad_alloc &) {
    PyErr_NoMemory();
  } catch (const std::exception &error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  } catch (...) {
    PyErr_SetString(PyExc_RuntimeError, "A C++ exception of unknown type was thrown.");
  }
}

} // namespace weft::python
