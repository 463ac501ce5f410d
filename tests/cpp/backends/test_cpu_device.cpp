// What the CPU says about itself, how it is divided, and the limits it obeys.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include "backends/cpu/cpu_limit.hpp"
#include "backends/cpu/topology.hpp"
#include "runtime/context.hpp"
#include "runtime/platform.hpp"
#include "runtime/queue.hpp"
#include "support/error.hpp"

namespace weft::cpu {
namespace {

using runtime::AffinityDomain;
using runtime::Aspect;

Errc code_of(const std::function<void()> &action) {
  try {
    action();
  } catch (const Error &error) {
    return error.code();
  }
  return Errc::overflow; // none of the codes that the tests expect
}

TEST(CpuDevice, DescribesTheMachine) {
  const auto device = runtime::select("cpu");
  const auto &info = device->info();
  EXPECT_FALSE(info.name.empty());
  EXPECT_FALSE(info.vendor.empty());
  EXPECT_EQ(info.max_compute_units, thread_count(unsigned(topology().usable.size()), cgroup_cpu_limit()));
  EXPECT_GT(info.global_mem_size, std::uint64_t(64) << 20);
  EXPECT_GT(info.global_mem_cache_size, 0u);
  EXPECT_LE(info.free_memory, info.global_mem_size);
  EXPECT_GE(info.native_vector_width[4], 4u);
  EXPECT_EQ(info.native_vector_width[4], 2 * info.native_vector_width[5]);
  for (const Aspect aspect :
       {Aspect::cpu, Aspect::fp64, Aspect::usm_shared_allocations, Aspect::queue_profiling, Aspect::image})
    EXPECT_TRUE(device->has(aspect));
  for (const Aspect aspect : {Aspect::gpu, Aspect::emulated})
    EXPECT_FALSE(device->has(aspect));
}

/// Runs twice: as it is, and tied to one processor.
TEST(CpuDevice, BinariesForOtherVectorsAreOfAnotherTarget) {
  const auto device = runtime::select("cpu");
  ASSERT_EQ(unsetenv("WEFT_VECTOR_WIDTH"), 0);
  const std::string usual = device->target();
  ASSERT_EQ(setenv("WEFT_VECTOR_WIDTH", "4", 1), 0);
  const std::string four = device->target();
  ASSERT_EQ(setenv("WEFT_VECTOR_WIDTH", "8", 1), 0);
  EXPECT_NE(four, usual);
  EXPECT_NE(four, device->target());
  unsetenv("WEFT_VECTOR_WIDTH");
  ASSERT_EQ(setenv("WEFT_VECTOR_BITS", "256", 1), 0);
  EXPECT_NE(usual, device->target());
  unsetenv("WEFT_VECTOR_BITS");
}

TEST(CpuTopology, OnlyProcessorsOfTheAffinityMaskAreUsed) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  ASSERT_EQ(sched_getaffinity(0, sizeof(mask), &mask), 0);
  for (const unsigned cpu : topology().usable)
    EXPECT_TRUE(CPU_ISSET(cpu, &mask));
  EXPECT_LE(runtime::select("cpu")->info().max_compute_units, unsigned(CPU_COUNT(&mask)));
}

TEST(CpuDevice, IsDividedEquallyAndByCounts) {
  const auto device = runtime::select("cpu");
  const std::size_t units = device->info().max_compute_units;
  const auto single = device->partition_equally(1);
  EXPECT_EQ(single.size(), units);
  for (const auto &part : single) {
    EXPECT_EQ(part->info().max_compute_units, 1u);
    EXPECT_EQ(part->info().partition_max_sub_devices, 0u);
    EXPECT_EQ(part->parent(), device);
    EXPECT_EQ(part->platform(), device->platform());
    EXPECT_EQ(runtime::relative_id(*part), -1);
  }
  const std::array<std::size_t, 1> all{units};
  EXPECT_EQ(device->partition_by_counts(all).front()->info().max_compute_units, units);
  EXPECT_EQ(code_of([&] { device->partition_equally(0); }), Errc::invalid);
  EXPECT_EQ(code_of([&] { device->partition_equally(units + 1); }), Errc::invalid);
  const std::array<std::size_t, 2> too_many{units, 1}, zero{units, 0};
  EXPECT_EQ(code_of([&] { device->partition_by_counts(too_many); }), Errc::invalid);
  EXPECT_EQ(code_of([&] { device->partition_by_counts(zero); }), Errc::invalid);
  EXPECT_EQ(code_of([&] { device->partition_by_counts({}); }), Errc::invalid);
}

TEST(CpuDevice, IsDividedByTheAffinityDomainsItNames) {
  const auto device = runtime::select("cpu");
  const auto &named = device->info().partition_affinity_domains;
  for (const auto domain :
       {AffinityDomain::numa, AffinityDomain::L3_cache, AffinityDomain::L1_cache, AffinityDomain::next_partitionable}) {
    if (std::ranges::find(named, domain) == named.end()) {
      EXPECT_EQ(code_of([&] { device->partition_by_affinity(domain); }), Errc::feature_not_supported);
      continue;
    }
    std::size_t units = 0;
    for (const auto &part : device->partition_by_affinity(domain))
      units += part->info().max_compute_units;
    EXPECT_EQ(units, device->info().max_compute_units);
  }
}

TEST(CpuDevice, SubDevicesRunWorkAndShareTheContextOfTheRoot) {
  const auto device = runtime::select("cpu");
  const auto context = device->platform()->default_context();
  std::vector<int> to(1 << 20), from(1 << 20, 7);
  for (const auto &part : device->partition_equally(1)) {
    EXPECT_TRUE(context->contains(*part));
    const auto queue = runtime::make_queue(context, part);
    queue->copy(to.data(), from.data(), to.size() * sizeof(int)).wait();
    EXPECT_EQ(to, from);
    std::ranges::fill(to, 0);
  }
  const auto part = device->partition_equally(1).front();
  const auto own = std::make_shared<runtime::Context>(std::vector{part});
  EXPECT_NO_THROW(runtime::make_queue(own, part));
  EXPECT_EQ(code_of([&] { runtime::make_queue(own, device); }), Errc::invalid);
}

TEST(CpuDevice, SubDeviceMayGoWhileItsWorkRuns) {
  std::vector<int> to(8 << 20), from(8 << 20, 7);
  runtime::Event event;
  {
    const auto root = runtime::select("cpu");
    const auto part = root->partition_equally(1).front();
    const auto context = std::make_shared<runtime::Context>(std::vector{part});
    event = runtime::make_queue(context, part)->copy(to.data(), from.data(), to.size() * sizeof(int));
  }
  event.wait();
  EXPECT_EQ(to, from);
}

struct FakeGroups {
  std::filesystem::path root = std::filesystem::temp_directory_path() / ("weft-cgroup-" + std::to_string(::getpid()));

