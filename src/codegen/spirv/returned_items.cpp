// Work-items that return ahead of a barrier of the others wait there with them: OpenCL wants all of a group at each.
#include <optional>

#include <llvm/ADT/GenericUniformityImpl.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "codegen/ir/apart.hpp"
#include "codegen/ir/builtins.hpp"
#include "codegen/ir/passes.hpp"
#include "codegen/ir/spmd_target.hpp"
#include "codegen/spirv/retarget.hpp"

namespace weft::codegen::spirv {

using namespace llvm;

namespace {

/// Says of a kernel with meetings of its group whether work-items may go without them while others come to one: those
/// that return, at once or later, having noted it.
class Parting {
public:
  explicit Parting(Function &kernel)
      : kernel_(kernel), dominators_(kernel), post_dominators_(kernel),
        target_(ir::spmd_target_info(kernel.getDataLayout())) {
    cycles_.compute(kernel);
    items_.emplace(dominators_, cycles_, &target_);
    items_->compute();
  }

  bool possible() {
    for (BasicBlock &block : kernel_)
      if (any_of(block, ir::is_group_meeting))
        add_with_predecessors(block);
    for (const BasicBlock &block : kernel_)
      if (differs(block))
        ir::add_apart(block, meeting_place(block), apart_);
    return any_of(kernel_, [&](const BasicBlock &block) {
      return (lets_off(block) && (differs(block) || apart_.contains(&block))) ||
             (apart_.contains(&block) && any_of(block, ir::is_group_meeting));
    });
  }

private:
  /// Those that the block is reached from lead to a meeting, too.
  void add_with_predecessors(BasicBlock &meeting) {
    SmallVector<BasicBlock *, 16> next{&meeting};
    while (!next.empty())
      if (BasicBlock *block = next.pop_back_val(); leads_to_meeting_.insert(block).second)
        next.append(pred_begin(block), pred_end(block));
  }

  const BasicBlock *meeting_place(const BasicBlock &branch) const {
    const DomTreeNode *node = post_dominators_.getNode(&branch);
    const DomTreeNode *join = node != nullptr ? node->getIDom() : nullptr;
    return join != nullptr ? join->getBlock() : nullptr;
  }

  bool differs(const BasicBlock &block) const {
    const Instruction &end = *block.getTerminator();
    return end.getNumSuccessors() > 1 && !items_->isUniform(end.getOperand(0));
  }

  /// One way on leads to a meeting, another to none.
  bool lets_off(const BasicBlock &block) const {
    const auto leads = [&](const BasicBlock *next) { return leads_to_meeting_.contains(next); };
    return any_of(successors(&block), leads) && !all_of(successors(&block), leads);
  }

  Function &kernel_;
  const DominatorTree dominators_;
  const PostDominatorTree post_dominators_;
  const TargetTransformInfo target_;
  CycleInfo cycles_;
  std::optional<UniformityInfo> items_;
  ir::BlockSet leads_to_meeting_, apart_;
};

Constant *identity_of_order(bool is_min, bool is_signed, Type *type) {
  if (type->isFloatingPointTy())
    return ConstantFP::getNaN(type); // which is neither the smallest nor the largest
  const unsigned bits = type->getScalarSizeInBits();
  if (is_min)
    return ConstantInt::get(type, is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits));
  return ConstantInt::get(type, is_signed ? APInt::getSignedMinValue(bits) : APInt::getMinValue(bits));
}

/// What a work-item gives to an operation whose result it leaves as it is; `index` is the operand's.
Constant *nothing_for(const ir::BuiltinInfo &operation, unsigned index, Type *type) {
  const StringRef name = operation.operation();
  if (operation == ir::Builtin::group_broadcast)
    return index == 0 ? Constant::getNullValue(type) : Constant::getAllOnesValue(type); // nobody's id
  if (operation == ir::Builtin::group_all || name == "and")
    return Constant::getAllOnesValue(type);
  if (name == "min" || name == "max")
    return identity_of_order(name == "min", operation.type.starts_with("i"), type);
  if (name == "mul")
    return type->isFloatingPointTy() ? ConstantFP::get(type, 1.0) : ConstantInt::get(type, 1);
  return type->isFloatingPointTy() ? ConstantFP::getZero(type, true) : Constant::getNullValue(type);
}

/// The kernel's code between its meetings becomes the cases of a loop that all work-items of a group stay in until
/// nobody has anything left to do:
///
///   meet    a barrier, where all learn the number of the meeting that those came to who go on, and return if there are
///           none. The meeting's operation, to which those that returned give nothing.
///   resume  who goes on does so behind its meeting; the others meet again.
///
/// The number is the largest of all, by a function of the device's: loops that end by what was read from local memory
/// are such as end for each work-item on its own to compilers, and Intel's for CPUs gets barriers in those wrong.
class StayTogether {
public:
  explicit StayTogether(Function &kernel)
      : kernel_(kernel), context_(kernel.getContext()), word_(Type::getInt32Ty(context_)),
        entry_(kernel.getEntryBlock()) {}

