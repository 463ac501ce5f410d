// Barrier fission: one function per piece of code between barriers, and memory for what lives across them.
#include "codegen/cpu/fission.hpp"

#include <map>
#include <set>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include "codegen/cpu/spmd.hpp"
#include "support/error.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
/// A barrier: the block that ends at it and the block that starts after it.
struct Cut {
  BasicBlock *before = nullptr, *after = nullptr;
};

using Cuts = std::map<unsigned, Cut>;

Cuts find_cuts(Function &function, const Meetings &meetings) {
  SmallVector<CallInst *, 8> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      if (call->getCalledFunction() && call->getCalledFunction()->getName() == "__weft_barrier")
        calls.push_back(call);
  Cuts cuts;
  for (CallInst *call : calls) {
    const unsigned index = cast<ConstantInt>(call->getArgOperand(0))->getZExtValue();
    if (!meetings.barriers[index].sub_group) {
      BasicBlock *before = call->getParent();
      BasicBlock *after = before->splitBasicBlock(call, "after.barrier");
      WEFT_CHECK(cuts.emplace(index, Cut{before, after}).second, "barrier {} stands twice in a function", index);
    }
    call->eraseFromParent();
  }
  return cuts;
}

/// Moves values that live across a cut to context memory.
class Contexts {
public:
  Contexts(Function &function, const Cuts &cuts) : function_(function) {
    for (const auto &[index, cut] : cuts)
      ends_at_cut_.insert(cut.before);
  }

  std::uint64_t run() {
    move_private_memory();
    SmallVector<Use *, 64> crossing;
    for (Instruction &instruction : instructions(function_))
      for (Use &use : instruction.uses())
        if (!isa<AllocaInst>(instruction) && crosses(instruction, use)) // each piece has its own of what stays
          crossing.push_back(&use);
    for (Use *use : crossing) {
      BasicBlock *block = use_block(*use);
      Value *value = available(*cast<Instruction>(use->get()), *block);
      set_use(*use, value);
    }
    store_slots();
    return alignTo(bytes_, 64);
  }

private:
  static BasicBlock *use_block(const Use &use) {
    auto *user = cast<Instruction>(use.getUser());
    const auto *phi = dyn_cast<PHINode>(user);
    return phi ? phi->getIncomingBlock(use) : user->getParent();
  }

  /// A phi may name one predecessor several times; all those entries must stay equal.
  static void set_use(Use &use, Value *value) {
    auto *phi = dyn_cast<PHINode>(use.getUser());
    if (phi == nullptr)
      return use.set(value);
    const BasicBlock *from = phi->getIncomingBlock(use);
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      if (phi->getIncomingBlock(i) == from)
        phi->setIncomingValue(i, value);
  }

  /// Is there a path from the definition to the use that passes a cut?
  bool crosses(const Instruction &definition, const Use &use) const {
    const BasicBlock *home = definition.getParent();
    BasicBlock *start = use_block(use);
    if (start == home)
      return false;
    SmallPtrSet<const BasicBlock *, 32> seen;
    SmallVector<const BasicBlock *, 16> work(predecessors(start));
    while (!work.empty()) {
      const BasicBlock *block = work.pop_back_val();
      if (!seen.insert(block).second)
        continue;
      if (ends_at_cut_.contains(block))
        return true;
      if (block != home)
        append_range(work, predecessors(block));
    }
    return false;
  }

  std::uint64_t reserve(std::uint64_t size, Align align) {
    bytes_ = alignTo(bytes_, align);
    const std::uint64_t at = bytes_;
    bytes_ += size;
    return at;
  }

