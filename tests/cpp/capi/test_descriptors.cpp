// What the C API says of devices and platforms is what SYCL says of them.
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sycl/sycl.hpp>

#include "references.hpp"
#include "syclinterface/dpctl_sycl_type_casters.hpp"

namespace weft::capi_test {
namespace {

namespace info = sycl::info::device;
using dpctl::syclinterface::unwrap;

std::vector<sycl::device> all_devices() {
  std::vector<sycl::device> devices;
  const Devices all(DPCTLDeviceMgr_GetDevices(int{DPCTL_ALL_BACKENDS} | int{DPCTL_ALL}));
  for (std::size_t i = 0; i < DPCTLDeviceVector_Size(all.get()); ++i)
    devices.push_back(*unwrap<sycl::device>(Device(DPCTLDeviceVector_GetAt(all.get(), i)).get()));
  return devices;
}

DPCTLSyclDeviceRef reference_to(sycl::device &device) {
  return reinterpret_cast<DPCTLSyclDeviceRef>(&device);
}

TEST(CApiDescriptors, NumbersOfDevices) {
  for (sycl::device device : all_devices()) {
    const DPCTLSyclDeviceRef d = reference_to(device);
#define EXPECT_SAME(Function, descriptor) EXPECT_EQ(DPCTLDevice_Get##Function(d), device.get_info<info::descriptor>())
    EXPECT_SAME(MaxComputeUnits, max_compute_units);
    EXPECT_SAME(GlobalMemSize, global_mem_size);
    EXPECT_SAME(LocalMemSize, local_mem_size);
    EXPECT_SAME(MaxWorkItemDims, max_work_item_dimensions);
    EXPECT_SAME(MaxWorkGroupSize, max_work_group_size);
    EXPECT_SAME(MaxNumSubGroups, max_num_sub_groups);
    EXPECT_SAME(MaxReadImageArgs, max_read_image_args);
    EXPECT_SAME(MaxWriteImageArgs, max_write_image_args);
    EXPECT_SAME(Image2dMaxWidth, image2d_max_width);
    EXPECT_SAME(Image2dMaxHeight, image2d_max_height);
    EXPECT_SAME(Image3dMaxWidth, image3d_max_width);
    EXPECT_SAME(Image3dMaxHeight, image3d_max_height);
    EXPECT_SAME(Image3dMaxDepth, image3d_max_depth);
    EXPECT_SAME(SubGroupIndependentForwardProgress, sub_group_independent_forward_progress);
    EXPECT_SAME(PartitionMaxSubDevices, partition_max_sub_devices);
    EXPECT_SAME(ProfilingTimerResolution, profiling_timer_resolution);
    EXPECT_SAME(GlobalMemCacheLineSize, global_mem_cache_line_size);
    EXPECT_SAME(MaxClockFrequency, max_clock_frequency);
    EXPECT_SAME(MaxMemAllocSize, max_mem_alloc_size);
    EXPECT_SAME(GlobalMemCacheSize, global_mem_cache_size);
#define EXPECT_SAME_WIDTHS(Type, type)                                                                                 \
  EXPECT_SAME(PreferredVectorWidth##Type, preferred_vector_width_##type);                                              \
  EXPECT_SAME(NativeVectorWidth##Type, native_vector_width_##type)
    EXPECT_SAME_WIDTHS(Char, char);
    EXPECT_SAME_WIDTHS(Short, short);
    EXPECT_SAME_WIDTHS(Int, int);
    EXPECT_SAME_WIDTHS(Long, long);
    EXPECT_SAME_WIDTHS(Float, float);
    EXPECT_SAME_WIDTHS(Double, double);
    EXPECT_SAME_WIDTHS(Half, half);
  }
}

TEST(CApiDescriptors, SizesOfWorkItemsByDimension) {
  for (sycl::device device : all_devices()) {
    const auto sizes = device.get_info<info::max_work_item_sizes<3>>();
    const DPCTLSyclDeviceRef d = reference_to(device);
    const Sizes one(DPCTLDevice_GetMaxWorkItemSizes1d(d)), two(DPCTLDevice_GetMaxWorkItemSizes2d(d)),
        three(DPCTLDevice_GetMaxWorkItemSizes3d(d));
    EXPECT_EQ(one[0], device.get_info<info::max_work_item_sizes<1>>()[0]);
    for (int i = 0; i < 2; ++i)
      EXPECT_EQ(two[static_cast<std::size_t>(i)], device.get_info<info::max_work_item_sizes<2>>()[i]);
    for (int i = 0; i < 3; ++i)
      EXPECT_EQ(three[static_cast<std::size_t>(i)], sizes[i]);
  }
}

/// A vector of the CPU holds as many bytes of each kind of element.
TEST(CApiDescriptors, VectorsOfTheCpuHoldTheSameBytes) {
  const sycl::device device = *unwrap<sycl::device>(cpu().get());
  const auto bytes = device.get_info<info::native_vector_width_char>();
  EXPECT_EQ(device.get_info<info::native_vector_width_short>(), bytes / 2);
  EXPECT_EQ(device.get_info<info::native_vector_width_int>(), bytes / 4);
  EXPECT_EQ(device.get_info<info::native_vector_width_long>(), bytes / 8);
  EXPECT_EQ(device.get_info<info::native_vector_width_long_long>(), bytes / 8);
  EXPECT_EQ(device.get_info<info::native_vector_width_float>(), bytes / 4);
  EXPECT_EQ(device.get_info<info::native_vector_width_double>(), bytes / 8);
  EXPECT_EQ(device.get_info<info::preferred_vector_width_char>(), bytes);
  EXPECT_EQ(device.get_info<info::preferred_vector_width_short>(), bytes / 2);
  EXPECT_EQ(device.get_info<info::preferred_vector_width_int>(), bytes / 4);
  EXPECT_EQ(device.get_info<info::preferred_vector_width_long>(), bytes / 8);
  EXPECT_EQ(device.get_info<info::preferred_vector_width_long_long>(), bytes / 8);
  EXPECT_EQ(device.get_info<info::preferred_vector_width_float>(), bytes / 4);
  EXPECT_EQ(device.get_info<info::preferred_vector_width_double>(), bytes / 8);
  EXPECT_EQ(device.get_info<info::preferred_vector_width_half>(), device.get_info<info::native_vector_width_half>());
}

TEST(CApiDescriptors, AspectsOfDevices) {
  for (sycl::device device : all_devices()) {
#define EXPECT_SAME_ASPECT(name)                                                                                       \
  EXPECT_EQ(DPCTLDevice_HasAspect(reference_to(device), ::name), device.has(sycl::aspect::name)) << #name
    EXPECT_SAME_ASPECT(cpu);
    EXPECT_SAME_ASPECT(gpu);
    EXPECT_SAME_ASPECT(accelerator);
    EXPECT_SAME_ASPECT(custom);
    EXPECT_SAME_ASPECT(fp16);
    EXPECT_SAME_ASPECT(fp64);
    EXPECT_SAME_ASPECT(atomic64);
    EXPECT_SAME_ASPECT(image);
    EXPECT_SAME_ASPECT(online_compiler);
    EXPECT_SAME_ASPECT(online_linker);
    EXPECT_SAME_ASPECT(queue_profiling);
    EXPECT_SAME_ASPECT(usm_device_allocations);
    EXPECT_SAME_ASPECT(usm_host_allocations);
    EXPECT_SAME_ASPECT(usm_shared_allocations);
    EXPECT_SAME_ASPECT(usm_system_allocations);
    EXPECT_SAME_ASPECT(usm_atomic_host_allocations);
    EXPECT_SAME_ASPECT(usm_atomic_shared_allocations);
    EXPECT_SAME_ASPECT(host_debuggable);
    EXPECT_SAME_ASPECT(emulated);
  }
}

TEST(CApiDescriptors, TextsOfDevicesAndPlatforms) {
  for (sycl::device device : all_devices()) {
    const DPCTLSyclDeviceRef d = reference_to(device);
    EXPECT_EQ(std::string(Text(DPCTLDevice_GetName(d)).get()), device.get_info<info::name>());
    EXPECT_EQ(std::string(Text(DPCTLDevice_GetVendor(d)).get()), device.get_info<info::vendor>());
    EXPECT_EQ(std::string(Text(DPCTLDevice_GetDriverVersion(d)).get()), device.get_info<info::driver_version>());
    const Platform platform(DPCTLDevice_GetPlatform(d)), copy(DPCTLPlatform_Copy(platform.get()));
    const sycl::platform expected = device.get_platform();
    EXPECT_NE(copy.get(), platform.get());
    EXPECT_TRUE(DPCTLPlatform_AreEq(copy.get(), platform.get()));
    EXPECT_EQ(DPCTLPlatform_Hash(copy.get()), std::hash<sycl::platform>()(expected));
    EXPECT_EQ(DPCTLPlatform_GetBackend(copy.get()), DPCTLDevice_GetBackend(d));
    EXPECT_EQ(std::string(Text(DPCTLPlatform_GetName(copy.get())).get()),
              expected.get_info<sycl::info::platform::name>());
    EXPECT_EQ(std::string(Text(DPCTLPlatform_GetVendor(copy.get())).get()),
              expected.get_info<sycl::info::platform::vendor>());
    EXPECT_EQ(std::string(Text(DPCTLPlatform_GetVersion(copy.get())).get()),
              expected.get_info<sycl::info::platform::version>());
  }
}

} // namespace
} // namespace weft::capi_test
