// Atomic builtins as instructions that every OpenCL device has.
#include "codegen/ir/atomics.hpp"

#include <array>

#include <fmt/format.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/CodeGen/AtomicExpandUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include "codegen/ir/builtins.hpp"
#include "codegen/spirv/retarget.hpp"
#include "support/error.hpp"

namespace weft::codegen::spirv {

using namespace llvm;

namespace {

SyncScope::ID scope_of(const Value &operand, LLVMContext &context) {
  constexpr std::array names{"singlethread", "subgroup", "workgroup", "device"};
  const auto *constant = dyn_cast<ConstantInt>(&operand);
  return constant != nullptr && constant->getZExtValue() < names.size()
             ? context.getOrInsertSyncScopeID(names[constant->getZExtValue()])
             : SyncScope::System;
}

void use_bits_of(LoadInst &load) {
  IRBuilder<> ir(&load);
  Type *bits = ir.getIntNTy(load.getType()->getScalarSizeInBits());
  LoadInst *other = ir.CreateAlignedLoad(bits, load.getPointerOperand(), load.getAlign());
  other->setAtomic(load.getOrdering(), load.getSyncScopeID());
  load.replaceAllUsesWith(ir.CreateBitCast(other, load.getType()));
  load.eraseFromParent();
}

void use_bits_of(StoreInst &store) {
  IRBuilder<> ir(&store);
  Value *value = store.getValueOperand();
  Value *bits = ir.CreateBitCast(value, ir.getIntNTy(value->getType()->getScalarSizeInBits()));
  StoreInst *other = ir.CreateAlignedStore(bits, store.getPointerOperand(), store.getAlign());
  other->setAtomic(store.getOrdering(), store.getSyncScopeID());
  store.eraseFromParent();
}

void use_bits_of(AtomicRMWInst &update) {
  if (update.getOperation() != AtomicRMWInst::Xchg) {
    expandAtomicRMWToCmpXchg(&update, [](IRBuilderBase &ir, Value *place, Value *expected, Value *wanted, Align align,
                                         AtomicOrdering order, SyncScope::ID scope, Value *&done, Value *&seen,
                                         Instruction *) {
      Type *bits = ir.getIntNTy(expected->getType()->getScalarSizeInBits());
      Value *pair = ir.CreateAtomicCmpXchg(place, ir.CreateBitCast(expected, bits), ir.CreateBitCast(wanted, bits),
                                           align, order, AtomicCmpXchgInst::getStrongestFailureOrdering(order), scope);
      done = ir.CreateExtractValue(pair, 1);
      seen = ir.CreateBitCast(ir.CreateExtractValue(pair, 0), expected->getType());
    });
    return;
  }
  IRBuilder<> ir(&update);
  Value *value = update.getValOperand();
  Value *bits = ir.CreateBitCast(value, ir.getIntNTy(value->getType()->getScalarSizeInBits()));
  AtomicRMWInst *other = ir.CreateAtomicRMW(AtomicRMWInst::Xchg, update.getPointerOperand(), bits, update.getAlign(),
                                            update.getOrdering(), update.getSyncScopeID());
  update.replaceAllUsesWith(ir.CreateBitCast(other, value->getType()));
  update.eraseFromParent();
}

void use_bits(Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction); load != nullptr && load->getType()->isFloatingPointTy())
    use_bits_of(*load);
  else if (auto *store = dyn_cast<StoreInst>(&instruction);
           store != nullptr && store->getValueOperand()->getType()->isFloatingPointTy())
    use_bits_of(*store);
  else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction);
           update != nullptr && update->getType()->isFloatingPointTy())
    use_bits_of(*update);
}

/// Scope <id> and Memory Semantics <id> of the SPIR-V specification, 3.27 and 3.25.
std::uint32_t scope_id(SyncScope::ID scope, LLVMContext &context) {
  constexpr std::array names{"device", "workgroup", "subgroup", "singlethread"};
  for (std::uint32_t i = 0; i < names.size(); ++i)
    if (scope == context.getOrInsertSyncScopeID(names[i]))
      return i + 1;
  return 0;
}

std::uint32_t semantics_id(AtomicOrdering order, unsigned space) {
  constexpr std::uint32_t local = 0x100, global = 0x200;
  constexpr unsigned space_global = 1, space_local = 3;
  const std::uint32_t memory = space == space_global ? global : space == space_local ? local : global | local;
  switch (order) {
  case AtomicOrdering::Acquire:
    return 0x2 | memory;
  case AtomicOrdering::Release:
    return 0x4 | memory;
  case AtomicOrdering::AcquireRelease:
    return 0x8 | memory;
  case AtomicOrdering::SequentiallyConsistent:
    return 0x10 | memory;
  default:
    return 0;
  }
}

