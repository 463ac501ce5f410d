// Finds rare paths by symbol.
#include "libdevice/rare.hpp"

#include <bit>

#include "libdevice/math/rare.hpp"
#include "libdevice/scanning/vector_scan.hpp"
#include "libdevice/sorting/vector_sort.hpp"

std::uint64_t __weft_rare_reciprocal_u64(std::uint64_t divisor) noexcept {
  using Wide = unsigned __int128;
  if (divisor == 0)
    return 0;
  const int length = 64 - std::countl_zero(divisor - 1);
  const Wide above = (Wide{1} << length) - divisor;
  return static_cast<std::uint64_t>((above << 64) / divisor) + 1;
}

namespace weft::libdevice {

void *rare_function(std::string_view symbol) noexcept {
  struct Row {
    std::string_view symbol;
    void *function;
  };
  static const Row rows[] = {
#define WEFT_RARE(name, shape)                                                                                         \
  {"__weft_rare_" #name "_f32", reinterpret_cast<void *>(&__weft_rare_##name##_f32)},                                  \
      {"__weft_rare_" #name "_f64", reinterpret_cast<void *>(&__weft_rare_##name##_f64)},
#include "libdevice/math/rare.def"
#undef WEFT_RARE
      {"__weft_rare_reciprocal_u64", reinterpret_cast<void *>(&__weft_rare_reciprocal_u64)},
#define WEFT_UNSIGNED(name)                                                                                            \
  {"__weft_rare_" #name "_u32", reinterpret_cast<void *>(&__weft_rare_##name##_u32)},                                  \
      {"__weft_rare_" #name "_u64", reinterpret_cast<void *>(&__weft_rare_##name##_u64)},
      WEFT_UNSIGNED(sort) WEFT_UNSIGNED(count) WEFT_UNSIGNED(spread) WEFT_UNSIGNED(encode) WEFT_UNSIGNED(decode)
          WEFT_UNSIGNED(scan)
#undef WEFT_UNSIGNED
              {"__weft_rare_scan_f32", reinterpret_cast<void *>(&__weft_rare_scan_f32)},
      {"__weft_rare_scan_f64", reinterpret_cast<void *>(&__weft_rare_scan_f64)},
      {"__weft_rare_pair_u32", reinterpret_cast<void *>(&__weft_rare_pair_u32)},
      {"__weft_rare_unpair_u64", reinterpret_cast<void *>(&__weft_rare_unpair_u64)},
  };
  for (const Row &row : rows)
    if (row.symbol == symbol)
      return row.function;
  return nullptr;
}

} // namespace weft::libdevice
