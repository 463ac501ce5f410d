// The kernel's argument block is constant memory: its bytes are read in place, and what it points to is global memory.
#include "codegen/nvptx/retarget.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

constexpr unsigned space_generic = 0, space_global = 1;

/// What is done through a pointer to some memory.
struct Uses {
  SmallPtrSet<const Value *, 16> seen;
  SmallVector<LoadInst *, 16> loads;
  SmallVector<IntrinsicInst *, 4> lifetimes;
  SmallVector<MemTransferInst *, 4> sources, targets;

  /// False where something else is done, such as storing to it or handing it out.
  bool find(Value &pointer) {
    if (!seen.insert(&pointer).second)
      return true;
    return all_of(pointer.uses(), [this](Use &use) { return note(use); });
  }

private:
  bool note(Use &use) {
    auto *user = cast<Instruction>(use.getUser());
    if (isa<GetElementPtrInst, PHINode, SelectInst>(user))
      return find(*user);
    if (auto *transfer = dyn_cast<MemTransferInst>(user)) {
      (&transfer->getRawSourceUse() == &use ? sources : targets).push_back(transfer);
      return !transfer->isVolatile();
    }
    if (user->isLifetimeStartOrEnd())
      lifetimes.push_back(cast<IntrinsicInst>(user));
    else if (auto *load = dyn_cast<LoadInst>(user))
      loads.push_back(load);
    else
      return isa<ICmpInst>(user);
    return true;
  }
};

/// The same bytes of an argument, for memory that is nothing but a copy of them; null where it is more.
Value *copied_argument(AllocaInst &memory, Uses &uses) {
  if (memory.isArrayAllocation() || !uses.find(memory) || uses.targets.size() != 1)
    return nullptr;
  const MemTransferInst &copy = *uses.targets.front();
  const DataLayout &layout = memory.getDataLayout();
  const auto *size = dyn_cast<ConstantInt>(copy.getLength());
  if (copy.getRawDest() != &memory || size == nullptr ||
      size->getZExtValue() != layout.getTypeAllocSize(memory.getAllocatedType()))
    return nullptr;
  APInt offset(64, 0);
  Value *source = copy.getRawSource()->stripAndAccumulateConstantOffsets(layout, offset, true);
  if (!isa<Argument>(source))
    return nullptr;
  IRBuilder<> ir(&*memory.getFunction()->getEntryBlock().getFirstInsertionPt());
  return ir.CreateInBoundsPtrAdd(source, ir.getInt(offset));
}

bool read_in_place(AllocaInst &memory) {
  Uses uses;
  Value *original = copied_argument(memory, uses);
  if (original == nullptr)
    return false;
  const Align align = original->getPointerAlignment(memory.getDataLayout());
  for (LoadInst *load : uses.loads)
    load->setAlignment(std::min(load->getAlign(), align));
  for (MemTransferInst *copy : uses.sources)
    copy->setSourceAlignment(std::min(copy->getSourceAlign().valueOrOne(), align));
  uses.targets.front()->eraseFromParent();
  for (IntrinsicInst *lifetime : uses.lifetimes)
    lifetime->eraseFromParent();
  memory.replaceAllUsesWith(original);
  memory.eraseFromParent();
  return true;
}

void copy_for_writing(Function &kernel, Argument &argument) {
  Type *type = argument.getParamByValType();
  const DataLayout &layout = kernel.getDataLayout();
  IRBuilder<> ir(&*kernel.getEntryBlock().getFirstInsertionPt());
  AllocaInst *copy = ir.CreateAlloca(type);
  const Align align = argument.getParamAlign().value_or(layout.getABITypeAlign(type));
  copy->setAlignment(align);
  argument.replaceAllUsesWith(copy);
  ir.CreateMemCpy(copy, align, &argument, align, layout.getTypeAllocSize(type));
}

} // namespace

void make_arguments_constant(Function &kernel) {
  for (Argument &argument : kernel.args()) {
    Uses uses;
    if (!uses.find(argument) || !uses.targets.empty())
      copy_for_writing(kernel, argument);
    argument.addAttr(Attribute::NoAlias);
    argument.addAttr(Attribute::ReadOnly);
  }
  const auto read_one_in_place = [&] {
    SmallVector<AllocaInst *, 16> all;
    for (Instruction &instruction : kernel.getEntryBlock())
      if (auto *memory = dyn_cast<AllocaInst>(&instruction))
        all.push_back(memory);
    return any_of(all, [](AllocaInst *memory) { return read_in_place(*memory); });
  };
  while (read_one_in_place()) // which may be what another is a copy of
    ;
}

void point_arguments_to_global(Function &kernel) {
  for (Instruction &instruction : instructions(kernel)) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (load == nullptr || load->getType() != PointerType::get(kernel.getContext(), space_generic) ||
        !isa<Argument>(getUnderlyingObject(load->getPointerOperand(), 0)))
      continue;
    IRBuilder<> ir(load->getNextNode());
    Value *global = ir.CreateAddrSpaceCast(load, PointerType::get(kernel.getContext(), space_global));
    Value *generic = ir.CreateAddrSpaceCast(global, load->getType());
    load->replaceUsesWithIf(generic, [&](const Use &use) { return use.getUser() != global; });
  }
}

} // namespace weft::codegen::nvptx
