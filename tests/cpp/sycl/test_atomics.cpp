// atomic_ref: every operation, type, order and scope; the host does the same arithmetic one by one.
#include <algorithm>
#include <limits>
#include <vector>

#include "devices.hpp"

namespace {

using sycl::memory_order;
using sycl::memory_scope;
using Atomics = EachDevice;
WEFT_EACH_DEVICE(Atomics);

template <class T, memory_order Order = memory_order::relaxed, memory_scope Scope = memory_scope::device>
using Ref = sycl::atomic_ref<T, Order, Scope, sycl::access::address_space::global_space>;

constexpr std::size_t items = 1000;

template <class T> class ArithmeticName;

template <class T> void check_arithmetic(EachDevice &test) {
  T *p = test.shared<T>(5);
  p[2] = std::numeric_limits<T>::max();
  test.q
      .parallel_for<ArithmeticName<T>>(items,
                                       [=](sycl::id<1> i) {
                                         Ref<T>(p[0]).fetch_add(T(1));
                                         Ref<T>(p[1]) -= T(2);
                                         Ref<T>(p[2]).fetch_min(static_cast<T>(i + 3));
                                         Ref<T>(p[3]).fetch_max(static_cast<T>(i + 3));
                                         if (i == 17)
                                           Ref<T>(p[4]).store(T(9));
                                       })
      .wait();
  EXPECT_EQ(p[0], static_cast<T>(items));
  EXPECT_EQ(p[1], static_cast<T>(T(0) - static_cast<T>(2 * items)));
  EXPECT_EQ(p[2], T(3));
  EXPECT_EQ(p[3], static_cast<T>(items + 2));
  EXPECT_EQ(p[4], T(9));
}

TEST_P(Atomics, ArithmeticOfEveryType) {
  check_arithmetic<int>(*this);
  check_arithmetic<unsigned>(*this);
  check_arithmetic<long>(*this);
  check_arithmetic<unsigned long>(*this);
  check_arithmetic<long long>(*this);
  check_arithmetic<float>(*this);
  check_arithmetic<double>(*this);
}

TEST_P(Atomics, BitsAndCounting) {
  unsigned *p = shared<unsigned>(6);
  p[0] = ~0u;
  q.parallel_for(32, [=](sycl::id<1> i) {
     Ref<unsigned>(p[0]) &= ~(1u << (i / 2));
     Ref<unsigned>(p[1]) |= 1u << i;
     Ref<unsigned>(p[2]) ^= 1u << (i % 2);
     ++Ref<unsigned>(p[3]);
     Ref<unsigned>(p[4])--;
     Ref<unsigned>(p[5])++;
   }).wait();
  EXPECT_EQ(p[0], 0xffff0000u);
  EXPECT_EQ(p[1], ~0u);
  EXPECT_EQ(p[2], 0u);
  EXPECT_EQ(p[3], 32u);
  EXPECT_EQ(p[4], static_cast<unsigned>(-32));
  EXPECT_EQ(p[5], 32u);
}

/// What becomes of relaxed updates of `places` places, some of them by two additions.
template <class T> void check_histogram(EachDevice &test, std::size_t places) {
  constexpr std::size_t many = 100000;
  T *bins = test.shared<T>(places);
  const auto place = [=](std::size_t i) { return (i * i + i / 7) % places; };
  test.q
      .parallel_for(sycl::range<1>(many),
                    [=](sycl::id<1> i) {
                      Ref<T>(bins[place(i)]).fetch_add(static_cast<T>(i));
                      if (i % 3 == 0)
                        Ref<T>(bins[place(i + 1)]) -= T(5);
                    })
      .wait();
  std::vector<std::make_unsigned_t<T>> expected(places); // whose sums may wrap
  for (std::size_t i = 0; i < many; ++i) {
    expected[place(i)] += i;
    if (i % 3 == 0)
      expected[place(i + 1)] -= 5;
  }
  EXPECT_EQ(std::vector<T>(bins, bins + places), std::vector<T>(expected.begin(), expected.end()))
      << places << " places";
}

TEST_P(Atomics, UpdatesOfFewAndOfManyPlacesAddUp) {
  for (const std::size_t places : {1, 200, 1500, 5000, 60000}) {
    check_histogram<int>(*this, places);
    check_histogram<unsigned long>(*this, places);
  }
}

TEST_P(Atomics, AnItemSeesItsOwnUpdates) {
  int *p = shared<int>(items), *seen = shared<int>(items);
  q.parallel_for(items, [=](sycl::id<1> i) {
     Ref<int>(p[i]).fetch_add(static_cast<int>(i));
     seen[i] = p[i];
     Ref<int>(p[i]).fetch_add(1);
     p[i] = 2 * p[i];
   }).wait();
  for (std::size_t i = 0; i < items; ++i) {
    ASSERT_EQ(seen[i], static_cast<int>(i));
    ASSERT_EQ(p[i], static_cast<int>(2 * i + 2));
  }
}

TEST_P(Atomics, UpdatesOfDifferentWidthsMeetInOnePlace) {
  auto *wide = shared<unsigned long>(1);
  auto *narrow = reinterpret_cast<unsigned *>(wide);
  q.parallel_for(items, [=](sycl::id<1> i) {
     Ref<unsigned long>(*wide).fetch_add(1);
     Ref<unsigned>(narrow[1]).fetch_add(static_cast<unsigned>(i));
   }).wait();
  EXPECT_EQ(*wide, items + (static_cast<unsigned long>(items * (items - 1) / 2) << 32));
}

TEST_P(Atomics, FetchReturnsEachOldValueOnce) {
  int *next = shared<int>(1), *taken = shared<int>(items);
  q.parallel_for(items, [=](sycl::id<1>) { Ref<int>(taken[Ref<int>(*next)++])++; }).wait();
  for (std::size_t i = 0; i < items; ++i)
    ASSERT_EQ(taken[i], 1) << i;
}

TEST_P(Atomics, CompareExchangeLoopsLoseNoUpdate) {
  double *p = shared<double>(1, 1.0);
  q.parallel_for(200, [=](sycl::id<1>) {
     Ref<double> r(*p);
     double old = r.load();
     while (!r.compare_exchange_weak(old, old + 0.5))
       ;
   }).wait();
  EXPECT_EQ(*p, 101.0);
  int *q1 = shared<int>(2, 4);
  q.single_task([=] {
     int expected = 5;
     q1[1] = Ref<int>(q1[0]).compare_exchange_strong(expected, 6) ? -1 : expected;
     Ref<int>(q1[0]).compare_exchange_strong(expected, 7);
   }).wait();
  EXPECT_EQ(q1[1], 4);
  EXPECT_EQ(q1[0], 7);
}

TEST_P(Atomics, PointersMoveByElements) {
  struct Cells {
    double cells[100];
    double *next;
  };
  Cells *c = shared<Cells>(1);
  c->next = c->cells;
  q.parallel_for(40, [=](sycl::id<1>) {
     sycl::atomic_ref<double *, memory_order::relaxed, memory_scope::device> next(c->next);
     *next.fetch_add(2) = 1;
   }).wait();
  EXPECT_EQ(c->next, c->cells + 80);
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(c->cells[i], i < 80 && i % 2 == 0 ? 1.0 : 0.0);
}

template <memory_order Order, memory_scope Scope> void add_with(sycl::queue &q, int *p) {
  q.parallel_for(100, [=](sycl::id<1>) {
     Ref<int, Order, Scope> r(*p);
     r += 1;
     r.fetch_add(1, memory_order::acquire, Scope);
     r.fetch_add(1, memory_order::release, Scope);
   }).wait();
}

TEST_P(Atomics, EveryOrderAndScopeCounts) {
  int *p = shared<int>(1);
  add_with<memory_order::relaxed, memory_scope::device>(q, p);
  add_with<memory_order::acq_rel, memory_scope::device>(q, p);
  add_with<memory_order::seq_cst, memory_scope::device>(q, p);
  add_with<memory_order::relaxed, memory_scope::system>(q, p);
  add_with<memory_order::acq_rel, memory_scope::system>(q, p);
  add_with<memory_order::seq_cst, memory_scope::system>(q, p);
  EXPECT_EQ(*p, 1800);
}

TEST_P(Atomics, LocalMemoryCountsPerGroup) {
  int *out = shared<int>(4);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> counter(sycl::range<1>(1), h);
     h.parallel_for(sycl::nd_range<1>(4 * 32, 32), [=](sycl::nd_item<1> it) {
       if (it.get_local_id(0) == 0)
         counter[0] = 0;
       sycl::group_barrier(it.get_group());
       sycl::atomic_ref<int, memory_order::relaxed, memory_scope::work_group, sycl::access::address_space::local_space>(
           counter[0]) += static_cast<int>(it.get_local_id(0));
       sycl::group_barrier(it.get_group());
       if (it.get_local_id(0) == 0)
         out[it.get_group(0)] = counter[0];
     });
   }).wait();
  for (int g = 0; g < 4; ++g)
    EXPECT_EQ(out[g], 31 * 16);
}

