// Two devices at once: every ordered pair of those that are there, and two parts of the CPU.
#pragma once

#include <numeric>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sycl/sycl.hpp>

inline std::string short_name(const sycl::device &device) {
  return device.is_cpu() ? "cpu" : device.is_gpu() ? "gpu" : "other";
}

struct DevicePair {
  sycl::device first, second;
  std::string name;
};

inline void PrintTo(const DevicePair &pair, std::ostream *out) {
  *out << pair.name;
}

inline std::vector<DevicePair> device_pairs() {
  std::vector<DevicePair> found;
  const std::vector<sycl::device> all = sycl::device::get_devices();
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < all.size(); ++j)
      if (i != j)
        found.push_back(
            {all[i], all[j], short_name(all[i]) + std::to_string(i) + short_name(all[j]) + std::to_string(j)});
  const sycl::device cpu(sycl::cpu_selector_v);
  if (cpu.get_info<sycl::info::device::max_compute_units>() >= 2) {
    const auto parts = cpu.create_sub_devices<sycl::info::partition_property::partition_equally>(1);
    found.push_back({parts[0], parts[1], "parts_of_the_cpu"});
  }
  return found;
}

/// A test of each pair, with a queue on either device.
class EachPair : public testing::TestWithParam<DevicePair> {
public:
  sycl::queue first{GetParam().first}, second{GetParam().second};
};

inline void add(sycl::queue &q, sycl::buffer<int> &b, int value) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    h.parallel_for(b.get_range(), [=](auto i) { a[i] += value; });
  });
}

inline std::vector<int> counted(std::size_t size, int from = 0) {
  std::vector<int> values(size);
  std::iota(values.begin(), values.end(), from);
  return values;
}

#define WEFT_EACH_PAIR(Suite)                                                                                          \
  GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Suite);                                                                \
  INSTANTIATE_TEST_SUITE_P(Pairs, Suite, testing::ValuesIn(device_pairs()),                                            \
                           [](const testing::TestParamInfo<DevicePair> &info) { return info.param.name; })
