// Work-items of hierarchical kernels, side by side: those of a block run the group's function together, the first of
// them alone does what may be done once only, with barriers around it, and each goes through its share of the items.
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "codegen/ir/builtins.hpp"
#include "codegen/ir/passes.hpp"
#include "codegen/nvptx/launched_by.hpp"
#include "codegen/nvptx/retarget.hpp"

namespace weft::codegen::nvptx {

using namespace llvm;
using ir::Builtin;
using ir::builtin_of;

namespace {

constexpr std::uint64_t most_shared = 40 * 1024; ///< bytes; the program's own local memory takes of the same
constexpr int work_group = 2;                    ///< the scope

using Blocks = SmallPtrSet<const BasicBlock *, 16>;

CallInst *make_barrier(Instruction *before) {
  IRBuilder<> ir(before);
  return ir::call_builtin(ir, Builtin::barrier, {ir.getInt32(work_group)});
}

CallInst *shared_memory(Function &kernel, Type *type, Align alignment) {
  IRBuilder<> ir(&kernel.getEntryBlock(), kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  const std::uint64_t bytes = kernel.getDataLayout().getTypeAllocSize(type);
  return ir::call_builtin(ir, Builtin::group_memory, {ir.getInt32(bytes), ir.getInt32(alignment.value())});
}

bool is_barrier(const Instruction &instruction) {
  return builtin_of(instruction) == Builtin::barrier;
}

/// Where items are gone through: from each items_begin, which begins a block then, to the one items_end after it, which
/// ends one.
class Regions {
public:
  /// False where code is neither the group's nor the items'.
  bool find(Function &kernel) {
    split(kernel);
    for (CallInst *begin : begins_)
      if (!collect(*begin))
        return false;
    return ends_.size() == begins_.size() && all_of(kernel, [&](const BasicBlock &block) { return hides(block); });
  }

  bool contains(const Instruction &instruction) const { return blocks_.contains(instruction.getParent()); }
  bool contains(const BasicBlock &block) const { return blocks_.contains(&block); }
  ArrayRef<CallInst *> begins() const { return begins_.getArrayRef(); }
  ArrayRef<CallInst *> ends() const { return ends_.getArrayRef(); }

private:
  void split(Function &kernel) {
    SmallVector<CallInst *> ends;
    for (Instruction &instruction : instructions(kernel))
      if (builtin_of(instruction) == Builtin::items_begin)
        begins_.insert(cast<CallInst>(&instruction));
      else if (builtin_of(instruction) == Builtin::items_end)
        ends.push_back(cast<CallInst>(&instruction));
    for (CallInst *begin : begins_)
      SplitBlock(begin->getParent(), begin);
    for (CallInst *end : ends)
      if (!end->getNextNode()->isTerminator() || end->getNextNode()->getNumSuccessors() != 1)
        SplitBlock(end->getParent(), end->getNextNode());
  }

  bool collect(CallInst &begin) {
    SmallVector<BasicBlock *> open{begin.getParent()};
    CallInst *end = nullptr;
    while (!open.empty()) {
      BasicBlock *block = open.pop_back_val();
      if (!blocks_.insert(block).second)
        continue;
      if (isa<ReturnInst>(block->getTerminator()))
        return false;
      if (block != begin.getParent() && is_first(*block))
        return false;
      auto *last = dyn_cast_or_null<CallInst>(block->getTerminator()->getPrevNode());
      if (last == nullptr || builtin_of(*last) != Builtin::items_end) {
        append_range(open, successors(block));
      } else if (end == nullptr) {
        end = last;
        if (!ends_.insert(last))
          return false;
      } else if (end != last) {
        return false;
      }
    }
    return end != nullptr;
  }

  /// Nothing comes in but from the front, and no value goes out.
  bool hides(const BasicBlock &block) const {
    if (!contains(block))
      return true;
    if (!is_first(block) && !all_of(predecessors(&block), [&](const BasicBlock *from) { return contains(*from); }))
      return false;
    return all_of(block, [&](const Instruction &instruction) {
      return all_of(instruction.users(), [&](const User *user) { return contains(*cast<Instruction>(user)); });
    });
  }

  static bool is_first(const BasicBlock &block) { return builtin_of(block.front()) == Builtin::items_begin; }

  SetVector<CallInst *> begins_, ends_;
  Blocks blocks_;
};

/// What is done with a variable on the stack, and where.
struct Uses {
  bool by_group = false, written_by_items = false, escapes = false;
  SmallVector<const Instruction *> writes;
};

Uses uses_of(const AllocaInst &variable, const Regions &regions) {
  Uses found;
  SmallVector<const Value *> open{&variable};
  SmallPtrSet<const Value *, 8> seen;
  while (!open.empty())
    for (const Use &use : open.pop_back_val()->uses()) {
      const auto &user = *cast<Instruction>(use.getUser());
      if (builtin_of(user) == Builtin::items_begin || user.isLifetimeStartOrEnd())
        continue;
      const bool in_items = regions.contains(user);
      found.by_group |= !in_items;
      const bool stored_to = isa<StoreInst>(user) && use.getOperandNo() == StoreInst::getPointerOperandIndex();
      const bool copied_to = isa<MemIntrinsic>(user) && use.getOperandNo() == 0;
      const bool is_read = isa<LoadInst, ICmpInst>(user) || (isa<MemTransferInst>(user) && use.getOperandNo() == 1);
      if (isa<GetElementPtrInst, PHINode, SelectInst>(user)) {
        if (seen.insert(&user).second)
          open.push_back(&user);
      } else if (stored_to || copied_to) {
        found.written_by_items |= in_items;
        found.writes.push_back(&user);
      } else if (!is_read) {
        found.escapes = true;
      }
    }
  return found;
}

class ItemsSideBySide {
public:
  explicit ItemsSideBySide(Function &kernel) : kernel_(kernel) {}

  bool run() {
    if (!find())
      return false;
    promote_captures();
    if (!find() || !share_variables())
      return false;
    IRBuilder<> ir(&kernel_.getEntryBlock(), kernel_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    thread_ = ir.CreateIntrinsic(Intrinsic::nvvm_read_ptx_sreg_tid_x, {});
    first_ = ir.CreateICmpEQ(thread_, ir.getInt32(0));
    take_shares();
    for (const LoopOfOne &loop : loops_)
      do_once(loop);
    SmallVector<BasicBlock *> blocks;
    for (BasicBlock &block : kernel_)
      if (!regions_.contains(block) && !done_once_.contains(&block))
        blocks.push_back(&block);
    for (BasicBlock *block : blocks)
      do_once(*block);
    ir::Passes(ir::Divergence::none).run(*kernel_.getParent(), "function(simplifycfg)");
    drop_repeated_barriers();
    return true;
  }

private:
  struct LoopOfOne {
    BasicBlock *before, *header, *after;
  };

  /// Regions, variables and loops; false where items have to be gone through one by one.
  bool find() {
    ir::Passes(ir::Divergence::none).run(*kernel_.getParent(), "function(loop-simplify,lcssa)");
    regions_ = Regions();
    if (!regions_.find(kernel_) || !all_of(instructions(kernel_), [&](const Instruction &i) { return may_run(i); }))
      return false;
    variables_.clear();
    for (Instruction &instruction : instructions(kernel_))
      if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
        if (!variable->isStaticAlloca())
          return false;
        variables_.insert({variable, uses_of(*variable, regions_)});
      }
    find_own_variables();
    return true;
  }

  /// All work-items can run it, or the first one alone.
  bool may_run(const Instruction &instruction) const {
    const auto *call = dyn_cast<CallBase>(&instruction);
    if (call == nullptr || !call->isConvergent())
      return builtin_of(instruction) != Builtin::private_memory;
    const ir::BuiltinInfo &builtin = builtin_of(instruction);
    if (builtin == Builtin::barrier)
      return !regions_.contains(instruction);
    return builtin == Builtin::items_begin || builtin == Builtin::items_end || builtin == Builtin::group_memory;
  }

  /// Those of which each work-item may have a copy: only what all of them run writes to it.
  void find_own_variables() {
    own_.clear();
    for (const auto &[variable, uses] : variables_)
      if (!uses.escapes && !uses.written_by_items)
        own_.insert(variable);
    for (bool changed = true; changed;) {
      find_loops_of_one();
      changed = false;
      for (const auto &[variable, uses] : variables_)
        if (any_of(uses.writes, [&](const Instruction *write) {
              return done_once_.contains(write->getParent()) || !writes_own(*write);
            }))
          changed |= own_.erase(variable);
    }
  }

  /// Loops that the first work-item runs alone.
  void find_loops_of_one() {
    loops_.clear();
    done_once_.clear();
    const DominatorTree dominators(kernel_);
    const LoopInfo loops(dominators);
    SmallVector<const Loop *> open(loops.begin(), loops.end());
    while (!open.empty()) {
      const Loop *loop = open.pop_back_val();
      const bool meets = any_of(loop->blocks(), [&](const BasicBlock *block) {
        return regions_.contains(*block) || any_of(*block, is_barrier);
      });
      const bool once = any_of(loop->blocks(), [&](const BasicBlock *block) {
        return any_of(*block, [&](const Instruction &instruction) { return is_once(instruction); });
      });
      BasicBlock *after = loop->getUniqueExitBlock();
      if (meets || after == nullptr || loop->getLoopPreheader() == nullptr || !loop->hasDedicatedExits()) {
        append_range(open, loop->getSubLoops());
      } else if (once) {
        loops_.push_back({loop->getLoopPreheader(), loop->getHeader(), after});
        done_once_.insert(loop->block_begin(), loop->block_end());
      }
    }
  }

  bool is_shared(const AllocaInst *variable, const Uses &uses) const {
    return uses.by_group && !own_.contains(variable);
  }

  bool is_own(const Value *pointer) const {
    const auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(pointer));
    return variable != nullptr && own_.contains(variable);
  }

  /// It has an effect, or may see one that others do not, so that one work-item runs it.
  bool is_once(const Instruction &instruction) const {
    if (instruction.isLifetimeStartOrEnd() || isa<AssumeInst>(instruction) || is_barrier(instruction) ||
        builtin_of(instruction) == Builtin::fence || builtin_of(instruction) == Builtin::group_memory)
      return false;
    return !writes_own(instruction) &&
           (instruction.mayWriteToMemory() || instruction.isAtomic() || instruction.isVolatile());
  }

  bool writes_own(const Instruction &instruction) const {
    if (const auto *store = dyn_cast<StoreInst>(&instruction))
      return is_own(store->getPointerOperand());
    const auto *copy = dyn_cast<MemIntrinsic>(&instruction);
    return copy != nullptr && is_own(copy->getDest());
  }

  /// What functions of items refer to by pointers on the stack is referred to directly then: a variable's uses show.
  void promote_captures() {
    Module &module = *kernel_.getParent();
    IRBuilder<> ir(kernel_.getContext());
    FunctionCallee hold =
        module.getOrInsertFunction("__weft_nvptx_hold", ir.getVoidTy(), PointerType::get(kernel_.getContext(), 0));
    for (const auto &[variable, uses] : variables_)
      if (is_shared(variable, uses)) {
        ir.SetInsertPoint(&kernel_.getEntryBlock(), kernel_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
        ir.CreateCall(hold, {variable});
      }
    for (CallInst *begin : regions_.begins())
      begin->setArgOperand(0, PoisonValue::get(begin->getArgOperand(0)->getType()));
    ir::Passes(ir::Divergence::none).run(module, "function(sroa<preserve-cfg>,early-cse)");
    auto *held = cast<Function>(hold.getCallee());
    for (User *user : make_early_inc_range(held->users()))
      cast<Instruction>(user)->eraseFromParent();
    held->eraseFromParent();
  }

  bool share_variables() {
    std::uint64_t bytes = 0;
    for (const auto &[variable, uses] : variables_) {
      if (!is_shared(variable, uses))
        continue;
      bytes += kernel_.getDataLayout().getTypeAllocSize(variable->getAllocatedType());
      if (bytes > most_shared)
        return false;
    }
    for (const auto &[variable, uses] : variables_) {
      if (!uses.by_group)
        continue;
      for (User *user : make_early_inc_range(variable->users())) // one work-item alone may come by
        if (cast<Instruction>(user)->isLifetimeStartOrEnd())
          cast<Instruction>(user)->eraseFromParent();
      if (!is_shared(variable, uses))
        continue;
      variable->replaceAllUsesWith(shared_memory(kernel_, variable->getAllocatedType(), variable->getAlign()));
      variable->eraseFromParent();
    }
    return true;
  }

  void take_shares() {
    for (CallInst *begin : regions_.begins()) {
      make_barrier(begin->getParent()->getSinglePredecessor()->getTerminator());
      IRBuilder<> ir(begin);
      begin->replaceAllUsesWith(ir.CreateZExt(thread_, begin->getType()));
      begin->eraseFromParent();
    }
    for (CallInst *end : regions_.ends()) {
      make_barrier(end);
      end->eraseFromParent();
    }
  }

  /// `value`, which the first work-item stores before `stored`, as all of them see it after `seen`.
  void tell_all(Value &value, Instruction &stored, Instruction &seen, function_ref<bool(const Use &)> told) {
    const Align alignment = kernel_.getDataLayout().getPrefTypeAlign(value.getType());
    CallInst *memory = shared_memory(kernel_, value.getType(), alignment);
    IRBuilder<>(&stored).CreateAlignedStore(&value, memory, alignment);
    Value *read = IRBuilder<>(&seen).CreateAlignedLoad(value.getType(), memory, alignment);
    value.replaceUsesWithIf(read, [&](Use &use) { return told(use); });
  }

  void do_once(const LoopOfOne &loop) {
    BasicBlock *const rest = SplitBlock(loop.after, loop.after->getFirstNonPHIIt());
    done_once_.insert(loop.after);
    for (LoopOfOne &other : loops_)
      if (other.before == loop.after)
        other.before = rest;
    make_barrier(loop.before->getTerminator());
    loop.before->getTerminator()->eraseFromParent();
    BranchInst::Create(loop.header, rest, first_, loop.before);
    CallInst *const barrier = make_barrier(&*rest->getFirstNonPHIIt());
    for (PHINode &phi : make_early_inc_range(loop.after->phis()))
      tell_all(phi, *loop.after->getTerminator(), *barrier->getNextNode(),
               [&](const Use &use) { return cast<Instruction>(use.getUser())->getParent() != loop.after; });
  }

  /// Stretches of a block, each from one such instruction to the last before all work-items have to run one.
  void do_once(BasicBlock &block) {
    const auto breaks = [&](const Instruction &instruction) {
      return instruction.isTerminator() || is_barrier(instruction) || writes_own(instruction) ||
             builtin_of(instruction) == Builtin::fence;
    };
    Instruction *first = nullptr, *last = nullptr;
    for (Instruction &instruction : block) {
      if (first != nullptr && breaks(instruction))
        break;
      if (is_once(instruction)) {
        first = first == nullptr ? &instruction : first;
        last = &instruction;
      }
    }
    if (first == nullptr)
      return;
    BasicBlock *const rest = do_once(*first, *last);
    do_once(*rest);
  }

  BasicBlock *do_once(Instruction &first, Instruction &last) {
    SmallPtrSet<const Value *, 16> stretch;
    for (Instruction &instruction :
         make_early_inc_range(make_range(first.getIterator(), std::next(last.getIterator())))) {
      const bool pure = !is_once(instruction) && !instruction.mayReadFromMemory();
      if (pure && none_of(instruction.operands(), [&](const Use &operand) { return stretch.contains(operand.get()); }))
        instruction.moveBefore(first.getIterator());
      else
        stretch.insert(&instruction);
    }
    BasicBlock *const before = first.getParent(), *const once = SplitBlock(before, &first);
    BasicBlock *const rest = SplitBlock(once, last.getNextNode());
    make_barrier(before->getTerminator());
    before->getTerminator()->eraseFromParent();
    BranchInst::Create(once, rest, first_, before);
    CallInst *const barrier = make_barrier(&rest->front());
    const auto outside = [&](const Use &use) { return cast<Instruction>(use.getUser())->getParent() != once; };
    for (Instruction &instruction : make_early_inc_range(*once))
      if (any_of(instruction.uses(), outside))
        tell_all(instruction, *once->getTerminator(), *barrier->getNextNode(), outside);
    return rest;
  }

  void drop_repeated_barriers() {
    for (BasicBlock &block : kernel_) {
      bool just_met = false;
      for (Instruction &instruction : make_early_inc_range(block)) {
        const bool meets = is_barrier(instruction) && ir::is_group_meeting(instruction);
        if (meets && just_met)
          instruction.eraseFromParent();
        else if (meets)
          just_met = true;
        else if (instruction.mayReadOrWriteMemory())
          just_met = false;
      }
    }
  }

  Function &kernel_;
  Regions regions_;
  MapVector<AllocaInst *, Uses> variables_;
  SmallPtrSet<const AllocaInst *, 8> own_;
  SmallVector<LoopOfOne> loops_;
  Blocks done_once_;
  Value *thread_ = nullptr, *first_ = nullptr;
};

} // namespace

bool goes_through_items(const Module &module) {
  return any_of(module, [](const Function &function) { return builtin_of(function) == Builtin::items_begin; });
}

void tell_of_one_work_item(Module &module) {
  IRBuilder<> ir(module.getContext());
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      const auto number = [&](std::uint64_t value) { return ConstantInt::get(instruction.getType(), value); };
      Value *answer = nullptr;
      switch (builtin_of(instruction).builtin) {
      case Builtin::items_step:
        answer = number(items_side_by_side);
        break;
      case Builtin::local_id:
      case Builtin::sub_group_local_id:
      case Builtin::sub_group_id:
        answer = number(0);
        break;
      case Builtin::local_range:
      case Builtin::sub_group_range:
      case Builtin::sub_groups:
        answer = number(1);
        break;
      case Builtin::global_id:
        ir.SetInsertPoint(&instruction);
        answer = ir::call_builtin(ir, Builtin::group_id, {instruction.getOperand(0)});
        break;
      default:
        continue;
      }
      instruction.replaceAllUsesWith(answer);
      instruction.eraseFromParent();
    }
}

bool spread_items(Function &kernel) {
  return ItemsSideBySide(kernel).run();
}

} // namespace weft::codegen::nvptx
