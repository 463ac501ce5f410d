// What there is of oneMKL's random numbers: known words, moments, and that they go on where they are told.
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include <oneapi/mkl.hpp>

#include "devices.hpp"

namespace rng = oneapi::mkl::rng;

class OneMklRandom : public EachDevice {
public:
  bool has_double() const { return q.get_device().has(sycl::aspect::fp64); }
};
WEFT_EACH_DEVICE(OneMklRandom);

TEST(Philox, GivesTheKnownWords) {
  rng::device::philox4x32x10<> engine(0);
  for (const std::uint32_t word : {0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u})
    EXPECT_EQ(engine(), word);
  // those of a counter and a key without a zero bit: 2^130 - 4 numbers on
  rng::device::philox4x32x10<> last(~0ull, {~3ull, ~0ull, 3});
  for (const std::uint32_t word : {0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu})
    EXPECT_EQ(last(), word);
  EXPECT_EQ(rng::device::philox4x32x10<>(5, {9})(), rng::device::philox4x32x10<>(5, 9)());
}

// The first numbers of the published generator for the seeds 12345 (L'Ecuyer, 1999), and the powers of 13^13.
TEST(Engines, GiveTheKnownWords) {
  rng::device::mrg32k3a<> engine({12345, 12345, 12345, 12345, 12345, 12345});
  for (const double number : {0.127011122046577, 0.318527565471373, 0.309186015503278})
    EXPECT_NEAR(engine() / 4294967088.0, number, 1e-9);
  rng::device::mcg59<> powers(1);
  EXPECT_EQ(powers(), 0u);
  EXPECT_EQ(powers(), static_cast<std::uint32_t>(302875106592253 >> 27));
  rng::device::mcg31m1<> few(1);
  EXPECT_EQ(few(), 2u);
  EXPECT_EQ(few(), 2u * 1132489760);
}

template <class Engine> void expect_skips() {
  Engine walks(77), skips(77, 5), told(77);
  for (int i = 0; i < 1005; ++i)
    walks();
  rng::device::skip_ahead(skips, 1000);
  rng::device::skip_ahead(told, 1005);
  const std::uint32_t word = walks();
  EXPECT_EQ(skips(), word);
  EXPECT_EQ(told(), word);
}

TEST(Engines, SkipAsFarAsTheyWouldWalk) {
  expect_skips<rng::device::philox4x32x10<>>();
  expect_skips<rng::device::mrg32k3a<>>();
  expect_skips<rng::device::mcg59<>>();
  expect_skips<rng::device::mcg31m1<>>();
}

// The words of seed 0 are 0x6627e8d5, 0xe169c58d, ...
TEST_P(OneMklRandom, NumbersOfPhiloxAreThoseOfOneMkl) {
  float *x = shared<float>(2);
  double *y = shared<double>(2);
  rng::philox4x32x10 engine(q, 0), same(q, 0);
  rng::generate(rng::uniform<float>(), engine, 2, x).wait();
  rng::generate(rng::uniform<double>(), same, 2, y).wait();
  const double expected[] = {0x6627e8d5 * 0x1p-32 + 0.5, (0xe169c58d - 0x1p32) * 0x1p-32 + 0.5};
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(x[i], expected[i], 0x1p-24);
    EXPECT_EQ(y[i], expected[i]);
  }
}

TEST_P(OneMklRandom, EnginesOutliveKernels) {
  constexpr std::size_t n = 40;
  rng::device::engine_descriptor<rng::device::philox4x32x10<>> engines(q, n, 77, 100);
  std::uint32_t *numbers = shared<std::uint32_t>(2 * n);
  for (std::size_t launch = 0; launch < 2; ++launch)
    q.submit([&](sycl::handler &h) {
       const auto access = engines.get_access(h);
       h.parallel_for(n, [=](sycl::id<1> i) {
         auto engine = access.load(i);
         numbers[launch * n + i] = engine();
         access.store(engine, i);
       });
     }).wait();
  for (std::size_t i = 0; i < n; ++i) {
    rng::device::philox4x32x10<> engine(77, 100 * i);
    EXPECT_EQ(numbers[i], engine()) << i;
    EXPECT_EQ(numbers[n + i], engine()) << i;
  }
}