  Value *place(IRBuilder<> &ir, std::uint64_t at) const {
    return ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), function_.getArg(arg_context), at);
  }

  static Align slot_align(const Type *type) { return Align(type->isVectorTy() ? 64 : 16); }

  /// Private memory that more than one piece, or one piece more than once, touches.
  void move_private_memory() {
    const DataLayout &layout = function_.getDataLayout();
    SmallVector<AllocaInst *, 8> moved;
    for (Instruction &instruction : instructions(function_))
      if (auto *memory = dyn_cast<AllocaInst>(&instruction); memory && outlives_a_piece(*memory))
        moved.push_back(memory);
    for (AllocaInst *memory : moved) {
      for (User *user : make_early_inc_range(memory->users()))
        if (auto *marker = dyn_cast<LifetimeIntrinsic>(user))
          marker->eraseFromParent();
      const auto size = memory->getAllocationSize(layout);
      WEFT_CHECK(size.has_value(), "private memory of unknown size in a kernel with barriers");
      const Align align = std::max(memory->getAlign(), Align(16));
      IRBuilder<> ir(memory);
      memory->replaceAllUsesWith(place(ir, reserve(size->getFixedValue(), std::min(align, Align(64)))));
      memory->eraseFromParent();
    }
  }

  bool outlives_a_piece(const AllocaInst &memory) const {
    SmallPtrSet<const Value *, 32> seen;
    SmallVector<const Value *, 16> work{&memory};
    SmallPtrSet<const BasicBlock *, 16> touched;
    while (!work.empty())
      for (const User *user : work.pop_back_val()->users()) {
        const auto *instruction = dyn_cast<Instruction>(user);
        if (instruction == nullptr || !seen.insert(user).second)
          continue;
        touched.insert(instruction->getParent());
        if (!instruction->getType()->isVoidTy())
          work.push_back(user);
      }
    for (const BasicBlock *block : touched)
      if (reaches_after_cut(*block, touched))
        return true;
    return false;
  }

  /// Can a block of `targets` run after `from` with a cut in between?
  bool reaches_after_cut(const BasicBlock &from, const SmallPtrSetImpl<const BasicBlock *> &targets) const {
    std::set<std::pair<const BasicBlock *, bool>> seen;
    SmallVector<std::pair<const BasicBlock *, bool>, 16> work{{&from, false}};
    while (!work.empty()) {
      const auto [block, cut] = work.pop_back_val();
      const bool cut_after = cut || ends_at_cut_.contains(block);
      for (const BasicBlock *next : successors(block)) {
        if (cut_after && targets.contains(next))
          return true;
        if (seen.emplace(next, cut_after).second)
          work.push_back({next, cut_after});
      }
    }
    return false;
  }

  /// Does the value follow from arguments alone, cheaply, so that it is computed again instead of kept?
  static bool rebuildable(const Value &value, unsigned depth = 0) {
    const auto *instruction = dyn_cast<Instruction>(&value);
    if (instruction == nullptr || isa<AllocaInst>(instruction))
      return true;
    const auto *load = dyn_cast<LoadInst>(instruction);
    const bool shuffles = isa<ShuffleVectorInst, InsertElementInst>(instruction);
    const bool integers = isa<BinaryOperator, CastInst, CmpInst, SelectInst, GetElementPtrInst>(instruction) &&
                          !instruction->getType()->isFPOrFPVectorTy() && !instruction->isIntDivRem();
    if (depth > 6 || !(shuffles || integers || (load && load->hasMetadata(LLVMContext::MD_invariant_load))))
      return false;
    return all_of(instruction->operands(), [&](const Use &use) { return rebuildable(*use.get(), depth + 1); });
  }

  /// The value at the start of a block where its definition does not reach.
  Value *available(Instruction &value, BasicBlock &block) {
    Value *&known = available_[{&block, &value}];
    if (known != nullptr)
      return known;
    IRBuilder<> ir(&block, insertion_point(block));
    known = recreate(value, ir);
    return known;
  }

  /// New code of a block goes below what was added before it, which it may use.
  BasicBlock::iterator insertion_point(BasicBlock &block) {
    auto [entry, added] = insert_before_.try_emplace(&block, nullptr);
    if (added)
      entry->second = &*block.getFirstInsertionPt();
    return entry->second->getIterator();
  }

  Value *recreate(Value &value, IRBuilder<> &ir) {
    auto *instruction = dyn_cast<Instruction>(&value);
    if (instruction == nullptr || isa<AllocaInst>(instruction))
      return &value;
    if (!rebuildable(*instruction)) {
      Type *type = instruction->getType();
      return ir.CreateAlignedLoad(type, place(ir, slot(*instruction)), slot_align(type));
    }
    Instruction *again = instruction->clone();
    for (Use &operand : again->operands())
      operand.set(recreate(*operand.get(), ir));
    ir.Insert(again);
    return again;
  }

  std::uint64_t slot(Instruction &value) {
    const auto known = slots_.find(&value);
    if (known != slots_.end())
      return known->second;
    Type *type = value.getType();
    const std::uint64_t size = function_.getDataLayout().getTypeStoreSize(type);
    return slots_[&value] = reserve(size, slot_align(type));
  }

  void store_slots() {
    for (const auto &[value, at] : slots_) {
      const auto where = value->getInsertionPointAfterDef();
      WEFT_CHECK(where.has_value(), "a value that lives across a barrier has no place after it");
      IRBuilder<> ir(value->getParent(), *where);
      ir.CreateAlignedStore(value, place(ir, at), slot_align(value->getType()));
    }
  }

  Function &function_;
  SmallPtrSet<const BasicBlock *, 8> ends_at_cut_;
  std::uint64_t bytes_ = 0;
  MapVector<Instruction *, std::uint64_t> slots_;
  std::map<std::pair<BasicBlock *, Instruction *>, Value *> available_;
  DenseMap<BasicBlock *, Instruction *> insert_before_;
};

