// Kernels: every form of launch, what work-items are told, kernel names, captures.
#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

#include "devices.hpp"

/// A kernel of the other translation unit, with an internal name equal to one here.
int run_other_unit(sycl::queue q);

/// C++ cannot see that its copies are bytes.
struct Copied {
  Copied() = default;
  Copied(int x, float y) : a(x), b(y) {}
  Copied(const Copied &other) : a(other.a), b(other.b) {}
  Copied &operator=(const Copied &other) = default;
  int a;
  float b;
};
template <> struct sycl::is_device_copyable<Copied> : std::true_type {};

/// Nothing need be done at its end, though C++ cannot see that.
struct Ended {
  int value;
  explicit Ended(int v) : value(v) {}
  Ended(const Ended &) = default;
  Ended &operator=(const Ended &) = default;
  ~Ended() {}
};
template <> struct sycl::is_device_copyable<Ended> : std::true_type {};

namespace {

class Same; // the other translation unit has one, too

using Kernels = EachDevice;
WEFT_EACH_DEVICE(Kernels);

TEST_P(Kernels, RangesReachEveryItemOnce) {
  for (const std::size_t n : {1, 7, 64, 1000, 4097}) {
    int *hits = shared<int>(n + 1);
    q.parallel_for(n, [=](sycl::id<1> i) { hits[i] += 1; }).wait();
    EXPECT_EQ(std::accumulate(hits, hits + n, 0), static_cast<int>(n));
    EXPECT_EQ(*std::min_element(hits, hits + n), 1);
    EXPECT_EQ(hits[n], 0);
  }
}

TEST_P(Kernels, ItemsOfTwoAndThreeDimensionsCountTheLastFastest) {
  std::size_t *out = shared<std::size_t>(3 * 5 * 7);
  q.parallel_for({3, 5}, [=](sycl::item<2> i) {
     out[i.get_id(0) * 5 + i[1]] = i.get_linear_id() + i.get_range(0);
   }).wait();
  for (std::size_t i = 0; i < 15; ++i)
    EXPECT_EQ(out[i], i + 3);
  q.parallel_for({3, 5, 7}, [=](sycl::item<3> i) {
     const sycl::id<3> at = i;
     out[i.get_linear_id()] = at[0] * 100 + at[1] * 10 + at[2];
   }).wait();
  EXPECT_EQ(out[104], 246u);
  EXPECT_EQ(out[36], 101u);
}

TEST_P(Kernels, CallablesTakeItemsIdsNumbersAndAnything) {
  int *p = shared<int>(8);
  q.parallel_for(8, [=](sycl::item<1> i) { p[i] += 1; }).wait();
  q.parallel_for(8, [=](std::size_t i) { p[i] += 1; }).wait();
  q.parallel_for(8, [=](int i) { p[i] += 1; }).wait();
  q.parallel_for(8, [=](auto i) { p[i] += 1; }).wait();
  EXPECT_EQ(p[7], 4);
}

TEST_P(Kernels, ItemsWithoutOffsetAreTaken) {
  std::size_t *p = shared<std::size_t>(12);
  q.parallel_for({3, 4}, [=](sycl::item<2, false> i) { p[i.get_linear_id()] = i.get_id(1) + i.get_range(0); }).wait();
  EXPECT_EQ(p[11], 6u);
}

TEST_P(Kernels, FreeFunctionsFindTheItem) {
  namespace here = sycl::ext::oneapi::this_work_item;
  std::size_t *p = shared<std::size_t>(16);
  q.parallel_for(sycl::nd_range<1>(16, 4), [=](sycl::nd_item<1>) {
     p[here::get_nd_item<1>().get_global_id(0)] = here::get_work_group<1>().get_group_linear_id();
   }).wait();
  EXPECT_EQ(p[3], 0u);
  EXPECT_EQ(p[15], 3u);
}

void write_place(int *to) {
  const std::size_t i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_linear_id();
  to[i] = static_cast<int>(i);
}
template <class Function> void apply(Function *function, int *to) {
  function(to);
}
template <class Function> void apply_again(void (*application)(Function *, int *), Function *function, int *to) {
  application(function, to);
}

TEST_P(Kernels, FunctionsThatArePassedByPointerFindTheItem) {
  int *a = shared<int>(64, -1), *b = shared<int>(64, -1);
  q.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1>) {
     apply(write_place, a);
     apply_again(apply<void(int *)>, write_place, b);
   }).wait();
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(a[i] + 100 * b[i], 101 * i);
}

