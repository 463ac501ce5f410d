// Memory that a kernel asks for where it runs (`__weft_group_memory`, `__weft_group_scratch`), laid out in front of the
// launch's local memory.
#pragma once

#include <cstdint>

#include <llvm/IR/Function.h>

#include "codegen/cpu/spmd.hpp"

namespace weft::codegen::cpu {

/// Lowers the calls to places behind the local memory's start; gives how many bytes they take.
std::uint32_t place_group_memory(llvm::Function &spmd, const Launch &launch);

} // namespace weft::codegen::cpu
