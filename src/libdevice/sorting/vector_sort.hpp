// Sorts of unsigned keys in vectors, for CPU kernels: Highway's vqsort, linked in, for the widest vectors of this
// processor.
#pragma once

#include <cstdint>

#include "libdevice/sorting/keys.hpp"

/// Keys as they are ordered, and back in place; or each above its place, which counts from `first`, and what is left of
/// such words in place: the place.
extern "C" void __weft_rare_encode_u32(const std::uint32_t *from, std::uint64_t count,
                                       const weft::algorithms::KeyOrder *, std::uint32_t *to) noexcept;
extern "C" void __weft_rare_encode_u64(const std::uint64_t *from, std::uint64_t count,
                                       const weft::algorithms::KeyOrder *, std::uint64_t *to) noexcept;
extern "C" void __weft_rare_decode_u32(std::uint32_t *keys, std::uint64_t count,
                                       const weft::algorithms::KeyOrder *) noexcept;
extern "C" void __weft_rare_decode_u64(std::uint64_t *keys, std::uint64_t count,
                                       const weft::algorithms::KeyOrder *) noexcept;
extern "C" void __weft_rare_pair_u32(const std::uint32_t *from, std::uint64_t count, const weft::algorithms::KeyOrder *,
                                     std::uint64_t *to, std::uint64_t first) noexcept;
extern "C" void __weft_rare_unpair_u64(std::uint64_t *words, std::uint64_t count) noexcept;

/// Ascending, in place. Kernels call it by name (libdevice/rare.hpp finds it); only where sorts_in_vectors().
extern "C" void __weft_rare_sort_u32(std::uint32_t *keys, std::uint64_t count) noexcept;
extern "C" void __weft_rare_sort_u64(std::uint64_t *keys, std::uint64_t count) noexcept;

/// Bucket b of `buckets` has the keys from bounds[b - 1] on and below bounds[b], the first and the last one all that is
/// beyond. Adds to sizes[b] how many of the keys those are.
extern "C" void __weft_rare_count_u32(const std::uint32_t *keys, std::uint64_t count, const std::uint32_t *bounds,
                                      std::uint64_t buckets, std::int64_t *sizes) noexcept;
extern "C" void __weft_rare_count_u64(const std::uint64_t *keys, std::uint64_t count, const std::uint64_t *bounds,
                                      std::uint64_t buckets, std::int64_t *sizes) noexcept;

/// Appends each key to its bucket: ends[b] elements from `to` on is where the next one belongs.
extern "C" void __weft_rare_spread_u32(const std::uint32_t *keys, std::uint64_t count, const std::uint32_t *bounds,
                                       std::uint64_t buckets, std::uint32_t *to, std::int64_t *ends) noexcept;
extern "C" void __weft_rare_spread_u64(const std::uint64_t *keys, std::uint64_t count, const std::uint64_t *bounds,
                                       std::uint64_t buckets, std::uint64_t *to, std::int64_t *ends) noexcept;

namespace weft::libdevice {

/// Whether this processor has vectors that sorts gain by (AVX2 and newer), and WEFT_VECTOR_SORT does not say 0.
bool sorts_in_vectors() noexcept;

} // namespace weft::libdevice
