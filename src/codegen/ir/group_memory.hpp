// The calls of a kernel that ask for memory of its group, which each finalizer places.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "codegen/ir/builtins.hpp"
#include "support/error.hpp"

namespace weft::codegen::ir {

struct GroupMemory {
  struct Own {
    llvm::CallInst *call;
    std::uint64_t bytes, alignment;
  };
  std::vector<Own> own;
  std::vector<llvm::CallInst *> scratch; ///< They share one place.
  std::uint64_t scratch_bytes = 0;       ///< The most that one of them asks for, for each sub-group.

  bool empty() const { return own.empty() && scratch.empty(); }
  std::uint64_t own_bytes() const {
    return std::accumulate(own.begin(), own.end(), std::uint64_t(0),
                           [](std::uint64_t sum, const Own &one) { return sum + one.bytes; });
  }
};

/// In a kernel into which everything was inlined.
inline GroupMemory find_group_memory(llvm::Function &kernel, const std::string &pretty) {
  const auto number = [&](const llvm::CallInst &call, unsigned operand) {
    const auto *known = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(operand));
    if (known == nullptr)
      throw Error(Errc::build, "kernel {}: asks for memory of its group whose size is only known at run time", pretty);
    return known->getZExtValue();
  };
  GroupMemory memory;
  for (llvm::Instruction &instruction : llvm::instructions(kernel)) {
    const BuiltinInfo &builtin = builtin_of(instruction);
    auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (builtin == Builtin::group_memory) {
      memory.own.push_back({call, number(*call, 0), number(*call, 1)});
    } else if (builtin == Builtin::group_scratch) {
      memory.scratch.push_back(call);
      memory.scratch_bytes = std::max(memory.scratch_bytes, number(*call, 0));
    }
  }
  return memory;
}

/// Puts it in front of the launch's local memory, which begins at `base`, and moves that behind it; gives how many
/// bytes it takes. Scratch is for so many sub-groups. Throws Error(build) where nothing has so much.
std::uint32_t place_in_front(llvm::Function &kernel, const GroupMemory &memory, std::uint64_t sub_groups,
                             llvm::Value &base, const std::string &pretty);

/// Puts it into variables of address space 3, which PTX and SPIR-V have for it; scratch is for so many sub-groups.
void place_in_variables(llvm::Module &module, const GroupMemory &memory, std::uint64_t sub_groups);

} // namespace weft::codegen::ir
