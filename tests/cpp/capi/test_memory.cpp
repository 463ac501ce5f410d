// USM allocation, pointer queries, and the owners that Python's memory objects hold.
#include <cstddef>
#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

#include "capi/throwing.hpp"
#include "references.hpp"
#include "support/error.hpp"

namespace weft::capi_test {
namespace {

TEST(CApiMemory, pointers_know_their_kind_and_device) {
  const Queue queue = cpu_queue();
  const Context context(DPCTLQueue_GetContext(queue.get()));
  const std::pair<DPCTLSyclUSMRef (*)(std::size_t, DPCTLSyclQueueRef), DPCTLSyclUSMType> kinds[] = {
      {DPCTLmalloc_device, DPCTL_USM_DEVICE},
      {DPCTLmalloc_shared, DPCTL_USM_SHARED},
      {DPCTLmalloc_host, DPCTL_USM_HOST}};
  for (const auto &[allocate, kind] : kinds) {
    const DPCTLSyclUSMRef memory = allocate(100, queue.get());
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(DPCTLUSM_GetPointerType(memory, context.get()), kind);
    const Device device(DPCTLUSM_GetPointerDevice(memory, context.get()));
    EXPECT_TRUE(DPCTLDevice_AreEq(device.get(), cpu().get()));
    DPCTLfree_with_context(memory, context.get());
    EXPECT_EQ(DPCTLUSM_GetPointerType(memory, context.get()), DPCTL_USM_UNKNOWN);
  }
}

TEST(CApiMemory, blocks_of_every_kind_are_aligned_as_asked) {
  const Queue queue = cpu_queue();
  const auto kinds = {DPCTLaligned_alloc_device, DPCTLaligned_alloc_shared, DPCTLaligned_alloc_host};
  for (const auto allocate : kinds) {
    const DPCTLSyclUSMRef blocks[] = {allocate(4096, 100, queue.get()), allocate(4096, 100, queue.get())};
    for (const DPCTLSyclUSMRef memory : blocks) {
      ASSERT_NE(memory, nullptr);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 4096, 0u);
      DPCTLfree_with_queue(memory, queue.get());
    }
  }
}

TEST(CApiMemory, foreign_pointers_are_unknown) {
  const Queue queue = cpu_queue();
  const Context context(DPCTLQueue_GetContext(queue.get()));
  int on_the_stack = 0;
  const auto pointer = reinterpret_cast<DPCTLSyclUSMRef>(&on_the_stack);
  EXPECT_EQ(DPCTLUSM_GetPointerType(pointer, context.get()), DPCTL_USM_UNKNOWN);
  EXPECT_EQ(DPCTLUSM_GetPointerDevice(pointer, context.get()), nullptr);
}

TEST(CApiMemory, impossible_requests_give_null) {
  const Queue queue = cpu_queue();
  EXPECT_EQ(DPCTLmalloc_device(std::size_t{1} << 62, queue.get()), nullptr);
  EXPECT_EQ(DPCTLaligned_alloc_shared(24, 64, queue.get()), nullptr);
}

TEST(CApiMemory, owned_blocks_are_aligned_and_freed_by_the_last_owner) {
  const Queue queue = cpu_queue();
  const Context context(DPCTLQueue_GetContext(queue.get()));
  auto owner = capi::allocate(100, 4096, DPCTL_USM_SHARED, queue.get());
  auto *const address = static_cast<std::byte *>(owner.get());
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(address) % 4096, 0u);
  const auto reference = reinterpret_cast<DPCTLSyclUSMRef>(address + 99);
  auto second = owner;
  owner.reset();
  EXPECT_EQ(DPCTLUSM_GetPointerType(reference, context.get()), DPCTL_USM_SHARED);
  second.reset();
  EXPECT_EQ(DPCTLUSM_GetPointerType(reference, context.get()), DPCTL_USM_UNKNOWN);
}

TEST(CApiMemory, owned_requests_that_fail_say_why) {
  const Queue queue = cpu_queue();
  EXPECT_THROW(capi::allocate(64, 24, DPCTL_USM_DEVICE, queue.get()), Error);
  EXPECT_THROW(capi::allocate(std::size_t{1} << 62, 0, DPCTL_USM_DEVICE, queue.get()), Error);
}

TEST(CApiMemory, adopted_allocation_outlives_the_tasks_that_use_it) {
  const Queue queue = cpu_queue();
  const Context context(DPCTLQueue_GetContext(queue.get()));
  const DPCTLSyclUSMRef memory = DPCTLmalloc_device(1 << 20, queue.get());
  auto owner = capi::own_allocation(memory, queue.get());
  bool written = false;
  const Event filled(DPCTLQueue_Memset(queue.get(), memory, 7, 1 << 20));
  DPCTLSyclEventRef depends[] = {filled.get()};
  const Event last(capi::host_task(queue.get(), [&] { written = true; }, depends, 1));
  owner.reset();
  DPCTLQueue_Wait(queue.get());
  EXPECT_TRUE(written);
  EXPECT_EQ(DPCTLUSM_GetPointerType(memory, context.get()), DPCTL_USM_UNKNOWN);
}

} // namespace
} // namespace weft::capi_test
