// Integer functions, and select and bitselect (OpenCL C 3.0, 6.15.3, 6.15.6).
#include "codegen/opencl/builtin_call.hpp"

namespace weft::codegen::opencl {

using namespace llvm;

namespace {

Value *absolute(const BuiltinCall &c) {
  return c.is_signed() ? c.ir.CreateIntrinsic(Intrinsic::abs, {c.result}, {c[0], c.ir.getFalse()}) : c[0];
}

Value *absolute_difference(const BuiltinCall &c) {
  const bool is_signed = c.is_signed();
  Value *greater = c.intrinsic(is_signed ? Intrinsic::smax : Intrinsic::umax, {c[0], c[1]});
  Value *less = c.intrinsic(is_signed ? Intrinsic::smin : Intrinsic::umin, {c[0], c[1]});
  return c.ir.CreateSub(greater, less);
}

Value *add_saturated(const BuiltinCall &c, Value *a, Value *b) {
  return c.intrinsic(c.is_signed() ? Intrinsic::sadd_sat : Intrinsic::uadd_sat, {a, b});
}

/// In twice the bits.
struct Wide {
  const BuiltinCall &c;
  Type *type = c.ir.getIntNTy(2 * c.result->getIntegerBitWidth());

  Value *operator()(Value *value) const { return c.ir.CreateIntCast(value, type, c.is_signed()); }
  Value *shifted(Value *value, unsigned bits) const {
    return c.is_signed() ? c.ir.CreateAShr(value, bits) : c.ir.CreateLShr(value, bits);
  }
  Value *narrow(Value *value) const { return c.ir.CreateTrunc(value, c.result); }
};

Value *high_product(const BuiltinCall &c) {
  const Wide wide{c};
  return wide.narrow(wide.shifted(c.ir.CreateMul(wide(c[0]), wide(c[1])), c.result->getIntegerBitWidth()));
}

Value *multiply_add_saturated(const BuiltinCall &c) {
  const Wide wide{c};
  const unsigned bits = c.result->getIntegerBitWidth();
  const bool is_signed = c.is_signed();
  Value *sum = c.ir.CreateAdd(c.ir.CreateMul(wide(c[0]), wide(c[1])), wide(c[2]));
  const APInt low = is_signed ? APInt::getSignedMinValue(bits).sext(2 * bits) : APInt(2 * bits, 0);
  const APInt high =
      is_signed ? APInt::getSignedMaxValue(bits).sext(2 * bits) : APInt::getMaxValue(bits).zext(2 * bits);
  sum = c.intrinsic(is_signed ? Intrinsic::smax : Intrinsic::umax, {sum, ConstantInt::get(wide.type, low)});
  sum = c.intrinsic(is_signed ? Intrinsic::smin : Intrinsic::umin, {sum, ConstantInt::get(wide.type, high)});
  return wide.narrow(sum);
}

Value *half_sum(const BuiltinCall &c, unsigned rounding) {
  const Wide wide{c};
  Value *sum = c.ir.CreateAdd(c.ir.CreateAdd(wide(c[0]), wide(c[1])), ConstantInt::get(wide.type, rounding));
  return wide.narrow(wide.shifted(sum, 1));
}

Value *upsample(const BuiltinCall &c) {
  const unsigned bits = c[0]->getType()->getIntegerBitWidth();
  Value *high = c.ir.CreateShl(c.ir.CreateZExt(c[0], c.result), bits);
  return c.ir.CreateOr(high, c.ir.CreateZExt(c[1], c.result));
}

Value *product(const BuiltinCall &c) {
  return c.ir.CreateMul(c[0], c[1]);
}

Value *bits_of(const BuiltinCall &c, Value *value) {
  return c.ir.CreateBitCast(value, c.ir.getIntNTy(value->getType()->getPrimitiveSizeInBits()));
}

Value *select_bits(const BuiltinCall &c) {
  Value *mask = bits_of(c, c[2]);
  Value *chosen =
      c.ir.CreateOr(c.ir.CreateAnd(bits_of(c, c[0]), c.ir.CreateNot(mask)), c.ir.CreateAnd(bits_of(c, c[1]), mask));
  return c.ir.CreateBitCast(chosen, c.result);
}

/// A scalar condition is taken as a whole, that of a vector's lane by its highest bit.
Value *select(const BuiltinCall &c) {
  Value *zero = ConstantInt::get(c[2]->getType(), 0);
  Value *condition = c.types[2].lanes > 1 ? c.ir.CreateICmpSLT(c[2], zero) : c.ir.CreateICmpNE(c[2], zero);
  return c.ir.CreateSelect(condition, c[1], c[0]);
}

} // namespace

void add_integer(Definitions &all) {
  all["abs"] = absolute;
  all["abs_diff"] = absolute_difference;
  all["add_sat"] = [](const BuiltinCall &c) { return add_saturated(c, c[0], c[1]); };
  all["sub_sat"] = [](const BuiltinCall &c) {
    return c.intrinsic(c.is_signed() ? Intrinsic::ssub_sat : Intrinsic::usub_sat, {c[0], c[1]});
  };
  all["hadd"] = [](const BuiltinCall &c) { return half_sum(c, 0); };
  all["rhadd"] = [](const BuiltinCall &c) { return half_sum(c, 1); };
  all["clz"] = [](const BuiltinCall &c) {
    return static_cast<Value *>(c.ir.CreateIntrinsic(Intrinsic::ctlz, {c.result}, {c[0], c.ir.getFalse()}));
  };
  all["ctz"] = [](const BuiltinCall &c) {
    return static_cast<Value *>(c.ir.CreateIntrinsic(Intrinsic::cttz, {c.result}, {c[0], c.ir.getFalse()}));
  };
  all["popcount"] = [](const BuiltinCall &c) { return c.intrinsic(Intrinsic::ctpop, {c[0]}); };
  all["rotate"] = [](const BuiltinCall &c) { return c.intrinsic(Intrinsic::fshl, {c[0], c[0], c[1]}); };
  all["mul_hi"] = high_product;
  all["mad_hi"] = [](const BuiltinCall &c) { return c.ir.CreateAdd(high_product(c), c[2]); };
  all["mad_sat"] = multiply_add_saturated;
  all["mul24"] = product;
  all["mad24"] = [](const BuiltinCall &c) { return c.ir.CreateAdd(product(c), c[2]); };
  all["upsample"] = upsample;
  all["bitselect"] = select_bits;
  all["select"] = select;
}

} // namespace weft::codegen::opencl
