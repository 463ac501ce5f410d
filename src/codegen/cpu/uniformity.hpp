// Which values of a work-item function differ between lanes.
#pragma once

#include <optional>

#include <llvm/ADT/GenericUniformityImpl.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

#include "codegen/ir/spmd_target.hpp"

namespace weft::codegen::cpu {

/// Work-items whose values are compared: those that become lanes, of which the varying argument tells, or all of a
/// group, not of a row alone.
enum class Among { lanes, group };

/// Which values are the same for all, computed for one state of a function in any form, with the analyses that this
/// takes.
class Uniformity {
public:
  explicit Uniformity(llvm::Function &function, Among among = Among::lanes);

  bool uniform(const llvm::Value &value) const { return info_->isUniform(&value); }

  /// Also where items that left a loop one by one look at it.
  bool uniform_in_all_uses(const llvm::Value &value) const;

  llvm::DominatorTree dominators;
  llvm::PostDominatorTree post_dominators;
  llvm::LoopInfo loops;

private:
  llvm::TargetTransformInfo target_;
  llvm::CycleInfo cycles_;
  std::optional<llvm::UniformityInfo> info_;
};

/// Is the condition a boundary test: ordered integer comparisons against uniform values, joined by and, or, not?
bool is_guard(const llvm::Value &condition, const Uniformity &lanes, unsigned depth = 0);

} // namespace weft::codegen::cpu
