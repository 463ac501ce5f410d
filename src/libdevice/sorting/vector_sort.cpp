// Compiled once per kind of vectors: Highway includes this file again for each (foreach_target.h). Which one runs is
// asked here, not in libhwy, so that nothing but headers is needed of it.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "libdevice/sorting/vector_sort.hpp"
#include "support/env.hpp"
#include "support/lock.hpp"

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
  namespace hn = hwy::HWY_NAMESPACE;
  using Traits = hn::detail::SharedTraits<hn::detail::TraitsLane<hn::detail::OrderAscending<Key>>>;
  HWY_ALIGN Key buffer[hwy::SortConstants::BufNum<Key>(HWY_MAX_BYTES / sizeof(Key))];
  hn::Sort(hn::SortTag<Key>(), Traits(), keys, count, buffer);
}

void sort_u32(std::uint32_t *keys, std::size_t count) {
  sort_keys(keys, count);
}

void sort_u64(std::uint64_t *keys, std::size_t count) {
  sort_keys(keys, count);
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

struct Functions {
  void (*u32)(std::uint32_t *, std::size_t) = nullptr;
  void (*u64)(std::uint64_t *, std::size_t) = nullptr;
};

/// AMD's processors store compressed vectors of 512 bits by microcode before Zen 5, and lose by them.
bool gains_by_avx512() {
  return !__builtin_cpu_is("amd") && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl") && env::number("WEFT_VECTOR_BITS", 512) == 512;
}

Functions choose() {
  __builtin_cpu_init();
  if (env::text("WEFT_VECTOR_SORT") == "0")
    return {};
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("fma") ||
      !__builtin_cpu_supports("f16c") || !__builtin_cpu_supports("aes") || !__builtin_cpu_supports("pclmul"))
    return {};
  if (gains_by_avx512())
    return {N_AVX3::sort_u32, N_AVX3::sort_u64};
  return {N_AVX2::sort_u32, N_AVX2::sort_u64};
}

const Functions &functions() {
  static constinit Lazy<Functions> chosen;
  return chosen.get(choose);
}

} // namespace

bool sorts_in_vectors() noexcept {
  return functions().u32 != nullptr;
}

} // namespace weft::libdevice

void __weft_rare_sort_u32(std::uint32_t *keys, std::uint64_t count) noexcept {
  weft::libdevice::functions().u32(keys, count);
}

void __weft_rare_sort_u64(std::uint64_t *keys, std::uint64_t count) noexcept {
  weft::libdevice::functions().u64(keys, count);
}

#endif
