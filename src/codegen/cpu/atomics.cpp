// Lowers the atomic builtins by their names: __weft_atomic_<operation>_<type>.
#include "codegen/cpu/atomics.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "codegen/cpu/spmd.hpp"
#include "support/error.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
constexpr std::uint64_t scope_work_group = 2;

AtomicOrdering ordering(const Value *operand) {
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

bool thread_private(const Function &spmd, const Value *pointer) {
  const Value *object = getUnderlyingObject(pointer, 0);
  return isa<AllocaInst>(object) || object == spmd.getArg(arg_local);
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

Value *lower_atomic(CallInst &call, StringRef name, SyncScope::ID scope) {
  IRBuilder<> ir(&call);
  const auto [operation, type_name] = name.rsplit('_');
  Value *pointer = call.getArgOperand(0);
  const unsigned count = call.arg_size();
  if (operation == "load") {
    const Align align(call.getType()->getScalarSizeInBits() / 8);
    auto *load = ir.CreateAlignedLoad(call.getType(), pointer, align);
    load->setAtomic(for_load(ordering(call.getArgOperand(1))), scope);
    return load;
  }
  Value *operand = call.getArgOperand(1);
  const Align align(operand->getType()->getScalarSizeInBits() / 8);
  if (operation == "store") {
    auto *store = ir.CreateAlignedStore(operand, pointer, align);
    store->setAtomic(for_store(ordering(call.getArgOperand(2))), scope);
    return store;
  }
  if (operation == "compare_exchange") {
    Type *bits = ir.getIntNTy(operand->getType()->getScalarSizeInBits());
    const AtomicOrdering success = ordering(call.getArgOperand(3)), failure = for_load(ordering(call.getArgOperand(4)));
    auto *exchange =
        ir.CreateAtomicCmpXchg(pointer, ir.CreateBitCast(operand, bits), ir.CreateBitCast(call.getArgOperand(2), bits),
                               align, success, failure, scope);
    return ir.CreateBitCast(ir.CreateExtractValue(exchange, 0), call.getType());
  }
  const auto op = read_modify_write(operation, type_name.front());
  return ir.CreateAtomicRMW(op, pointer, operand, align, ordering(call.getArgOperand(count - 2)), scope);
}

void lower_fence(CallInst &call) {
  const AtomicOrdering order = ordering(call.getArgOperand(0));
  const auto *scope = dyn_cast<ConstantInt>(call.getArgOperand(1));
  if (order == AtomicOrdering::Monotonic)
    return;
  const bool group = scope != nullptr && scope->getZExtValue() <= scope_work_group;
  IRBuilder<>(&call).CreateFence(order, group ? SyncScope::SingleThread : SyncScope::System);
}
} // namespace

void lower_atomics(Function &spmd) {
  for (Instruction &instruction : make_early_inc_range(instructions(spmd))) {
    auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    StringRef name = callee ? callee->getName() : StringRef();
    if (name == "__weft_fence") {
      lower_fence(*call);
      call->eraseFromParent();
      continue;
    }
    if (!name.consume_front("__weft_atomic_"))
      continue;
    const bool single = thread_private(spmd, call->getArgOperand(0));
    Value *value = lower_atomic(*call, name, single ? SyncScope::SingleThread : SyncScope::System);
    if (!call->getType()->isVoidTy())
      call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }
}

void lower_single_thread_atomics(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->getSyncScopeID() == SyncScope::SingleThread)
      load->setAtomic(AtomicOrdering::NotAtomic);
    else if (auto *store = dyn_cast<StoreInst>(&instruction);
             store && store->getSyncScopeID() == SyncScope::SingleThread)
      store->setAtomic(AtomicOrdering::NotAtomic);
    else if (auto *rmw = dyn_cast<AtomicRMWInst>(&instruction); rmw && rmw->getSyncScopeID() == SyncScope::SingleThread)
      lowerAtomicRMWInst(rmw);
    else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction);
             exchange && exchange->getSyncScopeID() == SyncScope::SingleThread)
      lowerAtomicCmpXchgInst(exchange);
  }
}

} // namespace weft::codegen::cpu
