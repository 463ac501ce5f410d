// What id and range share: up to three sizes with elementwise operators (SYCL 2020, 4.9.1, tables of operators).
#pragma once

#include <cstddef>
#include <type_traits>

#include <sycl/detail/config.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// Operators combine two coordinates of the same kind, or one and a size; they are friends, found by argument only.
template <class Derived, int Dimensions> class coordinates {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "SYCL has one, two or three dimensions");

public:
  static constexpr int dimensions = Dimensions;

  constexpr coordinates() noexcept = default;
  template <int D = Dimensions, class = std::enable_if_t<D == 1>>
  constexpr coordinates(std::size_t d0) noexcept : values_{d0} {}
  template <int D = Dimensions, class = std::enable_if_t<D == 2>>
  constexpr coordinates(std::size_t d0, std::size_t d1) noexcept : values_{d0, d1} {}
  template <int D = Dimensions, class = std::enable_if_t<D == 3>>
  constexpr coordinates(std::size_t d0, std::size_t d1, std::size_t d2) noexcept : values_{d0, d1, d2} {}

  constexpr std::size_t get(int d) const noexcept { return values_[d]; }
  constexpr std::size_t &operator[](int d) noexcept { return values_[d]; }
  constexpr std::size_t operator[](int d) const noexcept { return values_[d]; }

  friend constexpr bool operator==(const Derived &a, const Derived &b) noexcept {
    WEFT_UNROLL
    for (int d = 0; d < Dimensions; ++d)
      if (a[d] != b[d])
        return false;
    return true;
  }
  friend constexpr bool operator!=(const Derived &a, const Derived &b) noexcept { return !(a == b); }
  /// A number is equal to coordinates that are all equal to it, as in SYCL 1.2.1.
  template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
  friend constexpr bool operator==(const Derived &a, T b) noexcept {
    WEFT_UNROLL
    for (int d = 0; d < Dimensions; ++d)
      if (a[d] != static_cast<std::size_t>(b))
        return false;
    return true;
  }
  template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
  friend constexpr bool operator==(T a, const Derived &b) noexcept {
    return b == a;
  }
  template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
  friend constexpr bool operator!=(const Derived &a, T b) noexcept {
    return !(a == b);
  }
  template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
  friend constexpr bool operator!=(T a, const Derived &b) noexcept {
    return !(b == a);
  }

// The size operand is a template, so that an id<1>, which converts to a size, never makes a call ambiguous.
#define WEFT_COORDINATES_OPERATOR(op)                                                                                  \
  friend constexpr Derived operator op(const Derived &a, const Derived &b) noexcept {                                  \
    Derived r = a;                                                                                                     \
    WEFT_UNROLL                                                                                                        \
    for (int d = 0; d < Dimensions; ++d)                                                                               \
      r[d] = a[d] op b[d];                                                                                             \
    return r;                                                                                                          \
  }                                                                                                                    \
  template <class T, class = std::enable_if_t<std::is_integral_v<T>>>                                                  \
  friend constexpr Derived operator op(const Derived &a, T b) noexcept {                                               \
    Derived r = a;                                                                                                     \
    WEFT_UNROLL                                                                                                        \
    for (int d = 0; d < Dimensions; ++d)                                                                               \
      r[d] = a[d] op static_cast<std::size_t>(b);                                                                      \
    return r;                                                                                                          \
  }                                                                                                                    \
  template <class T, class = std::enable_if_t<std::is_integral_v<T>>>                                                  \
  friend constexpr Derived operator op(T a, const Derived &b) noexcept {                                               \
    Derived r = b;                                                                                                     \
    WEFT_UNROLL                                                                                                        \
    for (int d = 0; d < Dimensions; ++d)                                                                               \
      r[d] = static_cast<std::size_t>(a) op b[d];                                                                      \
    return r;                                                                                                          \
  }
  WEFT_COORDINATES_OPERATOR(+)
  WEFT_COORDINATES_OPERATOR(-)
  WEFT_COORDINATES_OPERATOR(*)
  WEFT_COORDINATES_OPERATOR(/)
  WEFT_COORDINATES_OPERATOR(%)
  WEFT_COORDINATES_OPERATOR(<<)
  WEFT_COORDINATES_OPERATOR(>>)
  WEFT_COORDINATES_OPERATOR(&)
  WEFT_COORDINATES_OPERATOR(|)
  WEFT_COORDINATES_OPERATOR(^)
  WEFT_COORDINATES_OPERATOR(&&)
  WEFT_COORDINATES_OPERATOR(||)
  WEFT_COORDINATES_OPERATOR(<)
  WEFT_COORDINATES_OPERATOR(>)
  WEFT_COORDINATES_OPERATOR(<=)
  WEFT_COORDINATES_OPERATOR(>=)
