// Parts of sub-groups (sycl_ext_oneapi_non_uniform_groups) by their first names and by those of today: chunk, fragment,
// tangle.
#include <algorithm>
#include <cstdint>
#include <numeric>

#include "devices.hpp"

namespace xp = sycl::ext::oneapi::experimental;

namespace {
class SubGroupParts : public EachDevice {};

/// A program's own name of a sub-group, as libraries that come from CUDA have it.
class Warp : public sycl::sub_group {
public:
  template <class Group> explicit Warp(const Group &) : sycl::sub_group() { rank = get_local_linear_id(); }
  template <class T> T shuffle_left(T x, std::uint32_t by) const {
    const T found = sycl::shift_group_left(static_cast<sycl::sub_group>(*this), x, by);
    return rank + by < get_local_linear_range() ? found : x;
  }
  std::uint32_t rank;
};
} // namespace

// What such libraries tell DPC++ about their class.
template <> struct sycl::detail::is_sub_group<Warp> : std::true_type {};
static_assert(sycl::is_group_v<Warp> && sycl::is_group_v<sycl::sub_group> && !sycl::is_group_v<int>);
static_assert(__spv::Scope(__spv::Scope::Flag::Subgroup) == 3);
static_assert(!std::is_default_constructible_v<sycl::sub_group>);

TEST_P(SubGroupParts, ClassesThatDeriveFromSubGroupsAreSubGroups) {
  constexpr int n = 64;
  int *sum = shared<int>(n), *next = shared<int>(n), *first = shared<int>(n), *plain = shared<int>(n);
  q.parallel_for(sycl::nd_range<1>(n, n), [=](sycl::nd_item<1> it) {
     const Warp warp(it.get_group());
     const int i = static_cast<int>(it.get_global_linear_id());
     sum[i] = sycl::reduce_over_group(warp, i, sycl::plus<>());
     plain[i] = sycl::reduce_over_group(it.get_sub_group(), i, sycl::plus<>());
     first[i] = sycl::group_broadcast(warp, i) - i + static_cast<int>(warp.rank);
     next[i] = warp.shuffle_left(i, 1) - i - (warp.rank + 1 < warp.get_local_linear_range() ? 1 : 0);
     sycl::group_barrier(warp);
   }).wait();
  for (int i = 0; i < n; ++i) {
    EXPECT_EQ(sum[i], plain[i]);
    EXPECT_EQ(first[i], 0);
    EXPECT_EQ(next[i], 0);
  }
}

TEST_P(SubGroupParts, PiecesOfSubGroupsExchangeValues) {
  constexpr int n = 64;
  int *left = shared<int>(n), *sum = shared<int>(n), *scan = shared<int>(n), *id = shared<int>(n);
  const auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  if (*std::max_element(sizes.begin(), sizes.end()) < 4)
    GTEST_SKIP() << "sub-groups have less than 4 work-items";
  bool *whole = shared<bool>(n);
  q.parallel_for(sycl::nd_range<1>(n, n), [=](sycl::nd_item<1> it) {
     const auto piece = xp::get_fixed_size_group<4>(it.get_sub_group());
     const int i = static_cast<int>(it.get_global_linear_id());
     whole[i] = it.get_sub_group().get_local_linear_range() % 4 == 0;
     id[i] = static_cast<int>(piece.get_local_linear_id());
     left[i] = sycl::shift_group_left(piece, i, 1);
     sum[i] = sycl::reduce_over_group(piece, i, sycl::plus<>());
     scan[i] = sycl::inclusive_scan_over_group(piece, i, sycl::plus<>());
     sycl::group_barrier(piece);
     sycl::group_barrier(xp::get_tangle_group(it.get_sub_group()));
   }).wait();
  for (int i = 0; i < n; ++i) {
    if (!whole[i])
      continue;
    const int first = i - id[i];
    EXPECT_EQ(sum[i], 4 * first + 6);
    EXPECT_EQ(scan[i], (i * (i + 1) - first * (first - 1)) / 2);
    if (id[i] < 3)
      EXPECT_EQ(left[i], i + 1);
  }
}

