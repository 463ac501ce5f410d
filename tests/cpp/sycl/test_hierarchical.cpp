// Hierarchical parallelism (SYCL 2020, 4.9.4.2.3): what runs once per group, what per work-item, and whose variables
// are whose.
#include <numeric>
#include <vector>

#include "devices.hpp"

namespace {

using Hierarchical = EachDevice;
WEFT_EACH_DEVICE(Hierarchical);

TEST_P(Hierarchical, GroupCodeRunsOnceAndItemsSeeItsVariables) {
  constexpr int groups = 5, local = 8;
  int *once = shared<int>(groups), *out = shared<int>(groups * local);
  q.submit([&](sycl::handler &h) {
     h.parallel_for_work_group(sycl::range<1>(groups), sycl::range<1>(local), [=](sycl::group<1> g) {
       int of_group = static_cast<int>(g[0]) * 100;
       once[g.get_group_id(0)] += 1;
       g.parallel_for_work_item([&](sycl::h_item<1> it) {
         if (it.get_local_id(0) == 3)
           of_group += 7;
       });
       g.parallel_for_work_item(
           [&](sycl::h_item<1> it) { out[it.get_global_id(0)] = of_group + static_cast<int>(it.get_local_id(0)); });
     });
   }).wait();
  for (int g = 0; g < groups; ++g) {
    EXPECT_EQ(once[g], 1);
    for (int i = 0; i < local; ++i)
      EXPECT_EQ(out[g * local + i], g * 100 + 7 + i);
  }
}

TEST_P(Hierarchical, PrivateMemoryOutlivesALoopOverItems) {
  constexpr std::size_t groups = 3, rows = 4, columns = 6;
  int *out = shared<int>(groups * rows * columns);
  q.submit([&](sycl::handler &h) {
     h.parallel_for_work_group<class Private>(
         sycl::range<2>(groups, 1), sycl::range<2>(rows, columns), [=](sycl::group<2> g) {
           sycl::private_memory<int, 2> mine(g);
           g.parallel_for_work_item(
               [&](sycl::h_item<2> it) { mine(it) = static_cast<int>(it.get_global().get_linear_id()); });
           g.parallel_for_work_item([&](sycl::h_item<2> it) {
             out[it.get_global().get_linear_id()] = mine(it) * 2 + static_cast<int>(it.get_local_range(1));
           });
         });
   }).wait();
  for (std::size_t i = 0; i < groups * rows * columns; ++i)
    EXPECT_EQ(out[i], static_cast<int>(i) * 2 + 6);
}

TEST_P(Hierarchical, ARangeOfItsOwnGoesThroughAllLogicalItems) {
  constexpr int groups = 4, logical = 37;
  int *out = shared<int>(groups * logical), *physical = shared<int>(groups * logical),
      *global = shared<int>(groups * logical);
  q.submit([&](sycl::handler &h) {
     h.parallel_for_work_group(sycl::range<1>(groups), sycl::range<1>(8), [=](sycl::group<1> g) {
       g.parallel_for_work_item(sycl::range<1>(logical), [=](sycl::h_item<1> it) {
         const std::size_t place = g.get_group_id(0) * logical + it.get_local_id(0);
         out[place] = static_cast<int>(it.get_logical_local_range(0) + it.get_local_id(0));
         physical[place] = static_cast<int>(it.get_physical_local_range(0) * 100 + it.get_physical_local_id(0));
         global[place] = static_cast<int>(it.get_global_range(0) * 100 + it.get_global_id(0));
       });
     });
   }).wait();
  for (int i = 0; i < groups * logical; ++i) {
    EXPECT_EQ(out[i], logical + i % logical);
    EXPECT_EQ(physical[i], 800 + i % logical % 8);
    EXPECT_EQ(global[i], groups * 8 * 100 + i / logical * 8 + i % logical % 8);
  }
}

TEST_P(Hierarchical, GroupsWithoutASizeAndLocalMemory) {
  constexpr int groups = 6, n = 16;
  std::vector<int> data(groups * n);
  std::iota(data.begin(), data.end(), 0);
  int *sums = shared<int>(groups);
  {
    sycl::buffer buffer(data);
    q.submit([&](sycl::handler &h) {
      sycl::accessor in(buffer, h, sycl::read_only);
      sycl::local_accessor<int> tile(sycl::range<1>(n), h);
      h.parallel_for_work_group(sycl::range<1>(groups), [=](sycl::group<1> g) {
        g.parallel_for_work_item(sycl::range<1>(n),
                                 [&](sycl::h_item<1> it) { tile[it.get_local_id(0)] = in[it.get_global_id(0)]; });
        int sum = 0;
        for (int i = 0; i < n; ++i)
          sum += tile[i];
        sums[g.get_group_id(0)] = sum;
      });
    });
  }
  for (int g = 0; g < groups; ++g)
    EXPECT_EQ(sums[g], std::accumulate(data.begin() + g * n, data.begin() + (g + 1) * n, 0));
}

TEST_P(Hierarchical, AGroupTooLargeIsRefused) {
  EXPECT_THROW(q.submit([&](sycl::handler &h) {
    h.parallel_for_work_group(sycl::range<1>(1), sycl::range<1>(1025), [=](sycl::group<1>) {});
  }),
               sycl::exception);
}

TEST_P(Hierarchical, AGroupThatNoDeviceHasIsRefusedByWhatTheKernelRequires) {
  const auto code = [&](std::size_t size, auto kernel) {
    try {
      q.submit([&](sycl::handler &h) { h.parallel_for_work_group(sycl::range<1>(1), sycl::range<1>(size), kernel); });
    } catch (const sycl::exception &e) {
      return e.code();
    }
    return make_error_code(sycl::errc::success);
  };
  EXPECT_EQ(code(1025, [=](sycl::group<1>) {}), sycl::errc::nd_range);
  EXPECT_EQ(code(1 << 20, [=](sycl::group<1>) [[sycl::reqd_work_group_size(1 << 20)]] {}),
            sycl::errc::kernel_not_supported);
  EXPECT_EQ(code(4099, [=](sycl::group<1>) [[sycl::reqd_sub_group_size(4099)]] {}), sycl::errc::kernel_not_supported);
}

TEST_P(Hierarchical, GroupFunctionsMayAskForAHandler) {
  int *out = shared<int>(1);
  q.submit([&](sycl::handler &h) {
     h.parallel_for_work_group(sycl::range<1>(1), sycl::range<1>(4), [=](sycl::group<1> g, sycl::kernel_handler) {
       g.parallel_for_work_item([&](sycl::h_item<1>) { *out += 1; });
     });
   }).wait();
  EXPECT_EQ(*out, 4);
}

} // namespace
