// Reads and writes at x ^ d, as sorting networks, transforms and trees have them, and reads at clamped and wrapped
// places: of any element, distance and first number, for all lanes and for some, in memory and between the lanes of a
// sub-group.
#include <algorithm>
#include <cstdint>
#include <numeric>

#include "devices.hpp"

#pragma clang diagnostic ignored "-Wc++23-lambda-attributes"

namespace {

using Exchanges = EachDevice;
WEFT_EACH_DEVICE(Exchanges);

constexpr int local = 64, groups = 3, all = local * groups;

/// y[i ^ d] = 2 x[i ^ d] for some i from `first` on.
template <class T> void at_partners(EachDevice &test, int first, int d) {
  constexpr int most = 256;
  T *x = test.shared<T>(most), *y = test.shared<T>(most), *z = test.shared<T>(most);
  for (int i = 0; i < most; ++i)
    x[i] = static_cast<T>(i % 50 + 1);
  test.q
      .parallel_for(sycl::range<1>(all),
                    [=](sycl::id<1> id) {
                      const int i = first + int(id[0]);
                      z[i] = x[i ^ d];
                      if (i % 3 != 1)
                        y[i ^ d] = static_cast<T>(x[i ^ d] + x[i]);
                    })
      .wait();
  for (int i = first; i < first + all; ++i) {
    ASSERT_EQ(z[i], x[i ^ d]) << i << " ^ " << d << " from " << first << ", " << sizeof(T) << " bytes";
    ASSERT_EQ(y[i ^ d], i % 3 != 1 ? static_cast<T>(x[i ^ d] + x[i]) : T()) << i << " ^ " << d << " from " << first;
  }
}

TEST_P(Exchanges, OfEveryElementAtEveryDistance) {
  for (const int first : {0, 5, 64})
    for (const int d : {0, 1, 2, 3, 7, 8, 16, 21, 32, 64, 127}) {
      at_partners<std::int8_t>(*this, first, d);
      at_partners<std::uint16_t>(*this, first, d);
      at_partners<int>(*this, first, d);
      at_partners<float>(*this, first, d);
      at_partners<std::int64_t>(*this, first, d);
      at_partners<double>(*this, first, d);
    }
}

TEST_P(Exchanges, TouchNothingOfLanesThatTakeNoPart) {
  for (const int n : {1, 13, 40, 100, all})
    for (const int d : {1, 4, 16, 48}) {
      // Partners outside of [0, n) are not there.
      int *x = sycl::malloc_shared<int>(n, q), *y = shared<int>(all, -1);
      std::iota(x, x + n, 0);
      q.parallel_for(sycl::range<1>(all), [=](sycl::id<1> id) {
         const int i = int(id[0]), other = i ^ d;
         if (i < n && other < n)
           y[i] = x[other];
       }).wait();
      for (int i = 0; i < all; ++i)
        ASSERT_EQ(y[i], i < n && (i ^ d) < n ? i ^ d : -1) << i << " ^ " << d << " of " << n;
      sycl::free(x, q);
    }
}

TEST_P(Exchanges, OfNarrowNumbersThatWrap) {
  int *x = shared<int>(256), *y = shared<int>(256);
  std::iota(x, x + 256, 0);
  for (const int d : {3, 128, 250}) {
    q.parallel_for(sycl::range<1>(256), [=](sycl::id<1> id) {
       const auto i = static_cast<std::uint8_t>(id[0] + 100);
       y[id] = x[static_cast<std::uint8_t>(i ^ d)];
     }).wait();
    for (int i = 0; i < 256; ++i)
      ASSERT_EQ(y[i], ((i + 100) & 255) ^ d) << i << ", " << d;
  }
}

TEST_P(Exchanges, AlongTheSlowerDimension) {
  constexpr int rows = 5, columns = 64;
  int *x = shared<int>(rows * columns), *y = shared<int>(rows * columns);
  std::iota(x, x + rows * columns, 0);
  for (const int d : {1, 6, 32}) {
    q.parallel_for(sycl::range<2>(columns, rows), [=](sycl::id<2> id) {
       const int i = int(id[0]), row = int(id[1]) * columns;
       y[row + i] = x[row + (i ^ d)] + i / 32 + i % 32;
     }).wait();
    for (int i = 0; i < rows * columns; ++i)
      ASSERT_EQ(y[i], (i ^ d) + i % columns / 32 + i % 32) << i << ", " << d;
  }
}

TEST_P(Exchanges, OfNegativeNumbers) {
  int *x = shared<int>(256), *y = shared<int>(all);
  std::iota(x, x + 256, -128);
  for (const int d : {1, 32, 77}) {
    q.parallel_for(sycl::range<1>(all), [=, middle = x + 128](sycl::id<1> id) {
       const int i = int(id[0]) - 96;
       y[id] = middle[i ^ d];
     }).wait();
    for (int i = 0; i < all; ++i)
      ASSERT_EQ(y[i], (i - 96) ^ d) << i << ", " << d;
  }
}

/// y[i] = x[place(i)] for all lanes, and for some of them z[i] = x[place(i)]; `x` has numbers at places from -64 to
/// 255.
template <class T, class Place> void at_places(EachDevice &test, const char *what, const Place &place) {
  T *memory = test.shared<T>(320), *y = test.shared<T>(all), *z = test.shared<T>(all);
  T *const x = memory + 64;
  for (int i = 0; i < 320; ++i)
    memory[i] = static_cast<T>(i % 120);
  test.q
      .parallel_for(sycl::range<1>(all),
                    [=](sycl::id<1> id) {
                      const int i = int(id[0]);
                      y[i] = x[place(i)];
                      if (i % 5 != 0 && place(i) > 2)
                        z[i] = x[place(i)];
                    })
      .wait();
  for (int i = 0; i < all; ++i) {
    ASSERT_EQ(y[i], x[place(i)]) << what << " at " << i << ", " << sizeof(T) << " bytes";
    ASSERT_EQ(z[i], i % 5 != 0 && place(i) > 2 ? x[place(i)] : T()) << what << " at " << i;
  }
}

template <class T> void at_bounded_places(EachDevice &test, int n, int shift) {
  at_places<T>(test, "clamped", [=](int i) { return sycl::clamp(i + shift, 0, n - 1); });
  at_places<T>(test, "least", [=](int i) { return std::min(i + shift, n); });
  at_places<T>(test, "chosen", [=](int i) { return i + shift < 0 ? 0 : i + shift >= n ? n - 1 : i + shift; });
  at_places<T>(test, "wrapped", [=](int i) { return (i + shift + 2 * n) % n; });
  at_places<T>(test, "rest", [=](int i) { return (i + shift) % n; });
  at_places<T>(test, "wide rest", [=](int i) { return (std::int64_t(i) + shift) % n; });
  at_places<T>(test, "masked", [=](int i) { return (i + shift) & n; });
  at_places<T>(test, "narrow", [=](int i) { return std::uint8_t(i + shift + n); });
  at_places<T>(test, "signed", [=](int i) { return std::int8_t(i + n) / 2; });
  at_places<T>(test, "signed and narrow", [=](int i) { return std::max<int>(std::int8_t(i + n), -60); });
  at_places<T>(test, "unsigned", [=](int i) { return std::min(unsigned(i + shift), unsigned(n)); });
}

TEST_P(Exchanges, OfBoundedPlaces) {
  for (const int n : {1, 31, 90, 128, 190})
    for (const int shift : {-3, 0, 1, 40}) {
      at_bounded_places<int>(*this, n, shift);
      at_bounded_places<double>(*this, n, shift);
    }
  at_bounded_places<std::int8_t>(*this, 100, -3);
  at_bounded_places<std::uint16_t>(*this, 100, 2);
}

TEST_P(Exchanges, SortGroups) {
  float *x = shared<float>(all), *y = shared<float>(all);
  for (int i = 0; i < all; ++i)
    x[i] = float(i * 37 % 101);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<float> s(local, h);
     h.parallel_for(sycl::nd_range<1>(all, local), [=](sycl::nd_item<1> it) {
       const unsigned l = it.get_local_id(0);
       s[l] = x[it.get_global_id(0)];
       for (unsigned size = 2; size <= local; size *= 2)
         for (unsigned step = size / 2; step > 0; step /= 2) {
           sycl::group_barrier(it.get_group());
           const unsigned other = l ^ step;
           if (other > l && (s[l] > s[other]) == ((l & size) == 0))
             std::swap(s[l], s[other]);
         }
       sycl::group_barrier(it.get_group());
       y[it.get_global_id(0)] = s[l];
     });
   }).wait();
  for (int group = 0; group < groups; ++group) {
    std::sort(x + group * local, x + (group + 1) * local);
    EXPECT_TRUE(std::equal(x + group * local, x + (group + 1) * local, y + group * local)) << group;
  }
}

TEST_P(Exchanges, BetweenTheLanesOfSubGroups) {
  std::int64_t *y = shared<std::int64_t>(all);
  std::uint8_t *narrow = shared<std::uint8_t>(all);
  for (const unsigned d : {0u, 1u, 2u, 5u, 7u}) {
    q.parallel_for(sycl::nd_range<1>(all, local), [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(32)]] {
       const auto sub_group = it.get_sub_group();
       const auto i = it.get_global_id(0);
       y[i] = sycl::permute_group_by_xor(sub_group, std::int64_t(i) << 33, d);
       narrow[i] = sycl::select_from_group(sub_group, std::uint8_t(i), sub_group.get_local_linear_id() ^ d);
     }).wait();
    for (unsigned i = 0; i < all; ++i) {
      ASSERT_EQ(y[i] >> 33, i ^ d) << i << ", " << d;
      ASSERT_EQ(narrow[i], std::uint8_t(i ^ d)) << i << ", " << d;
    }
  }
}

} // namespace
