// What work-items of a sub-group do together in sub-groups of every size that kernels may require, against plain loops.
#include <algorithm>
#include <vector>

#include "devices.hpp"

namespace {

namespace xp = sycl::ext::oneapi::experimental;
using SubGroupSizes = EachDevice;
WEFT_EACH_DEVICE(SubGroupSizes);

constexpr std::size_t groups = 3;

/// What a work-item was told, and what it got from the others.
struct Answers {
  unsigned group, own, range, most, subgroups;
  int shifted_left, shifted_right, exchanged, chosen, first;
  int sum, product, least, inclusive, exclusive;
  float sum_of_floats;
  double sum_of_doubles;
  bool any, all;
  unsigned ballot;
  int of_the_same_side, of_four, of_group, before_in_group, through_memory;
};

int value_of(std::size_t i) {
  return static_cast<int>(i * 7 % 23) - 5;
}

template <int Size> struct Kernel {
  Answers *out;
  int *memory;

  [[sycl::reqd_sub_group_size(Size)]] void operator()(sycl::nd_item<2> it) const {
    const sycl::sub_group sg = it.get_sub_group();
    const std::size_t i = it.get_global_linear_id();
    const int own = value_of(i);
    const auto range = static_cast<unsigned>(sg.get_local_linear_range());
    const auto lane = static_cast<unsigned>(sg.get_local_linear_id());
    Answers &a = out[i];
    a.group = sg.get_group_linear_id();
    a.own = lane;
    a.range = range;
    a.most = static_cast<unsigned>(sg.get_max_local_range()[0]);
    a.subgroups = sg.get_group_linear_range();
    const int left = sycl::shift_group_left(sg, own, 1), right = sycl::shift_group_right(sg, own, 1);
    a.shifted_left = lane + 1 < range ? left : 0;
    a.shifted_right = lane > 0 ? right : 0;
    const int exchanged = sycl::permute_group_by_xor(sg, own, 1);
    a.exchanged = (lane ^ 1) < range ? exchanged : 0;
    a.chosen = sycl::select_from_group(sg, own, (lane + 3) % range);
    a.first = sycl::group_broadcast(sg, own);
    a.sum = sycl::reduce_over_group(sg, own, sycl::plus<>());
    a.product = sycl::reduce_over_group(sg, own % 2 == 0 ? 1 : -1, sycl::multiplies<>());
    a.least = sycl::reduce_over_group(sg, own, sycl::minimum<>());
    a.inclusive = sycl::inclusive_scan_over_group(sg, own, sycl::plus<>());
    a.exclusive = sycl::exclusive_scan_over_group(sg, own, sycl::plus<>());
    a.sum_of_floats = sycl::reduce_over_group(sg, static_cast<float>(own) / 2, sycl::plus<>());
    a.sum_of_doubles = sycl::reduce_over_group(sg, static_cast<double>(own) / 4, sycl::plus<>());
    a.any = sycl::any_of_group(sg, own == 3);
    a.all = sycl::all_of_group(sg, own < 15);
    const auto ballot = sycl::ext::oneapi::group_ballot(sg, own > 2);
    ballot.extract_bits(a.ballot);
    a.of_the_same_side = sycl::reduce_over_group(xp::get_ballot_group(sg, own > 2), own, sycl::plus<>());
    if constexpr (Size >= 4)
      a.of_four =
          range == Size ? sycl::inclusive_scan_over_group(xp::chunked_partition<4>(sg), own, sycl::plus<>()) : 0;
    a.of_group = sycl::reduce_over_group(it.get_group(), own, sycl::plus<>());
    a.before_in_group = sycl::exclusive_scan_over_group(it.get_group(), own, sycl::plus<>());
    memory[i] = own;
    sycl::group_barrier(sg);
    a.through_memory = memory[i - lane + (lane + 1) % range];
  }
};

/// A work-group, cut into sub-groups `line` by `line`: CPUs begin one with each row.
struct Shape {
  std::size_t local, line;
};

/// The same for work-item `i` of a group whose first has the global index `first`.
Answers expected(std::size_t first, Shape shape, std::size_t i, std::size_t size) {
  Answers a{};
  const auto [local, line] = shape;
  const std::size_t start_of_line = i / line * line, in_line = (line + size - 1) / size;
  const std::size_t start = start_of_line + i % line / size * size;
  const std::size_t range = std::min(size, start_of_line + line - start), lane = i - start;
  const auto value = [&](std::size_t of) { return value_of(first + start + of); };
  a.group = static_cast<unsigned>(i / line * in_line + i % line / size);
  a.own = static_cast<unsigned>(lane);
  a.range = static_cast<unsigned>(range);
  a.most = static_cast<unsigned>(size);
  a.subgroups = static_cast<unsigned>(local / line * in_line);
  a.shifted_left = lane + 1 < range ? value(lane + 1) : 0;
  a.shifted_right = lane > 0 ? value(lane - 1) : 0;
  a.exchanged = (lane ^ 1) < range ? value(lane ^ 1) : 0;
  a.chosen = value((lane + 3) % range);
  a.first = value(0);
  a.product = 1;
  a.least = value(0);
  a.all = true;
  for (std::size_t j = 0; j < range; ++j) {
    const int v = value(j);
    a.sum += v;
    a.product *= v % 2 == 0 ? 1 : -1;
    a.least = std::min(a.least, v);
    a.inclusive += j <= lane ? v : 0;
    a.exclusive += j < lane ? v : 0;
    a.any |= v == 3;
    a.all &= v < 15;
    a.ballot |= v > 2 ? 1u << j : 0;
    a.of_the_same_side += (v > 2) == (value(lane) > 2) ? v : 0;
    a.of_four += size >= 4 && range == size && j / 4 == lane / 4 && j <= lane ? v : 0;
  }
  a.sum_of_floats = static_cast<float>(a.sum) / 2;
  a.sum_of_doubles = static_cast<double>(a.sum) / 4;
  for (std::size_t j = 0; j < local; ++j) {
    a.of_group += value_of(first + j);
    a.before_in_group += j < i ? value_of(first + j) : 0;
  }
  a.through_memory = value((lane + 1) % range);
  return a;
}

#define EXPECT_ALIKE(member) EXPECT_EQ(got.member, wanted.member) << #member << ' ' << size << ' ' << local << ' ' << i

void compare(const Answers &got, const Answers &wanted, int size, std::size_t local, std::size_t i) {
  EXPECT_ALIKE(group);
  EXPECT_ALIKE(own);
  EXPECT_ALIKE(range);
  EXPECT_ALIKE(most);
  EXPECT_ALIKE(subgroups);
  EXPECT_ALIKE(shifted_left);
  EXPECT_ALIKE(shifted_right);
  EXPECT_ALIKE(exchanged);
  EXPECT_ALIKE(chosen);
  EXPECT_ALIKE(first);
  EXPECT_ALIKE(sum);
  EXPECT_ALIKE(product);
  EXPECT_ALIKE(least);
  EXPECT_ALIKE(inclusive);
  EXPECT_ALIKE(exclusive);
  EXPECT_ALIKE(sum_of_floats);
  EXPECT_ALIKE(sum_of_doubles);
  EXPECT_ALIKE(any);
  EXPECT_ALIKE(all);
  EXPECT_ALIKE(ballot);
  EXPECT_ALIKE(of_the_same_side);
  EXPECT_ALIKE(of_four);
  EXPECT_ALIKE(of_group);
  EXPECT_ALIKE(before_in_group);
  EXPECT_ALIKE(through_memory);
}

template <int Size> void check(sycl::queue q, Answers *out, int *memory, std::size_t rows, std::size_t columns) {
  const std::size_t local = rows * columns;
  const Shape shape{local, q.get_device().is_cpu() ? columns : local};
  q.parallel_for(sycl::nd_range<2>({groups * rows, columns}, {rows, columns}), Kernel<Size>{out, memory}).wait();
  for (std::size_t i = 0; i < groups * local; ++i)
    compare(out[i], expected(i / local * local, shape, i % local, Size), Size, local, i);
}

template <int Size> void check_groups(sycl::queue q, Answers *out, int *memory) {
  const sycl::kernel_id id = sycl::get_kernel_id<Kernel<Size>>();
  if (!sycl::is_compatible({id}, q.get_device())) {
    EXPECT_FALSE(q.get_device().is_cpu() || q.get_backend() == sycl::backend::ext_oneapi_cuda) << Size;
    return;
  }
  for (const auto &[rows, columns] : {std::pair<std::size_t, std::size_t>(1, 128), {4, 16}, {3, 7}, {1, 1}, {5, 20}})
    check<Size>(q, out, memory, rows, columns);
}

TEST_P(SubGroupSizes, AllAnswerAlike) {
  Answers *out = shared<Answers>(groups * 128);
  int *memory = shared<int>(groups * 128);
  check_groups<1>(q, out, memory);
  check_groups<2>(q, out, memory);
  check_groups<4>(q, out, memory);
  check_groups<8>(q, out, memory);
  check_groups<16>(q, out, memory);
  check_groups<32>(q, out, memory);
}

} // namespace
