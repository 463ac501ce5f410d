// The null device exists on request only, and fails exactly where it is told to.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>

#include <gtest/gtest.h>

#include "backends/null/failures.hpp"
#include "codegen/finalizer.hpp"
#include "codegen/kernel_module.hpp"
#include "runtime/memory.hpp"
#include "runtime/platform.hpp"
#include "runtime/queue.hpp"
#include "support/error.hpp"

namespace weft::null {
namespace {

const bool enabled = setenv("WEFT_NULL", "1", 1) == 0 && setenv("WEFT_NULL_FP64", "0", 1) == 0;

struct NullDevice : testing::Test {
  std::shared_ptr<runtime::Device> device = runtime::select("null");
  std::shared_ptr<runtime::Context> context = device->platform()->default_context();
  std::shared_ptr<runtime::Queue> queue = runtime::make_queue(context, device);
};

TEST_F(NullDevice, IsNeverChosenBeforeARealDeviceAndHasNoDoubleIfToldSo) {
  EXPECT_NE(runtime::default_device(), device);
  EXPECT_FALSE(device->has(runtime::Aspect::fp64));
  EXPECT_EQ(runtime::filter_string(*device), "null:custom:0");
}

TEST_F(NullDevice, SaysWhatItCanDo) {
  using enum runtime::Aspect;
  for (const runtime::Aspect aspect : {custom, emulated, fp16, atomic64, queue_profiling, usm_device_allocations,
                                       usm_host_allocations, usm_shared_allocations})
    EXPECT_TRUE(device->has(aspect)) << int(aspect);
  EXPECT_FALSE(device->has(cpu) || device->has(gpu));
  EXPECT_FALSE(device->host_accessible(runtime::AllocationKind::device));
  EXPECT_TRUE(device->host_accessible(runtime::AllocationKind::host));
  EXPECT_TRUE(device->host_accessible(runtime::AllocationKind::shared));
}

TEST_F(NullDevice, HasNoVectorsOfDoubleEither) {
  EXPECT_EQ(device->info().native_vector_width, (std::array<unsigned, 7>{1, 1, 1, 1, 1, 0, 1}));
  EXPECT_EQ(device->info().preferred_vector_width, device->info().native_vector_width);
}

TEST_F(NullDevice, BinariesTellModulesKernelsAndSpecializationsApart) {
  const auto module = [](const char *hash) {
    std::vector<codegen::KernelInfo> kernels(2);
    kernels[0].name = "first_name";
    kernels[0].pretty = "first";
    kernels[1].name = kernels[1].pretty = "second";
    return codegen::KernelModule(hash_text(hash), [] { return codegen::Bytes(); }, kernels);
  };
  codegen::Specialization special;
  special.local = {8, 1, 1};
  const codegen::Finalizer &finalizer = device->finalizer();
  const codegen::KernelModule one = module("one"), other = module("other");
  const codegen::Binary binary = finalizer.finalize(one, "first_name", {});
  EXPECT_EQ(binary.entry, "first_name");
  EXPECT_EQ(binary.image, finalizer.finalize(module("one"), "first_name", {}).image);
  EXPECT_NE(binary.image, finalizer.finalize(one, "second", {}).image);
  EXPECT_NE(binary.image, finalizer.finalize(one, "first_name", special).image);
  EXPECT_NE(binary.image, finalizer.finalize(other, "first_name", {}).image);
  EXPECT_NO_THROW(device->load(binary));
  codegen::Binary shorter = binary;
  shorter.image.pop_back();
  EXPECT_THROW(device->load(shorter), Error);
  EXPECT_THROW(device->load({}), Error);
}

TEST_F(NullDevice, SmallAllocationsShareNoLineOfAGpusCache) {
  for (const std::size_t bytes : {1ul, 64ul, 300ul}) {
    std::array<void *, 4> blocks;
    for (void *&block : blocks) {
      block = runtime::allocate(bytes, 0, runtime::AllocationKind::device, device, context);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % 256, 0u) << bytes;
    }
    for (void *block : blocks)
      runtime::deallocate(block);
  }
}

TEST_F(NullDevice, AllocationsAreAlignedAsAskedFor) {
  for (const std::size_t alignment : {64ul, 256ul, 4096ul}) {
    void *const block = device->allocate(alignment + 1, alignment, runtime::AllocationKind::device);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % alignment, 0u) << alignment;
    device->deallocate(block, alignment + 1, runtime::AllocationKind::device);
  }
}

TEST_F(NullDevice, CopiesAndFillsAreReal) {
  int to = 0;
  const int from = 5;
  queue->copy(&to, &from, sizeof(int)).wait();
  EXPECT_EQ(to, 5);
  queue->fill(&to, std::as_bytes(std::span(&from, 1)), 1).wait();
  EXPECT_EQ(to, 5);
}

TEST_F(NullDevice, AllocationsFailAtTheGivenCallAndEarlierOnesStayValid) {
  const auto make = [&] { return runtime::allocate(5 << 20, 0, runtime::AllocationKind::device, device, context); };
  for (std::size_t n = 1; n <= 3; ++n) {
    runtime::release_pool();
    fail_at(Point::allocation, n, true);
    std::vector<void *> made;
    for (std::size_t i = 1; i < n; ++i)
      made.push_back(make());
    EXPECT_THROW(make(), Error);
    fail_at(Point::allocation, 0);
    for (void *const block : made) {
      EXPECT_EQ(runtime::find_allocation(block).base, block);
      runtime::deallocate(block);
    }
    runtime::deallocate(make());
  }
}

TEST_F(NullDevice, OneFailedAllocationIsTriedAgainAfterThePoolWasGivenBack) {
  runtime::release_pool();
  fail_at(Point::allocation, 1);
  void *const block = runtime::allocate(7 << 20, 0, runtime::AllocationKind::device, device, context);
  EXPECT_NE(block, nullptr);
  runtime::deallocate(block);
}

TEST(NullFailures, AreReadStrictly) {
  EXPECT_NO_THROW(fail_as_written("allocation:3,compile:1+"));
  EXPECT_TRUE(must_fail(Point::compile));
  EXPECT_TRUE(must_fail(Point::compile));
  EXPECT_FALSE(must_fail(Point::allocation));
  fail_at(Point::allocation, 0);
  fail_at(Point::compile, 0);
  for (const char *wrong : {"nothing:1", "allocation", "allocation:", "allocation:0", "allocation:x", ",", "submit:1-"})
    EXPECT_THROW(fail_as_written(wrong), Error) << wrong;
}

} // namespace
} // namespace weft::null
