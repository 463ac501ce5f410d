// Sorts of keys for CPUs by functions of the library that work in vectors: keys are spread to buckets, buckets are
// sorted.
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

#define WEFT_IN_VECTORS(bits)                                                                                          \
  inline void sort_in_vectors(std::int##bits##_t *keys, std::int64_t count) {                                          \
    __weft_rare_sort_i##bits(keys, static_cast<std::uint64_t>(count));                                                 \
  }                                                                                                                    \
  inline void count_in_vectors(const std::int##bits##_t *keys, std::int64_t count, const std::int##bits##_t *bounds,   \
                               std::int64_t buckets, std::int64_t *sizes) {                                            \
    __weft_rare_count_i##bits(keys, static_cast<std::uint64_t>(count), bounds, static_cast<std::uint64_t>(buckets),    \
                              sizes);                                                                                  \
  }                                                                                                                    \
  inline void spread_in_vectors(const std::int##bits##_t *keys, std::int64_t count, const std::int##bits##_t *bounds,  \
                                std::int64_t buckets, std::int##bits##_t *to, std::int64_t *ends) {                    \
    __weft_rare_spread_i##bits(keys, static_cast<std::uint64_t>(count), bounds, static_cast<std::uint64_t>(buckets),   \
                               to, ends);                                                                              \
  }
WEFT_IN_VECTORS(32)
WEFT_IN_VECTORS(64)
#undef WEFT_IN_VECTORS

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

/// Rows that are a task each: keys one after the other, sorted where they come to lie.
template <int Parameter> struct sort_rows_in_vectors : BucketArguments {
  void operator()(sycl::nd_item<1> item) const {
    const BucketArguments a = *this;
    const std::int64_t row = item.get_group(0);
    const auto *from = as<const Key<Parameter>>(a.source) + row * a.extent;
    auto *to = as<Packed<Parameter>>(a.target) + row * a.extent;
    KeyRange range;
    if constexpr (Parameter == long_with_places)
      __weft_rare_cover_u64(from, static_cast<std::uint64_t>(a.extent), &a.order, &range);
    pack<Parameter>(a, from, 0, a.extent, &range, to);
    sort_in_vectors(to, a.extent);
    if constexpr (Parameter == long_with_places)
      settle_each(a, row, range, to, 0, a.extent, to);
    unpack<Parameter>(a, to, a.extent);
  }
};

/// Elements of a row that are read together.
struct Stretch {
  std::int64_t row, first, last;

  Stretch(const BucketArguments &a, std::int64_t block) {
    row = block / a.blocks;
    first = (block - row * a.blocks) * a.block;
    last = first + a.block < a.extent ? first + a.block : a.extent;
  }
};

/// The range of the keys of each block.
template <int Bytes> struct cover_blocks : BucketArguments {
  void operator()(sycl::nd_item<1> item) const {
    const BucketArguments a = *this;
    const Stretch block(a, item.get_group(0));
    KeyRange range;
    __weft_rare_cover_u64(as<const Word<Bytes>>(a.source) + block.row * a.extent + block.first,
                          static_cast<std::uint64_t>(block.last - block.first), &a.order, &range);
    a.block_ranges[item.get_group(0)] = range;
  }
};

inline bool is_sorted(const BucketArguments &a, std::int64_t row) {
  return a.windows != nullptr && a.windows[row].covers();
}

/// The bounds of a row's buckets, out of a sample from all over it.
template <int Parameter> struct choose_bounds : BucketArguments {
  void operator()(sycl::nd_item<1> item) const {
    using K = Packed<Parameter>;
    const BucketArguments a = *this;
    const std::int64_t row = item.get_group(0);
    if (is_sorted(a, row))
      return;
    const auto *from = as<const Key<Parameter>>(a.source) + row * a.extent;
    K *sample = as<K>(a.samples) + row * a.sample, *bounds = as<K>(a.bounds) + row * a.buckets;
    if constexpr (Parameter == long_with_places) {
      KeyRange range;
      for (std::int64_t block = 0; block < a.blocks; ++block)
        range.cover(a.block_ranges[row * a.blocks + block]);
      a.ranges[row] = range;
    }
    const std::int64_t step = a.extent / a.sample;
    std::uint64_t seed = 1;
    for (std::int64_t i = 0; i < a.sample; ++i) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      const std::int64_t place = i * step + static_cast<std::int64_t>((seed >> 33) % static_cast<std::uint64_t>(step));
      pack<Parameter>(a, from + place, place, 1, a.ranges + row, sample + i);
    }
    sort_in_vectors(sample, a.sample);
    for (std::int64_t b = 1; b < a.buckets; ++b)
      bounds[b - 1] = sample[b * a.sample / a.buckets];
  }
};

/// Calls `take(keys, count)` for the packed keys of one block, some at a time.
template <int Parameter, class Take> void for_block(const BucketArguments &a, const Stretch &block, Take take) {
  constexpr std::int64_t some = 512;
  Packed<Parameter> keys[some];
  const auto *from = as<const Key<Parameter>>(a.source) + block.row * a.extent;
  for (std::int64_t i = block.first; i < block.last; i += some) {
    const std::int64_t count = block.last - i < some ? block.last - i : some;
    pack<Parameter>(a, from + i, i, count, a.ranges + block.row, keys);
    take(keys, count);
  }
}

