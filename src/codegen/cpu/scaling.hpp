// Scaling by powers of two, which AVX-512 does in one instruction.
#pragma once

#include <llvm/IR/Module.h>

namespace weft::codegen::cpu {

/// Leaves `__weft_scale_<type>` of libdevice without its body, as `weft.lanewise.scale.<type>`, for lower_scaling().
void keep_scaling(llvm::Module &module);

/// Turns `weft.lanewise.scale.*`, scalar or vector, into AVX-512 instructions.
void lower_scaling(llvm::Module &module);

} // namespace weft::codegen::cpu
