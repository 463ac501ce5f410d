// Barrier fission: one function per piece of code between barriers, and memory for what lives across them.
#include "codegen/cpu/fission.hpp"

#include <limits>
#include <map>

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include "codegen/cpu/contexts.hpp"
#include "support/error.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
/// A barrier: the block that ends at it and the block that starts after it.
struct Cut {
  BasicBlock *before = nullptr, *after = nullptr;
};

using Cuts = std::map<unsigned, Cut>;

Cuts find_cuts(Function &function) {
  Cuts cuts;
  for (CallInst *call : barrier_calls(function)) {
    const unsigned index = barrier_number(*call);
    BasicBlock *before = call->getParent();
    BasicBlock *after = before->splitBasicBlock(call, "after.barrier");
    WEFT_CHECK(cuts.emplace(index, Cut{before, after}).second, "barrier {} stands twice in a function", index);
    call->eraseFromParent();
  }
  return cuts;
}

SmallVector<BasicBlock *, 8> ends_of(const Cuts &cuts) {
  SmallVector<BasicBlock *, 8> ends;
  for (const auto &[index, cut] : cuts)
    ends.push_back(cut.before);
  return ends;
}

/// Within a piece nothing else reaches what lies behind these arguments, unless it gets a pointer to that back from
/// memory.
void set_apart(Function &function) {
  constexpr unsigned all_uses = std::numeric_limits<unsigned>::max();
  for (const Arg pointer : {arg_local, arg_context})
    if (!PointerMayBeCaptured(function.getArg(pointer), false, all_uses))
      function.addParamAttr(pointer, Attribute::NoAlias);
}

/// Where items may leave one by one, the first byte of a context says whether its items go on.
class Presence {
public:
  static constexpr std::uint64_t bytes = 16;

  explicit Presence(Function &piece) : piece_(piece), type_(Type::getInt8Ty(piece.getContext())) {}

  void note(bool goes_on, Instruction &before) {
    new StoreInst(ConstantInt::get(type_, goes_on), piece_.getArg(arg_context), before.getIterator());
  }

  /// Those that have left do nothing.
  void test(BranchInst &jump) {
    LLVMContext &context = piece_.getContext();
    BasicBlock *target = jump.getSuccessor(0), *left = BasicBlock::Create(context, "left", &piece_);
    ReturnInst::Create(context, ConstantInt::get(piece_.getReturnType(), Pieces::finished), left);
    IRBuilder<> ir(&jump);
    Value *goes_on = ir.CreateIsNotNull(ir.CreateLoad(type_, piece_.getArg(arg_context)));
    ir.CreateCondBr(goes_on, target, left);
    jump.eraseFromParent();
  }

private:
  Function &piece_;
  Type *type_;
};

/// Debuggers show all variables in each piece, where they lie in the context: its address is in memory from the begin
/// of the piece on, since the argument's register is soon another's.
void show_variables(Function &piece) {
  SmallVector<DbgVariableRecord *, 16> shown;
  for (Instruction &instruction : instructions(piece))
    for (DbgVariableRecord &record : filterDbgVars(instruction.getDbgRecordRange()))
      if (record.isDbgDeclare() && record.getVariableLocationOp(0) == piece.getArg(arg_context))
        shown.push_back(&record);
  if (shown.empty())
    return;
  BasicBlock &entry = piece.getEntryBlock();
  IRBuilder<> ir(&entry, entry.getFirstInsertionPt());
  Value *memory = ir.CreateAlloca(ir.getPtrTy());
  StoreInst *store = ir.CreateStore(piece.getArg(arg_context), memory);
  for (DbgVariableRecord *record : shown) {
    record->removeFromParent();
    record->setExpression(DIExpression::prepend(record->getExpression(), DIExpression::DerefBefore));
    record->replaceVariableLocationOp(0U, memory);
    entry.insertDbgRecordAfter(record, store);
  }
}

/// Copies the blocks that run in a piece which starts at `first`.
class Copy {
public:
  Copy(Function &function, const Cuts &cuts, BasicBlock &first, Function &piece) : function_(function), piece_(piece) {
    for (const auto &[index, cut] : cuts)
      ends_.insert(cut.before);
    for (unsigned i = 0; i < function.arg_size(); ++i) {
      map_[function.getArg(i)] = piece.getArg(i);
      piece.getArg(i)->setName(function.getArg(i)->getName());
    }
    if (function.getSubprogram() != nullptr)
      copy_all();
    else
      copy_from(first);
    piece.setDSOLocal(true); // copying the attributes took the original's
  }

  /// Null for a block that is not in the piece.
  BasicBlock *of(const BasicBlock *block) const { return cast_or_null<BasicBlock>(map_.lookup(block)); }

  SmallVector<ReturnInst *, 4> returns;

private:
  /// Debug information is a function's, and copied with all of it.
  void copy_all() { CloneFunctionInto(&piece_, &function_, map_, CloneFunctionChangeType::LocalChangesOnly, returns); }

