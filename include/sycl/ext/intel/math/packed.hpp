// Functions of two or four whole numbers that are packed in one word (sycl::ext::intel::math), by their CUDA names: s
// is for signed, u for unsigned ones, ss and us for those that stop at their type's ends.
#pragma once

#include <limits>
#include <type_traits>

#include <sycl/builtins.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::intel::math {

namespace detail {

template <class Part> constexpr int parts = 4 / sizeof(Part);

template <class Part> constexpr Part part(unsigned word, int i) {
  return static_cast<Part>(word >> (8 * sizeof(Part) * static_cast<unsigned>(i)));
}

/// f of each part of the words, cut to the part's size.
template <class Part, class F, class... Words> unsigned by_parts(const F &f, Words... words) {
  unsigned result = 0;
  for (int i = 0; i < parts<Part>; ++i)
    result |= static_cast<unsigned>(static_cast<std::make_unsigned_t<Part>>(f(part<Part>(words, i)...)))
              << (8 * sizeof(Part) * static_cast<unsigned>(i));
  return result;
}

template <class Part> constexpr int saturated(int x) {
  constexpr int low = std::numeric_limits<Part>::min(), high = std::numeric_limits<Part>::max();
  return x < low ? low : x > high ? high : x;
}

template <class Number> constexpr Number larger(Number a, Number b) {
  return a < b ? b : a;
}
template <class Number> constexpr Number smaller(Number a, Number b) {
  return b < a ? b : a;
}
template <class Number> constexpr Number wrapped_sum(Number a, Number b) {
  return static_cast<Number>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
}

template <class Part> unsigned sum_of_differences(unsigned x, unsigned y) {
  int sum = 0;
  for (int i = 0; i < parts<Part>; ++i) {
    const int difference = part<Part>(x, i) - part<Part>(y, i);
    sum += difference < 0 ? -difference : difference;
  }
  return static_cast<unsigned>(sum);
}

} // namespace detail

// Programs may name the type of the words.
#define WEFT_OF_ONE(name, Part, expression)                                                                            \
  template <class T = unsigned> unsigned name(T x) {                                                                   \
    using Number = Part;                                                                                               \
    return detail::by_parts<Part>([](Number a) { return expression; }, static_cast<unsigned>(x));                      \
  }
#define WEFT_OF_TWO(name, Part, expression)                                                                            \
  template <class T = unsigned> unsigned name(T x, T y) {                                                              \
    using Number = Part;                                                                                               \
    return detail::by_parts<Part>([](Number a, Number b) { return expression; }, static_cast<unsigned>(x),             \
                                  static_cast<unsigned>(y));                                                           \
  }
