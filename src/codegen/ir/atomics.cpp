// Atomic builtins by their names.
#include "codegen/ir/atomics.hpp"

#include <llvm/IR/IRBuilder.h>

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

AtomicRMWInst::BinOp read_modify_write(StringRef operation, char kind) {
  const bool real = kind == 'f', is_signed = kind == 'i';
  using Op = AtomicRMWInst;
  if (operation == "exchange")
    return Op::Xchg;
  if (operation == "fetch_add")
    return real ? Op::FAdd : Op::Add;
  if (operation == "fetch_sub")
    return real ? Op::FSub : Op::Sub;
  if (operation == "fetch_min")
    return real ? Op::FMin : is_signed ? Op::Min : Op::UMin;
  if (operation == "fetch_max")
    return real ? Op::FMax : is_signed ? Op::Max : Op::UMax;
  if (operation == "fetch_and")
    return Op::And;
  if (operation == "fetch_or")
    return Op::Or;
  WEFT_CHECK(operation == "fetch_xor", "atomic builtin {}", operation.str());
  return Op::Xor;
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

Value *lower_atomic(CallInst &call, StringRef name, SyncScope::ID scope) {
  IRBuilder<> ir(&call);
  const auto [operation, type_name] = name.rsplit('_');
  Value *pointer = call.getArgOperand(0);
  const unsigned count = call.arg_size();
  if (operation == "load") {
    const Align align(call.getType()->getScalarSizeInBits() / 8);
    auto *load = ir.CreateAlignedLoad(call.getType(), pointer, align);
    load->setAtomic(for_load(ordering_of(call.getArgOperand(1))), scope);
    return load;
  }
  Value *operand = call.getArgOperand(1);
  const Align align(operand->getType()->getScalarSizeInBits() / 8);
  if (operation == "store") {
    auto *store = ir.CreateAlignedStore(operand, pointer, align);
    store->setAtomic(for_store(ordering_of(call.getArgOperand(2))), scope);
    return store;
  }
  if (operation == "compare_exchange") {
    Type *bits = ir.getIntNTy(operand->getType()->getScalarSizeInBits());
    const AtomicOrdering success = ordering_of(call.getArgOperand(3)),
                         failure = for_load(ordering_of(call.getArgOperand(4)));
    auto *exchange =
        ir.CreateAtomicCmpXchg(pointer, ir.CreateBitCast(operand, bits), ir.CreateBitCast(call.getArgOperand(2), bits),
                               align, success, failure, scope);
    return ir.CreateBitCast(ir.CreateExtractValue(exchange, 0), call.getType());
  }
  const auto op = read_modify_write(operation, type_name.front());
  return ir.CreateAtomicRMW(op, pointer, operand, align, ordering_of(call.getArgOperand(count - 2)), scope);
}

} // namespace weft::codegen::ir