  void run() {
    SmallVector<CallInst *, 8> meetings;
    for (Instruction &instruction : instructions(kernel_))
      if (ir::is_group_meeting(instruction))
        meetings.push_back(cast<CallInst>(&instruction));
    SmallVector<ReturnInst *, 4> returns;
    for (BasicBlock &block : kernel_)
      if (auto *end = dyn_cast<ReturnInst>(block.getTerminator()))
        returns.push_back(end);
    prepare_entry();
    make_loop(static_cast<unsigned>(meetings.size()) + 1);
    for (ReturnInst *end : returns)
      go_and_meet(*end, 0);
    for (CallInst *meeting : meetings)
      take_out(*meeting);
    pass_through_memory();
    DominatorTree dominators(kernel_);
    PromoteMemToReg(variables_, dominators);
  }

private:
  static constexpr unsigned work_group = 2; // the barrier's scope

  /// What is the same wherever it is computed stands in the entry, ahead of the loop.
  void prepare_entry() {
    begin_ = entry_.splitBasicBlock(entry_.begin(), "begin");
    Instruction &end = *entry_.getTerminator();
    for (Instruction &instruction : make_early_inc_range(*begin_))
      if (auto *memory = dyn_cast<AllocaInst>(&instruction); memory != nullptr && isa<Constant>(memory->getArraySize()))
        instruction.moveBefore(end.getIterator());
    const ReversePostOrderTraversal<Function *> order(&kernel_);
    for (BasicBlock *block : order)
      for (Instruction &instruction : make_early_inc_range(*block))
        if (block != &entry_ && same_everywhere(instruction))
          instruction.moveBefore(end.getIterator());
    number_ = IRBuilder<>(&end).CreateAlloca(word_);
    variables_.push_back(number_);
  }

  bool same_everywhere(const Instruction &instruction) const {
    const ir::BuiltinInfo &builtin = ir::builtin_of(instruction);
    const bool can_move = builtin
                              ? (builtin.effect == ir::Effect::pure && !builtin.is_of_sub_group()) ||
                                    builtin == ir::Builtin::group_memory || builtin == ir::Builtin::group_scratch
                              : !isa<PHINode>(instruction) && !instruction.isTerminator() &&
                                    !instruction.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&instruction);
    return can_move && all_of(instruction.operands(), [&](const Use &use) {
             const auto *operand = dyn_cast<Instruction>(use.get());
             return operand == nullptr || operand->getParent() == &entry_;
           });
  }

  /// The loop begins where pieces are chosen, so that code which several pieces share is only reached within it.
  void make_loop(unsigned begin_number) {
    meet_ = BasicBlock::Create(context_, "meet", &kernel_);
    resume_ = BasicBlock::Create(context_, "resume", &kernel_);
    auto *end = BasicBlock::Create(context_, "end", &kernel_);
    ReturnInst::Create(context_, end);
    IRBuilder<> ir(meet_);
    ir::call_builtin(ir, ir::Builtin::barrier, {ir.getInt32(work_group)});
    const auto number = [&](unsigned value) { return ir.getInt32(value); };
    FunctionCallee largest = kernel_.getParent()->getOrInsertFunction("_Z21work_group_reduce_maxj", word_, word_);
    CallInst *met = ir.CreateCall(largest, {ir.CreateLoad(word_, number_)});
    met->setConvergent();
    met->setDoesNotThrow();
    operations_ = ir.CreateSwitch(met, end);
    IRBuilder<>(entry_.getTerminator()).CreateStore(number(begin_number), number_);
    entry_.getTerminator()->setSuccessor(0, resume_);
    ir.SetInsertPoint(resume_);
    pieces_ = ir.CreateSwitch(ir.CreateLoad(word_, number_), meet_);
    pieces_->addCase(number(begin_number), begin_);
  }

