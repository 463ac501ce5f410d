// What there is of oneMKL's vector mathematics, against the C++ library's functions.
#include <cmath>
#include <complex>
#include <cstdint>
#include <vector>

#include <oneapi/math.hpp>
#include <oneapi/mkl.hpp>

#include "devices.hpp"

namespace vm = oneapi::mkl::vm;
static_assert(std::is_same_v<oneapi::math::transpose, oneapi::mkl::transpose>, "oneMath's names are oneMKL's");

class VectorMath : public EachDevice {
public:
  static constexpr std::int64_t n = 50;

  template <class Of, class Expected> void expect_of_one(const Of &of, Expected expected) {
    float *const a = shared<float>(n), *const y = shared<float>(n);
    for (std::int64_t i = 0; i < n; ++i)
      a[i] = (static_cast<float>(i) + 0.5f) / n;
    of(q, n, a, y, {}, vm::mode::ha).wait();
    for (std::int64_t i = 0; i < n; ++i)
      EXPECT_NEAR(y[i], expected(static_cast<double>(a[i])), 1e-5 * std::max(1.0, std::abs(static_cast<double>(y[i]))));
  }
};
WEFT_EACH_DEVICE(VectorMath);

TEST_P(VectorMath, FunctionsOfOneNumber) {
  expect_of_one(vm::sqr, [](double x) { return x * x; });
  expect_of_one(vm::inv, [](double x) { return 1 / x; });
  expect_of_one(vm::sqrt, [](double x) { return std::sqrt(x); });
  expect_of_one(vm::invsqrt, [](double x) { return 1 / std::sqrt(x); });
  expect_of_one(vm::exp, [](double x) { return std::exp(x); });
  expect_of_one(vm::ln, [](double x) { return std::log(x); });
  expect_of_one(vm::atanh, [](double x) { return std::atanh(x); });
  expect_of_one(vm::erf, [](double x) { return std::erf(x); });
  expect_of_one(vm::cdfnorm, [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2)); });
  expect_of_one(vm::ceil, [](double x) { return std::ceil(x); });
}

TEST_P(VectorMath, FunctionsOfTwoNumbersInBuffers) {
  std::vector<float> a(n), b(n), product(n), power(n);
  for (std::int64_t i = 0; i < n; ++i) {
    a[static_cast<std::size_t>(i)] = static_cast<float>(i) + 1;
    b[static_cast<std::size_t>(i)] = static_cast<float>(i % 3);
  }
  {
    sycl::buffer<float> x(a), y(b), z(product), w(power);
    vm::mul(q, n, x, y, z);
    vm::pow(q, n, x, y, w, vm::mode::la);
  }
  for (std::size_t i = 0; i < product.size(); ++i) {
    EXPECT_EQ(product[i], a[i] * b[i]);
    EXPECT_NEAR(power[i], std::pow(a[i], b[i]), 1e-4 * power[i]);
  }
}

TEST_P(VectorMath, ComplexNumbers) {
  using Complex = std::complex<float>;
  Complex *const a = shared<Complex>(2), *const b = shared<Complex>(2), *const y = shared<Complex>(2);
  a[0] = {1, 2};
  a[1] = {3, -1};
  b[0] = {0, 1};
  b[1] = {2, 2};
  vm::mulbyconj(q, 2, a, b, y).wait();
  EXPECT_EQ(y[0], a[0] * std::conj(b[0]));
  EXPECT_EQ(y[1], a[1] * std::conj(b[1]));
  vm::conj(q, 2, a, y).wait();
  EXPECT_EQ(y[1], Complex(3, 1));
  vm::div(q, 2, a, b, y).wait();
  EXPECT_LT(std::abs(y[1] - a[1] / b[1]), 1e-6);
}
