// They are calls of functions that nobody defines.
#include "codegen/ir/debug_marks.hpp"

#include <llvm/IR/Instructions.h>

namespace weft::codegen::ir {

using namespace llvm;

void drop_debug_marks(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    if (!function.getName().starts_with("weft.debug."))
      continue;
    for (User *user : make_early_inc_range(function.users()))
      cast<Instruction>(user)->eraseFromParent();
    function.eraseFromParent();
  }
}

} // namespace weft::codegen::ir
