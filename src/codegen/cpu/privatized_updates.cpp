// A locked instruction costs some 20 cycles, an addition to the thread's own table 3.
#include "codegen/cpu/privatized_updates.hpp"

#include <limits>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/BasicAliasAnalysis.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/ScopedNoAliasAA.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TypeBasedAliasAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "codegen/cpu/spmd.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
// clang-format off
/// The table: how many entries are taken; how many misses it may yet have; the address each entry holds, or
/// `no_address`; what is to be added there; the entries in the order in which they were taken.
constexpr std::uint64_t entries = 1024, patience_at = 8, addresses_at = 64, sums_at = addresses_at + entries * 8, taken_at = sums_at + entries * 8;
// clang-format on
static_assert(taken_at + entries * 2 == privatized_bytes);
constexpr std::int64_t patience = 128, most_patience = 4096;
constexpr unsigned updates_per_miss = 4;
/// No update is at an odd address: of an entry that is free, and of one that never will be.
constexpr std::uint8_t no_address_byte = 0x01, given_up_byte = 0x03;
constexpr std::uint64_t no_address = 0x0101010101010101;

bool of_one_thread(const Instruction &instruction) {
  return instruction.isAtomic() && getAtomicSyncScopeID(&instruction) == SyncScope::SingleThread;
}

AtomicRMWInst *shared_update(Instruction &instruction) {
  auto *update = dyn_cast<AtomicRMWInst>(&instruction);
  return update && !of_one_thread(*update) ? update : nullptr;
}

bool can_wait(const AtomicRMWInst &update) {
  const auto operation = update.getOperation();
  return (operation == AtomicRMWInst::Add || operation == AtomicRMWInst::Sub) && update.use_empty() &&
         update.getOrdering() == AtomicOrdering::Monotonic && !update.isVolatile() &&
         (update.getType()->isIntegerTy(32) || update.getType()->isIntegerTy(64));
}

/// What a kernel does beside its updates.
class Neighbours {
public:
  Neighbours(Function &spmd, ArrayRef<AtomicRMWInst *> updates)
      : spmd_(spmd), updates_(updates), dominators_(spmd), assumptions_(spmd), library_info_(Triple()),
        library_(library_info_), basic_(spmd.getDataLayout(), spmd, library_, assumptions_, &dominators_),
        aliases_(library_) {
    aliases_.addAAResult(basic_);
    aliases_.addAAResult(scopes_);
    aliases_.addAAResult(types_);
  }

  /// Does the instruction neither order the updates nor touch their memory behind them?
  bool lets_wait(Instruction &instruction) {
    if (!instruction.mayReadOrWriteMemory() || of_one_thread(instruction) || shared_update(instruction))
      return !isa<FenceInst>(instruction);
    if (const auto *call = dyn_cast<IntrinsicInst>(&instruction))
      return call->isAssumeLikeIntrinsic();
    if (!isa<LoadInst, StoreInst>(instruction) || instruction.isAtomic() || instruction.isVolatile())
      return false;
    const Value *object = getUnderlyingObject(getLoadStorePointerOperand(&instruction), 0);
    if (object == spmd_.getArg(arg_block) || instruction.hasMetadata(LLVMContext::MD_invariant_load))
      return true;
    return none_of(updates_, [&](AtomicRMWInst *update) {
      return isPotentiallyReachable(update, &instruction, nullptr, &dominators_) &&
             !aliases_.isNoAlias(MemoryLocation::get(update), MemoryLocation::get(&instruction));
    });
  }

private:
  Function &spmd_;
  ArrayRef<AtomicRMWInst *> updates_;
  DominatorTree dominators_;
  AssumptionCache assumptions_;
  TargetLibraryInfoImpl library_info_;
  TargetLibraryInfo library_;
  BasicAAResult basic_;
  ScopedNoAliasAAResult scopes_;
  TypeBasedAAResult types_{true};
  AAResults aliases_;
};