TEST_P(OneMklRandom, EnginesInKernelsGoOnWhereTheyAreTold) {
  float *all = shared<float>(64);
  q.parallel_for(8, [=](sycl::id<1> i) {
     rng::device::philox4x32x10<8> engine(7, 8 * i[0]);
     const sycl::vec<float, 8> numbers = rng::device::generate(rng::device::uniform<float>(2, 4), engine);
     for (int k = 0; k < 8; ++k)
       all[8 * i[0] + static_cast<std::size_t>(k)] = numbers[k];
   }).wait();
  rng::device::philox4x32x10<> engine(7);
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(all[i], rng::device::generate(rng::device::uniform<float>(2, 4), engine));
    EXPECT_TRUE(2 <= all[i] && all[i] < 4);
  }
}

/// Mean and standard deviation of what each of many kernels draws from its own part of an engine's sequence.
template <class Engine, class Distribution>
void expect_moments(OneMklRandom &test, const Distribution &distribution, double mean, double deviation) {
  constexpr std::size_t n = 20000;
  double sum = 0, squares = 0;
  auto *x = test.shared<typename Distribution::result_type>(n);
  test.q
      .parallel_for(n,
                    [=](sycl::id<1> i) {
                      Engine engine(77, 100 * i[0]);
                      x[i] = rng::device::generate(distribution, engine);
                    })
      .wait();
  for (std::size_t i = 0; i < n; ++i) {
    sum += static_cast<double>(x[i]);
    squares += (static_cast<double>(x[i]) - mean) * (static_cast<double>(x[i]) - mean);
  }
  EXPECT_NEAR(sum / n, mean, 0.03 * deviation);
  EXPECT_NEAR(std::sqrt(squares / n), deviation, 0.05 * deviation);
}

TEST_P(OneMklRandom, DistributionsInKernelsHaveTheirMeanAndDeviation) {
  namespace device = rng::device;
  using Philox = device::philox4x32x10<>;
  using Mrg = device::mrg32k3a<>;
  using Mcg = device::mcg59<>;
  expect_moments<Philox>(*this, device::gaussian<float, device::gaussian_method::box_muller2>(3, 2), 3, 2);
  expect_moments<Mrg>(*this, device::gaussian<float>(3, 2), 3, 2);
  expect_moments<Mcg>(*this, device::gaussian<float>(3, 2), 3, 2);
  expect_moments<Philox>(*this, device::uniform<int>(-10, 10), -0.5, std::sqrt(399 / 12.0));
  expect_moments<Philox>(*this, device::exponential<float>(1, 2), 3, 2);
  expect_moments<Philox>(*this, device::lognormal<float>(0, 0.5f), std::exp(0.125),
                         std::sqrt((std::exp(0.25) - 1) * std::exp(0.25)));
  expect_moments<Philox>(*this, device::bernoulli<int>(0.3f), 0.3, std::sqrt(0.21));
  expect_moments<Philox>(*this, device::poisson<int>(2.5), 2.5, std::sqrt(2.5));
  expect_moments<Philox>(*this, device::poisson<unsigned>(50), 50, std::sqrt(50));
  expect_moments<Philox>(*this, device::geometric<int>(0.25f), 3, std::sqrt(12));
  expect_moments<Philox>(*this, device::gamma<float>(3, 1, 2), 7, std::sqrt(12));
  expect_moments<Mrg>(*this, device::gamma<float, device::gamma_method::marsaglia_accurate>(0.5f, 0, 2), 1,
                      std::sqrt(2));
  expect_moments<Philox>(*this, device::beta<float>(2, 3, 1, 5), 3, 1);
  expect_moments<Philox>(*this, device::beta<float>(0.5f, 0.25f, 0, 1), 2 / 3.0, std::sqrt(8 / 63.0));
  expect_moments<Philox>(*this, device::bits<>(), 0x1p31, 0x1p32 / std::sqrt(12));
  if (has_double())
    expect_moments<Philox>(*this, device::uniform_bits<std::uint64_t>(), 0x1p63, 0x1p64 / std::sqrt(12));
}

TEST_P(OneMklRandom, DistributionsByTheirInverseHaveTheirMeanAndDeviation) {
  namespace device = rng::device;
  using Philox = device::philox4x32x10<>;
  constexpr double pi = 3.14159265358979, euler = 0.57721566490153;
  expect_moments<Philox>(*this, device::laplace<float>(1, 2), 1, 2 * std::sqrt(2));
  expect_moments<Philox>(*this, device::rayleigh<float>(1, 2), 1 + std::sqrt(pi), 2 * std::sqrt(1 - pi / 4));
  expect_moments<Philox>(*this, device::gumbel<float>(1, 2), 1 - 2 * euler, pi * 2 / std::sqrt(6));
  expect_moments<Philox>(*this, device::weibull<float>(2, 1, 3), 1 + 3 * std::tgamma(1.5),
                         3 * std::sqrt(std::tgamma(2) - std::tgamma(1.5) * std::tgamma(1.5)));
  expect_moments<Philox>(*this, device::weibull<float, device::weibull_method::icdf_accurate>(1, 0, 2), 2, 2);
  expect_moments<Philox>(*this, device::chi_square<float>(7), 7, std::sqrt(14));
  expect_moments<Philox>(*this, device::negative_binomial<int>(2.5, 0.25), 7.5, std::sqrt(30));
  for (const int trials : {1, 12, 300, 4000000})
    for (const double p : {0.02, 0.4, 0.9})
      expect_moments<Philox>(*this, device::binomial<int>(trials, p), trials * p, std::sqrt(trials * p * (1 - p)));
}

