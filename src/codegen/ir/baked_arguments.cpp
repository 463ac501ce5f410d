// Finds fields of the argument block by the addresses that loads read.
#include "codegen/ir/baked_arguments.hpp"

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

} // namespace weft::codegen::ir
