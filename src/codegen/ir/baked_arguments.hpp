// Integers among a kernel's arguments that the launch fixed.
#pragma once

#include <cstdint>
#include <optional>

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "codegen/finalizer.hpp"

namespace weft::codegen::ir {

/// The byte of the argument block that a load begins at; none for loads of other memory, or at no constant place.
std::optional<std::uint64_t> offset_in_block(const llvm::LoadInst &load, const llvm::Value &block);

/// What a load of the type at this byte gives; null where the launch left it open.
llvm::Constant *baked(const Specialization &spec, std::uint64_t offset, llvm::Type &type);

/// What stands for a load of this byte of the block where the launch says something of it: its value, or a shorter
/// load, or one of an earlier field. Null where it says nothing.
llvm::Value *known_argument(const Specialization &spec, llvm::LoadInst &load, std::uint64_t offset, llvm::Value &block);

/// Integers that the launch fixed are constants wherever the kernel's block of arguments is read, others what is known
/// of them.
void bake_arguments(llvm::Function &kernel, const Specialization &spec);

} // namespace weft::codegen::ir
