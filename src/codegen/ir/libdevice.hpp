// Gives kernels the ops and the math of libdevice.
#pragma once

#include <string_view>

#include <llvm/IR/Module.h>

namespace weft::codegen::ir {

/// Links the bodies of undefined `__weft_op_*` and of the device C library.
void link_ops(llvm::Module &module);

/// Rare paths of math bodies (libdevice/math/rare.hpp) are linked, or stay undefined where the process has them.
enum class RarePaths { linked, in_process };

/// Calls of the C library's math and of LLVM's math intrinsics become calls of `__weft_math_*`, whose bodies are
/// linked. sqrt, fma, rounding, fabs, min, max and copysign stay intrinsics: every target has instructions for them.
void link_math(llvm::Module &module, RarePaths rare);

/// Links the bodies of undefined `__weft_*`, which libdevice has as `__weft_TARGET_*`. Modules of which the kernel uses
/// nothing stay closed: opening one takes longer the more it has.
void link_builtins(llvm::Module &module, std::string_view target);

/// The C name, without the f of float, of the math function of float or double that `function` is, or "".
llvm::StringRef c_math_name(const llvm::Function &function);

/// Sine and cosine of one number in one block are computed at once. What bodies call has to be inlined before.
void join_sines_and_cosines(llvm::Module &module);

/// frem becomes calls of the function that `named` names for a type; it stays where that is empty.
void remainder_to_calls(llvm::Module &module, llvm::function_ref<std::string(const llvm::Type &)> named);

/// Is this a rare path, which no finalizer inlines?
bool is_rare_path(llvm::StringRef symbol);

} // namespace weft::codegen::ir
