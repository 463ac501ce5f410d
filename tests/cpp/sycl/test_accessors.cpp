// Accessors (SYCL 2020, 4.7.6): deduction, subscripts, regions of every shape, conversions, placeholders, properties,
// and buffers that end while they are read.
#include <chrono>
#include <cstdint>
#include <cstring>
#include <future>
#include <memory>
#include <numeric>
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

using Accessors = EachDevice;
WEFT_EACH_DEVICE(Accessors);

TEST_P(Accessors, RegionsOfEveryShapeAreCopiedAndFilled) {
  struct Region {
    range<3> all, extent;
    id<3> at;
  };
  const range<3> block(4, 3, 10), planes_of_one_row(4, 1, 10);
  const std::vector<Region> regions{{block, {2, 1, 5}, {1, 1, 2}},
                                    {block, {2, 1, 10}, {1, 1, 0}},
                                    {block, {2, 2, 10}, {2, 1, 0}},
                                    {block, {3, 3, 10}, {1, 0, 0}},
                                    {block, {1, 2, 10}, {3, 0, 0}},
                                    {block, {1, 2, 7}, {3, 1, 3}},
                                    {block, {2, 3, 4}, {0, 0, 6}},
                                    {block, {1, 1, 7}, {2, 2, 3}},
                                    {block, {4, 1, 10}, {0, 2, 0}},
                                    {planes_of_one_row, {2, 1, 5}, {1, 0, 2}},
                                    {planes_of_one_row, {3, 1, 10}, {1, 0, 0}}};
  for (const auto &region : regions) {
    const range<3> all = region.all, extent = region.extent;
    const id<3> at = region.at;
    std::vector<int> counted(all.size());
    std::iota(counted.begin(), counted.end(), 0);
    std::vector<int> data = counted, out(extent.size(), -1), expected;
    for (std::size_t i = 0; i < extent[0]; ++i)
      for (std::size_t j = 0; j < extent[1]; ++j)
        for (std::size_t k = 0; k < extent[2]; ++k)
          expected.push_back(static_cast<int>(((at[0] + i) * all[1] + at[1] + j) * all[2] + at[2] + k));
    {
      sycl::buffer<int, 3> b(data.data(), all);
      q.submit([&](sycl::handler &h) { h.copy(sycl::accessor(b, h, extent, at, sycl::read_only), out.data()); });
      q.submit([&](sycl::handler &h) { h.fill(sycl::accessor(b, h, extent, at, sycl::write_only), -7); });
      q.wait();
    }
    EXPECT_EQ(out, expected);
    std::vector<int> filled = counted;
    for (const int place : expected)
      filled[static_cast<std::size_t>(place)] = -7;
    EXPECT_EQ(data, filled);
  }
}

TEST_P(Accessors, ThoseThatOnlyReadStandForTheSamePart) {
  std::vector<int> data(6 * 8);
  std::iota(data.begin(), data.end(), 0);
  int *out = shared<int>(2);
  sycl::buffer<int, 2> b(data.data(), range<2>(6, 8));
  q.submit([&](sycl::handler &h) {
     const sycl::accessor<int, 2, sycl::access_mode::read_write> part(b, h, range<2>(3, 4), id<2>(2, 3));
     const sycl::accessor<const int, 2, sycl::access_mode::read> reads(part);
     h.single_task([=] {
       out[0] = reads[2][3];
       out[1] = reads[id<2>(1, 2)];
     });
   }).wait();
  EXPECT_EQ(out[0], 4 * 8 + 6);
  EXPECT_EQ(out[1], 3 * 8 + 5);
}

TEST_P(Accessors, PlaceholdersThatNobodyRequiresAreMissed) {
  sycl::buffer<int> b(range<1>(10));
  const sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::device, sycl::access::placeholder::true_t>
      newest(b);
  try {
    q.submit([&](sycl::handler &h) { h.parallel_for(10, [=](id<1> i) { newest[i] = 1; }); });
    ADD_FAILURE() << "nothing was thrown";
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), sycl::errc::kernel_argument);
  }
}

