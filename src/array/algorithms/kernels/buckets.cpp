// Sorts of keys for CPUs by functions of the library that work in vectors: keys are spread to buckets, buckets are
// sorted.
#include "array/algorithms/kernels/packed_keys.hpp"

namespace weft::algorithms {

#define WEFT_IN_VECTORS(bits)                                                                                          \
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

/// Rows that are a task each: keys one after the other, sorted where they come to lie.
template <int Parameter> struct sort_rows_in_vectors : BucketArguments {
  void operator()(sycl::nd_item<1> item) const {
    const BucketArguments a = *this;
    const std::int64_t row = item.get_group(0);
    if (is_sorted(a, row))
      return;
    const auto *from = as<const Key<Parameter>>(a.source) + row * a.extent;
    auto *to = as<Packed<Parameter>>(a.target) + row * a.extent;
    KeyRange range;
    if constexpr (Parameter == long_with_places)
      range = range_of(a, from, a.extent);
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
    const auto *keys = as<const Word<Bytes>>(a.source) + block.row * a.extent + block.first;
    a.block_ranges[item.get_group(0)] = range_of(a, keys, block.last - block.first);
  }
};

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

WEFT_FOR_PACKED(weft::algorithms::sort_rows_in_vectors)
WEFT_FOR_PACKED(weft::algorithms::choose_bounds)
WEFT_FOR_PACKED(weft::algorithms::count_buckets)
WEFT_FOR_PACKED(weft::algorithms::place_buckets)
WEFT_FOR_PACKED(weft::algorithms::spread_to_buckets)
WEFT_FOR_PACKED(weft::algorithms::sort_buckets)
WEFT_ND_KERNEL(weft::algorithms::cover_blocks<8>)
WEFT_ND_KERNEL(weft::algorithms::settle_blocks<8>)
