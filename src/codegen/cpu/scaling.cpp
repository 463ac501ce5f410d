// vscalefps and vscalefpd for libdevice's scaling by powers of two: the same bits as its own steps, in an eighth of the
// instructions.
#include "codegen/cpu/scaling.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "codegen/cpu/vectorize/names.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
constexpr StringLiteral library_prefix = "__weft_scale_", kept_prefix = "weft.lanewise.scale.";
constexpr unsigned current_rounding = 4;

Intrinsic::ID scaling_of(const Type &element, unsigned bits) {
  if (element.isFloatTy())
    return bits == 512   ? Intrinsic::x86_avx512_mask_scalef_ps_512
           : bits == 256 ? Intrinsic::x86_avx512_mask_scalef_ps_256
                         : Intrinsic::x86_avx512_mask_scalef_ps_128;
  return bits == 512   ? Intrinsic::x86_avx512_mask_scalef_pd_512
         : bits == 256 ? Intrinsic::x86_avx512_mask_scalef_pd_256
                       : Intrinsic::x86_avx512_mask_scalef_pd_128;
}

/// One register full.
Value *scale_register(IRBuilder<> &ir, Value *value, Value *power) {
  auto *type = cast<FixedVectorType>(value->getType());
  const unsigned bits = type->getPrimitiveSizeInBits().getFixedValue();
  Type *mask = ir.getIntNTy(std::max(8u, type->getNumElements()));
  SmallVector<Value *, 5> arguments{value, power, PoisonValue::get(type), Constant::getAllOnesValue(mask)};
  if (bits == 512)
    arguments.push_back(ir.getInt32(current_rounding));
  return ir.CreateIntrinsic(scaling_of(*type->getElementType(), bits), {}, arguments);
}

SmallVector<int, 64> indices(unsigned first, unsigned count, unsigned width) {
  SmallVector<int, 64> result;
  for (unsigned i = 0; i < width; ++i)
    result.push_back(i < count ? static_cast<int>(first + i) : -1);
  return result;
}

/// Any number of lanes, register by register.
Value *scale_lanes(IRBuilder<> &ir, Value *value, Value *power) {
  auto *type = cast<FixedVectorType>(value->getType());
  const unsigned lanes = type->getNumElements(), lane_bits = type->getScalarSizeInBits();
  const unsigned width = std::clamp(lanes * lane_bits, 128u, 512u) / lane_bits;
  Value *result = nullptr;
  for (unsigned first = 0; first < lanes; first += width) {
    const auto part = indices(first, std::min(width, lanes - first), width);
    Value *scaled = scale_register(ir, ir.CreateShuffleVector(value, part), ir.CreateShuffleVector(power, part));
    if (lanes < width)
      return ir.CreateShuffleVector(scaled, indices(0, lanes, lanes));
    if (result == nullptr) {
      result = scaled;
      continue;
    }
    Value *widened = ir.CreateShuffleVector(scaled, indices(0, width, first));
    result = ir.CreateShuffleVector(result, widened, indices(0, first + width, first + width));
  }
  return result;
}

Value *scale_one(IRBuilder<> &ir, Value *value, Value *power) {
  auto *type = FixedVectorType::get(value->getType(), 2);
  const auto in_lane = [&](Value *scalar) {
    return ir.CreateInsertElement(PoisonValue::get(type), scalar, std::uint64_t{0});
  };
  return ir.CreateExtractElement(scale_lanes(ir, in_lane(value), in_lane(power)), std::uint64_t{0});
}
} // namespace

void keep_scaling(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    StringRef name = function.getName();
    if (!name.consume_front(library_prefix))
      continue;
    function.deleteBody();
    function.setAttributes({});
    function.setDoesNotAccessMemory();
    function.setDoesNotThrow();
    function.addFnAttr(Attribute::WillReturn);
    function.addFnAttr(Attribute::NoSync);
    function.addFnAttr(Attribute::Speculatable);
    function.setLinkage(GlobalValue::ExternalLinkage);
    function.setName(kept_prefix + name);
  }
}

void lower_scaling(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    if (!function.getName().starts_with(kept_prefix))
      continue;
    for (User *user : make_early_inc_range(function.users())) {
      auto *call = cast<CallInst>(user);
      IRBuilder<> ir(call);
      Value *value = call->getArgOperand(0), *power = call->getArgOperand(1);
      call->replaceAllUsesWith(value->getType()->isVectorTy() ? scale_lanes(ir, value, power)
                                                              : scale_one(ir, value, power));
      call->eraseFromParent();
    }
    function.eraseFromParent();
  }
}

} // namespace weft::codegen::cpu
