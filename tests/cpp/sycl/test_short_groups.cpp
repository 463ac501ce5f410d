// Launches whose groups or rows are shorter than vectors: every work-item is there once and knows its ids.
#include <array>
#include <cstdint>

#include "devices.hpp"

namespace {

using ShortGroups = EachDevice;
WEFT_EACH_DEVICE(ShortGroups);

/// What a work-item knows of itself; the dimensions as one number, in digits.
struct Ids {
  std::uint64_t global = 0, local = 0, group = 0, ranges = 0, linear = 0;
  int times = 0;
};

template <class Index> std::uint64_t digits(const Index &index, int dims) {
  std::uint64_t number = 0;
  for (int d = 0; d < dims; ++d)
    number = number * 1'000'000 + index[d];
  return number;
}

/// Runs an nd-range and compares what every work-item says with what it should say.
template <int D> void expect_ids(sycl::queue &q, Ids *out, sycl::range<D> global, sycl::range<D> local) {
  std::fill(out, out + global.size(), Ids{});
  q.parallel_for(sycl::nd_range<D>(global, local), [=](sycl::nd_item<D> it) {
     Ids &mine = out[it.get_global_linear_id()];
     mine.global = digits(it.get_global_id(), D);
     mine.local = digits(it.get_local_id(), D);
     mine.group = digits(it.get_group().get_group_id(), D);
     mine.ranges = digits(it.get_group_range(), D) * 3 + digits(it.get_local_range(), D) * 5 +
                   digits(it.get_global_range(), D) * 7;
     mine.linear = it.get_local_linear_id() * 1'000'000 + it.get_group_linear_id();
     mine.times += 1;
   }).wait();
  sycl::range<D> groups = global;
  for (int d = 0; d < D; ++d)
    groups[d] /= local[d];
  const std::uint64_t ranges = digits(groups, D) * 3 + digits(local, D) * 5 + digits(global, D) * 7;
  for (std::size_t i = 0; i < global.size(); ++i) {
    sycl::id<D> at, in, of;
    std::size_t rest = i, linear_local = 0, linear_group = 0;
    for (int d = D - 1; d >= 0; rest /= global[d--])
      at[d] = rest % global[d];
    for (int d = 0; d < D; ++d) {
      in[d] = at[d] % local[d];
      of[d] = at[d] / local[d];
      linear_local = linear_local * local[d] + in[d];
      linear_group = linear_group * groups[d] + of[d];
    }
    ASSERT_EQ(out[i].times, 1) << i;
    ASSERT_EQ(out[i].global, digits(at, D)) << i;
    ASSERT_EQ(out[i].local, digits(in, D)) << i;
    ASSERT_EQ(out[i].group, digits(of, D)) << i;
    ASSERT_EQ(out[i].ranges, ranges) << i;
    ASSERT_EQ(out[i].linear, linear_local * 1'000'000 + linear_group) << i;
  }
}

TEST_P(ShortGroups, KnowTheirIds) {
  Ids *out = shared<Ids>(4096);
  for (const std::size_t local : {1, 2, 3, 4, 8, 12, 16})
    for (const std::size_t groups : {1, 7, 100, 251})
      expect_ids<1>(q, out, {groups * local}, {local});
  for (const std::array<std::size_t, 4> shape : {std::array<std::size_t, 4>{1, 1, 37, 41},
                                                 {2, 4, 18, 17},
                                                 {8, 1, 3, 100},
                                                 {1, 8, 300, 1},
                                                 {4, 1, 200, 1},
                                                 {1, 2, 9, 4}})
    expect_ids<2>(q, out, {shape[0] * shape[2], shape[1] * shape[3]}, {shape[0], shape[1]});
  expect_ids<3>(q, out, {4, 10, 24}, {1, 2, 8});
  expect_ids<3>(q, out, {64, 6, 2}, {4, 2, 1});
  expect_ids<3>(q, out, {128, 1, 1}, {1, 1, 1});
}

// CUDA's grids have at most 65,535 along these.
TEST_P(ShortGroups, MayBeManyAlongSlowDimensions) {
  Ids *out = shared<Ids>(600'000);
  expect_ids<2>(q, out, {70'000, 1}, {1, 1});
  expect_ids<2>(q, out, {2 * 66'000, 4}, {2, 2});
  expect_ids<3>(q, out, {65'537, 2, 3}, {1, 2, 1});
  expect_ids<3>(q, out, {2, 3 * 65'600, 1}, {1, 3, 1});
}

TEST_P(ShortGroups, OfAnySizeReachEveryItemOnce) {
  int *out = shared<int>(20'000);
  for (const std::size_t local : {3, 10, 20, 24, 33, 100, 130})
    for (const std::size_t groups : {1, 7, 150}) {
      std::fill(out, out + 20'000, 0);
      q.parallel_for(sycl::nd_range<1>(groups * local, local), [=](sycl::nd_item<1> it) {
         out[it.get_global_id(0)] += int(it.get_global_id(0) + it.get_global_range(0) * 3 + it.get_group_range(0));
       }).wait();
      for (std::size_t i = 0; i < 20'000; ++i)
        ASSERT_EQ(out[i], i < groups * local ? int(i + groups * local * 3 + groups) : 0) << local << " " << i;
    }
  const std::size_t rows = 5 * 17, row = 12 * 11;
  std::fill(out, out + rows * row, 0);
  q.parallel_for(sycl::nd_range<2>({rows, row}, {5, 12}), [=](sycl::nd_item<2> it) {
     out[it.get_global_linear_id()] += int(it.get_global_id(0) * 1000 + it.get_global_id(1));
   }).wait();
  for (std::size_t i = 0; i < rows * row; ++i)
    ASSERT_EQ(out[i], int(i / row * 1000 + i % row));
}

TEST_P(ShortGroups, OfOneWorkItemMeetNoOne) {
  int *out = shared<int>(1000), *count = shared<int>(1);
  q.parallel_for(sycl::nd_range<1>(1000, 1), [=](sycl::nd_item<1> it) {
     const std::size_t i = it.get_global_id(0);
     out[i] = int(i);
     sycl::group_barrier(it.get_group());
     out[i] *= 2;
     sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*count).fetch_add(1);
   }).wait();
  EXPECT_EQ(*count, 1000);
  for (int i = 0; i < 1000; ++i)
    ASSERT_EQ(out[i], 2 * i);
}

TEST_P(ShortGroups, HaveLocalMemoryEach) {
  int *out = shared<int>(256);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> own(8, h);
     h.parallel_for(sycl::nd_range<1>(256, 2), [=](sycl::nd_item<1> it) {
       own[it.get_local_id(0)] = int(it.get_global_id(0));
       sycl::group_barrier(it.get_group());
       out[it.get_global_id(0)] = own[1 - it.get_local_id(0)];
     });
   }).wait();
  for (int i = 0; i < 256; ++i)
    ASSERT_EQ(out[i], i ^ 1);
}

TEST_P(ShortGroups, OfOneWorkItemFindTheirOwnElementsInLocalMemory) {
  constexpr int n = 1003, size = 16;
  float *x = shared<float>(n * size), *y = shared<float>(n);
  for (int i = 0; i < n * size; ++i)
    x[i] = float(i % 101);
  const auto changed = [](int i) { return i * 7 % size; };
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<float> own(size, h);
     h.parallel_for(sycl::nd_range<1>(n, 1), [=](sycl::nd_item<1> it) {
       const int i = int(it.get_global_id(0));
       for (int k = 0; k < size; ++k)
         own[k] = x[i * size + k];
       sycl::group_barrier(it.get_group());
       own[changed(i)] += 1000;
       float sum = 0;
       for (int k = size; k-- > 0;)
         sum = sum * 0.5f + own[k];
       y[i] = sum;
     });
   }).wait();
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = size; k-- > 0;)
      sum = sum * 0.5f + (x[i * size + k] + (k == changed(i) ? 1000 : 0));
    ASSERT_EQ(y[i], sum) << i;
  }
}

struct Mixed {
  double a;
  int b;
  short c;
  char d[3];
};

TEST_P(ShortGroups, OfOneWorkItemKeepRecordsAndBoundsOfLoopsInLocalMemory) {
  constexpr int n = 1003;
  const auto length = [](int i) { return i * 7 % 5 + 1; };
  const auto last = [](int i) { return i % 3 == 0; };
  double *y = shared<double>(n);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<Mixed> own(5, h);
     sycl::local_accessor<int> bound(1, h);
     h.parallel_for(sycl::nd_range<3>({1, 17, 59}, {1, 1, 1}), [=](sycl::nd_item<3> it) {
       const int i = int(it.get_global_linear_id());
       bound[0] = length(i);
       for (int k = 0; k < bound[0]; ++k)
         own[k] = Mixed{i * 0.5, k, short(i), {char(k), 1, 2}};
       Mixed *chosen = last(i) ? &own[bound[0] - 1] : &own[0];
       sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::work_group>(chosen->b).fetch_add(3);
       sycl::group_barrier(it.get_group());
       double sum = 0;
       for (int k = 0; k < bound[0]; ++k)
         sum += own[k].a + own[k].b * 10 + own[k].c + own[k].d[0] + own[k].d[2];
       y[i] = sum;
     });
   }).wait();
  for (int i = 0; i < n; ++i) {
    double sum = 30;
    for (int k = 0; k < length(i); ++k)
      sum += i * 0.5 + k * 10 + i + k + 2;
    ASSERT_EQ(y[i], sum) << i;
  }
}

TEST_P(ShortGroups, OfOneWorkItemCopyVectorsIntoLocalMemory) {
  constexpr int n = 1003;
  sycl::float4 *x = shared<sycl::float4>(n * 4);
  float *y = shared<float>(n);
  for (int i = 0; i < n * 4; ++i)
    x[i] = sycl::float4(float(i % 97), float(i % 89), 3, float(i % 83));
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<sycl::float4> own(4, h);
     h.parallel_for(sycl::nd_range<2>({59, 17}, {1, 1}), [=](sycl::nd_item<2> it) {
       const int i = int(it.get_global_linear_id());
       for (int k = 0; k < 4; ++k)
         own[k] = x[i * 4 + k];
       auto &more = *sycl::ext::oneapi::group_local_memory<int[3]>(it.get_group(), 1, 2, 3);
       more[i % 3] = 10;
       y[i] = own[i * 7 % 4].y() + own[3].w() + more[0] + more[1] + more[2];
     });
   }).wait();
  for (int i = 0; i < n; ++i)
    ASSERT_EQ(y[i], x[i * 4 + i * 7 % 4].y() + x[i * 4 + 3].w() + 16 - (i % 3 + 1)) << i;
}

TEST_P(ShortGroups, OfOneWorkItemCopyTablesThatAreTheSameForSomeOrAll) {
  constexpr int rows = 61, row = 67, size = 24;
  float *x = shared<float>(rows * size), *z = shared<float>(row * size), *y = shared<float>(rows * row);
  for (int i = 0; i < rows * size; ++i)
    x[i] = float(i % 103);
  for (int i = 0; i < row * size; ++i)
    z[i] = float(i % 7);
  for (const bool by_row : {false, true}) {
    q.submit([&](sycl::handler &h) {
       sycl::local_accessor<float> table(size, h);
       h.parallel_for(sycl::nd_range<2>({rows, row}, {1, 1}), [=](sycl::nd_item<2> it) {
         const int r = int(it.get_global_id(0)), c = int(it.get_global_id(1));
         for (int k = int(it.get_local_id(1)); k < size; k += int(it.get_local_range(1)))
           table[k] = x[(by_row ? r * size : 0) + k];
         sycl::group_barrier(it.get_group());
         float sum = 0;
         for (int k = 0; k < size; ++k)
           sum += table[k] * z[c * size + k] + table[(c + k) % size];
         y[r * row + c] = sum;
       });
     }).wait();
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < row; ++c) {
        const float *table = x + (by_row ? r * size : 0);
        float sum = 0;
        for (int k = 0; k < size; ++k)
          sum += table[k] * z[c * size + k] + table[(c + k) % size];
        ASSERT_EQ(y[r * row + c], sum) << by_row << " " << r << " " << c;
      }
  }
}

TEST_P(ShortGroups, OfOneWorkItemMayStoreTheSameAtTimesThatDiffer) {
  constexpr int n = 1003;
  int *y = shared<int>(n);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> own(2, h);
     h.parallel_for(sycl::nd_range<1>(n, 1), [=](sycl::nd_item<1> it) {
       const int i = int(it.get_global_id(0));
       own[0] = 1;
       own[1] = 2;
       if (i % 3 == 0)
         own[0] = 5;
       for (int k = 0; k < i % 4; ++k)
         own[1] += 3;
       y[i] = own[0] * 100 + own[1];
     });
   }).wait();
  for (int i = 0; i < n; ++i)
    ASSERT_EQ(y[i], (i % 3 == 0 ? 500 : 100) + 2 + i % 4 * 3) << i;
}

