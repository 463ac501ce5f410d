// `__weft_check_index(index, extent)`, which the headers call for every subscript of an accessor.
#pragma once

#include <llvm/IR/Module.h>

namespace weft::codegen::ir {

/// As if they had not been written.
void drop_index_checks(llvm::Module &);

enum class Output { standard_error, printf };

struct Failure {
  const char *message; ///< a format of printf's, for the values
  const char *assertion, *of;
};

/// Tells it with the place of the instruction, where the module has debug information, and fails the assertion.
void fail_check(llvm::Instruction &before, const Failure &, Output, llvm::ArrayRef<llvm::Value *> values);

/// Makes them tests. The module is clean().
void test_indices(llvm::Module &, Output);

} // namespace weft::codegen::ir
