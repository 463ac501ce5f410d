// Finds fields of the argument block by the addresses that loads read.
#include "codegen/ir/baked_arguments.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

namespace weft::codegen::ir {

using namespace llvm;

std::optional<std::uint64_t> offset_in_block(const LoadInst &load, const Value &block) {
  APInt offset(64, 0);
  const Value *base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(load.getDataLayout(), offset, true);
  if (base != &block || offset.isNegative())
    return std::nullopt;
  return offset.getZExtValue();
}

Constant *baked(const Specialization &spec, std::uint64_t offset, Type &type) {
  for (const Specialization::Baked &field : spec.baked)
    if (field.field.offset == offset && type.isIntegerTy(8 * field.field.width))
      return ConstantInt::get(&type, static_cast<std::uint64_t>(field.value), true);
  return nullptr;
}

Value *known_argument(const Specialization &spec, LoadInst &load, std::uint64_t offset, Value &block) {
  if (Constant *value = baked(spec, offset, *load.getType()))
    return value;
  if (!load.getType()->isIntegerTy(64))
    return nullptr;
  const auto repeated = find_if(spec.repeated, [&](const auto &field) { return field.offset == offset; });
  const bool repeats = repeated != spec.repeated.end(), is_narrow = is_contained(spec.narrow, offset);
  if (!repeats && !is_narrow)
    return nullptr;
  IRBuilder<> ir(&load);
  const std::uint64_t from = repeats ? repeated->earlier : offset;
  Value *place = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), &block, from);
  const Align align = commonAlignment(load.getAlign(), offset - from);
  if (!is_narrow)
    return ir.CreateAlignedLoad(ir.getInt64Ty(), place, align);
  Value *low = ir.CreateAlignedLoad(ir.getInt32Ty(), place, align);
  return ir.CreateZExt(low, ir.getInt64Ty(), "", true);
}

void bake_arguments(Function &kernel, const Specialization &spec) {
  for (Instruction &instruction : make_early_inc_range(instructions(kernel)))
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      if (const auto offset = offset_in_block(*load, *kernel.getArg(0)))
        if (Value *value = known_argument(spec, *load, *offset, *kernel.getArg(0))) {
          load->replaceAllUsesWith(value);
          load->eraseFromParent();
        }
}

} // namespace weft::codegen::ir
