// Costs of running instructions under an empty mask.
#include "codegen/cpu/vectorize/cost.hpp"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "codegen/cpu/vectorize/names.hpp"
#include "codegen/cpu/vectorize/private_memory.hpp"
#include "codegen/cpu/vectorize/shapes.hpp"

namespace weft::codegen::cpu::spmd {

using namespace llvm;

namespace {

constexpr unsigned masked_access_cost = 4;
constexpr unsigned division_cost = 8;

/// Contiguous accesses, and private ones at a constant place, take a mask at no cost.
std::optional<unsigned> access_cost(const Instruction &access, const Shapes &shapes, const PrivateMemory &memory) {
  const DataLayout &layout = access.getDataLayout();
  const Value *address = getLoadStorePointerOperand(&access);
  Type *type = getLoadStoreType(&access);
  if (!type->isSingleValueType() || type->isVectorTy())
    return std::nullopt;
  if (memory.interleaved(address)) {
    APInt offset(64, 0);
    const bool constant =
        memory.interleaved(address) == address->stripAndAccumulateConstantOffsets(layout, offset, true);
    return constant ? std::optional(masked_access_cost) : std::nullopt;
  }
  const Shape shape = shapes.of(address);
  const bool contiguous = shape.is_linear() && shape.stride == std::int64_t(layout.getTypeStoreSize(type));
  return contiguous ? std::optional(masked_access_cost) : std::nullopt;
}

/// Math whose vector form is an instruction or two.
bool is_cheap_intrinsic(unsigned intrinsic) {
  switch (intrinsic) {
  case Intrinsic::fabs:
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::copysign:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case Intrinsic::minimumnum:
  case Intrinsic::maximumnum:
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::roundeven:
  case Intrinsic::smin:
  case Intrinsic::smax:
  case Intrinsic::umin:
  case Intrinsic::umax:
  case Intrinsic::abs:
  case Intrinsic::fshl:
  case Intrinsic::fshr:
  case Intrinsic::ctpop:
  case Intrinsic::ctlz:
  case Intrinsic::is_fpclass:
    return true;
  default:
    return false;
  }
}

} // namespace

std::optional<unsigned> flat_cost(const Instruction &inst, const Shapes &shapes, const PrivateMemory &memory) {
  if (inst.isDebugOrPseudoInst() || inst.isLifetimeStartOrEnd())
    return 0;
  if (inst.getType()->isAggregateType() || inst.getType()->isVectorTy() || inst.getType()->getScalarSizeInBits() > 64)
    return std::nullopt;
  if (const auto *load = dyn_cast<LoadInst>(&inst))
    return load->isSimple() ? access_cost(inst, shapes, memory) : std::nullopt;
  if (const auto *store = dyn_cast<StoreInst>(&inst))
    return store->isSimple() ? access_cost(inst, shapes, memory) : std::nullopt;
  if (const auto *intrinsic = dyn_cast<IntrinsicInst>(&inst)) {
    if (intrinsic->getIntrinsicID() == Intrinsic::sqrt)
      return division_cost;
    return is_cheap_intrinsic(intrinsic->getIntrinsicID()) ? std::optional(1u) : std::nullopt;
  }
  if (isa<CallInst>(inst))
    return call_of(inst, lanewise_prefix) ? std::optional(1u) : std::nullopt;
  switch (inst.getOpcode()) {
  case Instruction::FDiv:
    return division_cost;
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
  case Instruction::FRem:
    return std::nullopt;
  default:
    if (isa<PHINode, BinaryOperator, UnaryOperator, CmpInst, CastInst, SelectInst, FreezeInst, GetElementPtrInst,
            BranchInst, SwitchInst>(inst))
      return inst.isTerminator() ? 0 : 1;
    return std::nullopt;
  }
}

} // namespace weft::codegen::cpu::spmd
