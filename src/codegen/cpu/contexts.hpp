// Values that live across barriers go through memory.
#pragma once

#include <map>

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include "codegen/cpu/spmd.hpp"

namespace weft::codegen::cpu {

/// Moves values of a function whose cuts are the ends of some of its blocks to memory behind one of its arguments.
class Contexts {
public:
  using BasicBlock = llvm::BasicBlock;
  using Instruction = llvm::Instruction;
  using Value = llvm::Value;

  Contexts(llvm::Function &function, llvm::ArrayRef<BasicBlock *> end_at_cut, Arg memory)
      : function_(function), ends_at_cut_(end_at_cut.begin(), end_at_cut.end()), memory_(memory) {}

  /// Private memory and every value; those that follow from arguments are computed again. Gives the bytes needed,
  /// of which the first `before` are left to the caller.
  std::uint64_t move_all(std::uint64_t before);

  /// The values for which `wanted` holds, to memory from byte `first` on. They are read in its first half and written
  /// to its second, so that they stay as they are until all items have come to the cut. Gives the bytes of a half.
  std::uint64_t move_shared(llvm::function_ref<bool(const Instruction &)> wanted, std::uint64_t first);

private:
  using Uses = llvm::SmallVector<llvm::Use *, 64>;

  struct Slot {
    std::uint64_t store = 0, load = 0;
  };

  Uses crossing(llvm::function_ref<bool(const Instruction &)> wanted);
  void move(const Uses &crossing);
  bool crosses(const Instruction &definition, const llvm::Use &use) const;
  bool reaches_within_piece(const BasicBlock &from, const BasicBlock &to) const;
  std::uint64_t reserve(std::uint64_t size, llvm::Align align);
  Value *place(llvm::IRBuilder<> &ir, std::uint64_t at) const;
  void move_private_memory();
  bool outlives_a_piece(const llvm::AllocaInst &memory) const;
  bool reaches_after_cut(const BasicBlock &from, const llvm::SmallPtrSetImpl<const BasicBlock *> &targets) const;
  Value *available(Instruction &value, BasicBlock &block);
  BasicBlock::iterator insertion_point(BasicBlock &block);
  Value *recreate(Value &value, llvm::IRBuilder<> &ir);
  Slot slot(Instruction &value);
  void store_slots();

  llvm::Function &function_;
  llvm::SmallPtrSet<const BasicBlock *, 8> ends_at_cut_;
  Arg memory_;
  std::uint64_t bytes_ = 0;
  llvm::MapVector<Instruction *, Slot> slots_;
  std::map<std::pair<BasicBlock *, Instruction *>, Value *> available_;
  llvm::DenseMap<BasicBlock *, Instruction *> insert_before_;
};

} // namespace weft::codegen::cpu
