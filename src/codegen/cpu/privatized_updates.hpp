// Histograms: updates of few places by many items.
#pragma once

#include <cstdint>

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

namespace weft::codegen::cpu {

/// Scratch memory that collects a thread's updates.
inline constexpr std::uint64_t privatized_bytes = 64 + 1024 * (8 + 8 + 2);

/// The type of the kernel's updates of global memory where these may reach it late, else null: they are relaxed integer
/// additions whose results nobody uses, nothing in the kernel orders them with anything else, and no item may look at
/// their memory, or overwrite it, behind them.
llvm::Type *privatizable_updates(llvm::Function &spmd);

/// Lets the updates of a piece of such a kernel, which runs `lanes` items at once, add to the table at its scratch
/// argument. The first places to come are collected, what finds its entry taken goes to memory at once; where that
/// happens to more than every fourth update, the table is given up.
void privatize_updates(llvm::Function &piece, unsigned lanes);

/// Empties the table before the first update.
void begin_privatized(llvm::IRBuilder<> &ir, llvm::Value *table);

/// Adds what the table holds to memory; code goes on behind a loop.
void end_privatized(llvm::IRBuilder<> &ir, llvm::Value *table, llvm::Type *type);

} // namespace weft::codegen::cpu