// It has no mean: half of the numbers are less than b away from a.
TEST_P(OneMklRandom, NumbersOfCauchyLieAroundTheirMiddle) {
  constexpr std::int64_t n = 20000;
  float *x = shared<float>(n);
  rng::philox4x32x10 engine(q, 777);
  rng::generate(rng::cauchy<float>(3, 2), engine, n, x).wait();
  std::int64_t near = 0, below = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    EXPECT_TRUE(std::isfinite(x[i]));
    near += std::fabs(x[i] - 3) < 2;
    below += x[i] < 3;
  }
  EXPECT_NEAR(static_cast<double>(near) / n, 0.5, 0.02);
  EXPECT_NEAR(static_cast<double>(below) / n, 0.5, 0.02);
}

TEST_P(OneMklRandom, ManyNumbersHaveTheirMeanAndDeviation) {
  constexpr std::int64_t n = 20000;
  float *x = shared<float>(n), *more = shared<float>(n);
  rng::philox4x32x10 engine(q, 777);
  const auto first = rng::generate(rng::gaussian<float, rng::gaussian_method::icdf>(1, 2), engine, n, x);
  rng::generate(rng::uniform<float>(), engine, n, more, {first}).wait();
  double sum = 0, squares = 0, mean = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    sum += x[i];
    squares += (x[i] - 1.0) * (x[i] - 1.0);
    mean += more[i];
    EXPECT_TRUE(0 <= more[i] && more[i] < 1);
  }
  EXPECT_NEAR(sum / n, 1, 0.06);
  EXPECT_NEAR(std::sqrt(squares / n), 2, 0.05);
  EXPECT_NEAR(mean / n, 0.5, 0.01);
}

TEST_P(OneMklRandom, NumbersFollowThoseDrawnBefore) {
  constexpr std::int64_t n = 10;
  float *pairs = shared<float>(n), *x = shared<float>(n), *last = shared<float>(n);
  rng::philox4x32x10 engine(q, 777);
  rng::generate(rng::gaussian<float, rng::gaussian_method::box_muller2>(0, 1), engine, n, pairs).wait();
  rng::generate(rng::uniform<float>(), engine, n, x).wait();
  rng::generate(rng::uniform<float>(), engine, n, last).wait();
  for (std::int64_t i = 0; i < n; ++i) {
    const auto at = [=](std::int64_t place) {
      rng::device::philox4x32x10<> own(777, static_cast<std::uint64_t>(place));
      return rng::device::generate(rng::device::uniform<float>(), own);
    };
    EXPECT_EQ(x[i], at(2 * n + i)) << i;
    EXPECT_EQ(last[i], at(3 * n + i)) << i;
  }
}

template <class Engine, class Device> void expect_words_of(OneMklRandom &test) {
  constexpr std::int64_t n = 10;
  Engine engine(test.q, 77);
  rng::skip_ahead(engine, 5);
  std::vector<std::uint32_t> words(n);
  {
    sycl::buffer<std::uint32_t> to(words);
    rng::generate(rng::bits<std::uint32_t>(), engine, n, to);
  }
  Device own(77, 5);
  for (const std::uint32_t word : words)
    EXPECT_EQ(word, own());
}

TEST_P(OneMklRandom, EnginesOfTheHostAreThoseOfKernels) {
  expect_words_of<rng::philox4x32x10, rng::device::philox4x32x10<>>(*this);
  expect_words_of<rng::mrg32k3a, rng::device::mrg32k3a<>>(*this);
  expect_words_of<rng::mcg59, rng::device::mcg59<>>(*this);
  expect_words_of<rng::mcg31m1, rng::device::mcg31m1<>>(*this);
}

