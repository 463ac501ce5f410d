// Reductions of parallel_for: operations, identities, spans, several at once, over ranges and nd-ranges.
#include <algorithm>
#include <complex>
#include <functional>
#include <limits>
#include <numeric>

#include "devices.hpp"
#include "thrown.hpp"

namespace {

using Reductions = EachDevice;
WEFT_EACH_DEVICE(Reductions);

using sycl::property::reduction::initialize_to_identity;

TEST_P(Reductions, SumOverRangesOfEverySize) {
  for (const std::size_t n : {1, 2, 63, 64, 1000, 100001}) {
    long *sum = shared<long>(1, 5);
    q.parallel_for(n, sycl::reduction(sum, sycl::plus<long>()), [=](sycl::id<1> i, auto &r) {
       r += static_cast<long>(i[0]);
     }).wait();
    EXPECT_EQ(*sum, 5 + static_cast<long>(n * (n - 1) / 2)) << "the old value takes part";
  }
}

TEST_P(Reductions, InitializeToIdentityForgetsTheOldValue) {
  int *sum = shared<int>(1, 1000);
  q.parallel_for(10, sycl::reduction(sum, sycl::plus<>(), {initialize_to_identity()}), [=](auto, auto &r) {
     ++r;
   }).wait();
  EXPECT_EQ(*sum, 10);
}

TEST_P(Reductions, PropertiesMayBeKnownToTheCompiler) {
  namespace xp = sycl::ext::oneapi::experimental;
  constexpr std::size_t n = 100000;
  float *out = shared<float>(4, 1);
  sycl::buffer<float> buffer(1);
  const auto add = [](sycl::id<1> i, auto &sum) { sum += 1.f / static_cast<float>(i[0] + 1); };
  const auto run = [&](const auto &variable) { q.parallel_for(n, variable, add).wait(); };
  run(sycl::reduction(out, sycl::plus<>(), xp::properties(xp::deterministic)));
  run(sycl::reduction(out + 1, 0.f, sycl::plus<float>(), xp::properties(xp::deterministic)));
  run(sycl::reduction(out + 2, sycl::plus<>(), xp::properties(xp::deterministic, xp::initialize_to_identity)));
  q.parallel_for(
       n, sycl::reduction(sycl::span<float, 1>(out + 3, 1), sycl::plus<>(), xp::properties(xp::initialize_to_identity)),
       [=](sycl::id<1> i, auto &sums) {
         auto first = sums[0];
         add(i, first);
       })
      .wait();
  q.submit([&](sycl::handler &h) {
    h.parallel_for(n, sycl::reduction(buffer, h, sycl::plus<>(), xp::properties(xp::initialize_to_identity)), add);
  });
  EXPECT_EQ(out[0], out[1]);
  EXPECT_EQ(out[2] + 1, out[0]);
  EXPECT_EQ(out[2], out[3]);
  EXPECT_EQ(sycl::host_accessor(buffer)[0], out[2]);
  q.submit([&](sycl::handler &h) {
    h.parallel_for(n, sycl::reduction(buffer, h, 0.f, sycl::plus<>(), xp::properties(xp::deterministic)), add);
  });
  EXPECT_NEAR(sycl::host_accessor(buffer)[0], 2 * out[2], 1e-4);
}

TEST_P(Reductions, OperationsOfTheStandardLibraryAreKnown) {
  static_assert(sycl::has_known_identity_v<std::multiplies<>, double>);
  static_assert(sycl::known_identity_v<std::bit_and<unsigned>, unsigned> == ~0u);
  int *sum = shared<int>(1), *product = shared<int>(1, 1), *bits = shared<int>(1);
  bool *all = shared<bool>(1, true);
  q.parallel_for(5, sycl::reduction(sum, std::plus<>()), sycl::reduction(product, std::multiplies<int>()),
                 sycl::reduction(bits, std::bit_or<>()), sycl::reduction(all, std::logical_and<bool>()),
                 [=](auto &i, auto &s, auto &p, auto &b, auto &a) {
                   s += static_cast<int>(i[0]);
                   p *= static_cast<int>(i[0]) + 1;
                   b |= 1 << i[0];
                   a.combine(i[0] < 4);
                 })
      .wait();
  EXPECT_EQ(*sum, 10);
  EXPECT_EQ(*product, 120);
  EXPECT_EQ(*bits, 31);
  EXPECT_FALSE(*all);
}

TEST_P(Reductions, OfComplexNumbers) {
  using complex = std::complex<double>;
  complex *sum = shared<complex>(1, complex(1, 1)), *product = shared<complex>(1, complex(1, 0));
  q.parallel_for(8, sycl::reduction(sum, sycl::plus<complex>()), sycl::reduction(product, std::multiplies<>()),
                 [=](sycl::id<1> i, auto &s, auto &p) {
                   s += complex(static_cast<double>(i[0]), 1);
                   p *= complex(0, 1);
                 })
      .wait();
  EXPECT_EQ(*sum, complex(29, 9));
  EXPECT_EQ(*product, complex(1, 0));
}

TEST_P(Reductions, TwoAndThreeDimensions) {
  int *count = shared<int>(1);
  unsigned *low = shared<unsigned>(1, ~0u);
  q.parallel_for({7, 9}, sycl::reduction(count, sycl::plus<int>()), [=](sycl::id<2> i, auto &r) {
     r += i[0] == 3 && i[1] > 4;
   }).wait();
  EXPECT_EQ(*count, 4);
  q.parallel_for({3, 5, 7}, sycl::reduction(low, sycl::minimum<unsigned>()), [=](sycl::item<3> i, auto &r) {
     r.combine(static_cast<unsigned>(200 - i.get_linear_id()));
   }).wait();
  EXPECT_EQ(*low, 200u - 104u);
}

TEST_P(Reductions, SeveralAtOnceOverAnNdRange) {
  constexpr std::size_t n = 3 * 40;
  double *in = shared<double>(n), *sum = shared<double>(1), *high = shared<double>(1, -1.0);
  int *bits = shared<int>(1);
  for (std::size_t i = 0; i < n; ++i)
    in[i] = static_cast<double>(i * 31 % 97);
  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::nd_range<1>(n, 40), sycl::reduction(sum, sycl::plus<double>()),
                    sycl::reduction(high, sycl::maximum<double>()), sycl::reduction(bits, sycl::bit_or<int>()),
                    [=](sycl::nd_item<1> it, auto &s, auto &m, auto &b) {
                      const double x = in[it.get_global_id(0)];
                      s += x;
                      m.combine(x);
                      b |= 1 << it.get_group(0);
                    });
   }).wait();
  EXPECT_EQ(*sum, std::accumulate(in, in + n, 0.0));
  EXPECT_EQ(*high, *std::max_element(in, in + n));
  EXPECT_EQ(*bits, 7);
}

