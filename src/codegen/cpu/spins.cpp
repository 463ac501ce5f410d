// A loop waits if all its exits depend on what atomics read that the loop itself does not make succeed, or if a turn
// hands nothing on to the next: then that is the same again, but for what others write.
#include "codegen/cpu/spins.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include "codegen/cpu/abi.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
/// Does it change nothing any more when it is done again?
bool settles(const AtomicRMWInst &change, const Loop &loop) {
  const Value *operand = change.getValOperand();
  switch (change.getOperation()) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::Xor:
    return match(operand, PatternMatch::m_Zero());
  case AtomicRMWInst::Xchg:
  case AtomicRMWInst::And:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Max:
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::UMin:
  case AtomicRMWInst::FMax:
  case AtomicRMWInst::FMin:
    return loop.isLoopInvariant(operand);
  default:
    return false;
  }
}

bool reads_what_others_write(const Instruction &instruction, const Loop &loop) {
  const Value *pointer = nullptr;
  if (const auto *load = dyn_cast<LoadInst>(&instruction); load && (load->isAtomic() || load->isVolatile()))
    pointer = load->getPointerOperand();
  else if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction);
           exchange && loop.isLoopInvariant(exchange->getCompareOperand()))
    pointer = exchange->getPointerOperand();
  else if (const auto *change = dyn_cast<AtomicRMWInst>(&instruction); change && settles(*change, loop))
    pointer = change->getPointerOperand();
  return pointer != nullptr && loop.isLoopInvariant(pointer) && !isa<AllocaInst>(getUnderlyingObject(pointer, 0));
}

/// Does the value depend on such a read, and on no exchange that succeeds sooner or later?
bool depends_on_others(Value &value, const Loop &loop) {
  SmallPtrSet<Value *, 16> seen;
  SmallVector<Value *> open{&value};
  bool waits = false;
  while (!open.empty()) {
    auto *instruction = dyn_cast<Instruction>(open.pop_back_val());
    if (instruction == nullptr || !loop.contains(instruction) || !seen.insert(instruction).second)
      continue;
    if (reads_what_others_write(*instruction, loop)) {
      waits = true;
      continue;
    }
    if (isa<AtomicCmpXchgInst, AtomicRMWInst>(instruction))
      return false;
    if (const auto *phi = dyn_cast<PHINode>(instruction); phi && phi->getParent() == loop.getHeader() && !waits) {
      // A counter ends the loop by itself.
      for (const Value *incoming : phi->incoming_values())
        if (const auto *step = dyn_cast<BinaryOperator>(incoming); step && loop.contains(step))
          return false;
    }
    append_range(open, instruction->operand_values());
  }
  return waits;
}

/// Does a value of the loop depend on one of the turn before?
bool depends_on_last_turn(Value &value, const Loop &loop) {
  SmallPtrSet<Value *, 16> seen;
  SmallVector<Value *> open{&value};
  while (!open.empty()) {
    auto *instruction = dyn_cast<Instruction>(open.pop_back_val());
    if (instruction == nullptr || !loop.contains(instruction) || !seen.insert(instruction).second)
      continue;
    if (isa<PHINode>(instruction) && instruction->getParent() == loop.getHeader())
      return true;
    append_range(open, instruction->operand_values());
  }
  return false;
}

bool carries_values(const Loop &loop) {
  SmallVector<BasicBlock *> latches;
  loop.getLoopLatches(latches);
  return any_of(loop.getHeader()->phis(), [&](const PHINode &phi) {
    return any_of(latches, [&](const BasicBlock *latch) {
      return depends_on_last_turn(*phi.getIncomingValueForBlock(latch), loop);
    });
  });
}

/// What instructions of a loop do to memory.
struct Accesses {
  SmallPtrSet<const Value *, 4> read, written; ///< Variables of the work-item's own, and null for all else.
  bool atomically_read = false, unknown = false;

  Accesses(const Loop &loop) {
    for (const BasicBlock *block : loop.blocks())
      for (const Instruction &instruction : *block)
        add(instruction, loop);
  }

private:
  static const Value *variable(const Value *pointer) { return dyn_cast<AllocaInst>(getUnderlyingObject(pointer, 0)); }

