// vec, swizzles and marray: every operator and function over elements is what the scalar one gives of each element, on
// the host and on every device.
#define SYCL_SIMPLE_SWIZZLES
#include <cmath>
#include <cstdint>
#include <limits>

#include "devices.hpp"

namespace {

using sycl::marray;
using sycl::vec;

using Vectors = EachDevice;
WEFT_EACH_DEVICE(Vectors);

template <class Name, class V, int Form> class Kernel;
struct Operators;
struct Integers;
struct Functions;

/// Bytes of two results are the same; of NaN, any is.
template <class V> bool same(const V &a, const V &b) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(V::size()); ++i)
    if (!(a[i] == b[i]) && (a[i] == a[i] || b[i] == b[i]))
      return false;
  return true;
}

/// Calls f(k, x, y, out) for many pairs on the device and on the host, with `reference` per element.
template <class Name, class V, int Form, class F, class R> void check(EachDevice &test, F f, R reference) {
  using T = typename V::value_type;
  constexpr std::size_t pairs = 37, count = static_cast<std::size_t>(V::size());
  using Out = decltype(f(V(), V()));
  V *x = test.shared<V>(pairs), *y = test.shared<V>(pairs);
  Out *out = test.shared<Out>(pairs);
  for (std::size_t k = 0; k < pairs; ++k)
    for (std::size_t i = 0; i < count; ++i) {
      x[k][i] = static_cast<T>((k * 31 + i * 7) % 50 + 1);
      y[k][i] = static_cast<T>(1 << (k * 17 + i * 3) % 4); // quotients and all that follows are exact
    }
  test.q.parallel_for<Kernel<Name, V, Form>>(pairs, [=](sycl::id<1> k) { out[k] = f(x[k], y[k]); }).wait();
  for (std::size_t k = 0; k < pairs; ++k) {
    Out expected;
    for (std::size_t i = 0; i < count; ++i)
      expected[i] = static_cast<typename Out::value_type>(reference(x[k][i], y[k][i]));
    EXPECT_TRUE(same(out[k], expected)) << "on the device, form " << Form << ", pair " << k;
    EXPECT_TRUE(same(f(x[k], y[k]), expected)) << "on the host, form " << Form << ", pair " << k;
  }
}

/// One value of all operators on numbers, by the operator's own meaning.
const auto arithmetic = [](auto x, auto y) {
  using V = decltype(x);
  const typename V::value_type two(2);
  V r = x + y * two - (x - two) / y;
  r += two * x;
  r *= y;
  r -= +x;
  r /= two;
  ++r;
  r--;
  return V(-(-r) + V(two));
};
const auto arithmetic_of_scalars = [](auto x, auto y) {
  using T = decltype(x);
  const auto t = [](auto v) { return static_cast<T>(v); };
  T r = t(t(x + t(y * T(2))) - t(t(x - T(2)) / y));
  r = t(r + t(T(2) * x));
  r = t(r * y);
  r = t(r - x);
  r = t(r / T(2));
  return t(t(-t(-r)) + T(2));
};
const auto bits = [](auto x, auto y) {
  using V = decltype(x);
  const typename V::value_type three(3);
  V r = ((x % y) | (x & three)) ^ ~(y << typename V::value_type(2));
  r >>= typename V::value_type(1);
  r |= three & y;
  r ^= x;
  r &= typename V::value_type(63); // C++17 leaves open what shifting negative numbers gives
  r <<= y;
  r %= three;
  return r;
};
const auto bits_of_scalars = [](auto x, auto y) {
  using T = decltype(x);
  const auto t = [](auto v) { return static_cast<T>(v); };
  T r = t(t(t(x % y) | t(x & T(3))) ^ t(~t(static_cast<std::make_unsigned_t<T>>(y) << 2)));
  r = t(r >> 1);
  r = t(r | t(T(3) & y));
  r = t(t(r ^ x) & T(63));
  r = t(static_cast<std::make_unsigned_t<T>>(r) << y);
  return t(r % T(3));
};