TEST_P(Accessors, BuffersEndAfterWhatReadsTheMemoryOfTheProgram) {
  std::vector<int> data(10, 5);
  std::promise<void> started, go;
  int seen = 0;
  auto b = std::make_unique<sycl::buffer<int>>(data.data(), range<1>(10));
  q.submit([&](sycl::handler &h) {
    const sycl::accessor<int, 1, sycl::access_mode::read, sycl::target::host_task> a(*b, h);
    h.host_task([=, &started, &seen, gone = go.get_future().share()] {
      started.set_value();
      gone.wait();
      seen = a[9];
    });
  });
  started.get_future().wait();
  const auto end = std::async(std::launch::async, [&] { b.reset(); });
  EXPECT_EQ(end.wait_for(std::chrono::milliseconds(20)), std::future_status::timeout);
  go.set_value();
  end.wait();
  EXPECT_EQ(seen, 5);
}

TEST_P(Accessors, AccessorsAreDeducedFromBracedRangesIdsAndProperties) {
  std::vector<int> data(12, 7);
  {
    sycl::buffer<int, 2> b(data.data(), range<2>(3, 4));
    q.submit([&](sycl::handler &h) {
      sycl::accessor part{b, h, {2, 2}, {1, 2}, sycl::write_only, {sycl::property::no_init{}}};
      static_assert(std::is_same_v<decltype(part), sycl::accessor<int, 2, sycl::access_mode::write>>);
      h.parallel_for(range<2>(2, 2), [=](id<2> i) { part[i] = 1; });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor row{b, h, {1, 4}};
      static_assert(std::is_same_v<decltype(row), sycl::accessor<int, 2>>);
      h.parallel_for(range<2>(1, 4), [=](id<2> i) { row[i] += 1; });
    });
    sycl::accessor promised{b, sycl::read_only_host_task, {}};
    static_assert(
        std::is_same_v<decltype(promised), sycl::accessor<int, 2, sycl::access_mode::read, sycl::target::host_task>>);
    sycl::host_accessor first{b, {1, 1}, sycl::write_only, {sycl::property::no_init{}}};
    static_assert(std::is_same_v<decltype(first), sycl::host_accessor<int, 2, sycl::access_mode::write>>);
    first[0][0] = 3;
  }
  EXPECT_EQ(data, (std::vector<int>{3, 8, 8, 8, 7, 7, 1, 1, 7, 7, 1, 1}));
}

TEST_P(Accessors, SubscriptsOfThreeDimensionsAddressTheSameElements) {
  constexpr std::size_t X = 3, Y = 4, Z = 5;
  std::vector<int> data(X * Y * Z, -1);
  {
    sycl::buffer<int, 3> b(data.data(), range<3>(X, Y, Z));
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.parallel_for(range<3>(X, Y, Z), [=](sycl::item<3> it) {
        const id<3> i = it.get_id();
        a[it] = static_cast<int>(it.get_linear_id());
        a[i] += 1000;
        a[i[0]][i[1]][i[2]] += 10000;
      });
    });
  }
  for (std::size_t n = 0; n < data.size(); ++n)
    EXPECT_EQ(data[n], 11000 + static_cast<int>(n));
}

TEST_P(Accessors, RangedAccessorsCountFromTheirOffset) {
  std::vector<int> data(8 * 10);
  {
    sycl::buffer<int, 2> b(data.data(), range<2>(8, 10));
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, range<2>(3, 4), id<2>(2, 5), sycl::write_only, sycl::no_init);
      h.parallel_for(range<2>(3, 4), [=](id<2> i) { a[i] = static_cast<int>(i[0] * 100 + i[1] + 1); });
    });
    sycl::host_accessor a(b, range<2>(3, 4), id<2>(2, 5));
    int n = 0;
    for (int v : a) {
      EXPECT_EQ(v, n / 4 * 100 + n % 4 + 1);
      ++n;
    }
    EXPECT_EQ(n, 12);
    EXPECT_EQ(a.end() - a.begin(), 12);
    EXPECT_EQ(*a.rbegin(), 204);
    EXPECT_EQ(a.get_pointer() + 2 * 10 + 5, &a[0][0]);
    EXPECT_EQ(a.get_offset(), id<2>(2, 5));
    EXPECT_EQ(a.get_range(), range<2>(3, 4));
  }
  EXPECT_EQ(std::accumulate(data.begin(), data.end(), 0), 4 * (0 + 100 + 200) + 3 * (1 + 2 + 3 + 4));
  EXPECT_EQ(data[2 * 10 + 5], 1);
  EXPECT_EQ(data[4 * 10 + 8], 204);
}