/// Every work-item of a range is there once, whichever dimensions are short.
template <int D> void expect_items(sycl::queue &q, int *out, sycl::range<D> extent) {
  std::fill(out, out + extent.size(), 0);
  q.parallel_for(extent, [=](sycl::item<D> it) {
     out[it.get_linear_id()] += int(it.get_linear_id() * 2 + it.get_range(D - 1));
   }).wait();
  for (std::size_t i = 0; i < extent.size(); ++i)
    ASSERT_EQ(out[i], int(i * 2 + extent[D - 1])) << i;
}

TEST_P(ShortGroups, AndShortRowsReachEveryItemOnce) {
  int *out = shared<int>(70'000);
  for (const std::size_t row :
       {1, 2, 3, 4, 5, 8, 9}) // one kernel serves all: later launches must not take others' code
    for (const std::size_t rows : {1, 5, 64, 129, 7001}) {
      expect_items<2>(q, out, {rows, row});
      expect_items<3>(q, out, {rows, row, 1});
      expect_items<3>(q, out, {1, rows, row});
      expect_items<3>(q, out, {rows, 1, row});
    }
}

TEST_P(ShortGroups, AndLongSlowDimensionsReachEveryItemOnce) {
  int *out = shared<int>(5'000'000);
  expect_items<2>(q, out, {200'000, 3});
  expect_items<2>(q, out, {1'100'000, 2});
  expect_items<2>(q, out, {5'000'000, 1});
  expect_items<3>(q, out, {1'100'000, 2, 1});
  expect_items<3>(q, out, {4'200'000, 1, 1});
  expect_items<3>(q, out, {2, 1'200'000, 2});
}

TEST_P(ShortGroups, AndShortRowsTakeOffsets) {
  int *out = shared<int>(3000);
  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::range<2>(500, 1), sycl::id<2>(100, 2),
                    [=](sycl::item<2> it) { out[it.get_id(0) * 4 + it.get_id(1)] += 1 + int(it.get_offset()[1]); });
   }).wait();
  for (std::size_t i = 0; i < 3000; ++i)
    ASSERT_EQ(out[i], i % 4 == 2 && i / 4 >= 100 && i / 4 < 600 ? 3 : 0) << i;
}

} // namespace
