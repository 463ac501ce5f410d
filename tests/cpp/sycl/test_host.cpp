// The host side of SYCL: selection, objects' identity, USM, host tasks and events.
#include <algorithm>
#include <array>
#include <atomic>
#include <numeric>
#include <unordered_set>

#include <CL/sycl.hpp>
#include <gtest/gtest.h>

#include "thrown.hpp"

static_assert(sycl::is_property_of_v<sycl::property::queue::in_order, sycl::queue>);
static_assert(sycl::is_property_of_v<sycl::property::buffer::use_mutex, sycl::buffer<float, 2>>);
static_assert(sycl::is_property_of_v<sycl::property::image::use_host_ptr, sycl::sampled_image<2>>);
static_assert(sycl::is_property_of_v<sycl::property::no_init, sycl::accessor<int, 1, sycl::access_mode::write>>);
static_assert(!sycl::is_property_of_v<sycl::property::no_init, sycl::queue>);

namespace {

using sycl::errc;

TEST(Selection, DefaultDeviceHasTheHighestDefaultScore) {
  const sycl::device chosen;
  for (const sycl::device &d : sycl::device::get_devices())
    EXPECT_GE(sycl::default_selector_v(chosen), sycl::default_selector_v(d));
}

TEST(Selection, CpuIsAlwaysThere) {
  EXPECT_TRUE(sycl::device(sycl::cpu_selector_v).is_cpu());
  EXPECT_TRUE(sycl::device(sycl::cpu_selector()).is_cpu());
  EXPECT_TRUE(sycl::device(sycl::host_selector()).is_cpu());
  EXPECT_TRUE(sycl::device(sycl::ext::oneapi::filter_selector("cpu")).is_cpu());
  EXPECT_TRUE(sycl::device(sycl::ONEAPI::filter_selector("opencl:cpu:0")).is_cpu());
  EXPECT_TRUE(sycl::device(sycl::aspect_selector(sycl::aspect::cpu)).is_cpu());
}

TEST(Selection, AnyCallableScores) {
  int asked = 0;
  const sycl::device d([&](const sycl::device &candidate) {
    ++asked;
    return candidate.is_cpu() ? 7 : -1;
  });
  EXPECT_TRUE(d.is_cpu());
  EXPECT_EQ(asked, static_cast<int>(sycl::device::get_devices().size()));
}

TEST(Selection, NothingThatFitsThrowsRuntime) {
  EXPECT_EQ(code_thrown_by([] { sycl::device d(sycl::aspect_selector({}, {sycl::aspect::cpu, sycl::aspect::gpu})); }),
            errc::runtime);
  EXPECT_EQ(code_thrown_by([] { sycl::queue q{sycl::ext::oneapi::filter_selector("cpu:99")}; }), errc::runtime);
  EXPECT_EQ(code_thrown_by([] { sycl::ext::oneapi::filter_selector("toaster:x"); }), errc::invalid);
}

TEST(Selection, AutomaticIsTheBestDeviceOfEachPlatform) {
  for (const sycl::platform &p : sycl::platform::get_platforms()) {
    const auto chosen = p.get_devices(sycl::info::device_type::automatic);
    ASSERT_EQ(chosen.size(), 1u);
    for (const sycl::device &d : p.get_devices())
      EXPECT_LE(sycl::default_selector_v(d), sycl::default_selector_v(chosen[0]));
  }
}

/// As the training of DPC++ writes them: the call operator is not const.
class Counting {
public:
  int operator()(const sycl::device &d) {
    ++calls_;
    return d.is_cpu() ? calls_ : -1;
  }

private:
  int calls_ = 0;
};

TEST(Selection, SelectorsMayChangeAsTheyAreCalled) {
  Counting selector;
  const Counting same;
  EXPECT_TRUE(sycl::queue(selector).get_device().is_cpu());
  EXPECT_TRUE(sycl::queue(same, [](sycl::exception_list) {}).get_device().is_cpu());
  EXPECT_TRUE(sycl::queue(Counting()).get_device().is_cpu());
  EXPECT_TRUE(sycl::device(selector).is_cpu());
  EXPECT_FALSE(sycl::platform(selector).get_devices().empty());
  const sycl::context c{sycl::device(sycl::cpu_selector_v)};
  EXPECT_TRUE(sycl::queue(c, selector).get_device().is_cpu());
  EXPECT_TRUE(
      sycl::queue([n = 0](const sycl::device &d) mutable { return d.is_cpu() ? ++n : -1; }).get_device().is_cpu());
}

TEST(Selection, QueuesOfAContextTakeWhatIsSelectedAmongAllDevices) {
  const sycl::device cpu(sycl::cpu_selector_v);
  EXPECT_EQ(sycl::queue(sycl::context(cpu), sycl::cpu_selector_v).get_device(), cpu);
  if (cpu.get_info<sycl::info::device::max_compute_units>() < 2)
    GTEST_SKIP() << "one compute unit cannot be partitioned";
  const sycl::context part(cpu.create_sub_devices<sycl::info::partition_property::partition_equally>(1)[0]);
  EXPECT_EQ(code_thrown_by([&] { sycl::queue q(part, sycl::cpu_selector_v); }), errc::invalid);
  EXPECT_EQ(code_thrown_by([&] { sycl::queue q(part, sycl::cpu_selector_v, [](sycl::exception_list) {}); }),
            errc::invalid);
}

TEST(Selection, SelectorClassesConvertToQueues) {
  sycl::queue q;
  q = sycl::cpu_selector{};
  EXPECT_TRUE(q.get_device().is_cpu());
}

TEST(Objects, CopiesAreEqualAndHashEqually) {
  const sycl::queue q, copy = q, other;
  EXPECT_EQ(q, copy);
  EXPECT_NE(q, other);
  EXPECT_EQ(std::hash<sycl::queue>()(q), std::hash<sycl::queue>()(copy));
  const std::unordered_set<sycl::device> devices{q.get_device(), other.get_device()};
  EXPECT_EQ(devices.size(), 1u);
  EXPECT_EQ(q.get_context(), other.get_context()) << "queues of a device share its platform's default context";
  EXPECT_NE(sycl::context(q.get_device()), q.get_context());
}

TEST(Objects, QueueKnowsItsProperties) {
  const sycl::queue q{
      sycl::property_list{sycl::property::queue::in_order(), sycl::property::queue::enable_profiling()}};
  EXPECT_TRUE(q.is_in_order());
  EXPECT_TRUE(q.has_property<sycl::property::queue::enable_profiling>());
  EXPECT_FALSE(sycl::queue().is_in_order());
  EXPECT_EQ(code_thrown_by([] { (void)sycl::queue().get_property<sycl::property::queue::in_order>(); }), errc::invalid);
}

TEST(Objects, QueuesRefusePropertiesThatContradictEachOther) {
  using namespace sycl::ext::oneapi::property::queue;
  namespace intel = sycl::ext::intel::property::queue;
  const auto refused = [](const sycl::property_list &properties) {
    return code_thrown_by([&] { sycl::queue q{properties}; }) == sycl::errc::invalid;
  };
  EXPECT_TRUE(refused({discard_events(), sycl::property::queue::enable_profiling()}));
  EXPECT_TRUE(refused({priority_low(), priority_high()}));
  EXPECT_TRUE(refused({intel::immediate_command_list(), intel::no_immediate_command_list()}));
  EXPECT_EQ(
      code_thrown_by([] { sycl::queue q{{discard_events(), priority_low(), sycl::property::queue::in_order()}}; }),
      sycl::errc::success);
}

TEST(Objects, QueueOfAContextStaysInsideIt) {
  const sycl::device d;
  const sycl::context c(d);
  const sycl::queue q(c, sycl::default_selector_v);
  EXPECT_EQ(q.get_context(), c);
  EXPECT_EQ(q.get_info<sycl::info::queue::device>(), d);
  EXPECT_EQ(c.get_info<sycl::info::context::devices>(), std::vector{d});
  EXPECT_EQ(c.get_info<sycl::info::context::atomic_fence_order_capabilities>(),
            d.get_info<sycl::info::device::atomic_fence_order_capabilities>());
  EXPECT_EQ(code_thrown_by([&] { sycl::queue(c, [](const sycl::device &) { return -1; }); }), errc::runtime);
}

TEST(Info, DescriptorsAgreeWithEachOther) {
  namespace info = sycl::info::device;
  for (const sycl::device &d : sycl::device::get_devices()) {
    EXPECT_FALSE(d.get_info<info::name>().empty());
    EXPECT_GE(d.get_info<info::max_compute_units>(), 1u);
    EXPECT_EQ(d.get_info<info::max_work_item_dimensions>(), 3u);
    const auto sizes = d.get_info<info::max_work_item_sizes<3>>();
    for (int i = 0; i < 3; ++i)
      EXPECT_LE(1u, sizes[i]);
    EXPECT_GE(d.get_info<info::max_work_group_size>(), sizes[2] > 0 ? 1u : 0u);
    EXPECT_FALSE(d.get_info<info::sub_group_sizes>().empty());
    EXPECT_GT(d.get_info<info::global_mem_size>(), 0u);
    EXPECT_LE(d.get_info<info::max_mem_alloc_size>(), d.get_info<info::global_mem_size>());
    const auto aspects = d.get_info<info::aspects>();
    EXPECT_EQ(d.has(sycl::aspect::fp64),
              std::find(aspects.begin(), aspects.end(), sycl::aspect::fp64) != aspects.end());
    EXPECT_EQ(d.is_cpu(), d.get_info<info::device_type>() == sycl::info::device_type::cpu);
    EXPECT_EQ(code_thrown_by([&] { (void)d.get_info<info::parent_device>(); }), errc::invalid);
  }
}

TEST(Info, NamesThatProgramsStillUse) {
  const sycl::device d;
  EXPECT_EQ(d.get_info<sycl::info::device::usm_device_allocations>(), d.has(sycl::aspect::usm_device_allocations));
  EXPECT_EQ(d.get_info<sycl::info::device::usm_host_allocations>(), d.has(sycl::aspect::usm_host_allocations));
  EXPECT_EQ(d.get_info<sycl::info::device::usm_shared_allocations>(), d.has(sycl::aspect::usm_shared_allocations));
  EXPECT_EQ(d.get_info<sycl::info::device::usm_system_allocator>(), d.has(sycl::aspect::usm_system_allocations));
  sycl::queue q(d);
  const sycl::queue other = q;
  EXPECT_GE(q.get_info<sycl::info::queue::reference_count>(), 2u);
  EXPECT_GE(d.get_info<sycl::info::device::reference_count>(), 1u);
  EXPECT_GE(q.get_context().get_info<sycl::info::context::reference_count>(), 1u);
  EXPECT_GE(sycl::event().get_info<sycl::info::event::reference_count>(), 1u);
  static_assert(std::is_same_v<sycl::uint, unsigned> && std::is_same_v<sycl::ushort, unsigned short>);
  EXPECT_EQ(std::hash<sycl::half>()(sycl::half(0.0f)), std::hash<sycl::half>()(sycl::half(-0.0f)));
  EXPECT_EQ(INT_MAX, std::numeric_limits<int>::max());
}

// Libraries choose what they use by these.
static_assert(SYCL_EXT_INTEL_USM_ADDRESS_SPACES >= 2 &&
              std::is_same_v<sycl::ext::intel::device_ptr<int>, sycl::device_ptr<int>>);
static_assert(SYCL_EXT_INTEL_DEVICE_INFO && SYCL_EXT_ONEAPI_ASSERT && SYCL_EXT_ONEAPI_BFLOAT16 &&
              SYCL_EXT_ONEAPI_BFLOAT16_MATH_FUNCTIONS && SYCL_EXT_ONEAPI_COMPLEX_ALGORITHMS &&
              SYCL_EXT_ONEAPI_DISCARD_QUEUE_EVENTS && SYCL_EXT_ONEAPI_GET_KERNEL_INFO &&
              SYCL_EXT_ONEAPI_GROUP_ALGORITHMS && SYCL_EXT_ONEAPI_IN_ORDER_QUEUE_EVENTS &&
              SYCL_EXT_ONEAPI_KERNEL_COMPILER_OPENCL && SYCL_EXT_ONEAPI_MATRIX &&
              SYCL_EXT_ONEAPI_MAX_WORK_GROUP_QUERY && SYCL_EXT_ONEAPI_QUEUE_PRIORITY && SYCL_EXT_ONEAPI_SUB_GROUP &&
              SYCL_EXT_ONEAPI_USE_PINNED_HOST_MEMORY_PROPERTY && SYCL_EXT_ONEAPI_USER_DEFINED_REDUCTIONS);

TEST(Info, DevicesTellWhichLanguagesTheyCompile) {
  using sycl::ext::oneapi::experimental::source_language;
  EXPECT_TRUE(sycl::device().ext_oneapi_can_compile(source_language::opencl));
  EXPECT_FALSE(sycl::device().ext_oneapi_can_compile(source_language::spirv));
}

TEST(Info, ExtensionsOfOpenClAreNamedAfterWhatDevicesHave) {
  for (const sycl::device &d : sycl::device::get_devices()) {
    EXPECT_EQ(d.has_extension("cl_khr_fp16"), d.has(sycl::aspect::fp16));
    EXPECT_EQ(d.has_extension("cl_khr_fp64"), d.has(sycl::aspect::fp64));
    EXPECT_TRUE(d.has_extension("cl_khr_subgroups"));
    EXPECT_FALSE(d.has_extension("cl_khr_fp"));
    EXPECT_LE(d.get_platform().get_info<sycl::info::platform::extensions>().size(),
              d.get_info<sycl::info::device::extensions>().size());
  }
}

TEST(Usm, NothingAndNoKindAreNull) {
  sycl::queue q;
  EXPECT_EQ(sycl::malloc_shared(0, q), nullptr);
  EXPECT_EQ(sycl::malloc_device<int>(0, q), nullptr);
  EXPECT_EQ(sycl::malloc_host(0, q), nullptr);
  EXPECT_EQ(sycl::aligned_alloc_device(64, 0, q), nullptr);
  EXPECT_EQ(sycl::aligned_alloc(64, 64, q, sycl::usm::alloc::unknown), nullptr);
  EXPECT_EQ(sycl::malloc(64, q, sycl::usm::alloc::unknown), nullptr);
  sycl::free(nullptr, q);
  sycl::usm_allocator<int, sycl::usm::alloc::shared> allocator(q);
  EXPECT_NO_THROW(allocator.deallocate(allocator.allocate(0), 0));
}

TEST(SubDevices, PartitionCpuEqually) {
  const sycl::device cpu(sycl::cpu_selector_v);
  const auto units = cpu.get_info<sycl::info::device::max_compute_units>();
  if (units < 2)
    GTEST_SKIP() << "one compute unit cannot be partitioned";
  const auto parts = cpu.create_sub_devices<sycl::info::partition_property::partition_equally>(1);
  EXPECT_EQ(parts.size(), units);
  EXPECT_EQ(parts[0].get_info<sycl::info::device::max_compute_units>(), 1u);
  EXPECT_EQ(parts[0].get_info<sycl::info::device::parent_device>(), cpu);
  EXPECT_EQ(parts[0].get_info<sycl::info::device::partition_type_property>(),
            sycl::info::partition_property::partition_equally);
  EXPECT_EQ(cpu.get_info<sycl::info::device::partition_type_property>(), sycl::info::partition_property::no_partition);
  EXPECT_NE(
      code_thrown_by([&] { cpu.create_sub_devices<sycl::info::partition_property::partition_equally>(units + 1); }),
      errc::success);
}

TEST(Devices, WithoutComputeSlicesAreNotDividedByThem) {
  constexpr auto by_slice = sycl::info::partition_property::ext_intel_partition_by_cslice;
  const sycl::device cpu(sycl::cpu_selector_v);
  for (const auto property : cpu.get_info<sycl::info::device::partition_properties>())
    EXPECT_NE(property, by_slice);
  EXPECT_EQ(code_thrown_by([&] { cpu.create_sub_devices<by_slice>(); }), errc::feature_not_supported);
}

TEST(Usm, PointersKnowTheirKindAndDevice) {
  const sycl::queue q;
  const sycl::context c = q.get_context();
  using sycl::usm::alloc;
  for (const alloc kind : {alloc::device, alloc::host, alloc::shared}) {
    int *p = sycl::malloc<int>(10, q, kind);
    ASSERT_NE(p, nullptr);
    EXPECT_EQ(sycl::get_pointer_type(p, c), kind);
    EXPECT_EQ(sycl::get_pointer_type(p + 9, c), kind);
    EXPECT_EQ(sycl::get_pointer_device(p, c), q.get_device());
    sycl::free(p, q);
    EXPECT_EQ(sycl::get_pointer_type(p, c), alloc::unknown);
  }
  int *of_c = sycl::malloc_shared<int>(1, q);
  EXPECT_EQ(sycl::get_pointer_type(of_c, sycl::context(q.get_device())), alloc::unknown);
  sycl::free(of_c, q);
  int local = 0;
  EXPECT_EQ(sycl::get_pointer_type(&local, c), alloc::unknown);
  EXPECT_EQ(code_thrown_by([&] { (void)sycl::get_pointer_device(&local, c); }), errc::invalid);
}

TEST(Usm, AlignmentIsKept) {
  const sycl::queue q;
  for (std::size_t alignment = 16; alignment <= 4096; alignment *= 4) {
    void *p = sycl::aligned_alloc_shared(alignment, 100, q);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % alignment, 0u);
    sycl::free(p, q);
  }
  EXPECT_EQ(sycl::aligned_alloc_device(3, 100, q), nullptr) << "an alignment that is no power of two";
}

