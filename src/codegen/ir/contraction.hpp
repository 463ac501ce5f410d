// Whether a*b+c rounds once or twice.
#pragma once

#include <llvm/IR/Module.h>

namespace weft::codegen::ir {

/// Sets or clears whether a*b+c may round once, for all of the module's arithmetic.
void allow_contraction(llvm::Module &module, bool allow);

/// Sums and differences of float and double with a product that nothing else uses round once, as clang has them within
/// an expression (-ffp-contract=on). For code as it was written, before equal products become one.
void contract_expressions(llvm::Module &module);

} // namespace weft::codegen::ir