SmallVector<AtomicRMWInst *, 8> shared_updates(Function &function) {
  SmallVector<AtomicRMWInst *, 8> updates;
  for (Instruction &instruction : instructions(function))
    if (AtomicRMWInst *update = shared_update(instruction))
      updates.push_back(update);
  return updates;
}

Value *byte_at(IRBuilder<> &ir, Value *table, std::uint64_t bytes) {
  return ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), table, bytes);
}

/// An entry of one of the table's arrays.
Value *entry_at(IRBuilder<> &ir, Value *table, std::uint64_t array, Type *type, Value *entry) {
  return ir.CreateInBoundsGEP(type, byte_at(ir, table, array), entry);
}

Value *patience_of(IRBuilder<> &ir, Value *table) {
  return byte_at(ir, table, patience_at);
}

void fill_addresses(IRBuilder<> &ir, Value *table, std::uint8_t byte) {
  ir.CreateMemSet(byte_at(ir, table, addresses_at), ir.getInt8(byte), entries * 8, Align(64));
}

/// void(table): what it holds goes to memory; nothing will be held again.
Function *give_up(Module &module, Type *type) {
  LLVMContext &context = module.getContext();
  constexpr StringLiteral name = "weft.updates.give_up";
  if (Function *known = module.getFunction(name))
    return known;
  auto *function = Function::Create(FunctionType::get(Type::getVoidTy(context), {PointerType::get(context, 0)}, false),
                                    GlobalValue::InternalLinkage, name, module);
  function->addFnAttr(Attribute::NoInline);
  function->addFnAttr(Attribute::Cold);
  function->setDoesNotThrow();
  IRBuilder<> ir(BasicBlock::Create(context, "entry", function));
  Value *table = function->getArg(0);
  end_privatized(ir, table, type);
  ir.CreateStore(ir.getInt64(0), table);
  ir.CreateStore(ir.getInt64(std::numeric_limits<std::int64_t>::max()), patience_of(ir, table));
  fill_addresses(ir, table, given_up_byte);
  ir.CreateRetVoid();
  return function;
}

/// Hits of one vector of items pay for misses of the next ones.
void be_patient(AtomicRMWInst &update, Value *table, unsigned lanes) {
  BasicBlock *block = update.getParent();
  Instruction *at = &update;
  if (is_contained(successors(block), block)) // the loop over lanes
    for (BasicBlock *before : predecessors(block))
      if (before != block)
        at = before->getTerminator();
  IRBuilder<> ir(at);
  Value *left = ir.CreateLoad(ir.getInt64Ty(), patience_of(ir, table));
  Value *more = ir.CreateAdd(left, ir.getInt64(std::max(1U, lanes / updates_per_miss)));
  Value *enough = ir.CreateICmpSGT(left, ir.getInt64(most_patience));
  ir.CreateStore(ir.CreateSelect(enough, left, more), patience_of(ir, table));
}

void miss(IRBuilder<> &ir, Value *table, Type *type, Function &piece) {
  Value *left = ir.CreateSub(ir.CreateLoad(ir.getInt64Ty(), patience_of(ir, table)), ir.getInt64(1));
  ir.CreateStore(left, patience_of(ir, table));
  Instruction *last = SplitBlockAndInsertIfThen(ir.CreateIsNull(left), ir.GetInsertPoint(), false,
                                                MDBuilder(ir.getContext()).createUnlikelyBranchWeights());
  ir.SetInsertPoint(last);
  ir.CreateCall(give_up(*piece.getParent(), type), {table});
}