/// What a part of a sub-group computes, to be compared with loops over its members.
struct InPart {
  std::uint32_t id, size, number;
  int sum, up_to, before, second, next, best, joint;
  bool any, all, none, is_first;
};
template <class Part> InPart in_part(const Part &p, int x, const int *table) {
  const auto larger = [](int a, int b) { return a > b ? a : b; };
  InPart r{};
  r.id = p.get_local_linear_id(), r.size = p.get_local_linear_range(), r.number = p.get_group_linear_id();
  r.sum = sycl::reduce_over_group(p, x, sycl::plus<>());
  r.up_to = sycl::inclusive_scan_over_group(p, x, sycl::plus<>());
  r.before = sycl::exclusive_scan_over_group(p, x, 100, sycl::plus<>());
  r.second = sycl::group_broadcast(p, x, r.size > 1 ? 1 : 0);
  r.next = sycl::shift_group_left(p, x, 1);
  r.best = sycl::reduce_over_group(p, x, larger);
  r.joint = sycl::joint_reduce(p, table, table + 50, sycl::plus<>());
  r.any = sycl::any_of_group(p, x, [](int y) { return y % 5 == 0; });
  r.all = sycl::all_of_group(p, x >= 0), r.none = sycl::none_of_group(p, x > 1000);
  r.is_first = p.leader();
  sycl::group_barrier(p);
  return r;
}

template <class Make> void expect_parts(EachDevice &test, const Make &make, const std::vector<int> &key) {
  const int n = static_cast<int>(key.size());
  InPart *out = test.shared<InPart>(key.size());
  int *table = test.shared<int>(50, 2), *where = test.shared<int>(key.size());
  test.q
      .parallel_for(sycl::nd_range<1>(n, n),
                    [=](sycl::nd_item<1> it) {
                      const int i = static_cast<int>(it.get_global_linear_id());
                      where[i] = static_cast<int>(it.get_sub_group().get_group_linear_id());
                      make(it.get_sub_group(), [&](const auto &p) { out[i] = in_part(p, i, table); });
                    })
      .wait();
  for (int i = 0; i < n; ++i) {
    std::vector<int> members;
    for (int j = 0; j < n; ++j)
      if (key[j] == key[i] && where[j] == where[i])
        members.push_back(j);
    const auto at = static_cast<std::size_t>(std::find(members.begin(), members.end(), i) - members.begin());
    const InPart &r = out[i];
    EXPECT_EQ(r.id, at) << i;
    EXPECT_EQ(r.size, members.size()) << i;
    EXPECT_EQ(r.sum, std::accumulate(members.begin(), members.end(), 0)) << i;
    EXPECT_EQ(r.up_to, std::accumulate(members.begin(), members.begin() + static_cast<int>(at) + 1, 0)) << i;
    EXPECT_EQ(r.before, std::accumulate(members.begin(), members.begin() + static_cast<int>(at), 100)) << i;
    EXPECT_EQ(r.second, members[members.size() > 1 ? 1 : 0]) << i;
    if (at + 1 < members.size())
      EXPECT_EQ(r.next, members[at + 1]) << i;
    EXPECT_EQ(r.best, members.back()) << i;
    EXPECT_EQ(r.joint, 100) << i;
    EXPECT_EQ(r.any, std::any_of(members.begin(), members.end(), [](int y) { return y % 5 == 0; })) << i;
    EXPECT_TRUE(r.all && r.none && r.is_first == (at == 0)) << i;
  }
}

TEST_P(SubGroupParts, FragmentsKeepTheNumbersOfChunks) {
  const auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  if (*std::max_element(sizes.begin(), sizes.end()) < 4)
    GTEST_SKIP() << "sub-groups have less than 4 work-items";
  constexpr int n = 16;
  unsigned *out = shared<unsigned>(2 * n);
  q.parallel_for(sycl::nd_range<1>(n, n), [=](sycl::nd_item<1> it) {
     const auto i = it.get_global_linear_id();
     const auto chunk = xp::chunked_partition<2>(it.get_sub_group());
     const xp::fragment<sycl::sub_group> part = chunk;
     out[i] = part.get_group_linear_id() == chunk.get_group_linear_id() && part.get_local_id() == chunk.get_local_id();
     out[n + i] = part.get_group_range() == chunk.get_group_range() && part.leader() == chunk.leader();
   }).wait();
  EXPECT_EQ(std::vector<unsigned>(out, out + 2 * n), std::vector<unsigned>(2 * n, 1));
}

