// class dim3: three sizes, of which x is the fastest (SYCLcompat).
#pragma once

#include <cstddef>
#include <stdexcept>

#include <sycl/nd_range.hpp>

namespace syclcompat {

class dim3 {
public:
  unsigned x = 1, y = 1, z = 1;

  constexpr dim3() = default;
  constexpr dim3(unsigned x, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  constexpr dim3(const sycl::range<3> &r) : dim3(size(r, 2), size(r, 1), size(r, 0)) {}
  constexpr dim3(const sycl::range<2> &r) : dim3(size(r, 1), size(r, 0)) {}
  constexpr dim3(const sycl::range<1> &r) : dim3(size(r, 0)) {}

  constexpr std::size_t size() const { return std::size_t(x) * y * z; }

  operator sycl::range<3>() const { return {z, y, x}; }
  operator sycl::range<2>() const {
    if (z != 1)
      throw std::invalid_argument("dim3: of three dimensions, and converted to a range of two");
    return {y, x};
  }
  operator sycl::range<1>() const {
    if (z != 1 || y != 1)
      throw std::invalid_argument("dim3: of several dimensions, and converted to a range of one");
    return {x};
  }

  friend constexpr dim3 operator*(const dim3 &a, const dim3 &b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
  friend constexpr dim3 operator+(const dim3 &a, const dim3 &b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend constexpr dim3 operator-(const dim3 &a, const dim3 &b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend constexpr bool operator==(const dim3 &a, const dim3 &b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
  friend constexpr bool operator!=(const dim3 &a, const dim3 &b) { return !(a == b); }

private:
  template <int D> static constexpr unsigned size(const sycl::range<D> &r, int d) {
    return static_cast<unsigned>(r[d]);
  }
};

} // namespace syclcompat
