// Keys as unsigned numbers of the same order: floats as NumPy sorts them, what is not a number last.
#pragma once

#include <cstdint>

namespace weft::algorithms {

/// How the bits of a key become an unsigned number of the same order.
struct KeyOrder {
  std::uint64_t sign = 0;       ///< Turned in all keys.
  std::uint64_t negative = 0;   ///< Turned in keys with the highest bit.
  std::uint64_t magnitude = 0;  ///< The bits of a float without its sign; 0 for integers.
  std::uint64_t infinity = 0;   ///< What is above in these bits is not a number, and becomes the highest that is none.
  std::uint64_t descending = 0; ///< Turned at last.
  std::uint64_t one_zero = 0;   ///< 1: both zeros are one key.
};

template <class U> inline constexpr U top_bit = U(U(1) << (8 * sizeof(U) - 1));

template <class U> U all_if_top(U bits) {
  return U(U(0) - U(bits >> (8 * sizeof(U) - 1)));
}

template <class U> U encoded(U bits, const KeyOrder &order) {
  const U magnitude = U(order.magnitude);
  if (U(bits & magnitude) > U(order.infinity))
    bits = magnitude;
  if (order.one_zero != 0 && bits == top_bit<U>)
    bits = 0;
  return U(bits ^ U(order.sign) ^ U(all_if_top(bits) & U(order.negative)) ^ U(order.descending));
}

template <class U> U decoded(U key, const KeyOrder &order) {
  key = U(key ^ U(order.descending));
  return U(key ^ U(order.sign) ^ U(U(~all_if_top(key)) & U(order.negative)));
}

/// Of keys as ordered numbers; of none at first.
struct KeyRange {
  std::uint64_t least = ~std::uint64_t{0}, most = 0;

  void cover(std::uint64_t key) {
    least = key < least ? key : least;
    most = key > most ? key : most;
  }
  void cover(const KeyRange &other) {
    least = other.least < least ? other.least : least;
    most = other.most > most ? other.most : most;
  }
  /// How many low bits have to go for `kept` to be left of what is above `least`.
  int bits_beyond(int kept) const {
    const std::uint64_t high = most < least ? 0 : (most - least) >> kept;
    return high == 0 ? 0 : 64 - __builtin_clzll(high);
  }
};

} // namespace weft::algorithms
