// Buffers (SYCL 2020, 4.7.2): contents, parts, write-back and errors, on every device.
#include <array>
#include <atomic>
#include <chrono>
#include <list>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>
#include <vector>

#include "counted.hpp"
#include "devices.hpp"
#include "thrown.hpp"

namespace {

using sycl::access_mode;
using sycl::errc;
using sycl::id;
using sycl::range;
using sycl::target;

class Buffers : public EachDevice {
public:
  /// Adds `amount` to all elements.
  template <class T> void add(sycl::buffer<T, 1> &b, T amount) {
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::read_write);
      h.parallel_for(a.get_range(), [=](id<1> i) { a[i] += amount; });
    });
  }
};
WEFT_EACH_DEVICE(Buffers);

TEST_P(Buffers, KernelsReadAndWriteWhatTheHostGaveAndGetsBack) {
  std::vector<int> data = counted(1000);
  {
    sycl::buffer<int, 1> b(data.data(), range<1>(data.size()));
    add(b, 5);
    add(b, 7);
  }
  EXPECT_EQ(data, counted(1000, 12));
}

TEST_P(Buffers, ContentWithoutHostMemoryIsReadByAHostAccessor) {
  sycl::buffer<int> b(range<1>(100));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
    h.parallel_for(100, [=](sycl::item<1> i) { a[i] = static_cast<int>(i.get_linear_id()) * 3; });
  });
  {
    sycl::host_accessor a(b);
    for (int i = 0; i < 100; ++i)
      EXPECT_EQ(a[i], 3 * i);
    a[50] = 1000;
  }
  add(b, 1);
  const sycl::host_accessor a(b, sycl::read_only);
  EXPECT_EQ(a[50], 1001);
  EXPECT_EQ(a[51], 154);
}

TEST_P(Buffers, CommandsOfSeveralQueuesTakeTurns) {
  sycl::queue other(q.get_device()), in_order(q.get_device(), sycl::property::queue::in_order());
  sycl::buffer<int> b(range<1>(64));
  q.submit([&](sycl::handler &h) { h.fill(sycl::accessor(b, h, sycl::write_only, sycl::no_init), 1); });
  for (int n = 0; n < 20; ++n)
    for (sycl::queue *on : {&q, &other, &in_order})
      on->submit([&](sycl::handler &h) {
        sycl::accessor a(b, h);
        h.parallel_for(64, [=](id<1> i) { a[i] = a[i] * 3 % 1009; });
      });
  int expected = 1;
  for (int n = 0; n < 60; ++n)
    expected = expected * 3 % 1009;
  EXPECT_EQ(sycl::host_accessor(b)[63], expected);
}

TEST_P(Buffers, HostTasksWorkOnTheHostInTurn) {
  sycl::buffer<int> b(range<1>(10));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
    h.parallel_for(10, [=](id<1> i) { a[i] = static_cast<int>(i); });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_write_host_task);
    h.host_task([=] {
      for (auto &v : a)
        v *= 2;
    });
  });
  add(b, 1);
  const sycl::host_accessor a(b, sycl::read_only);
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(a[i], 2 * i + 1);
}

TEST_P(Buffers, PartsAreTrackedByThemselves) {
  std::vector<int> data = counted(100);
  {
    sycl::buffer<int> b(data);
    sycl::buffer<int> front(b, 0, 50), back(b, 50, 50), middle(b, 25, 50);
    EXPECT_TRUE(front.is_sub_buffer());
    add(front, 1000);
    add(back, 2000);
    add(middle, 10000);
    add(b, 100000);
    EXPECT_EQ(sycl::host_accessor(middle)[0], 111025);
  }
  EXPECT_EQ(data[0], 101000);
  EXPECT_EQ(data[30], 111030);
  EXPECT_EQ(data[60], 112060);
  EXPECT_EQ(data[99], 102099);
}