TEST(Usm, ImpossibleSizesGiveNull) {
  const sycl::queue q;
  EXPECT_EQ(sycl::malloc_device(static_cast<std::size_t>(1) << 60, q), nullptr);
  EXPECT_EQ(sycl::malloc_shared<double>(static_cast<std::size_t>(-1) / 4, q), nullptr);
}

TEST(Usm, FreeOfAForeignPointerThrows) {
  const sycl::queue q;
  int local = 0;
  EXPECT_EQ(code_thrown_by([&] { sycl::free(&local, q); }), errc::invalid);
  sycl::free(nullptr, q);
}

TEST(Usm, AllocatorServesVectors) {
  const sycl::queue q;
  using Allocator = sycl::usm_allocator<int, sycl::usm::alloc::shared, 256>;
  std::vector<int, Allocator> v(1000, Allocator(q));
  std::iota(v.begin(), v.end(), 0);
  EXPECT_EQ(sycl::get_pointer_type(v.data(), q.get_context()), sycl::usm::alloc::shared);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(v.data()) % 256, 0u);
  EXPECT_EQ(std::accumulate(v.begin(), v.end(), 0), 499500);
  EXPECT_TRUE(Allocator(q) == Allocator(q));
}

TEST(Commands, CopyFillAndSetChainByEvents) {
  sycl::queue q;
  std::array<int, 100> in, out{};
  std::iota(in.begin(), in.end(), 1);
  int *p = sycl::malloc_device<int>(100, q);
  const sycl::event filled = q.fill(p, 7, 100);
  const sycl::event copied = q.memcpy(p, in.data(), 50 * sizeof(int), filled);
  q.copy(p, out.data(), 100, copied).wait();
  EXPECT_EQ(out[49], 50);
  EXPECT_EQ(out[50], 7);
  q.memset(p, 0xff, 4, std::vector<sycl::event>{copied}).wait();
  q.submit([&](sycl::handler &h) { h.copy(p, out.data(), 1); }).wait();
  EXPECT_EQ(out[0], -1);
  q.prefetch(p, 400).wait();
  q.mem_advise(p, 400, 0).wait();
  sycl::free(p, q);
}