template <class V> void check_operators(EachDevice &test) {
  using T = typename V::value_type;
  check<Operators, V, 0>(test, arithmetic, arithmetic_of_scalars);
  if constexpr (std::is_integral_v<T>)
    check<Integers, V, 0>(test, bits, bits_of_scalars);
  constexpr int yes = std::is_same_v<decltype(V() < V()), marray<bool, V::size()>> ? 1 : -1;
  const T limit(20);
  check<Operators, V, 1>(
      test, [=](V x, V y) { return ((x < y) == (x >= limit)) != ((limit > x && !(x == y)) || ((x != y) == (y <= x))); },
      [=](T x, T y) {
        const bool a = (x < y) == (x >= limit), b = (limit > x && !(x == y)) || ((x != y) == (y <= x));
        return a != b ? yes : 0;
      });
}

TEST_P(Vectors, OperatorsOfIntegers) {
  check_operators<vec<std::int8_t, 16>>(*this);
  check_operators<vec<std::uint16_t, 8>>(*this);
  check_operators<vec<int, 1>>(*this);
  check_operators<vec<int, 3>>(*this);
  check_operators<vec<unsigned, 4>>(*this);
  check_operators<vec<unsigned long, 2>>(*this);
  check_operators<marray<short, 5>>(*this);
}
TEST_P(Vectors, OperatorsOfFloats) {
  check_operators<vec<float, 1>>(*this);
  check_operators<vec<float, 2>>(*this);
  check_operators<vec<float, 3>>(*this);
  check_operators<vec<float, 4>>(*this);
  check_operators<vec<float, 16>>(*this);
  check_operators<vec<double, 8>>(*this);
  check_operators<marray<float, 3>>(*this);
  check_operators<marray<double, 9>>(*this);
}

#define CHECK_FUNCTION(V, form, expression)                                                                            \
  check<Functions, V, form>(*this, [](auto x, auto y) { return expression; }, [](auto x, auto y) { return expression; })

TEST_P(Vectors, FunctionsOfIntegers) {
  using V = vec<int, 4>;
  using U = marray<unsigned, 3>;
  using B = vec<std::int8_t, 16>;
  CHECK_FUNCTION(V, 0, sycl::max(sycl::min(x, y), y) + sycl::clamp(x, y, y + y) + sycl::abs(y - x) + sycl::clz(x));
  CHECK_FUNCTION(V, 1, sycl::mul_hi(x, y) + sycl::rotate(x, y) + sycl::popcount(x) + sycl::ctz(y) + sycl::hadd(x, y));
  CHECK_FUNCTION(U, 0, sycl::abs_diff(x, y) + sycl::rhadd(x, y) + sycl::mad24(x, y, x) + sycl::mad_hi(x, y, x));
  CHECK_FUNCTION(B, 0, sycl::sub_sat(sycl::add_sat(sycl::mad_sat(x, y, x), x), y));
}

TEST_P(Vectors, FunctionsOfFloats) {
  using V = vec<float, 4>;
  using M = marray<double, 5>;
  using W = vec<float, 3>;
  CHECK_FUNCTION(V, 0, sycl::sqrt(x) + sycl::fmax(x, 3.0f) + sycl::floor(x / y) + sycl::fabs(y - x));
  CHECK_FUNCTION(W, 0, sycl::fma(x, y, x) + sycl::copysign(x, -y) + sycl::trunc(x / y) + sycl::ldexp(x, 3));
  CHECK_FUNCTION(M, 0, sycl::sqrt(x) + sycl::fmod(x, y) + sycl::mix(x, y, y / 8) + sycl::step(y, x) + sycl::sign(-x));
  CHECK_FUNCTION(V, 1, sycl::max(x, 7.0f) + sycl::clamp(x, 2.0f, 30.0f) + sycl::rint(x / y));
}

