#include "codegen/cpu/block_copies.hpp"

#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace weft::codegen::cpu {

using namespace llvm;

BasicBlock *copy_for(BasicBlock &from, ArrayRef<BasicBlock *> blocks, BlockMap &map) {
  BasicBlocks copies;
  for (BasicBlock *block : blocks) {
    copies.push_back(CloneBasicBlock(block, map, ".ahead", block->getParent()));
    map[block] = copies.back();
  }
  const auto is_way_in = [&](BasicBlock *copy, BasicBlock *before) {
    return map.count(before) != 0 || (copy == copies.front() && before == &from);
  };
  for (BasicBlock *copy : copies) {
    for (PHINode &phi : make_early_inc_range(copy->phis()))
      for (unsigned i = phi.getNumIncomingValues(); i-- > 0;)
        if (!is_way_in(copy, phi.getIncomingBlock(i)))
          phi.removeIncomingValue(i, false);
    for (Instruction &instruction : *copy)
      RemapInstruction(&instruction, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  }
  return copies.front();
}

} // namespace weft::codegen::cpu
