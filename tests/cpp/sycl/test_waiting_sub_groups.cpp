// Sub-groups that wait for what other groups store: they are whole ones all the same, and all come to an end.
#include <algorithm>
#include <cstddef>

#include "devices.hpp"

namespace {

using WaitingSubGroups = EachDevice;
WEFT_EACH_DEVICE(WaitingSubGroups);

using Flag = sycl::atomic_ref<int, sycl::memory_order::acq_rel, sycl::memory_scope::device,
                              sycl::access::address_space::global_space>;

constexpr std::size_t groups = 20;

/// Adds up numbers of one group after the other: its first sub-group waits for the sum of those before.
struct Chain {
  int *values, *sums, *flags;

  void operator()(sycl::nd_item<1> it) const {
    const auto group = it.get_group();
    const auto sub_group = it.get_sub_group();
    const std::size_t at = group.get_group_linear_id();
    const int own = sycl::reduce_over_group(group, values[it.get_global_id(0)], sycl::plus<int>());
    if (sub_group.get_group_linear_id() == 0) {
      int before = 0;
      while (at != 0 && before == 0)
        before = sycl::group_broadcast(sub_group, sub_group.leader() ? Flag(flags[at - 1]).load() : 0);
      if (sub_group.leader()) {
        sums[at] = own + (at == 0 ? 0 : sums[at - 1]);
        Flag(flags[at]).store(1);
      }
    }
    sycl::group_barrier(group);
    values[it.get_global_id(0)] = sums[at];
  }
};

struct ChainOf8 : Chain {
  [[sycl::reqd_sub_group_size(8)]] void operator()(sycl::nd_item<1> it) const { Chain::operator()(it); }
};

TEST_P(WaitingSubGroups, GroupsWaitForTheOneBefore) {
  for (const std::size_t local : {1, 8, 12, 64}) {
    const std::size_t n = groups * local;
    int *values = shared<int>(n), *sums = shared<int>(groups), *flags = shared<int>(groups);
    const auto run = [&](const auto &chain) {
      for (std::size_t i = 0; i < n; ++i)
        values[i] = 1;
      q.fill(flags, 0, groups).wait();
      q.parallel_for(sycl::nd_range<1>(n, local), chain).wait();
      for (std::size_t i = 0; i < n; ++i)
        ASSERT_EQ(values[i], static_cast<int>((i / local + 1) * local)) << i << " of groups of " << local;
    };
    run(Chain{values, sums, flags});
    const auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
    if (std::count(sizes.begin(), sizes.end(), 8) != 0)
      run(ChainOf8{values, sums, flags});
  }
}

/// The first one keeps a lock until the second has failed to get it, which goes on trying, here and there.
TEST_P(WaitingSubGroups, WhoTriesLocksLetsOthersGoOn) {
  int *locks = shared<int>(2), *failed = shared<int>(1), *count = shared<int>(1);
  locks[0] = *failed = *count = 0;
  locks[1] = 1;
  q.parallel_for(sycl::nd_range<1>(64, 32), [=](sycl::nd_item<1> it) {
     const auto sub_group = it.get_sub_group();
     const auto take = [&](unsigned at) {
       return sycl::group_broadcast(sub_group, sub_group.leader() ? Flag(locks[at]).exchange(1) : 0) == 0;
     };
     const auto give_back = [&] {
       if (sub_group.leader()) {
         *count += 1;
         Flag(locks[0]).store(0);
       }
     };
     if (sub_group.get_group_linear_id() != 0)
       return;
     if (it.get_group(0) == 0) {
       if (!take(0))
         return;
       while (sycl::group_broadcast(sub_group, sub_group.leader() ? Flag(*failed).load() : 0) == 0) {
       }
       give_back();
     } else {
       for (unsigned tries = 0, rest = 3; rest != 0; ++tries) {
         if (take(tries % 2)) {
           give_back();
           --rest;
         } else if (sub_group.leader()) {
           Flag(*failed).store(1);
         }
       }
     }
   }).wait();
  EXPECT_GE(*count, 3);
}

/// Lanes of one vector would keep each other from the lock.
TEST_P(WaitingSubGroups, WorkItemsTakeALockOneByOne) {
  if (!q.get_device().is_cpu())
    GTEST_SKIP() << "GPUs let the lanes of one sub-group wait for each other in their own ways";
  constexpr std::size_t n = 48;
  int *lock = shared<int>(1), *count = shared<int>(1), *sizes = shared<int>(n);
  *lock = *count = 0;
  q.parallel_for(sycl::nd_range<1>(n, 16), [=](sycl::nd_item<1> it) {
     Flag flag(*lock);
     while (flag.exchange(1) != 0) {
     }
     *count += 1;
     flag.store(0);
     sizes[it.get_global_id(0)] = sycl::reduce_over_group(it.get_sub_group(), 1, sycl::plus<int>());
   }).wait();
  EXPECT_EQ(*count, static_cast<int>(n));
  for (std::size_t i = 0; i < n; ++i)
    EXPECT_EQ(sizes[i], 1) << i;
}

} // namespace