TEST_P(Vectors, TranscendentalFunctionsAreThoseOfScalars) {
  sycl::float4 *p = shared<sycl::float4>(64);
  float *s = shared<float>(64 * 4);
  q.parallel_for(64, [=](sycl::id<1> i) {
     const sycl::float4 x(0.1f * static_cast<float>(i[0]), 1, 0.5f, -0.25f * static_cast<float>(i[0]));
     p[i] = sycl::exp(x) + sycl::sin(x) * sycl::pow(sycl::fabs(x), 1.5f) + sycl::native::exp2(x);
     for (int k = 0; k < 4; ++k)
       s[4 * i[0] + k] =
           sycl::exp(x[k]) + sycl::sin(x[k]) * sycl::pow(sycl::fabs(x[k]), 1.5f) + sycl::native::exp2(x[k]);
   }).wait();
  for (int i = 0; i < 256; ++i)
    EXPECT_FLOAT_EQ(p[i / 4][i % 4], s[i]) << i;
}

TEST_P(Vectors, RelationsAndChoices) {
  sycl::int4 *p = shared<sycl::int4>(4);
  bool *b = shared<bool>(8);
  q.single_task([=] {
     const sycl::float4 x(1, NAN, INFINITY, -4), y(2, 1, 3, -4);
     p[0] = sycl::isnan(x) | sycl::isless(x, y);
     p[1] = sycl::select(sycl::int4(1, 2, 3, 4), sycl::int4(5, 6, 7, 8), sycl::int4(0, -1, 1, -2147483647));
     p[2] = sycl::bitselect(sycl::int4(0), sycl::int4(~0), sycl::int4(1, 2, 3, 4));
     p[3] = sycl::signbit(x);
     b[0] = sycl::any(p[0]), b[1] = sycl::all(p[0]), b[2] = sycl::all(sycl::isequal(y, y));
     const marray<double, 3> m(1.0, 2.0, 3.0);
     b[3] = sycl::any(m > 2.5), b[4] = sycl::all(sycl::isgreater(m, marray<double, 3>(1.5)));
     b[5] = sycl::select(m, -m, m == 2.0)[1] == -2.0;
   }).wait();
  EXPECT_TRUE(same(p[0], sycl::int4(-1, -1, 0, 0)));
  EXPECT_TRUE(same(p[1], sycl::int4(1, 6, 3, 8)));
  EXPECT_TRUE(same(p[2], sycl::int4(1, 2, 3, 4)));
  EXPECT_TRUE(same(p[3], sycl::int4(0, 0, 0, -1)));
  EXPECT_EQ(std::vector<bool>(b, b + 6), (std::vector<bool>{true, false, true, true, false, true}));
}

TEST_P(Vectors, GeometryAndSecondResults) {
  double *d = shared<double>(12);
  q.single_task([=] {
     const sycl::double3 x(1, 2, 2), y(2, 0, -1);
     const sycl::double3 c = sycl::cross(x, y);
     d[0] = sycl::dot(x, y), d[1] = sycl::length(x), d[2] = sycl::distance(x, y), d[3] = sycl::normalize(x).z();
     d[4] = c.x(), d[5] = c.y(), d[6] = c.z();
     d[7] = sycl::dot(marray<float, 2>(1, 2), marray<float, 2>(3, 4));
     sycl::double2 whole;
     sycl::int2 exponent;
     const sycl::double2 part = sycl::fract(sycl::double2(2.75, -0.25), &whole);
     d[8] = part[1] + whole[0];
     d[9] = sycl::frexp(sycl::double2(8, 3), &exponent)[1] + exponent[0];
     d[10] = sycl::remquo(sycl::double2(7, 9), 2.0, &exponent)[0] + exponent[1];
     d[11] = sycl::sincos(sycl::double2(0, 0), &whole)[0] + whole[1];
   }).wait();
  const double expected[] = {0, 3, std::sqrt(14.0), 2.0 / 3, -2, 5, -4, 11, 2.75, 4.75, 3, 1};
  for (int i = 0; i < 12; ++i)
    EXPECT_DOUBLE_EQ(d[i], expected[i]) << i;
}

