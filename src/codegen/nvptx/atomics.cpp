// Atomics are LLVM's instructions while address spaces are inferred, and PTX with order and scope at the end, since
// LLVM drops both of read-modify-writes for this target (PTX ISA, 8 memory consistency model, 9.7.13 parallel
// synchronization).
#include "codegen/ir/atomics.hpp"

#include <string>

#include <fmt/format.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "codegen/ir/builtins.hpp"
#include "codegen/nvptx/retarget.hpp"

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

constexpr std::uint64_t scope_work_group = 2, scope_device = 3;
constexpr unsigned space_global = 1, space_shared = 3;

SyncScope::ID scope_of(const Value *operand, LLVMContext &context) {
  const auto *constant = dyn_cast<ConstantInt>(operand);
  const std::uint64_t scope = constant != nullptr ? constant->getZExtValue() : scope_device + 1;
  return scope <= scope_work_group ? context.getOrInsertSyncScopeID("block")
         : scope == scope_device   ? context.getOrInsertSyncScopeID("device")
                                   : SyncScope::System;
}

/// No PTX instruction takes the smaller or larger float: the device library has these (libdevice/nvptx/atomics.cpp).
bool is_compound(const ir::BuiltinInfo &builtin) {
  return (builtin == ir::Builtin::atomic_fetch_min || builtin == ir::Builtin::atomic_fetch_max) &&
         builtin.type.starts_with("f");
}

std::string scope_name(SyncScope::ID scope, LLVMContext &context) {
  return scope == context.getOrInsertSyncScopeID("block")    ? "cta"
         : scope == context.getOrInsertSyncScopeID("device") ? "gpu"
                                                             : "sys";
}

std::string semantics(AtomicOrdering order) {
  switch (order) {
  case AtomicOrdering::Monotonic:
    return "relaxed";
  case AtomicOrdering::Acquire:
    return "acquire";
  case AtomicOrdering::Release:
    return "release";
  default:
    return "acq_rel";
  }
}

std::string space_name(const Value *pointer) {
  const unsigned space = pointer->getType()->getPointerAddressSpace();
  return space == space_global ? ".global" : space == space_shared ? ".shared" : "";
}

/// PTX's name of the operation and its type, without the width; "" for what has none.
std::string operation(AtomicRMWInst::BinOp op) {
  using Op = AtomicRMWInst;
  switch (op) {
  case Op::Xchg:
    return "exch.b";
  case Op::Add:
  case Op::Sub:
    return "add.u";
  case Op::FAdd:
  case Op::FSub:
    return "add.f";
  case Op::And:
    return "and.b";
  case Op::Or:
    return "or.b";
  case Op::Xor:
    return "xor.b";
  case Op::Min:
    return "min.s";
  case Op::Max:
    return "max.s";
  case Op::UMin:
    return "min.u";
  case Op::UMax:
    return "max.u";
  default:
    return {};
  }
}

Value *operand_of(IRBuilder<> &ir, AtomicRMWInst &update) {
  Value *operand = update.getValOperand();
  switch (update.getOperation()) {
  case AtomicRMWInst::Sub:
    return ir.CreateNeg(operand);
  case AtomicRMWInst::FSub:
    return ir.CreateFNeg(operand);
  case AtomicRMWInst::Xchg:
    return ir.CreateBitCast(operand, ir.getIntNTy(operand->getType()->getPrimitiveSizeInBits()));
  default:
    return operand;
  }
}

