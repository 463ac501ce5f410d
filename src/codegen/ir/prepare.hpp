// What finalizers of all devices do first is done once, when the source is compiled.
#pragma once

#include <llvm/IR/Module.h>

namespace weft::codegen::ir {

/// Inlines into the kernel all that it calls, but for what the source keeps apart (noinline): a device may have an
/// instruction for it. Builtins, constants to be specialised and checks of indices stay. Throws Error(build).
void prepare(llvm::Module &module, llvm::Function &kernel);

/// Does the module hold nothing but what its one kernel needs?
bool is_prepared(const llvm::Module &module);

} // namespace weft::codegen::ir
