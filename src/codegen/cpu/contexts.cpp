// Finds the uses that a barrier parts from their definitions, and gives them values out of memory.
#include "codegen/cpu/contexts.hpp"

#include <set>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "support/error.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
BasicBlock *use_block(const Use &use) {
  auto *user = cast<Instruction>(use.getUser());
  const auto *phi = dyn_cast<PHINode>(user);
  return phi ? phi->getIncomingBlock(use) : user->getParent();
}

/// A phi may name one predecessor several times; all those entries must stay equal.
void set_use(Use &use, Value *value) {
  auto *phi = dyn_cast<PHINode>(use.getUser());
  if (phi == nullptr)
    return use.set(value);
  const BasicBlock *from = phi->getIncomingBlock(use);
  for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
    if (phi->getIncomingBlock(i) == from)
      phi->setIncomingValue(i, value);
}

Align slot_align(const Type *type) {
  return Align(type->isVectorTy() ? 64 : 16);
}

/// Masks are kept a byte a lane: of their bits LLVM makes vectors one by one where there are no mask registers.
Type *stored_type(Type *type) {
  auto *const lanes = dyn_cast<FixedVectorType>(type);
  const bool is_mask = lanes != nullptr && lanes->getElementType()->isIntegerTy(1);
  return is_mask ? FixedVectorType::get(Type::getInt8Ty(type->getContext()), lanes) : type;
}

/// An address that is computed again from its index, so that it stays known what memory it is in.
bool is_in_argument(const Instruction &value) {
  return isa<GetElementPtrInst>(value) && isa<Argument>(getUnderlyingObject(&value, 0));
}

/// Does the value follow from arguments alone, cheaply, so that it is computed again instead of kept?
bool rebuildable(const Value &value, unsigned depth = 0) {
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
} // namespace

std::uint64_t Contexts::move_all(std::uint64_t before) {
  bytes_ = before;
  move_private_memory();
  move(crossing([](const Instruction &) { return true; }));
  return alignTo(bytes_, 64);
}

std::uint64_t Contexts::move_shared(function_ref<bool(const Instruction &)> wanted, std::uint64_t first) {
  constexpr std::uint64_t slot_bytes = 16;
  // Addresses in arguments are computed again from values that may have no slot here.
  Uses uses = crossing(
      [&](const Instruction &value) { return wanted(value) && !rebuildable(value) && !is_in_argument(value); });
  SmallPtrSet<const Value *, 8> both_ways;
  for (const Use *use : uses)
    if (reaches_within_piece(*cast<Instruction>(use->get())->getParent(), *use_block(*use)))
      both_ways.insert(use->get());
  erase_if(uses, [&](const Use *use) { return both_ways.contains(use->get()); });
  for (const Use *use : uses)
    slots_.insert({cast<Instruction>(use->get()), {}});
  const std::uint64_t half = alignTo(slots_.size() * slot_bytes, 64);
  for (auto [i, slot] : enumerate(slots_))
    slot.second = {first + half + i * slot_bytes, first + i * slot_bytes};
  move(uses);
  return half;
}

Contexts::Uses Contexts::crossing(function_ref<bool(const Instruction &)> wanted) {
  Uses uses;
  for (Instruction &instruction : instructions(function_))
    if (!isa<AllocaInst>(instruction) && wanted(instruction)) // each piece has its own of what stays
      for (Use &use : instruction.uses())
        if (crosses(instruction, use))
          uses.push_back(&use);
  return uses;
}

void Contexts::move(const Uses &crossing) {
  for (Use *use : crossing)
    set_use(*use, available(*cast<Instruction>(use->get()), *use_block(*use)));
  store_slots();
}

/// Is there a path from the definition to the use that passes a cut?
bool Contexts::crosses(const Instruction &definition, const Use &use) const {
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

/// Is there a path that passes no cut?
bool Contexts::reaches_within_piece(const BasicBlock &from, const BasicBlock &to) const {
  SmallPtrSet<const BasicBlock *, 32> seen;
  SmallVector<const BasicBlock *, 16> work{&from};
  while (!work.empty()) {
    const BasicBlock *block = work.pop_back_val();
    if (ends_at_cut_.contains(block))
      continue;
    for (const BasicBlock *next : successors(block)) {
      if (next == &to)
        return true;
      if (seen.insert(next).second)
        work.push_back(next);
    }
  }
  return false;
}

std::uint64_t Contexts::reserve(std::uint64_t size, Align align) {
  bytes_ = alignTo(bytes_, align);
  const std::uint64_t at = bytes_;
  bytes_ += size;
  return at;
}

Value *Contexts::place(IRBuilder<> &ir, std::uint64_t at) const {
  return ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), function_.getArg(memory_), at);
}

