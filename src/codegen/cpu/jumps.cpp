// Runs LLVM's pass as for a target whose control flow does not diverge, and only where it is needed: it takes its time.
#include "codegen/cpu/jumps.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "codegen/ir/passes.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

void thread_jumps(Module &module, const Function &spmd) {
  const bool needed = any_of(instructions(spmd), [](const Instruction &instruction) {
    const auto *choice = dyn_cast<SwitchInst>(&instruction);
    const auto *noted = choice ? dyn_cast<PHINode>(choice->getCondition()) : nullptr;
    return noted && any_of(noted->incoming_values(), [](const Use &use) { return isa<ConstantInt>(use); });
  });
  if (needed)
    ir::Passes(ir::Divergence::none).run(module, "function(jump-threading)");
}

} // namespace weft::codegen::cpu