TEST_P(Vectors, SwizzlesReadAndWrite) {
  sycl::int4 *p = shared<sycl::int4>(8);
  sycl::int3 *t = shared<sycl::int3>(2);
  q.single_task([=] {
     sycl::int4 v(1, 2, 3, 4);
     p[0] = v.wzyx();
     v.xy() = v.yx();
     p[1] = v;
     v.lo() += v.hi() * 10;
     p[2] = v;
     v.odd() = 7;
     v.x()++, v.s2() -= 5;
     p[3] = v;
     p[4] = sycl::int4(v.xx(), v.swizzle<sycl::elem::w, sycl::elem::x>());
     p[5] = v.rgba().wzyx().even().swizzle<1, 0>().xyxy();
     v.xz() <<= 2, --v.xz();
     p[6] = v.zyxw() + 1 - v;
     const sycl::int4 fixed = v;
     p[7] = sycl::int4(fixed.lo() == v.lo(), sycl::abs(-fixed.hi()));
     t[0] = sycl::int3(v.x(), fixed.yz());
     t[0].zx() *= t[0].xz();
     t[1] = t[0].xxx();
   }).wait();
  EXPECT_TRUE(same(p[0], sycl::int4(4, 3, 2, 1)));
  EXPECT_TRUE(same(p[1], sycl::int4(2, 1, 3, 4)));
  EXPECT_TRUE(same(p[2], sycl::int4(32, 41, 3, 4)));
  EXPECT_TRUE(same(p[3], sycl::int4(33, 7, -2, 7)));
  EXPECT_TRUE(same(p[4], sycl::int4(33, 33, 7, 33)));
  EXPECT_TRUE(same(p[5], sycl::int4(7, 7, 7, 7)));
  EXPECT_TRUE(same(p[6], sycl::int4(-9 - 131 + 1, 1, 131 + 9 + 1, 1)));
  EXPECT_TRUE(same(p[7], sycl::int4(-1, -1, 9, 7)));
  EXPECT_TRUE(same(t[0], sycl::int3(131 * -9, 7, 131 * -9)));
  EXPECT_TRUE(same(t[1], sycl::int3(131 * -9)));
}

TEST_P(Vectors, LoadsStoresAndBytes) {
  float *in = shared<float>(64), *out = shared<float>(64);
  unsigned *bits = shared<unsigned>(4);
  for (int i = 0; i < 64; ++i)
    in[i] = static_cast<float>(i);
  q.parallel_for(8, [=](sycl::id<1> i) {
     sycl::float8 v;
     v.load(i, sycl::address_space_cast<sycl::access::address_space::global_space, sycl::access::decorated::no>(in));
     v.store(7 - i, out);
   }).wait();
  q.single_task([=] {
     sycl::float3 v;
     v.load(1, in);
     v.as<sycl::uint3>().store(0, bits);
     bits[3] = sizeof v == sycl::float3::byte_size() && sycl::float3::size() == 3;
   }).wait();
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], static_cast<float>((7 - i / 8) * 8 + i % 8));
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(bits[i], sycl::bit_cast<unsigned>(static_cast<float>(i + 3)));
  EXPECT_EQ(bits[3], 1u);
}

TEST_P(Vectors, LoadsAndStoresNameTheAddressSpace) {
  using sycl::access::address_space, sycl::access::decorated;
  constexpr auto global = address_space::global_space;
  float *in = shared<float>(8), *out = shared<float>(12);
  for (int i = 0; i < 8; ++i)
    in[i] = static_cast<float>(i);
  q.single_task([=] {
     sycl::float4 v;
     v.load<global>(1, sycl::multi_ptr<const float, global>(in));
     v.store<global>(0, sycl::multi_ptr<float, global>(out));
     v.load<global, decorated::no>(0, sycl::address_space_cast<global, decorated::no>(in));
     v.store<global, decorated::no>(1, sycl::address_space_cast<global, decorated::no>(out));
     v.wzyx().load<global>(1, sycl::multi_ptr<const float, global>(in));
     v.wzyx().store<global>(2, sycl::multi_ptr<float, global>(out));
     v.lo().load<global>(0, sycl::multi_ptr<const float, global>(in));
     v.lo().store<global>(5, sycl::multi_ptr<float, global>(out));
   }).wait();
  const float expected[] = {4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 0, 1};
  for (int i = 0; i < 12; ++i)
    EXPECT_EQ(out[i], expected[i]) << i;
}

