// Math through NVIDIA's libdevice, where a toolkit brings it, and through the GPU's own functions, where a program
// asked for speed (-ffast-math, sycl::native).
#include "codegen/ir/libdevice.hpp"
#include "codegen/nvptx/retarget.hpp"
#include "support/error.hpp"
#include "support/lock.hpp"

#include <string>

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/Support/MathExtras.h>

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

// C names without the f of float; libdevice has each as __nv_<name> and __nv_<name>f. Its hypot gives infinity for
// results next to the largest number, so that one is Weft's own.
const StringSet<> &functions() {
  static constinit Lazy<StringSet<>> names;
  return names.get([] {
    return StringSet<>{
        "exp",    "exp2",  "exp10", "expm1", "log",   "log2",  "log10",     "log1p",     "sin",   "cos",
        "tan",    "asin",  "acos",  "atan",  "atan2", "sinh",  "cosh",      "tanh",      "asinh", "acosh",
        "atanh",  "pow",   "cbrt",  "erf",   "erfc",  "fmod",  "remainder", "nextafter", "fdim",  "tgamma",
        "lgamma", "sinpi", "cospi", "rsqrt", "logb",  "ilogb", "ldexp",     "sincos",
    };
  });
}

/// libdevice's name for what `function` computes, or "".
std::string libdevice_name(const Function &function) {
  const StringRef base = ir::c_math_name(function);
  if (!functions().contains(base))
    return {};
  return ("__nv_" + base + (function.getArg(0)->getType()->isFloatTy() ? "f" : "")).str();
}

/// Functions of float that the GPU has instructions for, as the special function unit computes them.
class SpecialFunctions {
public:
  SpecialFunctions(IRBuilder<> &ir, bool flushes) : ir_(ir), flushes_(flushes) {}

  /// Null for other functions. Powers are none of these: they would lose those of negative numbers.
  Value *call(StringRef name, Value *x) {
    if (name == "sin")
      return sine(x);
    if (name == "cos")
      return cosine(x);
    if (name == "tan")
      return ir_.CreateFDiv(sine(x), cosine(x));
    if (name == "exp")
      return power_of_two(ir_.CreateFMul(x, number(numbers::log2e)));
    if (name == "exp10")
      return power_of_two(ir_.CreateFMul(x, number(numbers::ln10 * numbers::log2e)));
    if (name == "exp2")
      return power_of_two(x);
    if (name == "log")
      return ir_.CreateFMul(logarithm(x), number(numbers::ln2));
    if (name == "log10")
      return ir_.CreateFMul(logarithm(x), number(numbers::ln2 * numbers::log10e));
    return name == "log2" ? logarithm(x) : nullptr;
  }

  /// The same for those of sycl::native, of which powers are of numbers that are not negative.
  Value *native(StringRef name, ArrayRef<Value *> x) {
    if (x.size() == 2 && name == "powr")
      return power_of_two(ir_.CreateFMul(x[1], logarithm(x[0])));
    if (x.size() == 2)
      return name == "divide" ? divide(x[0], x[1]) : nullptr;
    if (name == "sqrt")
      return unary(Intrinsic::nvvm_sqrt_approx_f, Intrinsic::nvvm_sqrt_approx_ftz_f, x[0]);
    if (name == "rsqrt")
      return unary(Intrinsic::nvvm_rsqrt_approx_f, Intrinsic::nvvm_rsqrt_approx_ftz_f, x[0]);
    if (name == "tan")
      return divide(sine(x[0]), cosine(x[0]));
    return name == "recip" ? divide(number(1), x[0]) : call(name, x[0]);
  }

private:
  Value *number(double value) { return ConstantFP::get(ir_.getFloatTy(), value); }
  Value *unary(Intrinsic::ID plain, Intrinsic::ID flushing, Value *x) {
    return ir_.CreateIntrinsic(ir_.getFloatTy(), flushes_ ? flushing : plain, {x});
  }
  Value *divide(Value *x, Value *y) {
    return ir_.CreateIntrinsic(flushes_ ? Intrinsic::nvvm_div_approx_ftz_f : Intrinsic::nvvm_div_approx_f, {x, y});
  }
  Value *sine(Value *x) { return unary(Intrinsic::nvvm_sin_approx_f, Intrinsic::nvvm_sin_approx_ftz_f, x); }
  Value *cosine(Value *x) { return unary(Intrinsic::nvvm_cos_approx_f, Intrinsic::nvvm_cos_approx_ftz_f, x); }
  Value *logarithm(Value *x) { return unary(Intrinsic::nvvm_lg2_approx_f, Intrinsic::nvvm_lg2_approx_ftz_f, x); }
  Value *power_of_two(Value *x) {
    return ir_.CreateIntrinsic(flushes_ ? Intrinsic::nvvm_ex2_approx_ftz : Intrinsic::nvvm_ex2_approx, {x->getType()},
                               {x});
  }