  void add(const Instruction &instruction, const Loop &loop) {
    if (const auto *load = dyn_cast<LoadInst>(&instruction)) {
      if (load->isAtomic() || load->isVolatile())
        atomically_read = true;
      else if (!load->hasMetadata(LLVMContext::MD_invariant_load))
        read.insert(variable(load->getPointerOperand()));
    } else if (const auto *store = dyn_cast<StoreInst>(&instruction)) {
      written.insert(variable(store->getPointerOperand()));
    } else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction)) {
      (reads_what_others_write(instruction, loop) ? atomically_read : unknown) = true;
    } else if (const auto *fill = dyn_cast<MemSetInst>(&instruction)) {
      written.insert(variable(fill->getDest()));
    } else if (instruction.mayReadOrWriteMemory() && !instruction.isLifetimeStartOrEnd()) {
      unknown = true;
    }
  }
};

/// A variable that a turn reads and writes is taken for one that it writes first where it begins to live in the turn.
bool carries_memory(const Loop &loop, const Accesses &accesses) {
  const auto begins_in_turn = [&](const Value &variable) {
    return any_of(variable.users(), [&](const User *user) {
      const auto *mark = dyn_cast<IntrinsicInst>(user);
      return mark && mark->getIntrinsicID() == Intrinsic::lifetime_start && loop.contains(mark);
    });
  };
  return any_of(accesses.read, [&](const Value *variable) {
    return accesses.written.contains(variable) && (variable == nullptr || !begins_in_turn(*variable));
  });
}

bool hands_nothing_on(const Loop &loop) {
  const Accesses accesses(loop);
  return accesses.atomically_read && !accesses.unknown && !carries_memory(loop, accesses) && !carries_values(loop);
}

bool exits_wait(const Loop &loop) {
  SmallVector<BasicBlock *> exiting;
  loop.getExitingBlocks(exiting);
  for (BasicBlock *block : exiting) {
    const Instruction *end = block->getTerminator();
    Value *condition = nullptr;
    if (const auto *branch = dyn_cast<BranchInst>(end); branch && branch->isConditional())
      condition = branch->getCondition();
    else if (const auto *choice = dyn_cast<SwitchInst>(end))
      condition = choice->getCondition();
    if (condition == nullptr || !depends_on_others(*condition, loop))
      return false;
  }
  return !exiting.empty();
}

bool waits(const Loop &loop) {
  return exits_wait(loop) || hands_nothing_on(loop);
}

template <class Wanted> bool any_exchange(const Loop &loop, const Wanted &wanted) {
  return any_of(loop.blocks(), [&](const BasicBlock *block) {
    return any_of(*block,
                  [&](const Instruction &each) { return isa<AtomicCmpXchgInst, AtomicRMWInst>(each) && wanted(each); });
  });
}

/// Does a turn try what only one can have? Who fails may go round until another one lets go.
bool tries(const Loop &loop) {
  return any_exchange(loop, [](const Instruction &each) { return !each.use_empty(); });
}

/// Until `use` gives false.
template <class Use> void each_loop(const Function &spmd, const Use &use) {
  const DominatorTree dominators(const_cast<Function &>(spmd));
  const LoopInfo loops(dominators);
  for (const Loop *loop : loops.getLoopsInPreorder())
    if (!use(*loop))
      return;
}
} // namespace

bool waits_for_others(const Function &spmd) {
  bool found = false;
  each_loop(spmd, [&](const Loop &loop) {
    found = waits(loop);
    return !found;
  });
  return found;
}

bool waits_for_locks(const Function &spmd) {
  bool found = false;
  each_loop(spmd, [&](const Loop &loop) {
    found = waits(loop) && any_exchange(loop, [](const Instruction &) { return true; });
    return !found;
  });
  return found;
}

void yield_in_waiting_loops(Function &spmd) {
  SmallPtrSet<BasicBlock *, 8> latches;
  each_loop(spmd, [&](const Loop &loop) {
    SmallVector<BasicBlock *> ends;
    loop.getLoopLatches(ends);
    if (waits(loop) || tries(loop))
      latches.insert(ends.begin(), ends.end());
    return true;
  });
  for (BasicBlock *latch : latches) {
    IRBuilder<> ir(latch->getTerminator());
    auto yield = spmd.getParent()->getOrInsertFunction(yield_name, ir.getVoidTy());
    cast<Function>(yield.getCallee())->setDoesNotThrow();
    ir.CreateCall(yield);
  }
}

} // namespace weft::codegen::cpu