TEST_P(SubGroupParts, PartsOfSubGroupsAreGroups) {
  const auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  if (*std::max_element(sizes.begin(), sizes.end()) < 4)
    GTEST_SKIP() << "sub-groups have less than 4 work-items";
  constexpr int n = 64;
  std::vector<int> thirds(n), pieces(n), whole(n, 0);
  for (int i = 0; i < n; ++i)
    thirds[i] = i % 32 % 3 == 0, pieces[i] = i / 4;
  const auto ballot = [](sycl::sub_group sg, const auto &use) {
    use(xp::get_ballot_group(sg, sg.get_local_linear_id() % 3 == 0));
  };
  const auto piece = [](sycl::sub_group sg, const auto &use) { use(xp::get_fixed_size_group<4>(sg)); };
  const auto by_chance = [](sycl::sub_group, const auto &use) { use(xp::this_kernel::get_opportunistic_group()); };
  const auto ballot_in_branches = [](sycl::sub_group sg, const auto &use) {
    const bool third = sg.get_local_linear_id() % 3 == 0;
    const auto part = xp::get_ballot_group(sg, third);
    if (third)
      use(part);
    else
      use(part);
  };
  const auto part_of_ballot_in_a_branch = [](sycl::sub_group sg, const auto &use) {
    const auto i = sg.get_local_linear_id();
    const auto part = xp::binary_partition(sg, i % 3 == 0);
    if (i % 3 == 0)
      use(xp::binary_partition(part, i % 2 == 0));
    else
      use(xp::binary_partition(part, i % 2 == 0));
  };
  const auto together = [](sycl::sub_group sg, const auto &use) { use(xp::get_tangle_group(sg)); };
  const auto chunk_of_chunk = [](sycl::sub_group sg, const auto &use) {
    use(xp::chunked_partition<4>(xp::chunked_partition<16>(sg)));
  };
  const auto chunk_as_fragment = [](sycl::sub_group sg, const auto &use) {
    const xp::fragment<sycl::sub_group> part = xp::chunked_partition<4>(sg);
    use(part);
  };
  const auto part_of_chunk = [](sycl::sub_group sg, const auto &use) {
    use(xp::binary_partition(xp::chunked_partition<4>(sg), sg.get_local_linear_id() % 3 == 0));
  };
  const auto part_of_part = [](sycl::sub_group sg, const auto &use) {
    const auto i = sg.get_local_linear_id();
    use(xp::binary_partition(xp::binary_partition(sg, i % 3 == 0), i % 2 == 0));
  };
  const auto tangled = [](sycl::sub_group sg, const auto &use) { use(xp::entangle(sg)); };
  std::vector<int> thirds_of_pieces(n), sixths(n);
  for (int i = 0; i < n; ++i)
    thirds_of_pieces[i] = 2 * pieces[i] + thirds[i], sixths[i] = 2 * thirds[i] + i % 2;
  expect_parts(*this, chunk_of_chunk, pieces);
  expect_parts(*this, chunk_as_fragment, pieces);
  expect_parts(*this, part_of_chunk, thirds_of_pieces);
  expect_parts(*this, part_of_part, sixths);
  expect_parts(*this, tangled, whole);
  expect_parts(*this, ballot, thirds);
  expect_parts(*this, piece, pieces);
  expect_parts(*this, by_chance, whole);
  expect_parts(*this, ballot_in_branches, thirds);
  expect_parts(*this, part_of_ballot_in_a_branch, sixths);
  expect_parts(*this, together, whole);
  if (!q.get_device().is_cpu())
    return;
  const auto tangled_in_branches = [](sycl::sub_group sg, const auto &use) {
    if (sg.get_local_linear_id() % 3 == 0)
      use(xp::get_tangle_group(sg));
    else
      use(xp::get_tangle_group(sg));
  };
  const auto by_chance_in_branches = [](sycl::sub_group sg, const auto &use) {
    if (sg.get_local_linear_id() % 3 == 0)
      use(xp::this_kernel::get_opportunistic_group());
    else
      use(xp::this_kernel::get_opportunistic_group());
  };
  expect_parts(*this, tangled_in_branches, thirds);
  expect_parts(*this, by_chance_in_branches, thirds);
}

