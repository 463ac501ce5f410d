// Buffers, memory, events and threads of programs that use two devices.
#include <algorithm>
#include <thread>
#include <vector>

#include "device_pairs.hpp"

namespace {

using sycl::range;
using SeveralDevices = EachPair;
WEFT_EACH_PAIR(SeveralDevices);

constexpr std::size_t n = 10007;

TEST_P(SeveralDevices, ABufferGoesBackAndForth) {
  std::vector<int> data = counted(n);
  {
    sycl::buffer<int> b(data);
    for (int round = 0; round < 20; ++round) {
      add(first, b, 1);
      add(second, b, 10);
      if (round % 7 == 3)
        sycl::host_accessor(b)[round] += 100;
    }
  }
  std::vector<int> expected = counted(n, 220);
  for (const int at : {3, 10, 17})
    expected[at] += 100;
  EXPECT_EQ(data, expected);
}

TEST_P(SeveralDevices, BothReadABufferThatOneWrote) {
  sycl::buffer<int> in{range(n)}, sums{range(2)};
  first.submit([&](sycl::handler &h) {
    sycl::accessor a(in, h, sycl::write_only, sycl::no_init);
    h.parallel_for(range(n), [=](sycl::id<1> i) { a[i] = static_cast<int>(i % 13); });
  });
  std::vector<sycl::buffer<int>> outs{sycl::buffer<int>(range(n)), sycl::buffer<int>(range(n))};
  for (int round = 0; round < 3; ++round)
    for (const bool one : {false, true})
      (one ? first : second).submit([&](sycl::handler &h) {
        sycl::accessor from(in, h, sycl::read_only);
        sycl::accessor to(outs[one], h, sycl::write_only, sycl::no_init);
        h.parallel_for(range(n), [=](sycl::id<1> i) { to[i] = from[i] + from[n - 1 - i] + round; });
      });
  const sycl::host_accessor x(outs[0], sycl::read_only), y(outs[1], sycl::read_only);
  for (std::size_t i = 0; i < n; ++i)
    ASSERT_EQ(std::pair(x[i], y[i]), std::pair(static_cast<int>(i % 13 + (n - 1 - i) % 13 + 2),
                                               static_cast<int>(i % 13 + (n - 1 - i) % 13 + 2)));
}

TEST_P(SeveralDevices, EachWritesAPartOfABuffer) {
  std::vector<int> data = counted(n);
  {
    sycl::buffer<int> whole(data);
    constexpr std::size_t half = 5000;
    sycl::buffer<int> low(whole, sycl::id(0), range(half)), high(whole, sycl::id(half), range(n - half));
    for (int round = 0; round < 4; ++round) {
      add(first, low, 1);
      add(second, high, 2);
    }
    add(first, whole, 1000);
    add(second, low, 5);
    add(first, high, 7);
  }
  for (std::size_t i = 0; i < n; ++i)
    ASSERT_EQ(data[i], static_cast<int>(i) + 1000 + (i < 5000 ? 9 : 15)) << i;
}

TEST_P(SeveralDevices, RangedAccessorsKeepWhatTheOtherWrote) {
  std::vector<int> data(n);
  {
    sycl::buffer<int> b(data);
    for (std::size_t piece = 0; piece < 10; ++piece)
      (piece % 2 == 0 ? first : second).submit([&](sycl::handler &h) {
        sycl::accessor a(b, h, range(1000), sycl::id(piece * 1000), sycl::write_only);
        h.parallel_for(range(1000), [=](sycl::id<1> i) { a[i] = static_cast<int>(piece) + 1; });
      });
  }
  for (std::size_t i = 0; i < n; ++i)
    ASSERT_EQ(data[i], i < 10000 ? static_cast<int>(i / 1000) + 1 : 0) << i;
}

TEST_P(SeveralDevices, MemoryOfOneIsCopiedToTheOther) {
  const std::vector<int> data = counted(n, 3);
  int *here = sycl::malloc_device<int>(n, first), *there = sycl::malloc_device<int>(n, second);
  for (sycl::queue *copying : {&first, &second}) {
    first.copy(data.data(), here, n).wait();
    second.fill(there, -1, n).wait();
    first.parallel_for(range(n), [=](sycl::id<1> i) { here[i] *= 2; }).wait();
    copying->copy(here, there, n).wait();
    second.parallel_for(range(n), [=](sycl::id<1> i) { there[i] += 1; }).wait();
    std::vector<int> back(n);
    second.copy(there, back.data(), n).wait();
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_EQ(back[i], 2 * (static_cast<int>(i) + 3) + 1) << i;
  }
  sycl::free(here, first);
  sycl::free(there, second);
}

TEST_P(SeveralDevices, QueuesOfEitherFillAndCopyMemoryOfBoth) {
  int *here = sycl::malloc_device<int>(n, first), *there = sycl::malloc_device<int>(n, second);
  const auto reaches = [](const sycl::queue &q, const sycl::queue &other) {
    return q.get_backend() == other.get_backend() || q.get_device().is_cpu();
  };
  for (sycl::queue *q : {&first, &second}) {
    if (!reaches(*q, first) || !reaches(*q, second))
      continue;
    std::vector<int> back(n);
    const sycl::event ones = q->fill(here, 1, n), twos = q->fill(there, 2, n);
    const sycl::event more = q->fill(there, 7, 1, twos);
    q->copy(there, here, n - 1, {ones, more}).wait();
    first.copy(here, back.data(), n).wait();
    EXPECT_EQ(back[0], 7);
    EXPECT_EQ(back[1], 2);
    EXPECT_EQ(back[n - 1], 1);
    q->copy(here, there, n).wait();
    second.copy(there, back.data(), n).wait();
    EXPECT_EQ(back[n - 1], 1);
  }
  sycl::free(here, first);
  sycl::free(there, second);
}

TEST_P(SeveralDevices, EventsOfOneAreWaitedForByTheOther) {
  int *data = sycl::malloc_host<int>(n, first), *here = sycl::malloc_device<int>(n, first),
      *there = sycl::malloc_device<int>(n, second);
  std::fill_n(data, n, 1);
  sycl::event last;
  for (int round = 0; round < 10; ++round) {
    const sycl::event loaded = first.copy(data, here, n, last);
    const sycl::event doubled = first.parallel_for(range(n), loaded, [=](sycl::id<1> i) { here[i] *= 2; });
    const sycl::event stored = first.copy(here, data, n, doubled);
    const sycl::event taken = second.copy(data, there, n, stored);
    const sycl::event added = second.parallel_for(range(n), taken, [=](sycl::id<1> i) { there[i] -= 1; });
    last = second.copy(there, data, n, added);
  }
  last.wait();
  EXPECT_TRUE(std::all_of(data, data + n, [](int value) { return value == 1; }));
  sycl::free(data, first);
  sycl::free(here, first);
  sycl::free(there, second);
}

TEST_P(SeveralDevices, HostTasksStandBetweenKernelsOfBoth) {
  std::vector<int> data(n);
  {
    sycl::buffer<int> b(data);
    for (int round = 0; round < 5; ++round) {
      add(first, b, 1);
      second.submit([&](sycl::handler &h) {
        sycl::accessor a(b, h, sycl::read_write_host_task);
        h.host_task([=] {
          for (std::size_t i = 0; i < n; ++i)
            a[i] *= 2;
        });
      });
      add(second, b, 3);
    }
  }
  int expected = 0;
  for (int round = 0; round < 5; ++round)
    expected = (expected + 1) * 2 + 3;
  EXPECT_EQ(data, std::vector<int>(n, expected));
}

TEST_P(SeveralDevices, ThreadsOfTheHostFeedBoth) {
  std::vector<int> data(n);
  {
    sycl::buffer<int> b(data);
    std::thread other([&] {
      for (int i = 0; i < 200; ++i)
        add(second, b, 1);
    });
    for (int i = 0; i < 200; ++i)
      add(first, b, 1000);
    other.join();
  }
  EXPECT_EQ(data, std::vector<int>(n, 200'200));
}

TEST_P(SeveralDevices, SumsOfOneGoOnInTheOther) {
  long long sum = 5;
  {
    sycl::buffer<long long> total(&sum, range(1));
    for (sycl::queue *q : {&first, &second, &first})
      q->submit([&](sycl::handler &h) {
        h.parallel_for(range(n), sycl::reduction(total, h, sycl::plus<long long>()),
                       [=](sycl::id<1> i, auto &partial) { partial += static_cast<long long>(i[0]); });
      });
  }
  EXPECT_EQ(sum, 5 + 3LL * n * (n - 1) / 2);
}

TEST_P(SeveralDevices, OneContextHoldsBothOfAPlatform) {
  if (first.get_device().get_platform() != second.get_device().get_platform())
    GTEST_SKIP() << "the devices belong to two platforms";
  const sycl::context both(std::vector{first.get_device(), second.get_device()});
  sycl::queue a(both, first.get_device()), b(both, second.get_device());
  int *of_a = sycl::malloc_device<int>(n, a.get_device(), both),
      *of_b = sycl::malloc_device<int>(n, b.get_device(), both);
  int *shared = sycl::malloc_shared<int>(n, a.get_device(), both), *host = sycl::malloc_host<int>(n, both);
  EXPECT_EQ(sycl::get_pointer_device(of_a, both), a.get_device());
  EXPECT_EQ(sycl::get_pointer_device(of_b, both), b.get_device());
  a.parallel_for(range(n), [=](sycl::id<1> i) { of_a[i] = host[i] = static_cast<int>(i); }).wait();
  b.copy(of_a, of_b, n).wait();
  b.parallel_for(range(n), [=](sycl::id<1> i) { of_b[i] += host[i]; }).wait();
  b.copy(of_b, shared, n).wait();
  a.parallel_for(range(n), [=](sycl::id<1> i) { shared[i] += 1; }).wait();
  for (std::size_t i = 0; i < n; ++i)
    ASSERT_EQ(shared[i], 2 * static_cast<int>(i) + 1) << i;
  for (int *memory : {of_a, of_b, shared, host})
    sycl::free(memory, both);
}

TEST_P(SeveralDevices, PeersReadEachOthersMemory) {
  const sycl::device here = first.get_device(), there = second.get_device();
  if (!here.ext_oneapi_can_access_peer(there))
    GTEST_SKIP() << "the first device does not reach the second one's memory";
  here.ext_oneapi_enable_peer_access(there);
  int *memory = sycl::malloc_device<int>(n, second), *out = sycl::malloc_shared<int>(n, first);
  second.parallel_for(range(n), [=](sycl::id<1> i) { memory[i] = static_cast<int>(i) * 3; }).wait();
  first.parallel_for(range(n), [=](sycl::id<1> i) { out[i] = memory[n - 1 - i]++; }).wait();
  int end = 0;
  second.copy(memory + n - 1, &end, 1).wait();
  EXPECT_EQ(end, static_cast<int>(n - 1) * 3 + 1);
  for (std::size_t i = 0; i < n; ++i)
    ASSERT_EQ(out[i], static_cast<int>(n - 1 - i) * 3) << i;
  here.ext_oneapi_disable_peer_access(there);
  sycl::free(memory, second);
  sycl::free(out, first);
}

} // namespace
