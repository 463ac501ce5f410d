// The group's accumulators: vector wide while items put, one horizontal step in a fixed order when the group meets.
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include "codegen/cpu/group_ops.hpp"
#include "support/error.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
Constant *identity(const Slot &slot) {
  Type *type = slot.type;
  if (type->isFloatingPointTy()) {
    const double value = StringSwitch<double>(slot.operation)
                             .Case("add", -0.0)
                             .Case("mul", 1.0)
                             .Case("min", std::numeric_limits<double>::infinity())
                             .Case("max", -std::numeric_limits<double>::infinity())
                             .Default(0.0);
    return ConstantFP::get(type, value);
  }
  const unsigned bits = type->getIntegerBitWidth();
  const APInt value = StringSwitch<APInt>(slot.operation)
                          .Case("mul", APInt(bits, 1))
                          .Case("smin", APInt::getSignedMaxValue(bits))
                          .Case("smax", APInt::getSignedMinValue(bits))
                          .Cases({"umin", "and"}, APInt::getAllOnes(bits))
                          .Default(APInt(bits, 0));
  return ConstantInt::get(type, value);
}

Value *combine(IRBuilder<> &ir, StringRef operation, Value *a, Value *b) {
  const bool real = a->getType()->isFPOrFPVectorTy();
  if (operation == "add")
    return real ? ir.CreateFAdd(a, b) : ir.CreateAdd(a, b);
  if (operation == "mul")
    return real ? ir.CreateFMul(a, b) : ir.CreateMul(a, b);
  if (operation == "and")
    return ir.CreateAnd(a, b);
  if (operation == "or")
    return ir.CreateOr(a, b);
  if (operation == "xor")
    return ir.CreateXor(a, b);
  const Intrinsic::ID id = StringSwitch<Intrinsic::ID>(operation)
                               .Case("smin", Intrinsic::smin)
                               .Case("smax", Intrinsic::smax)
                               .Case("umin", Intrinsic::umin)
                               .Case("umax", Intrinsic::umax)
                               .Case("min", Intrinsic::minnum)
                               .Case("max", Intrinsic::maxnum)
                               .Default(Intrinsic::not_intrinsic);
  WEFT_CHECK(id != Intrinsic::not_intrinsic, "group operation {}", operation.str());
  return ir.CreateBinaryIntrinsic(id, a, b);
}

/// Lanes 0..n-1 to one value: halves are combined until one lane is left.
Value *horizontal(IRBuilder<> &ir, StringRef operation, Value *vector) {
  const auto *type = dyn_cast<FixedVectorType>(vector->getType());
  if (type == nullptr)
    return vector;
  for (unsigned lanes = type->getNumElements() / 2; lanes > 0; lanes /= 2) {
    SmallVector<int, 32> low, high;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      low.push_back(lane);
      high.push_back(lane + lanes);
    }
    vector = combine(ir, operation, ir.CreateShuffleVector(vector, low), ir.CreateShuffleVector(vector, high));
  }
  return ir.CreateExtractElement(vector, std::uint64_t{0});
}
} // namespace

Value *Accumulators::result(IRBuilder<> &ir, Value *scratch, unsigned slot) const {
  return ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), scratch, slot * stride());
}

Value *Accumulators::accumulator(IRBuilder<> &ir, Value *scratch, unsigned slot) const {
  return ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), scratch, slot * stride() + result_bytes);
}

Type *Accumulators::accumulator_type(const Slot &slot) const {
  return lanes_ == 1 ? slot.type : static_cast<Type *>(FixedVectorType::get(slot.type, lanes_));
}

void Accumulators::reset(IRBuilder<> &ir, Value *scratch) const {
  for (unsigned i = 0; i < meetings_.slots.size(); ++i) {
    Constant *one = identity(meetings_.slots[i]);
    Constant *all = lanes_ == 1 ? one : ConstantVector::getSplat(ElementCount::getFixed(lanes_), one);
    ir.CreateAlignedStore(all, accumulator(ir, scratch, i), Align(64));
  }
}

void Accumulators::complete(IRBuilder<> &ir, Value *scratch, const Meeting &meeting) const {
  for (const unsigned i : meeting.slots) {
    const Slot &slot = meetings_.slots[i];
    Value *place = accumulator(ir, scratch, i);
    Type *type = accumulator_type(slot);
    Value *sum = horizontal(ir, slot.operation, ir.CreateAlignedLoad(type, place, Align(64)));
    ir.CreateAlignedStore(sum, result(ir, scratch, i), Align(64));
    Constant *one = identity(slot);
    ir.CreateAlignedStore(lanes_ == 1 ? one : ConstantVector::getSplat(ElementCount::getFixed(lanes_), one), place,
                          Align(64));
  }
}

void Accumulators::lower(Function &function) const {
  Value *scratch = function.getArg(arg_scratch);
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    StringRef name = callee ? callee->getName() : StringRef();
    if (!name.consume_front("weft.group."))
      continue;
    IRBuilder<> ir(call);
    const unsigned index = cast<ConstantInt>(call->getArgOperand(0))->getZExtValue();
    const Slot &slot = meetings_.slots[index];
    if (name.starts_with("get.")) {
      call->replaceAllUsesWith(ir.CreateAlignedLoad(call->getType(), result(ir, scratch, index), Align(64)));
    } else {
      Value *value = call->getArgOperand(1), *place = accumulator(ir, scratch, index);
      Type *type = accumulator_type(slot);
      WEFT_CHECK(value->getType() == type, "group accumulator {}: put of another width", index);
      if (call->arg_size() > 2)
        value = ir.CreateSelect(call->getArgOperand(2), value,
                                ConstantVector::getSplat(ElementCount::getFixed(lanes_), identity(slot)));
      ir.CreateAlignedStore(combine(ir, slot.operation, ir.CreateAlignedLoad(type, place, Align(64)), value), place,
                            Align(64));
    }
    call->eraseFromParent();
  }
}

} // namespace weft::codegen::cpu
