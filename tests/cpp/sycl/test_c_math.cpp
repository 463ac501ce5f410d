// Math that programs call by the C library's and the compiler's names: the device gives what the host gives.
#include <cmath>
#include <limits>

#include "devices.hpp"

namespace {

using CMath = EachDevice;
WEFT_EACH_DEVICE(CMath);

constexpr int points = 41;

template <class T> T point(int i) {
  return static_cast<T>(i - 20) / 4;
}

/// What rounds to integers gives them.
template <class T> void rounded(T x, long long *r) {
  r[0] = std::lrint(x);
  r[1] = std::llrint(x);
  r[2] = std::lround(x);
  r[3] = std::llround(x);
  r[4] = std::ilogb(x);
  r[5] = static_cast<int>(std::lrint(x)) + static_cast<short>(std::lround(x));
}

template <class T> void expect_rounded(EachDevice &test) {
  constexpr int results = 6;
  auto *r = test.shared<long long>(results * points);
  test.q.parallel_for(points, [=](sycl::id<1> i) { rounded(point<T>(static_cast<int>(i[0])), r + results * i); })
      .wait();
  for (int i = 0; i < points; ++i) {
    long long expected[results];
    rounded(point<T>(i), expected);
    for (int j = 0; j < results; ++j)
      EXPECT_EQ(r[results * i + j], expected[j]) << "result " << j << " of " << point<T>(i);
  }
}

template <class T> void expect_powers(EachDevice &test) {
  T *r = test.shared<T>(points);
  test.q
      .parallel_for(points,
                    [=](sycl::id<1> i) {
                      const int n = static_cast<int>(i[0]);
                      r[i] = sizeof(T) == 4
                                 ? static_cast<T>(__builtin_powif(static_cast<float>(point<T>(n)), n % 7 - 3))
                                 : static_cast<T>(__builtin_powi(point<T>(n), n % 7 - 3));
                    })
      .wait();
  for (int i = 0; i < points; ++i) {
    const double expected = std::pow(point<double>(i), i % 7 - 3);
    if (std::isfinite(expected))
      EXPECT_NEAR(r[i], expected, 4 * std::numeric_limits<T>::epsilon() * std::abs(expected)) << i;
    else
      EXPECT_EQ(r[i], expected) << i;
  }
}

template <class T> void expect_scaled(EachDevice &test) {
  T *r = test.shared<T>(2 * points);
  const auto scaled = [](int i, T *to) {
    to[0] = std::scalbn(point<T>(i), 3 * i - 60);
    to[1] = std::scalbln(point<T>(i), i < 20 ? i - 20l : (i - 19l) << i); // no subnormal number, which may be flushed
  };
  test.q.parallel_for(points, [=](sycl::id<1> i) { scaled(static_cast<int>(i[0]), r + 2 * i); }).wait();
  for (int i = 0; i < points; ++i) {
    T expected[2];
    scaled(i, expected);
    for (int j = 0; j < 2; ++j)
      EXPECT_EQ(r[2 * i + j], expected[j]) << "result " << j << " of " << point<T>(i);
  }
}

/// Functions that give a second result through a pointer, by the C library's and the compiler's names.
template <class T> void parted(T x, T *r) {
  int exponent = 0;
  r[0] = std::frexp(x, &exponent);
  r[1] = static_cast<T>(exponent);
  r[2] = std::modf(x, r + 3);
  if constexpr (sizeof(T) == 4) {
    __builtin_sincosf(x, r + 4, r + 5);
    r[6] = __builtin_modff(-x, r + 7);
  } else {
    __builtin_sincos(x, r + 4, r + 5);
    r[6] = __builtin_modf(-x, r + 7);
  }
}

template <class T> void expect_parted(EachDevice &test) {
  constexpr int results = 8;
  T *r = test.shared<T>(results * points);
  test.q.parallel_for(points, [=](sycl::id<1> i) { parted(point<T>(static_cast<int>(i[0])), r + results * i); }).wait();
  for (int i = 0; i < points; ++i) {
    T expected[results];
    parted(point<T>(i), expected);
    for (int j = 0; j < results; ++j)
      EXPECT_NEAR(r[results * i + j], expected[j], j == 4 || j == 5 ? 2 * std::numeric_limits<T>::epsilon() : T(0))
          << "result " << j << " of " << point<T>(i);
  }
}

} // namespace

TEST_P(CMath, SecondResults) {
  expect_parted<float>(*this);
  expect_parted<double>(*this);
}

TEST_P(CMath, SecondResultsOfHalvesAndVectors) {
  auto *halves = shared<sycl::half>(points);
  auto *sums = shared<float>(points);
  q.parallel_for(points, [=](sycl::id<1> i) {
     const float x = point<float>(static_cast<int>(i[0]));
     int exponent = 0;
     halves[i] = sycl::frexp(sycl::half(x), &exponent);
     sycl::int2 exponents;
     const sycl::float2 mantissas = sycl::frexp(sycl::float2(x, 3 * x), &exponents);
     sums[i] = static_cast<float>(exponent) + mantissas[1] + static_cast<float>(100 * exponents[1]);
   }).wait();
  for (int i = 0; i < points; ++i) {
    int exponent = 0, third = 0;
    EXPECT_EQ(static_cast<float>(halves[i]), std::frexp(point<float>(i), &exponent));
    const float mantissa = std::frexp(3 * point<float>(i), &third);
    EXPECT_EQ(sums[i], static_cast<float>(exponent) + mantissa + static_cast<float>(100 * third));
  }
}

TEST_P(CMath, ScalesByPowersOfTwo) {
  expect_scaled<float>(*this);
  expect_scaled<double>(*this);
}

TEST_P(CMath, RoundsToIntegers) {
  expect_rounded<float>(*this);
  expect_rounded<double>(*this);
}

TEST_P(CMath, PowersOfIntegers) {
  expect_powers<float>(*this);
  expect_powers<double>(*this);
}

TEST_P(CMath, VectorsElementByElement) {
  using Vector = float __attribute__((ext_vector_type(4)));
  auto *r = shared<Vector>(points);
  q.parallel_for(points, [=](sycl::id<1> i) {
     const float x = point<float>(static_cast<int>(i[0]));
     const Vector v{x, x + 1, x + 2, x + 3};
     r[i] = __builtin_elementwise_sin(v) + __builtin_elementwise_exp2(v) * __builtin_elementwise_floor(v) +
            __builtin_elementwise_pow(__builtin_elementwise_abs(v), v / 4.0f);
   }).wait();
  for (int i = 0; i < points; ++i)
    for (int j = 0; j < 4; ++j) {
      const float x = point<float>(i) + static_cast<float>(j);
      const float expected = std::sin(x) + std::exp2(x) * std::floor(x) + std::pow(std::abs(x), x / 4);
      if (std::isfinite(expected))
        EXPECT_NEAR(r[i][j], expected, 4e-6f * (1 + std::abs(expected))) << x;
      else
        EXPECT_EQ(r[i][j], expected) << x;
    }
}