/// What is spread to buckets.
template <int Parameter> Packed<Parameter> *in_buckets(const BucketArguments &a, std::int64_t row) {
  if constexpr (Parameter == long_with_places)
    return a.words + row * a.extent;
  else
    return as<Packed<Parameter>>(a.target) + row * a.extent;
}

/// How many keys of a block belong to each bucket.
template <int Parameter> struct count_buckets : BucketArguments {
  void operator()(sycl::nd_item<1> item) const {
    const BucketArguments a = *this;
    const Stretch block(a, item.get_group(0));
    if (is_sorted(a, block.row))
      return;
    const auto *bounds = as<const Packed<Parameter>>(a.bounds) + block.row * a.buckets;
    std::int64_t *sizes = a.ends + static_cast<std::int64_t>(item.get_group(0)) * a.buckets;
    for (std::int64_t b = 0; b < a.buckets; ++b)
      sizes[b] = 0;
    for_block<Parameter>(a, block, [&](const Packed<Parameter> *keys, std::int64_t count) {
      count_in_vectors(keys, count, bounds, a.buckets, sizes);
    });
  }
};

/// Sizes become the places where blocks begin in buckets, bucket after bucket of a row.
template <int Parameter> struct place_buckets : BucketArguments {
  void operator()(sycl::nd_item<1> item) const {
    const BucketArguments a = *this;
    const std::int64_t row = item.get_group(0);
    if (is_sorted(a, row))
      return;
    std::int64_t *sizes = a.ends + row * a.blocks * a.buckets, *begins = a.begins + row * (a.buckets + 1);
    std::int64_t end = 0;
    for (std::int64_t b = 0; b < a.buckets; ++b) {
      begins[b] = end;
      for (std::int64_t block = 0; block < a.blocks; ++block) {
        const std::int64_t size = sizes[block * a.buckets + b];
        sizes[block * a.buckets + b] = end;
        end += size;
      }
    }
    begins[a.buckets] = end;
  }
};

template <int Parameter> struct spread_to_buckets : BucketArguments {
  void operator()(sycl::nd_item<1> item) const {
    const BucketArguments a = *this;
    const Stretch block(a, item.get_group(0));
    if (is_sorted(a, block.row))
      return;
    const auto *bounds = as<const Packed<Parameter>>(a.bounds) + block.row * a.buckets;
    std::int64_t *ends = a.ends + static_cast<std::int64_t>(item.get_group(0)) * a.buckets;
    for_block<Parameter>(a, block, [&](const Packed<Parameter> *keys, std::int64_t count) {
      spread_in_vectors(keys, count, bounds, a.buckets, in_buckets<Parameter>(a, block.row), ends);
    });
  }
};

template <int Parameter> struct sort_buckets : BucketArguments {
  void operator()(sycl::nd_item<1> item) const {
    const BucketArguments a = *this;
    const std::int64_t row = item.get_group(0) / a.buckets, bucket = item.get_group(0) - row * a.buckets;
    if (is_sorted(a, row))
      return;
    const std::int64_t *begins = a.begins + row * (a.buckets + 1) + bucket;
    auto *keys = in_buckets<Parameter>(a, row) + begins[0];
    sort_in_vectors(keys, begins[1] - begins[0]);
    if constexpr (Parameter != long_with_places)
      unpack<Parameter>(a, keys, begins[1] - begins[0]);
  }
};

/// Ties go with the block that has the first of them.
template <int Bytes> struct settle_blocks : BucketArguments {
  void operator()(sycl::nd_item<1> item) const {
    const BucketArguments a = *this;
    const Stretch block(a, item.get_group(0));
    const std::int64_t *words = a.words + block.row * a.extent;
    std::int64_t *to = as<std::int64_t>(a.target) + block.row * a.extent, first = block.first;
    const KeyRange range = a.ranges[block.row];
    if (first > 0 && has_ties(a, range))
      first = end_of_ties(a, words, first - 1, block.last);
    const std::int64_t end = settle_each(a, block.row, range, words, first, block.last, to);
    unpack<long_with_places>(a, to + first, end - first);
  }
};

} // namespace weft::algorithms

#define WEFT_FOR_PACKED(K) WEFT_ND_KERNEL(K<4>) WEFT_ND_KERNEL(K<8>) WEFT_ND_KERNEL(K<16 + 4>) WEFT_ND_KERNEL(K<16 + 8>)
WEFT_FOR_PACKED(weft::algorithms::sort_rows_in_vectors)
WEFT_FOR_PACKED(weft::algorithms::choose_bounds)
WEFT_FOR_PACKED(weft::algorithms::count_buckets)
WEFT_FOR_PACKED(weft::algorithms::place_buckets)
WEFT_FOR_PACKED(weft::algorithms::spread_to_buckets)
WEFT_FOR_PACKED(weft::algorithms::sort_buckets)
WEFT_ND_KERNEL(weft::algorithms::cover_blocks<8>)
WEFT_ND_KERNEL(weft::algorithms::settle_blocks<8>)
