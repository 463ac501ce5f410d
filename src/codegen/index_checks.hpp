// Kernels of SYCL check the indices of accessors where the user asks for it (WEFT_CHECK=1): a launch says so among its
// constants, so that kernels that check are others than those that do not.
#pragma once

#include <algorithm>

#include "codegen/finalizer.hpp"

namespace weft::codegen {

inline constexpr const char *check_indices = "check indices";

inline bool checks_indices(const Specialization &spec) {
  return std::ranges::find(spec.constants, check_indices, &Specialization::Constant::name) != spec.constants.end();
}

} // namespace weft::codegen
