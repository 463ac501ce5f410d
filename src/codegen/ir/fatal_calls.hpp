// Calls that end the host's program, in code of devices.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace weft::codegen::ir {

/// Every call of the function of this name, if there is one; `lower` may erase it.
void for_calls_of(llvm::Module &, llvm::StringRef name, llvm::function_ref<void(llvm::CallBase &)> lower);

/// A trap instead of the call; nothing comes after it.
void trap_at(llvm::CallBase &);

/// What throws or aborts traps; type infos vanish.
void trap_at_fatal_calls(llvm::Module &);

} // namespace weft::codegen::ir
