// An LLVM context whose errors become exceptions, never a process that ends.
#pragma once

#include <memory>
#include <string>

#include <llvm/IR/LLVMContext.h>

namespace weft::codegen::ir {

/// The context of one compilation.
class Context {
public:
  explicit Context(std::string kernel);

  llvm::LLVMContext &operator*() { return *context_; }

  /// Throws Error(build) with what LLVM reported as errors so far, naming the kernel.
  void throw_errors() const;

private:
  std::string kernel_;
  std::string errors_;
  std::unique_ptr<llvm::LLVMContext> context_;
};

} // namespace weft::codegen::ir