TEST(Commands, HostTaskWaitsForWhatItDependsOn) {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  const sycl::event first = q.fill(p, 1, 1);
  int seen = 0;
  const sycl::event second = q.submit([&](sycl::handler &h) {
    h.depends_on(first);
    h.host_task([&, p] { seen = *p; });
  });
  second.wait();
  EXPECT_EQ(seen, 1);
  EXPECT_EQ(second.get_info<sycl::info::event::command_execution_status>(), sycl::info::event_command_status::complete);
  sycl::free(p, q);
}

TEST(Commands, HostTaskIsToldOfItsQueue) {
  sycl::queue q;
  sycl::backend told = sycl::backend::all;
  q.submit([&](sycl::handler &h) { h.host_task([&](sycl::interop_handle in) { told = in.get_backend(); }); }).wait();
  EXPECT_EQ(told, q.get_backend());
}

TEST(Commands, WhatOneQueueRefusesGoesToTheSecond) {
  sycl::queue first, second{sycl::device(sycl::cpu_selector_v)};
  int ran = 0;
  const auto group = [&](bool fails) {
    return [&, fails](sycl::handler &h) {
      ++ran;
      if (fails && ran == 1)
        throw sycl::exception(sycl::make_error_code(errc::invalid));
      h.host_task([&] { ran += 10; });
    };
  };
  first.submit(group(true), second).wait();
  EXPECT_EQ(ran, 12);
  first.submit(group(false), second).wait();
  EXPECT_EQ(ran, 23);
}

