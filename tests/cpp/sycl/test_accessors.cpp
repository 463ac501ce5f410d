// Accessors that stand for a part of a buffer (SYCL 2020, 4.7.6): regions of every shape, conversions, placeholders,
// and buffers that end while they are read.
#include <chrono>
#include <future>
#include <memory>
#include <numeric>
#include <vector>

#include "devices.hpp"

namespace {

using sycl::id;
using sycl::range;

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

} // namespace
