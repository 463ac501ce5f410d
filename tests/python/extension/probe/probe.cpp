// One function for each thing that dpctl4pybind11.hpp promises.
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include <pybind11/complex.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <sycl/sycl.hpp>

#include "dpctl4pybind11.hpp"
#include "utils/memory_overlap.hpp"
#include "utils/offset_utils.hpp"
#include "utils/output_validation.hpp"
#include "utils/type_dispatch.hpp"
#include "utils/type_utils.hpp"

namespace py = pybind11;
using dpctl::memory::usm_memory;
using dpctl::tensor::usm_ndarray;
namespace td = dpctl::tensor::type_dispatch;

namespace {

py::dict facts(const usm_ndarray &a) {
  py::dict d;
  d["data"] = reinterpret_cast<std::size_t>(a.get_data());
  d["ndim"] = a.get_ndim();
  d["shape"] = a.get_shape_vector();
  d["strides"] = a.get_strides_vector();
  d["size"] = a.get_size();
  d["reach"] = a.get_minmax_offsets();
  d["queue"] = a.get_queue();
  d["device"] = a.get_device();
  d["typenum"] = a.get_typenum();
  d["elemsize"] = a.get_elemsize();
  d["c"] = a.is_c_contiguous();
  d["f"] = a.is_f_contiguous();
  d["writable"] = a.is_writable();
  d["memory"] = a.get_usm_data();
  d["managed"] = a.is_managed_by_smart_ptr();
  return d;
}

/// a[i] *= factor, through a kernel that finds elements of any layout.
std::pair<sycl::event, sycl::event> scale(usm_ndarray a, double factor, const std::vector<sycl::event> &depends) {
  dpctl::tensor::validation::CheckWritable::throw_if_not_writable(a);
  sycl::queue q = a.get_queue();
  double *data = a.get_data<double>();
  std::vector<sycl::event> cleanup;
  auto packed = dpctl::tensor::offset_utils::device_allocate_and_pack<py::ssize_t>(q, cleanup, a.get_shape_vector(),
                                                                                   a.get_strides_vector());
  const dpctl::tensor::offset_utils::StridedIndexer at(a.get_ndim(), 0, std::get<0>(packed).get());
  const sycl::event scaled = q.submit([&](sycl::handler &cgh) {
    cgh.depends_on(depends);
    cgh.depends_on(std::get<2>(packed));
    cgh.parallel_for<class Scale>(sycl::range<1>(a.get_size()),
                                  [=](sycl::id<1> i) { data[at(std::size_t(i[0]))] *= factor; });
  });
  cleanup.push_back(dpctl::tensor::alloc_utils::async_smart_free(q, {scaled}, std::get<0>(packed)));
  cleanup.push_back(scaled);
  return {dpctl::utils::keep_args_alive(q, {a}, cleanup), scaled};
}

std::atomic<int> owners_gone{0};

usm_memory owned_memory(sycl::queue q, std::size_t bytes) {
  void *memory = sycl::malloc_shared(bytes, q);
  std::shared_ptr<void> owner(memory, [q](void *p) {
    sycl::free(p, q);
    ++owners_gone;
  });
  return usm_memory(memory, bytes, q, std::move(owner));
}

/// A host task that waits until release() is called.
struct Gate {
  std::mutex mutex;
  std::condition_variable changed;
  bool open = false;

  sycl::event close(sycl::queue q) {
    open = false;
    return q.submit([&](sycl::handler &cgh) {
      cgh.host_task([this] {
        std::unique_lock lock(mutex);
        changed.wait(lock, [this] { return open; });
      });
    });
  }
  void release() {
    const std::lock_guard lock(mutex);
    open = true;
    changed.notify_all();
  }
};
Gate gate;

template <class fnT, class T> struct SizeFactory {
  fnT get() {
    return [] { return sizeof(T); };
  }
};

std::size_t dispatched_size(const usm_ndarray &a) {
  std::size_t (*sizes[td::num_types])();
  td::DispatchVectorBuilder<std::size_t (*)(), SizeFactory, td::num_types>().populate_dispatch_vector(sizes);
  return sizes[td::usm_ndarray_types().typenum_to_lookup_id(a.get_typenum())]();
}

/// Work-items that end only once the flag, in shared memory, is set.
sycl::event submit_endless(sycl::queue q, usm_memory flag, std::size_t items) {
  auto *const word = reinterpret_cast<unsigned *>(flag.get_pointer());
  return q.parallel_for<class Endless>(sycl::range<1>(items), [=](sycl::id<1>) {
    sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, sycl::memory_scope::system> set(*word);
    while (set.load() == 0) {
    }
  });
}

} // namespace

PYBIND11_MODULE(probe, m) {
  m.def("same_queue", [](sycl::queue q) { return q; });
  m.def("same_device", [](sycl::device d) { return d; });
  m.def("same_context", [](sycl::context c) { return c; });
  m.def("same_event", [](sycl::event e) { return e; });
  m.def("queue_parts", [](const sycl::queue &q) { return std::make_pair(q.get_context(), q.get_device()); });
  m.def("twice", [](sycl::half h) { return sycl::half(h + h); });
  m.def("facts", &facts);
  m.def("scale", &scale, py::arg("a"), py::arg("factor"), py::arg("depends") = std::vector<sycl::event>());
  m.def("owned_memory", &owned_memory);
  m.def("owners_gone", [] { return owners_gone.load(); });
  m.def("memory_facts", [](const usm_memory &memory) {
    return std::make_tuple(reinterpret_cast<std::size_t>(memory.get_pointer()), memory.get_nbytes(), memory.get_queue(),
                           memory.is_managed_by_smart_ptr());
  });
  m.def("default_objects", [] { return std::make_pair(usm_memory(), usm_ndarray()); });
  m.def("compatible", [](sycl::queue q, usm_ndarray a, usm_ndarray b) {
    return dpctl::utils::queues_are_compatible(q, {a, b}) &&
           dpctl::utils::queues_are_compatible(q, {a.get_queue(), b.get_queue()});
  });
  m.def("overlap", [](usm_ndarray a, usm_ndarray b) { return dpctl::tensor::overlap::MemoryOverlap()(a, b); });
  m.def("same_view", [](usm_ndarray a, usm_ndarray b) { return dpctl::tensor::overlap::SameLogicalTensors()(a, b); });
  m.def("check_ample",
        [](usm_ndarray a, std::size_t n) { dpctl::tensor::validation::AmpleMemory::throw_if_not_ample(a, n); });
  m.def("dispatched_size", &dispatched_size);
  m.def("keep", [](sycl::queue q, py::object o, std::vector<sycl::event> depends) {
    return dpctl::utils::keep_args_alive(q, {o}, depends);
  });
  m.def("submit_endless", &submit_endless);
  m.def("close_gate", [](sycl::queue q) { return gate.close(q); });
  m.def("open_gate", [] { gate.release(); });
  m.def("failing_task", [](sycl::queue q) {
    return q.submit([](sycl::handler &cgh) { cgh.host_task([] { throw std::runtime_error("the task failed"); }); });
  });
  m.def("throw_sycl", [] { throw sycl::exception(sycl::make_error_code(sycl::errc::invalid), "from the extension"); });
}
