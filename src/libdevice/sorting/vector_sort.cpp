// Compiled once per kind of vectors: Highway includes this file again for each (foreach_target.h). Which one runs is
// asked here, not in libhwy, so that nothing but headers is needed of it.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "libdevice/sorting/vector_sort.hpp"
#include "support/env.hpp"
#include "support/lock.hpp"

#ifndef WEFT_SORT_FUNCTIONS
#define WEFT_SORT_FUNCTIONS
namespace weft::libdevice {

using algorithms::KeyOrder;

/// For one kind of vectors.
struct SortFunctions {
  template <class Key> using Sort = void (*)(Key *, std::size_t);
  template <class Key> using Count = void (*)(const Key *, std::size_t, const Key *, std::size_t, std::int64_t *);
  template <class Key> using Encode = void (*)(const Key *, std::size_t, const KeyOrder &, Key *);
  template <class Key> using Decode = void (*)(Key *, std::size_t, const KeyOrder &);
  template <class Key>
  using Spread = void (*)(const Key *, std::size_t, const Key *, std::size_t, Key *, std::int64_t *);

  Sort<std::uint32_t> sort_u32;
  Sort<std::uint64_t> sort_u64;
  Count<std::uint32_t> count_u32;
  Count<std::uint64_t> count_u64;
  Spread<std::uint32_t> spread_u32;
  Spread<std::uint64_t> spread_u64;
  Encode<std::uint32_t> encode_u32;
  Encode<std::uint64_t> encode_u64;
  Decode<std::uint32_t> decode_u32;
  Decode<std::uint64_t> decode_u64;
  void (*pair_u32)(const std::uint32_t *, std::size_t, const KeyOrder &, std::uint64_t *, std::uint64_t);
  void (*unpair_u64)(std::uint64_t *, std::size_t);
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

/// Calls `take(vector, mask)` for the keys of one bucket.
template <class Key, class Take>
void for_bucket(const Key *keys, std::size_t count, const Key *bounds, std::size_t buckets, std::size_t bucket,
                Take take) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::ScalableTag<Key> d;
  const auto least = hn::Set(d, bucket == 0 ? Key{0} : bounds[bucket - 1]);
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

template <class Key> void encode_keys(const Key *from, std::size_t count, const KeyOrder &given, Key *to) {
  const KeyOrder order = given;
  for (std::size_t i = 0; i < count; ++i)
    to[i] = algorithms::encoded(from[i], order);
}

template <class Key> void decode_keys(Key *keys, std::size_t count, const KeyOrder &given) {
  const KeyOrder order = given;
  for (std::size_t i = 0; i < count; ++i)
    keys[i] = algorithms::decoded(keys[i], order);
}

void pair_keys(const std::uint32_t *from, std::size_t count, const KeyOrder &given, std::uint64_t *to,
               std::uint64_t first) {
  const KeyOrder order = given;
  for (std::size_t i = 0; i < count; ++i)
    to[i] = std::uint64_t(algorithms::encoded(from[i], order)) << 32 | (first + i);
}

void unpair_keys(std::uint64_t *words, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    words[i] &= 0xffffffff;
}

constexpr SortFunctions functions_here{
    sort_keys<std::uint32_t>,
    sort_keys<std::uint64_t>,
    count_keys<std::uint32_t>,
    count_keys<std::uint64_t>,
    spread_keys<std::uint32_t>,
    spread_keys<std::uint64_t>,
    encode_keys<std::uint32_t>,
    encode_keys<std::uint64_t>,
    decode_keys<std::uint32_t>,
    decode_keys<std::uint64_t>,
    pair_keys,
    unpair_keys,
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

#define WEFT_SORT(key)                                                                                                 \
  void __weft_rare_sort_##key(weft_##key *keys, std::uint64_t count) noexcept {                                        \
    weft::libdevice::functions()->sort_##key(keys, count);                                                             \
  }                                                                                                                    \
  void __weft_rare_count_##key(const weft_##key *keys, std::uint64_t count, const weft_##key *bounds,                  \
                               std::uint64_t buckets, std::int64_t *sizes) noexcept {                                  \
    weft::libdevice::functions()->count_##key(keys, count, bounds, buckets, sizes);                                    \
  }                                                                                                                    \
  void __weft_rare_encode_##key(const weft_##key *from, std::uint64_t count, const weft::algorithms::KeyOrder *order,  \
                                weft_##key *to) noexcept {                                                             \
    weft::libdevice::functions()->encode_##key(from, count, *order, to);                                               \
  }                                                                                                                    \
  void __weft_rare_decode_##key(weft_##key *keys, std::uint64_t count,                                                 \
                                const weft::algorithms::KeyOrder *order) noexcept {                                    \
    weft::libdevice::functions()->decode_##key(keys, count, *order);                                                   \
  }                                                                                                                    \
  void __weft_rare_spread_##key(const weft_##key *keys, std::uint64_t count, const weft_##key *bounds,                 \
                                std::uint64_t buckets, weft_##key *to, std::int64_t *ends) noexcept {                  \
    weft::libdevice::functions()->spread_##key(keys, count, bounds, buckets, to, ends);                                \
  }
using weft_u32 = std::uint32_t;
using weft_u64 = std::uint64_t;
WEFT_SORT(u32)
WEFT_SORT(u64)

void __weft_rare_pair_u32(const std::uint32_t *from, std::uint64_t count, const weft::algorithms::KeyOrder *order,
                          std::uint64_t *to, std::uint64_t first) noexcept {
  weft::libdevice::functions()->pair_u32(from, count, *order, to, first);
}

void __weft_rare_unpair_u64(std::uint64_t *words, std::uint64_t count) noexcept {
  weft::libdevice::functions()->unpair_u64(words, count);
}

#endif
