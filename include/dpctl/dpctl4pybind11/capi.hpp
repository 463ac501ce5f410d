// The functions and types of dpctl's Python classes, imported once per extension module.
#pragma once

#include <atomic>

#include "dpctl_capi.h"

#include <pybind11/pybind11.h>
#include <sycl/sycl.hpp>

namespace dpctl::detail {

namespace py = pybind11;

/// Everything that dpctl's modules export to C, under names that do not change with Cython's way of exporting.
class dpctl_capi {
public:
  PyTypeObject *Py_SyclDeviceType_ = &Py_SyclDeviceType;
  PyTypeObject *PySyclDeviceType_ = &PySyclDeviceType;
  PyTypeObject *Py_SyclContextType_ = &Py_SyclContextType;
  PyTypeObject *PySyclContextType_ = &PySyclContextType;
  PyTypeObject *Py_SyclEventType_ = &Py_SyclEventType;
  PyTypeObject *PySyclEventType_ = &PySyclEventType;
  PyTypeObject *Py_SyclQueueType_ = &Py_SyclQueueType;
  PyTypeObject *PySyclQueueType_ = &PySyclQueueType;
  PyTypeObject *Py_MemoryType_ = &Py_MemoryType;
  PyTypeObject *PyMemoryUSMDeviceType_ = &PyMemoryUSMDeviceType;
  PyTypeObject *PyMemoryUSMSharedType_ = &PyMemoryUSMSharedType;
  PyTypeObject *PyMemoryUSMHostType_ = &PyMemoryUSMHostType;
  PyTypeObject *PyUSMArrayType_ = &PyUSMArrayType;
  PyTypeObject *PySyclProgramType_ = &PySyclProgramType;
  PyTypeObject *PySyclKernelType_ = &PySyclKernelType;

  DPCTLSyclDeviceRef (*SyclDevice_GetDeviceRef_)(PySyclDeviceObject *) = SyclDevice_GetDeviceRef;
  PySyclDeviceObject *(*SyclDevice_Make_)(DPCTLSyclDeviceRef) = SyclDevice_Make;
  DPCTLSyclContextRef (*SyclContext_GetContextRef_)(PySyclContextObject *) = SyclContext_GetContextRef;
  PySyclContextObject *(*SyclContext_Make_)(DPCTLSyclContextRef) = SyclContext_Make;
  DPCTLSyclEventRef (*SyclEvent_GetEventRef_)(PySyclEventObject *) = SyclEvent_GetEventRef;
  PySyclEventObject *(*SyclEvent_Make_)(DPCTLSyclEventRef) = SyclEvent_Make;
  DPCTLSyclQueueRef (*SyclQueue_GetQueueRef_)(PySyclQueueObject *) = SyclQueue_GetQueueRef;
  PySyclQueueObject *(*SyclQueue_Make_)(DPCTLSyclQueueRef) = SyclQueue_Make;

  DPCTLSyclUSMRef (*Memory_GetUsmPointer_)(Py_MemoryObject *) = Memory_GetUsmPointer;
  void *(*Memory_GetOpaquePointer_)(Py_MemoryObject *) = Memory_GetOpaquePointer;
  DPCTLSyclContextRef (*Memory_GetContextRef_)(Py_MemoryObject *) = Memory_GetContextRef;
  DPCTLSyclQueueRef (*Memory_GetQueueRef_)(Py_MemoryObject *) = Memory_GetQueueRef;
  size_t (*Memory_GetNumBytes_)(Py_MemoryObject *) = Memory_GetNumBytes;
  PyObject *(*Memory_Make_)(DPCTLSyclUSMRef, size_t, DPCTLSyclQueueRef, PyObject *) = Memory_Make;

  DPCTLSyclKernelRef (*SyclKernel_GetKernelRef_)(PySyclKernelObject *) = SyclKernel_GetKernelRef;
  PySyclKernelObject *(*SyclKernel_Make_)(DPCTLSyclKernelRef, const char *) = SyclKernel_Make;
  DPCTLSyclKernelBundleRef (*SyclProgram_GetKernelBundleRef_)(PySyclProgramObject *) = SyclProgram_GetKernelBundleRef;
  PySyclProgramObject *(*SyclProgram_Make_)(DPCTLSyclKernelBundleRef) = SyclProgram_Make;

  char *(*UsmNDArray_GetData_)(PyUSMArrayObject *) = UsmNDArray_GetData;
  int (*UsmNDArray_GetNDim_)(PyUSMArrayObject *) = UsmNDArray_GetNDim;
  py::ssize_t *(*UsmNDArray_GetShape_)(PyUSMArrayObject *) = UsmNDArray_GetShape;
  py::ssize_t *(*UsmNDArray_GetStrides_)(PyUSMArrayObject *) = UsmNDArray_GetStrides;
  int (*UsmNDArray_GetTypenum_)(PyUSMArrayObject *) = UsmNDArray_GetTypenum;
  int (*UsmNDArray_GetElementSize_)(PyUSMArrayObject *) = UsmNDArray_GetElementSize;
  int (*UsmNDArray_GetFlags_)(PyUSMArrayObject *) = UsmNDArray_GetFlags;
  DPCTLSyclQueueRef (*UsmNDArray_GetQueueRef_)(PyUSMArrayObject *) = UsmNDArray_GetQueueRef;
  py::ssize_t (*UsmNDArray_GetOffset_)(PyUSMArrayObject *) = UsmNDArray_GetOffset;
  PyObject *(*UsmNDArray_GetUSMData_)(PyUSMArrayObject *) = UsmNDArray_GetUSMData;
  void (*UsmNDArray_SetWritableFlag_)(PyUSMArrayObject *, int) = UsmNDArray_SetWritableFlag;
  PyObject *(*UsmNDArray_MakeSimpleFromMemory_)(int, const py::ssize_t *, int, Py_MemoryObject *, py::ssize_t,
                                                char) = UsmNDArray_MakeSimpleFromMemory;
  PyObject *(*UsmNDArray_MakeSimpleFromPtr_)(size_t, int, DPCTLSyclUSMRef, DPCTLSyclQueueRef,
                                             PyObject *) = UsmNDArray_MakeSimpleFromPtr;
  PyObject *(*UsmNDArray_MakeFromPtr_)(int, const py::ssize_t *, int, const py::ssize_t *, DPCTLSyclUSMRef,
                                       DPCTLSyclQueueRef, py::ssize_t, PyObject *) = UsmNDArray_MakeFromPtr;