TEST_P(Accessors, PlaceholdersBelongToTheCommandsThatRequireThem) {
  std::vector<int> data = counted(100);
  {
    sycl::buffer<int> b(data);
    sycl::accessor<int, 1, access_mode::read_write, target::device, sycl::access::placeholder::true_t> a(b);
    EXPECT_TRUE(a.is_placeholder());
    EXPECT_EQ(a.get_range(), range<1>(100));
    sycl::accessor ranged(b, range<1>(10), id<1>(90), sycl::write_only);
    q.submit([&](sycl::handler &h) {
      h.require(a);
      h.require(ranged);
      h.parallel_for(10, [=](id<1> i) {
        a[i] += 1;
        ranged[i] = -1;
      });
    });
    EXPECT_EQ(
        code_thrown_by([&] { q.submit([&](sycl::handler &h) { h.parallel_for(10, [=](id<1> i) { a[i] += 1; }); }); }),
        errc::kernel_argument);
  }
  EXPECT_EQ(data[9], 10);
  EXPECT_EQ(data[10], 10);
  EXPECT_EQ(data[89], 89);
  EXPECT_EQ(data[90], -1);
}

TEST_P(Accessors, WhatAPlaceholderLeftInPaddingIsNone) {
  struct Padded {
    std::uint64_t left; // as the padding behind a small member of a copy has it
  };
  sycl::buffer<int> b(range<1>(1)), other(range<1>(1));
  const sycl::accessor placeholder(other, sycl::write_only, sycl::no_init);
  Padded padded;
  std::memcpy(&padded.left, &placeholder, sizeof padded.left);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
    h.single_task([=] { a[0] = padded.left != 0 ? 3 : 4; });
  });
  EXPECT_EQ(sycl::host_accessor(b)[0], 3);
  const auto launched = [&](const auto &p) {
    return code_thrown_by([&] { q.submit([&](sycl::handler &h) { h.single_task([=] { *p.get_pointer() = 1; }); }); });
  };
  sycl::buffer<int, 2> plane(range<2>(1, 1));
  sycl::buffer<int, 3> block(range<3>(1, 1, 1));
  EXPECT_EQ(launched(placeholder), errc::kernel_argument);
  EXPECT_EQ(launched(sycl::accessor(plane, sycl::read_write)), errc::kernel_argument);
  EXPECT_EQ(launched(sycl::accessor(block, sycl::read_write)), errc::kernel_argument);
}

TEST_P(Accessors, AccessorsOfNoDimensionsAreTheirElement) {
  int value = 20;
  {
    sycl::buffer<int> b(&value, 1);
    q.submit([&](sycl::handler &h) {
      sycl::accessor<int, 0> a(b, h);
      h.single_task([=] {
        int &v = a;
        v += 1;
        a = v * 2;
      });
    });
    const sycl::host_accessor<int, 0, access_mode::read> a(b);
    EXPECT_EQ(a, 42);
  }
  EXPECT_EQ(value, 42);
}

TEST_P(Accessors, AccessorsTakeOthersAsBeforeSycl2020) {
  std::vector<int> data = counted(10);
  sycl::buffer<int> b(data.data(), range<1>(10));
  sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::device, sycl::access::placeholder::true_t> later;
  q.submit([&](sycl::handler &h) {
    h.require(b, later);
    h.parallel_for(10, [a = later](id<1> i) { a[i] += 1; });
  });
  const sycl::accessor on_host = b.get_host_access();
  EXPECT_EQ(std::vector<int>(on_host.begin(), on_host.end()), counted(10, 1));
}

TEST_P(Accessors, AtomicAccessors) {
  sycl::buffer<int> b(range<1>(4));
  q.submit([&](sycl::handler &h) { h.fill(b.get_access<sycl::access::mode::discard_write>(h), 0); });
  q.submit([&](sycl::handler &h) {
    auto a = b.get_access<sycl::access::mode::atomic>(h);
    h.parallel_for(range<1>(1000), [=](id<1> i) { a[i % 4].fetch_add(1); });
  });
  EXPECT_EQ(sycl::host_accessor(b)[3], 250);
}

