// bfloat16, the upper half of a float: a way to store numbers. What is computed is computed in float and rounded once.
#pragma once

namespace weft::brain {

struct bfloat16 {
  unsigned short bits;
};

constexpr float widened(bfloat16 x) {
  return __builtin_bit_cast(float, static_cast<unsigned>(x.bits) << 16);
}

/// To the nearest, to even at a tie; NaN stays one.
constexpr bfloat16 narrowed(float x) {
  const unsigned bits = __builtin_bit_cast(unsigned, x);
  const bool is_nan = (bits & 0x7fffffff) > 0x7f800000;
  const unsigned up = is_nan ? bits | 0x400000 : bits + 0x7fff + (bits >> 16 & 1);
  return {static_cast<unsigned short>(up >> 16)};
}
constexpr bool narrowed(bool x) {
  return x;
}

/// The one function whose result depends on how far apart the numbers of a format are.
constexpr bfloat16 nextafter(bfloat16 from, bfloat16 to) {
  const float start = widened(from), end = widened(to);
  if (start != start || end != end)
    return narrowed(start + end);
  if (start == end)
    return to;
  if (start == 0)
    return {static_cast<unsigned short>((to.bits & 0x8000) | 1)};
  const bool grows = (start < end) == (start > 0);
  return {static_cast<unsigned short>(grows ? from.bits + 1 : from.bits - 1)};
}

/// `own`, where it takes bfloat16, or what `in_float` gives.
template <class Own, class InFloat, class... T> constexpr auto apply(Own own, InFloat in_float, T... x) {
  if constexpr (requires { own(x...); })
    return own(x...);
  else
    return narrowed(in_float(widened(x)...));
}

} // namespace weft::brain