TEST_P(Kernels, WriteText) {
  testing::internal::CaptureStdout();
  q.parallel_for(3, [=](sycl::id<1> i) {
     sycl::ext::oneapi::experimental::printf("item %d of %s: %.2f\n", static_cast<int>(i[0]), "three", i[0] * 0.5f);
   }).wait();
  std::fflush(stdout);
  const std::string text = testing::internal::GetCapturedStdout();
  for (const char *line : {"item 0 of three: 0.00\n", "item 1 of three: 0.50\n", "item 2 of three: 1.00\n"})
    EXPECT_NE(text.find(line), std::string::npos) << text;
}

TEST_P(Kernels, AssertionsHoldOrEndTheProgram) {
  int *p = shared<int>(1);
  q.single_task([=] {
     assert(*p == 0);
     *p = 1;
   }).wait();
  EXPECT_EQ(*p, 1);
  if (q.get_device().get_info<sycl::info::device::vendor>() != "Weft")
    return; // on a GPU it is an error of the queue: test_faults.cpp
  EXPECT_DEATH(sycl::queue(q.get_device()).single_task([=] { assert(*p == 2 && "two"); }).wait(), "two");
}

TEST_P(Kernels, OffsetsShiftIds) {
  std::size_t *p = shared<std::size_t>(20);
  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::range<1>(5), sycl::id<1>(10),
                    [=](sycl::item<1> i) { p[i.get_id(0)] = i.get_linear_id() + i.get_offset()[0] + 1; });
   }).wait();
  EXPECT_EQ(p[9], 0u);
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_EQ(p[10 + i], i + 11);
  EXPECT_EQ(p[15], 0u);
}

TEST_P(Kernels, NdItemsKnowTheirPlace) {
  struct Place {
    std::size_t global, local, group, global_range, local_range, groups;
  };
  Place *out = shared<Place>(4 * 6);
  q.parallel_for(sycl::nd_range<2>({4, 6}, {2, 3}), [=](sycl::nd_item<2> it) {
     out[it.get_global_linear_id()] = {it.get_global_id(0) * 10 + it.get_global_id(1),
                                       it.get_local_linear_id(),
                                       it.get_group_linear_id(),
                                       it.get_global_range().size(),
                                       it.get_local_range(1),
                                       it.get_group_range(0)};
   }).wait();
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 6; ++j) {
      const Place &p = out[i * 6 + j];
      EXPECT_EQ(p.global, i * 10 + j);
      EXPECT_EQ(p.local, (i % 2) * 3 + j % 3);
      EXPECT_EQ(p.group, (i / 2) * 2 + j / 3);
      EXPECT_EQ(p.global_range, 24u);
      EXPECT_EQ(p.local_range, 3u);
      EXPECT_EQ(p.groups, 2u);
    }
}

/// Libraries write functions of kernels that may be asked at compile time, too: what they hold is of literal types.
template <class NdItem> constexpr std::size_t place_in_range(const NdItem &it) {
  const sycl::group<1> group = it.get_group();
  const sycl::sub_group part = it.get_sub_group();
  const sycl::nd_item<1> same = it;
  const std::size_t in_group = part.get_group_linear_id() * part.get_max_local_range()[0] + part.get_local_linear_id();
  return group.get_group_linear_id() * same.get_local_range(0) + in_group;
}
template <class Item> constexpr std::size_t doubled_place(const Item &i) {
  const sycl::item<1> same = i;
  return 2 * same.get_linear_id();
}

TEST_P(Kernels, ItemsAndGroupsAreLiteralTypes) {
  static constexpr sycl::nd_range<1> shape(64, 16);
  std::size_t *p = shared<std::size_t>(64);
  q.parallel_for(shape, [=](sycl::nd_item<1> it) { p[it.get_global_id(0)] = place_in_range(it); }).wait();
  for (std::size_t i = 0; i < 64; ++i)
    EXPECT_EQ(p[i], i);
  q.parallel_for(sycl::range<1>(64), [=](sycl::item<1> i) { p[i] = doubled_place(i); }).wait();
  for (std::size_t i = 0; i < 64; ++i)
    EXPECT_EQ(p[i], 2 * i);
}

