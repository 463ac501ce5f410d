// usm_memory: a Python memory object in C++.
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <utility>

#include "dpctl4pybind11/casters.hpp"

namespace dpctl::memory {

namespace py = pybind11;
using pybind11::error_already_set;

/// A dpctl.memory object; objects with `__sycl_usm_array_interface__` convert to it.
class usm_memory : public py::object {
public:
  PYBIND11_OBJECT_CVT(
      usm_memory, py::object,
      [](PyObject *o) -> bool { return PyObject_TypeCheck(o, ::dpctl::detail::dpctl_capi::get().Py_MemoryType_) != 0; },
      [](PyObject *o) -> PyObject * { return as_usm_memory(o); })

  usm_memory() : py::object(::dpctl::detail::dpctl_capi::get().default_usm_memory_pyobj()) {}

  /// Over an allocation that `shptr` keeps alive.
  usm_memory(void *usm_ptr, std::size_t nbytes, const sycl::queue &q, std::shared_ptr<void> shptr) {
    auto &api = ::dpctl::detail::dpctl_capi::get();
    auto *kept = new std::shared_ptr<void>(std::move(shptr));
    py::capsule owner(kept, [](void *p) { delete static_cast<std::shared_ptr<void> *>(p); });
    m_ptr = api.Memory_Make_(reinterpret_cast<DPCTLSyclUSMRef>(usm_ptr), nbytes,
                             reinterpret_cast<DPCTLSyclQueueRef>(const_cast<sycl::queue *>(&q)), owner.ptr());
    if (m_ptr == nullptr)
      throw error_already_set();
    // From now on the C++ owner is all there is, so that holders need no GIL to let go.
    auto *memory = reinterpret_cast<Py_MemoryObject *>(m_ptr);
    memory->_opaque_ptr = new std::shared_ptr<void>(*kept);
    Py_INCREF(Py_None);
    PyObject *replaced = memory->refobj;
    memory->refobj = Py_None;
    Py_DECREF(replaced);
  }

  sycl::queue get_queue() const {
    return *reinterpret_cast<sycl::queue *>(::dpctl::detail::dpctl_capi::get().Memory_GetQueueRef_(object_of()));
  }
  char *get_pointer() const {
    return reinterpret_cast<char *>(::dpctl::detail::dpctl_capi::get().Memory_GetUsmPointer_(object_of()));
  }
  std::size_t get_nbytes() const { return ::dpctl::detail::dpctl_capi::get().Memory_GetNumBytes_(object_of()); }

  /// Whether a C++ owner keeps the memory alive, rather than a Python object.
  bool is_managed_by_smart_ptr() const { return opaque() != nullptr; }

  /// Throws std::runtime_error unless is_managed_by_smart_ptr().
  const std::shared_ptr<void> &get_smart_ptr_owner() const {
    const auto *owner = static_cast<const std::shared_ptr<void> *>(opaque());
    if (owner == nullptr)
      throw std::runtime_error("usm_memory: the memory belongs to a Python object, not to a smart pointer");
    return *owner;
  }

private:
  Py_MemoryObject *object_of() const { return reinterpret_cast<Py_MemoryObject *>(m_ptr); }
  void *opaque() const { return ::dpctl::detail::dpctl_capi::get().Memory_GetOpaquePointer_(object_of()); }

  static PyObject *as_usm_memory(PyObject *o) {
    if (o == nullptr) {
      PyErr_SetString(PyExc_ValueError, "cannot create a usm_memory from a nullptr");
      return nullptr;
    }
    const py::object convert = ::dpctl::detail::dpctl_capi::get().as_usm_memory_pyobj();
    return PyObject_CallFunctionObjArgs(convert.ptr(), o, nullptr);
  }
};

} // namespace dpctl::memory
