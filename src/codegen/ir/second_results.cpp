// Intrinsics that give two results, as calls of functions that give one of them through a pointer, as C has it.
#include "codegen/ir/second_results.hpp"

#include <array>

#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

namespace weft::codegen::ir {

using namespace llvm;

namespace {
using Results = std::array<Value *, 2>;

/// Calls for numbers of one lane, which are float or double.
class Scalars {
public:
  Scalars(IRBuilder<> &ir, Function &kernel, Value *number)
      : ir_(ir), kernel_(kernel), number_(number), type_(number->getType()) {}

  Results of(Intrinsic::ID id) {
    switch (id) {
    case Intrinsic::frexp:
      return through_pointer("frexp", ir_.getInt32Ty());
    case Intrinsic::modf:
      return through_pointer("modf", type_);
    case Intrinsic::sincos:
      return through_pointers("sincos");
    default:
      return {call(type_, "sinpi", {number_}), call(type_, "cospi", {number_})};
    }
  }

private:
  Value *place(Type *type) { return IRBuilder<>(&*kernel_.getEntryBlock().getFirstInsertionPt()).CreateAlloca(type); }
  Value *call(Type *result, StringRef name, ArrayRef<Value *> arguments) {
    const std::string whole =
        fmt::format("__weft_math_{}_{}", std::string_view(name), type_->isDoubleTy() ? "f64" : "f32");
    const SmallVector<Type *> types(map_range(arguments, [](const Value *v) { return v->getType(); }));
    return ir_.CreateCall(kernel_.getParent()->getOrInsertFunction(whole, FunctionType::get(result, types, false)),
                          arguments);
  }
  Results through_pointer(StringRef name, Type *second) {
    Value *const at = place(second), *const first = call(type_, name, {number_, at});
    return {first, ir_.CreateLoad(second, at)};
  }
  Results through_pointers(StringRef name) {
    Value *const first = place(type_), *const second = place(type_);
    call(ir_.getVoidTy(), name, {number_, first, second});
    return {ir_.CreateLoad(type_, first), ir_.CreateLoad(type_, second)};
  }

  IRBuilder<> &ir_;
  Function &kernel_;
  Value *number_;
  Type *type_;
};

Value *converted(IRBuilder<> &ir, Value *value, Type *to) {
  return to->isFloatingPointTy() ? ir.CreateFPCast(value, to) : ir.CreateSExtOrTrunc(value, to);
}

Results of_number(IRBuilder<> &ir, IntrinsicInst &call, Value *number, ArrayRef<Type *> types) {
  Type *const computed = number->getType()->isDoubleTy() ? number->getType() : ir.getFloatTy();
  const Results results = Scalars(ir, *call.getFunction(), ir.CreateFPCast(number, computed)).of(call.getIntrinsicID());
  return {converted(ir, results[0], types[0]->getScalarType()), converted(ir, results[1], types[1]->getScalarType())};
}

Results of_vector(IRBuilder<> &ir, IntrinsicInst &call, const FixedVectorType &vector, ArrayRef<Type *> types) {
  Results whole = {PoisonValue::get(types[0]), PoisonValue::get(types[1])};
  for (unsigned i = 0; i < vector.getNumElements(); ++i) {
    const Results one = of_number(ir, call, ir.CreateExtractElement(call.getArgOperand(0), i), types);
    for (unsigned k = 0; k < 2; ++k)
      whole[k] = ir.CreateInsertElement(whole[k], one[k], i);
  }
  return whole;
}

void call_instead(IntrinsicInst &call) {
  IRBuilder<> ir(&call);
  const ArrayRef<Type *> types = cast<StructType>(call.getType())->elements();
  Value *const number = call.getArgOperand(0);
  const auto *vector = dyn_cast<FixedVectorType>(number->getType());
  const Results results = vector != nullptr ? of_vector(ir, call, *vector, types) : of_number(ir, call, number, types);
  Value *both = ir.CreateInsertValue(PoisonValue::get(call.getType()), results[0], 0);
  both = ir.CreateInsertValue(both, results[1], 1);
  call.replaceAllUsesWith(both);
  call.eraseFromParent();
}

/// long double is refused where kernels are checked.
bool is_computed(const IntrinsicInst &call) {
  const Type *number = call.getArgOperand(0)->getType()->getScalarType();
  return number->isFloatTy() || number->isDoubleTy() || number->isHalfTy() || number->isBFloatTy();
}
} // namespace

void second_results_to_calls(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    if (!is_contained({Intrinsic::frexp, Intrinsic::modf, Intrinsic::sincos, Intrinsic::sincospi},
                      function.getIntrinsicID()))
      continue;
    for (User *user : make_early_inc_range(function.users()))
      if (auto *call = cast<IntrinsicInst>(user); is_computed(*call))
        call_instead(*call);
  }
}

} // namespace weft::codegen::ir
