// Recognises the form by its blocks.
#include "codegen/cpu/rotated_loop.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
/// Does the block go to the one or the other?
bool chooses(const BasicBlock &block, const BasicBlock &one, const BasicBlock &other) {
  const auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  if (branch == nullptr || branch->isUnconditional())
    return false;
  const BasicBlock *yes = branch->getSuccessor(0), *no = branch->getSuccessor(1);
  return (yes == &one && no == &other) || (yes == &other && no == &one);
}
} // namespace

std::optional<RotatedLoop> rotated(Loop &loop) {
  RotatedLoop found{&loop, nullptr, loop.getLoopPreheader(), loop.getLoopLatch(), loop.getUniqueExitBlock()};
  if (!found.preheader || !found.latch || !found.exit || loop.getExitingBlock() != found.latch)
    return std::nullopt;
  found.guard = found.preheader->getSinglePredecessor();
  if (!found.guard || !chooses(*found.guard, *found.preheader, *found.exit) ||
      !chooses(*found.latch, found.header(), *found.exit))
    return std::nullopt;
  return found;
}

void RotatedLoop::hoist(Value &value) const {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr || instruction->getParent() != preheader)
    return;
  for (Use &operand : instruction->operands())
    hoist(*operand.get());
  instruction->moveBefore(guard->getTerminator()->getIterator());
}

bool can_copy(const Loop &loop) {
  return none_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &instruction) {
      const auto *call = dyn_cast<CallBase>(&instruction);
      return call && (call->isConvergent() || call->cannotDuplicate());
    });
  });
}

} // namespace weft::codegen::cpu
