// Compiled once per kind of vectors: Highway includes this file again for each (foreach_target.h). Which one runs is
// asked here, not in libhwy, so that nothing but headers is needed of it.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "libdevice/sorting/vector_sort.hpp"
#include "support/env.hpp"
#include "support/lock.hpp"

#ifndef WEFT_SORT_FUNCTIONS
#define WEFT_SORT_FUNCTIONS
namespace weft::libdevice {

using algorithms::KeyOrder;
using algorithms::KeyRange;

/// For one kind of vectors. Keys are signed where they are ordered, unsigned where they are bits.
struct SortFunctions {
  template <class Key> using Sort = void (*)(Key *, std::size_t);
  template <class Key> using Count = void (*)(const Key *, std::size_t, const Key *, std::size_t, std::int64_t *);
  template <class Key> using Encode = void (*)(const std::make_unsigned_t<Key> *, std::size_t, const KeyOrder &, Key *);
  template <class Key> using Decode = void (*)(Key *, std::size_t, const KeyOrder &);
  template <class Key> using Merge = void (*)(const Key *, std::size_t, const Key *, std::size_t, Key *, std::size_t);
  template <class Key>
  using Spread = void (*)(const Key *, std::size_t, const Key *, std::size_t, Key *, std::int64_t *);

  Sort<std::int32_t> sort_i32;
  Sort<std::int64_t> sort_i64;
  Merge<std::int32_t> merge_i32;
  Merge<std::int64_t> merge_i64;
  Count<std::int32_t> count_i32;
  Count<std::int64_t> count_i64;
  Spread<std::int32_t> spread_i32;
  Spread<std::int64_t> spread_i64;
  Encode<std::int32_t> encode_i32;
  Encode<std::int64_t> encode_i64;
  Decode<std::int32_t> decode_i32;
  Decode<std::int64_t> decode_i64;
  void (*pair_u32)(const std::uint32_t *, std::size_t, const KeyOrder &, std::int64_t *, std::uint64_t);
  void (*pair_u64)(const std::uint64_t *, std::size_t, const KeyOrder &, std::int64_t *, std::uint64_t,
                   const KeyRange &, int place_bits);
  void (*unpair_i64)(std::int64_t *, std::size_t, int place_bits);
  void (*cover_u64)(const std::uint64_t *, std::size_t, const KeyOrder &, KeyRange &);
};

} // namespace weft::libdevice
#endif

// clang-format off
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "libdevice/sorting/vector_sort.cpp"
#include "hwy/foreach_target.h"
#include "hwy/contrib/sort/traits-inl.h"
#include "hwy/contrib/sort/vqsort-inl.h"
#include "hwy/highway.h"
// clang-format on

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 // not the least that is always there

HWY_BEFORE_NAMESPACE();
namespace weft::libdevice::HWY_NAMESPACE {

template <class Key> void sort_keys(Key *keys, std::size_t count) {
  if (count < 2) // Highway asks for one key at least
    return;
  namespace hn = hwy::HWY_NAMESPACE;
  using Traits = hn::detail::SharedTraits<hn::detail::TraitsLane<hn::detail::OrderAscending<Key>>>;
  HWY_ALIGN Key buffer[hwy::SortConstants::BufNum<Key>(HWY_MAX_BYTES / sizeof(Key))];
  hn::Sort(hn::SortTag<Key>(), Traits(), keys, count, buffer);
}

/// Orders vectors that ascend and then descend, or the other way round: lanes against those `distance` away.
template <class Key> class BitonicOrder {
  using D = hwy::HWY_NAMESPACE::ScalableTag<Key>;
  using V = hwy::HWY_NAMESPACE::Vec<D>;
  static constexpr std::size_t lanes = hwy::HWY_NAMESPACE::MaxLanes(D());

public:
  V operator()(V v) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const D d;
    for (std::size_t distance = lanes / 2, step = 0; distance != 0; distance /= 2, ++step) {
      const auto numbers = hn::Iota(d, 0), far = hn::Set(d, static_cast<Key>(distance));
      const V other = hn::TableLookupLanes(v, hn::IndicesFromVec(d, hn::Xor(numbers, far)));
      v = hn::IfThenElse(hn::TestBit(numbers, far), hn::Max(v, other), hn::Min(v, other));
    }
    return v;
  }
};

