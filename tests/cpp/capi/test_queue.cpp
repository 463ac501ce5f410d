// Queues, events and the stack of current queues.
#include <array>
#include <cstdint>
#include <functional>
#include <latch>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sycl/sycl.hpp>

#include "references.hpp"
#include "syclinterface/dpctl_sycl_type_casters.hpp"

namespace weft::capi_test {
namespace {

using dpctl::syclinterface::unwrap;
using dpctl::syclinterface::wrap;

TEST(CApiQueue, properties_are_kept) {
  const Queue plain = cpu_queue();
  EXPECT_FALSE(DPCTLQueue_IsInOrder(plain.get()));
  EXPECT_FALSE(DPCTLQueue_HasEnableProfiling(plain.get()));
  const Queue both = cpu_queue(DPCTL_IN_ORDER | DPCTL_ENABLE_PROFILING);
  EXPECT_TRUE(DPCTLQueue_IsInOrder(both.get()));
  EXPECT_TRUE(DPCTLQueue_HasEnableProfiling(both.get()));
}

TEST(CApiQueue, reference_points_to_a_sycl_queue) {
  const Queue queue = cpu_queue();
  const Queue copy(DPCTLQueue_Copy(queue.get()));
  EXPECT_TRUE(*unwrap<sycl::queue>(queue.get()) == *unwrap<sycl::queue>(copy.get()));
  EXPECT_TRUE(DPCTLQueue_AreEq(queue.get(), copy.get()));
  EXPECT_EQ(DPCTLQueue_Hash(queue.get()), DPCTLQueue_Hash(copy.get()));
  EXPECT_FALSE(DPCTLQueue_AreEq(queue.get(), cpu_queue().get()));
}

TEST(CApiQueue, device_outside_the_context_is_refused) {
  const Device device = cpu();
  if (DPCTLDevice_GetMaxComputeUnits(device.get()) < 2)
    GTEST_SKIP() << "one compute unit cannot be split";
  const Devices parts(DPCTLDevice_CreateSubDevicesEqually(device.get(), 1));
  const Device part(DPCTLDeviceVector_GetAt(parts.get(), 0));
  const Context context(DPCTLContext_Create(part.get(), nullptr, 0));
  EXPECT_EQ(DPCTLQueue_Create(context.get(), device.get(), nullptr, 0), nullptr);
}

TEST(CApiQueue, fills_and_copies_wait_for_events) {
  const Queue queue = cpu_queue();
  constexpr std::size_t count = 1000;
  auto *memory = reinterpret_cast<std::uint32_t *>(DPCTLmalloc_shared(count * 4, queue.get()));
  ASSERT_NE(memory, nullptr);
  const Event filled(DPCTLQueue_Fill32(queue.get(), memory, 0xdeadbeef, count));
  std::vector<std::uint32_t> host(count);
  DPCTLSyclEventRef depends[] = {filled.get()};
  const Event copied(DPCTLQueue_MemcpyWithEvents(queue.get(), host.data(), memory, count * 4, depends, 1));
  DPCTLEvent_Wait(copied.get());
  EXPECT_EQ(host, std::vector<std::uint32_t>(count, 0xdeadbeef));
  EXPECT_EQ(DPCTLEvent_GetCommandExecutionStatus(copied.get()), DPCTL_COMPLETE);
  DPCTLfree_with_queue(reinterpret_cast<DPCTLSyclUSMRef>(memory), queue.get());
}

TEST(CApiQueue, commands_wait_for_the_events_given_and_for_no_others) {
  const Queue queue = cpu_queue();
  auto &q = *unwrap<sycl::queue>(queue.get());
  const auto host_task = [&](std::function<void()> work) {
    return Event(wrap<sycl::event>(new sycl::event(q.submit([&](sycl::handler &h) { h.host_task(std::move(work)); }))));
  };
  std::latch started(1), go(1);
  const Event quick = host_task([] {});
  const Event held = host_task([&] {
    started.count_down();
    go.wait();
  });
  DPCTLSyclEventRef both[] = {quick.get(), held.get()};
  int from = 1, to = 0;
  const Event copied(DPCTLQueue_MemcpyWithEvents(queue.get(), &to, &from, sizeof from, both, 2));
  const Event after_quick(DPCTLQueue_SubmitBarrierForEvents(queue.get(), both, 1));
  DPCTLEvent_Wait(after_quick.get());
  started.wait();
  EXPECT_EQ(DPCTLEvent_GetCommandExecutionStatus(held.get()), DPCTL_RUNNING);
  EXPECT_EQ(DPCTLEvent_GetCommandExecutionStatus(copied.get()), DPCTL_SUBMITTED);
  from = 2;
  go.count_down();
  DPCTLEvent_Wait(copied.get());
  EXPECT_EQ(to, 2);
}

TEST(CApiQueue, hints_about_memory_are_commands_of_the_queue) {
  const Queue queue = cpu_queue(DPCTL_IN_ORDER);
  auto *memory = reinterpret_cast<std::uint32_t *>(DPCTLmalloc_shared(4000, queue.get()));
  ASSERT_NE(memory, nullptr);
  const Event filled(DPCTLQueue_Fill32(queue.get(), memory, 7, 1000));
  const Event prefetched(DPCTLQueue_Prefetch(queue.get(), memory, 4000));
  const Event advised(DPCTLQueue_MemAdvise(queue.get(), memory, 4000, 0));
  ASSERT_NE(prefetched, nullptr);
  ASSERT_NE(advised, nullptr);
  DPCTLEvent_Wait(advised.get());
  for (const Event *event : {&filled, &prefetched, &advised})
    EXPECT_EQ(DPCTLEvent_GetCommandExecutionStatus(event->get()), DPCTL_COMPLETE);
  EXPECT_EQ(std::accumulate(memory, memory + 1000, 0u), 7000u);
  EXPECT_EQ(DPCTLQueue_Prefetch(nullptr, memory, 4000), nullptr);
  EXPECT_EQ(DPCTLQueue_MemAdvise(nullptr, memory, 4000, 0), nullptr);
  DPCTLfree_with_queue(reinterpret_cast<DPCTLSyclUSMRef>(memory), queue.get());
}

TEST(CApiQueue, fill128_repeats_sixteen_bytes) {
  const Queue queue = cpu_queue();
  std::uint64_t value[2] = {1, 2};
  auto *memory = reinterpret_cast<std::uint64_t *>(DPCTLmalloc_host(64, queue.get()));
  const Event filled(DPCTLQueue_Fill128(queue.get(), memory, value, 4));
  DPCTLEvent_Wait(filled.get());
  EXPECT_EQ((std::array{memory[0], memory[1], memory[6], memory[7]}), (std::array<std::uint64_t, 4>{1, 2, 1, 2}));
  DPCTLfree_with_queue(reinterpret_cast<DPCTLSyclUSMRef>(memory), queue.get());
  EXPECT_EQ(DPCTLQueue_Fill128(queue.get(), memory, nullptr, 4), nullptr);
}

TEST(CApiQueue, profiling_times_are_ordered_and_zero_without_profiling) {
  const Queue queue = cpu_queue(DPCTL_ENABLE_PROFILING);
  const Event barrier(DPCTLQueue_SubmitBarrier(queue.get()));
  const auto submit = DPCTLEvent_GetProfilingInfoSubmit(barrier.get());
  const auto start = DPCTLEvent_GetProfilingInfoStart(barrier.get());
  const auto end = DPCTLEvent_GetProfilingInfoEnd(barrier.get());
  EXPECT_GT(submit, 0u);
  EXPECT_LE(submit, start);
  EXPECT_LE(start, end);
  EXPECT_EQ(DPCTLEvent_GetProfilingInfoEnd(Event(DPCTLEvent_Create()).get()), 0u);
}

int reported = -1;

TEST(CApiQueue, asynchronous_errors_reach_the_callback_with_their_code) {
  reported = -1;
  const Queue queue(DPCTLQueue_CreateForDevice(cpu().get(), [](int code) { reported = code; }, 0));
  unwrap<sycl::queue>(queue.get())->submit([](sycl::handler &cgh) {
    cgh.host_task([] { throw sycl::exception(sycl::make_error_code(sycl::errc::kernel), "for the test"); });
  });
  unwrap<sycl::queue>(queue.get())->wait_and_throw();
  EXPECT_EQ(reported, static_cast<int>(sycl::errc::kernel));
}

TEST(CApiEvent, wait_and_throw_throws_the_error_of_the_work) {
  const Queue queue = cpu_queue();
  const sycl::event failed = unwrap<sycl::queue>(queue.get())->submit([](sycl::handler &h) {
    h.host_task([] { throw std::runtime_error("task"); });
  });
  const Event event(dpctl::syclinterface::wrap<sycl::event>(new sycl::event(failed)));
  EXPECT_THROW(DPCTLEvent_WaitAndThrow(event.get()), std::runtime_error);
  EXPECT_NO_THROW(DPCTLEvent_WaitAndThrow(nullptr));
}

TEST(CApiEvent, copies_are_the_same_event_and_outlive_it) {
  const Queue queue = cpu_queue();
  Event event(DPCTLQueue_SubmitBarrier(queue.get()));
  const Event copy(DPCTLEvent_Copy(event.get()));
  EXPECT_NE(copy, event);
  EXPECT_TRUE(*unwrap<sycl::event>(copy.get()) == *unwrap<sycl::event>(event.get()));
  event.reset();
  DPCTLEvent_Wait(copy.get());
  EXPECT_EQ(DPCTLEvent_GetCommandExecutionStatus(copy.get()), DPCTL_COMPLETE);
  EXPECT_EQ(DPCTLEvent_Copy(nullptr), nullptr);
}

TEST(CApiEvent, the_wait_list_holds_what_a_command_still_waits_for) {
  const Queue queue = cpu_queue();
  auto &q = *unwrap<sycl::queue>(queue.get());
  std::latch go(1);
  sycl::event held = q.submit([&](sycl::handler &h) { h.host_task([&] { go.wait(); }); });
  DPCTLSyclEventRef depends[] = {wrap<sycl::event>(&held)};
  const Event barrier(DPCTLQueue_SubmitBarrierForEvents(queue.get(), depends, 1));
  const Events events(DPCTLEvent_GetWaitList(barrier.get()));
  go.count_down();
  DPCTLEvent_Wait(barrier.get());
  ASSERT_EQ(DPCTLEventVector_Size(events.get()), 1u);
  const Event first(DPCTLEventVector_GetAt(events.get(), 0));
  EXPECT_TRUE(*unwrap<sycl::event>(first.get()) == held);
  EXPECT_EQ(DPCTLEvent_GetWaitList(nullptr), nullptr);
}

TEST(CApiQueueManager, stack_belongs_to_the_thread) {
  const Queue queue = cpu_queue();
  DPCTLQueueMgr_PushQueue(queue.get());
  EXPECT_EQ(DPCTLQueueMgr_GetQueueStackSize(), 1u);
  EXPECT_TRUE(DPCTLQueueMgr_IsCurrentQueue(queue.get()));
  std::thread([] {
    EXPECT_EQ(DPCTLQueueMgr_GetQueueStackSize(), 0u);
    EXPECT_TRUE(DPCTLQueueMgr_GlobalQueueIsCurrent());
  }).join();
  DPCTLQueueMgr_PopQueue();
  EXPECT_TRUE(DPCTLQueueMgr_GlobalQueueIsCurrent());
  const Queue current(DPCTLQueueMgr_GetCurrentQueue());
  EXPECT_FALSE(DPCTLQueue_AreEq(current.get(), queue.get()));
}

TEST(CApiQueueManager, last_pushed_is_current_and_below_all_the_global_one) {
  const Queue before(DPCTLQueueMgr_GetCurrentQueue()), global = cpu_queue(), first = cpu_queue(), last = cpu_queue();
  DPCTLQueueMgr_SetGlobalQueue(global.get());
  EXPECT_TRUE(DPCTLQueueMgr_IsCurrentQueue(global.get()));
  DPCTLQueueMgr_PushQueue(first.get());
  DPCTLQueueMgr_PushQueue(last.get());
  EXPECT_TRUE(DPCTLQueueMgr_IsCurrentQueue(last.get()));
  DPCTLQueueMgr_PopQueue();
  EXPECT_TRUE(DPCTLQueueMgr_IsCurrentQueue(first.get()));
  DPCTLQueueMgr_PopQueue();
  EXPECT_TRUE(DPCTLQueueMgr_IsCurrentQueue(global.get()));
  DPCTLQueueMgr_SetGlobalQueue(before.get());
}

/// What a kernel of the OpenCL C source is launched with, one work-item; whether that succeeds.
struct OneArgument {
  static constexpr const char *source =
      "kernel void local_one(local int *x) { x[0] = 1; } kernel void number(int x) {}";
  Queue queue = cpu_queue();