TEST_P(Kernels, NdItemsCountWithoutTheOffset) {
  std::size_t *out = shared<std::size_t>(4 * 6);
  q.parallel_for(sycl::nd_range<2>({4, 6}, {2, 3}, {10, 20}), [=](sycl::nd_item<2> it) {
     out[(it.get_global_id(0) - 10) * 6 + it.get_global_id(1) - 20] = it.get_global_linear_id();
   }).wait();
  for (std::size_t i = 0; i < 24; ++i)
    EXPECT_EQ(out[i], i);
}

TEST_P(Kernels, RangesThatDoNotFitAreRefused) {
  int *p = shared<int>(1);
  const auto launch = [&](std::size_t global, std::size_t local) {
    q.parallel_for(sycl::nd_range<1>(global, local), [=](sycl::nd_item<1>) { *p = 1; });
  };
  try {
    launch(10, 3);
    FAIL() << "3 does not divide 10";
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), sycl::errc::nd_range);
  }
  const std::size_t limit = q.get_device().get_info<sycl::info::device::max_work_group_size>();
  EXPECT_THROW(launch(2 * limit, 2 * limit), sycl::exception);
  EXPECT_EQ(*p, 0);
}

TEST_P(Kernels, EmptyRangesRunNothing) {
  int *p = shared<int>(1);
  q.parallel_for(0, [=](sycl::id<1>) { *p = 1; }).wait();
  EXPECT_EQ(*p, 0);
}

TEST_P(Kernels, SingleTaskRunsOnce) {
  int *p = shared<int>(1);
  q.single_task([=] { *p += 1; }).wait();
  q.submit([&](sycl::handler &h) { h.single_task<class Once>([=] { *p += 1; }); }).wait();
  EXPECT_EQ(*p, 2);
}

template <class T> struct Scale {
  T *p;
  T by;
  void operator()(sycl::id<1> i) const { p[i] *= by; }
};

template <class T> class TemplatedName;

template <class T> void scale_and_add(sycl::queue &q, T *p, std::size_t n) {
  const sycl::event e = q.parallel_for(n, Scale<T>{p, T(3)});
  q.parallel_for<TemplatedName<T>>(sycl::range<1>(n), e, [=](sycl::id<1> i) { p[i] += T(1); }).wait();
}

TEST_P(Kernels, FunctorsAndTemplatesAreKernelsPerType) {
  float *f = shared<float>(10, 2.0f);
  long *l = shared<long>(10, 2);
  scale_and_add(q, f, 10);
  scale_and_add(q, l, 10);
  EXPECT_EQ(f[9], 7.0f);
  EXPECT_EQ(l[9], 7);
}

TEST_P(Kernels, InternalNamesOfTwoUnitsDoNotMix) {
  int *p = shared<int>(1);
  q.single_task<Same>([=] { *p = 1; }).wait();
  EXPECT_EQ(*p, 1);
  EXPECT_EQ(run_other_unit(q), 2);
}

TEST_P(Kernels, EventsOrderCommands) {
  int *p = shared<int>(1000);
  sycl::event e = q.fill(p, 1, 1000);
  for (int k = 0; k < 20; ++k)
    e = q.parallel_for(1000, {e}, [=](sycl::id<1> i) { p[i] = p[i] * 3 % 1009; });
  e.wait();
  int expected = 1;
  for (int k = 0; k < 20; ++k)
    expected = expected * 3 % 1009;
  EXPECT_EQ(p[0], expected);
  EXPECT_EQ(p[999], expected);
}

TEST_P(Kernels, InOrderQueuesNeedNoEvents) {
  sycl::queue ordered(q.get_context(), q.get_device(), sycl::property::queue::in_order());
  int *p = shared<int>(100);
  ordered.fill(p, 5, 100);
  ordered.parallel_for(100, [=](sycl::id<1> i) { p[i] *= 2; });
  ordered.parallel_for(100, [=](sycl::id<1> i) { p[i] += 1; }).wait();
  EXPECT_EQ(p[50], 11);
}

