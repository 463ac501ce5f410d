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
#include "codegen/ir/prepare.hpp"
#include "support/error.hpp"

namespace weft::codegen::ir {

namespace {
/// What the linker would link whether it is needed or not, with all that it reaches: the host's static initialisers,
/// and the kernels' annotations, which are read of the whole module.
constexpr const char *lists[] = {"llvm.global_ctors", "llvm.global_dtors", "llvm.used", "llvm.compiler.used",
                                 "llvm.global.annotations"};

} // namespace

std::unique_ptr<llvm::Module> open_lazily(llvm::LLVMContext &context, std::span<const std::byte> bitcode,
                                          std::string_view name) {
  const llvm::StringRef bytes(reinterpret_cast<const char *>(bitcode.data()), bitcode.size());
  auto source = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, llvm::StringRef(name)), context);
  if (!source)
    throw Error(Errc::build, "kernel {}: its bitcode does not parse ({}); rebuild it", name,
                llvm::toString(source.takeError()));
  for (const char *name : lists)
    if (llvm::GlobalVariable *list = (*source)->getNamedGlobal(name))
      list->eraseFromParent();
  return std::move(*source);
}

namespace {
/// What is prepared has nothing to be left out.
std::unique_ptr<llvm::Module> whole(std::unique_ptr<llvm::Module> source, std::string_view kernel) {
  const llvm::Function *wanted = source->getFunction(llvm::StringRef(kernel));
  if (wanted == nullptr || wanted->isDeclaration())
    throw Error(Errc::build, "kernel {}: the module's bitcode does not define it; rebuild the module", kernel);
  if (llvm::Error error = source->materializeAll())
    throw Error(Errc::build, "kernel {}: its bitcode does not parse ({}); rebuild it", kernel,
                llvm::toString(std::move(error)));
  return source;
}

std::unique_ptr<llvm::Module> extract(llvm::LLVMContext &context, std::span<const std::byte> bitcode,
                                      std::span<const std::string_view> kernels) {
  auto source = open_lazily(context, bitcode, kernels.front());
  if (is_prepared(*source))
    return whole(std::move(source), kernels.front());
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

} // namespace

std::unique_ptr<llvm::Module> extract_kernel(llvm::LLVMContext &context, std::span<const std::byte> bitcode,
                                             std::string_view kernel) {
  return extract(context, bitcode, {&kernel, 1});
}

Bytes written(const llvm::Module &module) {
  llvm::SmallVector<char, 0> characters;
  llvm::raw_svector_ostream stream(characters);
  llvm::WriteBitcodeToFile(module, stream);
  const auto bytes = std::as_bytes(std::span(characters.data(), characters.size()));
  return {bytes.begin(), bytes.end()};
}

Bytes piece_of(std::span<const std::byte> bitcode, std::span<const std::string_view> functions) {
  Context context("module");
  return written(*extract(*context, bitcode, functions));
}

void for_each_piece(std::span<const std::byte> bitcode, std::span<KernelInfo> kernels,
                    const std::function<void(std::span<const std::byte>, std::span<KernelInfo>)> &use) {
  constexpr std::size_t most = 8, parts = 8;
  if (kernels.size() <= most)
    return use(bitcode, kernels);
  const std::size_t size = std::max(most, (kernels.size() + parts - 1) / parts);
  for (std::size_t first = 0; first < kernels.size(); first += size) {
    const std::span<KernelInfo> some = kernels.subspan(first, std::min(size, kernels.size() - first));
    std::vector<std::string_view> names;
    for (const KernelInfo &kernel : some)
      names.emplace_back(kernel.name);
    for_each_piece(piece_of(bitcode, names), some, use);
  }
}

void link_needed(llvm::Module &module, std::span<const std::byte> bitcode, std::string_view name) {
  link_needed(module, open_lazily(module.getContext(), bitcode, name), name);
}

void link_needed(llvm::Module &module, std::unique_ptr<llvm::Module> source, std::string_view name) {
  source->setDataLayout(module.getDataLayout());
  source->setTargetTriple(module.getTargetTriple());
  if (llvm::NamedMDNode *flags = source->getModuleFlagsMetadata())
    flags->eraseFromParent();
  if (llvm::Linker::linkModules(module, std::move(source), llvm::Linker::LinkOnlyNeeded))
    throw Error(Errc::build, "libdevice: {} does not link into the kernel; reinstall Weft", name);
}

} // namespace weft::codegen::ir
