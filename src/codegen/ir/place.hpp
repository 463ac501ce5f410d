// Where in the user's source an instruction comes from.
#pragma once

#include <string>

#include <llvm/IR/Instruction.h>

namespace weft::codegen::ir {

/// "file:line:column: error: ", of the innermost call that neither the system's headers nor Weft's own make; empty
/// without debug information.
std::string place_of(const llvm::Instruction &instruction);

} // namespace weft::codegen::ir
