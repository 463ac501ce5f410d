// What functions over arrays do before and after their work: check queues, keep arguments alive.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "dpctl4pybind11/dropped_objects.hpp"
#include "dpctl4pybind11/usm_ndarray.hpp"

namespace dpctl::utils {

namespace py = pybind11;

namespace detail {

/// Memory whose C++ owner can be held without the GIL.
struct ManagedMemory {
  static bool is_usm_managed_by_shared_ptr(const py::object &h) {
    if (py::isinstance<dpctl::memory::usm_memory>(h))
      return py::reinterpret_borrow<dpctl::memory::usm_memory>(h).is_managed_by_smart_ptr();
    if (py::isinstance<dpctl::tensor::usm_ndarray>(h))
      return py::reinterpret_borrow<dpctl::tensor::usm_ndarray>(h).is_managed_by_smart_ptr();
    return false;
  }

  /// Throws std::runtime_error for objects that are not managed so.
  static std::shared_ptr<void> extract_shared_ptr(const py::object &h) {
    if (py::isinstance<dpctl::memory::usm_memory>(h))
      return py::reinterpret_borrow<dpctl::memory::usm_memory>(h).get_smart_ptr_owner();
    if (py::isinstance<dpctl::tensor::usm_ndarray>(h))
      return py::reinterpret_borrow<dpctl::tensor::usm_ndarray>(h).get_smart_ptr_owner();
    throw std::runtime_error("the object's memory is not managed by a smart pointer");
  }
};

/// Python objects that are let go of from whatever thread.
class HeldObjects {
public:
  void hold(const py::object &o) { objects_.push_back(py::object(o).release().ptr()); }
  HeldObjects() = default;
  HeldObjects(const HeldObjects &) = delete;
  HeldObjects &operator=(const HeldObjects &) = delete;
  ~HeldObjects() {
    for (PyObject *o : objects_)
      ::dpctl::detail::let_go(o);
  }

private:
  std::vector<PyObject *> objects_;
};

} // namespace detail

/// Keeps the objects (arrays: their memory) alive until the events are complete. Gives the event of letting go.
template <std::size_t num>
sycl::event keep_args_alive(sycl::queue &q, const py::object (&py_objs)[num],
                            const std::vector<sycl::event> &depends = {}) {
  auto owners = std::make_shared<std::vector<std::shared_ptr<void>>>();
  auto objects = std::make_shared<detail::HeldObjects>();
  for (const py::object &o : py_objs) {
    if (detail::ManagedMemory::is_usm_managed_by_shared_ptr(o))
      owners->push_back(detail::ManagedMemory::extract_shared_ptr(o));
    else
      objects->hold(o);
  }
  return q.submit([&](sycl::handler &cgh) {
    cgh.depends_on(depends);
    cgh.host_task([owners = std::move(owners), objects = std::move(objects)]() mutable {
      owners.reset();
      objects.reset();
    });
  });
}

/// Whether all queues are the same as `exec_q`.
template <std::size_t num> bool queues_are_compatible(const sycl::queue &exec_q, const sycl::queue (&alloc_qs)[num]) {
  return std::all_of(std::begin(alloc_qs), std::end(alloc_qs), [&](const sycl::queue &q) { return q == exec_q; });
}

/// Whether all arrays live on `exec_q`.
template <std::size_t num>
bool queues_are_compatible(const sycl::queue &exec_q, const ::dpctl::tensor::usm_ndarray (&arrs)[num]) {
  return std::all_of(std::begin(arrs), std::end(arrs), [&](const auto &a) { return a.get_queue() == exec_q; });
}

} // namespace dpctl::utils