  IRBuilder<> &ir_;
  bool flushes_;
};

/// libdevice leaves open which of two NaNs comes out, and so do the units for double: the first one does, so that the
/// result does not depend on what runs in one kernel. Those of float give one NaN for all.
Value *first_nan(IRBuilder<> &ir, CallInst *result) {
  if (!result->getType()->isDoubleTy() || result->arg_size() != 2 || !result->getArgOperand(1)->getType()->isDoubleTy())
    return result;
  Value *const first = result->getArgOperand(0), *const second = result->getArgOperand(1);
  const auto is_nan = [&](Value *value) { return ir.CreateFCmpUNO(value, value); };
  Value *const nan = ir.CreateSelect(is_nan(first), first, ir.CreateSelect(is_nan(second), second, result));
  return ir.CreateSelect(is_nan(result), nan, result);
}

} // namespace

void approximate_math(Module &module, bool flushes) {
  for (Function &function : make_early_inc_range(module)) {
    const StringRef name =
        function.isDeclaration() && function.arg_size() == 1 ? ir::c_math_name(function) : StringRef();
    if (name.empty() || !function.getReturnType()->isFloatTy())
      continue;
    for (User *user : make_early_inc_range(function.users())) {
      auto *call = dyn_cast<CallInst>(user);
      if (call == nullptr || call->getCalledFunction() != &function || !call->hasApproxFunc())
        continue;
      IRBuilder<> ir(call);
      ir.setFastMathFlags(call->getFastMathFlags());
      if (Value *fast = SpecialFunctions(ir, flushes).call(name, call->getArgOperand(0))) {
        call->replaceAllUsesWith(fast);
        call->eraseFromParent();
      }
    }
  }
}

void use_native_math(Module &module, bool flushes) {
  for (Function &function : module) {
    StringRef name = function.getName();
    std::size_t length = 0;
    const bool is_native = !function.isDeclaration() && name.consume_front("_ZN4sycl3_V16native") &&
                           !name.consumeInteger(10, length) && name.size() > length;
    if (!is_native || (name.substr(length) != "Ef" && name.substr(length) != "Eff"))
      continue;
    const std::string called = name.take_front(length).str();
    replace_body(function, [&](IRBuilder<> &ir, ArrayRef<Value *> arguments) {
      Value *const fast = SpecialFunctions(ir, flushes).native(called, arguments);
      WEFT_CHECK(fast != nullptr, "sycl::native::{}: no function of the GPU's", called);
      return fast;
    });
  }
}

void call_libdevice(Module &module) {
  ir::remainder_to_calls(module, [](const Type &type) { return type.isFloatTy() ? "__nv_fmodf" : "__nv_fmod"; });
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration())
      continue;
    const std::string name = libdevice_name(function);
    if (name.empty())
      continue;
    const FunctionCallee callee = module.getOrInsertFunction(name, function.getFunctionType());
    for (User *user : make_early_inc_range(function.users()))
      if (auto *call = dyn_cast<CallBase>(user); call != nullptr && call->getCalledFunction() == &function) {
        IRBuilder<> ir(call);
        call->replaceAllUsesWith(first_nan(ir, ir.CreateCall(callee, SmallVector<Value *, 3>(call->args()))));
        call->eraseFromParent();
      }
  }
}

} // namespace weft::codegen::nvptx
