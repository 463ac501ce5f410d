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

/// Whether nobody waits for what was there: `red` goes on at once. The driver's linker of PTX does not find that out.
bool needs_no_answer(const AtomicRMWInst &update) {
  const unsigned width = update.getType()->getPrimitiveSizeInBits();
  const AtomicOrdering order = update.getOrdering();
  return update.use_empty() && update.getOperation() != AtomicRMWInst::Xchg && (width == 32 || width == 64) &&
         (order == AtomicOrdering::Monotonic || order == AtomicOrdering::Release);
}

void write_as_ptx(AtomicRMWInst &update) {
  LLVMContext &context = update.getContext();
  const AtomicOrdering order = update.getOrdering();
  const std::string scope = scope_name(update.getSyncScopeID(), context), op = operation(update.getOperation());
  const bool answers = !needs_no_answer(update);
  if (op.empty() || (answers && order == AtomicOrdering::Monotonic && scope == "gpu")) // what PTX takes for granted
    return;
  IRBuilder<> ir(&update);
  const auto insert = [&](Type *result, const std::string &text, const std::string &constraints,
                          ArrayRef<Value *> arguments) {
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
  const char number = type->isIntegerTy() ? (wide ? 'l' : 'r') : (wide ? 'd' : 'f');
  Value *pointer = update.getPointerOperand();
  const std::string name = fmt::format("{}.{}{}.{}{}", semantics(order), scope, space_name(pointer), op, width);
  if (answers) {
    Value *old = insert(type, fmt::format("atom.{} $0, [$1], $2;", name), fmt::format("={0},l,{0},~{{memory}}", number),
                        {pointer, operand});
    update.replaceAllUsesWith(ir.CreateBitCast(old, update.getType()));
  } else {
    insert(ir.getVoidTy(), fmt::format("red.{} [$0], $1;", name), fmt::format("l,{},~{{memory}}", number),
           {pointer, operand});
  }
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
