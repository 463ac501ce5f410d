// Lazy bitcode reading: only functions that the kernel reaches are parsed.
#include "codegen/ir/extract.hpp"

#include <algorithm>
#include <vector>

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include "codegen/ir/context.hpp"
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

std::unique_ptr<llvm::Module> extract(llvm::LLVMContext &context, std::span<const std::byte> bitcode,
                                      std::span<const std::string_view> kernels) {
  auto source = open(context, bitcode, kernels.front());
  auto module = std::make_unique<llvm::Module>(llvm::StringRef(kernels.front()), context);
  module->setDataLayout(source->getDataLayout());
  module->setTargetTriple(source->getTargetTriple());
  for (const std::string_view kernel : kernels) {
    const llvm::StringRef symbol(kernel);
    const llvm::Function *wanted = source->getFunction(symbol);
    if (wanted == nullptr || wanted->isDeclaration())
      throw Error(Errc::build, "kernel {}: the module's bitcode does not define it; rebuild the module", kernel);
    llvm::Function::Create(wanted->getFunctionType(), llvm::GlobalValue::ExternalLinkage, symbol, *module);
  }
  if (llvm::Linker::linkModules(*module, std::move(source), llvm::Linker::LinkOnlyNeeded))
    throw Error(Errc::build, "kernel {}: its bitcode does not link; rebuild the module", kernels.front());
  return module;
}

/// The bitcode of these kernels and of what they reach.
llvm::SmallVector<char, 0> piece_of(std::span<const std::byte> bitcode, std::span<const KernelInfo> kernels) {
  std::vector<std::string_view> names;
  for (const KernelInfo &kernel : kernels)
    names.emplace_back(kernel.name);
  Context context("module");
  llvm::SmallVector<char, 0> written;
  llvm::raw_svector_ostream stream(written);
  llvm::WriteBitcodeToFile(*extract(*context, bitcode, names), stream);
  return written;
}
} // namespace

std::unique_ptr<llvm::Module> extract_kernel(llvm::LLVMContext &context, std::span<const std::byte> bitcode,
                                             std::string_view kernel) {
  return extract(context, bitcode, {&kernel, 1});
}

void for_each_kernel(std::span<const std::byte> bitcode, std::span<KernelInfo> kernels,
                     const std::function<void(std::span<const std::byte>, KernelInfo &)> &use) {
  constexpr std::size_t most = 32;
  for (std::size_t first = 0; first < kernels.size(); first += most) {
    const std::span<KernelInfo> some = kernels.subspan(first, std::min(most, kernels.size() - first));
    const llvm::SmallVector<char, 0> piece =
        kernels.size() > most ? piece_of(bitcode, some) : llvm::SmallVector<char, 0>();
    for (KernelInfo &kernel : some)
      use(piece.empty() ? bitcode : std::as_bytes(std::span(piece.data(), piece.size())), kernel);
  }
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
