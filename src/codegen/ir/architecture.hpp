// Kernels ask which architecture they run on (`__weft_architecture`).
#pragma once

namespace llvm {
class Module;
}

namespace weft::codegen::ir {

/// The answer, as libdevice/builtins.def counts them.
void tell_architecture(llvm::Module &, unsigned number);

} // namespace weft::codegen::ir
