// Copies, fills and allocations on every device.
#include <algorithm>
#include <array>

#include "on_device.hpp"
#include "support/error.hpp"

namespace weft::test {
namespace {

using runtime::AllocationKind;

class Memory : public OnDevice {
protected:
  std::shared_ptr<std::byte> allocate(std::size_t bytes, AllocationKind kind) {
    return {static_cast<std::byte *>(runtime::allocate(bytes, 0, kind, device, context)),
            [](std::byte *p) { runtime::deallocate(p); }};
  }
};
WEFT_ON_EVERY_DEVICE(Memory);

TEST_P(Memory, CopiesBetweenAllKindsAndTheHost) {
  const auto q = queue({.in_order = true});
  constexpr std::size_t bytes = 100'001;
  std::vector<std::byte> from(bytes), to(bytes);
  for (std::size_t i = 0; i < bytes; ++i)
    from[i] = static_cast<std::byte>(i * 7);
  for (const auto kind : {AllocationKind::device, AllocationKind::host, AllocationKind::shared}) {
    const auto first = allocate(bytes, kind), second = allocate(bytes, AllocationKind::device);
    q->copy(first.get(), from.data(), bytes);
    q->copy(second.get(), first.get(), bytes);
    q->copy(to.data(), second.get(), bytes);
    q->wait_and_throw();
    EXPECT_EQ(from, to);
    std::fill(to.begin(), to.end(), std::byte{0});
  }
}

TEST_P(Memory, FillsWithPatternsOfAnyLength) {
  const auto q = queue({.in_order = true});
  for (const std::size_t length : {1ul, 2ul, 3ul, 4ul, 8ul, 16ul}) {
    std::vector<std::byte> pattern(length);
    for (std::size_t i = 0; i < length; ++i)
      pattern[i] = static_cast<std::byte>(i + 1);
    constexpr std::size_t count = 1001;
    const auto memory = allocate(length * count + 1, AllocationKind::device);
    std::vector<std::byte> seen(length * count + 1, std::byte{0xee});
    q->copy(memory.get(), seen.data(), seen.size());
    q->fill(memory.get(), pattern, count);
    q->copy(seen.data(), memory.get(), seen.size());
    q->wait_and_throw();
    for (std::size_t i = 0; i < length * count; ++i)
      ASSERT_EQ(seen[i], pattern[i % length]) << length << " " << i;
    EXPECT_EQ(seen.back(), std::byte{0xee});
  }
}

TEST_P(Memory, FillsBeginAtAnyAddress) {
  const auto q = queue({.in_order = true});
  constexpr std::size_t count = 100;
  const auto memory = allocate(16 * count + 4, AllocationKind::device);
  for (const std::size_t offset : {1ul, 2ul, 3ul})
    for (const std::size_t length : {2ul, 4ul, 8ul, 16ul}) {
      std::vector<std::byte> pattern(length), seen(length * count);
      for (std::size_t i = 0; i < length; ++i)
        pattern[i] = static_cast<std::byte>(i + offset);
      q->fill(memory.get() + offset, pattern, count);
      q->copy(seen.data(), memory.get() + offset, seen.size());
      q->wait_and_throw();
      for (std::size_t i = 0; i < seen.size(); ++i)
        ASSERT_EQ(seen[i], pattern[i % length]) << length << " " << offset << " " << i;
    }
}

TEST_P(Memory, CopiesAndFillsEndAtTheirLastByte) {
  const auto q = queue({.in_order = true});
  constexpr std::size_t most = (1 << 20) + 1;
  constexpr std::byte guard{0xee}, one{1};
  const auto memory = allocate(most + 1, AllocationKind::device);
  const std::vector<std::byte> from(most, std::byte{2}), guards(most + 1, guard);
  std::vector<std::byte> seen(most + 1);
  for (const std::size_t power : {1ul << 6, 1ul << 11, 1ul << 12, 1ul << 16, 1ul << 17, 3ul << 16, 1ul << 20})
    for (const std::size_t bytes : {power - 1, power, power + 1})
      for (const bool fills : {false, true}) {
        q->copy(memory.get(), guards.data(), bytes + 1);
        if (fills)
          q->fill(memory.get(), std::span(&one, 1), bytes);
        else
          q->copy(memory.get(), from.data(), bytes);
        q->copy(seen.data(), memory.get(), bytes + 1);
        q->wait_and_throw();
        const std::byte expected = fills ? one : from[0];
        ASSERT_EQ(std::count(seen.begin(), seen.begin() + static_cast<std::ptrdiff_t>(bytes), expected), bytes)
            << fills;
        ASSERT_EQ(seen[bytes], guard) << bytes << " " << fills;
      }
}

TEST_P(Memory, PointersAreKnownByAnyAddressInside) {
  const auto memory = allocate(1000, AllocationKind::device);
  const auto found = runtime::find_allocation(memory.get() + 999);
  EXPECT_EQ(found.base, memory.get());
  EXPECT_EQ(found.kind, AllocationKind::device);
  EXPECT_EQ(found.device, device);
  int local = 0;
  EXPECT_EQ(runtime::find_allocation(&local).kind, AllocationKind::unknown);
}

TEST_P(Memory, WhatThePoolGivesBackIsNobodysMemory) {
  for (const auto kind : {AllocationKind::device, AllocationKind::host, AllocationKind::shared}) {
    const std::byte *address = allocate(std::size_t(64) << 20, kind).get();
    runtime::release_pool();
    EXPECT_EQ(runtime::find_any_allocation(address).kind, AllocationKind::unknown) << int(kind);
  }
}

TEST_P(Memory, WhatWasFreedIsNobodysMemoryThoughThePoolKeepsIt) {
  for (const auto kind : {AllocationKind::device, AllocationKind::host, AllocationKind::shared}) {
    const std::byte *address = allocate(5000, kind).get();
    EXPECT_EQ(runtime::find_any_allocation(address).kind, AllocationKind::unknown) << int(kind);
  }
}

TEST_P(Memory, WhatKernelsAloneReachNeverBeginsWhereAnotherEnds) {
  if (device->host_accessible(AllocationKind::device))
    GTEST_SKIP() << "the host reaches its memory";
  std::vector<std::pair<std::shared_ptr<std::byte>, std::size_t>> blocks;
  for (const std::size_t bytes : {64, 64, 64, 1 << 20, 1 << 20, 1 << 20, 1 << 22, 1 << 22, 1 << 22})
    blocks.emplace_back(allocate(bytes, AllocationKind::device), bytes);
  for (const auto &[block, bytes] : blocks)
    for (const auto &[other, other_bytes] : blocks)
      EXPECT_NE(block.get() + bytes, other.get()) << bytes << ", " << other_bytes;
}

TEST_P(Memory, TooMuchIsATypedErrorAndWhatWasThereStays) {
  const auto q = queue({.in_order = true});
  const auto kept = allocate(64, AllocationKind::device);
  const std::array<std::byte, 1> one{std::byte{9}};
  q->fill(kept.get(), one, 64);
  try {
    runtime::allocate(std::size_t(1) << 50, 0, AllocationKind::device, device, context);
    FAIL() << "a pebibyte was allocated";
  } catch (const Error &error) {
    EXPECT_EQ(error.code(), Errc::memory_allocation);
  }
  std::array<std::byte, 64> seen{};
  q->copy(seen.data(), kept.get(), 64);
  q->wait_and_throw();
  EXPECT_EQ(seen[63], std::byte{9});
  EXPECT_NO_THROW(allocate(1 << 20, AllocationKind::device));
}

TEST_P(Memory, TemporariesAreReusedOnlyAfterTheWorkThatUsesThem) {
  const auto q = queue();
  const auto out = shared<std::int64_t>(1);
  for (int i = 0; i < 200; ++i) {
    const auto temporary = runtime::allocate_shared(1 << 16, AllocationKind::device, q);
    const AffineArgs args{static_cast<std::int64_t *>(temporary.get()), 0, i};
    q->submit_internal(make_launch(affine_kernel(), range(8192), args));
    q->copy_internal(out.get(), temporary.get(), 8);
    if (i % 50 == 49) {
      q->wait();
      EXPECT_EQ(*out, i);
    }
  }
}

TEST_P(Memory, TemporariesOfTasksWithoutOrderAreReusedInOrder) {
  const auto q = queue();
  std::int64_t seen = 0;
  for (int i = 1; i <= 20; ++i) {
    const auto temporary = runtime::allocate_shared(1 << 16, AllocationKind::device, q);
    const AffineArgs args{static_cast<std::int64_t *>(temporary.get()), 0, i};
    const auto stored = q->launch(make_launch(affine_kernel(), range(8192), args));
    if (i % 2 == 1) // the next one gets the memory, and waits for nothing itself
      continue;
    stored.wait();
    q->wait();
    q->copy(&seen, temporary.get(), sizeof seen).wait();
    q->wait();
    EXPECT_EQ(seen, i);
  }
}

} // namespace
} // namespace weft::test
