// Stores that go around the caches: for results so large that nothing of them would be found there.
#pragma once

#include <llvm/IR/Function.h>

namespace weft::codegen::cpu {

/// Marks the stores of a kernel that calls `weft.stores.stream`, and takes the call out; false where there is none. The
/// caller promises of every such store that lies side by side across vectors of neighbours along dimension 0: those
/// vectors begin at multiples of their size, up to 64 bytes.
bool mark_streaming_stores(llvm::Function &spmd);

} // namespace weft::codegen::cpu
