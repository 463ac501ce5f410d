// Integers divided by one number for all work-items, as C++ divides: towards zero.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "devices.hpp"

namespace {

using Division = EachDevice;
WEFT_EACH_DEVICE(Division);

template <class T> void drop(std::vector<T> &values, T value) {
  values.erase(std::remove(values.begin(), values.end(), value), values.end());
}

/// The ends of the type, and both sides of every power of two.
template <class T> std::vector<T> corners() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values{Limits::min(),
                        static_cast<T>(Limits::min() + 1),
                        static_cast<T>(Limits::max() - 1),
                        Limits::max(),
                        3,
                        7,
                        10,
                        static_cast<T>(Limits::max() / 3)};
  for (int bit = 0; bit < Limits::digits; ++bit)
    for (int near = -1; near <= 1; ++near) {
      const T power = static_cast<T>((T{1} << bit) + static_cast<T>(near));
      values.push_back(power);
      values.push_back(static_cast<T>(-power));
    }
  return values;
}

/// Those, and random ones with the neighbours of their multiples.
template <class T> std::vector<T> dividends(T divisor) {
  std::vector<T> values = corners<T>();
  std::uint64_t state = 1;
  for (int i = 0; i < 100; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const T drawn = static_cast<T>(state >> 7), multiple = static_cast<T>(drawn - drawn % divisor);
    values.insert(values.end(), {drawn, multiple, static_cast<T>(multiple + 1), static_cast<T>(multiple - 1)});
  }
  if (std::numeric_limits<T>::is_signed && divisor == static_cast<T>(-1)) // such a quotient is undefined
    drop(values, std::numeric_limits<T>::min());
  return values;
}

template <class T> class divide_by_one;
template <class T> class divide_in_loop;

template <class T> void check(EachDevice &test) {
  for (const T divisor : corners<T>()) {
    if (divisor == 0)
      continue;
    const std::vector<T> values = dividends(divisor);
    T *in = test.shared<T>(values.size()), *quotient = test.shared<T>(values.size()),
      *rest = test.shared<T>(values.size());
    std::copy(values.begin(), values.end(), in);
    test.q
        .parallel_for<divide_by_one<T>>(values.size(),
                                        [=](sycl::id<1> i) {
                                          quotient[i] = static_cast<T>(in[i] / divisor);
                                          rest[i] = static_cast<T>(in[i] % divisor);
                                        })
        .wait();
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_EQ(quotient[i], static_cast<T>(values[i] / divisor)) << +values[i] << " / " << +divisor;
      EXPECT_EQ(rest[i], static_cast<T>(values[i] % divisor)) << +values[i] << " % " << +divisor;
    }
  }
}

/// The divisor is another one in each pass.
template <class T> void check_in_loop(EachDevice &test) {
  const std::vector<T> values = dividends(T{3});
  std::vector<T> numbers = corners<T>();
  drop(numbers, T{0});
  if (std::numeric_limits<T>::is_signed)
    drop(numbers, static_cast<T>(-1));
  T *in = test.shared<T>(values.size()), *by = test.shared<T>(numbers.size()), *sums = test.shared<T>(values.size());
  std::copy(values.begin(), values.end(), in);
  std::copy(numbers.begin(), numbers.end(), by);
  test.q
      .parallel_for<divide_in_loop<T>>(values.size(),
                                       [=, count = numbers.size()](sycl::id<1> i) {
                                         std::make_unsigned_t<T> sum = 0;
                                         for (std::size_t k = 0; k < count; ++k)
                                           sum += static_cast<std::make_unsigned_t<T>>(in[i] / by[k]) * 3u;
                                         sums[i] = static_cast<T>(sum);
                                       })
      .wait();
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::make_unsigned_t<T> sum = 0;
    for (const T number : numbers)
      sum += static_cast<std::make_unsigned_t<T>>(values[i] / number) * 3u;
    EXPECT_EQ(sums[i], static_cast<T>(sum)) << +values[i];
  }
}

TEST_P(Division, ByOneNumber) {
  check<std::int8_t>(*this);
  check<std::uint8_t>(*this);
  check<std::int16_t>(*this);
  check<std::uint16_t>(*this);
  check<std::int32_t>(*this);
  check<std::uint32_t>(*this);
  check<std::int64_t>(*this);
  check<std::uint64_t>(*this);
}

TEST_P(Division, ByANumberOfEachPass) {
  check_in_loop<std::int16_t>(*this);
  check_in_loop<std::uint16_t>(*this);
  check_in_loop<std::int32_t>(*this);
  check_in_loop<std::uint32_t>(*this);
  check_in_loop<std::int64_t>(*this);
  check_in_loop<std::uint64_t>(*this);
}

} // namespace
