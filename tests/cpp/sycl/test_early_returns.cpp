// Work-items that return while the rest of their group meets, as those of CUDA may, and sub-groups that meet where the
// compiler cannot see that they all come.
#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "devices.hpp"

#pragma clang diagnostic ignored "-Wc++23-lambda-attributes"

namespace {

using EarlyReturns = EachDevice;
WEFT_EACH_DEVICE(EarlyReturns);

constexpr std::size_t local = 96, groups = 5, all = local * groups;

/// Waits for work-items in groups of `size` that share as many numbers.
template <class Kernel> void in_groups(sycl::queue &q, std::size_t items, std::size_t size, Kernel kernel) {
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> s(size, h);
     h.parallel_for(sycl::nd_range<1>(items, size), [=](sycl::nd_item<1> it) { kernel(it, s); });
   }).wait();
}

/// The sum of ones that work-items wrote ahead of a barrier, or the larger one with what some wrote who went past it: a
/// GPU may let lanes come together first where all of them go on.
void expect_sum(const sycl::queue &q, int sum, std::size_t ones, int with_others) {
  if (q.get_backend() == sycl::backend::ext_oneapi_cuda && sum == static_cast<int>(ones))
    return;
  EXPECT_EQ(sum, with_others);
}

TEST_P(EarlyReturns, BehindTheEndOfTheData) {
  for (const std::size_t n : {all, all - 1, all - 40, 3 * local + 1, std::size_t{7}}) {
    int *x = shared<int>(all), *y = shared<int>(all, -1);
    std::iota(x, x + all, 1);
    in_groups(q, all, local, [=](sycl::nd_item<1> it, const sycl::local_accessor<int> &s) {
      const std::size_t i = it.get_global_id(0), l = it.get_local_id(0);
      s[l] = 0;
      if (i >= n)
        return;
      s[l] = x[i];
      sycl::group_barrier(it.get_group());
      const int sum = s[l] + (l + 1 < local ? s[l + 1] : 0);
      sycl::group_barrier(it.get_group());
      s[l] = sum;
      sycl::group_barrier(it.get_group());
      y[i] = s[l] + (l > 0 ? s[l - 1] : 0);
    });
    const auto value = [&](std::size_t i, std::size_t group) { return i < n && i / local == group ? x[i] : 0; };
    for (std::size_t i = 0; i < all; ++i) {
      const auto pair = [&](std::size_t j) { return value(j, i / local) + value(j + 1, i / local); };
      EXPECT_EQ(y[i], i >= n ? -1 : pair(i) + (i % local > 0 ? pair(i - 1) : 0)) << i << " of " << n;
    }
  }
}

TEST_P(EarlyReturns, RowsOfAGroupOutsideOfAPlane) {
  constexpr std::size_t width = 50, height = 19, tile = 8;
  int *seen = shared<int>(64 * 24, -1);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int, 2> s({tile, 4 * tile}, h);
     h.parallel_for(sycl::nd_range<2>({24, 64}, {tile, 4 * tile}), [=](sycl::nd_item<2> it) {
       const std::size_t y = it.get_global_id(0), x = it.get_global_id(1);
       const std::size_t j = it.get_local_id(0), i = it.get_local_id(1);
       if (x >= width || y >= height)
         return;
       s[j][i] = static_cast<int>(y * 100 + x);
       sycl::group_barrier(it.get_group());
       seen[y * 64 + x] = s[j > 0 ? j - 1 : j][i > 0 ? i - 1 : i];
     });
   }).wait();
  for (std::size_t y = 0; y < 24; ++y)
    for (std::size_t x = 0; x < 64; ++x) {
      const std::size_t above = y % tile ? y - 1 : y, left = x % (4 * tile) ? x - 1 : x;
      EXPECT_EQ(seen[y * 64 + x], x < width && y < height ? static_cast<int>(above * 100 + left) : -1) << y << ',' << x;
    }
}

