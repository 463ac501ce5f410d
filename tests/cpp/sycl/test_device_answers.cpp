// What devices and kernels say of architectures, sizes of sub-groups and forward progress (sycl_ext_oneapi_
// device_architecture, named_sub_group_sizes, forward_progress).
#include <algorithm>

#include "devices.hpp"
#include "thrown.hpp"

namespace xp = sycl::ext::oneapi::experimental;
using xp::arch_category;
using xp::architecture;
using Guarantee = xp::forward_progress_guarantee;
using Scope = xp::execution_scope;

namespace {
class DeviceAnswers : public EachDevice {};
} // namespace

static_assert(architecture::intel_gpu_20_2_0 == architecture::intel_gpu_bmg_g31 &&
              architecture::intel_gpu_dg2_g10 == architecture::intel_gpu_acm_g10 &&
              architecture::intel_gpu_ptl_u < architecture::intel_gpu_wcl);

TEST_P(DeviceAnswers, KernelsAskForTheirArchitecture) {
  int *out = shared<int>(8, -1);
  q.single_task([=] {
     xp::if_architecture_is<architecture::x86_64>([&] {
       out[0] = 1;
     }).else_if_architecture_is<arch_category::nvidia_gpu>([&] {
         out[0] = 2;
       }).otherwise([&] { out[0] = 3; });
     xp::if_architecture_is<architecture::intel_gpu_pvc, architecture::amd_gpu_gfx90a>([&] {
       out[1] = 1;
     }).otherwise([&] { out[1] = 0; });
     xp::if_architecture_is_ge<architecture::nvidia_gpu_sm_70>([&] {
       out[2] = 2;
     }).else_if_architecture_is_between<architecture::x86_64, architecture::intel_cpu_gnr>([&] { out[2] = 1; });
     xp::if_architecture_is_lt<architecture::nvidia_gpu_sm_70>([&] { out[3] = 1; });
     xp::if_architecture_is_gt<architecture::x86_64>([&] { out[4] = 1; });
     xp::if_architecture_is_le<architecture::intel_gpu_pvc>([&] { out[5] = 1; });
     xp::if_architecture_is<arch_category::intel_gpu, arch_category::amd_gpu>([&] { out[6] = 1; });
   }).wait();
  const sycl::device d = q.get_device();
  const int expected = d.is_cpu() ? 1 : d.ext_oneapi_architecture_is(arch_category::nvidia_gpu) ? 2 : 3;
  EXPECT_EQ(out[0], expected);
  EXPECT_EQ(out[1], 0);
  EXPECT_EQ(out[2], expected);
  EXPECT_TRUE(std::all_of(out + 3, out + 8, [](int x) { return x == -1; }));
}

TEST_P(DeviceAnswers, WhatIsForOtherArchitecturesIsNotCompiled) {
  int *out = shared<int>(1);
  q.single_task([=] {
     xp::if_architecture_is<architecture::intel_gpu_bmg_g21>([&] {
       std::abort(); // no function of a device
     }).otherwise([&] { *out = 1; });
   }).wait();
  EXPECT_EQ(*out, 1);
}

TEST(Architectures, HaveCategoriesAndTheHostsIsX86) {
  int asked = 0;
  xp::if_architecture_is<architecture::nvidia_gpu_sm_90>([&] {
    asked = 1;
  }).else_if_architecture_is<architecture::x86_64>([&] {
      asked = 2;
    }).otherwise([&] { asked = 3; });
  EXPECT_EQ(asked, 2);
}

namespace {
struct Primary {
  std::uint32_t *size;
  void operator()(sycl::nd_item<1> it) const { *size = it.get_sub_group().get_max_local_range()[0]; }
  auto get(xp::properties_tag) const { return xp::properties(xp::sub_group_size_primary); }
};
} // namespace

TEST_P(DeviceAnswers, SubGroupSizesHaveNames) {
  auto *size = shared<std::uint32_t>(2);
  q.parallel_for(sycl::nd_range<1>(64, 64), Primary{size}).wait();
  q.parallel_for(sycl::nd_range<1>(64, 64), xp::properties(xp::sub_group_size_automatic), [=](sycl::nd_item<1> it) {
     size[1] = it.get_sub_group().get_max_local_range()[0];
   }).wait();
  EXPECT_EQ(size[0], q.get_device().get_info<sycl::info::device::primary_sub_group_size>());
  EXPECT_NE(size[1], 0u);
}

TEST_P(DeviceAnswers, LaunchesAskForProgressThatDevicesTell) {
  namespace queries = xp::info::device;
  const sycl::device d = q.get_device();
  const auto groups = d.get_info<queries::work_group_progress_capabilities<Scope::root_group>>();
  const auto items = d.get_info<queries::work_item_progress_capabilities<Scope::sub_group>>();
  const auto sub_groups = d.get_info<queries::sub_group_progress_capabilities<Scope::work_group>>();
  EXPECT_EQ(groups, (std::vector{Guarantee::weakly_parallel, Guarantee::parallel}));
  EXPECT_EQ(items, std::vector{Guarantee::weakly_parallel});
  EXPECT_EQ(sub_groups.size(), d.is_gpu() ? 3u : 1u);
  EXPECT_LE((d.get_info<queries::sub_group_progress_capabilities<Scope::root_group>>().size()), sub_groups.size());
  EXPECT_EQ((d.get_info<queries::work_item_progress_capabilities<Scope::work_group>>()), items);
  EXPECT_EQ((d.get_info<queries::work_item_progress_capabilities<Scope::root_group>>()), items);

  int *out = shared<int>(1);
  const auto launch = [&](const auto &property) {
    return code_thrown_by([&] {
      q.parallel_for(sycl::nd_range<1>(8, 8), xp::properties(property), [=](sycl::nd_item<1>) { *out = 1; }).wait();
    });
  };
  EXPECT_EQ(launch(xp::work_group_progress<Guarantee::parallel, Scope::root_group>), sycl::errc::success);
  EXPECT_EQ(launch(xp::work_item_progress<Guarantee::weakly_parallel, Scope::root_group>), sycl::errc::success);
  EXPECT_EQ(*out, 1);
  EXPECT_EQ(launch(xp::work_group_progress<Guarantee::concurrent, Scope::root_group>),
            sycl::errc::feature_not_supported);
  EXPECT_EQ(launch(xp::work_item_progress<Guarantee::parallel, Scope::work_group>), sycl::errc::feature_not_supported);
}

TEST_P(DeviceAnswers, NoDeviceIsMadeOfOthers) {
  const sycl::device d = q.get_device();
  EXPECT_TRUE(xp::get_composite_devices().empty());
  EXPECT_TRUE(d.get_platform().ext_oneapi_get_composite_devices().empty());
  EXPECT_TRUE(d.get_info<xp::info::device::component_devices>().empty());
  EXPECT_FALSE(d.has(sycl::aspect::ext_oneapi_is_component) || d.has(sycl::aspect::ext_oneapi_is_composite));
  EXPECT_EQ(code_thrown_by([&] { d.get_info<xp::info::device::composite_device>(); }), sycl::errc::invalid);
}

WEFT_EACH_DEVICE(DeviceAnswers);
