// What code for this CPU calls rarely enough to call it: rare paths of math functions (libdevice/math/rare.hpp), the
// reciprocals of divisors, and sorts of keys (sorting/vector_sort.hpp).
#pragma once

#include <cstdint>
#include <string_view>

/// floor(2^64 (2^l - divisor) / divisor) + 1, where 2^(l - 1) < divisor <= 2^l; 0 for 0.
extern "C" std::uint64_t __weft_rare_reciprocal_u64(std::uint64_t divisor) noexcept;

namespace weft::libdevice {

/// The function of this symbol (`__weft_rare_sin_f64`), or null.
void *rare_function(std::string_view symbol) noexcept;

} // namespace weft::libdevice
