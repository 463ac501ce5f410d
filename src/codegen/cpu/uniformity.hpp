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

/// The analyses that the splitting passes need, computed for one state of a function.
struct Uniformity {
  explicit Uniformity(llvm::Function &function)
      : dominators(function), post_dominators(function), loops(dominators),
        target(ir::spmd_target_info(function.getDataLayout())), cycles(compute_cycles(function)),
        uniformity(dominators, cycles, &target) {
    uniformity.compute();
  }

  static llvm::CycleInfo compute_cycles(llvm::Function &function) {
    llvm::CycleInfo cycles;
    cycles.compute(function);
    return cycles;
  }

  llvm::DominatorTree dominators;
  llvm::PostDominatorTree post_dominators;
  llvm::LoopInfo loops;
  llvm::TargetTransformInfo target;
  llvm::CycleInfo cycles;
  llvm::UniformityInfo uniformity;
};

/// The same for all items of a work-group, not of a row alone.
class GroupUniformity {
public:
  explicit GroupUniformity(llvm::Function &spmd);

  bool uniform(const llvm::Value &value) const { return analyses_->uniformity.isUniform(&value); }

  /// Also where items that left a loop one by one look at it.
  bool uniform_in_all_uses(const llvm::Value &value) const;

private:
  std::optional<Uniformity> analyses_;
};

/// Is the condition a boundary test: ordered integer comparisons against uniform values, joined by and, or, not?
bool is_guard(const llvm::Value &condition, const llvm::UniformityInfo &uniformity, unsigned depth = 0);

} // namespace weft::codegen::cpu