#define WEFT_OF_ONE_SIGNED(name, expression)                                                                           \
  WEFT_OF_ONE(name##2, short, expression)                                                                              \
  WEFT_OF_ONE(name##4, signed char, expression)
#define WEFT_OF_TWO_SIGNED(name, expression)                                                                           \
  WEFT_OF_TWO(name##2, short, expression)                                                                              \
  WEFT_OF_TWO(name##4, signed char, expression)
#define WEFT_OF_TWO_UNSIGNED(name, expression)                                                                         \
  WEFT_OF_TWO(name##2, unsigned short, expression)                                                                     \
  WEFT_OF_TWO(name##4, unsigned char, expression)
#define WEFT_COMPARED(name, signs, op)                                                                                 \
  signs(vcmp##name, a op b ? -1 : 0) /* all bits */                                                                    \
      signs(vset##name, a op b ? 1 : 0)
WEFT_OF_ONE_SIGNED(vabs, a < 0 ? -a : a)
WEFT_OF_ONE_SIGNED(vneg, -a)
WEFT_OF_ONE_SIGNED(vabsss, detail::saturated<Number>(a < 0 ? -a : a))
WEFT_OF_ONE_SIGNED(vnegss, detail::saturated<Number>(-a))
WEFT_OF_TWO_UNSIGNED(vadd, a + b)
WEFT_OF_TWO_UNSIGNED(vsub, a - b)
WEFT_OF_TWO_SIGNED(vaddss, detail::saturated<Number>(a + b))
WEFT_OF_TWO_UNSIGNED(vaddus, detail::saturated<Number>(a + b))
WEFT_OF_TWO_SIGNED(vsubss, detail::saturated<Number>(a - b))
WEFT_OF_TWO_UNSIGNED(vsubus, detail::saturated<Number>(a - b))
WEFT_OF_TWO_SIGNED(vabsdiffs, a < b ? b - a : a - b)
WEFT_OF_TWO_UNSIGNED(vabsdiffu, a < b ? b - a : a - b)
// Means: h rounds down, the others to the nearest and away from 0.
WEFT_OF_TWO_UNSIGNED(vhaddu, (a + b) >> 1)
WEFT_OF_TWO_SIGNED(vavgs, (a + b + (a + b >= 0)) >> 1)
WEFT_OF_TWO_UNSIGNED(vavgu, (a + b + 1) >> 1)
WEFT_OF_TWO_SIGNED(vmaxs, a < b ? b : a)
WEFT_OF_TWO_UNSIGNED(vmaxu, a < b ? b : a)
WEFT_OF_TWO_SIGNED(vmins, b < a ? b : a)
WEFT_OF_TWO_UNSIGNED(vminu, b < a ? b : a)
WEFT_COMPARED(eq, WEFT_OF_TWO_UNSIGNED, ==)
WEFT_COMPARED(ne, WEFT_OF_TWO_UNSIGNED, !=)
WEFT_COMPARED(ges, WEFT_OF_TWO_SIGNED, >=)
WEFT_COMPARED(geu, WEFT_OF_TWO_UNSIGNED, >=)
WEFT_COMPARED(gts, WEFT_OF_TWO_SIGNED, >)
WEFT_COMPARED(gtu, WEFT_OF_TWO_UNSIGNED, >)
WEFT_COMPARED(les, WEFT_OF_TWO_SIGNED, <=)
WEFT_COMPARED(leu, WEFT_OF_TWO_UNSIGNED, <=)
WEFT_COMPARED(lts, WEFT_OF_TWO_SIGNED, <)
WEFT_COMPARED(ltu, WEFT_OF_TWO_UNSIGNED, <)
#undef WEFT_COMPARED
#undef WEFT_OF_TWO_UNSIGNED
#undef WEFT_OF_TWO_SIGNED
#undef WEFT_OF_ONE_SIGNED
#undef WEFT_OF_TWO
#undef WEFT_OF_ONE

#define WEFT_DIFFERENCES(name, Part)                                                                                   \
  template <class T = unsigned> unsigned name(T x, T y) {                                                              \
    return detail::sum_of_differences<Part>(static_cast<unsigned>(x), static_cast<unsigned>(y));                       \
  }
WEFT_DIFFERENCES(vsads2, short)
WEFT_DIFFERENCES(vsads4, signed char)
WEFT_DIFFERENCES(vsadu2, unsigned short)
WEFT_DIFFERENCES(vsadu4, unsigned char)
#undef WEFT_DIFFERENCES

// The larger or smaller of x + y and z, or of two or three numbers; those that end in relu are 0 at least. Of whole
// words (32) and of their halves (16x2).
#define WEFT_OF_THREE(name, Word, Part, lowest, expression)                                                            \
  template <class T = Word> Word name(T x, T y, T z) {                                                                 \
    using Number = Part;                                                                                               \
    return static_cast<Word>(detail::by_parts<Part>(                                                                   \
        [](Number a, Number b, Number c) { return detail::larger<Number>(lowest, expression); },                       \
        static_cast<unsigned>(x), static_cast<unsigned>(y), static_cast<unsigned>(z)));                                \
  }
#define WEFT_EXTREMES(suffix, Word, Part, low)                                                                         \
  WEFT_OF_THREE(viaddmax_##suffix, Word, Part, low, detail::larger<Number>(detail::wrapped_sum(a, b), c))              \
  WEFT_OF_THREE(viaddmin_##suffix, Word, Part, low, detail::smaller<Number>(detail::wrapped_sum(a, b), c))             \
  WEFT_OF_THREE(vimax3_##suffix, Word, Part, low, detail::larger<Number>(detail::larger<Number>(a, b), c))             \
  WEFT_OF_THREE(vimin3_##suffix, Word, Part, low, detail::smaller<Number>(detail::smaller<Number>(a, b), c))
WEFT_EXTREMES(s32, int, int, std::numeric_limits<int>::min())
WEFT_EXTREMES(s32_relu, int, int, 0)
WEFT_EXTREMES(u32, unsigned, unsigned, 0)
WEFT_EXTREMES(s16x2, unsigned, short, std::numeric_limits<short>::min())
WEFT_EXTREMES(s16x2_relu, unsigned, short, 0)
WEFT_EXTREMES(u16x2, unsigned, unsigned short, 0)
#undef WEFT_EXTREMES
#undef WEFT_OF_THREE
template <class T = int> int vimax_s32_relu(T x, T y) {
  return vimax3_s32<int>(x, y, 0);
}
template <class T = int> int vimin_s32_relu(T x, T y) {
  return sycl::max(sycl::min(static_cast<int>(x), static_cast<int>(y)), 0);
}
template <class T = unsigned> unsigned vimax_s16x2_relu(T x, T y) {
  return vmaxs2<unsigned>(vmaxs2<unsigned>(x, y), 0);
}
template <class T = unsigned> unsigned vimin_s16x2_relu(T x, T y) {
  return vmaxs2<unsigned>(vmins2<unsigned>(x, y), 0);
}

} // namespace ext::intel::math
} // namespace _V1
} // namespace sycl