TEST(Commands, LargeFunctionsOutliveTheirGroup) {
  struct Large {
    long values[100];
  };
  Large large{};
  large.values[99] = 7;
  long seen = 0;
  sycl::queue().submit([&](sycl::handler &h) { h.host_task([large, &seen] { seen = large.values[99]; }); }).wait();
  EXPECT_EQ(seen, 7);
}

TEST(Commands, BarrierWaitsForAllBefore) {
  sycl::queue q;
  std::atomic<int> done = 0;
  for (int i = 0; i < 8; ++i)
    q.submit([&](sycl::handler &h) { h.host_task([&] { ++done; }); });
  q.ext_oneapi_submit_barrier().wait();
  EXPECT_EQ(done, 8);
}

TEST(Names, OfBeforeSycl2020AreThere) {
  static_assert(std::is_same_v<cl::sycl::cl_int, std::int32_t> && std::is_same_v<cl::sycl::cl_float, float>);
  static_assert(std::is_same_v<cl::sycl::function_class<int, char>, std::function<int(char)>> &&
                std::is_same_v<cl::sycl::exception_ptr_class, std::exception_ptr> &&
                std::is_same_v<cl::sycl::mutex_class, std::mutex>);
  const cl::sycl::vector_class<cl::sycl::string_class> texts{"a"};
  const cl::sycl::shared_ptr_class<int> shared = cl::sycl::unique_ptr_class<int>(new int(1));
  const cl::sycl::weak_ptr_class<int> weak = shared;
  EXPECT_EQ(cl::sycl::hash_class<std::string>()(texts[0]), std::hash<std::string>()("a"));
  EXPECT_EQ(weak.lock(), shared);
  using namespace sycl::ONEAPI;
  int counted = 1;
  atomic_ref<int, memory_order::relaxed, sycl::ONEAPI::memory_scope::device>(counted) += 2;
  EXPECT_EQ(counted, 3);
  static_assert(std::is_same_v<decltype(sycl::id()), sycl::id<1>> &&
                std::is_same_v<decltype(sycl::range()), sycl::range<1>>);
  const sycl::queue q;
  EXPECT_FALSE(q.is_host() || q.get_device().is_host() || q.get_context().is_host() ||
               q.get_device().get_platform().is_host() || sycl::event().is_host());
}

