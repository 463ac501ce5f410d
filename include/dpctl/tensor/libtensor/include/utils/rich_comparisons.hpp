// The order that sorts of arrays have: what is not a number comes last, of complex numbers in four classes.
#pragma once

#include <cmath>
#include <complex>
#include <functional>
#include <type_traits>

#include <sycl/sycl.hpp>

namespace dpctl::tensor::rich_comparisons {

namespace detail {

template <typename fpT> struct ExtendedRealFPLess {
  bool operator()(const fpT v1, const fpT v2) const { return !std::isnan(v1) && (std::isnan(v2) || v1 < v2); }
};

template <typename fpT> struct ExtendedRealFPGreater {
  bool operator()(const fpT v1, const fpT v2) const { return !std::isnan(v2) && (std::isnan(v1) || v2 < v1); }
};

/// (R, R), (R, nan), (nan, R), (nan, nan), each ordered by the parts that are numbers.
template <typename cT> struct ExtendedComplexFPLess {
  bool operator()(const cT &v1, const cT &v2) const {
    const int class1 = class_of(v1);
    const int class2 = class_of(v2);
    if (class1 != class2)
      return class1 < class2;
    if (class1 == 0 && v1.real() == v2.real())
      return v1.imag() < v2.imag();
    if (class1 == 0 || class1 == 1)
      return v1.real() < v2.real();
    return class1 == 2 && v1.imag() < v2.imag();
  }

private:
  static int class_of(const cT &v) { return 2 * int(std::isnan(v.real())) + int(std::isnan(v.imag())); }
};

template <typename cT> struct ExtendedComplexFPGreater {
  bool operator()(const cT &v1, const cT &v2) const { return ExtendedComplexFPLess<cT>{}(v2, v1); }
};

template <typename T>
inline constexpr bool is_fp_v = std::is_same_v<T, sycl::half> || std::is_same_v<T, float> || std::is_same_v<T, double>;

} // namespace detail

template <typename argTy> struct AscendingSorter {
  using type = std::conditional_t<detail::is_fp_v<argTy>, detail::ExtendedRealFPLess<argTy>, std::less<argTy>>;
};
template <typename T> struct AscendingSorter<std::complex<T>> {
  using type = detail::ExtendedComplexFPLess<std::complex<T>>;
};

template <typename argTy> struct DescendingSorter {
  using type = std::conditional_t<detail::is_fp_v<argTy>, detail::ExtendedRealFPGreater<argTy>, std::greater<argTy>>;
};
template <typename T> struct DescendingSorter<std::complex<T>> {
  using type = detail::ExtendedComplexFPGreater<std::complex<T>>;
};

} // namespace dpctl::tensor::rich_comparisons