TEST_P(SubGroupParts, WhoRunsTogetherInABranchCountsItself) {
  constexpr int n = 64;
  std::uint32_t *rank = shared<std::uint32_t>(n, 100), *size = shared<std::uint32_t>(n),
                *leaders = shared<std::uint32_t>(1);
  q.parallel_for(sycl::nd_range<1>(n, n), [=](sycl::nd_item<1> it) {
     const auto i = it.get_global_linear_id();
     if (i % 5 > 1)
       return;
     const auto part = xp::this_work_item::get_opportunistic_group();
     rank[i] = sycl::exclusive_scan_over_group(part, 1u, sycl::plus<>());
     size[i] = sycl::reduce_over_group(part, 1u, sycl::plus<>());
     sycl::group_barrier(part);
     if (part.leader())
       sycl::atomic_ref<std::uint32_t, sycl::memory_order::relaxed, sycl::memory_scope::device>(*leaders) += size[i];
   }).wait();
  for (int i = 0; i < n; ++i)
    EXPECT_TRUE(i % 5 > 1 ? rank[i] == 100 : rank[i] < size[i]) << i;
  EXPECT_EQ(*leaders, 26u); // each of those that come is in one part
}

TEST_P(SubGroupParts, OfSubGroupsOfOne) {
  if (!q.get_device().is_cpu() && q.get_backend() != sycl::backend::ext_oneapi_cuda)
    GTEST_SKIP() << "sub-groups have more than one work-item";
  constexpr int n = 8;
  std::uint32_t *out = shared<std::uint32_t>(n);
  q.parallel_for(sycl::nd_range<1>(n, n), [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(1)]] {
     const auto i = static_cast<std::uint32_t>(it.get_global_linear_id());
     const auto ballot = xp::get_ballot_group(it.get_sub_group(), i % 2 == 0);
     const auto together = xp::this_work_item::get_opportunistic_group();
     sycl::group_barrier(ballot);
     out[i] = sycl::ext::oneapi::group_ballot(it.get_sub_group(), i % 2 == 0).count() +
              10 * sycl::reduce_over_group(ballot, i, sycl::plus<>()) + 100 * together.get_local_linear_range();
   }).wait();
  for (std::uint32_t i = 0; i < n; ++i)
    EXPECT_EQ(out[i], (i % 2 == 0) + 10 * i + 100) << i;
}

TEST_P(SubGroupParts, SayWhatTheyAre) {
  static_assert(sycl::is_group_v<xp::ballot_group<sycl::sub_group>> && !sycl::is_group_v<int>);
  static_assert(xp::is_user_constructed_group_v<xp::opportunistic_group>);
  static_assert(std::is_same_v<xp::chunk<4, sycl::sub_group>, xp::fixed_size_group<4, sycl::sub_group>> &&
                xp::is_user_constructed_group_v<xp::fragment<xp::chunk<8, sycl::sub_group>>>);
  EXPECT_EQ(q.get_device().has(sycl::aspect::ext_oneapi_chunk), q.get_device().has(sycl::aspect::ext_oneapi_fragment));
  EXPECT_TRUE(q.get_device().has(sycl::aspect::ext_oneapi_opportunistic_group));
  static_assert(xp::is_fixed_topology_group_v<xp::root_group<2>> && xp::is_fixed_topology_group_v<sycl::group<1>>);
}

WEFT_EACH_DEVICE(SubGroupParts);
