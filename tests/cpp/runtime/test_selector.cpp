// Filter strings, ONEAPI_DEVICE_SELECTOR and the default device.
#include <gtest/gtest.h>

#include "runtime/context.hpp"
#include "runtime/platform.hpp"
#include "runtime/selector.hpp"
#include "support/error.hpp"

namespace weft::runtime {
namespace {

Errc code_of(const std::function<void()> &action) {
  try {
    action();
  } catch (const Error &error) {
    return error.code();
  }
  return Errc::overflow; // none of the codes that the tests expect
}

TEST(Selector, CpuAnswersEveryFormOfItsFilterString) {
  const auto cpu = select("cpu");
  EXPECT_EQ(cpu->info().type, DeviceType::cpu);
  for (const char *filter : {"opencl:cpu:0", "opencl:cpu", "opencl", "cpu:0", "opencl:0", "cuda:gpu:7,cpu", "*:cpu"})
    EXPECT_EQ(select(filter), cpu) << filter;
  EXPECT_EQ(filter_string(*cpu), "opencl:cpu:0");
  EXPECT_EQ(relative_id(*cpu), 0);
}

TEST(Selector, WhatADeviceIsAndWhatProgramsAreToldAreTwoThings) {
  const auto cpu = select("cpu");
  EXPECT_EQ(cpu->backend().name, "cpu");
  EXPECT_EQ(cpu->backend().told, ToldBackend::opencl);
  EXPECT_EQ(&cpu->platform()->backend(), &cpu->backend());
}

TEST(Selector, WhatMatchesNothingIsARuntimeErrorAndBadSyntaxIsInvalid) {
  for (const char *filter : {"opencl:cpu:99", "hip", "level_zero:gpu:0", "accelerator"})
    EXPECT_EQ(code_of([&] { select(filter); }), Errc::runtime) << filter;
  for (const char *filter : {"", "cpu:opencl", "0:cpu", "cpu:cpu", "gpus", "cpu:-1", "cpu:0:0", "cpu,"})
    EXPECT_EQ(code_of([&] { select(filter); }), Errc::invalid) << filter;
}

TEST(Selector, OneapiDeviceSelectorTakesAndDrops) {
  const std::vector all{select("cpu")};
  const auto taken = [&](const char *selector) { return bool(oneapi_matches(selector, all)[0]); };
  for (const char *selector :
       {"opencl:cpu", "*:cpu", "opencl:*", "opencl:0", "cuda:gpu;opencl:cpu", "!cuda:*", "*:gpu,cpu"})
    EXPECT_TRUE(taken(selector)) << selector;
  for (const char *selector : {"opencl:gpu", "cuda:*", "opencl:1", "!opencl:cpu", "opencl:cpu;!*:cpu", "level_zero:0"})
    EXPECT_FALSE(taken(selector)) << selector;
  for (const char *selector : {"cpu", "opencl", "nope:cpu", "opencl:", "opencl:what", ""})
    EXPECT_EQ(code_of([&] { oneapi_matches(selector, all); }), Errc::invalid) << selector;
}

TEST(Selector, NumbersCountTheDevicesThatMatch) {
  const std::vector two{select("cpu"), select("cpu")};
  EXPECT_EQ(oneapi_matches("opencl:0", two), (std::vector{true, false}));
  EXPECT_EQ(oneapi_matches("*:1", two), (std::vector{false, true}));
  EXPECT_EQ(matches("cpu:1", two), (std::vector<std::size_t>{1}));
  EXPECT_EQ(matches("cpu:1,opencl:cpu,cpu:0", two), (std::vector<std::size_t>{1, 0}))
      << "each once, the first term first";
}

TEST(Selector, DefaultDeviceHasTheHighestScore) {
  const auto chosen = default_device();
  for (const auto &device : devices())
    EXPECT_GE(default_score(*chosen), default_score(*device));
}

TEST(Context, DefaultContextIsOnePerPlatformOverAllItsDevices) {
  const auto platform = select("cpu")->platform();
  const auto context = platform->default_context();
  EXPECT_EQ(context, platform->default_context());
  EXPECT_EQ(context->devices(), platform->devices());
  EXPECT_EQ(context->platform(), platform);
}

TEST(Context, OfNoDevicesIsInvalid) {
  EXPECT_EQ(code_of([] { Context context({}); }), Errc::invalid);
}

} // namespace
} // namespace weft::runtime
