// Gives OpenCL C's built-in functions their bodies, over libdevice and the `__weft_*` builtins.
#pragma once

#include <llvm/IR/Module.h>

namespace weft::codegen::opencl {

/// Defines every built-in function that the module calls. Throws Error(build) for a function that is not there.
void define_builtins(llvm::Module &);

} // namespace weft::codegen::opencl
