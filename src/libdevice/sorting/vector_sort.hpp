// Sorts of keys in vectors, for CPU kernels: Highway's vqsort, linked in, for the widest vectors of this
// processor.
#pragma once

#include <cstdint>

#include "libdevice/sorting/keys.hpp"

/// Keys as signed numbers of their order, which is what AVX2 compares, and back in place.
extern "C" void __weft_rare_encode_i32(const std::uint32_t *from, std::uint64_t count,
                                       const weft::algorithms::KeyOrder *, std::int32_t *to) noexcept;
extern "C" void __weft_rare_encode_i64(const std::uint64_t *from, std::uint64_t count,
                                       const weft::algorithms::KeyOrder *, std::int64_t *to) noexcept;
extern "C" void __weft_rare_decode_i32(std::int32_t *keys, std::uint64_t count,
                                       const weft::algorithms::KeyOrder *) noexcept;
extern "C" void __weft_rare_decode_i64(std::int64_t *keys, std::uint64_t count,
                                       const weft::algorithms::KeyOrder *) noexcept;

/// Each key above its place, which counts from `first` and has 32 bits or, of keys of 8 bytes, `place_bits` (1 to 32):
/// of these keys, the highest of the bits in which those of the range differ. What is left of such words in place: the
/// place.
extern "C" void __weft_rare_pair_u32(const std::uint32_t *from, std::uint64_t count, const weft::algorithms::KeyOrder *,
                                     std::int64_t *to, std::uint64_t first) noexcept;
extern "C" void __weft_rare_pair_u64(const std::uint64_t *from, std::uint64_t count, const weft::algorithms::KeyOrder *,
                                     std::int64_t *to, std::uint64_t first, const weft::algorithms::KeyRange *,
                                     std::uint64_t place_bits) noexcept;
extern "C" void __weft_rare_unpair_i64(std::int64_t *words, std::uint64_t count, std::uint64_t place_bits) noexcept;

/// Widens the range by these keys.
extern "C" void __weft_rare_cover_u64(const std::uint64_t *from, std::uint64_t count,
                                      const weft::algorithms::KeyOrder *, weft::algorithms::KeyRange *) noexcept;

/// Ascending, in place. Kernels call it by name (libdevice/rare.hpp finds it); only where sorts_in_vectors().
extern "C" void __weft_rare_sort_i32(std::int32_t *keys, std::uint64_t count) noexcept;
extern "C" void __weft_rare_sort_i64(std::int64_t *keys, std::uint64_t count) noexcept;

/// The first `count` keys of two ascending runs together, ascending; there are as many.
extern "C" void __weft_rare_merge_i32(const std::int32_t *left, std::uint64_t lefts, const std::int32_t *right,
                                      std::uint64_t rights, std::int32_t *to, std::uint64_t count) noexcept;
extern "C" void __weft_rare_merge_i64(const std::int64_t *left, std::uint64_t lefts, const std::int64_t *right,
                                      std::uint64_t rights, std::int64_t *to, std::uint64_t count) noexcept;

/// Bucket b of `buckets` has the keys from bounds[b - 1] on and below bounds[b], the first and the last one all that is
/// beyond. Adds to sizes[b] how many of the keys those are.
extern "C" void __weft_rare_count_i32(const std::int32_t *keys, std::uint64_t count, const std::int32_t *bounds,
                                      std::uint64_t buckets, std::int64_t *sizes) noexcept;
extern "C" void __weft_rare_count_i64(const std::int64_t *keys, std::uint64_t count, const std::int64_t *bounds,
                                      std::uint64_t buckets, std::int64_t *sizes) noexcept;

/// Appends each key to its bucket: ends[b] elements from `to` on is where the next one belongs.
extern "C" void __weft_rare_spread_i32(const std::int32_t *keys, std::uint64_t count, const std::int32_t *bounds,
                                       std::uint64_t buckets, std::int32_t *to, std::int64_t *ends) noexcept;
extern "C" void __weft_rare_spread_i64(const std::int64_t *keys, std::uint64_t count, const std::int64_t *bounds,
                                       std::uint64_t buckets, std::int64_t *to, std::int64_t *ends) noexcept;

namespace weft::libdevice {

/// Whether this processor has vectors that sorts gain by (AVX2 and newer), and WEFT_VECTOR_SORT does not say 0.
bool sorts_in_vectors() noexcept;

} // namespace weft::libdevice
