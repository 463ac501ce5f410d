// Hierarchical parallelism (SYCL 2020, 4.9.4.2.3): what runs once per group, what per work-item, and whose variables
// are whose.
#include <algorithm>
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

TEST_P(Hierarchical, GroupsReduceInArraysOfTheirOwn) {
  constexpr std::size_t groups = 33, n = 256;
  int *in = shared<int>(groups * n), *sums = shared<int>(groups), *steps = shared<int>(groups);
  std::iota(in, in + groups * n, 0);
  q.submit([&](sycl::handler &h) {
     h.parallel_for_work_group(sycl::range<1>(groups), sycl::range<1>(n), [=](sycl::group<1> g) {
       int values[n];
       int taken = 0;
       g.parallel_for_work_item([&](sycl::h_item<1> it) { values[it.get_local_id(0)] = in[it.get_global_id(0)]; });
       for (std::size_t half = n / 2; half > 0; half /= 2) {
         g.parallel_for_work_item(sycl::range<1>(half), [&](sycl::h_item<1> it) {
           values[it.get_local_id(0)] += values[it.get_local_id(0) + half];
         });
         ++taken;
         steps[g.get_group_id(0)] += taken;
       }
       sums[g.get_group_id(0)] = values[0];
     });
   }).wait();
  for (std::size_t g = 0; g < groups; ++g) {
    EXPECT_EQ(sums[g], std::accumulate(in + g * n, in + (g + 1) * n, 0));
    EXPECT_EQ(steps[g], 36);
  }
}

TEST_P(Hierarchical, GroupCodeDecidesByWhatItemsLeft) {
  constexpr std::size_t groups = 9, n = 60;
  int *out = shared<int>(groups * n), *rounds = shared<int>(groups), *early = shared<int>(groups);
  q.submit([&](sycl::handler &h) {
     h.parallel_for_work_group(sycl::range<1>(groups), sycl::range<1>(n), [=](sycl::group<1> g) {
       const int id = static_cast<int>(g.get_group_id(0));
       if (id % 4 == 3) {
         early[id] = 1;
         return;
       }
       int largest = -1, asked = 0, changed = 1;
       while (changed != 0) {
         changed = 0;
         g.parallel_for_work_item([&](sycl::h_item<1> it) {
           int &mine = out[it.get_global_id(0)];
           if (mine < static_cast<int>(it.get_local_id(0)) % (id + 2)) {
             mine += 1;
             sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::work_group>(largest).fetch_max(
                 mine);
             sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::work_group>(changed).store(1);
           }
         });
         rounds[id] += 1;
         if (rounds[id] % 2 == 0)
           g.parallel_for_work_item([&](sycl::h_item<1> it) {
             if (it.get_local_id(0) == 7)
               asked += largest;
           });
         else
           asked += 100;
       }
       rounds[id] += 1000 * asked;
     });
   }).wait();
  for (std::size_t g = 0; g < groups; ++g) {
    const int id = static_cast<int>(g), most = id % 4 == 3 ? 0 : id + 1;
    int asked = 0;
    for (int round = 1; round <= most + 1; ++round)
      asked += round % 2 == 0 ? std::min(round, most) : 100;
    EXPECT_EQ(early[g], id % 4 == 3);
    EXPECT_EQ(rounds[g], id % 4 == 3 ? 0 : most + 1 + 1000 * asked) << g;
    for (std::size_t i = 0; i < n; ++i)
      EXPECT_EQ(out[g * n + i], most == 0 ? 0 : static_cast<int>(i) % (id + 2)) << g << " " << i;
  }
}

TEST_P(Hierarchical, WhatAGroupReadsAndWritesItWritesOnce) {
  constexpr std::size_t groups = 17, n = 128, columns = 5;
  int *count = shared<int>(1), *seen = shared<int>(groups), *table = shared<int>(groups * columns),
      *out = shared<int>(groups * n);
  q.submit([&](sycl::handler &h) {
     h.parallel_for_work_group(sycl::range<1>(groups), sycl::range<1>(n), [=](sycl::group<1> g) {
       const std::size_t id = g.get_group_id(0);
       const int ticket =
           sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*count).fetch_add(1);
       seen[ticket] += 1;
       int powers[columns], last = 1;
       for (std::size_t c = 0; c < columns; ++c) {
         table[id * columns + c] += last;
         powers[c] = table[id * columns + c] * 2;
         last += powers[c];
       }
       for (std::size_t c = 0; c < columns; ++c)
         if (powers[c] % 3 != 0)
           for (int k = 0; k < 3; ++k)
             table[id * columns + c] += k;
       g.parallel_for_work_item([&](sycl::h_item<1> it) {
         int sum = last;
         for (std::size_t c = 0; c < columns; ++c)
           sum += powers[c] + table[id * columns + c];
         out[it.get_global_id(0)] += sum + static_cast<int>(it.get_local_id(0));
       });
     });
   }).wait();
  int sum = 0, last = 1;
  for (std::size_t c = 0; c < columns; ++c) {
    const int entry = last, power = 2 * entry;
    last += power;
    sum += power + entry + (power % 3 != 0 ? 3 : 0);
    EXPECT_EQ(table[c], entry + (power % 3 != 0 ? 3 : 0));
  }
  EXPECT_EQ(*count, static_cast<int>(groups));
  for (std::size_t g = 0; g < groups; ++g)
    EXPECT_EQ(seen[g], 1);
  for (std::size_t i = 0; i < groups * n; ++i)
    EXPECT_EQ(out[i], sum + last + static_cast<int>(i % n)) << i;
}