TEST_P(Buffers, PartsThatAreNotThereAreRefused) {
  sycl::buffer<int, 2> b(range<2>(4, 6));
  const auto part = [&](id<2> at, range<2> extent) {
    return code_thrown_by([&] { sycl::buffer<int, 2>(b, at, extent); });
  };
  EXPECT_EQ(part({1, 0}, {2, 6}), errc::success);
  EXPECT_EQ(part({1, 2}, {1, 3}), errc::success);
  EXPECT_EQ(part({1, 0}, {4, 6}), errc::invalid);
  EXPECT_EQ(part({0, 1}, {2, 5}), errc::invalid) << "not contiguous";
  sycl::buffer<int, 2> rows(b, {1, 0}, {2, 6});
  EXPECT_EQ(code_thrown_by([&] { sycl::buffer<int, 2>(rows, {0, 0}, {1, 6}); }), errc::invalid) << "a part of a part";
  EXPECT_EQ(code_thrown_by([&] { sycl::host_accessor(b, range<2>(4, 6), id<2>(0, 1)); }), errc::invalid);
  EXPECT_EQ(code_thrown_by([&] { (void)b.reinterpret<short, 1>(range<1>(47)); }), errc::invalid);
  EXPECT_EQ(code_thrown_by(
                [&] { q.submit([&](sycl::handler &h) { sycl::accessor a(b, h, range<2>(5, 1), sycl::read_only); }); }),
            errc::invalid);
}

TEST_P(Buffers, ReinterpretationsShareTheMemory) {
  sycl::buffer<std::uint32_t, 2> b(range<2>(4, 4));
  q.submit([&](sycl::handler &h) { h.fill(sycl::accessor(b, h, sycl::write_only, sycl::no_init), 0x01020304u); });
  auto bytes = b.reinterpret<unsigned char, 1>(range<1>(64));
  EXPECT_EQ(sycl::host_accessor(bytes)[5], 3);
  auto line = b.reinterpret<float, 1>();
  EXPECT_EQ(line.size(), 16u);
  auto same = b.reinterpret<int>();
  static_assert(std::is_same_v<decltype(same), sycl::buffer<int, 2>>);
}

TEST_P(Buffers, ConstMemoryIsNotWritten) {
  const std::vector<int> data = counted(100);
  {
    sycl::buffer<int> b(data.data(), range<1>(100));
    add(b, 1);
    EXPECT_EQ(sycl::host_accessor(b)[7], 8);
  }
  EXPECT_EQ(data, counted(100));
  {
    sycl::buffer b(data);
    q.submit([&](sycl::handler &h) {
      sycl::accessor r(b, h, sycl::read_only);
      sycl::accessor w(b, h, sycl::write_only); // both are of the copy
      h.parallel_for(100, [=](id<1> i) {
        w[i] = 5;
        w[i] = r[i] + 1;
      });
    });
    EXPECT_EQ(sycl::host_accessor(b)[7], 6);
  }
  EXPECT_EQ(data, counted(100));
}

TEST_P(Buffers, WhereTheContentGoesInTheEnd) {
  std::vector<int> data = counted(10), copy(10), listed;
  {
    sycl::buffer<int> b(data.begin(), data.end()); // of copies
    b.set_final_data(copy.begin());
    add(b, 1);
  }
  EXPECT_EQ(data, counted(10));
  EXPECT_EQ(copy, counted(10, 1));
  {
    sycl::buffer<int> b(data);
    b.set_final_data(std::back_inserter(listed));
    add(b, 2);
  }
  EXPECT_EQ(data, counted(10)) << "the content goes elsewhere";
  EXPECT_EQ(listed, counted(10, 2));
  {
    sycl::buffer<int> b(data);
    b.set_write_back(false);
    add(b, 2);
  }
  EXPECT_EQ(data, counted(10));
  {
    sycl::buffer<int> b(data);
    b.set_final_data(nullptr);
    add(b, 2);
  }
  EXPECT_EQ(data, counted(10));
  {
    sycl::buffer<int> b(data);
    b.set_final_data(copy.data());
    EXPECT_EQ(sycl::host_accessor(b, sycl::read_only)[1], 1);
  }
  EXPECT_EQ(copy, counted(10, 1)) << "nothing was written";
  {
    sycl::buffer<int> b(data);
    b.set_final_data(static_cast<void *>(copy.data()));
    add(b, 3);
  }
  EXPECT_EQ(copy, counted(10, 3));
}