/// What the vectors leave: the least of three runs, until the first one ends, and then of two.
template <class Key> struct Runs {
  const Key *held, *held_end, *left, *left_end, *right, *right_end;

  void merge(Key *to, const Key *end) {
    for (; to != end && held != held_end; ++to) {
      const Key *&of_two = left != left_end && (right == right_end || *left <= *right) ? left : right;
      const bool takes_held = of_two == (&of_two == &left ? left_end : right_end) || *held <= *of_two;
      *to = takes_held ? *held++ : *of_two++;
    }
    while (to != end)
      *to++ = left != left_end && (right == right_end || *left <= *right) ? *left++ : *right++;
  }
};

/// The larger half of two vectors is held, the next vector comes from the run whose head is smaller.
template <class Key>
void merge_keys(const Key *left, std::size_t lefts, const Key *right, std::size_t rights, Key *to, std::size_t count) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::ScalableTag<Key> d;
  constexpr std::size_t lanes = hn::MaxLanes(d);
  const BitonicOrder<Key> in_order;
  const Key *const left_end = left + lefts, *const right_end = right + rights;
  Key *const end = to + count;
  Key held[lanes];
  const auto whole = [&](const Key *next, const Key *last) { return last - next >= std::ptrdiff_t{lanes}; };
  if (!whole(to, end) || !whole(left, left_end) || !whole(right, right_end))
    return Runs<Key>{held, held, left, left_end, right, right_end}.merge(to, end);
  auto larger = hn::LoadU(d, left), next = hn::LoadU(d, right);
  left += lanes;
  right += lanes;
  for (;;) {
    const auto turned = hn::Reverse(d, next);
    hn::StoreU(in_order(hn::Min(larger, turned)), d, to);
    larger = in_order(hn::Max(larger, turned));
    to += lanes;
    if (!whole(to, end) || !whole(left, left_end) || !whole(right, right_end))
      break;
    const bool takes_left = *left <= *right;
    next = hn::LoadU(d, takes_left ? left : right);
    left += takes_left ? lanes : 0;
    right += takes_left ? 0 : lanes;
  }
  hn::StoreU(larger, d, held);
  Runs<Key>{held, held + lanes, left, left_end, right, right_end}.merge(to, end);
}

/// Calls `take(vector, mask)` for the keys of one bucket.
template <class Key, class Take>
void for_bucket(const Key *keys, std::size_t count, const Key *bounds, std::size_t buckets, std::size_t bucket,
                Take take) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::ScalableTag<Key> d;
  const auto least = hn::Set(d, bucket == 0 ? std::numeric_limits<Key>::min() : bounds[bucket - 1]);
  const auto beyond = hn::Set(d, bucket + 1 == buckets ? Key{0} : bounds[bucket]);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto there = hn::FirstN(d, count - i);
    const auto v = i + hn::Lanes(d) <= count ? hn::LoadU(d, keys + i) : hn::MaskedLoad(there, d, keys + i);
    auto mask = hn::AndNot(hn::Lt(v, least), there);
    if (bucket + 1 < buckets)
      mask = hn::And(mask, hn::Lt(v, beyond));
    take(d, v, mask);
  }
}

template <class Key>
void count_keys(const Key *keys, std::size_t count, const Key *bounds, std::size_t buckets, std::int64_t *sizes) {
  for (std::size_t bucket = 0; bucket < buckets; ++bucket)
    for_bucket(keys, count, bounds, buckets, bucket, [&](auto d, auto, auto mask) {
      sizes[bucket] += static_cast<std::int64_t>(hwy::HWY_NAMESPACE::CountTrue(d, mask));
    });
}

/// Only what belongs to a bucket is written: what is beyond may be another thread's.
template <class Key>
void spread_keys(const Key *keys, std::size_t count, const Key *bounds, std::size_t buckets, Key *to,
                 std::int64_t *ends) {
  for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
    Key *next = to + ends[bucket];
    for_bucket(keys, count, bounds, buckets, bucket,
               [&](auto d, auto v, auto mask) { next += hwy::HWY_NAMESPACE::CompressBlendedStore(v, mask, d, next); });
    ends[bucket] = next - to;
  }
}

