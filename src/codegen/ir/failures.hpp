// What kernels do that find out while they run that something is wrong.
#pragma once

#include <string>

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Instructions.h>

namespace weft::codegen::ir {

enum class Output { standard_error, printf };

struct Failure {
  const char *message; ///< a format of printf's, for the values
  const char *assertion, *of;
};

/// The text as part of a format.
std::string doubled_percents(llvm::StringRef text);

/// Tells it with the place of the instruction, where the module has debug information, and fails the assertion.
void fail_assertion(llvm::Instruction &before, const Failure &, Output, llvm::ArrayRef<llvm::Value *> values);

} // namespace weft::codegen::ir
