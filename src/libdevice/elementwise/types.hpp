// The element types that op functions compute with, and the concepts that tell them apart.
#pragma once

#include "libdevice/math/common.hpp"

#include <concepts>
#include <limits>
#include <type_traits>

namespace weft::device {

using half = _Float16;

template <class T> struct Complex {
  using real_type = T;
  T re, im;
  WEFT_BY_ADDRESS(Complex)
};
using c64 = Complex<float>;
using c128 = Complex<double>;

template <class T>
concept Boolean = std::same_as<T, bool>;
template <class T>
concept Integer = std::integral<T> && !Boolean<T>;
template <class T>
concept Signed = Integer<T> && std::signed_integral<T>;
template <class T>
concept Unsigned = Integer<T> && std::unsigned_integral<T>;
template <class T>
concept Float = std::same_as<T, half> || std::same_as<T, float> || std::same_as<T, double>;
template <class T>
concept WideFloat = std::same_as<T, float> || std::same_as<T, double>;
template <class T>
concept Real = Boolean<T> || Integer<T> || Float<T>;
template <class T>
concept RealNumber = Integer<T> || Float<T>;

template <class T> inline constexpr T infinity = T(__builtin_inff());
template <class T> inline constexpr T not_a_number = T(__builtin_nanf(""));

/// Integers wrap on overflow; unsigned long holds every operand without signed overflow.
template <Integer T> constexpr unsigned long bits_of(T x) {
  return static_cast<unsigned long>(x);
}

/// The unsigned integer with a float's bits.
template <Float T>
using BitsOf =
    std::conditional_t<sizeof(T) == 2, unsigned short, std::conditional_t<sizeof(T) == 4, unsigned, unsigned long>>;

} // namespace weft::device
