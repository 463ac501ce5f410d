// Extensions of Khronos' own: work-item queries, the group interface, casts of pointers, queues and contexts.
#include <future>
#include <type_traits>

#include "devices.hpp"

namespace {

namespace khr = sycl::khr;

using Khr = EachDevice;
WEFT_EACH_DEVICE(Khr);

TEST_P(Khr, WorkItemsAreThereWithoutAnArgument) {
  bool *same = shared<bool>(24);
  q.parallel_for(sycl::nd_range<2>({4, 6}, {2, 3}), [=](sycl::nd_item<2> it) {
     same[it.get_global_linear_id()] = khr::this_nd_item<2>().get_global_id() == it.get_global_id() &&
                                       khr::this_group<2>() == it.get_group() &&
                                       khr::this_sub_group() == it.get_sub_group();
   }).wait();
  for (int i = 0; i < 24; ++i)
    EXPECT_TRUE(same[i]) << i;
}

TEST_P(Khr, GroupsAndTheirMembersAnswerAsGroupsOfSycl) {
  static_assert(std::is_same_v<khr::work_group<2>::range_type, sycl::range<2>>);
  static_assert(std::is_same_v<khr::member_item<khr::sub_group>::size_type, std::uint32_t>);
  static_assert(khr::member_item<khr::work_group<3>>::fence_scope == sycl::memory_scope::work_item);
  bool *same = shared<bool>(4 * 24);
  q.parallel_for(sycl::nd_range<2>({4, 6}, {2, 3}), [=](sycl::nd_item<2> it) {
     bool *to = same + 4 * it.get_global_linear_id();
     const sycl::group<2> g = it.get_group();
     const sycl::sub_group s = it.get_sub_group();
     const khr::work_group work_group = g;
     const khr::sub_group sub_group = s;
     to[0] = work_group.id() == g.get_group_id() && work_group.linear_id() == g.get_group_linear_id() &&
             work_group.range() == g.get_group_range() && work_group.size() == 6 &&
             khr::leader_of(work_group) == g.leader() && sycl::group<2>(work_group) == g;
     to[1] = sub_group.linear_id() == s.get_group_linear_id() && sub_group.id() == s.get_group_id() &&
             sub_group.range() == s.get_group_range() && sub_group.size() == s.get_local_linear_range() &&
             sub_group.max_size() == s.get_max_local_range()[0] && khr::leader_of(sub_group) == s.leader();
     const auto in_group = khr::get_member_item(work_group);
     to[2] = in_group.id() == g.get_local_id() && in_group.linear_id() == g.get_local_linear_id() &&
             in_group.range() == g.get_local_range() && in_group.size() == 1 && khr::leader_of(in_group);
     const khr::member_item in_sub_group = khr::get_member_item(sub_group);
     to[3] = in_sub_group.id() == s.get_local_id() && in_sub_group.linear_id() == s.get_local_linear_id() &&
             in_sub_group.range() == s.get_local_range() && in_sub_group.size() == 1;
   }).wait();
  for (int i = 0; i < 4 * 24; ++i)
    EXPECT_TRUE(same[i]) << i;
}

TEST_P(Khr, StaticCastsKeepTheAddressAndTheDecoration) {
  using sycl::access::address_space;
  using sycl::access::decorated;
  int *values = shared<int>(4);
  bool *same = shared<bool>(4);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int, 1> local(1, h);
     h.parallel_for(sycl::nd_range<1>(4, 1), [=](sycl::nd_item<1> it) {
       const sycl::decorated_generic_ptr<int> generic(values);
       const auto decorated_global = khr::static_addrspace_cast<address_space::global_space>(generic);
       static_assert(std::is_same_v<decltype(decorated_global), const sycl::decorated_global_ptr<int>>);
       const auto global = khr::static_addrspace_cast<address_space::global_space>(values);
       static_assert(std::is_same_v<decltype(global), const sycl::raw_global_ptr<int>>);
       int *in_group = &local[0];
       int own = 0;
       same[it.get_global_id(0)] =
           decorated_global.get_raw() == values && global.get() == values &&
           khr::static_addrspace_cast<address_space::local_space>(in_group).get_raw() == in_group &&
           khr::static_addrspace_cast<address_space::private_space>(&own).get_raw() == &own;
     });
   }).wait();
  for (int i = 0; i < 4; ++i)
    EXPECT_TRUE(same[i]) << i;
}

