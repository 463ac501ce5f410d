// Group operations: every item puts its value into an accumulator, the group meets at a barrier, every item gets the
// result.
#pragma once

#include <string>
#include <vector>

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include "codegen/cpu/spmd.hpp"

namespace weft::codegen::cpu {

/// The slots whose accumulators are complete at a barrier, so that results can be made of them.
struct Meeting {
  std::vector<unsigned> slots;
  bool sub_group = false; ///< only the lanes of a vector meet: no fission
};

/// An accumulator in the group's scratch memory.
struct Slot {
  std::string operation; ///< add mul smin smax umin umax min max and or xor
  llvm::Type *type = nullptr;
};

/// The meetings and slots of one work-item function; barriers name their meeting by index (`__weft_barrier(i32
/// index)`).
struct Meetings {
  std::vector<Meeting> barriers;
  std::vector<Slot> slots;
};

/// Splits group reductions, broadcasts and votes into `weft.group.put`, a barrier, `weft.group.get`, and numbers all
/// barriers.
Meetings split_group_ops(llvm::Function &spmd, const Launch &launch);

/// With one lane a sub-group is one work-item.
void lower_trivial_sub_groups(llvm::Function &spmd);

/// Where accumulators lie in scratch memory, for vectors of `lanes`.
class Accumulators {
public:
  Accumulators(const Meetings &meetings, unsigned lanes) : meetings_(meetings), lanes_(lanes) {}

  std::uint64_t bytes() const { return meetings_.slots.size() * stride(); }

  /// At the group's start: every accumulator holds its operation's identity.
  void reset(llvm::IRBuilder<> &ir, llvm::Value *scratch) const;

  /// At a barrier: results out of complete accumulators, which are reset.
  void complete(llvm::IRBuilder<> &ir, llvm::Value *scratch, const Meeting &meeting) const;

  /// Turns puts and gets of a scalar or vector function into memory accesses.
  void lower(llvm::Function &function) const;

private:
  static constexpr std::uint64_t result_bytes = 64;
  std::uint64_t stride() const { return result_bytes + std::uint64_t{64} * ((lanes_ * 8 + 63) / 64); }
  llvm::Value *result(llvm::IRBuilder<> &ir, llvm::Value *scratch, unsigned slot) const;
  llvm::Value *accumulator(llvm::IRBuilder<> &ir, llvm::Value *scratch, unsigned slot) const;
  llvm::Type *accumulator_type(const Slot &slot) const;

  const Meetings &meetings_;
  unsigned lanes_;
};

} // namespace weft::codegen::cpu
