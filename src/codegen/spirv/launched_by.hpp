// What a launch has to know of a kernel in SPIR-V.
#pragma once

#include <cstdint>

namespace weft::codegen::spirv {

/// Parameters of the kernel, in order: the block of arguments, the launch's words, and dynamic local memory if it asks
/// for some.
struct LaunchedBy {
  std::uint32_t args_size = 0; ///< as the device reads it: at least what the launch brings, a multiple of 8
  bool takes_local = false;
  bool uses_sub_groups = false;
  bool uses_double = false, uses_half = false; ///< floating-point numbers that devices may lack
};

inline constexpr unsigned launch_words = 3; ///< The global range.

} // namespace weft::codegen::spirv
