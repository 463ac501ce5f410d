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

TEST_P(Khr, QueuesAreOfTheDefaultContext) {
  const sycl::platform platform = q.get_device().get_platform();
  const sycl::context context = platform.khr_get_default_context();
  EXPECT_EQ(context.get_devices(), platform.get_devices());
  EXPECT_EQ(sycl::queue(q.get_device()).get_context(), context);
  EXPECT_NE(sycl::context(q.get_device()), context);
}

} // namespace
