// Finds rare paths by symbol.
#include "libdevice/rare.hpp"

#include "libdevice/math/rare.hpp"

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
  };
  for (const Row &row : rows)
    if (row.symbol == symbol)
      return row.function;
  return nullptr;
}

} // namespace weft::libdevice
