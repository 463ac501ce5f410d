// Sorts of keys for CPUs by functions of the library that work in vectors: keys are spread to buckets, buckets are
// sorted.
#include "array/algorithms/arguments.hpp"
#include "array/algorithms/kernels/element.hpp"
#include "array/algorithms/kernels/kernel.hpp"
#include "libdevice/sorting/keys.hpp"

#include "libdevice/sorting/vector_sort.hpp"

namespace weft::algorithms {

/// With its place in the low bits, where places go along.
template <int Parameter> using Packed = Word<with_places(Parameter) ? 8 : Parameter>;

/// Packs keys whose places count from `first`.
template <int Parameter>
void pack(const Key<Parameter> *from, std::int64_t first, std::int64_t count, const KeyOrder &order,
          Packed<Parameter> *to) {
  const auto size = static_cast<std::uint64_t>(count);
  if constexpr (with_places(Parameter))
    __weft_rare_pair_u32(from, size, &order, to, static_cast<std::uint64_t>(first));
  else if constexpr (Parameter == 4)
    __weft_rare_encode_u32(from, size, &order, to);
  else
    __weft_rare_encode_u64(from, size, &order, to);
}

/// Leaves what is wanted of sorted ones: keys, or their places.
template <int Parameter> void unpack(const BucketArguments &a, Packed<Parameter> *keys, std::int64_t count) {
  const auto size = static_cast<std::uint64_t>(count);
  if constexpr (with_places(Parameter))
    __weft_rare_unpair_u64(keys, size);
  else if constexpr (Parameter == 4)
    __weft_rare_decode_u32(keys, size, &a.order);
  else
    __weft_rare_decode_u64(keys, size, &a.order);
}

#define WEFT_IN_VECTORS(key)                                                                                           \
  inline void sort_in_vectors(std::uint##key##_t *keys, std::int64_t count) {                                          \
    __weft_rare_sort_u##key(keys, static_cast<std::uint64_t>(count));                                                  \
  }                                                                                                                    \
  inline void count_in_vectors(const std::uint##key##_t *keys, std::int64_t count, const std::uint##key##_t *bounds,   \
                               std::int64_t buckets, std::int64_t *sizes) {                                            \
    __weft_rare_count_u##key(keys, static_cast<std::uint64_t>(count), bounds, static_cast<std::uint64_t>(buckets),     \
                             sizes);                                                                                   \
  }                                                                                                                    \
  inline void spread_in_vectors(const std::uint##key##_t *keys, std::int64_t count, const std::uint##key##_t *bounds,  \
                                std::int64_t buckets, std::uint##key##_t *to, std::int64_t *ends) {                    \
    __weft_rare_spread_u##key(keys, static_cast<std::uint64_t>(count), bounds, static_cast<std::uint64_t>(buckets),    \
                              to, ends);                                                                               \
  }
WEFT_IN_VECTORS(32)
WEFT_IN_VECTORS(64)
#undef WEFT_IN_VECTORS

/// Rows that are a task each: keys one after the other, sorted where they come to lie.
template <int Parameter> struct sort_rows_in_vectors : BucketArguments {
  void operator()(sycl::nd_item<1> item) const {
    const BucketArguments a = *this;
    const std::int64_t row = item.get_group(0);
    const auto *from = as<const Key<Parameter>>(a.source) + row * a.extent;
    auto *to = as<Packed<Parameter>>(a.target) + row * a.extent;
    pack<Parameter>(from, 0, a.extent, a.order, to);
    sort_in_vectors(to, a.extent);
    unpack<Parameter>(a, to, a.extent);
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
    const std::int64_t step = a.extent / a.sample;
    std::uint64_t seed = 1;
    for (std::int64_t i = 0; i < a.sample; ++i) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      const std::int64_t place = i * step + static_cast<std::int64_t>((seed >> 33) % static_cast<std::uint64_t>(step));
      pack<Parameter>(from + place, place, 1, a.order, sample + i);
    }
    sort_in_vectors(sample, a.sample);
    for (std::int64_t b = 1; b < a.buckets; ++b)
      bounds[b - 1] = sample[b * a.sample / a.buckets];
  }
};