TEST_P(Vectors, ConversionsRoundAsAsked) {
  using sycl::rounding_mode;
  sycl::int4 *p = shared<sycl::int4>(5);
  sycl::float4 *f = shared<sycl::float4>(4);
  q.single_task([=] {
     const sycl::double4 x(1.5, -1.5, 2.5, -0.25);
     p[0] = x.convert<int>();
     p[1] = x.convert<int, rounding_mode::rte>();
     p[2] = x.convert<int, rounding_mode::rtp>();
     p[3] = x.convert<int, rounding_mode::rtn>();
     p[4] = x.convert<int, rounding_mode::rtz>();
     const sycl::long4 wide((1l << 24) + 1, -(1l << 24) - 1, (1l << 25) + 3, 5);
     f[0] = wide.convert<float>();
     f[1] = wide.convert<float, rounding_mode::rtp>();
     f[2] = wide.convert<float, rounding_mode::rtn>();
     f[3] = sycl::double4(0.1, -0.1, 1e300, 1).convert<float, rounding_mode::rtz>();
   }).wait();
  EXPECT_TRUE(same(p[0], p[1])); // table "Rounding modes" of SYCL 2020, 4.14.2
  EXPECT_TRUE(same(p[1], sycl::int4(2, -2, 2, 0)));
  EXPECT_TRUE(same(p[2], sycl::int4(2, -1, 3, 0)));
  EXPECT_TRUE(same(p[3], sycl::int4(1, -2, 2, -1)));
  EXPECT_TRUE(same(p[4], sycl::int4(1, -1, 2, 0)));
  const float step = 1 << 24;
  EXPECT_TRUE(same(f[0], sycl::float4(step, -step, 2 * step + 4, 5)));
  EXPECT_TRUE(same(f[1], sycl::float4(step + 2, -step, 2 * step + 4, 5)));
  EXPECT_TRUE(same(f[2], sycl::float4(step, -step - 2, 2 * step, 5)));
  EXPECT_LT(f[3][0], 0.1);
  EXPECT_GT(f[3][1], -0.1);
  EXPECT_EQ(f[3][2], std::numeric_limits<float>::max());
}

TEST_P(Vectors, IntegersFromMemoryConvertAsAsked) {
  using sycl::rounding_mode;
  auto *x = shared<long>(1);
  auto *u = shared<unsigned long>(1);
  float *f = shared<float>(3);
  sycl::half *h = shared<sycl::half>(2);
  *x = std::numeric_limits<long>::max();
  *u = std::numeric_limits<unsigned long>::max();
  q.single_task([=] {
     const sycl::vec<long, 1> from(*x);
     const sycl::vec<unsigned long, 1> from_unsigned(*u);
     f[0] = from.convert<float, rounding_mode::rtp>()[0];
     f[1] = from.convert<float, rounding_mode::rtz>()[0];
     f[2] = from_unsigned.convert<float, rounding_mode::rtn>()[0];
     h[0] = from.convert<sycl::half, rounding_mode::rtn>()[0];
     h[1] = from_unsigned.convert<sycl::half, rounding_mode::rtp>()[0];
   }).wait();
  EXPECT_EQ(f[0], 0x1p63f);
  EXPECT_EQ(f[1], std::nextafter(0x1p63f, 0.0f));
  EXPECT_EQ(f[2], std::nextafter(0x1p64f, 0.0f));
  EXPECT_EQ(h[0], std::numeric_limits<sycl::half>::max());
  EXPECT_EQ(h[1], std::numeric_limits<sycl::half>::infinity());
}

template <sycl::rounding_mode Mode> void convert_bytes() {
  const sycl::vec<std::byte, 2> bytes(std::byte(7), std::byte(0));
  EXPECT_TRUE(same(bytes.convert<float, Mode>(), sycl::float2(7, 0)));
  EXPECT_TRUE(same(bytes.convert<int, Mode>(), sycl::int2(7, 0)));
  EXPECT_TRUE(same(bytes.convert<bool, Mode>(), sycl::vec<bool, 2>(true, false)));
  EXPECT_TRUE(same(sycl::half2(7, 0).convert<std::byte, Mode>(), bytes));
  EXPECT_TRUE(same(sycl::vec<bool, 2>(true, false).convert<sycl::half, Mode>(), sycl::half2(1, 0)));
}
TEST(Vec, OfHalfIsAssignedNumbers) {
  sycl::vec<sycl::half, 1> one;
  one = 3;
  EXPECT_EQ(one[0], 3);
  sycl::half4 four;
  four = 2.5;
  four.lo() = 1;
  EXPECT_EQ(four[1] + four[2], 3.5f);
}

