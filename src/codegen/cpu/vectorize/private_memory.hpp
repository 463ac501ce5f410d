// How the work-items' private arrays (allocas that live on) are laid out for W lanes.
//
// Interleaved: element k of all lanes side by side, so that an access with a uniform index is one vector. Possible
// where every access has the same size and offsets are whole elements. Otherwise every lane has a frame of its own, one
// after the other.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>

namespace weft::codegen::cpu::spmd {

class PrivateMemory {
public:
  explicit PrivateMemory(llvm::Function &function);

  /// The interleaved array that `address` points into, or null.
  const llvm::AllocaInst *interleaved(const llvm::Value *address) const;

  /// Bytes per element of an interleaved array.
  uint64_t element_size(const llvm::AllocaInst *array) const { return element_size_.lookup(array); }

private:
  llvm::DenseMap<const llvm::AllocaInst *, uint64_t> element_size_;
};

/// Bytes of one lane's copy of `array`.
uint64_t private_size(const llvm::AllocaInst &array);

/// Replaces memcpy, memmove and memset of constant size that touch an array with accesses of one size only by such
/// accesses.
void write_out_private_copies(llvm::Function &function);

} // namespace weft::codegen::cpu::spmd
