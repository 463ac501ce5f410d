// Checks of arrays that a function writes to.
#pragma once

#include <cstddef>

#include "dpctl4pybind11.hpp"

namespace dpctl::tensor::validation {

struct CheckWritable {
  /// Throws ValueError for a read-only array.
  static void throw_if_not_writable(const dpctl::tensor::usm_ndarray &arr) {
    if (!arr.is_writable())
      throw py::value_error("output array is read-only.");
  }
};

struct AmpleMemory {
  /// Throws ValueError unless the memory that the array reaches holds `nelems` elements.
  template <typename T> static void throw_if_not_ample(const dpctl::tensor::usm_ndarray &arr, T nelems) {
    const auto reach = arr.get_minmax_offsets();
    const auto range = static_cast<std::size_t>(reach.second - reach.first);
    if (range + 1 < static_cast<std::size_t>(nelems))
      throw py::value_error("Memory addressed by the output array is not ample to accommodate the "
                            "maximum number of indexed elements.");
  }
};

} // namespace dpctl::tensor::validation
