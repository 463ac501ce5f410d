// The device libc against the host's, under other names.
#define __mulsc3 device_mulsc3
#define __muldc3 device_muldc3
#define __divsc3 device_divsc3
#define __divdc3 device_divdc3
#include "libdevice/libc/complex_arithmetic.cpp"
#undef __mulsc3
#undef __muldc3
#undef __divsc3
#undef __divdc3
#define __fixsfti device_fixsfti
#define __fixdfti device_fixdfti
#define __fixunssfti device_fixunssfti
#define __fixunsdfti device_fixunsdfti
#define __floattisf device_floattisf
#define __floattidf device_floattidf
#define __floatuntisf device_floatuntisf
#define __floatuntidf device_floatuntidf
#include "libdevice/libc/wide_integers.cpp"
#undef __fixsfti
#undef __fixdfti
#undef __fixunssfti
#undef __fixunsdfti
#undef __floattisf
#undef __floattidf
#undef __floatuntisf
#undef __floatuntidf
#define strlen device_strlen
#define memcmp device_memcmp
#define bcmp device_bcmp
#define strncmp device_strncmp
#define strcmp device_strcmp
#define memchr device_memchr
#define strchr device_strchr
#define strcpy device_strcpy
#define strncpy device_strncpy
#include "libdevice/libc/string.cpp"
#undef strlen
#undef memcmp
#undef bcmp
#undef strncmp
#undef strcmp
#undef memchr
#undef strchr
#undef strcpy
#undef strncpy

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace {

const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
const double parts[] = {0.0, -0.0, 1.0, -1.0, 2.5, -3.0, inf, -inf, nan};

/// Within rounding where finite; infinite where the other one is, in any direction; NaN in both parts or in none.
void expect_same(_Complex double mine, _Complex double host, const char *what) {
  const double re = __real__ mine, im = __imag__ mine, host_re = __real__ host, host_im = __imag__ host;
  const bool infinite = std::isinf(re) || std::isinf(im), host_infinite = std::isinf(host_re) || std::isinf(host_im);
  EXPECT_EQ(infinite, host_infinite) << what << ": " << re << ", " << im << " for " << host_re << ", " << host_im;
  if (infinite)
    return;
  EXPECT_TRUE(std::isnan(re) == std::isnan(host_re) && std::isnan(im) == std::isnan(host_im))
      << what << ": " << re << ", " << im << " for " << host_re << ", " << host_im;
  if (!std::isnan(re))
    EXPECT_NEAR(re, host_re, 1e-14 * std::fabs(host_re)) << what;
  if (!std::isnan(im))
    EXPECT_NEAR(im, host_im, 1e-14 * std::fabs(host_im)) << what;
}

template <class Visit> void each_pair(Visit visit) {
  for (double a : parts)
    for (double b : parts)
      for (double c : parts)
        for (double d : parts)
          visit(a, b, c, d);
}

TEST(device_libc, complex_products_keep_infinities_as_c99_says) {
  each_pair([](double a, double b, double c, double d) {
    volatile _Complex double x = __builtin_complex(a, b), y = __builtin_complex(c, d);
    expect_same(device_muldc3(a, b, c, d), x * y, "product");
  });
}

TEST(device_libc, complex_quotients_keep_infinities_as_c99_says) {
  each_pair([](double a, double b, double c, double d) {
    volatile _Complex double x = __builtin_complex(a, b), y = __builtin_complex(c, d);
    expect_same(device_divdc3(a, b, c, d), x / y, "quotient");
  });
}

TEST(device_libc, single_precision_agrees_with_double) {
  const _Complex float product = device_mulsc3(1.5f, -2.0f, 0.25f, 3.0f);
  EXPECT_EQ(__real__ product, 1.5f * 0.25f + 2.0f * 3.0f);
  const _Complex float quotient = device_divsc3(6.0f, 3.0f, 3.0f, 0.0f);
  EXPECT_EQ(__real__ quotient, 2.0f);
}

using Wide = unsigned __int128;

/// Numbers of any length, many of them next to what lies between two numbers of floating point.
std::vector<Wide> wide_integers() {
  std::vector<Wide> integers{0};
  for (int bit = 0; bit < 128; ++bit)
    for (int digits : {1, 2, 23, 24, 25, 26, 52, 53, 54, 55, 64, 65, 100})
      for (const int next : {-1, 0, 1}) {
        const Wide top = Wide(1) << bit;
        integers.push_back(top + next);
        integers.push_back(~top + next);
        if (digits <= bit)
          integers.push_back((top | Wide(1) << (bit - digits)) + next);
      }
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i)
    integers.push_back((Wide(random()) << 64 | random()) >> random() % 128);
  return integers;
}

TEST(device_libc, wide_integers_become_the_nearest_numbers) {
  for (const Wide integer : wide_integers()) {
    volatile Wide x = integer;
    volatile __int128 s = static_cast<__int128>(integer);
    ASSERT_EQ(device_floatuntidf(x), static_cast<double>(x));
    ASSERT_EQ(device_floatuntisf(x), static_cast<float>(x));
    ASSERT_EQ(device_floattidf(s), static_cast<double>(s));
    ASSERT_EQ(device_floattisf(s), static_cast<float>(s));
  }
}

TEST(device_libc, numbers_lose_their_fractions_in_wide_integers) {
  for (const Wide integer : wide_integers())
    for (const double part : {1.0, 0.75, -1.0, -0.3}) {
      volatile double x = static_cast<double>(integer) / 4 * part; // below 2^127
      volatile float y = static_cast<float>(x);
      ASSERT_TRUE(device_fixdfti(x) == static_cast<__int128>(x)) << x;
      ASSERT_TRUE(device_fixsfti(y) == static_cast<__int128>(y)) << y;
      volatile double up = std::abs(x) * 3.9;
      volatile float up_single = static_cast<float>(up);
      ASSERT_TRUE(device_fixunsdfti(up) == static_cast<Wide>(up)) << up;
      ASSERT_TRUE(device_fixunssfti(up_single) == static_cast<Wide>(up_single)) << up_single;
    }
}

int sign(int x) {
  return (x > 0) - (x < 0);
}

TEST(device_libc, compares_as_the_host_does) {
  const char *texts[] = {"", "a", "ab", "abc", "abd", "\xff", "ab\x80"};
  for (const char *a : texts)
    for (const char *b : texts) {
      EXPECT_EQ(sign(device_strcmp(a, b)), sign(std::strcmp(a, b)));
      EXPECT_EQ(sign(device_strncmp(a, b, 2)), sign(std::strncmp(a, b, 2)));
      EXPECT_EQ(sign(device_memcmp(a, b, 1)), sign(std::memcmp(a, b, 1)));
    }
}

TEST(device_libc, finds_and_copies_as_the_host_does) {
  const char text[] = "lazy dog";
  EXPECT_EQ(device_strlen(text), 8u);
  EXPECT_EQ(device_strchr(text, 'z'), text + 2);
  EXPECT_EQ(device_strchr(text, '\0'), text + 8);
  EXPECT_EQ(device_strchr(text, 'q'), nullptr);
  EXPECT_EQ(device_memchr(text, 'd', 5), nullptr);
  EXPECT_EQ(device_memchr(text, 'd', 6), text + 5);
  char copy[16], padded[16];
  std::memset(padded, 'x', sizeof padded);
  EXPECT_STREQ(device_strcpy(copy, text), text);
  device_strncpy(padded, "ab", 4);
  EXPECT_EQ(std::memcmp(padded, "ab\0\0x", 5), 0);
}

} // namespace
