// Instructions of the operations, by their names.
#include "codegen/cpu/vectorize/reductions.hpp"

#include <llvm/ADT/StringSwitch.h>

#include "support/error.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

std::string operation_of(const ir::BuiltinInfo &builtin) {
  const StringRef operation = builtin.operation();
  const bool ordered = operation == "min" || operation == "max";
  const char *sign = !ordered || builtin.type.starts_with("f") ? "" : builtin.type.starts_with("i") ? "s" : "u";
  return (sign + operation).str();
}

Constant *identity_of(StringRef operation, Type *type) {
  if (type->isFloatingPointTy())
    return operation == "add"   ? ConstantFP::getNegativeZero(type)
           : operation == "mul" ? ConstantFP::get(type, 1.0)
                                : ConstantFP::getNaN(type); // the lesser of a number and none is the number
  const unsigned bits = type->getIntegerBitWidth();
  return ConstantInt::get(type, StringSwitch<APInt>(operation)
                                    .Case("mul", APInt(bits, 1))
                                    .Case("smin", APInt::getSignedMaxValue(bits))
                                    .Case("smax", APInt::getSignedMinValue(bits))
                                    .Cases({"umin", "and"}, APInt::getAllOnes(bits))
                                    .Default(APInt(bits, 0)));
}

Value *combine(IRBuilderBase &ir, StringRef operation, Value *a, Value *b) {
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

Value *horizontal(IRBuilderBase &ir, StringRef operation, Value *vector) {
  const auto *type = dyn_cast<FixedVectorType>(vector->getType());
  if (type == nullptr)
    return vector;
  if (operation == "or")
    return ir.CreateOrReduce(vector);
  if (operation == "and")
    return ir.CreateAndReduce(vector);
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

} // namespace weft::codegen::cpu
