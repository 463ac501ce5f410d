// Integers of any width and vectors of any length: compilers for devices have fewer.
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "devices.hpp"

// By <sycl/sycl.hpp>, as where implementations include OpenCL's headers.
static_assert(std::is_same_v<::cl_ulong, std::uint64_t> && std::is_same_v<::cl_float, float>);
using namespace sycl;
static_assert(std::is_same_v<cl_ulong, ::cl_ulong>, "the names mean the same");

namespace {

constexpr int results = 16;

/// What one work-item computes of two numbers, in integers of type T.
template <class T> void compute(std::int64_t a, std::int64_t b, std::int64_t *r) {
  const T x = T(a), y = T(b), sum = x * y + x, mixed = sum ^ (y >> 1);
  r[0] = std::int64_t(sum);
  r[1] = std::int64_t(mixed);
  r[2] = y == 0 || y == T(-1) ? 0 : std::int64_t(T(mixed / y));
  r[3] = y == 0 || y == T(-1) ? 0 : std::int64_t(T(mixed % y));
  r[4] = (sum < mixed) + 2 * (x > y) + 4 * (x == y);
  r[5] = std::int64_t(T(x << 2)) + std::int64_t(T(x >> T(y & 3)));
  const float rounded = float(mixed) / 4; // of wide integers the part that 64 bits hold
  r[6] = std::int64_t(rounded > -9e18F && rounded < 9e18F ? rounded
                      : rounded < 8e37F                   ? rounded / 0x1p66F
                                                          : 1) +
         std::int64_t(T(std::int8_t(a)));
  r[7] = std::int64_t(__builtin_elementwise_max(x, y)) ^ (std::int64_t(__builtin_elementwise_min(x, y)) << 1);
  r[8] = std::int64_t(__builtin_elementwise_add_sat(x, y));
  r[9] = std::int64_t(__builtin_elementwise_sub_sat(x, y));
  r[10] = std::int64_t(__builtin_elementwise_fshl(x, y, T(y & 3)));
  r[11] = std::int64_t(__builtin_elementwise_fshr(x, y, T(x & 3)));
  r[12] = std::int64_t(__builtin_elementwise_bitreverse(x)) + std::int64_t(__builtin_elementwise_popcount(y));
  struct Pair {
    T number;
    char letter;
  } const pair{sum, 3};
  Pair copy = pair;
  copy.number += T(copy.letter & 1);
  r[13] = std::int64_t(copy.number);
  switch (x) {
  case T(0):
    r[14] = 11;
    break;
  case T(-1):
    r[14] = 12;
    break;
  case T(1):
    r[14] = std::int64_t(y);
    break;
  default:
    r[14] = 13;
  }
  T folded = 1;
  for (int i = 0; i < int(b & 7); ++i)
    folded = folded * x + y;
  T product;
  r[15] = std::int64_t(folded) ^ (__builtin_mul_overflow(x, y, &product) ? 0 : std::int64_t(product));
}

} // namespace

class OddTypes : public EachDevice {
public:
  template <class T> void expect_as_on_the_host(int width) {
    constexpr std::size_t count = 64;
    auto *numbers = shared<std::int64_t>(2 * count);
    auto *r = shared<std::int64_t>(results * count);
    std::uint64_t state = 88172645463325252U + unsigned(width);
    for (std::size_t i = 0; i < 2 * count; ++i) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      numbers[i] = i < 4 ? std::int64_t(i) - 1 : std::int64_t(state) >> (i % 61);
    }
    q.parallel_for(count, [=](sycl::id<1> i) {
       compute<T>(numbers[2 * i], numbers[2 * i + 1], r + results * i);
     }).wait();
    for (std::size_t i = 0; i < count; ++i) {
      std::int64_t expected[results];
      compute<T>(numbers[2 * i], numbers[2 * i + 1], expected);
      for (int j = 0; j < results; ++j)
        EXPECT_EQ(r[results * i + j], expected[j]) << (T(-1) < T(0) ? "" : "unsigned ") << width << " bits, result "
                                                   << j << " of " << numbers[2 * i] << " and " << numbers[2 * i + 1];
    }
  }

  template <int Width> void expect_of_width() {
    expect_as_on_the_host<signed _BitInt(Width)>(Width);
    expect_as_on_the_host<unsigned _BitInt(Width)>(Width);
  }

  template <int... Widths> void expect_of_widths(std::integer_sequence<int, Widths...>) {
    (expect_of_width<Widths>(), ...);
  }

  template <class T, int Length> void expect_vectors() {
    using Vector = T __attribute__((ext_vector_type(Length)));
    constexpr int count = 33;
    auto *a = shared<Vector>(count), *b = shared<Vector>(count);
    auto *r = shared<T>(count * Length);
    const auto compute_one = [](Vector x, Vector y, int index) {
      for (int i = 0; i < 3; ++i)
        x = x * y + x;
      const Vector larger = x > y ? x : y;
      return T(larger[index] + x[index * 3 % Length]);
    };
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < Length; ++j) {
        a[i][j] = T((7 * i + 3 * j) % 5);
        b[i][j] = T((5 * i + j) % 3);
      }
    q.parallel_for(count, [=](sycl::id<1> i) {
       for (int j = 0; j < Length; ++j)
         r[i * Length + j] = compute_one(a[i], b[i], j);
     }).wait();
    for (int i = 0; i < count * Length; ++i)
      EXPECT_EQ(r[i], compute_one(a[i / Length], b[i / Length], i % Length)) << Length << " elements, number " << i;
  }

  template <class T, int... Lengths> void expect_of_lengths(std::integer_sequence<int, Lengths...>) {
    (expect_vectors<T, Lengths>(), ...);
  }
};

TEST_P(OddTypes, IntegersOfAnyWidth) {
  expect_of_widths(std::integer_sequence<int, 5, 8, 11, 17, 24, 33, 40, 48, 56, 63, 64, 72, 128>());
}

TEST_P(OddTypes, WideIntegersOfIdsKeepTheirUpperHalf) {
  constexpr int count = 40;
  auto *upper = shared<std::int64_t>(4 * count);
  const auto compute_one = [](int i, std::int64_t *r) {
    const __int128 shifted = static_cast<__int128>(i) << 70, factor = static_cast<__int128>(5) << 61;
    r[0] = std::int64_t(shifted >> 64);
    r[1] = std::int64_t((i * factor - 1) >> 64);
    r[2] = std::int64_t((shifted + i) / (i + 1) >> 32);
    __int128 power = i;
    for (int k = 0; k < 5; ++k)
      power += power << 13;
    r[3] = std::int64_t(power >> 64);
  };
  q.parallel_for(count, [=](sycl::id<1> i) { compute_one(int(i), upper + 4 * i[0]); }).wait();
  for (int i = 0; i < count; ++i) {
    std::int64_t expected[4];
    compute_one(i, expected);
    for (int j = 0; j < 4; ++j)
      EXPECT_EQ(upper[4 * i + j], expected[j]) << "result " << j << " of " << i;
  }
}

TEST_P(OddTypes, VectorsOfAnyLength) {
  using Lengths = std::integer_sequence<int, 2, 3, 5, 7, 9, 12, 17, 32>;
  expect_of_lengths<float>(Lengths());
  expect_of_lengths<short>(Lengths());
}

WEFT_EACH_DEVICE(OddTypes);
