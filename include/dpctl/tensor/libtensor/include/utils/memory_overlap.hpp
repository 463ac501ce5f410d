// Whether arrays share memory.
#pragma once

#include <algorithm>

#include "dpctl4pybind11.hpp"

namespace dpctl::tensor::overlap {

/// Whether the ranges of bytes that two arrays reach meet; true also for views that interleave without a common
/// element.
struct MemoryOverlap {
  bool operator()(dpctl::tensor::usm_ndarray ar1, dpctl::tensor::usm_ndarray ar2) const {
    if (ar1.get_size() == 0 || ar2.get_size() == 0)
      return false;
    const auto [first1, end1] = bytes_of(ar1);
    const auto [first2, end2] = bytes_of(ar2);
    return first1 < end2 && first2 < end1;
  }

private:
  static std::pair<const char *, const char *> bytes_of(const dpctl::tensor::usm_ndarray &a) {
    const auto reach = a.get_minmax_offsets();
    const char *data = a.get_data();
    return {data + reach.first * a.get_elemsize(), data + (reach.second + 1) * a.get_elemsize()};
  }
};

/// Whether two arrays are the same view of the same memory.
struct SameLogicalTensors {
  bool operator()(dpctl::tensor::usm_ndarray ar1, dpctl::tensor::usm_ndarray ar2) const {
    return ar1.get_typenum() == ar2.get_typenum() && ar1.get_ndim() == ar2.get_ndim() &&
           ar1.get_data() == ar2.get_data() && ar1.get_queue() == ar2.get_queue() &&
           ar1.get_shape_vector() == ar2.get_shape_vector() && ar1.get_strides_vector() == ar2.get_strides_vector();
  }
};

} // namespace dpctl::tensor::overlap