/// Each round, some leave for good; the others count who is left through local memory.
TEST_P(EarlyReturns, OneByOneInALoopThatMeets) {
  int *rounds = shared<int>(all), *left = shared<int>(all);
  for (std::size_t i = 0; i < all; ++i)
    rounds[i] = static_cast<int>(i * 7 % 13);
  in_groups(q, all, local, [=](sycl::nd_item<1> it, const sycl::local_accessor<int> &s) {
    const std::size_t i = it.get_global_id(0), l = it.get_local_id(0);
    int seen = 0;
    for (int round = 0; round < 10; ++round) {
      s[l] = round < rounds[i];
      if (round >= rounds[i]) {
        left[i] = seen;
        return;
      }
      sycl::group_barrier(it.get_group());
      seen = 0;
      for (std::size_t k = 0; k < local; ++k)
        seen += s[k];
      sycl::group_barrier(it.get_group());
    }
    left[i] = 1000 + seen;
  });
  for (std::size_t i = 0; i < all; ++i) {
    const std::size_t first = i / local * local;
    const int last = std::min(rounds[i], 10) - 1; // the round that it saw last
    const auto seen = std::count_if(rounds + first, rounds + first + local, [&](int r) { return last < r; });
    EXPECT_EQ(left[i], last < 0 ? 0 : (last == 9 ? 1000 : 0) + static_cast<int>(seen)) << i;
  }
}

/// All that come by take the inner way out, but only some come by.
TEST_P(EarlyReturns, UnderAConditionOfAllWithinOneOfSome) {
  for (const int stay : {0, 1}) {
    int *x = shared<int>(all), *out = shared<int>(all, -1);
    std::iota(x, x + all, 1);
    in_groups(q, all, local, [=](sycl::nd_item<1> it, const sycl::local_accessor<int> &s) {
      const std::size_t i = it.get_global_id(0), l = it.get_local_id(0);
      s[l] = 0;
      if (x[i] % 5 == 0) {
        for (int k = 0; k < x[i] % 7; ++k)
          x[i] += x[i] % 3 + 5 * k;
        out[i] = -2;
        if (stay == 0)
          return;
      }
      s[l] = 1;
      sycl::group_barrier(it.get_group());
      out[i] = s[l] + s[(l + 1) % local] + s[local - 1 - l];
    });
    for (std::size_t i = 0; i < all; ++i) {
      const auto stays = [&](std::size_t l) { return stay || (i / local * local + l % local + 1) % 5 != 0 ? 1 : 0; };
      const std::size_t l = i % local;
      EXPECT_EQ(out[i], stays(l) ? stays(l) + stays(l + 1) + stays(local - 1 - l) : -2) << i << ", stay " << stay;
    }
  }
}

/// Operations of the group and of sub-groups are among those that are left.
TEST_P(EarlyReturns, InALoopThatMeetsNowAndThen) {
  int *turns = shared<int>(all), *out = shared<int>(all, -1);
  for (std::size_t i = 0; i < all; ++i)
    turns[i] = static_cast<int>(i * 5 % 17);
  in_groups(q, all, local, [=](sycl::nd_item<1> it, const sycl::local_accessor<int> &s) {
    const std::size_t i = it.get_global_id(0), l = it.get_local_id(0);
    s[l] = 1;
    int seen = 0;
    for (int turn = 0; turn < 12; ++turn) {
      if (turn == turns[i]) {
        s[l] = 0;
        out[i] = seen;
        return;
      }
      if (turn % 3 != 2)
        continue;
      sycl::group_barrier(it.get_group());
      for (std::size_t k = 0; k < local; ++k)
        seen += s[k];
      sycl::group_barrier(it.get_group());
    }
    out[i] = 1000 + seen;
  });
  for (std::size_t i = 0; i < all; ++i) {
    const std::size_t first = i / local * local;
    int seen = 0;
    for (int turn = 2; turn < std::min(turns[i], 12); turn += 3)
      seen += static_cast<int>(std::count_if(turns + first, turns + first + local, [&](int t) { return t > turn; }));
    EXPECT_EQ(out[i], turns[i] < 12 ? seen : 1000 + seen) << i;
  }
}