#undef WEFT_COORDINATES_OPERATOR

// Beside a float, a one-dimensional coordinate is its index.
#define WEFT_COORDINATES_FLOAT(op)                                                                                     \
  template <class T, int D = Dimensions, class = std::enable_if_t<std::is_floating_point_v<T> && D == 1>>              \
  friend constexpr auto operator op(const Derived &a, T b) noexcept {                                                  \
    return a[0] op b;                                                                                                  \
  }                                                                                                                    \
  template <class T, int D = Dimensions, class = std::enable_if_t<std::is_floating_point_v<T> && D == 1>>              \
  friend constexpr auto operator op(T a, const Derived &b) noexcept {                                                  \
    return a op b[0];                                                                                                  \
  }
  WEFT_COORDINATES_FLOAT(+)
  WEFT_COORDINATES_FLOAT(-)
  WEFT_COORDINATES_FLOAT(*)
  WEFT_COORDINATES_FLOAT(/)
  WEFT_COORDINATES_FLOAT(<)
  WEFT_COORDINATES_FLOAT(>)
  WEFT_COORDINATES_FLOAT(<=)
  WEFT_COORDINATES_FLOAT(>=)
#undef WEFT_COORDINATES_FLOAT

#define WEFT_COORDINATES_ASSIGN(op)                                                                                    \
  friend constexpr Derived &operator op(Derived &a, const Derived &b) noexcept {                                       \
    WEFT_UNROLL                                                                                                        \
    for (int d = 0; d < Dimensions; ++d)                                                                               \
      a[d] op b[d];                                                                                                    \
    return a;                                                                                                          \
  }                                                                                                                    \
  friend constexpr Derived &operator op(Derived &a, const std::size_t &b) noexcept {                                   \
    WEFT_UNROLL                                                                                                        \
    for (int d = 0; d < Dimensions; ++d)                                                                               \
      a[d] op b;                                                                                                       \
    return a;                                                                                                          \
  }
  WEFT_COORDINATES_ASSIGN(+=)
  WEFT_COORDINATES_ASSIGN(-=)
  WEFT_COORDINATES_ASSIGN(*=)
  WEFT_COORDINATES_ASSIGN(/=)
  WEFT_COORDINATES_ASSIGN(%=)
  WEFT_COORDINATES_ASSIGN(<<=)
  WEFT_COORDINATES_ASSIGN(>>=)
  WEFT_COORDINATES_ASSIGN(&=)
  WEFT_COORDINATES_ASSIGN(|=)
  WEFT_COORDINATES_ASSIGN(^=)
#undef WEFT_COORDINATES_ASSIGN

  friend constexpr Derived operator+(const Derived &a) noexcept { return a; }
  friend constexpr Derived operator-(const Derived &a) noexcept {
    Derived r = a;
    WEFT_UNROLL
    for (int d = 0; d < Dimensions; ++d)
      r[d] = -a[d];
    return r;
  }
  friend constexpr Derived &operator++(Derived &a) noexcept { return a += std::size_t(1); }
  friend constexpr Derived &operator--(Derived &a) noexcept { return a -= std::size_t(1); }
  friend constexpr Derived operator++(Derived &a, int) noexcept {
    Derived old = a;
    ++a;
    return old;
  }
  friend constexpr Derived operator--(Derived &a, int) noexcept {
    Derived old = a;
    --a;
    return old;
  }

protected:
  std::size_t values_[Dimensions] = {};
};

/// A one-dimensional point is its index; SYCL 2020 deprecates that for id but programs use it everywhere.
template <class Derived, int Dimensions> class index_conversion {};

template <class Derived> class index_conversion<Derived, 1> {
public:
  constexpr operator std::size_t() const noexcept { return static_cast<const Derived &>(*this)[0]; }
};

/// Position of `point` in an array of that extent, the last dimension varying fastest (SYCL 2020, 3.11.1).
template <int Dimensions, class Point, class Extent>
constexpr std::size_t linearize(const Point &point, const Extent &extent) noexcept {
  std::size_t linear = point[0];
  WEFT_UNROLL
  for (int d = 1; d < Dimensions; ++d)
    linear = linear * extent[d] + point[d];
  return linear;
}

/// The point at a position.
template <class Point, class Extent> constexpr Point delinearize(std::size_t linear, const Extent &extent) noexcept {
  Point point;
  WEFT_UNROLL
  for (int d = Point::dimensions - 1; d > 0; --d) {
    point[d] = linear % extent[d];
    linear /= extent[d];
  }
  point[0] = linear;
  return point;
}

} // namespace detail
} // namespace _V1
} // namespace sycl
