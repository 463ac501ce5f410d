// Calls: Weft's own functions, intrinsics with a vector form, and the rest lane by lane.
#include "codegen/cpu/vectorize/emitter.hpp"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/PatternMatch.h>

#include "codegen/cpu/abi.hpp"
#include "codegen/cpu/vectorize/lane_slots.hpp"
#include "codegen/cpu/vectorize/names.hpp"
#include "codegen/cpu/vectorize/reductions.hpp"
#include "support/error.hpp"

namespace weft::codegen::cpu::spmd {

using namespace llvm;

namespace {

/// Says something to the optimizer only, or is about stack memory whose layout has changed.
bool is_hint(const CallBase &call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::assume:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::sideeffect:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::invariant_end:
  case Intrinsic::prefetch:
  case Intrinsic::pseudoprobe:
  case Intrinsic::var_annotation:
    return true;
  default:
    return isa<DbgInfoIntrinsic>(call);
  }
}

/// One execution is enough whichever lanes are active.
bool runs_once(const CallBase &call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::trap:
  case Intrinsic::debugtrap:
  case Intrinsic::ubsantrap:
    return true;
  default:
    break;
  }
  if (const Function *called = call.getCalledFunction(); called && called->getName() == yield_name)
    return true;
  const auto *assembly = dyn_cast<InlineAsm>(call.getCalledOperand());
  return assembly && assembly->getAsmString().empty() && call.arg_empty() && call.getType()->isVoidTy();
}

} // namespace

void Emitter::emit_call(CallBase &call, Value *mask) {
  if (is_hint(call)) {
    if (!call.getType()->isVoidTy())
      define_uniform(call, PoisonValue::get(call.getType()));
    return;
  }
  if (emit_builtin(call, mask))
    return;
  if (runs_once(call) || shape(&call).is_uniform())
    return emit_uniform(call);
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&call); intrinsic && emit_vector_intrinsic(*intrinsic))
    return;
  emit_per_lane(call, mask);
}

bool Emitter::emit_vector_intrinsic(IntrinsicInst &call) {
  const Intrinsic::ID id = call.getIntrinsicID();
  auto is_plain = [&](Type *type) { return is_element(type) || type->isStructTy(); };
  if (!isTriviallyVectorizable(id) || !is_plain(call.getType()))
    return false;
  SmallVector<Type *, 3> types;
  SmallVector<Value *, 4> arguments;
  if (auto *record = dyn_cast<StructType>(call.getType())) {
    for (unsigned i = 0; i < record->getNumElements(); ++i)
      if (isVectorIntrinsicWithStructReturnOverloadAtField(id, int(i), nullptr))
        types.push_back(lanes_type(record->getElementType(i)));
  } else if (isVectorIntrinsicWithOverloadTypeAtArg(id, -1, nullptr)) {
    types.push_back(lanes_type(call.getType()));
  }
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const Value *argument = call.getArgOperand(i);
    const bool stays_scalar = isVectorIntrinsicWithScalarOpAtArg(id, i, nullptr);
    if (stays_scalar && !shape(argument).is_uniform())
      return false;
    if (!is_element(argument->getType()))
      return false;
    arguments.push_back(stays_scalar ? uniform(argument) : vector(argument));
    if (isVectorIntrinsicWithOverloadTypeAtArg(id, int(i), nullptr))
      types.push_back(arguments.back()->getType());
  }
  CallInst *made = builder_.CreateIntrinsic(id, types, arguments);
  made->copyIRFlags(&call);
  made->setName(call.getName());
  define_vector(call, made);
  return true;
}