  FakeGroups() { std::filesystem::create_directories(root); }
  ~FakeGroups() { std::filesystem::remove_all(root); }

  void write(const std::string &path, const std::string &text) const {
    std::filesystem::create_directories((root / path).parent_path());
    std::ofstream(root / path) << text;
  }
  std::optional<double> cpus() const { return cgroup_cpu_limit(root, root / "self"); }
  std::optional<std::uint64_t> memory() const { return cgroup_memory_limit(root, root / "self"); }
};

TEST(CpuLimit, TightestQuotaOfTheUnifiedHierarchyCounts) {
  const FakeGroups groups;
  groups.write("self", "0::/a/b\n");
  EXPECT_EQ(groups.cpus(), std::nullopt);
  groups.write("a/b/cpu.max", "max 100000\n");
  EXPECT_EQ(groups.cpus(), std::nullopt);
  groups.write("a/cpu.max", "150000 100000\n");
  EXPECT_EQ(groups.cpus(), 1.5);
  groups.write("a/b/memory.max", "max\n");
  EXPECT_EQ(groups.memory(), std::nullopt);
  groups.write("a/memory.max", "1073741824\n");
  EXPECT_EQ(groups.memory(), std::uint64_t(1) << 30);
}

TEST(CpuLimit, VersionOneAndContainersWhosePathIsNotVisible) {
  const FakeGroups groups;
  groups.write("self", "5:cpu,cpuacct:/docker/0123\n4:memory:/docker/0123\n");
  groups.write("cpu/cpu.cfs_quota_us", "-1\n");
  groups.write("cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(groups.cpus(), std::nullopt);
  groups.write("cpu/cpu.cfs_quota_us", "250000\n");
  EXPECT_EQ(groups.cpus(), 2.5);
  groups.write("memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(groups.memory(), std::nullopt);
}

TEST(CpuLimit, ThreadsAreWhatIsWantedElseWhatIsGranted) {
  unsetenv("WEFT_NUM_THREADS");
  EXPECT_EQ(thread_count(8, std::nullopt), 8u);
  EXPECT_EQ(thread_count(8, 2.5), 3u);
  EXPECT_EQ(thread_count(8, 0.1), 1u);
  EXPECT_EQ(thread_count(2, 16.0), 2u);
  setenv("WEFT_NUM_THREADS", "5", 1);
  EXPECT_EQ(thread_count(2, 1.0), 5u);
  for (const char *wrong : {"-1", "many", "1000000"}) {
    setenv("WEFT_NUM_THREADS", wrong, 1);
    EXPECT_EQ(code_of([] { thread_count(2, {}); }), Errc::invalid) << wrong;
  }
  unsetenv("WEFT_NUM_THREADS");
}

} // namespace
} // namespace weft::cpu
