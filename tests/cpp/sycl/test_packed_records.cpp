// Pixels and other records of narrow fields, which lanes read and write as words: all of them or some, in global, local
// and private memory, over any number of work-items.
#include <algorithm>
#include <cstdint>

#include "devices.hpp"

namespace {

class PackedRecords : public EachDevice {
protected:
  /// Turns every record's fields round and adds `add` to each, if its number modulo `modulus` is less than `of_each`.
  template <class T, int N> void turn(std::size_t n, int modulus, int of_each) {
    struct Record {
      T fields[N];
    };
    Record *x = shared<Record>(n), *y = shared<Record>(n);
    for (std::size_t i = 0; i < n; ++i)
      for (int k = 0; k < N; ++k) {
        x[i].fields[k] = static_cast<T>(static_cast<int>(i * 7 + static_cast<std::size_t>(k) * 3) % 50);
        y[i].fields[k] = T(99);
      }
    q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> id) {
       const std::size_t i = id[0];
       if (static_cast<int>(i) % modulus < of_each)
         for (int k = 0; k < N; ++k)
           y[i].fields[k] = static_cast<T>(x[i].fields[N - 1 - k] + T(1));
     }).wait();
    for (std::size_t i = 0; i < n; ++i)
      for (int k = 0; k < N; ++k) {
        const bool changed = static_cast<int>(i) % modulus < of_each;
        const T expected = changed ? static_cast<T>(x[i].fields[N - 1 - k] + T(1)) : T(99);
        ASSERT_EQ(static_cast<float>(y[i].fields[k]), static_cast<float>(expected)) << i << " of " << n << ", " << k;
      }
  }

  template <class T, int N> void turn_in_every_way() {
    for (const std::size_t n : {1, 5, 31, 64, 1003}) {
      turn<T, N>(n, 1, 1);
      turn<T, N>(n, 3, 2);
    }
  }
};

} // namespace

TEST_P(PackedRecords, OfBytes) {
  turn_in_every_way<std::uint8_t, 2>();
  turn_in_every_way<std::uint8_t, 3>();
  turn_in_every_way<std::int8_t, 4>();
  turn_in_every_way<std::uint8_t, 8>();
  turn_in_every_way<std::uint8_t, 16>();
}

TEST_P(PackedRecords, OfHalves) {
  if (!q.get_device().has(sycl::aspect::fp16))
    GTEST_SKIP();
  turn_in_every_way<sycl::half, 2>();
  turn_in_every_way<sycl::half, 3>();
  turn_in_every_way<sycl::half, 4>();
}

TEST_P(PackedRecords, OfShortIntegers) {
  turn_in_every_way<std::int16_t, 2>();
  turn_in_every_way<std::uint16_t, 4>();
  turn_in_every_way<std::uint16_t, 8>();
}

/// A box filter: sums of pixels of a row in local memory, with an edge that some work-items alone load for.
TEST_P(PackedRecords, PixelsInLocalMemory) {
  constexpr int items = 64, radius = 5, groups = 7, wide = items - 2 * radius, n = groups * wide - 3;
  auto *x = shared<sycl::uchar4>(n), *y = shared<sycl::uchar4>(n);
  for (int i = 0; i < n; ++i)
    x[i] = {static_cast<unsigned char>(i), static_cast<unsigned char>(i * 3), static_cast<unsigned char>(i * 5), 255};
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<sycl::uchar4> row(items, h);
     h.parallel_for(sycl::nd_range<1>(groups * items, items), [=](sycl::nd_item<1> it) {
       const int l = static_cast<int>(it.get_local_id(0)), at = static_cast<int>(it.get_group(0)) * wide + l - radius;
       if (at >= 0 && at < n)
         row[l] = x[at];
       else
         row[l] = {0, 0, 0, 0};
       sycl::group_barrier(it.get_group());
       if (at >= 0 && at < n && l >= radius && l < radius + wide) {
         sycl::float4 sum{0, 0, 0, 0};
         for (int k = l - radius; k <= l + radius; ++k) {
           sum.x() += row[k].x();
           sum.y() += row[k].y();
           sum.z() += row[k].z();
           sum.w() += row[k].w();
         }
         y[at] = (sum * (1.0f / (2 * radius + 1))).convert<unsigned char, sycl::rounding_mode::rtz>();
       }
     });
   }).wait();
  for (int i = 0; i < n; ++i)
    for (int c = 0; c < 4; ++c) {
      float sum = 0;
      for (int k = std::max(i - radius, 0); k <= std::min(i + radius, n - 1); ++k)
        sum += x[k][c];
      ASSERT_NEAR(y[i][c], static_cast<int>(sum * (1.0f / (2 * radius + 1))), 1) << i << ", " << c;
    }
}

WEFT_EACH_DEVICE(PackedRecords);