TEST_P(OneMklRandom, MersenneTwisterIsThatOfTheStandardLibrary) {
  constexpr std::int64_t n = 1000;
  std::mt19937 known(777);
  rng::mt19937 engine(q, 777);
  auto *words = shared<std::uint32_t>(n);
  const auto expect_next = [&](rng::mt19937 from) {
    rng::generate(rng::bits<std::uint32_t>(), from, n, words).wait();
    for (std::int64_t i = 0; i < n; ++i)
      EXPECT_EQ(words[i], known()) << i;
    return from;
  };
  engine = expect_next(engine);
  engine = expect_next(engine);
  rng::skip_ahead(engine, 5000);
  known.discard(5000);
  expect_next(engine);
  rng::generate(rng::bits<std::uint32_t>(), engine, 0, words).wait();
}

// The first words of the published program for several seeds (Matsumoto and Nishimura, 2002).
TEST_P(OneMklRandom, MersenneTwisterTakesSeveralSeeds) {
  const auto expect_words = [&](rng::mt19937 engine, const std::vector<std::uint32_t> &known) {
    std::vector<std::uint32_t> words(known.size());
    {
      sycl::buffer<std::uint32_t> to(words);
      rng::generate(rng::bits<std::uint32_t>(), engine, static_cast<std::int64_t>(known.size()), to);
    }
    EXPECT_EQ(words, known);
  };
  expect_words(rng::mt19937(q, {0x123, 0x234, 0x345, 0x456}),
               {1067595299, 955945823, 477289528, 4107218783, 4228976476});
  expect_words(rng::mt19937(q, std::initializer_list<std::uint32_t>()), {577090037, 2444712010});
}

// A probability of one never fails, and shapes that are all but nothing give one end or the other.
TEST_P(OneMklRandom, DistributionsHaveTheirEnds) {
  constexpr std::int64_t n = 1000;
  auto *counts = shared<std::uint32_t>(n);
  auto *x = shared<float>(n);
  rng::philox4x32x10 engine(q, 77);
  rng::generate(rng::geometric<std::uint32_t>(1), engine, n, counts).wait();
  rng::generate(rng::beta<float>(1e-3f, 1e-3f, 0, 1), engine, n, x).wait();
  auto *none = shared<std::int32_t>(n), *all = shared<std::int32_t>(n);
  rng::generate(rng::binomial<std::int32_t>(40, 0), engine, n, none).wait();
  rng::generate(rng::binomial<std::int32_t>(40, 1), engine, n, all).wait();
  for (std::int64_t i = 0; i < n; ++i) {
    EXPECT_EQ(counts[i], 0u);
    EXPECT_EQ(none[i], 0);
    EXPECT_EQ(all[i], 40);
    EXPECT_TRUE(0 <= x[i] && x[i] <= 1) << x[i];
  }
}

template <class Engine> void expect_counts(OneMklRandom &test, double mean) {
  constexpr std::int64_t n = 20000;
  Engine engine(test.q, 77);
  auto *counts = test.shared<std::int32_t>(n);
  rng::generate(rng::poisson<std::int32_t, rng::poisson_method::gaussian_icdf_based>(mean), engine, n, counts).wait();
  double sum = 0, squares = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    EXPECT_GE(counts[i], 0);
    sum += counts[i];
    squares += (counts[i] - mean) * (counts[i] - mean);
  }
  EXPECT_NEAR(sum / n, mean, 0.03 * std::sqrt(mean));
  EXPECT_NEAR(std::sqrt(squares / n), std::sqrt(mean), 0.05 * std::sqrt(mean));
}

TEST_P(OneMklRandom, CountsHaveTheirMeanAndDeviation) {
  expect_counts<rng::philox4x32x10>(*this, 2.5);
  expect_counts<rng::mcg59>(*this, 50);
  expect_counts<rng::mt19937>(*this, 2.5);
  expect_counts<rng::mt19937>(*this, 50);
}

TEST_P(OneMklRandom, EnginesMayBeMadeByAFunction) {
  constexpr std::size_t n = 6;
  auto *words = shared<std::uint32_t>(n);
  using Engine = rng::device::mrg32k3a<>;
  const auto made = [](std::uint32_t id) { return Engine(3 + id, 2 * id); };
  rng::device::engine_descriptor<Engine> engines(q, sycl::range<1>(n),
                                                 [=](std::size_t id) { return made(static_cast<std::uint32_t>(id)); });
  q.submit([&](sycl::handler &h) {
     auto all = engines.get_access(h);
     h.parallel_for(n, [=](sycl::id<1> id) { words[id] = all.load(id[0])(); });
   }).wait();
  for (std::size_t i = 0; i < n; ++i)
    EXPECT_EQ(words[i], made(static_cast<std::uint32_t>(i))());
}