TEST(Vec, OfAClassBecomesZeroByEmptyBraces) {
  sycl::half4 v(1, 2, 3, 4);
  v.lo() = {};
  EXPECT_TRUE(sycl::all(v == sycl::half4(0, 0, 3, 4)));
  v = {};
  EXPECT_TRUE(sycl::all(v == sycl::half4(0)));
  sycl::vec<sycl::ext::oneapi::bfloat16, 2> b(1, 2);
  b = {};
  EXPECT_EQ(float(b[1]), 0);
  sycl::marray<sycl::half, 3> m(5);
  m = {};
  EXPECT_EQ(float(m[2]), 0);
}

TEST(VectorsOnTheHost, BytesConvertWithEveryRoundingMode) {
  convert_bytes<sycl::rounding_mode::automatic>();
  convert_bytes<sycl::rounding_mode::rte>();
  convert_bytes<sycl::rounding_mode::rtz>();
  convert_bytes<sycl::rounding_mode::rtp>();
  convert_bytes<sycl::rounding_mode::rtn>();
}

TEST(VectorsOnTheHost, AreAsLargeAndAlignedAsOthersExpect) {
  static_assert(sizeof(sycl::float3) == 16 && alignof(sycl::float3) == 16 && sizeof(sycl::double16) == 128);
  static_assert(alignof(sycl::double16) == 64 && sizeof(sycl::char2) == 2 && alignof(sycl::char2) == 2);
  static_assert(std::is_trivially_copyable_v<sycl::float4> && std::is_trivially_copyable_v<marray<int, 3>>);
  static_assert(std::is_same_v<decltype(sycl::float2() < sycl::float2()), sycl::int2>);
  static_assert(std::is_same_v<decltype(!sycl::double2()), sycl::long2>);
  static_assert(sizeof(marray<char, 3>) == 3 && sycl::mint4::size() == 4);
  static_assert(std::is_same_v<decltype(sycl::vec(1.0f, 2.0f)), sycl::float2>);
  static_assert(std::is_same_v<decltype(sycl::marray(1, 2, 3)), sycl::mint3>);
  constexpr sycl::int4 made = sycl::int4(sycl::int2(1, 2), 3, 4) + 1;
  static_assert(made[0] == 2 && made.w() == 5);
  const float one = sycl::vec<float, 1>(3.0f);
  EXPECT_EQ(one, 3.0f);
}

TEST(VectorsOnTheHost, OfOneElementConvertAsItDoes) {
  static_assert(std::is_convertible_v<vec<int, 1>, float> && !std::is_convertible_v<vec<int, 2>, int>);
  static_assert(sizeof(vec<char, 1>) == 1 && std::is_standard_layout_v<vec<int, 1>>);
  const vec<int, 1> two(2), other(3);
  const int of[] = {5, 6, 7};
  EXPECT_EQ(of[two], 7);
  EXPECT_TRUE(static_cast<bool>(two != other));
  EXPECT_FALSE(two == other ? true : false);
}

TEST(VectorsOnTheHost, GivePlacesOfOneElement) {
  sycl::float4 v(1, 2, 3, 4);
  v.swizzle<2>() = 7;
  v.swizzle<sycl::elem::x>() += 2;
  static_assert(std::is_same_v<decltype(v.swizzle<1>())::element_type, float> && decltype(v.swizzle<1>())::size() == 1);
  const float third = v.swizzle<2>(), sum = v.swizzle<0>() + v.swizzle<1>() * 2;
  EXPECT_EQ(third, 7);
  EXPECT_EQ(sum, 7);
  EXPECT_TRUE(v.swizzle<2>() == 7 && v.swizzle<2>() > v.swizzle<3>());
  EXPECT_EQ(static_cast<int>((v.swizzle<3>().convert<int>())), 4);
  sycl::int2 pair(5, 6);
  pair.lo() = pair.hi() - 1;
  const int low = pair.lo();
  EXPECT_EQ(low, 5);
  EXPECT_EQ(sycl::int2(pair.hi(), pair.lo()).x(), 6);
  sycl::vec<int, 1> one(0);
  one = pair.hi();
  EXPECT_EQ(one[0], 6);
  EXPECT_TRUE(pair.convert<bool>()[0] && !sycl::int2(0).convert<bool>()[1]);
  const sycl::int2 fixed(8, 9);
  EXPECT_EQ(std::abs(fixed.swizzle<1>()), 9);
}

