// Captured scalars: one load at entry each, or a constant that the launch fixed.
#include <map>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "codegen/cpu/spmd.hpp"
#include "codegen/ir/baked_arguments.hpp"
#include "support/explain.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
/// Is memory behind `pointer` only read? (A kernel may legally write to its own copy of its arguments.)
bool only_read(const Value &pointer, SmallPtrSetImpl<const Value *> &seen) {
  for (const Use &use : pointer.uses()) {
    const auto *user = cast<Instruction>(use.getUser());
    if (isa<LoadInst, ICmpInst>(user) || !seen.insert(user).second)
      continue;
    if (const auto *copy = dyn_cast<MemTransferInst>(user); copy && &use == &copy->getRawSourceUse())
      continue;
    if (user->isLifetimeStartOrEnd() || user->isDebugOrPseudoInst())
      continue;
    if (!isa<GetElementPtrInst, PHINode, SelectInst, AddrSpaceCastInst>(user) || !only_read(*user, seen))
      return false;
  }
  return true;
}

void copy_arguments(Function &spmd, const Launch &launch) {
  IRBuilder<> ir(&*spmd.getEntryBlock().getFirstInsertionPt());
  auto *bytes = ArrayType::get(ir.getInt8Ty(), launch.kernel.args_size);
  AllocaInst *copy = ir.CreateAlloca(bytes);
  const Align align(launch.kernel.args_align);
  copy->setAlignment(align);
  spmd.getArg(arg_block)->replaceAllUsesWith(copy);
  ir.CreateMemCpy(copy, align, spmd.getArg(arg_block), align, launch.kernel.args_size);
}

Value *load_at_entry(Function &spmd, const Launch &launch, std::uint64_t offset, Type &type) {
  IRBuilder<> ir(&*spmd.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Value *address = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), spmd.getArg(arg_block), offset);
  auto *load = ir.CreateAlignedLoad(&type, address, commonAlignment(Align(launch.kernel.args_align), offset));
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(spmd.getContext(), {}));
  return load;
}
} // namespace

void promote_captures(Function &spmd, const Launch &launch) {
  SmallPtrSet<const Value *, 16> seen;
  if (launch.kernel.args_size == 0)
    return;
  if (!only_read(*spmd.getArg(arg_block), seen))
    return copy_arguments(spmd, launch);
  spmd.addParamAttr(arg_block, Attribute::ReadOnly);
  spmd.addParamAttr(arg_block, Attribute::NoAlias);
  const DataLayout &layout = spmd.getDataLayout();
  std::map<std::pair<std::uint64_t, Type *>, Value *> known;
  SmallVector<LoadInst *, 32> loads;
  for (Instruction &instruction : instructions(spmd))
    if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->isSimple())
      loads.push_back(load);
  for (LoadInst *load : loads) {
    const auto at = ir::offset_in_block(*load, *spmd.getArg(arg_block));
    if (!at || *at + layout.getTypeStoreSize(load->getType()) > launch.kernel.args_size)
      continue;
    Value *&value = known[{*at, load->getType()}];
    if (value == nullptr)
      value = ir::baked(launch.spec, *at, *load->getType());
    if (value == nullptr)
      value = load_at_entry(spmd, launch, *at, *load->getType());
    load->replaceAllUsesWith(value);
    load->eraseFromParent();
  }
  for (const Specialization::Baked &field : launch.spec.baked)
    explain("specialize", "{}: argument bytes {}..{} baked in as {}", launch.kernel.pretty, field.field.offset,
            field.field.offset + field.field.width, field.value);
}

} // namespace weft::codegen::cpu