TEST_P(Reductions, GroupsOfEverySize) {
  const std::size_t most = q.get_device().get_info<sycl::info::device::max_work_group_size>();
  constexpr std::size_t n = 10000;
  int *sum = shared<int>(1), *least = shared<int>(1), *largest = shared<int>(1);
  for (const std::size_t size : {1, 2, 3, 31, 33, 500, 1000, 1024, 1025, 1365, 2047, 4096}) {
    if (size > most)
      break;
    const auto fresh = sycl::property::reduction::initialize_to_identity{};
    q.parallel_for(sycl::nd_range<1>((n + size - 1) / size * size, size), sycl::reduction(sum, sycl::plus<>(), fresh),
                   sycl::reduction(least, sycl::minimum<>(), fresh), sycl::reduction(largest, sycl::maximum<>(), fresh),
                   [=](sycl::nd_item<1> it, auto &s, auto &low, auto &high) {
                     const int i = static_cast<int>(it.get_global_id(0));
                     if (i < static_cast<int>(n)) {
                       s += i;
                       low.combine(i - 5);
                       high.combine(i * 3);
                     }
                   })
        .wait();
    EXPECT_EQ(*sum, static_cast<int>(n * (n - 1) / 2)) << size;
    EXPECT_EQ(*least, -5) << size;
    EXPECT_EQ(*largest, static_cast<int>(3 * (n - 1))) << size;
  }
}

TEST_P(Reductions, SpansReduceEachElement) {
  int *histogram = shared<int>(8, 100);
  q.parallel_for(1000, sycl::reduction(sycl::span<int, 8>(histogram, 8), sycl::plus<int>()),
                 [=](sycl::id<1> i, auto &bins) { bins[i % 8] += 1; })
      .wait();
  for (int b = 0; b < 8; ++b)
    EXPECT_EQ(histogram[b], 225);
}

TEST_P(Reductions, SpansStandBesideOthers) {
  int *bins = shared<int>(8, 0), *most = shared<int>(1, -1);
  long *sum = shared<long>(1, 0);
  q.parallel_for(1000, sycl::reduction(sum, sycl::plus<>()),
                 sycl::reduction(sycl::span<int, 8>(bins, 8), sycl::plus<>()), sycl::reduction(most, sycl::maximum<>()),
                 [=](sycl::id<1> i, auto &s, auto &b, auto &m) {
                   s += static_cast<long>(i[0]);
                   b[i % 8] += 1;
                   m.combine(static_cast<int>(i[0]));
                 })
      .wait();
  EXPECT_EQ(*sum, 1000 * 999 / 2);
  EXPECT_EQ(*most, 999);
  EXPECT_EQ(std::vector<int>(bins, bins + 8), std::vector<int>(8, 125));
}

struct Complex {
  float re, im;
};

TEST_P(Reductions, CountersCount) {
  int *counts = shared<int>(4);
  q.parallel_for(100, sycl::reduction(sycl::span<int, 4>(counts, 4), sycl::plus<>()), [=](sycl::id<1> i, auto &sum) {
     sum[i[0] % 4]++;
     ++sum[0];
   }).wait();
  EXPECT_EQ(counts[0], 125);
  EXPECT_EQ(counts[3], 25);
}