TEST_P(EarlyReturns, OutOfALoopByTwoWaysThatEndAlike) {
  int *leaves = shared<int>(all), *out = shared<int>(all, -1);
  for (std::size_t i = 0; i < all; ++i)
    leaves[i] = static_cast<int>(i * 7 % 23);
  in_groups(q, all, local, [=](sycl::nd_item<1> it, const sycl::local_accessor<int> &s) {
    const std::size_t i = it.get_global_id(0), l = it.get_local_id(0);
    s[l] = 1;
    int seen = 0;
    for (int turn = 0; turn < 20; ++turn) {
      if (turn == leaves[i]) {
        s[l] = 5;
        break;
      }
      if (2 * turn == leaves[i] + 7) {
        s[l] = 9;
        break;
      }
      sycl::group_barrier(it.get_group());
      for (std::size_t k = 0; k < local; ++k)
        seen += s[k];
      sycl::group_barrier(it.get_group());
    }
    out[i] = seen;
  });
  std::vector<int> s(all, 1), seen(all, 0), gone(all, 0);
  for (int turn = 0; turn < 20; ++turn) {
    for (std::size_t i = 0; i < all; ++i)
      if (!gone[i] && (turn == leaves[i] || 2 * turn == leaves[i] + 7)) {
        gone[i] = 1;
        s[i] = turn == leaves[i] ? 5 : 9;
      }
    for (std::size_t i = 0; i < all; ++i)
      if (const auto first = s.begin() + static_cast<std::ptrdiff_t>(i / local * local); !gone[i])
        seen[i] += std::accumulate(first, first + local, 0);
  }
  EXPECT_EQ(std::vector<int>(out, out + all), seen);
}

/// The loops are unrolled: places of many turns, between which the others meet, lead to one end.
TEST_P(EarlyReturns, FromManyPlacesToOneEnd) {
  int *leaves = shared<int>(all), *out = shared<int>(all, -1);
  for (std::size_t i = 0; i < all; ++i)
    leaves[i] = static_cast<int>(i * 7 % 23);
  in_groups(q, all, local, [=](sycl::nd_item<1> it, const sycl::local_accessor<int> &s) {
    const std::size_t i = it.get_global_id(0), l = it.get_local_id(0);
    s[l] = 1;
    int seen = 0;
#pragma unroll
    for (int turn = 0; turn < 4; ++turn) {
      for (int k = 0; k < 3; ++k)
        if (leaves[i] == 3 * turn + k) {
          s[l] = 5;
          out[i] = seen;
          return;
        }
      sycl::group_barrier(it.get_group());
      for (std::size_t k = 0; k < local; k += 3)
        seen += s[k];
      sycl::group_barrier(it.get_group());
    }
    out[i] = 1000 + seen;
  });
  for (std::size_t i = 0; i < all; ++i) {
    const std::size_t first = i / local * local;
    const int turns = std::min(leaves[i] / 3, 4);
    int seen = 0;
    for (int turn = 0; turn < turns; ++turn)
      for (std::size_t k = 0; k < local; k += 3)
        seen += leaves[first + k] < 3 * (turn + 1) ? 5 : 1;
    EXPECT_EQ(out[i], (turns == 4 ? 1000 : 0) + seen) << i;
  }
}

/// Two conditions with something to do between them.
TEST_P(EarlyReturns, ByEitherOfTwoConditions) {
  int *x = shared<int>(all), *out = shared<int>(all, -1);
  std::iota(x, x + all, 0);
  in_groups(q, all, local, [=](sycl::nd_item<1> it, const sycl::local_accessor<int> &s) {
    const std::size_t i = it.get_global_id(0), l = it.get_local_id(0);
    s[l] = 1;
    if (x[i] % 5 == 2 || (out[i] = -2, x[i] % 7 == 1)) {
      s[l] = 3;
      return;
    }
    sycl::group_barrier(it.get_group());
    out[i] = s[(l + 1) % local] + 10 * s[local - 1 - l];
  });
  const auto left = [](std::size_t i) { return i % 5 == 2 || i % 7 == 1 ? 3 : 1; };
  for (std::size_t i = 0; i < all; ++i) {
    const std::size_t first = i / local * local, l = i % local;
    const int stays = left(first + (l + 1) % local) + 10 * left(first + local - 1 - l);
    EXPECT_EQ(out[i], i % 5 == 2 ? -1 : left(i) == 3 ? -2 : stays) << i;
  }
}