// What follows is for the compiler to vectorize.

template <class Key>
void encode_keys(const std::make_unsigned_t<Key> *from, std::size_t count, const KeyOrder &given, Key *to) {
  using U = std::make_unsigned_t<Key>;
  const KeyOrder order = given;
  for (std::size_t i = 0; i < count; ++i)
    to[i] = static_cast<Key>(algorithms::encoded(from[i], order) ^ algorithms::top_bit<U>);
}

template <class Key> void decode_keys(Key *keys, std::size_t count, const KeyOrder &given) {
  using U = std::make_unsigned_t<Key>;
  const KeyOrder order = given;
  for (std::size_t i = 0; i < count; ++i)
    keys[i] = static_cast<Key>(algorithms::decoded(U(static_cast<U>(keys[i]) ^ algorithms::top_bit<U>), order));
}

/// What decides of a key, above its place.
std::int64_t paired(std::uint64_t key, int place_bits, std::uint64_t place) {
  return static_cast<std::int64_t>((key << place_bits | place) ^ algorithms::top_bit<std::uint64_t>);
}

void pair_keys(const std::uint32_t *from, std::size_t count, const KeyOrder &given, std::int64_t *to,
               std::uint64_t first) {
  const KeyOrder order = given;
  for (std::size_t i = 0; i < count; ++i)
    to[i] = paired(algorithms::encoded(from[i], order), 32, first + i);
}

void pair_long_keys(const std::uint64_t *from, std::size_t count, const KeyOrder &given, std::int64_t *to,
                    std::uint64_t first, const KeyRange &range, int place_bits) {
  const KeyOrder order = given;
  const std::uint64_t least = range.least;
  const int shift = range.bits_beyond(64 - place_bits);
  for (std::size_t i = 0; i < count; ++i)
    to[i] = paired((algorithms::encoded(from[i], order) - least) >> shift, place_bits, first + i);
}

void unpair_keys(std::int64_t *words, std::size_t count, int place_bits) {
  const std::int64_t mask = (std::int64_t{1} << place_bits) - 1;
  for (std::size_t i = 0; i < count; ++i)
    words[i] &= mask;
}

void cover_keys(const std::uint64_t *from, std::size_t count, const KeyOrder &given, KeyRange &range) {
  const KeyOrder order = given;
  KeyRange all = range;
  for (std::size_t i = 0; i < count; ++i)
    all.cover(algorithms::encoded(from[i], order));
  range = all;
}

constexpr SortFunctions functions_here{
    sort_keys<std::int32_t>,
    sort_keys<std::int64_t>,
    merge_keys<std::int32_t>,
    merge_keys<std::int64_t>,
    count_keys<std::int32_t>,
    count_keys<std::int64_t>,
    spread_keys<std::int32_t>,
    spread_keys<std::int64_t>,
    encode_keys<std::int32_t>,
    encode_keys<std::int64_t>,
    decode_keys<std::int32_t>,
    decode_keys<std::int64_t>,
    pair_keys,
    pair_long_keys,
    unpair_keys,
    cover_keys,
};

const SortFunctions &sort_functions() {
  return functions_here;
}

} // namespace weft::libdevice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#if HWY_ONCE

/// libhwy's, which is not linked: where pivots are taken from. Any bits do that differ between calls.
__attribute__((visibility("hidden"))) void hwy::Sorter::Fill24Bytes(const void *keys, std::size_t count, void *bytes) {
  constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;
  const std::uint64_t seed = (reinterpret_cast<std::uintptr_t>(keys) + count) * golden;
  const std::uint64_t words[] = {seed | 1, (seed ^ seed >> 29) * golden, seed + golden};
  std::memcpy(bytes, words, sizeof(words));
}

