// The table that the build generates from the bitcode modules of the device library.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace weft::libdevice {

struct Module {
  std::string_view stem; ///< Symbols are the stem itself, or the stem, '_' and dtypes.
  std::span<const std::byte> bitcode;
};

std::span<const Module> modules() noexcept; ///< Sorted by stem.

} // namespace weft::libdevice
