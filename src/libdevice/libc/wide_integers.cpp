// Conversions between floating point and integers of 128 bits, by the names that compilers call them by. What does not
// fit gives any number.

namespace {

using Wide = unsigned __int128;
using Half = unsigned long; // of its bits
constexpr int half_bits = 64;

/// 2 to the power of `exponent`.
template <class T> constexpr T power_of_two(int exponent) {
  T power = 1;
  for (; exponent > 0; --exponent)
    power *= 2;
  for (; exponent < 0; ++exponent)
    power /= 2;
  return power;
}

/// Of x >= 0. Nothing is rounded: either part has no more digits than x.
template <class T> Wide to_integer(T x) {
  constexpr T beyond = power_of_two<T>(half_bits);
  if (x < beyond)
    return static_cast<Half>(x);
  const auto high = static_cast<Half>(x * power_of_two<T>(-half_bits));
  return static_cast<Wide>(high) << half_bits | static_cast<Half>(x - static_cast<T>(high) * beyond);
}

/// Rounded once, by the conversion of the leading half, whose last bit says whether any follow it.
template <class T> T to_floating(Wide x) {
  if (x >> half_bits == 0)
    return static_cast<T>(static_cast<Half>(x));
  const int zeros = __builtin_clzl(static_cast<Half>(x >> half_bits));
  const Wide leading = x << zeros;
  const Half high = static_cast<Half>(leading >> half_bits) | Half(static_cast<Half>(leading) != 0);
  return static_cast<T>(high) * static_cast<T>(power_of_two<T>(half_bits) / static_cast<T>(Half(1) << zeros));
}

template <class T> __int128 to_signed(T x) {
  return static_cast<__int128>(x < 0 ? -to_integer(-x) : to_integer(x));
}

template <class T> T from_signed(__int128 x) {
  const Wide bits = static_cast<Wide>(x);
  return x < 0 ? -to_floating<T>(-bits) : to_floating<T>(bits);
}

} // namespace

extern "C" {
__int128 __fixsfti(float x) {
  return to_signed(x);
}
__int128 __fixdfti(double x) {
  return to_signed(x);
}
Wide __fixunssfti(float x) {
  return to_integer(x);
}
Wide __fixunsdfti(double x) {
  return to_integer(x);
}
float __floattisf(__int128 x) {
  return from_signed<float>(x);
}
double __floattidf(__int128 x) {
  return from_signed<double>(x);
}
float __floatuntisf(Wide x) {
  return to_floating<float>(x);
}
double __floatuntidf(Wide x) {
  return to_floating<double>(x);
}
}
