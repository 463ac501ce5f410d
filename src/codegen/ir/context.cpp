// Collects LLVM's diagnostics; its fatal errors are thrown as internal errors.
#include "codegen/ir/context.hpp"

#include <mutex>

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/raw_ostream.h>

#include "support/error.hpp"
#include "support/lock.hpp"

namespace weft::codegen::ir {

namespace {
void collect(const llvm::DiagnosticInfo *info, void *errors) {
  if (info->getSeverity() != llvm::DS_Error)
    return;
  llvm::raw_string_ostream stream(*static_cast<std::string *>(errors));
  llvm::DiagnosticPrinterRawOStream printer(stream);
  info->print(printer);
  stream << "; ";
}

void fatal(void *, const char *reason, bool) {
  throw InternalError(std::string("LLVM: ") + reason);
}
} // namespace

Context::Context(std::string kernel) : kernel_(std::move(kernel)), context_(std::make_unique<llvm::LLVMContext>()) {
  static constinit Once once;
  once.call([] { llvm::install_fatal_error_handler(fatal); });
  context_->setDiagnosticHandlerCallBack(collect, &errors_);
}

void Context::throw_errors() const {
  if (!errors_.empty())
    throw Error(Errc::build, "kernel {}: {}", kernel_, errors_);
}

} // namespace weft::codegen::ir
