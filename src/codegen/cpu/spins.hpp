// Work-items that wait for each other without a barrier, by loading until another one has stored.
#pragma once

#include <llvm/IR/Function.h>

namespace weft::codegen::cpu {

/// Is there a loop that ends only when another work-item has stored what an atomic load of it reads, or has let go of
/// what it tries to exchange? Loops that exchange what they loaded just before are none: one of them always succeeds.
bool waits_for_others(const llvm::Function &spmd);

/// Does such a loop try to exchange, as those that take a lock do? Lanes of one vector would keep each other from it.
bool waits_for_locks(const llvm::Function &spmd);

/// Lets other work-items go on whenever such a loop comes round, or another one that exchanges: a call of yield_name.
void yield_in_waiting_loops(llvm::Function &spmd);

} // namespace weft::codegen::cpu
