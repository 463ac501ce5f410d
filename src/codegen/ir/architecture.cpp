// Code for other architectures is dead from then on.
#include "codegen/ir/architecture.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "codegen/ir/builtins.hpp"

namespace weft::codegen::ir {

using namespace llvm;

void tell_architecture(Module &module, unsigned number) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (builtin_of(instruction) == Builtin::architecture) {
        instruction.replaceAllUsesWith(ConstantInt::get(instruction.getType(), number));
        instruction.eraseFromParent();
      }
}

} // namespace weft::codegen::ir
