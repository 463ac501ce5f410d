// Picks the elements of one vector out of several.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

namespace weft::codegen::cpu::spmd {

/// A vector whose element i is element `place(i)` of `parts`, vectors of `width` taken as one list.
template <class PlaceOf>
llvm::Value *assemble(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> parts, unsigned width, PlaceOf place) {
  llvm::Value *result = parts[0];
  for (unsigned part = 1; part < parts.size(); ++part) {
    llvm::SmallVector<int, 64> mask;
    for (unsigned i = 0; i < width; ++i) {
      const unsigned from = place(i) / width, element = place(i) % width;
      const int kept = part == 1 ? int(element) : int(i); // the first shuffle picks from two parts
      mask.push_back(from == part ? int(width + element) : from < part ? kept : llvm::PoisonMaskElem);
    }
    result = builder.CreateShuffleVector(result, parts[part], mask);
  }
  return result;
}

} // namespace weft::codegen::cpu::spmd