TEST_P(Atomics, TheLastGroupSeesWhatTheOthersReleased) {
  constexpr std::size_t groups = 64, local = 32;
  int *parts = shared<int>(groups), *done = shared<int>(1), *sum = shared<int>(1);
  q.parallel_for(sycl::nd_range<1>(groups * local, local), [=](sycl::nd_item<1> it) {
     if (!it.get_group().leader())
       return;
     parts[it.get_group(0)] = static_cast<int>(it.get_group(0));
     sycl::atomic_fence(memory_order::acq_rel, memory_scope::device);
     if (Ref<int, memory_order::acq_rel>(*done).fetch_add(1) == static_cast<int>(groups) - 1) {
       int total = 0;
       for (std::size_t g = 0; g < groups; ++g)
         total += parts[g];
       *sum = total;
     }
   }).wait();
  EXPECT_EQ(*sum, static_cast<int>(groups * (groups - 1) / 2));
}

/// Items that each wait for the next one, by whatever reads the other's flag and changes nothing.
template <class Name, class Read> void check_chain(Read is_set) {
  constexpr std::size_t n = 200;
  sycl::queue q(sycl::cpu_selector_v); // other devices do not promise that waiting items leave room for others
  int *const flags = sycl::malloc_shared<int>(n, q);
  std::fill_n(flags, n, 0);
  q.parallel_for<Name>(n, [=](sycl::id<1> i) {
     if (i + 1 < n)
       while (!is_set(Ref<int, memory_order::acq_rel>(flags[i + 1])))
         ;
     Ref<int, memory_order::acq_rel>(flags[i]).store(1);
   }).wait();
  EXPECT_EQ(std::count(flags, flags + n, 1), static_cast<std::ptrdiff_t>(n));
  sycl::free(flags, q);
}

