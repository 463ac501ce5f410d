// The queues that SYCL tests run on: one per device that is there.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sycl/sycl.hpp>

/// A test of every device; `q` is a queue on it.
class EachDevice : public testing::TestWithParam<std::size_t> {
public:
  sycl::queue q{sycl::device::get_devices()[GetParam()]};

  /// Shared memory for `n` objects, filled with `value`, freed with the test.
  template <class T> T *shared(std::size_t n, T value = T()) {
    T *p = sycl::malloc_shared<T>(n, q);
    memory_.emplace_back(p, [queue = q](void *m) { sycl::free(m, queue); });
    for (std::size_t i = 0; i < n; ++i)
      p[i] = value;
    return p;
  }

private:
  std::vector<std::shared_ptr<void>> memory_;
};

inline std::string device_name(const testing::TestParamInfo<std::size_t> &info) {
  const sycl::device d = sycl::device::get_devices()[info.param];
  return (d.is_cpu() ? "cpu" : d.is_gpu() ? "gpu" : "other") + std::to_string(info.param);
}

#define WEFT_EACH_DEVICE(Suite)                                                                                        \
  INSTANTIATE_TEST_SUITE_P(Devices, Suite, testing::Range<std::size_t>(0, sycl::device::get_devices().size()),         \
                           device_name)
