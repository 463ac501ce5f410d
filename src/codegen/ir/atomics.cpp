// One instruction for each builtin, but for the types' signs.
#include "codegen/ir/atomics.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "codegen/ir/builtins.hpp"
#include "support/error.hpp"

namespace weft::codegen::ir {

using namespace llvm;

namespace {

AtomicOrdering for_load(AtomicOrdering order) {
  return order == AtomicOrdering::Release          ? AtomicOrdering::Monotonic
         : order == AtomicOrdering::AcquireRelease ? AtomicOrdering::Acquire
                                                   : order;
}

AtomicOrdering for_store(AtomicOrdering order) {
  return order == AtomicOrdering::Acquire          ? AtomicOrdering::Monotonic
         : order == AtomicOrdering::AcquireRelease ? AtomicOrdering::Release
                                                   : order;
}

AtomicRMWInst::BinOp read_modify_write(const BuiltinInfo &info) {
  const bool real = info.type.front() == 'f', is_signed = info.type.front() == 'i';
  using Op = AtomicRMWInst;
  switch (info.builtin) {
  case Builtin::atomic_exchange:
    return Op::Xchg;
  case Builtin::atomic_fetch_add:
    return real ? Op::FAdd : Op::Add;
  case Builtin::atomic_fetch_sub:
    return real ? Op::FSub : Op::Sub;
  case Builtin::atomic_fetch_min:
    return real ? Op::FMin : is_signed ? Op::Min : Op::UMin;
  case Builtin::atomic_fetch_max:
    return real ? Op::FMax : is_signed ? Op::Max : Op::UMax;
  case Builtin::atomic_fetch_and:
    return Op::And;
  case Builtin::atomic_fetch_or:
    return Op::Or;
  case Builtin::atomic_fetch_xor:
    return Op::Xor;
  default:
    WEFT_CHECK(false, "atomic builtin {}", info.name.str());
  }
}

} // namespace

AtomicOrdering ordering_of(const Value *operand) {
  const auto *constant = dyn_cast<ConstantInt>(operand);
  switch (constant ? constant->getZExtValue() : 4) {
  case 0:
    return AtomicOrdering::Monotonic;
  case 1:
    return AtomicOrdering::Acquire;
  case 2:
    return AtomicOrdering::Release;
  case 3:
    return AtomicOrdering::AcquireRelease;
  default:
    return AtomicOrdering::SequentiallyConsistent;
  }
}

namespace {
Value *instruction_for(CallInst &call, SyncScope::ID scope) {
  const BuiltinInfo &info = builtin_of(call);
  IRBuilder<> ir(&call);
  Value *pointer = call.getArgOperand(0);
  if (info == Builtin::atomic_load) {
    const Align align(call.getType()->getScalarSizeInBits() / 8);
    auto *load = ir.CreateAlignedLoad(call.getType(), pointer, align);
    load->setAtomic(for_load(ordering_of(call.getArgOperand(1))), scope);
    return load;
  }
  Value *operand = call.getArgOperand(1);
  const Align align(operand->getType()->getScalarSizeInBits() / 8);
  if (info == Builtin::atomic_store) {
    auto *store = ir.CreateAlignedStore(operand, pointer, align);
    store->setAtomic(for_store(ordering_of(call.getArgOperand(2))), scope);
    return store;
  }
  if (info == Builtin::atomic_compare_exchange) {
    Type *bits = ir.getIntNTy(operand->getType()->getScalarSizeInBits());
    const AtomicOrdering success = ordering_of(call.getArgOperand(3)),
                         failure = for_load(ordering_of(call.getArgOperand(4)));
    auto *exchange =
        ir.CreateAtomicCmpXchg(pointer, ir.CreateBitCast(operand, bits), ir.CreateBitCast(call.getArgOperand(2), bits),
                               align, success, failure, scope);
    return ir.CreateBitCast(ir.CreateExtractValue(exchange, 0), call.getType());
  }
  return ir.CreateAtomicRMW(read_modify_write(info), pointer, operand, align, ordering_of(call.getArgOperand(2)),
                            scope);
}
} // namespace

Value *lower_atomic(CallInst &call, SyncScope::ID scope) {
  Value *value = instruction_for(call, scope);
  if (!call.getType()->isVoidTy())
    call.replaceAllUsesWith(value);
  call.eraseFromParent();
  return value;
}

const Value *accessed(const Instruction &instruction) {
  if (const Value *pointer = getLoadStorePointerOperand(&instruction))
    return pointer;
  if (const auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return update->getPointerOperand();
  const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction);
  return exchange != nullptr ? exchange->getPointerOperand() : nullptr;
}

void make_plain(Instruction &instruction) {
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    lowerAtomicRMWInst(update);
  else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    lowerAtomicCmpXchgInst(exchange);
  else if (auto *load = dyn_cast<LoadInst>(&instruction))
    load->setAtomic(AtomicOrdering::NotAtomic);
  else if (auto *store = dyn_cast<StoreInst>(&instruction))
    store->setAtomic(AtomicOrdering::NotAtomic);
}

} // namespace weft::codegen::ir