void write_as_ptx(AtomicRMWInst &update) {
  LLVMContext &context = update.getContext();
  const AtomicOrdering order = update.getOrdering();
  const std::string scope = scope_name(update.getSyncScopeID(), context), op = operation(update.getOperation());
  if (op.empty() || (order == AtomicOrdering::Monotonic && scope == "gpu")) // which is what PTX takes for granted
    return;
  IRBuilder<> ir(&update);
  const auto insert = [&](Type *result, const std::string &text, const char *constraints, ArrayRef<Value *> arguments) {
    SmallVector<Type *, 2> types;
    for (Value *argument : arguments)
      types.push_back(argument->getType());
    return ir.CreateCall(InlineAsm::get(FunctionType::get(result, types, false), text, constraints, true), arguments);
  };
  if (order == AtomicOrdering::SequentiallyConsistent)
    insert(ir.getVoidTy(), fmt::format("fence.sc.{};", scope), "~{memory}", {});
  Value *operand = operand_of(ir, update);
  Type *type = operand->getType();
  const unsigned width = type->getPrimitiveSizeInBits();
  const bool wide = width == 64;
  const char *constraints = type->isIntegerTy() ? (wide ? "=l,l,l,~{memory}" : "=r,l,r,~{memory}")
                                                : (wide ? "=d,l,d,~{memory}" : "=f,l,f,~{memory}");
  Value *pointer = update.getPointerOperand();
  const std::string text =
      fmt::format("atom.{}.{}{}.{}{} $0, [$1], $2;", semantics(order), scope, space_name(pointer), op, width);
  Value *old = insert(type, text, constraints, {pointer, operand});
  update.replaceAllUsesWith(ir.CreateBitCast(old, update.getType()));
  update.eraseFromParent();
}

/// Whether an integer minimum or maximum may look before it stores: who would change nothing need not, unless others
/// wait for what it releases, and stores of all work-items to one place would wait for each other. Compound ones have
/// looked.
bool looks_first(const AtomicRMWInst &update) {
  const auto op = update.getOperation();
  const bool picks =
      op == AtomicRMWInst::Min || op == AtomicRMWInst::Max || op == AtomicRMWInst::UMin || op == AtomicRMWInst::UMax;
  const AtomicOrdering order = update.getOrdering();
  return picks && (order == AtomicOrdering::Monotonic || order == AtomicOrdering::Acquire);
}

void look_first(AtomicRMWInst &update) {
  IRBuilder<> ir(&update);
  Value *const value = update.getValOperand();
  LoadInst *const seen = ir.CreateAlignedLoad(value->getType(), update.getPointerOperand(), update.getAlign());
  seen->setAtomic(update.getOrdering(), update.getSyncScopeID());
  const auto op = update.getOperation();
  const CmpInst::Predicate changes = op == AtomicRMWInst::Min    ? CmpInst::ICMP_SLT
                                     : op == AtomicRMWInst::Max  ? CmpInst::ICMP_SGT
                                     : op == AtomicRMWInst::UMin ? CmpInst::ICMP_ULT
                                                                 : CmpInst::ICMP_UGT;
  Instruction *const then = SplitBlockAndInsertIfThen(ir.CreateICmp(changes, value, seen), update.getIterator(), false);
  BasicBlock *const before = seen->getParent(), *const after = update.getParent();
  update.moveBefore(then->getIterator());
  if (update.use_empty())
    return;
  PHINode *const result = PHINode::Create(value->getType(), 2, "", after->begin());
  update.replaceAllUsesWith(result);
  result->addIncoming(seen, before);
  result->addIncoming(&update, then->getParent());
}

} // namespace

void raise_atomics(Module &module, bool look) {
  SmallVector<AtomicRMWInst *> looking;
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      const ir::BuiltinInfo &builtin = ir::builtin_of(instruction);
      if (!builtin.is_atomic() || is_compound(builtin))
        continue;
      auto &call = cast<CallInst>(instruction);
      const SyncScope::ID scope = scope_of(call.getArgOperand(call.arg_size() - 1), module.getContext());
      Value *value = ir::lower_atomic(call, scope);
      if (auto *update = dyn_cast<AtomicRMWInst>(value); update != nullptr && look && looks_first(*update))
        looking.push_back(update);
    }
  for (AtomicRMWInst *update : looking)
    look_first(*update);
}

void write_atomics_as_ptx(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
        write_as_ptx(*update);
}

} // namespace weft::codegen::nvptx
