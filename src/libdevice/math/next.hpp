// The floating-point number beside another one, for every format.
#pragma once

namespace weft::math {

template <int bytes> struct OrderedInteger;
template <> struct OrderedInteger<2> {
  using type = short;
};
template <> struct OrderedInteger<4> {
  using type = int;
};
template <> struct OrderedInteger<8> {
  using type = long;
};

/// Steps through the floats as integers in their order, so that it holds also where arithmetic flushes denormals.
template <class T> constexpr T nextafter(T from, T to) {
  using Key = typename OrderedInteger<sizeof(T)>::type;
  constexpr Key lowest = static_cast<Key>(1ul << (sizeof(T) * 8 - 1));
  const Key from_bits = __builtin_bit_cast(Key, from), to_bits = __builtin_bit_cast(Key, to);
  const Key from_key = from_bits < 0 ? static_cast<Key>(lowest - from_bits) : from_bits;
  const Key to_key = to_bits < 0 ? static_cast<Key>(lowest - to_bits) : to_bits;
  const Key next = static_cast<Key>(from_key + (from_key < to_key ? 1 : -1));
  const bool negative = next < 0 || (next == 0 && from_bits < 0);
  const T stepped = __builtin_bit_cast(T, negative ? static_cast<Key>(lowest - next) : next);
  const T reached = from_key == to_key || to != to ? to : stepped;
  return from != from ? from : reached;
}

} // namespace weft::math