TEST_P(Buffers, ContentIsWrittenBackWhileNobodyElseHoldsTheMutex) {
  std::vector<int> data = counted(10);
  std::mutex mutex;
  std::optional<sycl::buffer<int, 1>> b;
  b.emplace(data.data(), range<1>(10), sycl::property_list{sycl::property::buffer::use_mutex(mutex)});
  add(*b, 1);
  std::atomic<bool> gone{false};
  std::unique_lock<std::mutex> held(mutex);
  std::thread end([&] {
    b.reset();
    gone = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(gone);
  held.unlock();
  end.join();
  EXPECT_EQ(data, counted(10, 1));
}

TEST_P(Buffers, SharedMemoryIsWrittenBackWhileTheProgramHoldsIt) {
  const auto data = std::shared_ptr<int[]>(new int[10]());
  {
    sycl::buffer<int> b(data, range<1>(10));
    add(b, 3);
  }
  EXPECT_EQ(data[9], 3);
  auto final = std::make_shared<int>(0);
  {
    sycl::buffer<int> b(range<1>(1));
    b.set_final_data(std::weak_ptr<int>(final));
    q.submit([&](sycl::handler &h) { h.fill(sycl::accessor(b, h, sycl::write_only), 9); });
  }
  EXPECT_EQ(*final, 9);
}

TEST_P(Buffers, CommandsOnABufferThatIsGoneFinish) {
  int *const seen = shared<int>(1);
  for (int n = 1; n <= 50; ++n) {
    sycl::buffer<int> b(range<1>(1000));
    q.submit([&](sycl::handler &h) { h.fill(sycl::accessor(b, h, sycl::write_only, sycl::no_init), n); });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::read_only);
      h.parallel_for(1000, [=](id<1> i) {
        if (a[i] == n)
          sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*seen) += 1;
      });
    });
  }
  q.wait();
  EXPECT_EQ(*seen, 50 * 1000);
}

TEST_P(Buffers, MisalignedMemoryIsCopied) {
  alignas(8) std::array<char, 8 * 10 + 1> bytes{};
  auto *const data = reinterpret_cast<double *>(bytes.data() + 1);
  {
    sycl::buffer<double> b(data, range<1>(10));
    add(b, 2.5);
  }
  double last = 0;
  std::memcpy(&last, bytes.data() + 1 + 9 * 8, 8);
  EXPECT_EQ(last, 2.5);
}

TEST_P(Buffers, ExplicitCopiesInAllForms) {
  std::vector<int> data = counted(6 * 8), out(12, -1);
  sycl::buffer<int, 2> b(range<2>(6, 8)), other(range<2>(3, 4));
  q.submit([&](sycl::handler &h) { h.copy(data.data(), sycl::accessor(b, h, sycl::write_only)); });
  q.submit([&](sycl::handler &h) { // a part into a whole
    h.copy(sycl::accessor(b, h, range<2>(3, 4), id<2>(2, 3), sycl::read_only),
           sycl::accessor(other, h, sycl::write_only));
  });
  q.submit([&](sycl::handler &h) { h.copy(sycl::accessor(other, h, sycl::read_only), out.data()); });
  q.wait();
  for (int i = 0; i < 12; ++i)
    EXPECT_EQ(out[i], (2 + i / 4) * 8 + 3 + i % 4);

  const auto shared_out = std::shared_ptr<int>(new int[12], std::default_delete<int[]>());
  const auto shared_in = std::shared_ptr<int>(new int[12](), std::default_delete<int[]>());
  q.submit([&](sycl::handler &h) { // into a part
    h.copy(shared_in, sycl::accessor(b, h, range<2>(3, 4), id<2>(2, 3), sycl::write_only));
  });
  q.submit([&](sycl::handler &h) {
    h.copy(sycl::accessor(b, h, range<2>(3, 4), id<2>(1, 2), sycl::read_only), shared_out);
  });
  q.wait();
  for (int i = 0; i < 12; ++i) {
    const int row = 1 + i / 4, column = 2 + i % 4;
    EXPECT_EQ(shared_out.get()[i], row >= 2 && column >= 3 ? 0 : row * 8 + column);
  }
  q.submit([&](sycl::handler &h) { h.fill(sycl::accessor(b, h, range<2>(2, 2), id<2>(0, 0)), 77); });
  const sycl::host_accessor a(b, sycl::read_only);
  EXPECT_EQ(a[1][1], 77);
  EXPECT_EQ(a[1][2], 10);
  EXPECT_EQ(code_thrown_by([&] {
              q.submit([&](sycl::handler &h) {
                h.copy(sycl::accessor(b, h, sycl::read_only), sycl::accessor(other, h, sycl::write_only));
              });
            }),
            errc::invalid);
}