TEST_P(EarlyReturns, PastTheOthers) {
  for (const std::size_t size : {std::size_t{5}, std::size_t{24}, local}) {
    bool *leaves = shared<bool>(size * groups);
    int *out = shared<int>(size * groups, -1);
    for (std::size_t i = 0; i < size * groups; ++i)
      leaves[i] = i % 3 == 1;
    in_groups(q, size * groups, size, [=](sycl::nd_item<1> it, const sycl::local_accessor<int> &s) {
      const std::size_t i = it.get_global_id(0), l = it.get_local_id(0);
      s[l] = 1;
      int seen = 0;
      sycl::group_barrier(it.get_group());
      if (!leaves[i]) {
        sycl::group_barrier(it.get_group());
        for (std::size_t k = 0; k < size; ++k)
          seen += s[k];
        sycl::group_barrier(it.get_group());
      }
      s[l] = 100;
      out[i] = seen;
    });
    for (std::size_t i = 0; i < size * groups; ++i) {
      int seen = 0;
      for (std::size_t k = i / size * size; k < i / size * size + size; ++k)
        seen += leaves[k] ? 100 : 1;
      if (leaves[i])
        EXPECT_EQ(out[i], 0) << i << " in groups of " << size;
      else
        expect_sum(q, out[i], size, seen);
    }
  }
}

TEST_P(EarlyReturns, ByAConditionOfAllWithinOneOfSomePastTheOthers) {
  for (const int all_of_them : {0, 1}) {
    int *choice = shared<int>(1, all_of_them), *leaves = shared<int>(all), *out = shared<int>(all, -1);
    for (std::size_t i = 0; i < all; ++i)
      leaves[i] = i % 3 == 1;
    in_groups(q, all, local, [=](sycl::nd_item<1> it, const sycl::local_accessor<int> &s) {
      const std::size_t i = it.get_global_id(0), l = it.get_local_id(0);
      s[l] = 1;
      int seen = 0;
      sycl::group_barrier(it.get_group());
      do {
        if (leaves[i] != 0) {
          if (*choice != 0)
            break;
          s[l] = 3;
        }
        sycl::group_barrier(it.get_group());
        for (std::size_t k = 0; k < local; ++k)
          seen += s[k];
        sycl::group_barrier(it.get_group());
      } while (false);
      s[l] = 100;
      out[i] = seen;
    });
    for (std::size_t i = 0; i < all; ++i) {
      int seen = 0;
      for (std::size_t k = i / local * local; k < i / local * local + local; ++k)
        seen += leaves[k] == 0 ? 1 : all_of_them != 0 ? 100 : 3;
      if (leaves[i] != 0 && all_of_them != 0)
        EXPECT_EQ(out[i], 0) << i;
      else if (all_of_them != 0)
        expect_sum(q, out[i], local, seen);
      else
        EXPECT_EQ(out[i], seen) << i;
    }
  }
}

TEST_P(EarlyReturns, OperationsAreOfThoseThatAreLeft) {
  if (q.get_backend() == sycl::backend::ext_oneapi_cuda)
    GTEST_SKIP() << "sub-groups whose work-items have all returned leave no part of the group's result there";
  constexpr int results = 9;
  for (const std::size_t n : {all, all - 40, 3 * local + 1, std::size_t{7}}) {
    int *out = shared<int>(all * results, -1);
    q.parallel_for(sycl::nd_range<1>(all, local), [=](sycl::nd_item<1> it) {
       const std::size_t i = it.get_global_id(0);
       const auto g = it.get_group();
       const auto sg = it.get_sub_group();
       if (i >= n)
         return;
       const int v = static_cast<int>(i % local) + 3;
       int *mine = out + i * results;
       mine[0] = sycl::reduce_over_group(g, v, sycl::plus<int>());
       mine[1] = sycl::reduce_over_group(g, v, sycl::minimum<int>());
       mine[2] = sycl::reduce_over_group(g, -v, sycl::maximum<int>());
       mine[3] = sycl::all_of_group(g, v > 2);
       mine[4] = sycl::any_of_group(g, v < 3);
       mine[5] = sycl::group_broadcast(g, v, 0);
       mine[6] = static_cast<int>(sycl::reduce_over_group(g, float(v), sycl::minimum<float>()));
       mine[7] = sycl::reduce_over_group(sg, 1, sycl::plus<int>());
       mine[8] = sycl::all_of_group(sg, v > 2);
     }).wait();
    for (std::size_t i = 0; i < all; ++i) {
      const std::size_t first = i / local * local, count = std::min(local, n > first ? n - first : 0);
      const int c = static_cast<int>(count);
      const std::array<int, results> wanted{3 * c + c * (c - 1) / 2, 3, -3, 1, 0, 3, 3, out[i * results + 7], 1};
      for (int k = 0; k < results; ++k)
        EXPECT_EQ(out[i * results + static_cast<std::size_t>(k)], i < n ? wanted[static_cast<std::size_t>(k)] : -1)
            << i << " of " << n << ", result " << k;
    }
    if (n == 7)
      EXPECT_EQ(out[7], 7); // one sub-group holds them
  }
}