/// Private memory that more than one piece, or one piece more than once, touches, and what debuggers show in all of
/// them.
void Contexts::move_private_memory() {
  const DataLayout &layout = function_.getDataLayout();
  SmallVector<AllocaInst *, 8> moved;
  for (Instruction &instruction : instructions(function_))
    if (auto *memory = dyn_cast<AllocaInst>(&instruction);
        memory && (!findDVRDeclares(memory).empty() || outlives_a_piece(*memory)))
      moved.push_back(memory);
  for (AllocaInst *memory : moved) {
    for (User *user : make_early_inc_range(memory->users()))
      if (auto *marker = dyn_cast<LifetimeIntrinsic>(user))
        marker->eraseFromParent();
    const auto size = memory->getAllocationSize(layout);
    WEFT_CHECK(size.has_value(), "private memory of unknown size in a kernel with barriers");
    const Align align = std::max(memory->getAlign(), Align(16));
    const std::uint64_t at = reserve(size->getFixedValue(), std::min(align, Align(64)));
    for (DbgVariableRecord *shown : findDVRDeclares(memory)) { // all pieces have the argument
      shown->setExpression(
          DIExpression::prepend(shown->getExpression(), DIExpression::ApplyOffset, static_cast<std::int64_t>(at)));
      shown->replaceVariableLocationOp(0U, function_.getArg(memory_));
    }
    IRBuilder<> ir(memory);
    memory->replaceAllUsesWith(place(ir, at));
    memory->eraseFromParent();
  }
}

bool Contexts::outlives_a_piece(const AllocaInst &memory) const {
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
bool Contexts::reaches_after_cut(const BasicBlock &from, const SmallPtrSetImpl<const BasicBlock *> &targets) const {
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

/// The value at the start of a block where its definition does not reach.
Value *Contexts::available(Instruction &value, BasicBlock &block) {
  Value *&known = available_[{&block, &value}];
  if (known != nullptr)
    return known;
  IRBuilder<> ir(&block, insertion_point(block));
  known = recreate(value, ir);
  return known;
}

/// New code of a block goes below what was added before it, which it may use.
BasicBlock::iterator Contexts::insertion_point(BasicBlock &block) {
  auto [entry, added] = insert_before_.try_emplace(&block, nullptr);
  if (added)
    entry->second = &*block.getFirstInsertionPt();
  return entry->second->getIterator();
}

Value *Contexts::recreate(Value &value, IRBuilder<> &ir) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr || isa<AllocaInst>(instruction))
    return &value;
  if (!rebuildable(*instruction) && !is_in_argument(*instruction)) {
    Type *const stored = stored_type(instruction->getType());
    Value *there = ir.CreateAlignedLoad(stored, place(ir, slot(*instruction).load), slot_align(stored));
    return stored == instruction->getType() ? there : ir.CreateICmpSLT(there, Constant::getNullValue(stored));
  }
  Instruction *again = instruction->clone();
  for (Use &operand : again->operands())
    operand.set(recreate(*operand.get(), ir));
  ir.Insert(again);
  return again;
}

Contexts::Slot Contexts::slot(Instruction &value) {
  const auto known = slots_.find(&value);
  if (known != slots_.end())
    return known->second;
  Type *type = stored_type(value.getType());
  const std::uint64_t size = function_.getDataLayout().getTypeStoreSize(type);
  const std::uint64_t at = reserve(size, slot_align(type));
  return slots_[&value] = {at, at};
}

void Contexts::store_slots() {
  for (const auto &[value, at] : slots_) {
    const auto where = value->getInsertionPointAfterDef();
    WEFT_CHECK(where.has_value(), "a value that lives across a barrier has no place after it");
    IRBuilder<> ir(value->getParent(), *where);
    Type *const stored = stored_type(value->getType());
    Value *kept = stored == value->getType() ? value : ir.CreateSExt(value, stored);
    ir.CreateAlignedStore(kept, place(ir, at.store), slot_align(stored));
  }
}

} // namespace weft::codegen::cpu