  int USM_ARRAY_C_CONTIGUOUS_ = USM_ARRAY_C_CONTIGUOUS;
  int USM_ARRAY_F_CONTIGUOUS_ = USM_ARRAY_F_CONTIGUOUS;
  int USM_ARRAY_WRITABLE_ = USM_ARRAY_WRITABLE;
  int UAR_BOOL_ = UAR_BOOL;
  int UAR_BYTE_ = UAR_BYTE;
  int UAR_UBYTE_ = UAR_UBYTE;
  int UAR_SHORT_ = UAR_SHORT;
  int UAR_USHORT_ = UAR_USHORT;
  int UAR_INT_ = UAR_INT;
  int UAR_UINT_ = UAR_UINT;
  int UAR_LONG_ = UAR_LONG;
  int UAR_ULONG_ = UAR_ULONG;
  int UAR_LONGLONG_ = UAR_LONGLONG;
  int UAR_ULONGLONG_ = UAR_ULONGLONG;
  int UAR_FLOAT_ = UAR_FLOAT;
  int UAR_DOUBLE_ = UAR_DOUBLE;
  int UAR_CFLOAT_ = UAR_CFLOAT;
  int UAR_CDOUBLE_ = UAR_CDOUBLE;
  int UAR_TYPE_SENTINEL_ = UAR_TYPE_SENTINEL;
  int UAR_HALF_ = UAR_HALF;
  int UAR_INT8_ = UAR_BYTE;
  int UAR_UINT8_ = UAR_UBYTE;
  int UAR_INT16_ = UAR_SHORT;
  int UAR_UINT16_ = UAR_USHORT;
  int UAR_INT32_ = UAR_INT;
  int UAR_UINT32_ = UAR_UINT;
  int UAR_INT64_ = UAR_LONG;
  int UAR_UINT64_ = UAR_ULONG;

  bool PySyclDevice_Check_(PyObject *obj) const { return PyObject_TypeCheck(obj, PySyclDeviceType_) != 0; }
  bool PySyclContext_Check_(PyObject *obj) const { return PyObject_TypeCheck(obj, PySyclContextType_) != 0; }
  bool PySyclEvent_Check_(PyObject *obj) const { return PyObject_TypeCheck(obj, PySyclEventType_) != 0; }
  bool PySyclQueue_Check_(PyObject *obj) const { return PyObject_TypeCheck(obj, PySyclQueueType_) != 0; }
  bool PySyclKernel_Check_(PyObject *obj) const { return PyObject_TypeCheck(obj, PySyclKernelType_) != 0; }
  bool PySyclProgram_Check_(PyObject *obj) const { return PyObject_TypeCheck(obj, PySyclProgramType_) != 0; }

  /// The one of this extension module. Call it with the GIL; throws the Python exception if dpctl cannot be imported.
  static auto &get() {
    static std::atomic<dpctl_capi *> known{nullptr}; // an import under the lock of another initialisation may deadlock
    dpctl_capi *api = known.load(std::memory_order_acquire);
    if (api != nullptr)
      return *api;
    import_all();
    auto *const made = new dpctl_capi; // never destroyed: the interpreter may be gone when static objects are
    if (known.compare_exchange_strong(api, made))
      return *made;
    delete made;
    return *api;
  }

  // What default-constructed usm_memory and usm_ndarray hold; made when first asked for.
  py::object default_sycl_queue_pyobj() {
    return made_once(queue_, [] { return call("dpctl", "SyclQueue"); });
  }
  py::object default_usm_memory_pyobj() {
    return made_once(memory_, [] { return call("dpctl.memory", "MemoryUSMDevice", 1); });
  }
  py::object default_usm_ndarray_pyobj() {
    return made_once(array_, [] { return call("dpctl.tensor", "usm_ndarray", py::tuple()); });
  }
  py::object as_usm_memory_pyobj() {
    return made_once(as_usm_memory_,
                     [] { return py::object(py::module_::import("dpctl.memory").attr("as_usm_memory")); });
  }

  dpctl_capi(const dpctl_capi &) = delete;
  dpctl_capi &operator=(const dpctl_capi &) = delete;
  ~dpctl_capi() = default;

private:
  dpctl_capi() = default;

  static void import_all() {
    import_dpctl();
    if (PyErr_Occurred() != nullptr)
      throw py::error_already_set();
  }

  template <class... Args> static py::object call(const char *module, const char *name, Args &&...args) {
    return py::module_::import(module).attr(name)(std::forward<Args>(args)...);
  }

  /// The object of a slot, which is never released: the interpreter may be gone when static objects are destroyed.
  template <class Make> static py::object made_once(PyObject *&slot, Make &&make) {
    if (slot == nullptr)
      slot = make().release().ptr();
    return py::reinterpret_borrow<py::object>(slot);
  }

  PyObject *queue_ = nullptr;
  PyObject *memory_ = nullptr;
  PyObject *array_ = nullptr;
  PyObject *as_usm_memory_ = nullptr;
};

} // namespace dpctl::detail