TEST(Commands, ABarrierForEventsHoldsBackAllThatFollows) {
  sycl::queue q, other;
  std::atomic<bool> open = false;
  std::atomic<int> early = 0;
  const auto waits = [&](sycl::handler &h) { h.host_task([&] { open.wait(false); }); };
  const sycl::event first = q.submit(waits), second = other.submit(waits);
  q.submit([&](sycl::handler &h) { h.ext_oneapi_barrier({first, second}); });
  for (int i = 0; i < 2; ++i)
    q.submit([&](sycl::handler &h) { h.host_task([&] { early += open ? 0 : 1; }); });
  open = true;
  open.notify_all();
  q.wait();
  EXPECT_EQ(early, 0);
}

TEST(Commands, MemoryThatWorkOfAQueueThatIsGoneUsesIsNotUsedAgainMeanwhile) {
  const sycl::queue q;
  std::atomic<bool> open = false;
  auto other = std::make_unique<sycl::queue>(q.get_context(), q.get_device());
  int *const used = sycl::malloc_shared<int>(999, q);
  const sycl::event last = other->submit([&](sycl::handler &h) {
    h.host_task([&, used] {
      open.wait(false);
      *used = 1;
    });
  });
  other.reset();
  sycl::free(used, q);
  int *const others = sycl::malloc_shared<int>(999, q);
  EXPECT_NE(others, used);
  open = true;
  open.notify_all();
  last.wait();
  sycl::free(others, q);
}

