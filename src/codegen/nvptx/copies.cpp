// Copies and fills in words: LLVM's own loops for this target go byte by byte.
#include "codegen/nvptx/retarget.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

constexpr std::uint64_t least_widened = 128; // below which LLVM writes words itself
constexpr std::uint64_t widest = 16;

Type *word_of(std::uint64_t bytes, LLVMContext &context) {
  return bytes == widest ? static_cast<Type *>(FixedVectorType::get(Type::getInt32Ty(context), 4))
                         : Type::getIntNTy(context, 8 * bytes);
}

/// Calls `copy` with a place and a width for each word: in a loop over wide ones, then for what is left.
void for_each_word(Instruction &before, std::uint64_t size, std::uint64_t width,
                   const std::function<void(IRBuilder<> &, Value *, std::uint64_t)> &copy) {
  IRBuilder<> ir(&before);
  const std::uint64_t whole = size / width * width;
  auto [body, place] = SplitBlockAndInsertSimpleForLoop(ir.getInt64(whole / width), before.getIterator());
  IRBuilder<> inside(body);
  copy(inside, inside.CreateMul(place, inside.getInt64(width), "", true, true), width);
  ir.SetInsertPoint(&before);
  for (std::uint64_t at = whole; at < size;) {
    while (width > size - at)
      width /= 2;
    copy(ir, ir.getInt64(at), width);
    at += width;
  }
}

void widen(MemCpyInst &copy, std::uint64_t size, const DataLayout &layout) {
  Value *const to = copy.getRawDest(), *const from = copy.getRawSource();
  const Align align = std::min({getKnownAlignment(to, layout, &copy), getKnownAlignment(from, layout, &copy)});
  const Align known = std::max(align, std::min(copy.getDestAlign().valueOrOne(), copy.getSourceAlign().valueOrOne()));
  for_each_word(copy, size, std::min(widest, known.value()), [&](IRBuilder<> &ir, Value *at, std::uint64_t width) {
    Value *word =
        ir.CreateAlignedLoad(word_of(width, copy.getContext()), ir.CreateInBoundsPtrAdd(from, at), Align(width));
    ir.CreateAlignedStore(word, ir.CreateInBoundsPtrAdd(to, at), Align(width));
  });
  copy.eraseFromParent();
}

void widen(MemSetInst &fill, std::uint64_t size, const DataLayout &layout) {
  Value *const to = fill.getRawDest();
  const Align known = std::max(getKnownAlignment(to, layout, &fill), fill.getDestAlign().valueOrOne());
  for_each_word(fill, size, std::min(widest, known.value()), [&](IRBuilder<> &ir, Value *at, std::uint64_t width) {
    Type *type = word_of(width, fill.getContext());
    Type *bytes = FixedVectorType::get(ir.getInt8Ty(), static_cast<unsigned>(width));
    Value *word = ir.CreateBitCast(ir.CreateVectorSplat(static_cast<unsigned>(width), fill.getValue()), bytes);
    ir.CreateAlignedStore(ir.CreateBitCast(word, type), ir.CreateInBoundsPtrAdd(to, at), Align(width));
  });
  fill.eraseFromParent();
}

} // namespace

void widen_copies(Function &function) {
  SmallVector<MemIntrinsic *, 4> large;
  for (Instruction &instruction : instructions(function))
    if (auto *memory = dyn_cast<MemIntrinsic>(&instruction); memory != nullptr && !memory->isVolatile())
      if (const auto *size = dyn_cast<ConstantInt>(memory->getLength());
          size != nullptr && size->getZExtValue() >= least_widened)
        large.push_back(memory);
  for (MemIntrinsic *memory : large) {
    const std::uint64_t size = cast<ConstantInt>(memory->getLength())->getZExtValue();
    if (auto *copy = dyn_cast<MemCpyInst>(memory))
      widen(*copy, size, function.getDataLayout());
    else if (auto *fill = dyn_cast<MemSetInst>(memory))
      widen(*fill, size, function.getDataLayout());
  }
}

} // namespace weft::codegen::nvptx