  void copy_from(BasicBlock &first) {
    CloneFunctionAttributesInto(&piece_, &function_, map_, false);
    SmallSetVector<BasicBlock *, 32> run;
    run.insert(&first);
    for (std::size_t i = 0; i < run.size(); ++i)
      if (!ends_.contains(run[i]))
        run.insert(succ_begin(run[i]), succ_end(run[i]));
    SmallVector<BasicBlock *, 32> copies;
    if (&first != &function_.getEntryBlock())
      copies.push_back(copy_variables());
    for (BasicBlock *block : run) {
      BasicBlock *copy = CloneBasicBlock(block, map_, "", &piece_);
      map_[block] = copy;
      forget_others(*copy, run);
      copies.push_back(copy);
      if (auto *end = dyn_cast<ReturnInst>(copy->getTerminator()))
        returns.push_back(end);
      else if (ends_.contains(block))
        end_at(*copy);
    }
    remapInstructionsInBlocks(copies, map_);
  }

  BasicBlock *copy_variables() {
    auto *entry = BasicBlock::Create(piece_.getContext(), "variables", &piece_);
    for (const Instruction &instruction : function_.getEntryBlock())
      if (isa<AllocaInst>(instruction)) {
        Instruction *copy = instruction.clone();
        copy->setName(instruction.getName());
        copy->insertInto(entry, entry->end());
        map_[&instruction] = copy;
      }
    new UnreachableInst(piece_.getContext(), entry);
    return entry;
  }

  static void forget_others(BasicBlock &copy, const SmallSetVector<BasicBlock *, 32> &run) {
    for (PHINode &phi : copy.phis())
      phi.removeIncomingValueIf([&](unsigned i) { return !run.contains(phi.getIncomingBlock(i)); }, false);
  }

  /// What follows may not be in the piece.
  static void end_at(BasicBlock &copy) {
    copy.getTerminator()->eraseFromParent();
    new UnreachableInst(copy.getContext(), &copy);
  }

  Function &function_, &piece_;
  SmallPtrSet<BasicBlock *, 16> ends_;
  ValueToValueMapTy map_;
};

/// The piece that starts after `start` (at entry, if none).
Function *make_piece(Function &function, const Cuts &cuts, const Cut *start, bool lets_off, const Twine &name) {
  LLVMContext &context = function.getContext();
  auto *type = FunctionType::get(Type::getInt32Ty(context), function.getFunctionType()->params(), false);
  auto *piece = Function::Create(type, GlobalValue::InternalLinkage, name, function.getParent());
  const Copy copy(function, cuts, start != nullptr ? *start->after : function.getEntryBlock(), *piece);
  Presence presence(*piece);
  const auto leave = [&](Instruction *terminator, std::uint32_t next) {
    if (lets_off && (start == nullptr || next == Pieces::finished))
      presence.note(next != Pieces::finished, *terminator);
    ReturnInst::Create(context, ConstantInt::get(Type::getInt32Ty(context), next), terminator->getIterator());
    terminator->eraseFromParent();
  };
  for (ReturnInst *old : copy.returns)
    leave(old, Pieces::finished);
  for (const auto &[index, cut] : cuts)
    if (BasicBlock *before = copy.of(cut.before))
      leave(before->getTerminator(), index + 1);
  if (start != nullptr) {
    BasicBlock *old_entry = &piece->getEntryBlock();
    auto *entry = BasicBlock::Create(context, "resume", piece, old_entry);
    BranchInst *jump = BranchInst::Create(copy.of(start->after), entry);
    for (Instruction &instruction : make_early_inc_range(*old_entry))
      if (isa<AllocaInst>(instruction))
        instruction.moveBefore(jump->getIterator());
    if (lets_off)
      presence.test(*jump);
  }
  show_variables(*piece);
  removeUnreachableBlocks(*piece);
  piece->addFnAttr(Attribute::AlwaysInline);
  return piece;
}
} // namespace

Pieces split_at_barriers(Function &function, const Meetings &meetings) {
  const Cuts cuts = find_cuts(function);
  Pieces pieces;
  const bool lets_off = meetings.lets_off && !cuts.empty();
  if (!cuts.empty())
    pieces.context = Contexts(function, ends_of(cuts), arg_context).move_all(lets_off ? Presence::bytes : 0);
  set_apart(function);
  pieces.functions.resize(meetings.barriers.size() + 1);
  const std::string name = function.getName().str();
  pieces.functions[0] = make_piece(function, cuts, nullptr, lets_off, name + ".piece");
  for (const auto &[index, cut] : cuts)
    pieces.functions[index + 1] = make_piece(function, cuts, &cut, lets_off, name + ".piece" + Twine(index + 1));
  function.eraseFromParent();
  return pieces;
}

} // namespace weft::codegen::cpu