void add_in_table(AtomicRMWInst &update, Value *table) {
  IRBuilder<> ir(&update);
  Type *number = ir.getInt64Ty();
  const bool is_wide = update.getType()->isIntegerTy(64);
  Value *address = ir.CreatePtrToInt(update.getPointerOperand(), number);
  Value *entry = ir.CreateAnd(ir.CreateLShr(address, is_wide ? 3 : 2), entries - 1);
  Value *held = ir.CreateLoad(number, entry_at(ir, table, addresses_at, number, entry));
  Value *sum = entry_at(ir, table, sums_at, number, entry);
  Value *change = update.getValOperand();
  if (update.getOperation() == AtomicRMWInst::Sub)
    change = ir.CreateNeg(change);
  Instruction *found = nullptr, *missed = nullptr, *take = nullptr, *at_once = nullptr;
  SplitBlockAndInsertIfThenElse(ir.CreateICmpEQ(held, address), &update, &found, &missed,
                                MDBuilder(ir.getContext()).createLikelyBranchWeights());
  ir.SetInsertPoint(found);
  ir.CreateStore(ir.CreateAdd(ir.CreateLoad(update.getType(), sum), change), sum);
  ir.SetInsertPoint(missed);
  SplitBlockAndInsertIfThenElse(ir.CreateICmpEQ(held, ir.getInt64(no_address)), missed, &take, &at_once);
  update.moveBefore(at_once->getIterator());
  ir.SetInsertPoint(at_once);
  miss(ir, table, update.getType(), *update.getFunction());
  ir.SetInsertPoint(take);
  Value *count = ir.CreateLoad(number, table);
  ir.CreateStore(address, entry_at(ir, table, addresses_at, number, entry));
  ir.CreateStore(change, sum);
  ir.CreateStore(ir.CreateTrunc(entry, ir.getInt16Ty()), entry_at(ir, table, taken_at, ir.getInt16Ty(), count));
  ir.CreateStore(ir.CreateAdd(count, ir.getInt64(1)), table);
}
} // namespace

Type *privatizable_updates(Function &spmd) {
  const SmallVector<AtomicRMWInst *, 8> updates = shared_updates(spmd);
  if (updates.empty() || any_of(updates, [&](AtomicRMWInst *update) {
        return !can_wait(*update) || update->getType() != updates.front()->getType();
      }))
    return nullptr;
  Neighbours others(spmd, updates);
  const bool wait = all_of(instructions(spmd), [&](Instruction &other) { return others.lets_wait(other); });
  return wait ? updates.front()->getType() : nullptr;
}

void privatize_updates(Function &piece, unsigned lanes) {
  for (AtomicRMWInst *update : shared_updates(piece)) {
    be_patient(*update, piece.getArg(arg_scratch), lanes);
    add_in_table(*update, piece.getArg(arg_scratch));
  }
}

void begin_privatized(IRBuilder<> &ir, Value *table) {
  ir.CreateStore(ir.getInt64(0), table);
  ir.CreateStore(ir.getInt64(patience), patience_of(ir, table));
  fill_addresses(ir, table, no_address_byte);
}

void end_privatized(IRBuilder<> &ir, Value *table, Type *type) {
  Type *number = ir.getInt64Ty();
  BasicBlock *before = ir.GetInsertBlock();
  const auto block = [&](const char *name) { return BasicBlock::Create(ir.getContext(), name, before->getParent()); };
  BasicBlock *loop = block("updates"), *after = block("updates.end");
  Value *count = ir.CreateLoad(number, table);
  ir.CreateCondBr(ir.CreateIsNull(count), after, loop);
  ir.SetInsertPoint(loop);
  PHINode *turn = ir.CreatePHI(number, 2);
  turn->addIncoming(ir.getInt64(0), before);
  Value *entry = ir.CreateLoad(ir.getInt16Ty(), entry_at(ir, table, taken_at, ir.getInt16Ty(), turn));
  entry = ir.CreateZExt(entry, number);
  Value *place = ir.CreateLoad(ir.getPtrTy(), entry_at(ir, table, addresses_at, number, entry));
  Value *sum = ir.CreateLoad(type, entry_at(ir, table, sums_at, number, entry));
  ir.CreateAtomicRMW(AtomicRMWInst::Add, place, sum, Align(type->getIntegerBitWidth() / 8), AtomicOrdering::Monotonic);
  Value *next = ir.CreateAdd(turn, ir.getInt64(1), "", true, true);
  turn->addIncoming(next, loop);
  ir.CreateCondBr(ir.CreateICmpEQ(next, count), after, loop);
  ir.SetInsertPoint(after);
}

} // namespace weft::codegen::cpu