TEST(AtomicsOnTheCpu, ItemsWaitByEveryOperationThatReads) {
  using Flag = Ref<int, memory_order::acq_rel>;
  check_chain<class WaitsByLoad>([](Flag f) { return f.load() != 0; });
  check_chain<class WaitsByAdding>([](Flag f) { return f.fetch_add(0) != 0; });
  check_chain<class WaitsBySubtracting>([](Flag f) { return f.fetch_sub(0) != 0; });
  check_chain<class WaitsByOr>([](Flag f) { return f.fetch_or(0) != 0; });
  check_chain<class WaitsByXor>([](Flag f) { return f.fetch_xor(0) != 0; });
  check_chain<class WaitsByAnd>([](Flag f) { return f.fetch_and(-1) != 0; });
  check_chain<class WaitsByTheLarger>([](Flag f) { return f.fetch_max(-5) != 0; });
  check_chain<class WaitsByExchange>([](Flag f) {
    int one = 1;
    return f.compare_exchange_strong(one, 1);
  });
}

/// Items that each wait for the next ones, some of which a loop looks at.
template <class Name, class Look> void check_chain_of_many(Look are_set) {
  constexpr std::size_t n = 120, most = 7;
  sycl::queue q(sycl::cpu_selector_v);
  int *const flags = sycl::malloc_shared<int>(n, q);
  std::fill_n(flags, n, 0);
  q.parallel_for<Name>(n, [=](sycl::id<1> i) {
     const std::size_t count = std::min<std::size_t>(most, n - 1 - i);
     while (!are_set(flags + i + 1, count))
       ;
     Ref<int, memory_order::acq_rel>(flags[i]).store(1);
   }).wait();
  EXPECT_EQ(std::count(flags, flags + n, 1), static_cast<std::ptrdiff_t>(n));
  sycl::free(flags, q);
}

TEST(AtomicsOnTheCpu, ItemsWaitForSeveralFlags) {
  check_chain_of_many<class WaitsForAll>([](int *flags, std::size_t count) {
    bool all = true;
    for (std::size_t j = 0; j < count; ++j)
      all &= Ref<int, memory_order::acq_rel>(flags[j]).load() != 0;
    return all;
  });
  check_chain_of_many<class WaitsForTheFirstUnset>([](int *flags, std::size_t count) {
    for (std::size_t j = 0; j < count; ++j)
      if (Ref<int, memory_order::acq_rel>(flags[j]).load() == 0)
        return false;
    return true;
  });
  check_chain_of_many<class WaitsForWhatItNoted>([](int *flags, std::size_t count) {
    int noted[7] = {};
    for (std::size_t j = 0; j < count; ++j)
      noted[j] = Ref<int, memory_order::acq_rel>(flags[j]).load();
    std::size_t set = 0;
    while (set < count && noted[set] != 0)
      ++set;
    return set == count;
  });
}

TEST(AtomicsOnTheHost, WorkToo) {
  float f = 1;
  sycl::atomic_ref<float, memory_order::seq_cst, memory_scope::system> r(f);
  EXPECT_EQ(r.fetch_add(2), 1.0f);
  r -= 0.5f;
  EXPECT_EQ(r.exchange(8), 2.5f);
  float expected = 8;
  EXPECT_TRUE(r.compare_exchange_strong(expected, 9));
  EXPECT_EQ(f, 9.0f);
}

} // namespace
