// What operations mean, in plain loops over doubles: nothing of Weft's but the names of ops and dtypes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "values.hpp"

namespace weft::array::test {

/// Elements in C order, and how far off each may be.
struct Reference {
  Shape shape;
  std::vector<double> elements;
  std::vector<double> error; ///< empty: exact
};

/// Visits the positions in C order.
template <class Visit> void each_position(const Shape &shape, Visit visit) {
  Shape at(shape.size(), 0);
  for (std::ptrdiff_t extent : shape)
    if (extent == 0)
      return;
  for (;;) {
    visit(at);
    std::size_t axis = shape.size();
    while (axis != 0 && ++at[axis - 1] == shape[axis - 1])
      at[--axis] = 0;
    if (axis == 0)
      return;
  }
}

/// The element that a position of a larger shape means, by broadcasting from the right.
inline double broadcast_at(const Reference &x, const Shape &position) {
  std::size_t index = 0;
  const std::size_t missing = position.size() - x.shape.size();
  for (std::size_t axis = 0; axis < x.shape.size(); ++axis)
    index = index * static_cast<std::size_t>(x.shape[axis]) +
            static_cast<std::size_t>(x.shape[axis] == 1 ? 0 : position[missing + axis]);
  return x.elements[index];
}

/// As stored in an element of the dtype.
inline double stored(double value, Dtype dtype) {
  switch (dtype) {
  case Dtype::b1:
    return value != 0 ? 1 : 0;
  case Dtype::i32:
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::int64_t>(value)));
  case Dtype::f32:
    return static_cast<float>(value);
  default:
    return value;
  }
}

inline double epsilon(Dtype dtype) {
  return dtype == Dtype::f32 ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
}

/// What is below may be flushed to zero.
inline double least(Dtype dtype) {
  return dtype == Dtype::f32   ? std::numeric_limits<float>::min()
         : dtype == Dtype::f64 ? std::numeric_limits<double>::min()
                               : 0.0;
}

inline Reference read(const Array &array) {
  Reference result{array.shape(), {}, {}};
  const auto take = [&]<class T>(const std::vector<T> &values) {
    result.elements.assign(values.begin(), values.end());
  };
  switch (array.dtype()) {
  case Dtype::b1: {
    take(values<std::uint8_t>(array));
    break;
  }
  case Dtype::i32:
    take(values<std::int32_t>(array));
    break;
  case Dtype::i64:
    take(values<std::int64_t>(array));
    break;
  case Dtype::f32:
    take(values<float>(array));
    break;
  case Dtype::f64:
    take(values<double>(array));
    break;
  default:
    ADD_FAILURE() << "no reference for dtype " << name_of(array.dtype());
  }
  return result;
}

inline Reference combined(const Reference &a, const Reference &b, const Shape &shape, Dtype dtype,
                          const std::function<double(double, double)> &op) {
  Reference result{shape, {}, {}};
  each_position(shape, [&](const Shape &at) {
    const double left = stored(broadcast_at(a, at), dtype), right = stored(broadcast_at(b, at), dtype);
    const double value = op(left, right);
    const bool fits = dtype != Dtype::i64 || std::max({std::abs(left), std::abs(right), std::abs(value)}) < 0x1p53;
    result.elements.push_back(stored(value, dtype));
    result.error.push_back(fits ? 0 : std::numeric_limits<double>::infinity());
  });
  return result;
}

inline Reference mapped(const Reference &x, const std::function<double(double)> &op) {
  Reference result{x.shape, {}, {}};
  for (const double element : x.elements)
    result.elements.push_back(op(element));
  return result;
}

/// The elements that each result is folded from, in order, with the shape that is left.
inline std::vector<std::vector<double>> folded(const Reference &x, const std::vector<int> &axes, bool keepdims,
                                               Shape &shape) {
  std::uint32_t bits = 0;
  for (int axis : axes)
    bits |= 1u << axis;
  shape = {};
  std::size_t results = 1;
  for (std::size_t axis = 0; axis < x.shape.size(); ++axis) {
    if (!(bits >> axis & 1)) {
      shape.push_back(x.shape[axis]);
      results *= static_cast<std::size_t>(x.shape[axis]);
    } else if (keepdims) {
      shape.push_back(1);
    }
  }
  std::vector<std::vector<double>> lists(results);
  std::size_t next = 0;
  each_position(x.shape, [&](const Shape &at) {
    std::size_t result = 0;
    for (std::size_t axis = 0; axis < x.shape.size(); ++axis)
      if (!(bits >> axis & 1))
        result = result * static_cast<std::size_t>(x.shape[axis]) + static_cast<std::size_t>(at[axis]);
    lists[result].push_back(x.elements[next++]);
  });
  return lists;
}

inline Reference reduced(ops::Reduction reduction, const Reference &x, const std::vector<int> &axes, bool keepdims,
                         Dtype dtype) {
  Reference result;
  for (const std::vector<double> &list : folded(x, axes, keepdims, result.shape)) {
    long double sum = 0, magnitude = 0;
    double largest = -std::numeric_limits<double>::infinity();
    std::size_t smallest = 0;
    bool any = false, nan = false;
    for (std::size_t i = 0; i < list.size(); ++i) {
      sum += list[i];
      magnitude += std::abs(list[i]);
      any |= list[i] != 0;
      if (!nan && (std::isnan(list[i]) || list[i] < list[smallest]))
        smallest = i;
      nan |= std::isnan(list[i]);
      largest = nan ? std::numeric_limits<double>::quiet_NaN() : std::max(largest, list[i]);
    }
    const bool mean = reduction == ops::Reduction::mean;
    const auto count = static_cast<long double>(list.size());
    const long double total = mean ? sum / count : sum, size = mean ? magnitude / count : magnitude;
    switch (reduction) {
    case ops::Reduction::sum:
    case ops::Reduction::mean:
      result.elements.push_back(static_cast<double>(total));
      result.error.push_back(static_cast<double>(size * (count + 2) * epsilon(dtype)));
      break;
    case ops::Reduction::max:
      result.elements.push_back(largest);
      break;
    case ops::Reduction::argmin:
      result.elements.push_back(static_cast<double>(smallest));
      break;
    default:
      result.elements.push_back(any);
    }
  }
  return result;
}

inline void expect_equal(const Array &array, const Reference &expected, const char *what) {
  ASSERT_EQ(array.shape(), expected.shape) << what;
  const Reference actual = read(array);
  ASSERT_EQ(actual.elements.size(), expected.elements.size()) << what;
  for (std::size_t i = 0; i < actual.elements.size(); ++i) {
    const double is = actual.elements[i], is_to_be = expected.elements[i];
    const double error = (expected.error.empty() ? 0 : expected.error[i]) + least(array.dtype());
    if (is == is_to_be || (std::isnan(is) && std::isnan(is_to_be)) || std::abs(is - is_to_be) <= error)
      continue;
    if (!std::isfinite(error)) // infinities of both signs, or sums beyond the dtype
      continue;
    FAIL() << what << " as " << name_of(array.dtype()) << ": element " << i << " is " << is << " instead of "
           << is_to_be;
  }
}

} // namespace weft::array::test
