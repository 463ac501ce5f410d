// dpc_common.hpp, which samples of oneAPI take from Intel's toolkit: a handler of asynchronous errors, and a stopwatch.
#pragma once

#include <chrono>
#include <exception>
#include <iostream>

#include <sycl/sycl.hpp>

namespace dpc_common {

inline const auto exception_handler = [](const sycl::exception_list &errors) {
  for (const std::exception_ptr &error : errors)
    try {
      std::rethrow_exception(error);
    } catch (const std::exception &e) {
      std::cerr << e.what() << std::endl;
      std::terminate();
    }
};

class TimeInterval {
public:
  /// Seconds since it was made.
  double Elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

} // namespace dpc_common