template <int D> void expect_items(sycl::queue &q, int *out, sycl::range<D> groups, sycl::range<D> local) {
  const std::size_t n = groups.size() * local.size();
  std::fill(out, out + n, 0);
  q.submit([&](sycl::handler &h) {
     h.parallel_for_work_group(groups, local, [=](sycl::group<D> g) {
       sycl::private_memory<int, D> mine(g);
       int offset = static_cast<int>(g.get_group_linear_id());
       g.parallel_for_work_item([&](sycl::h_item<D> it) {
         mine(it) = static_cast<int>(it.get_global().get_linear_id()) + offset;
         out[it.get_global().get_linear_id()] += 1;
       });
       offset *= 2;
       g.parallel_for_work_item(
           [&](sycl::h_item<D> it) { out[it.get_global().get_linear_id()] += (mine(it) + offset) * 2; });
     });
   }).wait();
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t rest = i, group = 0;
    sycl::id<D> at;
    for (int d = D - 1; d >= 0; --d) {
      at[d] = rest % (groups[d] * local[d]) / local[d];
      rest /= groups[d] * local[d];
    }
    for (int d = 0; d < D; ++d)
      group = group * groups[d] + at[d];
    ASSERT_EQ(out[i], 1 + 2 * static_cast<int>(i + 3 * group)) << i;
  }
}

TEST_P(Hierarchical, ItemsOfAnyShapeAreThereOnce) {
  int *out = shared<int>(20'000);
  for (const std::size_t local : {1, 7, 128, 129, 1000})
    expect_items<1>(q, out, {13}, {local});
  expect_items<2>(q, out, {3, 5}, {16, 16});
  expect_items<2>(q, out, {5, 3}, {7, 19});
  expect_items<3>(q, out, {2, 3, 4}, {5, 4, 3});
  expect_items<3>(q, out, {1, 2, 3}, {1, 8, 64});
}

TEST_P(Hierarchical, VariablesThatHoldPointersAndStructures) {
  struct Pair {
    float a = 1;
    long b[3] = {2, 3, 4};
    long sum() const { return static_cast<long>(a) + b[0] + b[1] + b[2]; }
  };
  constexpr std::size_t groups = 6, n = 40;
  long *out = shared<long>(groups * n);
  q.submit([&](sycl::handler &h) {
     h.parallel_for_work_group(sycl::range<1>(groups), sycl::range<1>(n), [=](sycl::group<1> g) {
       Pair first, second;
       second.b[2] = static_cast<long>(g.get_group_id(0));
       Pair *chosen = g.get_group_id(0) % 2 == 0 ? &first : &second;
       const auto add = [&](long by) { chosen->b[1] += by; };
       g.parallel_for_work_item([&](sycl::h_item<1> it) {
         if (it.get_local_id(0) == 31)
           add(10);
       });
       add(1);
       Pair copy = *chosen;
       copy.b[0] *= 3;
       g.parallel_for_work_item([&, chosen](sycl::h_item<1> it) {
         out[it.get_global_id(0)] = chosen->sum() * 1000 + copy.sum() + second.b[1];
       });
     });
   }).wait();
  for (std::size_t i = 0; i < groups * n; ++i) {
    const long id = static_cast<long>(i / n);
    const long sum = 1 + 2 + 14 + (id % 2 == 0 ? 4 : id);
    EXPECT_EQ(out[i], sum * 1000 + sum + 4 + (id % 2 == 0 ? 3 : 14)) << i;
  }
}

TEST_P(Hierarchical, WhatLocalMemoryHasNoRoomForIsGoneThroughInTurn) {
  struct Large {
    double values[20] = {};
  };
  constexpr std::size_t groups = 3, n = 50;
  double *out = shared<double>(groups * n);
  q.submit([&](sycl::handler &h) {
     h.parallel_for_work_group(sycl::range<1>(groups), sycl::range<1>(n), [=](sycl::group<1> g) {
       sycl::private_memory<Large> mine(g);
       g.parallel_for_work_item([&](sycl::h_item<1> it) {
         for (std::size_t k = 0; k < 20; ++k)
           mine(it).values[k] = static_cast<double>(it.get_global_id(0) * k);
       });
       g.parallel_for_work_item(
           [&](sycl::h_item<1> it) { out[it.get_global_id(0)] += mine(it).values[3] + mine(it).values[19]; });
     });
   }).wait();
  for (std::size_t i = 0; i < groups * n; ++i)
    EXPECT_EQ(out[i], static_cast<double>(22 * i));
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
  int *out = shared<int>(4);
  q.submit([&](sycl::handler &h) {
     h.parallel_for_work_group(sycl::range<1>(1), sycl::range<1>(4), [=](sycl::group<1> g, sycl::kernel_handler) {
       g.parallel_for_work_item([&](sycl::h_item<1> it) { out[it.get_local_id(0)] += 1; });
     });
   }).wait();
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(out[i], 1);
}

} // namespace
