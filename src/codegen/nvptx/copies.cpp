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

constexpr std::uint64_t least_widened = 128; // below which LLVM writes words of 8 bytes at most itself
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

Align alignment_of(const MemTransferInst &copy) {
  const DataLayout &layout = copy.getDataLayout();
  const auto known = [&](Value *place, MaybeAlign said) {
    return std::max(getKnownAlignment(place, layout, &copy), said.valueOrOne());
  };
  return std::min(known(copy.getRawDest(), copy.getDestAlign()), known(copy.getRawSource(), copy.getSourceAlign()));
}

/// Few of the widest words: all are read before the first is written.
void write_out(MemTransferInst &copy, std::uint64_t size) {
  IRBuilder<> ir(&copy);
  SmallVector<std::pair<Value *, std::uint64_t>, 8> words;
  for (std::uint64_t at = 0; at < size; at += widest)
    words.emplace_back(ir.CreateAlignedLoad(word_of(widest, copy.getContext()),
                                            ir.CreateInBoundsPtrAdd(copy.getRawSource(), ir.getInt64(at)),
                                            Align(widest)),
                       at);
  for (const auto &[word, at] : words)
    ir.CreateAlignedStore(word, ir.CreateInBoundsPtrAdd(copy.getRawDest(), ir.getInt64(at)), Align(widest));
  copy.eraseFromParent();
}

void widen(MemCpyInst &copy, std::uint64_t size) {
  Value *const to = copy.getRawDest(), *const from = copy.getRawSource();
  for_each_word(
      copy, size, std::min(widest, alignment_of(copy).value()), [&](IRBuilder<> &ir, Value *at, std::uint64_t width) {
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
  SmallVector<MemIntrinsic *, 4> found;
  for (Instruction &instruction : instructions(function))
    if (auto *memory = dyn_cast<MemIntrinsic>(&instruction); memory != nullptr && !memory->isVolatile())
      found.push_back(memory);
  for (MemIntrinsic *memory : found) {
    const auto *length = dyn_cast<ConstantInt>(memory->getLength());
    const std::uint64_t size = length != nullptr ? length->getZExtValue() : 0;
    auto *copy = dyn_cast<MemTransferInst>(memory);
    if (copy != nullptr && size != 0 && size < least_widened && size % widest == 0 && alignment_of(*copy) >= widest)
      write_out(*copy, size);
    else if (size >= least_widened && isa<MemCpyInst>(memory))
      widen(cast<MemCpyInst>(*memory), size);
    else if (size >= least_widened && isa<MemSetInst>(memory))
      widen(cast<MemSetInst>(*memory), size, function.getDataLayout());
  }
}

} // namespace weft::codegen::nvptx
