// Values of all lanes on the stack, where a loop over lanes can pick one.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

namespace weft::codegen::cpu::spmd {

/// One array of W elements for every number in a value of type `scalar` (a struct has several).
class LaneSlots {
public:
  struct Part {
    llvm::SmallVector<unsigned, 4>
        path;                ///< indices into the scalar value and, alike, into the structs or arrays of vectors
    llvm::AllocaInst *place; ///< array of W elements of a type that takes whole bytes
    llvm::Type *type;        ///< of the element as a value
  };

  LaneSlots(llvm::Type *scalar, llvm::SmallVector<Part, 2> parts) : scalar_(scalar), parts_(std::move(parts)) {}

  void write_all(llvm::IRBuilder<> &, llvm::Value *lanes) const;
  llvm::Value *read_all(llvm::IRBuilder<> &, llvm::Type *lanes_type) const;
  void write_lane(llvm::IRBuilder<> &, llvm::Value *scalar, llvm::Value *lane) const;
  llvm::Value *read_lane(llvm::IRBuilder<> &, llvm::Value *lane) const;

private:
  llvm::Type *scalar_;
  llvm::SmallVector<Part, 2> parts_;
};

} // namespace weft::codegen::cpu::spmd
