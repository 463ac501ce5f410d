// Lazy bitcode reading: only functions that the kernel reaches are parsed.
#include "codegen/ir/extract.hpp"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>

#include "support/error.hpp"

namespace weft::codegen::ir {

namespace {
std::unique_ptr<llvm::Module> open(llvm::LLVMContext &context, std::span<const std::byte> bitcode,
                                   std::string_view name) {
  const llvm::StringRef bytes(reinterpret_cast<const char *>(bitcode.data()), bitcode.size());
  auto source = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, llvm::StringRef(name)), context);
  if (!source)
    throw Error(Errc::build, "kernel {}: its bitcode does not parse ({}); rebuild it", name,
                llvm::toString(source.takeError()));
  return std::move(*source);
}
} // namespace

std::unique_ptr<llvm::Module> extract_kernel(llvm::LLVMContext &context, std::span<const std::byte> bitcode,
                                             std::string_view kernel) {
  auto source = open(context, bitcode, kernel);
  const llvm::StringRef symbol(kernel);
  const llvm::Function *wanted = source->getFunction(symbol);
  if (wanted == nullptr || wanted->isDeclaration())
    throw Error(Errc::build, "kernel {}: the module's bitcode does not define it; rebuild the module", kernel);
  auto module = std::make_unique<llvm::Module>(symbol, context);
  module->setDataLayout(source->getDataLayout());
  module->setTargetTriple(source->getTargetTriple());
  llvm::Function::Create(wanted->getFunctionType(), llvm::GlobalValue::ExternalLinkage, symbol, *module);
  if (llvm::Linker::linkModules(*module, std::move(source), llvm::Linker::LinkOnlyNeeded))
    throw Error(Errc::build, "kernel {}: its bitcode does not link; rebuild the module", kernel);
  return module;
}

void link_needed(llvm::Module &module, std::span<const std::byte> bitcode, std::string_view name) {
  auto source = open(module.getContext(), bitcode, name);
  source->setDataLayout(module.getDataLayout());
  source->setTargetTriple(module.getTargetTriple());
  if (llvm::NamedMDNode *flags = source->getModuleFlagsMetadata())
    flags->eraseFromParent();
  if (llvm::Linker::linkModules(module, std::move(source), llvm::Linker::LinkOnlyNeeded))
    throw Error(Errc::build, "libdevice: {} does not link into the kernel; reinstall Weft", name);
}

} // namespace weft::codegen::ir
