#include "codegen/ir/held_copies.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

namespace weft::codegen::ir {

using namespace llvm;

namespace {

constexpr std::uint64_t most_bytes = 64;

using Copies = SmallVector<MemTransferInst *, 4>;

bool copies_all(const MemTransferInst &copy, const AllocaInst &variable, std::uint64_t size) {
  const auto *length = dyn_cast<ConstantInt>(copy.getLength());
  return length != nullptr && length->getZExtValue() == size && !copy.isVolatile() &&
         (copy.getRawDest() == &variable) != (copy.getRawSource() == &variable);
}

/// The variable's copies; none where something else touches it.
Copies copies_of(AllocaInst &variable, std::uint64_t size) {
  Copies copies;
  for (User *user : variable.users()) {
    if (cast<Instruction>(user)->isLifetimeStartOrEnd())
      continue;
    auto *copy = dyn_cast<MemTransferInst>(user);
    if (copy == nullptr || !copies_all(*copy, variable, size))
      return {};
    copies.push_back(copy);
  }
  return copies;
}

/// Of the widest integers that so many bytes are made of, up to 4 each.
Type *vector_of(std::uint64_t bytes, LLVMContext &context) {
  const std::uint64_t width = bytes % 4 == 0 ? 4 : bytes % 2 == 0 ? 2 : 1;
  return FixedVectorType::get(Type::getIntNTy(context, static_cast<unsigned>(8 * width)),
                              static_cast<unsigned>(bytes / width));
}

void load_and_store(MemTransferInst &copy, Type *type) {
  IRBuilder<> ir(&copy);
  const AAMDNodes aliases = copy.getAAMetadata().adjustForAccess(0, type, copy.getDataLayout());
  LoadInst *value = ir.CreateAlignedLoad(type, copy.getRawSource(), copy.getSourceAlign().valueOrOne());
  value->setAAMetadata(aliases);
  ir.CreateAlignedStore(value, copy.getRawDest(), copy.getDestAlign().valueOrOne())->setAAMetadata(aliases);
  copy.eraseFromParent();
}

} // namespace

bool hold_copies_in_registers(Function &function) {
  bool changed = false;
  for (Instruction &instruction : function.getEntryBlock()) {
    auto *variable = dyn_cast<AllocaInst>(&instruction);
    const auto size = variable != nullptr ? variable->getAllocationSize(function.getDataLayout()) : std::nullopt;
    if (!size || size->isScalable() || size->getFixedValue() == 0 || size->getFixedValue() > most_bytes)
      continue;
    for (MemTransferInst *copy : copies_of(*variable, size->getFixedValue())) {
      load_and_store(*copy, vector_of(size->getFixedValue(), function.getContext()));
      changed = true;
    }
  }
  return changed;
}

} // namespace weft::codegen::ir
