// What a test asks of an error: its code.
#pragma once

#include <sycl/sycl.hpp>

/// errc::success where nothing is thrown.
template <class F> sycl::errc code_thrown_by(F f) {
  try {
    f();
  } catch (const sycl::exception &e) {
    return static_cast<sycl::errc>(e.code().value());
  }
  return sycl::errc::success;
}