namespace {

using sycl::access::address_space;

constexpr unsigned is_global = 1, is_local = 2, is_private = 4;

/// By which casts it is not null; 8 for the generic space.
template <class Pointer> unsigned casts_of(Pointer p) {
  const auto is = [&](const auto &cast) { return cast.get_raw() != nullptr; };
  return (is(khr::dynamic_addrspace_cast<address_space::global_space>(p)) ? is_global : 0) |
         (is(khr::dynamic_addrspace_cast<address_space::local_space>(p)) ? is_local : 0) |
         (is(khr::dynamic_addrspace_cast<address_space::private_space>(p)) ? is_private : 0) |
         (is(khr::dynamic_addrspace_cast<address_space::generic_space>(p)) ? 8u : 0u);
}

} // namespace

TEST_P(Khr, DynamicCastsFindTheMemoryOfAnObject) {
  constexpr std::size_t n = 128;
  int *values = shared<int>(n);
  unsigned *found = shared<unsigned>(5 * n);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int, 1> local(32, h);
     h.parallel_for(sycl::nd_range<1>(n, 32), [=](sycl::nd_item<1> it) {
       const std::size_t i = it.get_global_id(0), l = it.get_local_id(0);
       int own[3] = {static_cast<int>(i), 2, 3};
       const sycl::decorated_generic_ptr<int> generic(values);
       static_assert(std::is_same_v<sycl::remove_decoration_t<decltype(generic)::pointer>, int *>);
       static_assert(std::is_same_v<decltype(khr::dynamic_addrspace_cast<address_space::local_space>(generic)),
                                    sycl::decorated_local_ptr<int>>);
       found[5 * i] = casts_of(generic);
       found[5 * i + 1] = casts_of(&local[l]);
       found[5 * i + 2] = casts_of(&own[l % 3]);
       int *const chosen = l % 3 == 0 ? values + i : l % 3 == 1 ? &local[l] : own;
       found[5 * i + 3] = casts_of(chosen);
       sycl::group_barrier(it.get_group());
       own[l % 3] += local[31 - l];
       found[5 * i + 4] =
           casts_of(own + l % 3) |
           (sycl::address_space_cast<address_space::local_space, sycl::access::decorated::no>(own).get_raw() != nullptr
                ? 16
                : 0);
       *chosen = own[0];
     });
   }).wait();
  for (std::size_t i = 0; i < n; ++i) {
    const unsigned of_chosen[] = {is_global, is_local, is_private};
    EXPECT_EQ(found[5 * i], is_global | 8) << i;
    EXPECT_EQ(found[5 * i + 1], is_local | 8) << i;
    EXPECT_EQ(found[5 * i + 2], is_private | 8) << i;
    EXPECT_EQ(found[5 * i + 3], of_chosen[i % 32 % 3] | 8) << i;
    EXPECT_EQ(found[5 * i + 4], is_private | 8) << i;
  }
}

TEST_P(Khr, DynamicCastsFindMemoryBehindPointersInMemory) {
  constexpr std::size_t n = 64;
  struct pair {
    int *first, *second;
  };
  int *values = shared<int>(n), on_the_stack[n] = {};
  pair *pairs = shared<pair>(n, {values, values + 1});
  unsigned *found = shared<unsigned>(2 * n);
  sycl::buffer<int> of_the_stack(on_the_stack, n);
  q.submit([&](sycl::handler &h) {
     sycl::accessor a(of_the_stack, h);
     h.parallel_for(n, [=](sycl::id<1> i) { // memory of the host's stack is global
       found[i] = casts_of(&a[i]);
       found[n + i] = casts_of(i[0] % 2 == 0 ? pairs[i].first : pairs[i].second);
     });
   }).wait();
  for (std::size_t i = 0; i < 2 * n; ++i)
    EXPECT_EQ(found[i], is_global | 8) << i;
}

