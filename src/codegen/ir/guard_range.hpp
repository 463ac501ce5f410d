// Work-items beyond a range kernel's range, which launches in whole groups have.
#pragma once

#include <llvm/IR/Function.h>

namespace weft::codegen::ir {

/// Lets those return at entry. The extents of the range are the words that the second parameter points to. SYCL's
/// kernels ask for themselves.
void guard_range(llvm::Function &entry, unsigned dims);

} // namespace weft::codegen::ir