TEST_P(Accessors, AccessorsTellTheirProperties) {
  using no_init = sycl::property::no_init;
  sycl::buffer<int> b(range<1>(4));
  const auto check = [](const auto &with, const auto &without) {
    EXPECT_TRUE(with.template has_property<no_init>());
    static_assert(std::is_same_v<decltype(with.template get_property<no_init>()), no_init>);
    EXPECT_NO_THROW(with.template get_property<no_init>());
    EXPECT_FALSE(with.template has_property<sycl::property::queue::in_order>());
    EXPECT_FALSE(without.template has_property<no_init>());
    EXPECT_EQ(code_thrown_by([&] { without.template get_property<no_init>(); }), errc::invalid);
  };
  {
    const sycl::host_accessor with(b, sycl::write_only, sycl::no_init);
    check(with, sycl::host_accessor(b));
  }
  q.submit([&](sycl::handler &h) {
    const sycl::accessor with(b, h, sycl::write_only, sycl::no_init);
    const sycl::accessor copy = with;
    EXPECT_EQ(copy, with);
    check(copy, sycl::accessor(b, h));
    check(sycl::local_accessor<int>(range<1>(1), h, sycl::no_init), sycl::local_accessor<int>(range<1>(1), h));
  });
  sycl::accessor placeholder(b, sycl::write_only, sycl::no_init);
  check(placeholder, sycl::accessor(b));
  q.submit([&](sycl::handler &h) {
    h.require(placeholder);
    h.parallel_for(4, [=](id<1> i) { placeholder[i] = 7; });
  });
  EXPECT_EQ(sycl::host_accessor(b)[3], 7);
}

TEST_P(Accessors, LocalAccessorsNeedWorkGroups) {
  const auto launched = [&](auto launch) {
    return code_thrown_by([&] {
      q.submit([&](sycl::handler &h) {
        const sycl::local_accessor<int> local(range<1>(4), h);
        launch(h, local);
      });
    });
  };
  EXPECT_EQ(launched([](sycl::handler &h, auto local) { h.single_task([=] { local[0] = 1; }); }),
            errc::kernel_argument);
  EXPECT_EQ(launched([](sycl::handler &h, auto local) { h.parallel_for(4, [=](id<1>) { local[0] = 1; }); }),
            errc::kernel_argument);
  EXPECT_EQ(launched([](sycl::handler &h, auto local) {
              h.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1>) { local[0] = 1; });
            }),
            errc::success);
  EXPECT_EQ(launched([](sycl::handler &h, auto) { h.single_task([] {}); }), errc::success);
  q.wait();
}

TEST_P(Accessors, AccessorsWithoutDimensionsHaveOneElement) {
  std::vector<int> data = counted(10);
  {
    sycl::buffer<int> b(data);
    q.submit([&](sycl::handler &h) {
      sycl::accessor<int, 0, access_mode::discard_write> a(b, h);
      EXPECT_EQ(a.size(), 1u);
      EXPECT_EQ(a.get_count(), 1u);
      h.single_task([=] { a = 7; });
    });
    sycl::host_accessor<int, 0> a(b);
    EXPECT_EQ(a.byte_size(), sizeof(int));
    EXPECT_EQ(a, 7);
  }
  EXPECT_EQ(data[9], 9); // the rest of the buffer stays as it is
}

TEST_P(Accessors, AtomicsInLocalMemoryOfSeveralDimensions) {
  int *sums = shared<int>(2);
  q.submit([&](sycl::handler &h) {
     sycl::accessor<int, 2, access_mode::atomic, target::local> plane(range<2>(2, 3), h);
     sycl::accessor<int, 3, access_mode::atomic, target::local> space(range<3>(2, 2, 2), h);
     h.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> it) {
       if (it.get_local_id(0) == 0) {
         plane[1][2].store(0);
         space[1][0][1].store(0);
       }
       it.barrier();
       plane[1][2].fetch_add(1);
       space[1][0][1].fetch_add(2);
       it.barrier();
       sums[0] = plane[id<2>(1, 2)].load();
       sums[1] = space[1][0][1].load();
     });
   }).wait();
  EXPECT_EQ(sums[0], 8);
  EXPECT_EQ(sums[1], 16);
}

} // namespace
