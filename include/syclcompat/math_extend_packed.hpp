// Operations on the two or four numbers packed in a word, each with its sign in one more bit, with saturation or added
// up (SYCLcompat).
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

namespace syclcompat {

namespace detail {

/// A part of a word of `Word`'s signedness.
template <int Parts, class Word>
using packed_part =
    std::conditional_t<Parts == 2, std::conditional_t<std::is_signed_v<Word>, std::int16_t, std::uint16_t>,
                       std::conditional_t<std::is_signed_v<Word>, std::int8_t, std::uint8_t>>;

template <int Parts, class Word> constexpr std::int32_t part_of(Word word, int i) {
  static_assert(std::is_integral_v<Word> && sizeof(Word) == 4, "numbers are packed in words of 32 bits");
  return static_cast<packed_part<Parts, Word>>(static_cast<std::uint32_t>(word) >> (32 / Parts * i));
}

template <class RetT, int Parts, bool Saturates, class AT, class BT, class Operation>
constexpr RetT extend_packed(AT a, BT b, Operation operation) {
  using part = packed_part<Parts, RetT>;
  std::uint32_t word = 0;
  for (int i = 0; i < Parts; ++i) {
    std::int32_t value = operation(part_of<Parts>(a, i), part_of<Parts>(b, i));
    if constexpr (Saturates) {
      constexpr std::int32_t least = std::numeric_limits<part>::min(), most = std::numeric_limits<part>::max();
      value = value < least ? least : value > most ? most : value;
    }
    const auto kept = static_cast<std::make_unsigned_t<part>>(value);
    word |= static_cast<std::uint32_t>(kept) << (32 / Parts * i);
  }
  return static_cast<RetT>(word);
}

/// `c` and all results, which are not cut to their parts.
template <class RetT, int Parts, class AT, class BT, class Operation>
constexpr RetT extend_packed_add(AT a, BT b, RetT c, Operation operation) {
  std::uint32_t sum = static_cast<std::uint32_t>(c);
  for (int i = 0; i < Parts; ++i)
    sum += static_cast<std::uint32_t>(std::int32_t{operation(part_of<Parts>(a, i), part_of<Parts>(b, i))});
  return static_cast<RetT>(sum);
}

} // namespace detail

// The third argument of those that do not add it up is not used.
#define WEFT_SYCLCOMPAT_PACKED_OF(name, parts, ...)                                                                    \
  template <class RetT, class AT, class BT> constexpr RetT name##parts(AT a, BT b, RetT) {                             \
    return detail::extend_packed<RetT, parts, false>(a, b,                                                             \
                                                     [](std::int32_t x, std::int32_t y) { return __VA_ARGS__; });      \
  }                                                                                                                    \
  template <class RetT, class AT, class BT> constexpr RetT name##parts##_sat(AT a, BT b, RetT) {                       \
    return detail::extend_packed<RetT, parts, true>(a, b, [](std::int32_t x, std::int32_t y) { return __VA_ARGS__; }); \
  }                                                                                                                    \
  template <class RetT, class AT, class BT> constexpr RetT name##parts##_add(AT a, BT b, RetT c) {                     \
    return detail::extend_packed_add<RetT, parts>(a, b, c,                                                             \
                                                  [](std::int32_t x, std::int32_t y) { return __VA_ARGS__; });         \
  }
#define WEFT_SYCLCOMPAT_PACKED(name, ...)                                                                              \
  WEFT_SYCLCOMPAT_PACKED_OF(name, 2, __VA_ARGS__)                                                                      \
  WEFT_SYCLCOMPAT_PACKED_OF(name, 4, __VA_ARGS__)
WEFT_SYCLCOMPAT_PACKED(extend_vadd, x + y)
WEFT_SYCLCOMPAT_PACKED(extend_vsub, x - y)
WEFT_SYCLCOMPAT_PACKED(extend_vabsdiff, x < y ? y - x : x - y)
WEFT_SYCLCOMPAT_PACKED(extend_vmin, x < y ? x : y)
WEFT_SYCLCOMPAT_PACKED(extend_vmax, x < y ? y : x)
WEFT_SYCLCOMPAT_PACKED(extend_vavrg, (x + y + (x + y >= 0)) / 2)
#undef WEFT_SYCLCOMPAT_PACKED
#undef WEFT_SYCLCOMPAT_PACKED_OF

// 1 where the comparison holds, 0 elsewhere.
#define WEFT_SYCLCOMPAT_COMPARED(parts)                                                                                \
  template <class AT, class BT, class Comparison>                                                                      \
  constexpr unsigned extend_vcompare##parts(AT a, BT b, Comparison compare) {                                          \
    return detail::extend_packed<unsigned, parts, false>(                                                              \
        a, b, [=](std::int32_t x, std::int32_t y) { return compare(x, y) ? 1 : 0; });                                  \
  }                                                                                                                    \
  template <class AT, class BT, class Comparison>                                                                      \
  constexpr unsigned extend_vcompare##parts##_add(AT a, BT b, unsigned c, Comparison compare) {                        \
    return detail::extend_packed_add<unsigned, parts>(                                                                 \
        a, b, c, [=](std::int32_t x, std::int32_t y) { return compare(x, y) ? 1 : 0; });                               \
  }
WEFT_SYCLCOMPAT_COMPARED(2)
WEFT_SYCLCOMPAT_COMPARED(4)
#undef WEFT_SYCLCOMPAT_COMPARED

} // namespace syclcompat
