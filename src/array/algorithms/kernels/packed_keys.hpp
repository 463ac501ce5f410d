// Keys as vectors order them, with their places where these go along, and back.
#pragma once

#include "array/algorithms/arguments.hpp"
#include "array/algorithms/kernels/element.hpp"
#include "array/algorithms/kernels/kernel.hpp"
#include "libdevice/sorting/keys.hpp"
#include "libdevice/sorting/vector_sort.hpp"

namespace weft::algorithms {

/// As vectors order it; with its place in the low bits, where places go along.
template <int Parameter> using Packed = std::conditional_t<Parameter == 4, std::int32_t, std::int64_t>;

constexpr int long_with_places = 16 + 8;

/// Packs keys whose places count from `first`.
template <int Parameter>
void pack(const BucketArguments &a, const Key<Parameter> *from, std::int64_t first, std::int64_t count,
          const KeyRange *range, Packed<Parameter> *to) {
  const auto size = static_cast<std::uint64_t>(count);
  if constexpr (Parameter == long_with_places)
    __weft_rare_pair_u64(from, size, &a.order, to, static_cast<std::uint64_t>(first), range, a.place_bits);
  else if constexpr (with_places(Parameter))
    __weft_rare_pair_u32(from, size, &a.order, to, static_cast<std::uint64_t>(first));
  else if constexpr (Parameter == 4)
    __weft_rare_encode_i32(from, size, &a.order, to);
  else
    __weft_rare_encode_i64(from, size, &a.order, to);
}

/// Leaves what is wanted of sorted ones: keys, or their places.
template <int Parameter> void unpack(const BucketArguments &a, Packed<Parameter> *keys, std::int64_t count) {
  const auto size = static_cast<std::uint64_t>(count);
  if constexpr (with_places(Parameter))
    __weft_rare_unpair_i64(keys, size, a.place_bits);
  else if constexpr (Parameter == 4)
    __weft_rare_decode_i32(keys, size, &a.order);
  else
    __weft_rare_decode_i64(keys, size, &a.order);
}

/// By counting.
inline bool is_sorted(const BucketArguments &a, std::int64_t row) {
  return a.windows != nullptr && a.windows[row].covers();
}

inline void sort_in_vectors(std::int32_t *keys, std::int64_t count) {
  __weft_rare_sort_i32(keys, static_cast<std::uint64_t>(count));
}
inline void sort_in_vectors(std::int64_t *keys, std::int64_t count) {
  __weft_rare_sort_i64(keys, static_cast<std::uint64_t>(count));
}

/// The range of keys of 8 bytes.
inline KeyRange range_of(const BucketArguments &a, const std::uint64_t *keys, std::int64_t count) {
  KeyRange range;
  __weft_rare_cover_u64(keys, static_cast<std::uint64_t>(count), &a.order, &range);
  return range;
}

/// Sorts words whose bits of the key are equal by their whole keys, which stand at their places. What these differ in
/// are bits that were left out, no more than those of a place.
inline void settle(const BucketArguments &a, const std::uint64_t *keys, std::int64_t *words, std::int64_t count) {
  const std::uint64_t mask = (std::uint64_t{1} << a.place_bits) - 1;
  const auto key_of = [&](std::int64_t word) { return encoded(keys[word & mask], a.order); };
  KeyRange range;
  bool ascends = true;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint64_t key = key_of(words[i]);
    ascends = ascends && range.most <= key;
    range.cover(key);
  }
  if (ascends)
    return;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint64_t difference = key_of(words[i]) - range.least, place = words[i] & mask;
    words[i] = static_cast<std::int64_t>((difference << a.place_bits | place) ^ top_bit<std::uint64_t>);
  }
  sort_in_vectors(words, count);
}

/// The end of the words with the same bits of a key as that at `first`.
inline std::int64_t end_of_ties(const BucketArguments &a, const std::int64_t *words, std::int64_t first,
                                std::int64_t end) {
  const std::int64_t key = words[first] >> a.place_bits;
  std::int64_t i = first + 1;
  while (i < end && words[i] >> a.place_bits == key)
    ++i;
  return i;
}

inline bool has_ties(const BucketArguments &a, const KeyRange &range) {
  return range.bits_beyond(64 - static_cast<int>(a.place_bits)) != 0;
}

/// Settles the words that are equal so far of those that begin from `first` on and before `last`, and writes them to
/// `to`, which may be where they are. Gives the end of the last ones.
inline std::int64_t settle_each(const BucketArguments &a, std::int64_t row, const KeyRange &range,
                                const std::int64_t *words, std::int64_t first, std::int64_t last, std::int64_t *to) {
  const auto *keys = as<const std::uint64_t>(a.source) + row * a.extent;
  const bool ties = has_ties(a, range);
  std::int64_t i = first;
  while (i < last) {
    const std::int64_t end = ties ? end_of_ties(a, words, i, a.extent) : i + 1;
    for (std::int64_t at = i; at < end; ++at)
      to[at] = words[at];
    if (end - i > 1)
      settle(a, keys, to + i, end - i);
    i = end;
  }
  return i;
}

} // namespace weft::algorithms

/// Instances for all that is packed.
#define WEFT_FOR_PACKED(K) WEFT_ND_KERNEL(K<4>) WEFT_ND_KERNEL(K<8>) WEFT_ND_KERNEL(K<16 + 4>) WEFT_ND_KERNEL(K<16 + 8>)
