// Groups that wait for each other (sycl_ext_oneapi_root_group), and what kernels and work-items are asked about
// launches.
#include <algorithm>
#include <vector>

#include "devices.hpp"
#include "thrown.hpp"

namespace {

namespace syclexp = sycl::ext::oneapi::experimental;

using RootGroup = EachDevice;
WEFT_EACH_DEVICE(RootGroup);

class Exchange;
class Ring;

/// Programs choose sizes of groups by them; other devices say that they do not know.
TEST_P(RootGroup, GpusTellTheRegistersOfKernels) {
  using registers = sycl::info::kernel_device_specific::ext_codeplay_num_regs;
  using spilled = sycl::ext::intel::info::kernel_device_specific::spill_memory_size;
  const auto kernel = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context()).get_kernel<Exchange>();
  const sycl::device d = q.get_device();
  if (d.is_gpu()) {
    const std::uint32_t n = kernel.get_info<registers>(d);
    EXPECT_TRUE(n > 0 && n < 256) << n;
  } else {
    EXPECT_EQ(code_thrown_by([&] { kernel.get_info<registers>(d); }), sycl::errc::feature_not_supported);
  }
  EXPECT_FALSE(d.has(sycl::aspect::ext_intel_spill_memory_size));
  EXPECT_EQ(code_thrown_by([&] { kernel.get_info<spilled>(d); }), sycl::errc::feature_not_supported);
}

/// Every group stores, waits for all, and reads what another group stored.
TEST_P(RootGroup, AllGroupsComeToTheBarrier) {
  constexpr std::size_t local = 32, rounds = 5;
  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
  const auto kernel = bundle.get_kernel<Exchange>();
  namespace queries = syclexp::info::kernel_queue_specific;
  const std::size_t groups = kernel.ext_oneapi_get_info<queries::max_num_work_groups>(q, local, 0);
  ASSERT_GE(groups, 1u);
  EXPECT_EQ(groups, kernel.ext_oneapi_get_info<queries::max_num_work_group_sync>(q, sycl::range<1>(local)));
  EXPECT_EQ(groups, (syclexp::get_kernel_info<Exchange, queries::max_num_work_groups>(q, local, 0)));
  EXPECT_EQ(kernel.ext_oneapi_get_info<queries::max_num_work_groups>(q, sycl::range<1>(1 << 20)), 0u);
  EXPECT_EQ(kernel.ext_oneapi_get_info<queries::max_num_work_groups>(q, local, std::size_t(1) << 40), 0u);
  const std::size_t most = kernel.ext_oneapi_get_info<queries::max_work_group_size>(q);
  EXPECT_GE(most, local);
  const sycl::id<3> sizes = kernel.ext_oneapi_get_info<queries::max_work_item_sizes<3>>(q);
  const auto device_sizes = q.get_device().get_info<sycl::info::device::max_work_item_sizes<3>>();
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(sizes[i], std::min(most, device_sizes[i])) << i;

  const std::size_t n = groups * local;
  int *a = shared<int>(n), *b = shared<int>(n);
  for (int launch = 0; launch < 2; ++launch) { // the barrier's memory is as it was
    q.parallel_for<Exchange>(sycl::nd_range<1>(n, local), syclexp::properties{syclexp::use_root_sync},
                             [=](sycl::nd_item<1> it) {
                               const auto root = it.ext_oneapi_get_root_group();
                               const std::size_t i = root.get_local_linear_id();
                               a[i] = static_cast<int>(i);
                               for (std::size_t round = 1; round <= rounds; ++round) {
                                 sycl::group_barrier(root);
                                 b[i] = a[(i + local) % n];
                                 sycl::group_barrier(root);
                                 a[i] = b[i];
                               }
                             })
        .wait();
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_EQ(a[i], static_cast<int>((i + rounds * local) % n)) << i;
  }
}

TEST_P(RootGroup, LaunchesThatWaitForEachOthersGroupsFollowEachOther) {
  constexpr std::size_t local = 8, groups = 4, n = local * groups;
  constexpr int launches = 6;
  std::vector<sycl::queue> queues;
  std::vector<int *> sums;
  for (int i = 0; i < launches; ++i) {
    queues.emplace_back(q.get_context(), q.get_device());
    sums.push_back(shared<int>(n));
  }
  for (int i = 0; i < launches; ++i)
    queues[static_cast<std::size_t>(i)].submit([&, sum = sums[static_cast<std::size_t>(i)]](sycl::handler &h) {
      h.parallel_for<Ring>(sycl::nd_range<2>({groups, local}, {1, local}), syclexp::properties{syclexp::use_root_sync},
                           [=](sycl::nd_item<2>) {
                             const auto root = syclexp::this_kernel::get_root_group<2>();
                             sum[root.get_local_linear_id()] = 1;
                             sycl::group_barrier(root, sycl::memory_scope::device);
                             if (!root.leader())
                               return;
                             for (std::size_t k = 1; k < root.get_local_linear_range(); ++k)
                               sum[0] += sum[k];
                           });
    });
  for (auto &queue : queues)
    queue.wait();
  for (const int *sum : sums)
    EXPECT_EQ(sum[0], static_cast<int>(n));
}

TEST_P(RootGroup, WorkItemsAreAskedWithoutArguments) {
  std::size_t *x = shared<std::size_t>(64), *y = shared<std::size_t>(64);
  q.parallel_for(sycl::range<2>(4, 16), [=](sycl::item<2>) {
     const auto item = syclexp::this_item<2>();
     x[item.get_linear_id()] = syclexp::this_id<2>()[1] + 100 * item.get_range(1);
   }).wait();
  q.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1>) {
     const auto it = syclexp::this_nd_item<1>();
     const auto root = sycl::ext::oneapi::this_work_item::get_root_group<1>();
     y[it.get_global_linear_id()] = syclexp::this_group<1>().get_group_linear_id() +
                                    10 * syclexp::get_child_group(root).get_local_linear_range() +
                                    1000 * (syclexp::this_sub_group().get_local_linear_id() <
                                            syclexp::get_child_group(it.get_group()).get_local_linear_range());
   }).wait();
  for (std::size_t i = 0; i < 64; ++i) {
    EXPECT_EQ(x[i], i % 16 + 1600);
    EXPECT_EQ(y[i], i / 16 + 160 + 1000);
  }
}

} // namespace