TEST_P(Reductions, UnknownOperationsWorkWithAndWithoutIdentity) {
  Complex *z = shared<Complex>(2, {1, 0});
  const auto multiply = [](const Complex &a, const Complex &b) {
    return Complex{a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  };
  const auto turn = [=](sycl::id<1>, auto &r) { r.combine(Complex{0, 1}); };
  q.parallel_for<class WithIdentity>(101, sycl::reduction(z, Complex{1, 0}, multiply), turn).wait();
  q.parallel_for<class WithoutIdentity>(101, sycl::reduction(z + 1, multiply), turn).wait();
  for (int k = 0; k < 2; ++k) {
    EXPECT_EQ(z[k].re, 0.0f);
    EXPECT_EQ(z[k].im, 1.0f);
  }
  EXPECT_THROW(sycl::reduction(z, multiply, {initialize_to_identity()}), sycl::exception);
}

struct Larger { // whose call operator is not const
  int operator()(int a, int b) { return a < b ? b : a; }
};
TEST_P(Reductions, OperationsMayBeNotConst) {
  int *largest = shared<int>(2, -1);
  const auto take = [](sycl::nd_item<1> it, auto &r) { r.combine(static_cast<int>(it.get_global_id(0) * 7 % 128)); };
  q.parallel_for(sycl::nd_range<1>(128, 32), sycl::reduction(largest, -1, Larger()), take).wait();
  q.parallel_for(sycl::nd_range<1>(128, 32), sycl::reduction(largest + 1, Larger()), take).wait();
  EXPECT_EQ(largest[0], 127);
  EXPECT_EQ(largest[1], 127);
}

TEST_P(Reductions, ItemsThatCombineNothingChangeNothing) {
  int *p = shared<int>(1, 42);
  const auto first = [](int a, int) { return a; };
  q.parallel_for(1000, sycl::reduction(p, first), [=](sycl::id<1>, auto &) {}).wait();
  EXPECT_EQ(*p, 42);
}

TEST_P(Reductions, OverNoGroupsLeaveTheVariable) {
  int *p = shared<int>(3, 42);
  const auto add = [](sycl::nd_item<1>, auto &sum, auto &first, auto &cleared) {
    sum += 1;
    first.combine(1);
    cleared += 1;
  };
  const auto first = [](int a, int) { return a; };
  const auto launch = [&](std::size_t global, std::size_t local) {
    q.parallel_for(
         sycl::nd_range<1>(global, local), sycl::reduction(p, sycl::plus<int>()), sycl::reduction(p + 1, first),
         sycl::reduction(p + 2, sycl::plus<int>(), {sycl::property::reduction::initialize_to_identity()}), add)
        .wait();
  };
  launch(0, 64);
  EXPECT_EQ(p[0], 42);
  EXPECT_EQ(p[1], 42);
  EXPECT_EQ(p[2], 0);
  EXPECT_EQ(code_thrown_by([&] { launch(64, 0); }), sycl::errc::nd_range);
}

TEST_P(Reductions, GiveTheSameBitsEveryTime) {
  constexpr std::size_t n = 12345;
  float *sum = shared<float>(2);
  for (int k = 0; k < 2; ++k)
    q.parallel_for<class SameBits>(n, sycl::reduction(sum + k, sycl::plus<float>()), [=](sycl::id<1> i, auto &r) {
       r += 1.0f / static_cast<float>(i + 1);
     }).wait();
  EXPECT_EQ(sum[0], sum[1]);
  double exact = 0;
  for (std::size_t i = 0; i < n; ++i)
    exact += 1.0 / static_cast<double>(i + 1);
  EXPECT_NEAR(sum[0], exact, 1e-4);
}

TEST_P(Reductions, KeepTheProgramsLocalMemoryApart) {
  int *sum = shared<int>(1);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> own(sycl::range<1>(32), h);
     h.parallel_for(sycl::nd_range<1>(128, 32), sycl::reduction(sum, sycl::plus<int>()),
                    [=](sycl::nd_item<1> it, auto &r) {
                      const std::size_t l = it.get_local_id(0);
                      own[l] = static_cast<int>(l);
                      sycl::group_barrier(it.get_group());
                      r += own[31 - l];
                    });
   }).wait();
  EXPECT_EQ(*sum, 4 * 31 * 16);
}

TEST(KnownIdentity, IsWhatSyclSays) {
  static_assert(sycl::known_identity_v<sycl::plus<int>, int> == 0);
  static_assert(sycl::known_identity_v<sycl::multiplies<float>, float> == 1.0f);
  static_assert(sycl::known_identity_v<sycl::bit_and<unsigned>, unsigned> == ~0u);
  static_assert(sycl::known_identity_v<sycl::minimum<>, double> == std::numeric_limits<double>::infinity());
  static_assert(sycl::known_identity_v<sycl::maximum<short>, short> == std::numeric_limits<short>::lowest());
  static_assert(!sycl::has_known_identity_v<sycl::bit_or<>, float>);
}

} // namespace
