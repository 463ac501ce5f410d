// Marks for debuggers in kernels that are compiled without (codegen/cpu/debug_info.hpp says what they are).
#pragma once

#include <llvm/IR/Module.h>

namespace weft::codegen::ir {

void drop_debug_marks(llvm::Module &module);

} // namespace weft::codegen::ir
