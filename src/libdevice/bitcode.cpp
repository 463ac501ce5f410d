// Finds a libdevice symbol's module by its stem: the symbol without the dtypes it ends in.
#include "libdevice/bitcode.hpp"

#include "libdevice/bitcode_table.hpp"

#include <algorithm>

namespace weft::libdevice {

/// Stems are sorted; the longest one that fits is right (`less` and `less_equal` both fit `less_equal_f32`), and
/// cutting the symbol at its underscores from the right meets that one first.
std::span<const std::byte> bitcode_of(std::string_view symbol) noexcept {
  const std::span<const Module> table = modules();
  for (std::size_t end = symbol.size(); end != std::string_view::npos; end = symbol.substr(0, end).rfind('_')) {
    const std::string_view stem = symbol.substr(0, end);
    const auto found = std::ranges::lower_bound(table, stem, {}, &Module::stem);
    if (found != table.end() && found->stem == stem)
      return found->bitcode;
  }
  return {};
}

} // namespace weft::libdevice
