// Group operations: every item puts its value into an accumulator, the group meets at a barrier, every item gets the
// result.
#pragma once

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "codegen/cpu/spmd.hpp"

namespace weft::codegen::cpu {

/// The slots whose accumulators are complete at a barrier, so that results can be made of them.
struct Meeting {
  std::vector<unsigned> slots;
};

/// An accumulator in the group's scratch memory.
struct Slot {
  std::string operation; ///< as in vectorize/reductions.hpp
  llvm::Type *type = nullptr;
};

/// The meetings and slots of one work-item function; barriers name their meeting by index (`__weft_barrier(i32
/// index)`).
struct Meetings {
  std::vector<Meeting> barriers;
  std::vector<Slot> slots;
  bool lets_off = false; ///< items may return one by one while the rest of the group meets
};

/// Splits group reductions, broadcasts and votes into `weft.group.put`, a barrier, `weft.group.get`, and numbers all
/// barriers of the group. Those of sub-groups become `weft.lanes.meet`.
Meetings split_group_ops(llvm::Function &spmd, const Launch &launch);

/// The barriers of a function whose barriers are numbered.
llvm::SmallVector<llvm::CallInst *, 8> barrier_calls(llvm::Function &spmd);
unsigned barrier_number(const llvm::CallInst &barrier);

/// With one lane a sub-group is one work-item.
void lower_trivial_sub_groups(llvm::Function &spmd);

/// Where accumulators lie in scratch memory, for vectors of `lanes`. Those of floats in small groups keep every item's
/// value until the group meets, so that the order in which they are combined does not depend on the lanes.
class Accumulators {
public:
  Accumulators(const Meetings &meetings, unsigned lanes, std::uint64_t places)
      : meetings_(meetings), lanes_(lanes), items_(std::max<std::uint64_t>(lanes, std::bit_ceil(places))) {}

  std::uint64_t bytes() const { return meetings_.slots.size() * stride(); }

  /// At the group's start: every accumulator holds its operation's identity.
  void reset(llvm::IRBuilder<> &ir, llvm::Value *scratch) const;

  /// At a barrier: results out of complete accumulators, which are reset.
  void complete(llvm::IRBuilder<> &ir, llvm::Value *scratch, const Meeting &meeting) const;

  /// Turns puts and gets of a scalar or vector function into memory accesses.
  void lower(llvm::Function &function) const;

  /// The same where one vector is the whole group: results are made where values are put, and barriers go.
  void lower_in_one_vector(llvm::Function &function) const;

private:
  static constexpr std::uint64_t result_bytes = 64, most_kept = 64;
  bool keeps_items(const Slot &slot) const { return slot.type->isFloatingPointTy() && items_ <= most_kept; }
  std::uint64_t stride() const {
    const std::uint64_t values = items_ <= most_kept ? items_ : lanes_;
    return result_bytes + std::uint64_t{64} * ((values * 8 + 63) / 64);
  }
  llvm::Value *result(llvm::IRBuilder<> &ir, llvm::Value *scratch, unsigned slot) const;
  llvm::Value *accumulator(llvm::IRBuilder<> &ir, llvm::Value *scratch, unsigned slot) const;
  llvm::Type *lanes_type(const Slot &slot) const;
  llvm::Type *accumulator_type(const Slot &slot) const;
  llvm::Constant *nothing_put(const Slot &slot) const;
  void put(llvm::IRBuilder<> &ir, llvm::Function &function, llvm::Value *value, unsigned index) const;
  llvm::Value *put_by_all(llvm::IRBuilder<> &ir, const llvm::CallInst &put, const Slot &slot) const;

  const Meetings &meetings_;
  unsigned lanes_;
  std::uint64_t items_; ///< Of a group, rounded up to a power of two.
};

} // namespace weft::codegen::cpu