  bool launches(const char *name, void *argument, DPCTLKernelArgType type) {
    const Bundle bundle = bundle_from_source(queue, source);
    const Kernel kernel(DPCTLKernelBundle_GetKernel(bundle.get(), name));
    const std::size_t range[3] = {1, 1, 1};
    const Event event(DPCTLQueue_SubmitRange(kernel.get(), queue.get(), &argument, &type, 1, range, 1, nullptr, 0));
    DPCTLQueue_Wait(queue.get());
    return event != nullptr;
  }
};

TEST(CApiQueue, arguments_that_make_no_sense_are_refused) {
  OneArgument kernels;
  MDLocalAccessor good{2, DPCTL_INT32_T, 4, 4, 1}, deep{4, DPCTL_INT32_T, 1, 1, 1}, flat{0, DPCTL_INT32_T, 1, 1, 1},
      huge{3, DPCTL_INT32_T, std::size_t{1} << 40, std::size_t{1} << 40, 1};
  EXPECT_TRUE(kernels.launches("local_one", &good, DPCTL_LOCAL_ACCESSOR));
  EXPECT_FALSE(kernels.launches("local_one", &deep, DPCTL_LOCAL_ACCESSOR));
  EXPECT_FALSE(kernels.launches("local_one", &flat, DPCTL_LOCAL_ACCESSOR));
  EXPECT_FALSE(kernels.launches("local_one", &huge, DPCTL_LOCAL_ACCESSOR));
  EXPECT_FALSE(kernels.launches("number", nullptr, DPCTL_INT32_T));
}

} // namespace
} // namespace weft::capi_test
