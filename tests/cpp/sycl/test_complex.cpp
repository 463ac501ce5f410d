// sycl_ext_oneapi_complex: numbers and functions as those of std::complex, in kernels and on the host.
#define SYCL_EXT_ONEAPI_COMPLEX
#include <complex>
#include <limits>
#include <sstream>
#include <type_traits>

#include "devices.hpp"

namespace xp = sycl::ext::oneapi::experimental;

namespace {

template <class T> using Expected = std::complex<std::conditional_t<std::is_same_v<T, sycl::half>, float, T>>;

template <class T> double tolerance() {
  return std::is_same_v<T, sycl::half> ? 4e-3 : std::is_same_v<T, float> ? 2e-6 : 1e-14;
}

class Complex : public EachDevice {
public:
  /// `of` in a kernel and on the host gives what `expected` gives of std::complex.
  template <class T, class Of, class Reference> void expect(Of of, Reference expected, const char *what) {
    constexpr std::size_t n = 5;
    auto *z = shared<xp::complex<T>>(n), *out = shared<xp::complex<T>>(n);
    const double parts[n][2] = {{0.5, -0.25}, {-1.5, 0.75}, {2, 3}, {-0.125, -2}, {1.5, 0}};
    for (std::size_t i = 0; i < n; ++i)
      z[i] = xp::complex<T>(T(float(parts[i][0])), T(float(parts[i][1])));
    q.parallel_for(n, [=](sycl::id<1> i) { out[i] = of(z[i]); }).wait();
    for (std::size_t i = 0; i < n; ++i) {
      const Expected<T> right = expected(Expected<T>(z[i]));
      const double allowed = tolerance<T>() * (1 + std::abs(right));
      EXPECT_NEAR(Expected<T>(out[i]).real(), right.real(), allowed) << what << i;
      EXPECT_NEAR(Expected<T>(out[i]).imag(), right.imag(), allowed) << what << i;
      EXPECT_NEAR(std::abs(Expected<T>(of(z[i])) - right), 0, allowed) << what << i << " on the host";
    }
  }