/// The condition is the same for a group, but read from each work-item's own memory.
TEST_P(EarlyReturns, BarriersUnderConditionsOutOfMemory) {
  int *own = shared<int>(all), *out = shared<int>(all);
  for (std::size_t i = 0; i < all; ++i)
    own[i] = static_cast<int>(i / local % 3);
  in_groups(q, all, local, [=](sycl::nd_item<1> it, const sycl::local_accessor<int> &s) {
    const std::size_t i = it.get_global_id(0), l = it.get_local_id(0);
    int v = static_cast<int>(l);
    for (int k = 0; k < own[i]; ++k) {
      s[l] = v;
      sycl::group_barrier(it.get_group());
      v += s[local - 1 - l];
      sycl::group_barrier(it.get_group());
    }
    s[l] = v;
    sycl::group_barrier(it.get_group());
    out[i] = s[(l + 1) % local];
  });
  for (std::size_t i = 0; i < all; ++i) {
    const int next = static_cast<int>((i + 1) % local), times = own[i];
    EXPECT_EQ(out[i], times == 0 ? next : (static_cast<int>(local) - 1) << (times - 1)) << i;
  }
}

/// Lanes go through a row of any length: those past its end leave the loop before the others.
template <int Size> void check_rows(sycl::queue q, const int *lengths, int *sums, unsigned *size) {
  const auto kernel = [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(Size)]] {
    const sycl::sub_group sg = it.get_sub_group();
    const std::size_t row = it.get_global_id(0) / Size;
    const int lane = static_cast<int>(sg.get_local_linear_id());
    int sum = 0;
    for (int j = lane; j < lengths[row]; j += Size) {
      sum += j;
      sycl::group_barrier(sg);
      sum += 1000;
    }
    sums[it.get_global_id(0)] = sycl::reduce_over_group(sg, sum, sycl::plus<int>());
    size[0] = sg.get_max_local_range()[0];
  };
  q.parallel_for(sycl::nd_range<1>(all, local), kernel).wait();
}

TEST_P(EarlyReturns, SubGroupsMeetInLoopsOverLanes) {
  if (q.get_device().is_gpu())
    GTEST_SKIP() << "a GPU waits for ever where lanes meet that SYCL wants together (4.17.3); in lockstep they are";
  int *lengths = shared<int>(all), *sums = shared<int>(all);
  unsigned *size = shared<unsigned>(1);
  for (std::size_t i = 0; i < all; ++i)
    lengths[i] = static_cast<int>(i * 37 % 101);
  constexpr int width = 16;
  check_rows<width>(q, lengths, sums, size);
  EXPECT_EQ(size[0], static_cast<unsigned>(width));
  for (std::size_t i = 0; i < all; ++i) {
    const int n = lengths[i / static_cast<std::size_t>(width)];
    EXPECT_EQ(sums[i], n * (n - 1) / 2 + 1000 * n) << i;
  }
}

/// Some sub-groups reduce, others do not; which is read from memory.
TEST_P(EarlyReturns, SubGroupsReduceUnderConditionsOutOfMemory) {
  int *takes_part = shared<int>(all), *out = shared<int>(all, -1);
  unsigned *size = shared<unsigned>(1);
  for (std::size_t i = 0; i < all; ++i)
    takes_part[i] = static_cast<int>(i / 64 % 2); // no sub-group is larger
  q.parallel_for(sycl::nd_range<1>(all, local), [=](sycl::nd_item<1> it) {
     const sycl::sub_group sg = it.get_sub_group();
     const std::size_t i = it.get_group_linear_id() * local + sg.get_group_linear_id() * sg.get_max_local_range()[0];
     size[0] = sg.get_max_local_range()[0];
     if (takes_part[i + it.get_local_id(0) * 0] != 0)
       out[it.get_global_id(0)] = sycl::reduce_over_group(sg, 1, sycl::plus<int>());
   }).wait();
  EXPECT_GT(size[0], 1u);
  for (std::size_t i = 0; i < all; ++i) {
    const std::size_t in_group = i % local, first = i - in_group % size[0];
    const std::size_t length = std::min<std::size_t>(size[0], local - (first % local));
    EXPECT_EQ(out[i], takes_part[first] ? static_cast<int>(length) : -1) << i;
  }
}

} // namespace
