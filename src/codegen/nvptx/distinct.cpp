// Memory that nobody writes to stays what it is. The launch proved of some pointers among the arguments that they lie
// in allocations of their own, so that what is stored through one is not read through another; the program says so of
// others
// (`__restrict__`).
#include <map>

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>

#include "codegen/ir/atomics.hpp"
#include "codegen/ir/builtins.hpp"
#include "codegen/nvptx/retarget.hpp"

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

constexpr unsigned space_global = 1, space_shared = 3, most_pointers = 16;

/// What is known of the memory that an instruction reads or writes.
struct Place {
  enum class Kind { argument, own, unknown } kind = Kind::unknown; ///< own: the group's or the work-item's
  std::uint32_t offset = 0;                                        ///< of the pointer among the arguments
};

Place place_of(const Value *pointer, const Function &kernel, ArrayRef<std::uint32_t> distinct) {
  const Value *const object = getUnderlyingObject(pointer, 0);
  if (isa<AllocaInst, Argument>(object))
    return {Place::Kind::own, 0};
  if (const auto *variable = dyn_cast<GlobalVariable>(object);
      variable != nullptr && (variable->getAddressSpace() == space_shared || variable->isConstant()))
    return {Place::Kind::own, 0};
  if (ir::builtin_of(*object) == ir::Builtin::local_mem)
    return {Place::Kind::own, 0};
  const auto *load = dyn_cast<LoadInst>(object);
  if (load == nullptr)
    return {};
  APInt offset(64, 0);
  const Value *const base =
      load->getPointerOperand()->stripAndAccumulateConstantOffsets(kernel.getDataLayout(), offset, true);
  if (base != kernel.getArg(0) || !is_contained(distinct, offset.getZExtValue()))
    return {};
  return {Place::Kind::argument, static_cast<std::uint32_t>(offset.getZExtValue())};
}

/// Others' work may be waited for here, so that memory nobody writes to in this kernel may change, too.
bool acquires(const Instruction &instruction) {
  if (isa<FenceInst>(instruction))
    return true;
  if (const auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isVolatile() || isStrongerThanMonotonic(load->getOrdering());
  if (const auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return isStrongerThanMonotonic(update->getOrdering());
  if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return isStrongerThanMonotonic(exchange->getSuccessOrdering());
  const auto *call = dyn_cast<CallInst>(&instruction);
  return call != nullptr && call->isInlineAsm();
}

/// A function of numbers alone out of libdevice, or a builtin, neither of which says that it writes to no global
/// memory.
bool is_builtin(const Instruction &instruction) {
  const auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call != nullptr ? call->getCalledFunction() : nullptr;
  if (callee == nullptr || !(callee->getName().starts_with("__nv") || callee->getName().starts_with("__weft_")))
    return false;
  return callee->getName() == "__nvvm_reflect" ||
         none_of(callee->args(), [](const Argument &argument) { return argument.getType()->isPointerTy(); });
}

bool is_barrier(const Instruction &instruction) {
  return isa<IntrinsicInst>(instruction) && cast<IntrinsicInst>(instruction).isConvergent();
}

/// The kernel's accesses to global memory by the pointers that they go through.
struct Accesses {
  std::map<std::uint32_t, SmallVector<Instruction *>> by_offset;
  std::map<std::uint32_t, bool> written;
  bool all_writes_known = true, waits_for_others = false;

  Accesses(Function &kernel, ArrayRef<std::uint32_t> distinct) {
    for (Instruction &instruction : instructions(kernel))
      note(instruction, kernel, distinct);
  }

private:
  void note(Instruction &instruction, const Function &kernel, ArrayRef<std::uint32_t> distinct) {
    waits_for_others |= acquires(instruction);
    const Value *const pointer = ir::accessed(instruction);
    if (pointer == nullptr) {
      all_writes_known &= !instruction.mayWriteToMemory() || is_barrier(instruction) ||
                          instruction.isLifetimeStartOrEnd() || is_builtin(instruction);
      return;
    }
    const Place place = place_of(pointer, kernel, distinct);
    const bool writes = instruction.mayWriteToMemory();
    if (place.kind == Place::Kind::argument) {
      by_offset[place.offset].push_back(&instruction);
      written[place.offset] |= writes;
    } else if (place.kind == Place::Kind::unknown) {
      all_writes_known &= !writes;
    }
  }
};

} // namespace

void find_unchanging(Function &function, AAResults &aliases) {
  constexpr std::size_t most_queries = 4096;
  SmallVector<LoadInst *> loads;
  SmallVector<Instruction *> writes;
  for (Instruction &instruction : instructions(function)) {
    if (acquires(instruction) || is_barrier(instruction)) // `__restrict__` says nothing of what other work-items write
      return;
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (load != nullptr && load->isSimple() && load->getPointerAddressSpace() == space_global)
      loads.push_back(load);
    else if (instruction.mayWriteToMemory() && !instruction.isLifetimeStartOrEnd() && !is_builtin(instruction))
      writes.push_back(&instruction);
  }
  if (loads.size() * writes.size() > most_queries)
    return;
  for (LoadInst *load : loads)
    if (none_of(writes,
                [&](Instruction *write) { return isModSet(aliases.getModRefInfo(write, MemoryLocation::get(load))); }))
      load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(function.getContext(), {}));
}

void separate_pointers(Function &kernel, ArrayRef<std::uint32_t> distinct) {
  Accesses accesses(kernel, distinct);
  if (accesses.by_offset.size() > most_pointers)
    return;
  LLVMContext &context = kernel.getContext();
  MDBuilder metadata(context);
  MDNode *const domain = metadata.createAnonymousAliasScopeDomain("arguments");
  std::map<std::uint32_t, MDNode *> scopes;
  for (const auto &[offset, through] : accesses.by_offset)
    scopes[offset] = metadata.createAnonymousAliasScope(domain, "pointer");
  for (const auto &[offset, through] : accesses.by_offset) {
    SmallVector<Metadata *> others;
    for (const auto &[other, scope] : scopes)
      if (other != offset)
        others.push_back(scope);
    MDNode *const own = MDNode::get(context, scopes[offset]), *const apart = MDNode::get(context, others);
    const bool stays = !accesses.written[offset] && accesses.all_writes_known && !accesses.waits_for_others;
    for (Instruction *instruction : through) {
      const auto add = [&](unsigned kind, MDNode *node) {
        instruction->setMetadata(kind, MDNode::concatenate(instruction->getMetadata(kind), node));
      };
      add(LLVMContext::MD_alias_scope, own);
      add(LLVMContext::MD_noalias, apart);
      if (auto *load = dyn_cast<LoadInst>(instruction); load != nullptr && stays && load->isSimple())
        load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(context, {}));
    }
  }
}

} // namespace weft::codegen::nvptx
