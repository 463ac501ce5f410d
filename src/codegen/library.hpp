// What SYCL_EXTERNAL functions come from.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace weft::codegen {

/// Bitcode of SYCL_EXTERNAL functions, and the translation unit that it is of.
struct Library {
  std::string_view unit;
  std::span<const std::byte> bitcode;
};

} // namespace weft::codegen