TEST_P(Buffers, UpdateHostBringsTheContentToTheHost) {
  std::vector<int> data = counted(10);
  sycl::buffer<int> b(data.data(), range<1>(10));
  add(b, 1);
  q.submit([&](sycl::handler &h) { h.update_host(sycl::accessor(b, h, sycl::read_only)); }).wait();
  EXPECT_EQ(data, counted(10, 1));
  sycl::accessor placeholder(b, sycl::read_only);
  q.submit([&](sycl::handler &h) {
     h.require(placeholder);
     h.update_host(placeholder);
   }).wait();
}

TEST_P(Buffers, ReductionsIntoBuffers) {
  sycl::buffer<int> sum(range<1>(1)), data(range<1>(1000));
  q.submit([&](sycl::handler &h) { h.fill(sycl::accessor(sum, h, sycl::write_only), 5); });
  q.submit([&](sycl::handler &h) { h.fill(sycl::accessor(data, h, sycl::write_only), 2); });
  const auto reduce = [&](sycl::property_list properties) {
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(data, h, sycl::read_only);
      h.parallel_for(range<1>(1000), sycl::reduction(sum, h, sycl::plus<>(), properties),
                     [=](id<1> i, auto &r) { r += a[i]; });
    });
  };
  reduce({});
  EXPECT_EQ(sycl::host_accessor(sum)[0], 2005);
  reduce(sycl::property::reduction::initialize_to_identity());
  EXPECT_EQ(sycl::host_accessor(sum)[0], 2000);
  sycl::buffer<int> two(range<1>(2));
  EXPECT_EQ(code_thrown_by([&] { q.submit([&](sycl::handler &h) { (void)sycl::reduction(two, h, sycl::plus<>()); }); }),
            errc::invalid);
}

TEST_P(Buffers, FormsOfSycl121) {
  std::vector<int> data = counted(64);
  {
    sycl::buffer<int, 1> b(data.data(), range<1>(64));
    q.submit([&](sycl::handler &h) {
      auto a = b.get_access<sycl::access::mode::read_write>(h);
      auto constant = b.get_access<sycl::access::mode::read, sycl::access::target::constant_buffer>(h);
      sycl::accessor<int, 1, sycl::access::mode::read_write, sycl::access::target::local> local(range<1>(16), h);
      h.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> it) {
        const std::size_t l = it.get_local_id(0);
        local[l] = constant[it.get_global_id()];
        it.barrier(sycl::access::fence_space::local_space);
        a.get_pointer()[it.get_global_id(0)] = local[15 - l];
      });
    });
    auto host = b.get_access<sycl::access::mode::read>();
    EXPECT_EQ(host[0], 15);
    EXPECT_EQ(host.get_count(), 64u);
  }
  EXPECT_EQ(data[17], 30);
}

TEST_P(Buffers, ShortcutsOfQueues) {
  std::vector<int> data = counted(10), out(10);
  sycl::buffer<int> b(range<1>(10));
  sycl::accessor a(b);
  q.copy(data.data(), a);
  q.copy(a, out.data());
  q.wait();
  EXPECT_EQ(out, data);
  q.fill(a, 3);
  q.update_host(a);
  EXPECT_EQ(sycl::host_accessor(b)[9], 3);
}

TEST_P(Buffers, BoundToAContextServesItsDevices) {
  const sycl::context own(q.get_device());
  std::vector<int> data = counted(10);
  {
    const sycl::property_list properties{sycl::property::buffer::context_bound(own),
                                         sycl::property::buffer::mem_channel(2)};
    sycl::buffer<int> b(data, properties);
    EXPECT_EQ(b.get_property<sycl::property::buffer::mem_channel>().get_channel(), 2u);
    EXPECT_EQ(b.get_property<sycl::property::buffer::context_bound>().get_context(), own);
    add(b, 1);
  }
  EXPECT_EQ(data, counted(10, 1));
}