struct Large {
  double values[24];
  char tag;
};

TEST_P(Kernels, CapturesOfEverySizeArrive) {
  double *out = shared<double>(3);
  Large large{};
  std::iota(large.values, large.values + 24, 1.0);
  large.tag = 'x';
  const std::tuple<int, double> pair(4, 0.5);
  const char c = 3;
  q.single_task([=] { out[0] = c; }).wait();
  q.single_task([=] { out[1] = large.values[23] + large.tag; }).wait();
  q.single_task([=] { out[2] = std::get<0>(pair) + std::get<1>(pair); }).wait();
  EXPECT_EQ(out[0], 3.0);
  EXPECT_EQ(out[1], 24.0 + 'x');
  EXPECT_EQ(out[2], 4.5);
}

int collatz(unsigned n) {
  int steps = 0;
  while (n != 1) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    ++steps;
  }
  return steps;
}

TEST_P(Kernels, CaptureAndMoveWhatTheProgramCallsDeviceCopyable) {
  const Copied captured(3, 4);
  Copied *p = shared<Copied>(4);
  const std::pair<int, std::tuple<float, char>> pair(5, {0.5f, 'x'});
  const std::variant<int, float> number(7);
  q.fill(p, Copied(1, 2), 4).wait();
  q.parallel_for(4, [=](sycl::id<1> i) {
     p[i].a += captured.a + pair.first + *std::get_if<int>(&number);
     p[i].b += std::get<0>(pair.second);
   }).wait();
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(p[i].a, 1 + 3 + 5 + 7);
    EXPECT_EQ(p[i].b, 2.5f);
  }
}

TEST_P(Kernels, CaptureWhatHasADestructorAndIsCalledDeviceCopyable) {
  const Ended captured(3);
  const std::pair<Ended, int> pair(Ended(4), 5);
  int *p = shared<int>(4);
  q.parallel_for(4, [=](sycl::id<1> i) { p[i] = captured.value + pair.first.value + pair.second; }).wait();
  q.single_task([=] { p[1] += captured.value; }).wait();
  EXPECT_EQ(p[0], 12);
  EXPECT_EQ(p[1], 15);
}

template <class T>
constexpr bool device_copyable = sycl::is_device_copyable_v<T> && sycl::is_device_copyable_v<const T>;
static_assert(device_copyable<int> && device_copyable<Copied> && device_copyable<Copied[3]>);
static_assert(device_copyable<std::array<Copied, 2>> && device_copyable<std::array<std::string, 0>>);
static_assert(device_copyable<std::pair<Copied, int>> && device_copyable<std::tuple<int, Copied>>);
static_assert(device_copyable<std::tuple<>> && device_copyable<std::optional<Copied>>);
static_assert(device_copyable<std::variant<int, Copied>> && device_copyable<std::string_view>);
static_assert(device_copyable<sycl::span<std::string>> && !sycl::is_device_copyable_v<std::string>);
static_assert(!sycl::is_device_copyable_v<std::pair<int, std::string>> && !sycl::is_device_copyable_v<std::string[2]>);

TEST_P(Kernels, DivergentLoopsAndCallsGiveWhatTheHostGives) {
  int *out = shared<int>(500);
  q.parallel_for(500, [=](sycl::id<1> i) { out[i] = collatz(static_cast<unsigned>(i) + 1); }).wait();
  for (unsigned i = 0; i < 500; ++i)
    EXPECT_EQ(out[i], collatz(i + 1));
}

TEST_P(Kernels, PrivateArraysAreEachItemsOwn) {
  int *out = shared<int>(300);
  q.parallel_for(300, [=](sycl::id<1> item) {
     int a[16];
     for (int k = 0; k < 16; ++k)
       a[k] = static_cast<int>(item) * k;
     int sum = 0;
     for (std::size_t k = 0; k <= item % 16; ++k)
       sum += a[k];
     out[item] = sum;
   }).wait();
  for (int i = 0; i < 300; ++i)
    EXPECT_EQ(out[i], i * (i % 16) * (i % 16 + 1) / 2);
}

