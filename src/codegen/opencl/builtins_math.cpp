// Math, common functions, relations, and conversions between numbers (OpenCL C 3.0, 6.2.3, 6.15.2, 6.15.4, 6.15.6).
#include <cmath>
#include <limits>

#include "codegen/opencl/builtin_call.hpp"

namespace weft::codegen::opencl {

using namespace llvm;

Value *BuiltinCall::math(StringRef function, Type *type, ArrayRef<Value *> values) const {
  const bool is_double = values[0]->getType()->isDoubleTy();
  std::vector<Value *> wide;
  for (Value *value : values)
    wide.push_back(value->getType()->isHalfTy() ? ir.CreateFPExt(value, ir.getFloatTy()) : value);
  Type *gives = type->isHalfTy() ? ir.getFloatTy() : type;
  Value *result = call("__weft_math_" + function + (is_double ? "_f64" : "_f32"), gives, wide);
  return type->isHalfTy() ? ir.CreateFPTrunc(result, type) : result;
}

namespace {

/// The function of libdevice with the same name; `native_` and `half_` are as exact as the others.
Value *same_name(const BuiltinCall &c) {
  StringRef name = c.name;
  if (!name.consume_front("native_"))
    name.consume_front("half_");
  return c.math(name, c.result, c.arguments);
}

template <Intrinsic::ID id> Value *as_intrinsic(const BuiltinCall &c) {
  return c.intrinsic(id, c.arguments);
}

/// A result in memory of a type that libdevice does not know goes through a variable of one that it does.
Value *with_result(const BuiltinCall &c, StringRef function) {
  if (!c.result->isHalfTy() || c.types.back().letter != 'e')
    return c.math(function, c.result, c.arguments);
  AllocaInst *wide = c.ir.CreateAlloca(c.ir.getFloatTy());
  std::vector<Value *> arguments(c.arguments.begin(), c.arguments.end() - 1);
  arguments.push_back(wide);
  Value *result = c.math(function, c.result, arguments);
  c.ir.CreateStore(c.ir.CreateFPTrunc(c.ir.CreateLoad(c.ir.getFloatTy(), wide), c.result), c.arguments.back());
  return result;
}

Value *split(const BuiltinCall &c) {
  return with_result(c, c.name);
}

Value *sincos(const BuiltinCall &c) {
  c.ir.CreateStore(c.math("cos", c.result, {c[0]}), c[1]);
  return c.math("sin", c.result, {c[0]});
}

/// The sign of gamma is negative between odd and even negative integers.
Value *lgamma_r(const BuiltinCall &c) {
  Value *floor = c.intrinsic(Intrinsic::floor, {c[0]});
  Value *half = c.ir.CreateFMul(floor, c.number(c[0], 0.5));
  Value *odd = c.ir.CreateFCmpUNE(c.intrinsic(Intrinsic::floor, {half}), half);
  Value *negative = c.ir.CreateAnd(c.ir.CreateFCmpOLT(c[0], c.number(c[0], 0)), odd);
  c.ir.CreateStore(c.ir.CreateSelect(negative, c.ir.getInt32(-1), c.ir.getInt32(1)), c[1]);
  return c.math("lgamma", c.result, {c[0]});
}

Value *divide(const BuiltinCall &c) {
  return c.ir.CreateFDiv(c[0], c[1]);
}
Value *reciprocal(const BuiltinCall &c) {
  return c.ir.CreateFDiv(c.number(c[0], 1), c[0]);
}
Value *multiply_add(const BuiltinCall &c) {
  return c.intrinsic(Intrinsic::fmuladd, c.arguments);
}
Value *nan(const BuiltinCall &c) {
  Type *bits = c.ir.getIntNTy(c.result->getPrimitiveSizeInBits());
  Value *quiet = ConstantFP::getQNaN(c.result);
  Value *payload = c.ir.CreateZExtOrTrunc(c[0], bits);
  return c.ir.CreateBitCast(c.ir.CreateOr(c.ir.CreateBitCast(quiet, bits), payload), c.result);
}

Value *less(const BuiltinCall &c, Value *a, Value *b) {
  if (a->getType()->isFloatingPointTy())
    return c.ir.CreateFCmpOLT(a, b);
  return c.is_signed() ? c.ir.CreateICmpSLT(a, b) : c.ir.CreateICmpULT(a, b);
}
/// max(x, y) gives y if x < y, else x; min the other way round (6.15.4).
Value *greater_of(const BuiltinCall &c, Value *a, Value *b) {
  return c.ir.CreateSelect(less(c, a, b), b, a);
}
Value *less_of(const BuiltinCall &c, Value *a, Value *b) {
  return c.ir.CreateSelect(less(c, b, a), b, a);
}
Value *max(const BuiltinCall &c) {
  return greater_of(c, c[0], c[1]);
}
Value *min(const BuiltinCall &c) {
  return less_of(c, c[0], c[1]);
}
Value *clamp(const BuiltinCall &c) {
  return less_of(c, greater_of(c, c[0], c[1]), c[2]);
}
Value *scaled(const BuiltinCall &c, double factor) {
  return c.ir.CreateFMul(c[0], c.number(c[0], factor));
}
Value *mix(const BuiltinCall &c) {
  return c.ir.CreateFAdd(c[0], c.ir.CreateFMul(c.ir.CreateFSub(c[1], c[0]), c[2]));
}
Value *step(const BuiltinCall &c) {
  return c.ir.CreateSelect(c.ir.CreateFCmpOLT(c[1], c[0]), c.number(c[0], 0), c.number(c[0], 1));
}
Value *smoothstep(const BuiltinCall &c) {
  Value *t = c.ir.CreateFDiv(c.ir.CreateFSub(c[2], c[0]), c.ir.CreateFSub(c[1], c[0]));
  t = less_of(c, greater_of(c, t, c.number(t, 0)), c.number(t, 1));
  Value *slope = c.ir.CreateFSub(c.number(t, 3), c.ir.CreateFMul(c.number(t, 2), t));
  return c.ir.CreateFMul(c.ir.CreateFMul(t, t), slope);
}
Value *sign(const BuiltinCall &c) {
  Value *zero = c.number(c[0], 0);
  Value *one = c.intrinsic(Intrinsic::copysign, {c.number(c[0], 1), c[0]});
  Value *signed_zero = c.intrinsic(Intrinsic::copysign, {zero, c[0]});
  Value *sign = c.ir.CreateSelect(c.ir.CreateFCmpOEQ(c[0], zero), signed_zero, one);
  return c.ir.CreateSelect(c.ir.CreateFCmpUNO(c[0], c[0]), zero, sign);
}

template <CmpInst::Predicate predicate> Value *compared(const BuiltinCall &c) {
  return c.ir.CreateFCmp(predicate, c[0], c.arguments.size() > 1 ? c[1] : c[0]);
}
template <FPClassTest test> Value *of_class(const BuiltinCall &c) {
  return c.ir.createIsFPClass(c[0], test);
}
Value *sign_bit(const BuiltinCall &c) {
  Type *bits = c.ir.getIntNTy(c[0]->getType()->getPrimitiveSizeInBits());
  return c.ir.CreateICmpSLT(c.ir.CreateBitCast(c[0], bits), ConstantInt::get(bits, 0));
}

/// Bounds of an integer type as numbers of a floating type that lie within it.
Value *saturated(const BuiltinCall &c, Value *value, bool to_signed) {
  return c.ir.CreateIntrinsic(to_signed ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat, {c.result, value->getType()},
                              {value});
}

Value *float_to_integer(const BuiltinCall &c, bool to_signed, StringRef rounding) {
  Value *value = c[0];
  if (rounding == "rte")
    value = c.intrinsic(Intrinsic::roundeven, {value});
  else if (rounding == "rtp")
    value = c.intrinsic(Intrinsic::ceil, {value});
  else if (rounding == "rtn")
    value = c.intrinsic(Intrinsic::floor, {value});
  return saturated(c, value, to_signed); // beyond the type's values anything may come out
}

Value *integer_to_integer(const BuiltinCall &c, bool to_signed, bool saturates) {
  const unsigned from = c[0]->getType()->getIntegerBitWidth(), to = c.result->getIntegerBitWidth();
  const bool from_signed = c.is_signed();
  if (!saturates)
    return c.ir.CreateIntCast(c[0], c.result, from_signed);
  const unsigned bits = std::max(from, to) + 1; // holds the values of both
  Type *wide = c.ir.getIntNTy(bits);
  Value *value = c.ir.CreateIntCast(c[0], wide, from_signed);
  const APInt low = to_signed ? APInt::getSignedMinValue(to).sext(bits) : APInt(bits, 0);
  const APInt high = to_signed ? APInt::getSignedMaxValue(to).sext(bits) : APInt::getMaxValue(to).zext(bits);
  value = c.intrinsic(Intrinsic::smax, {value, ConstantInt::get(wide, low)});
  value = c.intrinsic(Intrinsic::smin, {value, ConstantInt::get(wide, high)});
  return c.ir.CreateTrunc(value, c.result);
}

/// Does rounding that way move a value that lies between two numbers away from zero?
Value *away_from_zero(const BuiltinCall &c, StringRef rounding, Value *negative) {
  return rounding == "rtp" ? c.ir.CreateNot(negative) : rounding == "rtn" ? negative : c.ir.getFalse();
}

/// The magnitude without the bits that the mantissa cannot hold is exact, and so is the next number above it.
Value *integer_to_float(const BuiltinCall &c, StringRef rounding) {
  IRBuilder<> &ir = c.ir;
  Type *type = c[0]->getType();
  const unsigned bits = type->getIntegerBitWidth(), mantissa = c.result->getFPMantissaWidth();
  Value *zero = ConstantInt::get(type, 0), *one = ConstantInt::get(type, 1);
  Value *negative = c.is_signed() ? ir.CreateICmpSLT(c[0], zero) : ir.getFalse();
  Value *magnitude = ir.CreateSelect(negative, ir.CreateNeg(c[0]), c[0]);
  Value *leading = ir.CreateIntrinsic(Intrinsic::ctlz, {type}, {magnitude, ir.getFalse()});
  Value *dropped = ir.CreateIntrinsic(Intrinsic::usub_sat, {type}, {ConstantInt::get(type, bits - mantissa), leading});
  Value *kept = ir.CreateShl(ir.CreateLShr(magnitude, dropped), dropped);
  Value *moves = ir.CreateAnd(ir.CreateICmpNE(kept, magnitude), away_from_zero(c, rounding, negative));
  Value *unit = ir.CreateSelect(moves, ir.CreateShl(one, dropped), zero);
  Value *result = ir.CreateFAdd(ir.CreateUIToFP(kept, c.result), ir.CreateUIToFP(unit, c.result));
  return ir.CreateSelect(negative, ir.CreateFNeg(result), result);
}

/// The nearest number, or its neighbour where that lies on the wrong side.
Value *narrowed(const BuiltinCall &c, StringRef rounding) {
  IRBuilder<> &ir = c.ir;
  Value *nearest = ir.CreateFPCast(c[0], c.result), *back = ir.CreateFPCast(nearest, c[0]->getType());
  Value *negative = ir.CreateFCmpOLT(c[0], c.number(c[0], 0));
  Value *away = away_from_zero(c, rounding, negative);
  Value *above = ir.CreateFCmpOGT(back, c[0]), *below = ir.CreateFCmpOLT(back, c[0]);
  Value *down = ir.CreateAnd(above, ir.CreateXor(negative, ir.CreateNot(away)));
  Value *up = ir.CreateAnd(below, ir.CreateXor(negative, away));
  const auto next = [&](double to) { return c.math("nextafter", c.result, {nearest, ConstantFP::get(c.result, to)}); };
  const double infinity = std::numeric_limits<double>::infinity();
  return ir.CreateSelect(down, next(-infinity), ir.CreateSelect(up, next(infinity), nearest));
}

/// Without a rounding mode, and to half, conversions round to the nearest.
Value *to_float(const BuiltinCall &c, StringRef rounding) {
  Type *from = c[0]->getType();
  const bool exact =
      from->getPrimitiveSizeInBits() <= 16 ||
      (from->isFloatingPointTy() && from->getPrimitiveSizeInBits() <= c.result->getPrimitiveSizeInBits()) ||
      (from->isIntegerTy(32) && c.result->isDoubleTy());
  if (!exact && !rounding.empty() && rounding != "rte" && !c.result->isHalfTy())
    return from->isFloatingPointTy() ? narrowed(c, rounding) : integer_to_float(c, rounding);
  return from->isFloatingPointTy() ? c.ir.CreateFPCast(c[0], c.result)
         : c.is_signed()           ? c.ir.CreateSIToFP(c[0], c.result)
                                   : c.ir.CreateUIToFP(c[0], c.result);
}

} // namespace

char letter_of(StringRef type) {
  static constexpr std::pair<const char *, char> letters[] = {
      {"char", 'c'}, {"uchar", 'h'}, {"short", 's'}, {"ushort", 't'}, {"int", 'i'},  {"uint", 'j'},
      {"long", 'l'}, {"ulong", 'm'}, {"float", 'f'}, {"double", 'd'}, {"half", 'e'},
  };
  for (const auto &[name, letter] : letters)
    if (type == name)
      return letter;
  return 0;
}

Value *convert(const BuiltinCall &c) {
  StringRef rest = c.name;
  rest.consume_front("convert_");
  const StringRef type = rest.take_while([](char x) { return x >= 'a' && x <= 'z'; });
  rest = rest.drop_front(type.size()).drop_while([](char x) { return x >= '0' && x <= '9'; });
  const bool saturates = rest.consume_front("_sat");
  rest.consume_front("_");
  const MangledType to{letter_of(type)};
  if (to.is_float())
    return to_float(c, rest);
  return c.is_float() ? float_to_integer(c, to.is_signed(), rest) : integer_to_integer(c, to.is_signed(), saturates);
}

void add_math(Definitions &all) {
  for (const char *name :
       {"acos",  "acosh", "acospi", "asin",   "asinh",     "asinpi", "atan",  "atan2",  "atan2pi",   "atanh",  "atanpi",
        "cbrt",  "cos",   "cosh",   "cospi",  "erf",       "erfc",   "exp",   "exp10",  "exp2",      "expm1",  "fdim",
        "fmax",  "fmin",  "fmod",   "frexp",  "hypot",     "ilogb",  "ldexp", "lgamma", "log",       "log10",  "log1p",
        "log2",  "logb",  "maxmag", "minmag", "nextafter", "pow",    "pown",  "powr",   "remainder", "remquo", "rootn",
        "round", "rsqrt", "sin",    "sinh",   "sinpi",     "tan",    "tanh",  "tanpi",  "tgamma"})
    all[name] = same_name;
  for (const char *name : {"cos", "exp", "exp2", "exp10", "log", "log2", "log10", "powr", "rsqrt", "sin", "tan"}) {
    all["native_" + std::string(name)] = same_name;
    all["half_" + std::string(name)] = same_name;
  }
  all["fract"] = all["modf"] = split;
  all["sincos"] = sincos;
  all["lgamma_r"] = lgamma_r;
  all["ceil"] = as_intrinsic<Intrinsic::ceil>;
  all["floor"] = as_intrinsic<Intrinsic::floor>;
  all["trunc"] = as_intrinsic<Intrinsic::trunc>;
  all["rint"] = as_intrinsic<Intrinsic::rint>;
  all["fabs"] = as_intrinsic<Intrinsic::fabs>;
  all["sqrt"] = all["native_sqrt"] = all["half_sqrt"] = as_intrinsic<Intrinsic::sqrt>;
  all["copysign"] = as_intrinsic<Intrinsic::copysign>;
  all["fma"] = as_intrinsic<Intrinsic::fma>;
  all["mad"] = multiply_add;
  all["native_divide"] = all["half_divide"] = divide;
  all["native_recip"] = all["half_recip"] = reciprocal;
  all["nan"] = nan;
  all["max"] = max;
  all["min"] = min;
  all["clamp"] = clamp;
  all["degrees"] = [](const BuiltinCall &c) { return scaled(c, 180 / M_PI); };
  all["radians"] = [](const BuiltinCall &c) { return scaled(c, M_PI / 180); };
  all["mix"] = mix;
  all["step"] = step;
  all["smoothstep"] = smoothstep;
  all["sign"] = sign;
}

void add_relations(Definitions &all) {
  all["isequal"] = compared<CmpInst::FCMP_OEQ>;
  all["isnotequal"] = compared<CmpInst::FCMP_UNE>;
  all["isgreater"] = compared<CmpInst::FCMP_OGT>;
  all["isgreaterequal"] = compared<CmpInst::FCMP_OGE>;
  all["isless"] = compared<CmpInst::FCMP_OLT>;
  all["islessequal"] = compared<CmpInst::FCMP_OLE>;
  all["islessgreater"] = compared<CmpInst::FCMP_ONE>;
  all["isordered"] = compared<CmpInst::FCMP_ORD>;
  all["isunordered"] = all["isnan"] = compared<CmpInst::FCMP_UNO>;
  all["isfinite"] = of_class<fcFinite>;
  all["isinf"] = of_class<fcInf>;
  all["isnormal"] = of_class<fcNormal>;
  all["signbit"] = sign_bit;
}

} // namespace weft::codegen::opencl
