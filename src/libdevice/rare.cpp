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
#define WEFT_SYMBOL(name) {"__weft_rare_" #name, reinterpret_cast<void *>(&__weft_rare_##name)}
      WEFT_SYMBOL(sort_i32),       WEFT_SYMBOL(sort_i64),   WEFT_SYMBOL(count_i32),  WEFT_SYMBOL(count_i64),
      WEFT_SYMBOL(merge_i32),      WEFT_SYMBOL(merge_i64),  WEFT_SYMBOL(spread_i32), WEFT_SYMBOL(spread_i64),
      WEFT_SYMBOL(encode_i32),     WEFT_SYMBOL(encode_i64), WEFT_SYMBOL(decode_i32), WEFT_SYMBOL(decode_i64),
      WEFT_SYMBOL(pair_u32),       WEFT_SYMBOL(pair_u64),   WEFT_SYMBOL(unpair_i64), WEFT_SYMBOL(cover_u64),
      WEFT_SYMBOL(scan_u32),       WEFT_SYMBOL(scan_u64),   WEFT_SYMBOL(scan_f32),   WEFT_SYMBOL(scan_f64),
      WEFT_SYMBOL(reciprocal_u64),
#undef WEFT_SYMBOL
  };
  for (const Row &row : rows)
    if (row.symbol == symbol)
      return row.function;
  return nullptr;
}

} // namespace weft::libdevice
