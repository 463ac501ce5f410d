// A kernel is compiled once for each specialisation, whoever asks and however often; what fails is not remembered.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backends/null/failures.hpp"
#include "runtime/compilation.hpp"
#include "runtime/disk_cache.hpp"
#include "runtime/kernel_cache.hpp"
#include "runtime/make_ahead.hpp"
#include "runtime/memory.hpp"
#include "runtime/platform.hpp"
#include "runtime/queue.hpp"
#include "support/error.hpp"

namespace weft::runtime {
namespace {

/// A null device and a cache of this process alone; set before anything asks for either.
const bool prepared = [] {
  char directory[] = "/tmp/weft-test-XXXXXX";
  return setenv("WEFT_NULL", "1", 1) == 0 && mkdtemp(directory) != nullptr &&
         setenv("WEFT_CACHE_DIR", directory, 1) == 0;
}();

struct Args {
  std::int64_t n;
  std::int32_t d, e;
};

struct KernelCache : testing::Test {
  std::shared_ptr<Device> device = select("null");
  std::shared_ptr<Queue> queue = make_queue(device->platform()->default_context(), device);
  Args args{1000, 7, -1};

  static std::shared_ptr<const codegen::KernelModule> module(const std::string &name) {
    codegen::KernelInfo info;
    info.name = info.pretty = name;
    info.args_size = sizeof(Args);
    info.bakeable = {{0, 8}, {8, 4}, {12, 4}};
    return std::make_shared<const codegen::KernelModule>(
        hash_text(name), [] { return codegen::Bytes(); }, std::vector{info});
  }
  /// Made ahead, for launches that bake nothing in.
  std::shared_ptr<Executable> guessed(const std::shared_ptr<const codegen::KernelModule> &m) {
    const Args before = std::exchange(args, {1000, 65, -1});
    make_ahead(device, {launch(m).kernel});
    std::shared_ptr<Executable> guess;
    while (guess == nullptr)
      guess = find_ready(*device, launch(m));
    args = before;
    return guess;
  }
  Launch launch(const std::shared_ptr<const codegen::KernelModule> &m) {
    return {.kernel = {m, &m->kernels().front()},
            .range = {.global = {10, 1, 1}},
            .args = std::as_bytes(std::span(&args, 1))};
  }
};

TEST_F(KernelCache, RulesOfSpecialisation) {
  const auto m = module("rules");
  const auto &info = m->kernels().front();
  const auto bytes = std::as_bytes(std::span(&args, 1));
  const auto range = specialize(info, {.global = {10, 1, 1}}, bytes);
  EXPECT_EQ(range.local, (std::array<std::uint32_t, 3>{}));
  EXPECT_TRUE(range.ids_fit_i32);
  EXPECT_FALSE(range.has_offset);
  ASSERT_EQ(range.baked.size(), 1u); // 1000 is too large, -1 negative
  EXPECT_EQ(range.baked[0].value, 7);
  EXPECT_EQ(range.baked[0].field.offset, 8u);
  args.n = 64;
  args.e = 0;
  EXPECT_EQ(specialize(info, {}, bytes).baked.size(), 3u);
  args.n = 65;
  EXPECT_EQ(specialize(info, {}, bytes).baked.size(), 2u);
  const NdRange large{.global = {std::size_t(1) << 31, 1, 1}};
  EXPECT_FALSE(specialize(info, large, bytes).ids_fit_i32);
  const NdRange plane{.global = {1 << 16, 1 << 15, 1}};
  EXPECT_FALSE(specialize(info, plane, bytes).ids_fit_i32);
  const NdRange far_away{.global = {8, 1, 1}, .offset = {std::size_t(1) << 31, 0, 0}};
  EXPECT_FALSE(specialize(info, far_away, bytes).ids_fit_i32);
  const NdRange with_offset{.global = {8, 8, 1}, .local = {4, 2, 1}, .offset = {0, 1, 0}};
  EXPECT_TRUE(specialize(info, with_offset, bytes).has_offset);
  EXPECT_EQ(specialize(info, with_offset, bytes).local, (std::array<std::uint32_t, 3>{4, 2, 1}));
  auto meeting = info;
  meeting.uses_sub_groups = true;
  EXPECT_TRUE(whole_sub_groups(meeting, with_offset, 8));
  EXPECT_FALSE(whole_sub_groups(meeting, with_offset, 16));
  EXPECT_FALSE(whole_sub_groups(meeting, plane, 8));
  EXPECT_FALSE(whole_sub_groups(info, with_offset, 8));
}

TEST_F(KernelCache, FewWorkItemsPerUnitAreCounted) {
  const auto groups = [](std::size_t count, std::size_t size) {
    return NdRange{.global = {count * size, 1, 1}, .local = {size, 1, 1}};
  };
  const auto range = [](std::size_t items) { return NdRange{.global = {items, 1, 1}}; };
  constexpr std::size_t units = 132;
  EXPECT_EQ(items_per_unit(groups(8, 256), units), 256u);
  EXPECT_EQ(items_per_unit(groups(units, 32), units), 256u);
  EXPECT_EQ(items_per_unit(groups(units, 257), units), 512u);
  EXPECT_EQ(items_per_unit(groups(units + 1, 256), units), 512u);
  EXPECT_EQ(items_per_unit(groups(units, 1024), units), 1024u);
  EXPECT_EQ(items_per_unit(groups(4 * units, 256), units), 1024u);
  EXPECT_EQ(items_per_unit(groups(4 * units + 1, 256), units), 0u);
  EXPECT_EQ(items_per_unit(groups(2 * units, 1024), units), 0u);
  EXPECT_EQ(items_per_unit(groups(std::size_t(1) << 50, 1024), units), 0u);
  EXPECT_EQ(items_per_unit({.global = {16 * 4, 16 * 4, 2}, .local = {16, 16, 2}, .dims = 3}, units), 512u);
  EXPECT_EQ(items_per_unit(range(1), units), 256u);
  EXPECT_EQ(items_per_unit(range(256 * units + 1), units), 512u);
  EXPECT_EQ(items_per_unit(range(1024 * units + 1), units), 0u);
  EXPECT_EQ(items_per_unit(range(0), units), 256u);
}

TEST_F(KernelCache, EachSpecialisationIsCompiledOnce) {
  const auto m = module("once");
  const CacheStats before = cache_stats();
  const auto first = find_executable(*device, launch(m));
  EXPECT_EQ(find_executable(*device, launch(m)), first);
  args.n = 2000; // not baked
  EXPECT_EQ(find_executable(*device, launch(m)), first);
  args.d = 8;
  const auto other = find_executable(*device, launch(m));
  EXPECT_NE(other, first);
  args.d = 7;
  EXPECT_EQ(find_executable(*device, launch(m)), first);
  EXPECT_EQ(cache_stats().compiled - before.compiled, 2u);
  EXPECT_EQ(cache_stats().memory_hits - before.memory_hits, 3u);
}

TEST_F(KernelCache, RangesThatCodeDependsOnAreToldApart) {
  const auto m = module("ranges");
  const auto first = find_executable(*device, launch(m));
  const std::vector<NdRange> others{
      {.global = {10, 1, 1}, .offset = {1, 0, 0}}, {.global = {10, 1, 1}, .offset = {0, 0, 1}},
      {.global = {std::size_t(1) << 31, 1, 1}},    {.global = {10, 1, 1}, .local = {2, 1, 1}},
      {.global = {10, 2, 1}, .local = {2, 2, 1}},  {.global = {10, 2, 2}, .local = {2, 2, 2}}};
  std::vector<std::shared_ptr<Executable>> found{first};
  for (const NdRange &range : others) {
    Launch other = launch(m);
    other.range = range;
    found.push_back(find_executable(*device, other));
    EXPECT_EQ(find_executable(*device, other), found.back());
    EXPECT_EQ(find_executable(*device, launch(m)), first);
  }
  std::ranges::sort(found);
  EXPECT_EQ(std::ranges::unique(found).size(), 1u) << "where the offset is makes no difference";
}

TEST_F(KernelCache, ModulesOfEqualContentShareAndOthersDoNot) {
  const auto first = find_executable(*device, launch(module("shared")));
  EXPECT_EQ(find_executable(*device, launch(module("shared"))), first);
  EXPECT_NE(find_executable(*device, launch(module("not shared"))), first);
}

TEST_F(KernelCache, DiskServesWhatMemoryForgot) {
  const auto m = module("disk");
  const auto first = find_executable(*device, launch(m));
  const auto image = first->binary().image;
  clear_memory_cache();
  const CacheStats before = cache_stats();
  EXPECT_EQ(find_executable(*device, launch(m))->binary().image, image);
  EXPECT_EQ(cache_stats().disk_hits - before.disk_hits, 1u);
  EXPECT_EQ(cache_stats().compiled, before.compiled);
}

TEST_F(KernelCache, CodeForOneTargetIsNoOtherTargetsOnDisk) {
  EXPECT_NE(disk_key(*device), disk_key(*select("cpu")));
  EXPECT_EQ(disk_key(*device), disk_key(*select("null")));
}

TEST_F(KernelCache, WholeEntryThatDoesNotLoadIsCompiledAnew) {
  const auto m = module("stale");
  const Launch l = launch(m);
  const auto specialization = specialize(*l.kernel.info, l.range, l.args);
  const std::vector<std::byte> nonsense(100, std::byte(1));
  ASSERT_TRUE(default_disk_cache()->store(disk_key(*device, l.kernel, specialization), nonsense));
  const CacheStats before = cache_stats();
  EXPECT_NE(find_executable(*device, l), nullptr);
  EXPECT_EQ(cache_stats().compiled - before.compiled, 1u);
}

TEST_F(KernelCache, ManyThreadsCompileOnce) {
  const auto m = module("threads");
  const CacheStats before = cache_stats();
  std::vector<std::shared_ptr<Executable>> found(32);
  {
    std::vector<std::jthread> threads;
    for (auto &slot : found)
      threads.emplace_back([&] { slot = find_executable(*device, launch(m)); });
  }
  for (const auto &executable : found)
    EXPECT_EQ(executable, found.front());
  EXPECT_EQ(cache_stats().compiled - before.compiled, 1u);
}

TEST_F(KernelCache, FailureIsThrownToEachCallerAndNotRemembered) {
  const auto m = module("fails");
  null::fail_at(null::Point::compile, 1, true);
  for (int i = 0; i < 2; ++i)
    EXPECT_THROW(find_executable(*device, launch(m)), Error);
  EXPECT_THROW(queue->launch(launch(m)), Error);
  null::fail_at(null::Point::compile, 0);
  EXPECT_NE(find_executable(*device, launch(m)), nullptr);
  queue->launch(launch(m)).wait();
}

TEST_F(KernelCache, PreparingEndsWithWhatWasCompiledElsewhere) {
  const auto m = module("elsewhere");
  const CacheStats before = cache_stats();
  EXPECT_EQ(find_ready(*device, launch(m)), nullptr);
  const Wanted all[] = {wanted(device, launch(m))};
  while (!prepare(all, std::chrono::steady_clock::now() + std::chrono::milliseconds(1)))
    continue;
  EXPECT_NE(find_ready(*device, launch(m)), nullptr);
  EXPECT_EQ(find_ready(*device, launch(m)), find_executable(*device, launch(m)));
  EXPECT_EQ(cache_stats().compiled - before.compiled, 1u);
}

TEST_F(KernelCache, SeveralKernelsArePreparedAtOnce) {
  const CacheStats before = cache_stats();
  std::vector<std::shared_ptr<const codegen::KernelModule>> modules;
  std::vector<Wanted> all;
  for (int i = 0; i < 9; ++i) {
    modules.push_back(module("side by side " + std::to_string(i)));
    all.push_back(wanted(device, launch(modules.back())));
  }
  all.push_back(all.front());
  EXPECT_TRUE(prepare(all));
  for (const auto &m : modules)
    EXPECT_NE(find_ready(*device, launch(m)), nullptr);
  EXPECT_EQ(cache_stats().compiled - before.compiled, modules.size());
}

TEST_F(KernelCache, PreparingThrowsWhatTheCompilerThrew) {
  const auto m = module("elsewhere fails");
  const Wanted all[] = {wanted(device, launch(m))};
  const auto soon = [] { return std::chrono::steady_clock::now() + std::chrono::milliseconds(20); };
  null::fail_at(null::Point::compile, 1);
  EXPECT_THROW(while (!prepare(all, soon())) continue, Error);
  while (!prepare(all, soon()))
    continue;
  EXPECT_NE(find_ready(*device, launch(m)), nullptr);
}

TEST_F(KernelCache, EverNewSmallIntegersDoNotCompileForEver) {
  const auto m = module("variants");
  const CacheStats before = cache_stats();
  for (args.d = 0; args.d <= 64; ++args.d)
    find_executable(*device, launch(m));
  EXPECT_EQ(cache_stats().compiled - before.compiled, 3u); // two values, and one for all others
  args.d = 0;
  find_executable(*device, launch(m));
  EXPECT_EQ(cache_stats().compiled - before.compiled, 3u);
}

TEST_F(KernelCache, CountersShareCodeAndWhatWasBakedBeforeStays) {
  const auto m = module("counter");
  const auto found = [&](int value) {
    args.d = value;
    return find_executable(*device, launch(m));
  };
  std::vector<std::shared_ptr<Executable>> before;
  for (int value = 0; value <= 70; ++value)
    before.push_back(found(value));
  EXPECT_NE(before[0], before[1]);
  for (int value = 2; value <= 70; ++value)
    EXPECT_EQ(before[value], before[70]) << value;
  const auto again = [&] {
    for (int value = 70; value >= 0; --value)
      EXPECT_EQ(found(value), before[value]) << value;
    EXPECT_EQ(found(-1), before[70]);
  };
  again();
  std::jthread(again).join(); // which has launched nothing yet
}

TEST_F(KernelCache, PointersIntoAllocationsOfTheirOwnAreFoundAmongArguments) {
  const auto context = device->platform()->default_context();
  const auto make = [&](std::size_t bytes, AllocationKind kind = AllocationKind::device) {
    return static_cast<std::byte *>(allocate(bytes, 0, kind, device, context));
  };
  std::byte *const a = make(10000), *const b = make(20000), *const c = make(30000);
  const auto distinct = [](std::array<const void *, 5> words) {
    return distinct_pointers(std::as_bytes(std::span(words)));
  };
  EXPECT_EQ(distinct({a, b + 100, reinterpret_cast<void *>(7), nullptr, c}), 0b10011u);
  EXPECT_EQ(distinct({a, b, a + 8, nullptr, c}), 0b10010u) << "two into one allocation";
  const std::array<const void *, 3> aliased{a, b, a + 8};
  EXPECT_EQ(distinct_pointers(std::as_bytes(std::span(aliased)), 0b011), 0b011u) << "the kernel reads no third";
  EXPECT_EQ(distinct_pointers(std::as_bytes(std::span(aliased)), ~std::uint64_t(0) << 1), 0b110u);
  EXPECT_EQ(distinct({a, &args, a + 8, nullptr, nullptr}), 0u) << "nothing to be distinct from";
  std::vector<std::byte *> small(64);
  for (std::byte *&block : small)
    block = make(64, AllocationKind::shared); // side by side, as what kernels alone reach is not
  std::ranges::sort(small);
  const auto next = std::ranges::adjacent_find(small, [](auto *x, auto *y) { return x + 64 == y; });
  ASSERT_NE(next, small.end());
  EXPECT_EQ(distinct({*next, *(next + 1), a, nullptr, nullptr}), 0b101u) << "the end of another";
  for (std::byte *const block : {a, b, c})
    deallocate(block);
  for (std::byte *const block : small)
    deallocate(block);
}

TEST_F(KernelCache, WhatIsMadeAheadServesTheLaunch) {
  std::vector<std::shared_ptr<const codegen::KernelModule>> modules;
  std::vector<Kernel> kernels;
  args = {1000, 65, -1}; // nothing to bake
  for (int i = 0; i < 8; ++i) {
    modules.push_back(module(fmt::format("ahead {}", i)));
    kernels.push_back(launch(modules.back()).kernel);
  }
  find_executable(*device, launch(modules[3]));
  const CacheStats before = cache_stats();
  make_ahead(device, kernels);
  make_ahead(device, kernels);
  for (const auto &m : modules)
    queue->launch(launch(m)).wait();
  EXPECT_EQ(cache_stats().compiled - before.compiled, 7u);
  clear_memory_cache();
  make_ahead(device, kernels); // all on disk
  for (const auto &m : modules)
    queue->launch(launch(m)).wait();
  EXPECT_EQ(cache_stats().compiled - before.compiled, 7u);
}

TEST_F(KernelCache, ListsOfASpecializationDoNotRunIntoEachOther) {
  codegen::Specialization narrow, distinct, repeated;
  narrow.narrow = {8, 16};
  distinct.distinct = {8, 16};
  repeated.repeated = {{8, 16}};
  EXPECT_NE(narrow.hash(), distinct.hash());
  EXPECT_NE(narrow.hash(), repeated.hash());
  EXPECT_NE(distinct.hash(), repeated.hash());
}

TEST_F(KernelCache, WideIntegersAreSmallOrRepeated) {
  codegen::KernelInfo info;
  info.bakeable = {{0, 8}, {8, 4}, {12, 4}, {16, 8}, {24, 8}, {32, 8}, {40, 8}};
  const std::int64_t words[] = {4096, 4096, 4096, -1, std::int64_t(1) << 31, 4096};
  const WideIntegers found = wide_integers(info, std::as_bytes(std::span(words)));
  const auto none = WideIntegers::none;
  const std::array<std::uint8_t, 7> repeats{none, none, none, 0, none, none, 0};
  EXPECT_TRUE(std::ranges::equal(std::span(found.repeats).first(7), repeats));
  EXPECT_EQ(found.narrow, 0b1001001u);
  const std::int64_t small[] = {64, 64, 64, 64, 0, (std::int64_t(1) << 31) - 1};
  const WideIntegers all = wide_integers(info, std::as_bytes(std::span(small)));
  EXPECT_EQ(all.repeats, WideIntegers().repeats); // those are baked in
  EXPECT_EQ(all.narrow, 0b1111001u);
  info.bakeable.assign(33, {0, 8});
  EXPECT_EQ(wide_integers(info, std::as_bytes(std::span(words))), WideIntegers());
}

TEST_F(KernelCache, ExtentsAreToldWhereRowsAreShort) {
  using Extents = std::array<std::uint32_t, 3>;
  EXPECT_EQ(told_extents({.global = {1, 1000, 1}, .dims = 2}), (Extents{1, 0, 0}));
  EXPECT_EQ(told_extents({.global = {3, 1, 1000}, .dims = 3}), (Extents{4, 1, 0}));
  EXPECT_EQ(told_extents({.global = {8, 8, 8}, .local = {2, 2, 2}, .dims = 3}), (Extents{8, 8, 8}));
  EXPECT_EQ(told_extents({.global = {9, 1000, 1}, .dims = 2}), Extents{});
  EXPECT_EQ(told_extents({.global = {1000, 1, 1}, .dims = 2}), Extents{});
  EXPECT_EQ(told_extents({.global = {1, 63, 1}, .dims = 2}), Extents{}) << "too few to be worth code of their own";
}

TEST_F(KernelCache, FewItemsOfLoopsAreTold) {
  codegen::KernelInfo loops, plain;
  loops.loops_alone = true;
  for (const NdRange &range :
       {NdRange{.global = {4, 1, 1}}, NdRange{.global = {1, 2, 2}, .local = {1, 1, 2}, .dims = 3}}) {
    EXPECT_TRUE(few_items(loops, range));
    EXPECT_FALSE(few_items(plain, range));
  }
  EXPECT_FALSE(few_items(loops, {.global = {5, 1, 1}}));
  EXPECT_FALSE(few_items(loops, {.global = {3, 3, 1}, .dims = 2}));
}

TEST_F(KernelCache, GroupsThatAGridHasNoRoomForAreFolded) {
  constexpr std::array<std::size_t, 3> most{1000, 10, 10};
  EXPECT_FALSE(folds_groups({.global = {8, 20, 30}, .local = {4, 2, 3}, .dims = 3}, most));
  EXPECT_TRUE(folds_groups({.global = {8, 22, 30}, .local = {4, 2, 3}, .dims = 3}, most));
  EXPECT_TRUE(folds_groups({.global = {8, 20, 33}, .local = {4, 2, 3}, .dims = 3}, most));
  EXPECT_FALSE(folds_groups({.global = {8000, 2, 3}, .local = {4, 2, 3}, .dims = 3}, most));
  EXPECT_FALSE(folds_groups({.global = {8, 160, 160}, .dims = 3}, most)) << "blocks can grow so far";
  EXPECT_TRUE(folds_groups({.global = {8, 161, 1}, .dims = 2}, most));
  EXPECT_FALSE(folds_groups({.global = {8, 161, 1}, .dims = 2}, CodeTraits{}.most_groups));
}

TEST_F(KernelCache, CodeThatAssumesLessServes) {
  const CodeTraits by_size{}, for_any_size{.by_group_size = false};
  codegen::Specialization less, more;
  more.baked = {{{8, 4}, 7}};
  more.distinct = {0, 16, 24};
  less.distinct = {0, 24};
  EXPECT_TRUE(serves(by_size, less, more));
  EXPECT_TRUE(serves(by_size, more, more));
  EXPECT_FALSE(serves(by_size, more, less));
  more.folded_groups = true;
  EXPECT_FALSE(serves(by_size, less, more));
  less.folded_groups = true;
  EXPECT_TRUE(serves(by_size, less, more));
  less.baked = {{{8, 4}, 6}};
  EXPECT_FALSE(serves(by_size, less, more));
  less.baked.clear();
  for (const auto known : {+[](codegen::Specialization &s) { s.repeated = {{24, 8}}; },
                           +[](codegen::Specialization &s) { s.narrow = {8}; }}) {
    codegen::Specialization told = less, all = more;
    known(told);
    EXPECT_FALSE(serves(by_size, told, more));
    known(all);
    EXPECT_TRUE(serves(by_size, told, all));
    EXPECT_NE(told.hash(), less.hash());
  }
  for (const auto change : {+[](codegen::Specialization &s) { s.has_offset = true; },
                            +[](codegen::Specialization &s) { s.constants = {{"constant", {}}}; },
                            +[](codegen::Specialization &s) { s.local = {4, 1, 1}; },
                            +[](codegen::Specialization &s) { s.ids_fit_i32 = false; }}) {
    codegen::Specialization other = more;
    change(other);
    EXPECT_FALSE(serves(by_size, more, other));
  }
  codegen::Specialization in_short_rows = more;
  in_short_rows.extents = {4, 0, 0};
  EXPECT_TRUE(serves(by_size, more, in_short_rows));
  EXPECT_FALSE(serves(by_size, in_short_rows, more));
  EXPECT_NE(more.hash(), in_short_rows.hash());
  codegen::Specialization few = more;
  few.few_items = true;
  EXPECT_TRUE(serves(by_size, more, few));
  EXPECT_FALSE(serves(by_size, few, more));
  EXPECT_NE(more.hash(), few.hash());
  codegen::Specialization whole = more;
  whole.whole_sub_groups = true;
  EXPECT_TRUE(serves(by_size, more, whole));
  EXPECT_FALSE(serves(by_size, whole, more));
  codegen::Specialization grouped = more;
  grouped.local = {256, 1, 1};
  grouped.items_per_unit = 512;
  EXPECT_FALSE(serves(by_size, more, grouped));
  EXPECT_TRUE(serves(for_any_size, more, grouped));
  EXPECT_FALSE(serves(for_any_size, grouped, more));
  codegen::Specialization crowded = grouped;
  crowded.items_per_unit = 0;
  EXPECT_TRUE(serves(for_any_size, crowded, grouped));
  EXPECT_FALSE(serves(for_any_size, grouped, crowded));
}

TEST_F(KernelCache, WhatIsMadeAheadServesUntilTheSecondLaunchHasBetterCompiled) {
  const auto m = module("stands in");
  const auto guess = guessed(m); // launches bake a 7 in, which nobody could guess
  const std::size_t compiled = cache_stats().compiled;
  EXPECT_EQ(find_executable(*device, launch(m)), guess);
  EXPECT_EQ(find_ready(*device, launch(m)), nullptr);
  EXPECT_EQ(cache_stats().compiled, compiled) << "for one launch nothing is compiled";
  EXPECT_EQ(find_executable(*device, launch(m)), guess);
  EXPECT_NE(find_ready(*device, launch(m)), guess) << "what stands in is not what was asked for";
  while (find_executable(*device, launch(m)) == guess)
    std::this_thread::yield();
  EXPECT_EQ(find_executable(*device, launch(m)), find_ready(*device, launch(m)));
  EXPECT_EQ(cache_stats().compiled, compiled + 1);
}

TEST_F(KernelCache, WhatFailsToBeCompiledBesideIsNotTriedForEver) {
  const auto m = module("better fails");
  const auto guess = guessed(m);
  null::fail_at(null::Point::compile, 1, true);
  for (int i = 0; i < 1000; ++i)
    EXPECT_EQ(find_executable(*device, launch(m)), guess);
  null::fail_at(null::Point::compile, 0);
  EXPECT_EQ(find_executable(*device, launch(m)), guess);
}

TEST_F(KernelCache, TheNextProcessHasReadyWhatThisOneLaunched) {
  const auto m = module("remembered");
  guessed(m);
  while (find_ready(*device, launch(m)) == nullptr)
    find_executable(*device, launch(m));
  clear_memory_cache();
  const std::size_t compiled = cache_stats().compiled;
  make_ahead(device, {launch(m).kernel});
  while (find_ready(*device, launch(m)) == nullptr)
    std::this_thread::yield();
  EXPECT_EQ(cache_stats().compiled, compiled);
}

TEST_F(KernelCache, TheNextProcessHasReadyWhatStoodInForOneLaunch) {
  const auto m = module("remembered stand-in");
  const auto image = guessed(m)->binary().image;
  find_executable(*device, launch(m));
  clear_memory_cache();
  const std::size_t compiled = cache_stats().compiled;
  make_ahead(device, {launch(m).kernel});
  EXPECT_EQ(find_executable(*device, launch(m))->binary().image, image);
  EXPECT_EQ(cache_stats().compiled, compiled);
}

TEST_F(KernelCache, FailuresAheadAreLeftToTheLaunch) {
  args = {1000, 65, -1};
  const auto m = module("fails ahead");
  null::fail_at(null::Point::compile, 1, true);
  make_ahead(device, {launch(m).kernel});
  EXPECT_THROW(queue->launch(launch(m)), Error);
  null::fail_at(null::Point::compile, 0);
  queue->launch(launch(m)).wait();
}

TEST_F(KernelCache, ProcessesForkAndEndWhileKernelsAreMadeAhead) {
  const auto make_some = [&](int process) {
    std::vector<Kernel> kernels;
    for (int i = 0; i < 100; ++i)
      kernels.push_back(launch(module(fmt::format("{} of {}", i, process))).kernel);
    make_ahead(device, std::move(kernels));
  };
  for (int process = 0; process < 20; ++process) {
    make_some(2 * process);
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);
      make_some(2 * process + 1);
      std::exit(0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
}

TEST_F(KernelCache, ChildOfAForkCompilesAndSeesTheParentsKernels) {
  const auto m = module("fork");
  find_executable(*device, launch(m));
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    const CacheStats before = cache_stats();
    find_executable(*device, launch(m));
    find_executable(*device, launch(module("child's own")));
    _exit(cache_stats().compiled - before.compiled == 1 ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST_F(KernelCache, SixtyFourProcessesOnOneColdCache) {
  const auto m = module("cold");
  std::vector<pid_t> children;
  for (int i = 0; i < 64; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(60);
      _exit(find_executable(*device, launch(m)) != nullptr && cache_stats().disk_errors == 0 ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
}

TEST_F(KernelCache, FailingTasksOfTheDeviceSurfaceAtTheWait) {
  const auto m = module("task");
  null::fail_at(null::Point::submit, 2);
  queue->launch(launch(m));
  queue->launch(launch(m));
  queue->launch(launch(m));
  queue->wait();
  EXPECT_THROW(queue->wait_and_throw(), Error);
  EXPECT_NO_THROW(queue->wait_and_throw());
}

} // namespace
} // namespace weft::runtime