const char *name_of(AtomicRMWInst::BinOp operation) {
  switch (operation) {
  case AtomicRMWInst::Xchg:
    return "Exchange";
  case AtomicRMWInst::Add:
    return "IAdd";
  case AtomicRMWInst::Sub:
    return "ISub";
  case AtomicRMWInst::And:
    return "And";
  case AtomicRMWInst::Or:
    return "Or";
  case AtomicRMWInst::Xor:
    return "Xor";
  case AtomicRMWInst::Min:
    return "SMin";
  case AtomicRMWInst::Max:
    return "SMax";
  case AtomicRMWInst::UMin:
    return "UMin";
  case AtomicRMWInst::UMax:
    return "UMax";
  default:
    WEFT_CHECK(false, "atomic operation {}", static_cast<int>(operation));
  }
}

/// A call of the SPIR-V instruction OpAtomic`name`, as LLVM's back end knows it.
class AtomicCall {
public:
  AtomicCall(Instruction &instruction, Value *place, SyncScope::ID scope)
      : ir_(&instruction), space_(place->getType()->getPointerAddressSpace()) {
    arguments_ = {place, ir_.getInt32(scope_id(scope, instruction.getContext()))};
  }

  AtomicCall &with(AtomicOrdering order) { return with(ir_.getInt32(semantics_id(order, space_))); }
  AtomicCall &with(Value *argument) {
    arguments_.push_back(argument);
    return *this;
  }

  CallInst *make(StringRef name, Type *bits, Type *result) {
    const std::string whole = "__spirv_Atomic" + name.str();
    const char letter = bits->isIntegerTy(64) ? 'm' : 'j';
    std::string symbol = fmt::format("_Z{}{}PU3AS{}{}", whole.size(), whole, space_, letter);
    SmallVector<Type *> types;
    for (Value *argument : arguments_)
      types.push_back(argument->getType());
    for (Type *type : ArrayRef(types).drop_front())
      symbol += type->isIntegerTy(64) ? 'm' : 'j';
    Module &module = *ir_.GetInsertBlock()->getModule();
    return ir_.CreateCall(module.getOrInsertFunction(symbol, FunctionType::get(result, types, false)), arguments_);
  }

  IRBuilder<> &ir() { return ir_; }

private:
  IRBuilder<> ir_;
  unsigned space_;
  SmallVector<Value *, 6> arguments_;
};

Value *as_call(LoadInst &load) {
  AtomicCall call(load, load.getPointerOperand(), load.getSyncScopeID());
  return call.with(load.getOrdering()).make("Load", load.getType(), load.getType());
}

Value *as_call(StoreInst &store) {
  AtomicCall call(store, store.getPointerOperand(), store.getSyncScopeID());
  Value *value = store.getValueOperand();
  return call.with(store.getOrdering()).with(value).make("Store", value->getType(), call.ir().getVoidTy());
}

Value *as_call(AtomicRMWInst &update) {
  AtomicCall call(update, update.getPointerOperand(), update.getSyncScopeID());
  return call.with(update.getOrdering())
      .with(update.getValOperand())
      .make(name_of(update.getOperation()), update.getType(), update.getType());
}

Value *as_call(AtomicCmpXchgInst &exchange) {
  AtomicCall call(exchange, exchange.getPointerOperand(), exchange.getSyncScopeID());
  Value *expected = exchange.getCompareOperand();
  Value *seen = call.with(exchange.getSuccessOrdering())
                    .with(exchange.getFailureOrdering())
                    .with(exchange.getNewValOperand())
                    .with(expected)
                    .make("CompareExchange", expected->getType(), expected->getType());
  IRBuilder<> &ir = call.ir();
  Value *pair = ir.CreateInsertValue(PoisonValue::get(exchange.getType()), seen, 0);
  return ir.CreateInsertValue(pair, ir.CreateICmpEQ(seen, expected), 1);
}

Value *as_call(Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return as_call(*load);
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return as_call(*store);
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return as_call(*update);
  return as_call(*cast<AtomicCmpXchgInst>(&instruction));
}

} // namespace

void write_atomics_as_spirv(Function &kernel) {
  for (Instruction &instruction : make_early_inc_range(instructions(kernel)))
    if (instruction.isAtomic() && ir::accessed(instruction) != nullptr) {
      Value *value = as_call(instruction);
      if (!instruction.getType()->isVoidTy())
        instruction.replaceAllUsesWith(value);
      instruction.eraseFromParent();
    }
}

void lower_atomics(Function &kernel) {
  SmallVector<CallInst *> calls;
  for (Instruction &instruction : instructions(kernel))
    if (ir::builtin_of(instruction).is_atomic())
      calls.push_back(cast<CallInst>(&instruction));
  for (CallInst *call : calls)
    ir::lower_atomic(*call, scope_of(*call->getArgOperand(call->arg_size() - 1), kernel.getContext()));
  SmallVector<Instruction *> atomics;
  for (Instruction &instruction : instructions(kernel))
    if (instruction.isAtomic() && ir::accessed(instruction) != nullptr)
      atomics.push_back(&instruction);
  for (Instruction *instruction : atomics) {
    if (isa<AllocaInst>(getUnderlyingObject(ir::accessed(*instruction), 0)))
      ir::make_plain(*instruction);
    else
      use_bits(*instruction);
  }
}

} // namespace weft::codegen::spirv