bool Emitter::emit_builtin(CallBase &call, Value *mask) {
  if (!has_own_lowering(call))
    return false;
  const ir::BuiltinInfo &builtin = ir::builtin_of(call);
  StringRef name = call.getCalledFunction()->getName();
  if (builtin.is_of_sub_group())
    return emit_sub_group(call, builtin, mask);
  if (name == lanes_meet_name) {
    // lanes are never apart
  } else if (builtin == ir::Builtin::barrier || name.starts_with(group_get_prefix)) {
    emit_uniform(call);
  } else if (name == lanes_all_name) {
    define_uniform(call, holds_for_all(*call.getArgOperand(0), mask));
  } else if (name.starts_with(lanes_steady_name)) {
    define_uniform(call, is_steady(*call.getArgOperand(0), is_of_signed(call)));
  } else if (name == lanes_extend_name) {
    emit_steady_extension(call);
  } else if (name.consume_front(group_put_prefix)) {
    Value *value = vector(call.getArgOperand(1));
    const auto [operation, type] = name.rsplit('.');
    const std::string vector_name = (group_put_prefix + operation + ".v" + Twine(width_) + type).str();
    Type *parameters[] = {call.getArgOperand(0)->getType(), value->getType(), mask_type()};
    const FunctionCallee put = scalar_.getParent()->getOrInsertFunction(
        vector_name, FunctionType::get(builder_.getVoidTy(), parameters, false));
    builder_.CreateCall(put, {uniform(call.getArgOperand(0)), value, full(mask)})->addFnAttr(Attribute::NoUnwind);
  } else {
    emit_lanewise(call);
  }
  return true;
}

void Emitter::emit_lanewise(CallBase &call) {
  if (shape(&call).is_uniform())
    return emit_uniform(call);
  const Function &callee = *call.getCalledFunction();
  SmallVector<Value *, 4> arguments;
  SmallVector<Type *, 4> types;
  for (const Value *argument : call.args()) {
    arguments.push_back(vector(argument));
    types.push_back(arguments.back()->getType());
  }
  const FunctionCallee vector_callee = scalar_.getParent()->getOrInsertFunction(
      (callee.getName() + ".v" + Twine(width_)).str(), FunctionType::get(lanes_type(call.getType()), types, false),
      callee.getAttributes());
  define_vector(call, builder_.CreateCall(vector_callee, arguments));
}

/// Does a value go on from lane to lane without wrapping?
Value *Emitter::is_steady(const Value &value, bool is_signed) {
  const Shape its = shape(&value);
  if (its.is_uniform())
    return builder_.getTrue();
  if (!its.is_linear() || !its.stride)
    return builder_.getFalse();
  const unsigned bits = value.getType()->getIntegerBitWidth();
  const APInt distance(128, std::uint64_t(std::abs(*its.stride)));
  const APInt reach = distance * APInt(128, width_ - 1);
  if (reach.getActiveBits() >= bits)
    return builder_.getFalse();
  const APInt least = is_signed ? APInt::getSignedMinValue(bits) : APInt::getMinValue(bits);
  const APInt most = is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
  Value *first = lanes_of(&value).base;
  const bool grows = *its.stride > 0;
  const auto predicate = grows       ? is_signed ? ICmpInst::ICMP_SLE : ICmpInst::ICMP_ULE
                         : is_signed ? ICmpInst::ICMP_SGE
                                     : ICmpInst::ICMP_UGE;
  return builder_.CreateICmp(predicate, first,
                             builder_.getInt(grows ? most - reach.trunc(bits) : least + reach.trunc(bits)));
}

/// Of lane 0, and a stride.
void Emitter::emit_steady_extension(CallBase &call) {
  const Value *extended = call.getArgOperand(0);
  const Shape its = shape(&call);
  const auto *extension = dyn_cast<Instruction>(extended);
  if (its.is_varying() || extension == nullptr)
    return define_vector(call, vector(extended));
  Instruction *base = extension->clone();
  base->dropPoisonGeneratingFlags(); // lane 0 need not be active
  base->setOperand(0, lanes_of(extension->getOperand(0)).base);
  builder_.Insert(base);
  if (its.is_uniform())
    define_uniform(call, base);
  else
    define(call, {.base = base, .stride = stride_constant(call.getType(), *its.stride)});
}

