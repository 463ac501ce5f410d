// Sine, cosine and tangent of huge angles, reduced with as many bits of 2/pi as the largest double needs (Payne and
// Hanek 1983).
#pragma once

#include "libdevice/math/trig.hpp"

namespace weft::math {

/// 2/pi, 32 bits per word, after two words of zeros; the binary point follows them.
inline constexpr unsigned two_over_pi[] = {
    0x00000000, 0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041,
    0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e,
    0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b,
    0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
    0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab,
};

/// A product of 32-bit words, low word first, modulo 2^192.
struct Fixed {
  unsigned long word[6] = {};
};

/// mantissa (53 bits) times the 192 bits of 2/pi from `position` of the table on.
inline Fixed window_product(unsigned long mantissa, int position) {
  const int first = position >> 5, shift = position & 31;
  const unsigned long low = mantissa & 0xffffffff, high = mantissa >> 32;
  Fixed window, result;
  for (int i = 0; i < 6; ++i) {
    const unsigned long pair = (static_cast<unsigned long>(two_over_pi[first + i]) << 32) | two_over_pi[first + i + 1];
    window.word[5 - i] = (pair << shift) >> 32;
  }
  unsigned long carry = 0;
  for (int i = 0; i < 6; ++i) {
    const unsigned long by_low = window.word[i] * low, by_high = i == 0 ? 0 : window.word[i - 1] * high;
    const unsigned long sum = (by_low & 0xffffffff) + (by_high & 0xffffffff) + carry;
    result.word[i] = sum & 0xffffffff;
    carry = (sum >> 32) + (by_low >> 32) + (by_high >> 32);
  }
  return result;
}

/// A fixed-point number of quarter turns, two bits before the point, as quadrant and angle.
inline Reduced<double> from_turns(const Fixed &turns) {
  const unsigned long top = turns.word[5];
  const auto fraction = [&](int i) { return static_cast<unsigned>((turns.word[i] << 2) | (turns.word[i - 1] >> 30)); };
  const double first = static_cast<int>(fraction(5)) * 0x1p-32, second = fraction(4) * 0x1p-64;
  const double third = fraction(3) * 0x1p-96, fourth = fraction(2) * 0x1p-128;
  const Two<double> leading = two_sum(first, second);
  const Two<double> turn = fast_two_sum(leading.hi, leading.lo + (third + fourth));
  const Two<double> half_pi{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
  return {static_cast<long>((top >> 30) + ((top >> 29) & 1)), turn * half_pi};
}

/// Bits that stand for multiples of four quarter turns are left out on the left; 192 bits keep the rest exact enough.
inline Reduced<double> reduce_large(double x) {
  constexpr int zero_bits = 64, bits_before_point = 2;
  const unsigned long pattern = static_cast<unsigned long>(bits(x));
  const int exponent = static_cast<int>((pattern >> 52) & 0x7ff) - 1075;
  const int position = exponent - bits_before_point + zero_bits;
  const Fixed turns = window_product((pattern & 0xfffffffffffff) | 0x10000000000000, position < 0 ? 0 : position);
  const Reduced<double> reduced = from_turns(turns);
  const bool negative = is_negative(x);
  const double lost = x - x; // NaN of infinities and NaN
  return {negative ? -reduced.quadrant : reduced.quadrant,
          {(negative ? -reduced.r.hi : reduced.r.hi) + lost, negative ? -reduced.r.lo : reduced.r.lo}};
}

inline double far_sin(double x) {
  return turned(reduce_large(x)).sin;
}
inline double far_cos(double x) {
  return turned(reduce_large(x)).cos;
}
inline double far_tan(double x) {
  return tan_of(reduce_large(x));
}
inline float far_sin(float x) {
  return static_cast<float>(far_sin(static_cast<double>(x)));
}
inline float far_cos(float x) {
  return static_cast<float>(far_cos(static_cast<double>(x)));
}
inline float far_tan(float x) {
  return static_cast<float>(far_tan(static_cast<double>(x)));
}

} // namespace weft::math
