// Loads of neighbours under a condition: what a struct or a vector was copied by has become loads of its members, and
// those that one branch alone needs have moved there, where each waits for memory on its own. One load of all of them,
// where the first is read, costs no more than that one.
#include "codegen/nvptx/retarget.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

constexpr std::uint64_t widest = 16; ///< what one instruction loads

struct Place {
  const Value *base = nullptr;
  std::int64_t offset = 0;
};

Place place_of(const LoadInst &load) {
  const DataLayout &layout = load.getDataLayout();
  APInt offset(layout.getIndexTypeSizeInBits(load.getPointerOperandType()), 0);
  const Value *const base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
  return {base, offset.getSExtValue()};
}

bool is_element(const LoadInst &load) {
  Type *const type = load.getType();
  return load.isSimple() && (type->isIntegerTy(32) || type->isIntegerTy(64) || type->isFloatTy() || type->isDoubleTy());
}

/// Loads of `type` around one base, by offset: those of a block after its last write, and of the blocks that only this
/// one leads to, before their first.
struct Neighbours {
  std::map<std::int64_t, SmallVector<LoadInst *, 2>> here, below;
};

using ByBase = std::map<std::pair<const Value *, Type *>, Neighbours>;

ByBase loads_around(BasicBlock &block) {
  ByBase found;
  const auto add = [&](LoadInst &load, auto which) {
    const Place place = place_of(load);
    (found[{place.base, load.getType()}].*which)[place.offset].push_back(&load);
  };
  for (Instruction &instruction : block)
    if (instruction.mayWriteToMemory())
      found.clear();
    else if (auto *load = dyn_cast<LoadInst>(&instruction); load != nullptr && is_element(*load))
      add(*load, &Neighbours::here);
  for (BasicBlock *next : successors(&block)) {
    if (next->getUniquePredecessor() != &block)
      continue;
    for (Instruction &instruction : *next) {
      if (instruction.mayWriteToMemory())
        break;
      if (auto *load = dyn_cast<LoadInst>(&instruction); load != nullptr && is_element(*load))
        add(*load, &Neighbours::below);
    }
  }
  return found;
}

/// The bytes from an offset on that lie in one word of memory with it: what alignments of the block's own loads
/// promise. Those under a condition promise nothing where it does not hold, as behind a test of the alignment.
std::uint64_t aligned_bytes(const Neighbours &around, std::int64_t offset) {
  std::uint64_t bytes = 0;
  if (const auto found = around.here.find(offset); found != around.here.end())
    for (const LoadInst *load : found->second)
      bytes = std::max(bytes, load->getAlign().value());
  return std::min(bytes, widest);
}

/// One load of all elements of a word in place of those of them that are loaded; before the first of the block's own.
void load_word(const Neighbours &around, std::int64_t begin, std::uint64_t bytes) {
  SmallVector<std::pair<LoadInst *, std::int64_t>, 8> loads;
  LoadInst *first = nullptr;
  std::int64_t first_offset = 0;
  for (const auto *from : {&around.here, &around.below})
    for (auto at = from->lower_bound(begin); at != from->end() && at->first < begin + std::int64_t(bytes); ++at)
      for (LoadInst *load : at->second) {
        if (from == &around.here && (first == nullptr || load->comesBefore(first))) {
          first = load;
          first_offset = at->first;
        }
        loads.emplace_back(load, at->first - begin);
      }
  Type *const element = first->getType();
  const std::uint64_t size = element->getPrimitiveSizeInBits() / 8;
  IRBuilder<> ir(first);
  Value *const address = ir.CreateInBoundsPtrAdd(first->getPointerOperand(), ir.getInt64(begin - first_offset));
  LoadInst *const word = ir.CreateAlignedLoad(FixedVectorType::get(element, bytes / size), address, Align(bytes));
  SmallVector<Value *, 8> replaced;
  for (const auto &[load, offset] : loads)
    replaced.push_back(load);
  propagateMetadata(word, replaced);
  for (const auto &[load, offset] : loads)
    load->replaceAllUsesWith(ir.CreateExtractElement(word, offset / size));
  for (const auto &[load, offset] : loads)
    load->eraseFromParent();
}

/// Words of which the block reads a part and one that it leads to another.
void load_words(const Neighbours &around, std::uint64_t size) {
  std::int64_t done = std::numeric_limits<std::int64_t>::min();
  for (auto at = around.below.begin(); at != around.below.end(); ++at) {
    if (at->first < done)
      continue;
    for (std::uint64_t bytes = widest; bytes > size; bytes /= 2) {
      // The word that begins at a loaded element, at most so many elements before this one.
      const auto begins = [&](std::int64_t begin) {
        const auto own = around.here.lower_bound(begin);
        return aligned_bytes(around, begin) >= bytes && own != around.here.end() &&
               own->first < begin + std::int64_t(bytes);
      };
      std::int64_t begin = at->first;
      while (begin > at->first - std::int64_t(bytes) && !begins(begin))
        begin -= std::int64_t(size);
      if (begin == at->first - std::int64_t(bytes))
        continue;
      load_word(around, begin, bytes);
      done = begin + std::int64_t(bytes);
      break;
    }
  }
}

} // namespace

void load_neighbours_at_once(Function &function) {
  for (BasicBlock &block : function)
    for (const auto &[key, around] : loads_around(block))
      if (!around.here.empty() && !around.below.empty())
        load_words(around, key.second->getPrimitiveSizeInBits() / 8);
}

} // namespace weft::codegen::nvptx