TEST_P(Kernels, TakeTheirItemByReference) {
  constexpr std::size_t n = 12;
  int *p = shared<int>(n);
  q.parallel_for(n, [=](auto &i) { p[i] += 1; }).wait();
  q.parallel_for(n, [=](const auto &i) { p[i] += 1; }).wait();
  q.parallel_for(n, [=](sycl::item<1> &i) { p[i] += 1; }).wait();
  q.parallel_for(n, [=](sycl::id<1> &i) { p[i] += 1; }).wait();
  q.parallel_for(n, [=](sycl::item<1, false> &i) { p[i.get_linear_id()] += 1; }).wait();
  q.parallel_for(n, [=](sycl::item<1> &&i) { p[i] += 1; }).wait();
  q.parallel_for(n, [=](std::size_t i) { p[i] += 1; }).wait();
  q.parallel_for(n, [=](int i) { p[i] += 1; }).wait();
  q.parallel_for(sycl::range<2>(3, 4), [=](auto &i) { p[i[0] * 4 + i[1]] += 1; }).wait();
  q.parallel_for(sycl::nd_range<1>(n, 4), [=](auto &i) { p[i.get_global_id(0)] += 1; }).wait();
  q.parallel_for(sycl::nd_range<1>(n, 4), [=](sycl::nd_item<1> &i) { p[i.get_global_id(0)] += 1; }).wait();
  for (std::size_t i = 0; i < n; ++i)
    EXPECT_EQ(p[i], 11);
}

struct Counting {
  int *out;
  int calls = 0;
  void operator()(sycl::id<1> i) { out[i] = static_cast<int>(i) + ++calls; }
};
struct CountingTask {
  int *out;
  void operator()() { *out++ = 5; }
};
TEST_P(Kernels, MayChangeACopyOfTheirOwn) { // as before SYCL 2020, and as AdaptiveCpp has it
  int *out = shared<int>(100), *one = shared<int>(2);
  const Counting counting{out};
  q.parallel_for(100, counting).wait();
  q.single_task(CountingTask{one}).wait();
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(out[i], i + 1);
  EXPECT_TRUE(one[0] == 5 && one[1] == 0 && counting.calls == 0);
  q.parallel_for(sycl::nd_range<1>(64, 8), [out, calls = 0](sycl::nd_item<1> it) mutable {
     out[it.get_global_linear_id()] = ++calls;
   }).wait();
  EXPECT_TRUE(std::all_of(out, out + 64, [](int calls) { return calls == 1; }));
}

template <int D> void expect_whole_groups(EachDevice &test, sycl::range<D> extent) {
  int *size = test.shared<int>(extent.size());
  test.q
      .parallel_for(sycl::nd_range<D>(extent, sycl::ext::oneapi::experimental::auto_range<D>()),
                    [=](sycl::nd_item<D> it) {
                      size[it.get_global_linear_id()] = sycl::reduce_over_group(it.get_group(), 1, sycl::plus<>());
                    })
      .wait();
  for (std::size_t i = 0; i < extent.size(); ++i)
    ASSERT_TRUE(size[i] > 0 && extent.size() % static_cast<std::size_t>(size[i]) == 0) << size[i];
  if (extent.size() == 512 && test.q.get_device().get_info<sycl::info::device::max_work_group_size>() >= 256)
    EXPECT_EQ(size[0], 256);
}
namespace {
struct letter_after {
  char operator()(std::size_t i) const { // they are not const, but nothing writes them
    static const char *letters = "abcdefgh";
    static int numbers[] = {1, 2, 3, 4, 5, 6, 7, 8};
    return static_cast<char>(letters[i] + numbers[i]);
  }
};
} // namespace

TEST_P(Kernels, ReadStaticVariablesOfFunctionsThatNothingWrites) {
  int *p = shared<int>(8);
  q.parallel_for(8, [=](sycl::id<1> i) { p[i] = letter_after()(i); }).wait();
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(p[i], 'a' + 2 * i + 1);
}