  /// Instead of `end`, which ends its block.
  void go_and_meet(Instruction &end, unsigned number) {
    IRBuilder<> ir(&end);
    ir.CreateStore(ir.getInt32(number), number_);
    ir.CreateBr(meet_);
    end.eraseFromParent();
  }

  void take_out(CallInst &meeting) {
    const unsigned number = operations_->getNumCases() + 1;
    BasicBlock *const before = meeting.getParent();
    BasicBlock *const after = before->splitBasicBlock(std::next(meeting.getIterator()), "piece");
    go_and_meet(*before->getTerminator(), number);
    pieces_->addCase(ConstantInt::get(cast<IntegerType>(word_), number), after);
    const bool is_barrier = ir::builtin_of(meeting) == ir::Builtin::barrier;
    operations_->addCase(ConstantInt::get(cast<IntegerType>(word_), number),
                         is_barrier ? resume_ : operation_block(meeting, number));
    if (is_barrier)
      meeting.eraseFromParent();
  }

  BasicBlock *operation_block(CallInst &meeting, unsigned number) {
    auto *block = BasicBlock::Create(context_, "operation", &kernel_, resume_);
    IRBuilder<> ir(block);
    meeting.moveBefore(ir.CreateBr(resume_)->getIterator());
    ir.SetInsertPoint(&meeting);
    Value *takes_part = ir.CreateICmpEQ(ir.CreateLoad(word_, number_), ir.getInt32(number));
    for (Use &operand : meeting.args())
      operand.set(ir.CreateSelect(
          takes_part, operand.get(),
          nothing_for(ir::builtin_of(meeting), meeting.getArgOperandNo(&operand), operand.get()->getType())));
    return block;
  }

  /// Values that other blocks use: definitions do not dominate their uses any more.
  void pass_through_memory() {
    SmallVector<Instruction *, 64> values, phis;
    for (Instruction &instruction : instructions(kernel_)) {
      const BasicBlock *block = instruction.getParent();
      const bool goes_on = any_of(instruction.uses(), [&](const Use &use) {
        const auto *user = cast<Instruction>(use.getUser());
        return user->getParent() != block || isa<PHINode>(user);
      });
      if (block != &entry_ && goes_on)
        values.push_back(&instruction);
      if (isa<PHINode>(instruction))
        phis.push_back(&instruction);
    }
    const auto at = std::optional(entry_.getFirstInsertionPt());
    const auto note = [&](AllocaInst *made) {
      if (made != nullptr)
        variables_.push_back(made);
    };
    for (Instruction *value : values)
      note(DemoteRegToStack(*value, false, at));
    for (Instruction *phi : phis)
      note(DemotePHIToStack(cast<PHINode>(phi), at));
  }

  Function &kernel_;
  LLVMContext &context_;
  Type *word_;
  BasicBlock &entry_;
  SmallVector<AllocaInst *, 64> variables_; ///< Of this pass, which become registers.
  AllocaInst *number_ = nullptr;
  BasicBlock *begin_ = nullptr, *meet_ = nullptr, *resume_ = nullptr;
  SwitchInst *operations_ = nullptr, *pieces_ = nullptr;
};

} // namespace

bool keep_returned_items(Function &kernel) {
  if (none_of(instructions(kernel), ir::is_group_meeting) || !Parting(kernel).possible())
    return false;
  StayTogether(kernel).run();
  return true;
}

void make_loops_reducible(Function &kernel) {
  const DominatorTree dominators(kernel);
  const LoopInfo loops(dominators);
  const ReversePostOrderTraversal<Function *> order(&kernel);
  if (containsIrreducibleCFG<const BasicBlock *>(order, loops))
    ir::Passes(ir::Divergence::none).run(*kernel.getParent(), "function(lower-switch,fix-irreducible)");
}

} // namespace weft::codegen::spirv