/// Calls `take(keys, count)` for the packed keys of one block, some at a time.
template <int Parameter, class Take> void for_block(const BucketArguments &a, std::int64_t block, Take take) {
  constexpr std::int64_t some = 512;
  Packed<Parameter> keys[some];
  const std::int64_t row = block / a.blocks, first = (block - row * a.blocks) * a.block;
  const std::int64_t last = first + a.block < a.extent ? first + a.block : a.extent;
  const auto *from = as<const Key<Parameter>>(a.source) + row * a.extent;
  for (std::int64_t i = first; i < last; i += some) {
    const std::int64_t count = last - i < some ? last - i : some;
    pack<Parameter>(from + i, i, count, a.order, keys);
    take(keys, count);
  }
}

/// How many keys of a block belong to each bucket.
template <int Parameter> struct count_buckets : BucketArguments {
  void operator()(sycl::nd_item<1> item) const {
    const BucketArguments a = *this;
    const std::int64_t block = item.get_group(0), row = block / a.blocks;
    if (is_sorted(a, row))
      return;
    const auto *bounds = as<const Packed<Parameter>>(a.bounds) + row * a.buckets;
    std::int64_t *sizes = a.ends + block * a.buckets;
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
    const std::int64_t block = item.get_group(0), row = block / a.blocks;
    if (is_sorted(a, row))
      return;
    const auto *bounds = as<const Packed<Parameter>>(a.bounds) + row * a.buckets;
    auto *to = as<Packed<Parameter>>(a.target) + row * a.extent;
    for_block<Parameter>(a, block, [&](const Packed<Parameter> *keys, std::int64_t count) {
      spread_in_vectors(keys, count, bounds, a.buckets, to, a.ends + block * a.buckets);
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
    auto *keys = as<Packed<Parameter>>(a.target) + row * a.extent + begins[0];
    sort_in_vectors(keys, begins[1] - begins[0]);
    unpack<Parameter>(a, keys, begins[1] - begins[0]);
  }
};

} // namespace weft::algorithms

WEFT_ND_KERNEL(weft::algorithms::sort_rows_in_vectors<4>)
WEFT_ND_KERNEL(weft::algorithms::sort_rows_in_vectors<8>)
WEFT_ND_KERNEL(weft::algorithms::sort_rows_in_vectors<16 + 4>)
WEFT_ND_KERNEL(weft::algorithms::choose_bounds<4>)
WEFT_ND_KERNEL(weft::algorithms::choose_bounds<8>)
WEFT_ND_KERNEL(weft::algorithms::choose_bounds<16 + 4>)
WEFT_ND_KERNEL(weft::algorithms::count_buckets<4>)
WEFT_ND_KERNEL(weft::algorithms::count_buckets<8>)
WEFT_ND_KERNEL(weft::algorithms::count_buckets<16 + 4>)
WEFT_ND_KERNEL(weft::algorithms::place_buckets<4>)
WEFT_ND_KERNEL(weft::algorithms::place_buckets<8>)
WEFT_ND_KERNEL(weft::algorithms::place_buckets<16 + 4>)
WEFT_ND_KERNEL(weft::algorithms::spread_to_buckets<4>)
WEFT_ND_KERNEL(weft::algorithms::spread_to_buckets<8>)
WEFT_ND_KERNEL(weft::algorithms::spread_to_buckets<16 + 4>)
WEFT_ND_KERNEL(weft::algorithms::sort_buckets<4>)
WEFT_ND_KERNEL(weft::algorithms::sort_buckets<8>)
WEFT_ND_KERNEL(weft::algorithms::sort_buckets<16 + 4>)
