// How the work-items' private memory is laid out for W lanes: arrays (allocas that live on) and a pointer argument that
// is marked as varying, of whose memory each lane has a copy.
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

  /// The interleaved memory that `address` points into, or null.
  const llvm::Value *interleaved(const llvm::Value *address) const;

  /// Bytes per element of interleaved memory.
  uint64_t element_size(const llvm::Value *memory) const { return element_size_.lookup(memory); }

private:
  llvm::DenseMap<const llvm::Value *, uint64_t> element_size_;
};

/// Does each lane have a copy of what the argument points to?
bool is_copied_for_lanes(const llvm::Argument &argument);

/// Bytes of one lane's copy of `array`.
uint64_t private_size(const llvm::AllocaInst &array);

/// Replaces memcpy, memmove and memset of constant size that touch private memory with accesses of one size only by
/// such accesses.
void write_out_private_copies(llvm::Function &function);

} // namespace weft::codegen::cpu::spmd