TEST_P(Kernels, LaunchesChooseAWorkGroupSize) {
  expect_whole_groups(*this, sycl::range(1));
  expect_whole_groups(*this, sycl::range(997));
  expect_whole_groups(*this, sycl::range(512));
  expect_whole_groups(*this, sycl::range(16, 32));
  expect_whole_groups(*this, sycl::range(3, 2, 7));
  int *size = shared<int>(1);
  q.parallel_for(sycl::nd_range<1>(64, sycl::ext::oneapi::experimental::auto_range<1>()),
                 [=](sycl::nd_item<1> it)
                     [[sycl::reqd_work_group_size(16)]] { *size = static_cast<int>(it.get_local_range(0)); })
      .wait();
  EXPECT_EQ(*size, 16);
}

TEST_P(Kernels, QueueShortcutsTakeAnOffset) {
  int *p = shared<int>(16);
  const sycl::event first = q.parallel_for(sycl::range<1>(3), sycl::id<1>(2), [=](sycl::item<1> i) {
    p[i] = static_cast<int>(i.get_linear_id() * 100 + i.get_offset()[0]);
  });
  const sycl::event second = q.parallel_for(sycl::range<2>(1, 2), sycl::id<2>(2, 2), first,
                                            [=](sycl::id<2> i) { p[i[0] * 4 + i[1]] = p[3] + 1; });
  q.parallel_for(sycl::range<1>(1), sycl::id<1>(15), std::vector{second}, [=](sycl::id<1> i) { p[i] = p[10]; }).wait();
  EXPECT_EQ(std::vector<int>(p + 1, p + 6), (std::vector{0, 2, 102, 202, 0}));
  EXPECT_EQ(p[10], 103);
  EXPECT_EQ(p[11], 103);
  EXPECT_EQ(p[15], 103);
}

TEST_P(Kernels, DivideAsTheCLibraryDoes) {
  long *p = shared<long>(6);
  q.single_task([=] {
     const std::div_t a = std::div(-7, 2);
     const std::ldiv_t b = std::div(p[5] + 7l, 2l);
     const std::lldiv_t c = std::lldiv(1ll << 40, -3);
     p[0] = a.quot, p[1] = a.rem, p[2] = b.quot, p[3] = b.rem, p[4] = c.quot, p[5] = c.rem;
   }).wait();
  EXPECT_EQ(std::vector<long>(p, p + 6), (std::vector<long>{-3, -1, 3, 1, (1l << 40) / -3, (1l << 40) % -3}));
}

/// Neighbouring items' indices count up, but for those where 32 bits end, within a vector.
TEST_P(Kernels, NarrowIndicesWrapBetweenNeighbours) {
  constexpr std::size_t rows = 8, columns = 500, items = rows * columns, half = items / 2;
  int *p = shared<int>(items), *middle = p + half, *found = shared<int>(3 * items);
  for (std::size_t i = 0; i < items; ++i)
    p[i] = static_cast<int>(7 * i);
  q.parallel_for(sycl::range<2>(rows, columns), [=](sycl::item<2> item) {
     const int linear = static_cast<int>(item.get_linear_id());
     const int around_zero = static_cast<int>(item.get_linear_id() + (1UL << 32) - half);
     const unsigned up = static_cast<unsigned>(item.get_linear_id() + (1UL << 32) - half) + half;
     found[linear] = p[linear] + 1;
     found[items + linear] = middle[around_zero];
     found[2 * items + linear] = p[up];
   }).wait();
  for (std::size_t i = 0; i < items; ++i) {
    ASSERT_EQ(found[i], p[i] + 1);
    ASSERT_EQ(found[items + i], p[i]);
    ASSERT_EQ(found[2 * items + i], p[i]);
  }
}

/// What static objects are told, which come before all functions of the program: a kernel's name, and what it gives.
class BeforeMain;
const std::pair<std::string, int> before_main = []() -> std::pair<std::string, int> {
  try {
    sycl::queue q;
    int *p = sycl::malloc_shared<int>(1, q);
    q.single_task<BeforeMain>([=] { *p = 7; }).wait();
    const int value = *p;
    sycl::free(p, q);
    return {sycl::get_kernel_id<BeforeMain>().get_name(), value};
  } catch (const sycl::exception &e) {
    return {e.what(), 0};
  }
}();

TEST(StaticObjects, KnowTheKernelsOfTheProgramAndLaunchThem) {
  EXPECT_EQ(before_main.first, sycl::get_kernel_id<BeforeMain>().get_name());
  EXPECT_EQ(before_main.second, 7);
}

} // namespace