TEST_P(Khr, DynamicCastsFindTheMemoryOfItemsThatWait) {
  constexpr std::size_t n = 64;
  int *ticket = shared<int>(1);
  unsigned *found = shared<unsigned>(2 * n);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int, 1> local(8, h);
     h.parallel_for(sycl::nd_range<1>(n, 8), [=](sycl::nd_item<1> it) {
       const int i = static_cast<int>(it.get_global_id(0));
       int own[2] = {i, 1};
       int *const chosen = i % 2 == 0 ? own : &local[it.get_local_id(0)];
       found[i] = casts_of(chosen);
       sycl::atomic_ref<int, sycl::memory_order::acq_rel, sycl::memory_scope::device> turn(*ticket);
       while (turn.load() != i) {
       }
       found[n + i] = casts_of(chosen);
       turn.store(i + own[1]);
     });
   }).wait();
  for (std::size_t i = 0; i < 2 * n; ++i)
    EXPECT_EQ(found[i], (i % 2 == 0 ? is_private : is_local) | 8) << i;
}

TEST_P(Khr, QueuesKnowWhetherTheyAreEmpty) {
  EXPECT_TRUE(q.khr_empty());
  std::promise<void> go;
  q.submit([&](sycl::handler &h) { h.host_task([&] { go.get_future().wait(); }); });
  EXPECT_FALSE(q.khr_empty());
  q.khr_flush();
  go.set_value();
  q.wait();
  EXPECT_TRUE(q.khr_empty());
}

TEST_P(Khr, FlushedCommandsEndWithoutAWait) {
  int *x = shared<int>(1);
  const sycl::event done = q.single_task([=] { *x = 7; });
  q.khr_flush();
  while (done.get_info<sycl::info::event::command_execution_status>() != sycl::info::event_command_status::complete) {
  }
  EXPECT_EQ(*x, 7);
}

TEST_P(Khr, DevicesSayHowManyGroupsALaunchMayHave) {
  const sycl::device d = q.get_device();
  const auto most = d.get_info<khr::info::device::max_work_group_range<>>();
  static_assert(std::is_same_v<decltype(most), const sycl::range<3>>);
  const auto of_oneapi = d.get_info<sycl::ext::oneapi::experimental::info::device::max_work_groups<3>>();
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(most[i], of_oneapi[i]);
  EXPECT_EQ(d.get_info<khr::info::device::max_work_group_range<1>>()[0], most[2]);
  EXPECT_EQ(d.get_info<khr::info::device::max_work_group_range<2>>(), (sycl::range<2>(most[1], most[2])));
  EXPECT_GE(d.get_info<khr::info::device::max_work_group_range_size>(), most[2]);
}

/// Calls `f` with the queue, then with the handler of a command group on it.
template <class F> void on_both(sycl::queue q, const F &f) {
  f(q);
  q.wait();
  khr::submit(q, [&](sycl::handler &h) { f(h); });
  q.wait();
}

TEST_P(Khr, FreeFunctionsLaunchOnQueuesAndInCommandGroups) {
  int *x = shared<int>(24);
  int *sum = shared<int>(1);
  on_both(q, [&](auto &to) { khr::launch_task(to, [=] { x[0] += 1; }); });
  EXPECT_EQ(x[0], 2);
  on_both(q, [&](auto &to) {
    khr::launch(to, {4, 6}, [=](sycl::item<2> it) { x[it.get_linear_id()] += int(it.get_linear_id()); });
  });
  on_both(q, [&](auto &to) {
    khr::launch_grouped(to, {2, 3, 4}, {1, 3, 2},
                        [=](sycl::nd_item<3> it) { x[it.get_global_linear_id()] += int(it.get_local_range(1)); });
  });
  EXPECT_EQ(x[0], 8);
  for (int i = 1; i < 24; ++i)
    EXPECT_EQ(x[i], 2 * i + 6) << i;
  on_both(q, [&](auto &to) {
    khr::launch_reduce(to, {24}, [=](sycl::id<1> i, auto &s) { s += x[i]; }, sycl::reduction(sum, sycl::plus<>()));
  });
  on_both(q, [&](auto &to) {
    khr::launch_grouped_reduce(
        to, {24}, {6}, [=](sycl::nd_item<1> it, auto &s) { s += x[it.get_global_id(0)]; },
        sycl::reduction(sum, sycl::plus<>()));
  });
  EXPECT_EQ(*sum, 4 * (2 * 276 + 6 * 23 + 8));
}

