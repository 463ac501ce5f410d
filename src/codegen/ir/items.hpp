// Where hierarchical kernels go through the work-items of a group.
#pragma once

#include <llvm/IR/Module.h>

namespace weft::codegen::ir {

/// All by the one work-item that runs what its group does once.
void take_items_in_turn(llvm::Module &);

} // namespace weft::codegen::ir
