// What a kernel's launches on NVIDIA GPUs need to know beside its code.
#pragma once

#include <cstdint>

namespace weft::codegen::nvptx {

/// Work-items of a block that go through the items of a hierarchical kernel together.
inline constexpr std::uint32_t items_side_by_side = 128;

/// Codegen's words in Binary::launched_by, which has none for plain kernels.
struct LaunchedBy {
  std::uint32_t items = 0;        ///< in a block, whatever the launch says; 0 for what it says
  std::uint32_t static_local = 0; ///< bytes of dynamic local memory beyond what the launch asks for
};

} // namespace weft::codegen::nvptx