TEST_P(Khr, FreeFunctionsCopyAndFill) {
  int *x = shared<int>(8);
  int *y = shared<int>(8);
  on_both(q, [&](auto &to) { khr::fill(to, x, 7, 8); });
  on_both(q, [&](auto &to) { khr::copy(to, x, y, 4); });
  on_both(q, [&](auto &to) { khr::memset(to, x, 1, 4); });
  on_both(q, [&](auto &to) { khr::memcpy(to, y + 4, x, 4); });
  on_both(q, [&](auto &to) { khr::prefetch(to, x, 4); });
  on_both(q, [&](auto &to) { khr::mem_advise(to, x, 4, 0); });
  EXPECT_EQ(std::vector<int>(y, y + 8), (std::vector<int>{7, 7, 7, 7, 0x01010101, 0, 0, 0}));
}

TEST_P(Khr, FreeFunctionsTakeAccessors) {
  using sycl::access_mode;
  using To = sycl::accessor<int, 1, access_mode::write>;
  using From = sycl::accessor<int, 1, access_mode::read>;
  const std::vector<int> in{1, 2, 3, 4};
  const std::shared_ptr<int[]> shared_in(new int[4]{5, 6, 7, 8});
  std::vector<int> out(4);
  const std::shared_ptr<int[]> shared_out(new int[4]());
  sycl::buffer<int> a(4), b(4);
  khr::copy(q, in.data(), To(a));
  khr::copy(q, From(a), To(b));
  khr::copy(q, From(b), out.data());
  q.wait();
  EXPECT_EQ(out, in);
  khr::copy(q, shared_in, To(a));
  khr::copy(q, From(a), shared_out);
  q.wait();
  EXPECT_EQ(std::vector<int>(shared_out.get(), shared_out.get() + 4), (std::vector<int>{5, 6, 7, 8}));
  khr::fill(q, To(a), 9);
  khr::update_host(q, From(a));
  khr::submit(q, [&](sycl::handler &h) { khr::copy(h, From(a, h), To(b, h)); });
  khr::submit(q, [&](sycl::handler &h) { khr::copy(h, From(b, h), out.data()); });
  q.wait();
  EXPECT_EQ(out, std::vector<int>(4, 9));
}

TEST_P(Khr, FreeFunctionsKeepOrder) {
  int *x = shared<int>(2);
  const sycl::event first = khr::submit_tracked(q, [&](sycl::handler &h) { khr::launch_task(h, [=] { x[0] = 1; }); });
  on_both(q, [&](auto &to) { khr::event_barrier(to, {first}); });
  khr::launch_task(q, [=] { x[1] = x[0] + 1; });
  on_both(q, [&](auto &to) { khr::command_barrier(to); });
  khr::launch_task(q, [=] { x[1] *= 5; });
  q.wait();
  EXPECT_EQ(x[1], 10);
}

TEST_P(Khr, QueuesAreOfTheDefaultContext) {
  const sycl::platform platform = q.get_device().get_platform();
  const sycl::context context = platform.khr_get_default_context();
  EXPECT_EQ(context.get_devices(), platform.get_devices());
  EXPECT_EQ(sycl::queue(q.get_device()).get_context(), context);
  EXPECT_NE(sycl::context(q.get_device()), context);
}

} // namespace
