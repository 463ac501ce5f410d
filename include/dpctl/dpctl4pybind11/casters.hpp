// pybind11's casters between dpctl's Python classes and SYCL's.
#pragma once

#include <optional>
#include <type_traits>
#include <utility>

#include "dpctl4pybind11/capi.hpp"

namespace dpctl::detail {

/// Casts by reference of the C API: `Get` gives the reference of a Python object, `Make` a Python object of a
/// reference.
template <class T, class Traits> class reference_caster {
public:
  static constexpr auto name = Traits::name;
  template <class U> using cast_op_type = py::detail::movable_cast_op_type<U>;

  bool load(py::handle source, bool) {
    auto &api = dpctl_capi::get();
    if (!PyObject_TypeCheck(source.ptr(), Traits::type(api)))
      return false;
    value_.emplace(*reinterpret_cast<T *>(Traits::reference_of(api, source.ptr())));
    return true;
  }

  template <class U> static py::handle cast(U &&source, py::return_value_policy, py::handle) {
    T object(std::forward<U>(source));
    return reinterpret_cast<PyObject *>(Traits::make(dpctl_capi::get(), &object));
  }
  template <class U> static py::handle cast(const U *source, py::return_value_policy policy, py::handle parent) {
    return source != nullptr ? cast(*source, policy, parent) : py::none().release();
  }

  operator T *() { return &*value_; }
  operator T &() { return *value_; }
  operator T &&() && { return std::move(*value_); }

private:
  std::optional<T> value_;
};

} // namespace dpctl::detail

// One caster: the SYCL type, its name in Python, and the C API's type, object, reference and functions for it.
#define DPCTL_REFERENCE_CASTER(cpp_type, py_name, py_type, object_type, ref_type, get, make_call)                      \
  namespace pybind11::detail {                                                                                         \
  struct dpctl_traits_##py_type {                                                                                      \
    static constexpr auto name = const_name(py_name);                                                                  \
    using api_type = ::dpctl::detail::dpctl_capi;                                                                      \
    static PyTypeObject *type(api_type &api) { return api.py_type; }                                                   \
    static ref_type reference_of(api_type &api, PyObject *o) { return api.get(reinterpret_cast<object_type *>(o)); }   \
    static void *make(api_type &api, const cpp_type *object) {                                                         \
      const auto reference = reinterpret_cast<ref_type>(const_cast<cpp_type *>(object));                               \
      return api.make_call;                                                                                            \
    }                                                                                                                  \
  };                                                                                                                   \
  template <> struct type_caster<cpp_type> : ::dpctl::detail::reference_caster<cpp_type, dpctl_traits_##py_type> {};   \
  }

DPCTL_REFERENCE_CASTER(sycl::queue, "dpctl.SyclQueue", PySyclQueueType_, PySyclQueueObject, DPCTLSyclQueueRef,
                       SyclQueue_GetQueueRef_, SyclQueue_Make_(reference))
DPCTL_REFERENCE_CASTER(sycl::device, "dpctl.SyclDevice", PySyclDeviceType_, PySyclDeviceObject, DPCTLSyclDeviceRef,
                       SyclDevice_GetDeviceRef_, SyclDevice_Make_(reference))
DPCTL_REFERENCE_CASTER(sycl::context, "dpctl.SyclContext", PySyclContextType_, PySyclContextObject, DPCTLSyclContextRef,
                       SyclContext_GetContextRef_, SyclContext_Make_(reference))
DPCTL_REFERENCE_CASTER(sycl::event, "dpctl.SyclEvent", PySyclEventType_, PySyclEventObject, DPCTLSyclEventRef,
                       SyclEvent_GetEventRef_, SyclEvent_Make_(reference))
DPCTL_REFERENCE_CASTER(sycl::kernel, "dpctl.program.SyclKernel", PySyclKernelType_, PySyclKernelObject,
                       DPCTLSyclKernelRef, SyclKernel_GetKernelRef_,
                       SyclKernel_Make_(reference, "dpctl4pybind11_kernel"))
DPCTL_REFERENCE_CASTER(sycl::kernel_bundle<sycl::bundle_state::executable>, "dpctl.program.SyclProgram",
                       PySyclProgramType_, PySyclProgramObject, DPCTLSyclKernelBundleRef,
                       SyclProgram_GetKernelBundleRef_, SyclProgram_Make_(reference))

#undef DPCTL_REFERENCE_CASTER

namespace pybind11::detail {

/// A half is a Python float.
template <> struct type_caster<sycl::half> {
  PYBIND11_TYPE_CASTER(sycl::half, const_name("float"));

  bool load(handle source, bool convert) {
    if (!source || (!convert && !PyFloat_Check(source.ptr())))
      return false;
    const double number = PyFloat_AsDouble(source.ptr());
    if (number == -1.0 && PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      return false;
    }
    value = sycl::half(static_cast<float>(number));
    return true;
  }

  static handle cast(sycl::half source, return_value_policy, handle) {
    return PyFloat_FromDouble(static_cast<double>(static_cast<float>(source)));
  }
};

} // namespace pybind11::detail
