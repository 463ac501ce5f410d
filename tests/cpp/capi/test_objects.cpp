// Devices, platforms, contexts, selectors and vectors of the C API; null references; the log.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

#include <gtest/gtest.h>
#include <sycl/sycl.hpp>

#include "references.hpp"
#include "sycl/bridge.hpp"
#include "syclinterface/dpctl_sycl_type_casters.hpp"

extern "C" int weft_test_count_devices_in_c(void);

namespace weft::capi_test {
namespace {

using dpctl::syclinterface::unwrap;

TEST(CApi, headers_compile_as_c) {
  EXPECT_EQ(static_cast<std::size_t>(weft_test_count_devices_in_c()), DPCTLDeviceMgr_GetNumDevices(DPCTL_ALL_BACKENDS));
}

TEST(CApi, cpu_device_answers_as_opencl_cpu) {
  const Device device = cpu();
  ASSERT_NE(device.get(), nullptr);
  EXPECT_TRUE(DPCTLDevice_IsCPU(device.get()));
  EXPECT_FALSE(DPCTLDevice_IsGPU(device.get()));
  EXPECT_EQ(DPCTLDevice_GetBackend(device.get()), DPCTL_OPENCL);
  EXPECT_EQ(DPCTLDevice_GetDeviceType(device.get()), DPCTL_CPU);
  EXPECT_TRUE(DPCTLDevice_HasAspect(device.get(), ::cpu));
  EXPECT_GE(DPCTLDevice_GetMaxComputeUnits(device.get()), 1u);
  EXPECT_EQ(DPCTLDeviceMgr_GetPositionInDevices(device.get(), int{DPCTL_OPENCL} | int{DPCTL_CPU}), 0);
  EXPECT_EQ(DPCTLDeviceMgr_GetRelativeId(device.get()), 0);
}

TEST(CApi, sub_group_sizes_come_with_their_number) {
  const Device device = cpu();
  std::size_t count = 0;
  const Sizes sizes(DPCTLDevice_GetSubGroupSizes(device.get(), &count));
  const auto expected = unwrap<sycl::device>(device.get())->get_info<sycl::info::device::sub_group_sizes>();
  EXPECT_EQ(std::vector<std::size_t>(sizes.get(), sizes.get() + count), expected);
}

TEST(CApi, copies_are_equal_and_hash_alike) {
  const Device device = cpu();
  const Device copy(DPCTLDevice_Copy(device.get()));
  EXPECT_NE(copy.get(), device.get());
  EXPECT_TRUE(DPCTLDevice_AreEq(copy.get(), device.get()));
  EXPECT_EQ(DPCTLDevice_Hash(copy.get()), DPCTLDevice_Hash(device.get()));
}

TEST(CApi, filter_that_fits_nothing_gives_null) {
  const Selector unknown(DPCTLFilterSelector_Create("opencl:gpu:99"));
  EXPECT_EQ(DPCTLDevice_CreateFromSelector(unknown.get()), nullptr);
  EXPECT_EQ(DPCTLFilterSelector_Create(nullptr), nullptr);
}

struct LastSelector : dpctl::syclinterface::dpctl_device_selector {
  int operator()(const sycl::device &) const override { return 7; }
};

TEST(CApi, selectors_are_classes_of_the_library) {
  using namespace dpctl::syclinterface;
  static_assert(std::is_base_of_v<dpctl_device_selector, dpctl_default_selector>);
  static_assert(std::is_base_of_v<dpctl_device_selector, dpctl_filter_selector>);
  const Device device = cpu();
  const sycl::device &d = *unwrap<sycl::device>(device.get());
  EXPECT_GE(dpctl_default_selector()(d), 0);
  EXPECT_LT(dpctl_accelerator_selector()(d), 0);
  EXPECT_EQ(sycl::device(dpctl_cpu_selector()), d);
  EXPECT_EQ(sycl::device(dpctl_filter_selector("cpu")), d);
  const LastSelector own;
  const dpctl_device_selector *const base = &own;
  EXPECT_EQ(DPCTLDeviceSelector_Score(
                reinterpret_cast<DPCTLSyclDeviceSelectorRef>(const_cast<dpctl_device_selector *>(base)), device.get()),
            7);
}

TEST(CApi, null_references_give_fallbacks) {
  EXPECT_EQ(DPCTLDevice_Copy(nullptr), nullptr);
  EXPECT_EQ(DPCTLDevice_GetName(nullptr), nullptr);
  EXPECT_EQ(DPCTLDevice_GetMaxComputeUnits(nullptr), 0u);
  EXPECT_EQ(DPCTLDevice_GetBackend(nullptr), DPCTL_UNKNOWN_BACKEND);
  EXPECT_FALSE(DPCTLDevice_AreEq(nullptr, nullptr));
  EXPECT_EQ(DPCTLContext_Create(nullptr, nullptr, 0), nullptr);
  EXPECT_EQ(DPCTLQueue_CreateForDevice(nullptr, nullptr, 0), nullptr);
  EXPECT_EQ(DPCTLEvent_GetCommandExecutionStatus(nullptr), DPCTL_UNKNOWN_STATUS);
  EXPECT_EQ(DPCTLmalloc_device(16, nullptr), nullptr);
  DPCTLDevice_Delete(nullptr);
  DPCTLDeviceVector_Delete(nullptr);
}

TEST(CApi, every_platform_lists_its_devices) {
  const Platforms platforms(DPCTLPlatform_GetPlatforms());
  const std::size_t count = DPCTLPlatformVector_Size(platforms.get());
  ASSERT_GE(count, 1u);
  std::size_t devices = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Platform platform(DPCTLPlatformVector_GetAt(platforms.get(), i));
    const Devices of_platform(DPCTLPlatform_GetDevices(platform.get(), DPCTL_ALL));
    devices += DPCTLDeviceVector_Size(of_platform.get());
    for (const auto type : {DPCTL_CPU, DPCTL_GPU}) {
      const Devices of_type(DPCTLPlatform_GetDevices(platform.get(), type));
      std::size_t expected = 0;
      for (std::size_t k = 0; k < DPCTLDeviceVector_Size(of_platform.get()); ++k)
        expected +=
            DPCTLDevice_GetDeviceType(Device(DPCTLDeviceVector_GetAt(of_platform.get(), k)).get()) == type ? 1 : 0;
      EXPECT_EQ(DPCTLDeviceVector_Size(of_type.get()), expected);
    }
  }
  EXPECT_EQ(devices, DPCTLDeviceMgr_GetNumDevices(int{DPCTL_ALL_BACKENDS} | int{DPCTL_ALL}));
}

TEST(CApi, platform_is_described_with_its_devices) {
  const Platform platform(DPCTLDevice_GetPlatform(cpu().get()));
  const Text text(DPCTLPlatformMgr_GetInfo(platform.get(), 2));
  EXPECT_NE(std::string(text.get()).find("Filter string       opencl:cpu:0"), std::string::npos);
  const Text without_devices(DPCTLPlatformMgr_GetInfo(platform.get(), 1));
  EXPECT_NE(std::string(without_devices.get()).find("Num Devices"), std::string::npos);
  EXPECT_EQ(std::string(without_devices.get()).find("Filter string"), std::string::npos);
}

TEST(CApi, identifiers_choose_backends_and_types) {
  const std::size_t all = DPCTLDeviceMgr_GetNumDevices(int{DPCTL_ALL_BACKENDS} | int{DPCTL_ALL});
  EXPECT_EQ(DPCTLDeviceMgr_GetNumDevices(DPCTL_ALL), all);
  EXPECT_EQ(DPCTLDeviceMgr_GetNumDevices(DPCTL_ALL_BACKENDS), all);
  EXPECT_EQ(DPCTLDeviceMgr_GetNumDevices(int{DPCTL_OPENCL} | int{DPCTL_CPU}), 1u);
  EXPECT_EQ(DPCTLDeviceMgr_GetNumDevices(DPCTL_HIP), 0u);
  EXPECT_EQ(DPCTLDeviceMgr_GetPositionInDevices(cpu().get(), int{DPCTL_OPENCL} | int{DPCTL_CPU}), 0);
  EXPECT_EQ(DPCTLDeviceMgr_GetPositionInDevices(cpu().get(), int{DPCTL_ALL_BACKENDS} | int{DPCTL_GPU}), -1);
}

TEST(CApi, vector_copies_and_checks_its_index) {
  const Device device = cpu();
  DPCTLSyclDeviceRef elements[] = {device.get(), device.get()};
  const Devices devices(DPCTLDeviceVector_CreateFromArray(2, elements));
  EXPECT_EQ(DPCTLDeviceVector_Size(devices.get()), 2u);
  const Device second(DPCTLDeviceVector_GetAt(devices.get(), 1));
  EXPECT_TRUE(DPCTLDevice_AreEq(second.get(), device.get()));
  EXPECT_EQ(DPCTLDeviceVector_GetAt(devices.get(), 2), nullptr);
  DPCTLDeviceVector_Clear(devices.get());
  EXPECT_EQ(DPCTLDeviceVector_Size(devices.get()), 0u);
}

TEST(CApi, vectors_let_go_of_what_they_hold) {
  const Queue queue = cpu_queue();
  const Event event(DPCTLQueue_SubmitBarrier(queue.get()));
  DPCTLEvent_Wait(event.get());
  const std::weak_ptr<runtime::EventState> state = sycl_api::event_of(*unwrap<sycl::event>(event.get())).state();
  const auto owners = state.use_count();
  DPCTLSyclEventRef elements[] = {event.get(), event.get()};
  {
    const Events events(DPCTLEventVector_CreateFromArray(2, elements));
    EXPECT_GT(state.use_count(), owners);
  }
  EXPECT_EQ(state.use_count(), owners);
}

TEST(CApi, contexts_made_of_a_device_are_apart) {
  const Device device = cpu();
  const Context first(DPCTLContext_Create(device.get(), nullptr, 0));
  const Context second(DPCTLContext_Create(device.get(), nullptr, 0));
  const Context copy(DPCTLContext_Copy(first.get()));
  const Context cached(DPCTLDeviceMgr_GetCachedContext(device.get()));
  EXPECT_FALSE(DPCTLContext_AreEq(first.get(), second.get()));
  EXPECT_FALSE(DPCTLContext_AreEq(first.get(), cached.get()));
  EXPECT_NE(DPCTLContext_Hash(first.get()), DPCTLContext_Hash(second.get()));
  EXPECT_TRUE(DPCTLContext_AreEq(first.get(), copy.get()));
  EXPECT_EQ(DPCTLContext_Hash(first.get()), DPCTLContext_Hash(copy.get()));
  EXPECT_EQ(DPCTLContext_DeviceCount(first.get()), 1u);
}

TEST(CApi, sub_devices_cover_their_parent) {
  const Device device = cpu();
  const Devices parts(DPCTLDevice_CreateSubDevicesEqually(device.get(), 1));
  ASSERT_NE(parts.get(), nullptr);
  EXPECT_EQ(DPCTLDeviceVector_Size(parts.get()), DPCTLDevice_GetMaxComputeUnits(device.get()));
  const Device part(DPCTLDeviceVector_GetAt(parts.get(), 0));
  const Device parent(DPCTLDevice_GetParentDevice(part.get()));
  EXPECT_TRUE(DPCTLDevice_AreEq(parent.get(), device.get()));
  EXPECT_EQ(DPCTLDeviceMgr_GetCachedContext(part.get()), nullptr);
  EXPECT_EQ(DPCTLDevice_CreateSubDevicesEqually(device.get(), 1 << 20), nullptr);
}

TEST(CApi, errors_are_written_to_the_log_file) {
  const auto folder = std::filesystem::temp_directory_path() / ("weft-capi-log-" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  DPCTLService_InitLogger("capi", folder.c_str());
  EXPECT_EQ(DPCTLQueue_CreateForDevice(nullptr, nullptr, 0), nullptr);
  DPCTLService_ShutdownLogger();
  DPCTLService_InitLogger("capi", folder.c_str()); // what was written before stays
  DPCTLService_ShutdownLogger();
  std::ifstream log(folder / "capi.log");
  const std::string text((std::istreambuf_iterator<char>(log)), std::istreambuf_iterator<char>());
  EXPECT_NE(text.find("DPCTLQueue_CreateForDevice"), std::string::npos) << text;
  std::filesystem::remove_all(folder);
}

TEST(CApi, errors_are_shown_where_verbosity_asks_for_them) {
  for (const auto &[level, shown] : {std::pair("error", true), {"warning", true}, {"none", false}}) {
    ::setenv("DPCTL_VERBOSITY", level, 1);
    testing::internal::CaptureStderr();
    EXPECT_EQ(DPCTLQueue_CreateForDevice(nullptr, nullptr, 0), nullptr);
    EXPECT_EQ(testing::internal::GetCapturedStderr().find("DPCTLQueue_CreateForDevice") != std::string::npos, shown)
        << level;
  }
  ::unsetenv("DPCTL_VERBOSITY");
}

template <class Call> std::string shown_by(const Call &call) {
  ::setenv("DPCTL_VERBOSITY", "error", 1);
  testing::internal::CaptureStderr();
  call();
  ::unsetenv("DPCTL_VERBOSITY");
  return testing::internal::GetCapturedStderr();
}

TEST(CApi, what_is_left_out_or_missing_is_told) {
  const Device device = cpu();
  const std::string left_out =
      shown_by([&] { const Queue queue(DPCTLQueue_CreateForDevice(device.get(), nullptr, DPCTL_IN_ORDER | 64)); });
  EXPECT_NE(left_out.find("properties that no queue has are left out: 66"), std::string::npos) << left_out;
  const std::string none =
      shown_by([&] { const Queue queue(DPCTLQueue_CreateForDevice(device.get(), nullptr, DPCTL_IN_ORDER)); });
  EXPECT_EQ(none, "");
  const std::string missing = shown_by([] { EXPECT_EQ(DPCTLFilterSelector_Create(nullptr), nullptr); });
  EXPECT_NE(missing.find("a null filter string was given"), std::string::npos) << missing;
}

} // namespace
} // namespace weft::capi_test
