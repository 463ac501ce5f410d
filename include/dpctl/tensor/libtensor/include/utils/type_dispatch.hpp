// From NumPy's type numbers, as arrays give them, to indices of dispatch tables.
#pragma once

#include <stdexcept>
#include <string>

#include "dpctl4pybind11.hpp"
#include "utils/type_dispatch_building.hpp"

namespace dpctl::tensor::type_dispatch {

struct usm_ndarray_types {
  /// Throws std::runtime_error for a number that stands for no dtype of arrays.
  int typenum_to_lookup_id(int typenum) const {
    const auto &api = ::dpctl::detail::dpctl_capi::get();
    const int typenums[num_types] = {api.UAR_BOOL_,  api.UAR_INT8_,   api.UAR_UINT8_,  api.UAR_INT16_,  api.UAR_UINT16_,
                                     api.UAR_INT32_, api.UAR_UINT32_, api.UAR_INT64_,  api.UAR_UINT64_, api.UAR_HALF_,
                                     api.UAR_FLOAT_, api.UAR_DOUBLE_, api.UAR_CFLOAT_, api.UAR_CDOUBLE_};
    for (int i = 0; i < num_types; ++i)
      if (typenums[i] == typenum)
        return i;
    // NumPy has two names for integers of the same size.
    if (typenum == api.UAR_LONGLONG_)
      return static_cast<int>(typenum_t::INT64);
    if (typenum == api.UAR_ULONGLONG_)
      return static_cast<int>(typenum_t::UINT64);
    throw std::runtime_error("Unrecognized typenum " + std::to_string(typenum) + " encountered.");
  }
};

} // namespace dpctl::tensor::type_dispatch