namespace weft::libdevice {

namespace {

/// AMD's processors store compressed vectors of 512 bits by microcode before Zen 5, and lose by them.
bool gains_by_avx512() {
  return !__builtin_cpu_is("amd") && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl") && env::number("WEFT_VECTOR_BITS", 512) == 512;
}

const SortFunctions *choose() {
  __builtin_cpu_init();
  if (env::text("WEFT_VECTOR_SORT") == "0")
    return nullptr;
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("fma") ||
      !__builtin_cpu_supports("f16c") || !__builtin_cpu_supports("aes") || !__builtin_cpu_supports("pclmul"))
    return nullptr;
  return gains_by_avx512() ? &N_AVX3::sort_functions() : &N_AVX2::sort_functions();
}

const SortFunctions *functions() {
  static constinit Lazy<const SortFunctions *> chosen;
  return chosen.get(choose);
}

} // namespace

bool sorts_in_vectors() noexcept {
  return functions() != nullptr;
}

} // namespace weft::libdevice

#define WEFT_SORT(bits)                                                                                                \
  void __weft_rare_sort_i##bits(std::int##bits##_t *keys, std::uint64_t count) noexcept {                              \
    weft::libdevice::functions()->sort_i##bits(keys, count);                                                           \
  }                                                                                                                    \
  void __weft_rare_merge_i##bits(const std::int##bits##_t *left, std::uint64_t lefts, const std::int##bits##_t *right, \
                                 std::uint64_t rights, std::int##bits##_t *to, std::uint64_t count) noexcept {         \
    weft::libdevice::functions()->merge_i##bits(left, lefts, right, rights, to, count);                                \
  }                                                                                                                    \
  void __weft_rare_count_i##bits(const std::int##bits##_t *keys, std::uint64_t count,                                  \
                                 const std::int##bits##_t *bounds, std::uint64_t buckets,                              \
                                 std::int64_t *sizes) noexcept {                                                       \
    weft::libdevice::functions()->count_i##bits(keys, count, bounds, buckets, sizes);                                  \
  }                                                                                                                    \
  void __weft_rare_encode_i##bits(const std::uint##bits##_t *from, std::uint64_t count,                                \
                                  const weft::algorithms::KeyOrder *order, std::int##bits##_t *to) noexcept {          \
    weft::libdevice::functions()->encode_i##bits(from, count, *order, to);                                             \
  }                                                                                                                    \
  void __weft_rare_decode_i##bits(std::int##bits##_t *keys, std::uint64_t count,                                       \
                                  const weft::algorithms::KeyOrder *order) noexcept {                                  \
    weft::libdevice::functions()->decode_i##bits(keys, count, *order);                                                 \
  }                                                                                                                    \
  void __weft_rare_spread_i##bits(const std::int##bits##_t *keys, std::uint64_t count,                                 \
                                  const std::int##bits##_t *bounds, std::uint64_t buckets, std::int##bits##_t *to,     \
                                  std::int64_t *ends) noexcept {                                                       \
    weft::libdevice::functions()->spread_i##bits(keys, count, bounds, buckets, to, ends);                              \
  }
WEFT_SORT(32)
WEFT_SORT(64)

void __weft_rare_pair_u32(const std::uint32_t *from, std::uint64_t count, const weft::algorithms::KeyOrder *order,
                          std::int64_t *to, std::uint64_t first) noexcept {
  weft::libdevice::functions()->pair_u32(from, count, *order, to, first);
}

void __weft_rare_pair_u64(const std::uint64_t *from, std::uint64_t count, const weft::algorithms::KeyOrder *order,
                          std::int64_t *to, std::uint64_t first, const weft::algorithms::KeyRange *range,
                          std::uint64_t place_bits) noexcept {
  weft::libdevice::functions()->pair_u64(from, count, *order, to, first, *range, static_cast<int>(place_bits));
}

void __weft_rare_unpair_i64(std::int64_t *words, std::uint64_t count, std::uint64_t place_bits) noexcept {
  weft::libdevice::functions()->unpair_i64(words, count, static_cast<int>(place_bits));
}

void __weft_rare_cover_u64(const std::uint64_t *from, std::uint64_t count, const weft::algorithms::KeyOrder *order,
                           weft::algorithms::KeyRange *range) noexcept {
  weft::libdevice::functions()->cover_u64(from, count, *order, *range);
}

#endif