TEST_P(Buffers, BoundToAContextRefusesDevicesOutsideOfIt) {
  constexpr auto equally = sycl::info::partition_property::partition_equally;
  if (q.get_device().get_info<sycl::info::device::partition_max_sub_devices>() < 2)
    GTEST_SKIP() << "the device has no sub-devices";
  const sycl::context part(q.get_device().create_sub_devices<equally>(1)[0]);
  sycl::buffer<int> b(range<1>(1), sycl::property::buffer::context_bound(part));
  EXPECT_EQ(code_thrown_by([&] { add(b, 1); }), errc::invalid);
}

/// Counts what it gives.
template <class T> struct CountingAllocator {
  using value_type = T;
  int *live;
  explicit CountingAllocator(int *l) : live(l) {}
  template <class U> CountingAllocator(const CountingAllocator<U> &other) : live(other.live) {}
  T *allocate(std::size_t n) {
    ++*live;
    return std::allocator<T>().allocate(n);
  }
  void deallocate(T *p, std::size_t n) {
    --*live;
    std::allocator<T>().deallocate(p, n);
  }
};

TEST(BufferAllocator, GivesTheMemoryOnTheHost) {
  int live = 0;
  {
    sycl::buffer<int, 1, CountingAllocator<int>> b(range<1>(10), CountingAllocator<int>(&live));
    sycl::host_accessor a(b);
    a[0] = 1;
    EXPECT_EQ(live, 1);
  }
  EXPECT_EQ(live, 0);
}

TEST(BufferTypes, Deduction) {
  std::vector<int> v(4);
  const std::list<float> list{1, 2};
  sycl::buffer a(v.data(), range(4));
  sycl::buffer b(v);
  sycl::buffer c(list.begin(), list.end());
  sycl::buffer d(v.data(), range(2, 2));
  static_assert(std::is_same_v<decltype(a), sycl::buffer<int, 1>>);
  static_assert(std::is_same_v<decltype(b), sycl::buffer<int, 1>>);
  static_assert(std::is_same_v<decltype(c), sycl::buffer<float, 1>>);
  static_assert(std::is_same_v<decltype(d), sycl::buffer<int, 2>>);
  EXPECT_EQ(sycl::host_accessor(c)[1], 2);
  using HostReader = decltype(sycl::host_accessor(d, sycl::read_only));
  static_assert(std::is_same_v<HostReader, sycl::host_accessor<int, 2, access_mode::read>>);
  using TaskWriter = decltype(sycl::accessor(b, sycl::write_only_host_task));
  static_assert(std::is_same_v<TaskWriter, sycl::accessor<int, 1, access_mode::write, target::host_task>>);
  static_assert(std::is_trivially_copyable_v<sycl::accessor<int, 3>>);
  static_assert(sizeof(sycl::accessor<int, 1>) == 32);
}

TEST(BufferObjects, CopiesAreEqualAndHashEqually) {
  const sycl::buffer<int> b(range<1>(4)), copy = b, other(range<1>(4));
  EXPECT_EQ(b, copy);
  EXPECT_NE(b, other);
  EXPECT_EQ(std::hash<sycl::buffer<int>>()(b), std::hash<sycl::buffer<int>>()(copy));
}

TEST(BufferMemory, OnTheCpuIsTheHosts) {
  sycl::queue q(sycl::cpu_selector_v);
  std::vector<int> data(10);
  sycl::buffer<int> b(data);
  q.submit([&](sycl::handler &h) {
     sycl::accessor a(b, h);
     EXPECT_EQ(a.get_pointer().get(), data.data());
     h.single_task([=] { a[3] = 1; });
   }).wait();
  EXPECT_EQ(data[3], 1);
}

TEST_P(Buffers, FinalDataMayBeASharedArrayAsAWhole) {
  const auto out = std::make_shared<std::array<int, 8>>();
  std::vector<int> in(8, 5);
  {
    sycl::buffer<int> b(in.data(), 8);
    b.set_final_data(out);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.parallel_for(8, [=](sycl::id<1> i) { a[i] += static_cast<int>(i); });
    });
  }
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ((*out)[static_cast<std::size_t>(i)], 5 + i);
}

} // namespace