/// The piece that starts after `start` (at entry, if none).
Function *make_piece(Function &function, const Cuts &cuts, const Cut *start, const Twine &name) {
  LLVMContext &context = function.getContext();
  auto *type = FunctionType::get(Type::getInt32Ty(context), function.getFunctionType()->params(), false);
  auto *piece = Function::Create(type, GlobalValue::InternalLinkage, name, function.getParent());
  ValueToValueMapTy map;
  for (unsigned i = 0; i < function.arg_size(); ++i) {
    map[function.getArg(i)] = piece->getArg(i);
    piece->getArg(i)->setName(function.getArg(i)->getName());
  }
  SmallVector<ReturnInst *, 4> returns;
  CloneFunctionInto(piece, &function, map, CloneFunctionChangeType::LocalChangesOnly, returns);
  piece->setDSOLocal(true); // cloning took the original's
  const auto leave = [&](Instruction *terminator, std::uint32_t next) {
    ReturnInst::Create(context, ConstantInt::get(Type::getInt32Ty(context), next), terminator->getIterator());
    terminator->eraseFromParent();
  };
  for (ReturnInst *old : returns)
    leave(old, Pieces::finished);
  for (const auto &[index, cut] : cuts)
    leave(cast<BasicBlock>(map[cut.before])->getTerminator(), index + 1);
  if (start != nullptr) {
    BasicBlock *old_entry = &piece->getEntryBlock();
    auto *entry = BasicBlock::Create(context, "resume", piece, old_entry);
    BranchInst *jump = BranchInst::Create(cast<BasicBlock>(map[start->after]), entry);
    for (Instruction &instruction : make_early_inc_range(*old_entry))
      if (isa<AllocaInst>(instruction))
        instruction.moveBefore(jump->getIterator());
  }
  removeUnreachableBlocks(*piece);
  piece->addFnAttr(Attribute::AlwaysInline);
  return piece;
}
} // namespace

Pieces split_at_barriers(Function &function, const Meetings &meetings) {
  const Cuts cuts = find_cuts(function, meetings);
  Pieces pieces;
  if (!cuts.empty())
    pieces.context = Contexts(function, cuts).run();
  pieces.functions.resize(meetings.barriers.size() + 1);
  const std::string name = function.getName().str();
  pieces.functions[0] = make_piece(function, cuts, nullptr, name + ".piece");
  for (const auto &[index, cut] : cuts)
    pieces.functions[index + 1] = make_piece(function, cuts, &cut, name + ".piece" + Twine(index + 1));
  function.eraseFromParent();
  return pieces;
}

} // namespace weft::codegen::cpu
