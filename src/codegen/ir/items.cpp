// A loop over all of them, then.
#include "codegen/ir/items.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>

#include "codegen/ir/builtins.hpp"

namespace weft::codegen::ir {

using namespace llvm;

void take_items_in_turn(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      const BuiltinInfo &builtin = builtin_of(instruction);
      if (builtin == Builtin::items_begin)
        instruction.replaceAllUsesWith(ConstantInt::get(instruction.getType(), 0));
      else if (builtin == Builtin::items_step)
        instruction.replaceAllUsesWith(ConstantInt::get(instruction.getType(), 1));
      else if (builtin != Builtin::items_end)
        continue;
      instruction.eraseFromParent();
    }
}

} // namespace weft::codegen::ir
