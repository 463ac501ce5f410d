// Hands asynchronous errors to a callback of the C API.
#pragma once

#include <sycl/sycl.hpp>

#include "dpctl/syclinterface/dpctl_error_handler_type.h"

namespace weft::capi {

/// Calls `callback` with the code of each error; errors that are not SYCL's count as errc::runtime. Null: no handler.
inline sycl::async_handler handler_of(error_handler_callback *callback) {
  if (callback == nullptr)
    return {};
  return [callback](sycl::exception_list errors) {
    for (const std::exception_ptr &error : errors) {
      try {
        std::rethrow_exception(error);
      } catch (const sycl::exception &e) {
        callback(e.code().value());
      } catch (...) {
        callback(static_cast<int>(sycl::errc::runtime));
      }
    }
  };
}

} // namespace weft::capi
