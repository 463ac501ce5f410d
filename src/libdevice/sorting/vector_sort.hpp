// Sorts of unsigned keys in vectors, for CPU kernels: Highway's vqsort, linked in, for the widest vectors of this
// processor.
#pragma once

#include <cstdint>

/// Ascending, in place. Kernels call it by name (libdevice/rare.hpp finds it); only where sorts_in_vectors().
extern "C" void __weft_rare_sort_u32(std::uint32_t *keys, std::uint64_t count) noexcept;
extern "C" void __weft_rare_sort_u64(std::uint64_t *keys, std::uint64_t count) noexcept;

namespace weft::libdevice {

/// Whether this processor has vectors that sorts gain by (AVX2 and newer), and WEFT_VECTOR_SORT does not say 0.
bool sorts_in_vectors() noexcept;

} // namespace weft::libdevice
