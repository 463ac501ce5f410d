// Running sums in vectors, for CPU kernels.
#pragma once

#include <cstdint>

/// to[i] = before + from[0] + ... + from[i], where before is -0.0 for nothing; `streams` writes past the caches.
/// Kernels call it by name (libdevice/rare.hpp finds it); only where scans_in_vectors().
extern "C" void __weft_rare_scan_f32(const float *from, float *to, std::uint64_t count, float before,
                                     std::uint64_t streams) noexcept;
extern "C" void __weft_rare_scan_f64(const double *from, double *to, std::uint64_t count, double before,
                                     std::uint64_t streams) noexcept;
/// The same of integers, which wrap; before is 0 for nothing.
extern "C" void __weft_rare_scan_u32(const std::uint32_t *from, std::uint32_t *to, std::uint64_t count,
                                     std::uint32_t before, std::uint64_t streams) noexcept;
extern "C" void __weft_rare_scan_u64(const std::uint64_t *from, std::uint64_t *to, std::uint64_t count,
                                     std::uint64_t before, std::uint64_t streams) noexcept;

namespace weft::libdevice {

/// Whether this processor has AVX-512: narrower vectors gain nothing over sums of parts side by side.
bool scans_in_vectors() noexcept;

} // namespace weft::libdevice
