// Conversion between the dtypes of arrays, and whether a device has them.
#pragma once

#include <complex>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <sycl/sycl.hpp>

namespace dpctl::tensor::type_utils {

template <typename T, typename = void> struct is_complex : std::false_type {};
template <typename T>
struct is_complex<T, std::enable_if_t<std::is_same_v<std::remove_cv_t<T>, std::complex<float>> ||
                                      std::is_same_v<std::remove_cv_t<T>, std::complex<double>>>> : std::true_type {};
template <typename T> inline constexpr bool is_complex_v = is_complex<T>::value;

/// As NumPy casts: to bool by comparison with zero, from complex by the real part.
template <typename dstTy, typename srcTy> dstTy convert_impl(const srcTy &v) {
  if constexpr (std::is_same_v<dstTy, srcTy>) {
    return v;
  } else if constexpr (std::is_same_v<dstTy, bool> && is_complex_v<srcTy>) {
    return v.real() != 0 || v.imag() != 0;
  } else if constexpr (std::is_same_v<dstTy, bool>) {
    return v != srcTy(0);
  } else if constexpr (is_complex_v<srcTy> && is_complex_v<dstTy>) {
    using part = typename dstTy::value_type;
    return dstTy(static_cast<part>(v.real()), static_cast<part>(v.imag()));
  } else if constexpr (is_complex_v<srcTy>) {
    return convert_impl<dstTy>(v.real());
  } else if constexpr (is_complex_v<dstTy>) {
    return dstTy(convert_impl<typename dstTy::value_type>(v));
  } else {
    return static_cast<dstTy>(v);
  }
}

/// Throws std::runtime_error if the device lacks the type's precision.
template <typename T> void validate_type_for_device(const sycl::device &d) {
  const auto refuse = [&](const char *type) {
    throw std::runtime_error("Device " + d.get_info<sycl::info::device::name>() + " does not support type '" + type +
                             "'");
  };
  if constexpr (std::is_same_v<T, double> || std::is_same_v<T, std::complex<double>>) {
    if (!d.has(sycl::aspect::fp64))
      refuse("double");
  } else if constexpr (std::is_same_v<T, sycl::half>) {
    if (!d.has(sycl::aspect::fp16))
      refuse("half");
  }
}

template <typename T> void validate_type_for_device(const sycl::queue &q) {
  validate_type_for_device<T>(q.get_device());
}

} // namespace dpctl::tensor::type_utils