  template <class T> void expect_functions() {
#define EXPECT_FUNCTION(name)                                                                                          \
  expect<T>([](const xp::complex<T> &z) -> xp::complex<T> { return xp::name(z); },                                     \
            [](const Expected<T> &z) -> Expected<T> { return std::name(z); }, #name)
    EXPECT_FUNCTION(abs);
    EXPECT_FUNCTION(arg);
    EXPECT_FUNCTION(norm);
    EXPECT_FUNCTION(conj);
    EXPECT_FUNCTION(proj);
    EXPECT_FUNCTION(real);
    EXPECT_FUNCTION(imag);
    EXPECT_FUNCTION(exp);
    EXPECT_FUNCTION(log);
    EXPECT_FUNCTION(log10);
    EXPECT_FUNCTION(sqrt);
    EXPECT_FUNCTION(sin);
    EXPECT_FUNCTION(cos);
    EXPECT_FUNCTION(tan);
    EXPECT_FUNCTION(asin);
    EXPECT_FUNCTION(acos);
    EXPECT_FUNCTION(atan);
    EXPECT_FUNCTION(sinh);
    EXPECT_FUNCTION(cosh);
    EXPECT_FUNCTION(tanh);
    EXPECT_FUNCTION(asinh);
    EXPECT_FUNCTION(acosh);
    EXPECT_FUNCTION(atanh);
#undef EXPECT_FUNCTION
    expect<T>([](const xp::complex<T> &z) { return xp::pow(z, z) + xp::pow(z, T(2)) - xp::pow(T(2), z); },
              [](const Expected<T> &z) {
                return std::pow(z, z) + z * z - std::exp(z * std::log(typename Expected<T>::value_type(2)));
              },
              "pow");
    expect<T>(
        [](xp::complex<T> z) {
          z += z * z;
          z -= T(1);
          z *= xp::complex<float>(2, 1);
          z /= T(4);
          return +z / xp::complex<T>(1, 1) + T(3) * -z - (T(1) - z);
        },
        [](Expected<T> z) {
          using Part = typename Expected<T>::value_type;
          z = (z + z * z - Part(1)) * Expected<T>(2, 1) / Part(4);
          return z / Expected<T>(1, 1) - Part(3) * z - (Part(1) - z);
        },
        "operators");
  }
};
} // namespace

TEST_P(Complex, FunctionsAreThoseOfTheLibrary) {
  expect_functions<float>();
  expect_functions<double>();
  if (q.get_device().has(sycl::aspect::fp16))
    expect_functions<sycl::half>();
}

TEST_P(Complex, ArraysAreComputedElementByElement) {
  using Numbers = sycl::marray<xp::complex<float>, 3>;
  auto *out = shared<Numbers>(6);
  auto *sizes = shared<sycl::marray<float, 3>>(2);
  q.single_task([=] {
     const Numbers z(xp::complex<float>(1, 2), xp::complex<float>(0, -1), xp::complex<float>(3));
     const sycl::marray<float, 3> two(2.f);
     out[0] = z * z + xp::complex<float>(1, 1);
     out[1] = xp::exp(z);
     out[2] = xp::pow(z, two) - xp::pow(z, 2.f);
     out[3] = xp::polar(two, 0.5f);
     out[4] = xp::pow(two, xp::complex<float>(0, 1));
     out[5] = xp::conj(z) / z;
     sizes[0] = xp::abs(z);
     sizes[1] = xp::imag(z);
   }).wait();
  EXPECT_EQ(out[0][0], (xp::complex<float>(-2, 5)));
  EXPECT_NEAR(std::abs(std::complex<float>(out[1][0]) - std::exp(std::complex<float>(1, 2))), 0, 1e-5);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(xp::abs(out[2][i]), 0, 1e-5);
    EXPECT_NEAR(xp::arg(out[3][i]), 0.5, 1e-5);
    EXPECT_NEAR(xp::abs(out[4][i]), 1, 1e-5);
    EXPECT_NEAR(xp::abs(out[5][i]), 1, 1e-5);
  }
  EXPECT_NEAR(sizes[0][0], std::sqrt(5), 1e-6);
  EXPECT_EQ(sizes[1][1], -1);
}

TEST_P(Complex, InfinitiesAndTextFollowTheLibrary) {
  const float infinity = std::numeric_limits<float>::infinity();
  auto *product = shared<xp::complex<float>>(1);
  q.single_task([=] { *product = xp::complex<float>(infinity, infinity) * xp::complex<float>(1, 1); }).wait();
  EXPECT_TRUE(std::isinf(product->real()) || std::isinf(product->imag()));
  std::stringstream text;
  text << xp::complex<double>(1.5, -2) << xp::complex<sycl::half>(1, 0);
  EXPECT_EQ(text.str(), "(1.5,-2)(1,0)");
  xp::complex<double> read;
  text >> read;
  EXPECT_EQ(read, (xp::complex<double>(1.5, -2)));
}

TEST(ComplexTypes, AreWhatTheExtensionSays) {
  static_assert(std::is_trivially_copyable_v<xp::complex<float>> &&
                sycl::is_device_copyable_v<sycl::marray<xp::complex<double>, 4>>);
  static_assert(xp::complex<float>(1, 2) != 1.f && xp::complex<double>(xp::complex<float>(1)) == 1.0);
  static_assert(std::is_same_v<decltype(xp::real(2)), double> &&
                std::is_same_v<decltype(xp::conj(2.f)), xp::complex<float>>);
  static_assert(std::is_same_v<decltype(xp::pow(xp::complex<float>(), 2.0)), xp::complex<double>> &&
                std::is_same_v<decltype(xp::pow(sycl::half(2), xp::complex<float>())), xp::complex<float>>);
  static_assert(std::is_convertible_v<xp::complex<float>, std::complex<double>> &&
                std::is_convertible_v<std::complex<float>, xp::complex<double>>);
  EXPECT_EQ(xp::norm(3), 9.0);
}

WEFT_EACH_DEVICE(Complex);