TEST(VectorsOnTheHost, AreComparedElementByElementByFunctionObjects) {
  const sycl::float3 a(1, 5, -2), b(3, 2, -2);
  static_assert(std::is_same_v<decltype(sycl::maximum<>()(a, b)), sycl::float3>);
  static_assert(
      std::is_same_v<decltype(sycl::minimum<>()(sycl::vec<int, 1>(), sycl::vec<int, 1>())), sycl::vec<int, 1>>);
  EXPECT_TRUE(same(sycl::maximum<>()(a, b), sycl::float3(3, 5, -2)));
  EXPECT_TRUE(same(sycl::minimum<sycl::float3>()(a, b), sycl::float3(1, 2, -2)));
  constexpr auto least = sycl::minimum<>()(marray<int, 2>(1, 5), marray<int, 2>(3, 2));
  static_assert(least[0] == 1 && least[1] == 2);
  static_assert(std::is_same_v<decltype(sycl::minimum<>()(1, 2.5f)), float>);
}

TEST(Vec, AnElementOfOneIsComparedWithWhatIsNoNumber) {
  const sycl::vec<std::byte, 1> six(std::byte(6));
  EXPECT_TRUE(same(std::byte(6) == six.swizzle<0>(), sycl::vec<std::int8_t, 1>(-1)));
  EXPECT_TRUE(same(std::byte(6) != six.swizzle<0>(), sycl::vec<std::int8_t, 1>(0)));
  EXPECT_TRUE(same(six.swizzle<0>() > std::byte(5), sycl::vec<std::int8_t, 1>(-1)));
  EXPECT_TRUE(same(std::byte(5) < six.swizzle<0>(), sycl::vec<std::int8_t, 1>(-1)));
  EXPECT_TRUE(same(std::byte(12) & six.swizzle<0>(), sycl::vec<std::byte, 1>(std::byte(4))));
  const sycl::vec<sycl::ext::oneapi::bfloat16, 1> two(2.0f);
  EXPECT_TRUE(same(sycl::ext::oneapi::bfloat16(1.0f) < two.swizzle<0>(), sycl::vec<std::int16_t, 1>(-1)));
}

TEST(Vec, ElementsOfOneComputeAsTheVec) {
  using one = sycl::vec<int, 1>;
  constexpr int s0 = sycl::elem::s0;
  one a(6);
  const one b(4);
  EXPECT_EQ((a + b.swizzle<s0>())[0], 10);
  EXPECT_EQ((a.swizzle<s0>() - b)[0], 2);
  EXPECT_EQ((a.swizzle<s0>() * b.swizzle<s0>())[0], 24);
  EXPECT_EQ((a.swizzle<s0>() % 4)[0], 2);
  EXPECT_EQ((8.0 - a.swizzle<s0>())[0], 2);
  EXPECT_EQ((-a.swizzle<s0>())[0], -6);
  EXPECT_EQ((!a.swizzle<s0>())[0], 0);
  EXPECT_EQ((b.swizzle<s0>() < a)[0], -1);
  static_assert(std::is_same_v<decltype(sycl::vec<float, 1>() == sycl::vec<float, 1>().swizzle<s0>()), one>);
  a += b.swizzle<s0>();
  a.swizzle<s0>() <<= 1;
  EXPECT_EQ(a[0], 20);
  const int number = a.swizzle<s0>();
  EXPECT_EQ(number, 20);
}

} // namespace