TEST(Commands, MemoryThatIsFreedTooEarlyIsNotUsedAgainMeanwhile) {
  sycl::queue q;
  const auto allocate = [&] { return sycl::malloc_shared<int>(999, q); };
  int *const reused = allocate();
  sycl::free(reused, q);
  std::atomic<bool> open = false;
  int *const used = allocate();
  EXPECT_EQ(used, reused) << "what nobody uses is used again";
  const sycl::event last = q.submit([&](sycl::handler &h) {
    h.host_task([&, used] {
      open.wait(false);
      *used = 1;
    });
  });
  sycl::free(used, q);
  EXPECT_EQ(sycl::get_pointer_type(used, q.get_context()), sycl::usm::alloc::unknown);
  int *const others = allocate();
  EXPECT_NE(others, used);
  open = true;
  open.notify_all();
  last.wait();
  sycl::free(others, q);
}

TEST(Commands, ASecondCommandInAGroupIsRefused) {
  sycl::queue q;
  EXPECT_EQ(code_thrown_by([&] {
              q.submit([](sycl::handler &h) {
                h.host_task([] {});
                h.host_task([] {});
              });
            }),
            errc::invalid);
}

TEST(Commands, EmptyGroupCompletesAfterItsDependencies) {
  sycl::queue q;
  std::atomic<bool> done = false;
  const sycl::event e = q.submit([&](sycl::handler &h) { h.host_task([&] { done = true; }); });
  q.submit([&](sycl::handler &h) { h.depends_on(e); }).wait();
  EXPECT_TRUE(done);
}

