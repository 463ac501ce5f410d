// Runs textual LLVM pass pipelines over a module.
#pragma once

#include <memory>

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>

namespace weft::codegen::ir {

/// What a pipeline may assume about values of different work-items.
enum class Divergence {
  none, ///< ordinary code of one thread
  spmd, ///< a work-item function: branches may diverge, so work is not sunk or hoisted into them carelessly
};

/// One set of analysis managers, used for several pipelines of one compilation.
class Passes {
public:
  explicit Passes(Divergence divergence, llvm::TargetMachine *target = nullptr);

  /// Throws InternalError for a pipeline that does not parse.
  void run(llvm::Module &module, llvm::StringRef pipeline);

  /// A pipeline that inlines all calls of functions into `root`, again where it turns calls through pointers into such.
  void run_inlining(llvm::Function &root, llvm::StringRef pipeline);

private:
  llvm::LoopAnalysisManager loops_;
  llvm::FunctionAnalysisManager functions_;
  llvm::CGSCCAnalysisManager components_;
  llvm::ModuleAnalysisManager modules_;
  llvm::PassBuilder builder_;
};

} // namespace weft::codegen::ir
