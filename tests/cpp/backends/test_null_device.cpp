// The null device exists on request only, and fails exactly where it is told to.
#include <cstdlib>
#include <functional>

#include <gtest/gtest.h>

#include "backends/null/failures.hpp"
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
