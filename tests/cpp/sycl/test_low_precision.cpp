// Functions of half's and of the device's own precision (SYCL 2020, 4.17.5).
#include <algorithm>
#include <cmath>

#include "devices.hpp"
#include <sycl/ext/intel/math.hpp>

namespace {
class LowPrecision : public EachDevice {};
} // namespace

TEST_P(LowPrecision, NativeAndHalfPrecisionAreThere) {
  float *out = shared<float>(4);
  q.single_task([=] {
     out[0] = sycl::native::exp(1.0f);
     out[1] = sycl::half_precision::log(2.0f);
     out[2] = sycl::native::recip(4.0f);
     out[3] = sycl::rsqrt(16.0f);
   }).wait();
  EXPECT_NEAR(out[0], 2.7182818f, 1e-5);
  EXPECT_NEAR(out[1], 0.6931472f, 1e-5);
  EXPECT_EQ(out[2], 0.25f);
  EXPECT_EQ(out[3], 0.25f);
}

TEST_P(LowPrecision, FunctionsByTheirNamesInCudaRoundAsTheySay) {
  namespace math = sycl::ext::intel::math;
  double *out = shared<double>(16);
  float *in = shared<float>(2);
  in[0] = -2.5f;
  in[1] = 1.0f + 0x1p-20f;
  q.single_task([=] {
     out[0] = math::float2int_rd(in[0]);
     out[1] = math::float2int_rn(in[0]);
     out[2] = math::float2int_ru(in[0]);
     out[3] = math::float2int_rz(in[0]);
     out[4] = math::half2float(math::float2half_rn(in[1]));
     out[5] = math::half2float(math::float2half_ru(in[1]));
     out[6] = math::ll2float_rz((1ll << 40) - 1);
     out[7] = math::double2float_ru(1.0 + 0x1p-40);
     out[8] = math::bfloat16_as_ushort(math::float2bfloat16(in[1]));
     out[9] = math::hfma(sycl::half(2), sycl::half(3), sycl::half(1));
     out[10] = math::hltu(sycl::half(NAN), sycl::half(1)) + 2 * math::hne(sycl::half(NAN), sycl::half(1));
     out[11] = math::inv(-in[0]) + math::saturate(in[1]);
     out[12] = math::longlong_as_double(math::double_as_longlong(0.75));
   }).wait();
  const double wanted[] = {-3, -2, -2, -2, 1, 1 + 0x1p-10, 0x1p40 - 0x1p16, 1 + 0x1p-23, 0x3f80, 7, 1, 1.4f, 0.75};
  for (int i = 0; i < 13; ++i)
    EXPECT_EQ(out[i], wanted[i]) << i;
}

TEST_P(LowPrecision, NativeFunctionsAreCloseOnOrdinaryNumbers) {
  constexpr int n = 100, functions = 14;
  float *out = shared<float>(n * functions), *exact = shared<float>(n * functions);
  q.parallel_for(n, [=](sycl::id<1> i) {
     const float x = 0.05f + 0.03f * static_cast<float>(i[0]), y = 3.5f - x;
     const float native[functions] = {sycl::native::cos(x),       sycl::native::exp(x),       sycl::native::exp2(x),
                                      sycl::native::exp10(x),     sycl::native::log(x),       sycl::native::log2(x),
                                      sycl::native::log10(x),     sycl::native::rsqrt(x),     sycl::native::sin(x),
                                      sycl::native::sqrt(x),      sycl::native::tan(x * .4f), sycl::native::recip(x),
                                      sycl::native::divide(x, y), sycl::native::powr(x, y)};
     const float precise[functions] = {sycl::cos(x), sycl::exp(x),    sycl::exp2(x),      sycl::exp10(x),
                                       sycl::log(x), sycl::log2(x),   sycl::log10(x),     sycl::rsqrt(x),
                                       sycl::sin(x), sycl::sqrt(x),   sycl::tan(x * .4f), 1 / x,
                                       x / y,        sycl::powr(x, y)};
     for (int f = 0; f < functions; ++f)
       out[functions * i[0] + f] = native[f], exact[functions * i[0] + f] = precise[f];
   }).wait();
  for (int i = 0; i < n * functions; ++i)
    EXPECT_NEAR(out[i], exact[i], 2e-5f * std::max(1.0f, std::fabs(exact[i]))) << i;
  sycl::float2 *two = shared<sycl::float2>(2);
  q.single_task([=] {
     two[0] = sycl::native::divide(sycl::float2(1, 3), sycl::float2(2, 4));
     two[1] = sycl::native::sqrt(sycl::float2(4, 9));
   }).wait();
  EXPECT_NEAR(two[0].y(), 0.75f, 1e-6f);
  EXPECT_NEAR(two[1].x() + two[1].y(), 5.0f, 1e-5f);
}

WEFT_EACH_DEVICE(LowPrecision);
