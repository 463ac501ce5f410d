// The Python module: checks its arguments, runs the kernels, and gives events back instead of waiting.
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <sycl/sycl.hpp>

#include "dpctl4pybind11.hpp"
#include "kde.hpp"
#include "utils/memory_overlap.hpp"
#include "utils/output_validation.hpp"
#include "utils/type_dispatch.hpp"

namespace py = pybind11;
using dpctl::tensor::usm_ndarray;
namespace td = dpctl::tensor::type_dispatch;

namespace {

std::string text_of(const usm_ndarray &array) {
  return py::str(array.attr("shape"));
}

void check_shapes(const usm_ndarray &poi, const usm_ndarray &sample, const usm_ndarray &f) {
  if (poi.get_ndim() != 2 || sample.get_ndim() != 2 || f.get_ndim() != 1)
    throw py::value_error("poi and sample must have two dimensions and f one; their shapes are " + text_of(poi) + ", " +
                          text_of(sample) + " and " + text_of(f));
  if (poi.get_shape(1) != sample.get_shape(1))
    throw py::value_error("poi and sample must have the same number of columns; their shapes are " + text_of(poi) +
                          " and " + text_of(sample));
  if (f.get_shape(0) != poi.get_shape(0))
    throw py::value_error("f must have one element for each row of poi; their shapes are " + text_of(f) + " and " +
                          text_of(poi));
  if (sample.get_shape(0) == 0 || sample.get_shape(1) == 0)
    throw py::value_error("sample must not be empty; its shape is " + text_of(sample));
  for (const usm_ndarray *array : {&poi, &sample, &f})
    if (!array->is_c_contiguous())
      throw py::value_error("all arrays must be C-contiguous");
}

void check_memory(const sycl::queue &q, const usm_ndarray &poi, const usm_ndarray &sample, const usm_ndarray &f) {
  if (!dpctl::utils::queues_are_compatible(q, {sample, f}))
    throw py::value_error("poi, sample and f must live on the same queue");
  dpctl::tensor::validation::CheckWritable::throw_if_not_writable(f);
  const dpctl::tensor::overlap::MemoryOverlap overlap;
  if (overlap(f, poi) || overlap(f, sample))
    throw py::value_error("f must not share memory with poi or sample");
}

/// The kernel's event, and where there is something to clean up after it, that event too.
template <class T>
std::vector<sycl::event> run(sycl::queue &q, const usm_ndarray &poi, const usm_ndarray &sample, double smooth,
                             const usm_ndarray &f, int mode, const std::vector<sycl::event> &depends) {
  const auto problem = kde::make_problem(poi.get_data<T>(), sample.get_data<T>(), f.get_data<T>(), poi.get_shape(0),
                                         sample.get_shape(0), sample.get_shape(1), smooth);
  switch (mode) {
  case 0:
    return {kde::by_group_reduction(q, problem, depends)};
  case 1:
    return {kde::by_item_atomics(q, problem, depends)};
  default:
    const auto tree = kde::by_tree(q, problem, depends);
    return {tree.done, tree.freed};
  }
}

std::pair<sycl::event, sycl::event> kernel_density_estimate(const usm_ndarray &poi, const usm_ndarray &sample,
                                                            double smooth, const usm_ndarray &f, int mode,
                                                            const std::vector<sycl::event> &depends) {
  check_shapes(poi, sample, f);
  if (!(smooth > 0))
    throw py::value_error("smooth must be positive, got " + std::to_string(smooth));
  if (mode < 0 || mode > 2)
    throw py::value_error("mode must be 0, 1 or 2, got " + std::to_string(mode));
  if (poi.get_typenum() != sample.get_typenum() || poi.get_typenum() != f.get_typenum())
    throw py::type_error("poi, sample and f must have the same dtype");
  sycl::queue q = poi.get_queue();
  check_memory(q, poi, sample, f);
  if (poi.get_shape(0) == 0)
    return {sycl::event(), sycl::event()};

  const int type = td::usm_ndarray_types().typenum_to_lookup_id(poi.get_typenum());
  std::vector<sycl::event> events;
  if (type == static_cast<int>(td::typenum_t::FLOAT))
    events = run<float>(q, poi, sample, smooth, f, mode, depends);
  else if (type == static_cast<int>(td::typenum_t::DOUBLE))
    events = run<double>(q, poi, sample, smooth, f, mode, depends);
  else
    throw py::type_error("arrays must be of float32 or float64");

  const sycl::event computed = events.front();
  return {dpctl::utils::keep_args_alive(q, {poi, sample, f}, events), computed};
}

} // namespace

PYBIND11_MODULE(kde_extension, m) {
  m.doc() = "Kernel density estimation on a SYCL device";
  m.def("kernel_density_estimate", &kernel_density_estimate,
        "Writes to f the density of the rows of sample at the rows of poi, with a Gaussian kernel of width smooth.\n\n"
        "mode 0: a group reduction and one atomic per work-group; 1: an atomic per work-item; 2: a tree of sums.\n"
        "Returns (host_task_event, compute_event); neither has been waited for.",
        py::arg("poi"), py::arg("sample"), py::arg("smooth"), py::arg("f"), py::arg("mode") = 0,
        py::arg("depends") = std::vector<sycl::event>());
}
