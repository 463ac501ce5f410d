// Copies that are equal stay so if what is stored is the same for all lanes, which is asked under the assumption that
// what is loaded is.
#include "codegen/cpu/equal_copies.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "codegen/cpu/spmd.hpp"
#include "codegen/cpu/uniformity.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {

using BlockSet = SmallPtrSet<const BasicBlock *, 16>;

/// Blocks that lanes may come by one by one: all that follow where they part.
BlockSet blocks_of_parted_lanes(const Function &spmd, const Uniformity &lanes) {
  SmallVector<const BasicBlock *, 16> left;
  for (const BasicBlock &block : spmd)
    if (const Instruction *end = block.getTerminator();
        end->getNumSuccessors() > 1 && !lanes.uniform(*end->getOperand(0)))
      append_range(left, successors(&block));
  BlockSet parted;
  while (!left.empty())
    if (const BasicBlock *block = left.pop_back_val(); parted.insert(block).second)
      append_range(left, successors(block));
  return parted;
}

/// Is all that is stored through the pointer, and through those made of it, the same for all lanes?
bool stores_the_same(const Value &pointer, const Uniformity &lanes, const BlockSet &parted) {
  return all_of(pointer.uses(), [&](const Use &use) {
    const auto *user = cast<Instruction>(use.getUser());
    if (isa<GetElementPtrInst>(user))
      return stores_the_same(*user, lanes, parted);
    if (isa<LoadInst>(user))
      return true;
    const auto *store = dyn_cast<StoreInst>(user);
    const bool writes = (store != nullptr && use.getOperandNo() == StoreInst::getPointerOperandIndex()) ||
                        isa<MemSetInst, MemTransferInst>(user);
    return writes && !parted.contains(user->getParent()) &&
           all_of(user->operands(), [&](const Use &operand) { return lanes.uniform(*operand); });
  });
}

} // namespace

bool keep_equal_copies(Function &spmd) {
  const Uniformity lanes(spmd);
  return stores_the_same(*spmd.getArg(arg_local), lanes, blocks_of_parted_lanes(spmd, lanes));
}

} // namespace weft::codegen::cpu
