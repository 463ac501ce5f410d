// usm_ndarray: a Python array in C++, with all that its memory layout says.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dpctl4pybind11/memory.hpp"

namespace dpctl::tensor {

namespace py = pybind11;

inline std::vector<py::ssize_t> c_contiguous_strides(int nd, const py::ssize_t *shape, py::ssize_t element_size = 1) {
  std::vector<py::ssize_t> strides(nd, element_size);
  for (int i = nd - 1; i > 0; --i)
    strides[i - 1] = strides[i] * std::max<py::ssize_t>(shape[i], 1);
  return strides;
}

inline std::vector<py::ssize_t> f_contiguous_strides(int nd, const py::ssize_t *shape, py::ssize_t element_size = 1) {
  std::vector<py::ssize_t> strides(nd, element_size);
  for (int i = 1; i < nd; ++i)
    strides[i] = strides[i - 1] * std::max<py::ssize_t>(shape[i - 1], 1);
  return strides;
}

inline std::vector<py::ssize_t> c_contiguous_strides(const std::vector<py::ssize_t> &shape,
                                                     py::ssize_t element_size = 1) {
  return c_contiguous_strides(static_cast<int>(shape.size()), shape.data(), element_size);
}

inline std::vector<py::ssize_t> f_contiguous_strides(const std::vector<py::ssize_t> &shape,
                                                     py::ssize_t element_size = 1) {
  return f_contiguous_strides(static_cast<int>(shape.size()), shape.data(), element_size);
}

/// A dpctl.tensor.usm_ndarray. Asking for its data submits the work it stands for: kernels submitted to its queue
/// afterwards find it done.
class usm_ndarray : public py::object {
public:
  PYBIND11_OBJECT(usm_ndarray, py::object, [](PyObject *o) -> bool {
    return PyObject_TypeCheck(o, ::dpctl::detail::dpctl_capi::get().PyUSMArrayType_) != 0;
  })

  usm_ndarray() : py::object(::dpctl::detail::dpctl_capi::get().default_usm_ndarray_pyobj()) {}

  char *get_data() const {
    char *data = api().UsmNDArray_GetData_(array());
    if (data == nullptr && PyErr_Occurred() != nullptr)
      throw py::error_already_set();
    return data;
  }
  template <typename T> T *get_data() const { return reinterpret_cast<T *>(get_data()); }

  int get_ndim() const { return api().UsmNDArray_GetNDim_(array()); }
  const py::ssize_t *get_shape_raw() const { return api().UsmNDArray_GetShape_(array()); }
  std::vector<py::ssize_t> get_shape_vector() const {
    const py::ssize_t *shape = get_shape_raw();
    return shape == nullptr ? std::vector<py::ssize_t>() : std::vector<py::ssize_t>(shape, shape + get_ndim());
  }
  py::ssize_t get_shape(int i) const {
    if (i < 0 || i >= get_ndim())
      throw py::index_error("usm_ndarray: axis " + std::to_string(i) + " of an array with " +
                            std::to_string(get_ndim()) + " dimensions");
    return get_shape_raw()[i];
  }

  /// In elements; may be null for an array that is contiguous.
  const py::ssize_t *get_strides_raw() const { return api().UsmNDArray_GetStrides_(array()); }
  std::vector<py::ssize_t> get_strides_vector() const {
    const int nd = get_ndim();
    if (const py::ssize_t *strides = get_strides_raw())
      return {strides, strides + nd};
    return is_c_contiguous() ? c_contiguous_strides(nd, get_shape_raw()) : f_contiguous_strides(nd, get_shape_raw());
  }

  py::ssize_t get_size() const {
    py::ssize_t size = 1;
    const py::ssize_t *shape = get_shape_raw();
    for (int i = 0; i < get_ndim(); ++i)
      size *= shape[i];
    return size;
  }

  /// The lowest and the highest offset of an element from the one with zero index, in elements.
  std::pair<py::ssize_t, py::ssize_t> get_minmax_offsets() const {
    if (get_size() == 0)
      return {0, 0};
    const std::vector<py::ssize_t> strides = get_strides_vector();
    const py::ssize_t *shape = get_shape_raw();
    std::pair<py::ssize_t, py::ssize_t> reach{0, 0};
    for (std::size_t i = 0; i < strides.size(); ++i) {
      const py::ssize_t last = strides[i] * (shape[i] - 1);
      (last < 0 ? reach.first : reach.second) += last;
    }
    return reach;
  }

  sycl::queue get_queue() const {
    const std::unique_ptr<sycl::queue> copy(reinterpret_cast<sycl::queue *>(api().UsmNDArray_GetQueueRef_(array())));
    return *copy;
  }
  sycl::device get_device() const { return get_queue().get_device(); }

  int get_typenum() const { return api().UsmNDArray_GetTypenum_(array()); }
  int get_flags() const { return api().UsmNDArray_GetFlags_(array()); }
  int get_elemsize() const { return api().UsmNDArray_GetElementSize_(array()); }
  bool is_c_contiguous() const { return (get_flags() & api().USM_ARRAY_C_CONTIGUOUS_) != 0; }
  bool is_f_contiguous() const { return (get_flags() & api().USM_ARRAY_F_CONTIGUOUS_) != 0; }
  bool is_writable() const { return (get_flags() & api().USM_ARRAY_WRITABLE_) != 0; }

  /// The memory object under the array.
  py::object get_usm_data() const {
    PyObject *memory = api().UsmNDArray_GetUSMData_(array());
    if (memory == nullptr)
      throw py::error_already_set();
    return py::reinterpret_steal<py::object>(memory);
  }

  /// Whether a C++ owner keeps the memory alive, rather than a Python object.
  bool is_managed_by_smart_ptr() const { return opaque_of(get_usm_data()) != nullptr; }

  /// Throws std::runtime_error unless is_managed_by_smart_ptr().
  std::shared_ptr<void> get_smart_ptr_owner() const {
    const py::object memory = get_usm_data();
    const auto *owner = static_cast<const std::shared_ptr<void> *>(opaque_of(memory));
    if (owner == nullptr)
      throw std::runtime_error("usm_ndarray: the memory belongs to a Python object, not to a smart pointer");
    return *owner;
  }

private:
  static ::dpctl::detail::dpctl_capi &api() { return ::dpctl::detail::dpctl_capi::get(); }
  PyUSMArrayObject *array() const { return reinterpret_cast<PyUSMArrayObject *>(m_ptr); }

  static void *opaque_of(const py::object &memory) {
    if (!PyObject_TypeCheck(memory.ptr(), api().Py_MemoryType_))
      return nullptr;
    return api().Memory_GetOpaquePointer_(reinterpret_cast<Py_MemoryObject *>(memory.ptr()));
  }
};

} // namespace dpctl::tensor