TEST(Events, DefaultMadeOnesEqualTheirCopiesOnly) {
  const sycl::event one, other, copy = one;
  EXPECT_EQ(one, copy);
  EXPECT_NE(one, other);
  EXPECT_EQ(std::hash<sycl::event>()(one), std::hash<sycl::event>()(copy));
  EXPECT_NE(std::hash<sycl::event>()(one), std::hash<sycl::event>()(other));
  sycl::queue q;
  const auto nothing = [](sycl::handler &) {};
  EXPECT_NE(q.submit(nothing), q.submit(nothing));
}

TEST(Events, DefaultIsCompleteAndProfilingIsAskedFor) {
  EXPECT_EQ(sycl::event().get_info<sycl::info::event::command_execution_status>(),
            sycl::info::event_command_status::complete);
  using sycl::info::event_profiling::command_end;
  using sycl::info::event_profiling::command_start;
  using sycl::info::event_profiling::command_submit;
  sycl::queue plain;
  sycl::event e = plain.submit([](sycl::handler &h) { h.host_task([] {}); });
  e.wait();
  EXPECT_EQ(code_thrown_by([&] { (void)e.get_profiling_info<command_end>(); }), errc::invalid);

  sycl::queue profiled{sycl::property::queue::enable_profiling()};
  int *p = sycl::malloc_device<int>(1000, profiled);
  e = profiled.fill(p, 1, 1000);
  EXPECT_LE(e.get_profiling_info<command_submit>(), e.get_profiling_info<command_start>());
  EXPECT_LE(e.get_profiling_info<command_start>(), e.get_profiling_info<command_end>());
  profiled.wait();
  sycl::free(p, profiled);
}

} // namespace