bool Emitter::emit_sub_group(CallBase &call, const ir::BuiltinInfo &builtin, Value *mask) {
  Type *type = call.getType();
  auto active = [&]() -> Value * {
    if (!function_mask_)
      return ConstantInt::get(type, width_);
    return builder_.CreateZExtOrTrunc(builder_.CreateUnaryIntrinsic(Intrinsic::ctpop, mask_bits(function_mask_)), type);
  };
  auto bits = [&](Value *lanes) { return builder_.CreateZExt(mask_bits(lanes), type); };
  switch (builtin.builtin) {
  case ir::Builtin::sub_group_id:
  case ir::Builtin::sub_groups:
    return false;
  case ir::Builtin::sub_group_local_id:
    define(call, {.base = ConstantInt::get(type, 0), .stride = ConstantInt::get(type, 1)});
    break;
  case ir::Builtin::sub_group_max_range:
    define_uniform(call, ConstantInt::get(type, width_));
    break;
  case ir::Builtin::sub_group_range:
    define_uniform(call, active());
    break;
  case ir::Builtin::sub_group_any:
    define_uniform(call, any(mask_and(mask, vector(call.getArgOperand(0)))));
    break;
  case ir::Builtin::sub_group_all:
    define_uniform(call, builder_.CreateNot(any(mask_and(mask, builder_.CreateNot(vector(call.getArgOperand(0)))))));
    break;
  case ir::Builtin::sub_group_here:
    define_uniform(call, bits(mask ? mask : ConstantInt::getTrue(FixedVectorType::get(builder_.getInt1Ty(), width_))));
    break;
  case ir::Builtin::sub_group_ballot:
  case ir::Builtin::sub_group_ballot_among:
    define_uniform(call, bits(mask_and(mask, vector(call.getArgOperand(0)))));
    break;
  case ir::Builtin::sub_group_shuffle:
  case ir::Builtin::sub_group_shuffle_among: {
    Value *values = vector(call.getArgOperand(0));
    Value *from = call.getArgOperand(call.arg_size() - 1);
    if (shape(from).is_uniform())
      define_uniform(call, builder_.CreateExtractElement(values, uniform(from)));
    else if (const auto pair = partners(from); pair && match(uniform(pair->x), PatternMatch::m_Zero()))
      define_vector(call, exchange_lanes(values, uniform(pair->d)));
    else
      define_vector(call, shuffle_lanes(values, vector(from)));
    break;
  }
  default:
    WEFT_CHECK(builtin.reduces(), "vectorize: sub-group builtin {}", builtin.name.str());
    define_uniform(call, reduce(operation_of(builtin), vector(call.getArgOperand(0)), mask));
  }
  return true;
}

namespace {
/// The lanes that a constant index names; empty where it is none.
SmallVector<int, 64> known_lanes(const Value &index, unsigned width) {
  SmallVector<int, 64> lanes;
  const auto *constant = dyn_cast<Constant>(&index);
  for (unsigned i = 0; constant != nullptr && i < width; ++i)
    if (const auto *lane = dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(i)))
      lanes.push_back(int(lane->getZExtValue()));
  return lanes.size() == width ? lanes : SmallVector<int, 64>();
}
} // namespace

/// Lane k gets the value of lane index[k].
Value *Emitter::shuffle_lanes(Value *values, Value *index) {
  Type *type = cast<VectorType>(values->getType())->getElementType();
  Value *bounded = builder_.CreateAnd(index, ConstantInt::get(index->getType(), width_ - 1));
  if (const auto lanes = known_lanes(*bounded, width_); !lanes.empty())
    return builder_.CreateShuffleVector(values, lanes);
  DenseMap<Type *, unsigned> used;
  const LaneSlots slots = lane_slots(type, used);
  slots.write_all(builder_, values);
  Value *result = PoisonValue::get(values->getType());
  for (unsigned i = 0; i < width_; ++i) {
    Value *lane = builder_.CreateZExt(builder_.CreateExtractElement(bounded, i), builder_.getInt64Ty());
    result = builder_.CreateInsertElement(result, slots.read_lane(builder_, lane), i);
  }
  return result;
}

/// Over the active lanes.
Value *Emitter::reduce(StringRef operation, Value *values, Value *mask) {
  Type *type = cast<VectorType>(values->getType())->getElementType();
  if (mask)
    values = builder_.CreateSelect(mask, values, splat(identity_of(operation, type)));
  return horizontal(builder_, operation, values);
}

} // namespace weft::codegen::cpu::spmd
