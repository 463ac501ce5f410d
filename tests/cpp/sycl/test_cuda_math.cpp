// Functions by their names in CUDA (sycl::ext::intel::math): arithmetic that rounds as asked, whole and packed numbers,
// pairs.
#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "devices.hpp"
#include <sycl/ext/intel/math.hpp>

namespace {

namespace math = sycl::ext::intel::math;

class CudaMath : public EachDevice {};

constexpr int functions = 7; // of each rounding

/// What a processor computes that rounds in that direction.
template <class T> std::vector<T> rounded_by_hardware(int direction, const T *numbers) {
  std::vector<T> results;
  volatile T x = numbers[0], y = numbers[1], z = numbers[2];
  std::fesetround(direction);
  for (const T result : {x + y, x - y, x * y, x / y, 1 / x, std::sqrt(x), std::fma(x, y, z)})
    results.push_back(result);
  std::fesetround(FE_TONEAREST);
  return results;
}

/// Numbers of all sizes and signs, some of them close, and those that are special.
template <class T> std::vector<T> numbers_of_all_kinds(int count) {
  using Limits = std::numeric_limits<T>;
  const T special[] = {T(0),
                       T(-0.0),
                       Limits::infinity(),
                       -Limits::infinity(),
                       Limits::quiet_NaN(),
                       Limits::max(),
                       Limits::lowest(),
                       Limits::min(),
                       T(1),
                       T(-1)};
  std::mt19937_64 random(7);
  const auto any = [&] {
    const bool wide = random() % 2 != 0;
    const int exponent = wide ? static_cast<int>(random() % (2 * Limits::max_exponent)) - Limits::max_exponent
                              : static_cast<int>(random() % 5);
    T number = std::ldexp(static_cast<T>(random() >> (random() % 60)), exponent - 30);
    if (number < Limits::min())
      number = 0; // as devices may take it
    return random() % 2 != 0 ? number : -number;
  };
  std::vector<T> numbers;
  for (int i = 0; i < count; ++i)
    numbers.push_back(random() % 8 != 0 ? any() : special[random() % 10]);
  return numbers;
}

template <class T> std::uint64_t bits(T x) {
  std::uint64_t result = 0;
  std::memcpy(&result, &x, sizeof x);
  return std::isnan(x) ? ~std::uint64_t{0} : result;
}

/// Out of `functions` results for each rounding and number, how many are not what hardware computes.
template <class T> int wrong_results(const T *numbers, const T *results, int n) {
  const int directions[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    for (int d = 0; d < 4; ++d) {
      const std::vector<T> wanted = rounded_by_hardware(directions[d], numbers + i);
      for (int f = 0; f < functions; ++f, ++results) {
        if (d == 0 && std::fabs(wanted[f]) < std::numeric_limits<T>::min())
          continue; // may be flushed to 0
        if (bits(*results) != bits(wanted[f]) && ++wrong < 10)
          ADD_FAILURE() << "direction " << d << " function " << f << " of " << numbers[i] << ", " << numbers[i + 1]
                        << ", " << numbers[i + 2] << std::hexfloat << ": " << *results << " is not " << wanted[f];
      }
    }
  return wrong;
}

} // namespace

#define WEFT_ALL(f, fma, r)                                                                                            \
  f##add_##r(x, y), f##sub_##r(x, y), f##mul_##r(x, y), f##div_##r(x, y), f##rcp_##r(x), f##sqrt_##r(x),               \
      fma##_##r(x, y, z)
#define WEFT_ROUNDINGS(name, T, f, fma)                                                                                \
  TEST_P(CudaMath, name) {                                                                                             \
    using namespace sycl::ext::intel::math;                                                                            \
    constexpr int n = 3000;                                                                                            \
    const std::vector<T> numbers = numbers_of_all_kinds<T>(n + 2);                                                     \
    T *in = shared<T>(n + 2), *out = shared<T>(4 * functions * n);                                                     \
    std::copy(numbers.begin(), numbers.end(), in);                                                                     \
    q.parallel_for(n, [=](sycl::id<1> i) {                                                                             \
       const T x = in[i[0]], y = in[i[0] + 1], z = in[i[0] + 2];                                                       \
       const T results[] = {WEFT_ALL(f, fma, rn), WEFT_ALL(f, fma, rd), WEFT_ALL(f, fma, ru), WEFT_ALL(f, fma, rz)};   \
       for (int k = 0; k < 4 * functions; ++k)                                                                         \
         out[4 * functions * i[0] + k] = results[k];                                                                   \
     }).wait();                                                                                                        \
    EXPECT_EQ(wrong_results(in, out, n), 0);                                                                           \
  }
WEFT_ROUNDINGS(DoublesRoundAsAsked, double, d, fma)
WEFT_ROUNDINGS(FloatsRoundAsAsked, float, f, fmaf)

TEST_P(CudaMath, WholeNumbers) {
  std::int64_t *out = shared<std::int64_t>(32);
  unsigned *in = shared<unsigned>(2);
  in[0] = 0x12345678;
  in[1] = 0x9abcdef0;
  q.single_task([=] {
     int i = 0;
     out[i++] = math::brev(1u);
     out[i++] = static_cast<std::int64_t>(math::brevll(2ull));
     out[i++] = math::clz(in[0]);
     out[i++] = math::clzll(1ll);
     out[i++] = math::ffs(8) + 100 * math::ffs(0) + 10000 * math::ffsll(1ll << 40);
     out[i++] = math::popc(in[0]) + 100 * math::popcll(~0ull);
     out[i++] = math::byte_perm(in[0], in[1], 0x7250);
     out[i++] = math::hadd(-3, 0) + 10 * math::rhadd(-3, 0);
     out[i++] = math::uhadd(~0u, ~0u - 2);
     out[i++] = math::urhadd(~0u, ~0u - 3);
     out[i++] = math::mulhi(-2, 0x40000000);
     out[i++] = math::umulhi(in[1], 16u);
     out[i++] = math::mul64hi(-1ll, 1ll << 62);
     out[i++] = static_cast<std::int64_t>(math::umul64hi(1ull << 63, 6ull));
     out[i++] = math::mul24(0x00ffffff, 5); // -1 of 24 bits
     out[i++] = math::umul24(0xff000003u, 5u);
     out[i++] = math::sad(-5, 3, 10u) + math::usad(3u, 5u, 100u);
     out[i++] = math::max(-1, 2) + math::umin(1u, ~0u) + math::llmin(-1ll, 5ll);
   }).wait();
  const std::int64_t wanted[] = {0x80000000,
                                 0x4000000000000000,
                                 3,
                                 63,
                                 4 + 41 * 10000,
                                 13 + 6400,
                                 0x9a34de78,
                                 -2 + 10 * -1,
                                 0xfffffffe,
                                 0xfffffffe,
                                 -1,
                                 9,
                                 -1,
                                 3,
                                 -5,
                                 15,
                                 18 + 102,
                                 2};
  for (int i = 0; i < 18; ++i)
    EXPECT_EQ(out[i], wanted[i]) << i;
}

TEST_P(CudaMath, PackedNumbers) {
  unsigned *out = shared<unsigned>(64), *in = shared<unsigned>(3);
  in[0] = 0x8001fff6; // -32767, -10; as bytes -128, 1, -1, -10
  in[1] = 0x0005fff0; // 5, -16
  in[2] = 0x7f80017f;
  q.single_task([=] {
     const unsigned x = in[0], y = in[1], z = in[2];
     int i = 0;
     for (const unsigned result : {math::vabs2(x),
                                   math::vabs4(x),
                                   math::vabsss4(x),
                                   math::vneg2(x),
                                   math::vnegss4(x),
                                   math::vadd2(x, y),
                                   math::vadd4(x, y),
                                   math::vaddss2(x, x),
                                   math::vaddus2(x, x),
                                   math::vsub2(x, y),
                                   math::vsubss2(x, y),
                                   math::vsubus2(y, x),
                                   math::vabsdiffs2(x, y),
                                   math::vabsdiffu2(x, y),
                                   math::vhaddu2(x, y),
                                   math::vavgs2(x, y),
                                   math::vavgu4(x, y),
                                   math::vmaxs2(x, y),
                                   math::vmaxu2(x, y),
                                   math::vmins4(x, z),
                                   math::vminu4(x, z),
                                   math::vcmpeq4(x, y),
                                   math::vsetne2(x, y),
                                   math::vcmpgts2(x, y),
                                   math::vcmpgtu2(x, y),
                                   math::vsetles2(x, y),
                                   math::vsads2(x, y),
                                   math::vsadu4(x, y),
                                   math::viaddmax_s16x2<unsigned>(x, y, z),
                                   math::viaddmin_u16x2(x, y, z),
                                   math::viaddmax_s16x2_relu(x, y, x),
                                   math::vimax_s16x2_relu(x, y),
                                   math::vimin_s16x2_relu(x, z)})
       out[i++] = result;
     out[i++] = static_cast<unsigned>(math::viaddmax_s32(5, -7, -1));
     out[i++] = static_cast<unsigned>(math::viaddmin_s32_relu(5, -7, 3));
     out[i++] = math::vimax3_u32(1u, ~0u, 5u);
     out[i++] = static_cast<unsigned>(math::vimin3_s32(1, -4, 5));
   }).wait();
  const unsigned wanted[] = {0x7fff000a, 0x8001010a, 0x7f01010a, 0x7fff000a, 0x7fff010a, 0x8006ffe6, 0x8006fee6,
                             0x8000ffec, 0xffffffff, 0x7ffc0006, 0x80000006, 0x00000000, 0x80040006, 0x7ffc0006,
                             0x4003fff3, 0xc003fff3, 0x4003fff3, 0x0005fff6, 0x8001fff6, 0x8080fff6, 0x7f01017f,
                             0x0000ff00, 0x00010001, 0x0000ffff, 0xffffffff, 0x00010000, 0x0000800a, 0x0000008a,
                             0x7f80017f, 0x7f80017f, 0x00000000, 0x00050000, 0x00000000, 0xffffffff, 0x00000000,
                             0xffffffff, 0xfffffffc};
  for (int i = 0; i < 37; ++i)
    EXPECT_EQ(out[i], wanted[i]) << i;
}

TEST_P(CudaMath, SmallFloatsAndPairs) {
  float *out = shared<float>(40);
  q.single_task([=] {
     using sycl::half, sycl::half2, sycl::ext::oneapi::bfloat16;
     const half2 x(1.5f, -0.5f), y(0.25f, -1.375f), z(NAN, 2.0f);
     int i = 0;
     const auto put = [&](half2 pair) {
       out[i++] = pair[0];
       out[i++] = pair[1];
     };
     put(math::hadd2(x, y));
     put(math::hadd2_sat(x, y));
     put(math::h2div(x, y));
     put(math::hfma2_relu(x, y, half2(-1.0f, 0.0f)));
     put(math::hcmadd(x, y, half2(1.0f, 2.0f)));
     put(math::hgt2(x, y));
     put(math::hneu2(z, half2(2.0f)));
     put(math::hisnan2(z));
     put(math::hmax2(z, x));
     out[i++] = math::hbgt2(x, y);
     out[i++] = math::hbgtu2(z, x);
     out[i++] = std::isnan(static_cast<float>(math::hmax_nan(half(NAN), half(1))));
     out[i++] = math::hadd_sat(half(0.75f), half(0.5f));
     out[i++] = math::hfma(bfloat16(2.0f), bfloat16(3.0f), bfloat16(1.0f));
     out[i++] = math::hltu(bfloat16(NAN), bfloat16(1.0f));
     out[i++] = math::sigmoid(0.0f);
     out[i++] = static_cast<float>(math::rcp64h(-3.5));
   }).wait();
  const float wanted[] = {1.75f,
                          -1.875f,
                          1,
                          0,
                          6,
                          0.5f / 1.375f,
                          0,
                          0.6875f,
                          0.375f - 0.6875f + 1,
                          -2.0625f - 0.125f + 2,
                          1,
                          1,
                          1,
                          0,
                          1,
                          0,
                          1.5f,
                          2,
                          1,
                          1,
                          1,
                          1,
                          7,
                          1,
                          0.5f,
                          -1 / 3.5f};
  for (int i = 0; i < 26; ++i)
    EXPECT_NEAR(out[i], wanted[i], 2e-4f) << i;
}

WEFT_EACH_DEVICE(CudaMath);
