// Measures the error of a math function in ULP against long double, over ranges, all bit patterns and special values.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <type_traits>

namespace weft::testing {

/// Error of `got` in units of the last place that `exact` has in T. Infinite where a NaN, infinity or sign of zero is
/// wrong.
template <class T> double ulp_error(T got, long double exact) {
  using Limits = std::numeric_limits<T>;
  const double wrong = std::numeric_limits<double>::infinity();
  const T nearest = static_cast<T>(exact);
  if (std::isnan(exact) || std::isnan(got))
    return std::isnan(exact) && std::isnan(got) ? 0.0 : wrong;
  if (std::isinf(exact))
    return got == nearest ? 0.0 : wrong;
  if (exact == 0.0L)
    return got == T(0) && std::signbit(got) == std::signbit(nearest) ? 0.0 : wrong;
  if (std::signbit(got) != std::signbit(nearest))
    return wrong;
  const long double overflow = std::ldexp(1.0L, Limits::max_exponent);
  exact = std::fabs(exact) > overflow ? std::copysign(overflow, exact) : exact;
  const int exponent = std::max(std::ilogb(exact), Limits::min_exponent - 1);
  const long double unit = std::ldexp(1.0L, exponent - (Limits::digits - 1));
  const long double value = std::isinf(got) ? std::copysign(overflow, exact) : got;
  return static_cast<double>(std::fabs(value - exact) / unit);
}

template <class T> T from_pattern(std::uint64_t pattern) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  const Bits bits = static_cast<Bits>(pattern);
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <class T>
inline const T special_values[] = {
    T(0),
    T(-0.0),
    T(1),
    T(-1),
    T(0.5),
    T(-0.5),
    T(2),
    T(-2),
    T(3),
    T(-3),
    T(1.5),
    T(-1.5),
    T(2.5),
    T(1e-3),
    T(100),
    T(-100),
    T(1000),
    T(-1000),
    T(1e20),
    T(-1e20),
    T(1e30),
    T(-1e30),
    T(1e-20),
    T(-1e-20),
    T(10),
    T(1024),
    T(8),
    T(-8),
    T(7),
    T(-7),
    std::numeric_limits<T>::infinity(),
    -std::numeric_limits<T>::infinity(),
    std::numeric_limits<T>::quiet_NaN(),
    std::numeric_limits<T>::max(),
    std::numeric_limits<T>::lowest(),
    std::numeric_limits<T>::min(),
    -std::numeric_limits<T>::min(),
    std::numeric_limits<T>::denorm_min(),
    -std::numeric_limits<T>::denorm_min(),
    std::numeric_limits<T>::epsilon(),
    T(1) + std::numeric_limits<T>::epsilon(),
    T(1) - std::numeric_limits<T>::epsilon() / 2,
    -T(1) - std::numeric_limits<T>::epsilon(),
    -T(1) + std::numeric_limits<T>::epsilon() / 2,
};

/// The largest error seen, and where.
struct Worst {
  double ulp = 0;
  std::string at;

  template <class T> void see(double error, T x) {
    if (!(error <= ulp))
      ulp = error, at = std::to_string(x) + describe(x);
  }
  template <class T> void see(double error, T x, T y) {
    if (!(error <= ulp))
      ulp = error, at = describe(x) + ", " + describe(y);
  }

private:
  static std::string describe(double x) {
    char text[64];
    std::snprintf(text, sizeof text, " (%a)", x);
    return text;
  }
};

struct Range {
  double low, high;
};

/// Calls visit(x) on special values, on `count` random bit patterns and on `count` points spread evenly over the range.
template <class T, class Visit> void sample(Range range, int count, Visit visit) {
  std::mt19937_64 random(20240229);
  std::uniform_real_distribution<double> spread(range.low, range.high);
  for (T x : special_values<T>)
    visit(x);
  for (int i = 0; i < count; ++i) {
    visit(from_pattern<T>(random()));
    visit(static_cast<T>(spread(random)));
  }
}

template <class T, class Visit> void sample_pairs(Range first, Range second, int count, Visit visit) {
  std::mt19937_64 random(20240229);
  std::uniform_real_distribution<double> one(first.low, first.high), two(second.low, second.high);
  for (T x : special_values<T>)
    for (T y : special_values<T>)
      visit(x, y);
  for (int i = 0; i < count; ++i) {
    visit(from_pattern<T>(random()), from_pattern<T>(random()));
    visit(static_cast<T>(one(random)), static_cast<T>(two(random)));
  }
}

} // namespace weft::testing
