// Straight-line strength reduction is left out where a block is very long, as ciphers and hashes have them that are
// unrolled whole: the pass asks for each pair of its candidates what lies between them.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/OptBisect.h>
#include <llvm/IR/PassManager.h>

namespace weft::codegen::nvptx {

/// Straight-line strength reduction but for functions with very long blocks.
struct ReduceStrength : llvm::PassInfoMixin<ReduceStrength> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

/// Has code generation leave it out, too. Is to stay until the context is gone or has another gate.
class LongBlocks final : public llvm::OptPassGate {
public:
  explicit LongBlocks(const llvm::Function &kernel);

  bool isEnabled() const override { return found_; }
  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef) const override { return pass != "slsr"; }

private:
  bool found_;
};

} // namespace weft::codegen::nvptx
