// The headers' SYCL_EXTERNAL leaves a mark on declarations and definitions alike.
#include "codegen/ir/externals.hpp"

#include <algorithm>
#include <utility>

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Assumptions.h>
#include <llvm/Support/MemoryBuffer.h>

#include "codegen/ir/clean.hpp"
#include "codegen/ir/context.hpp"
#include "codegen/ir/device_globals.hpp"
#include "codegen/ir/extract.hpp"
#include "codegen/ir/specialization_constants.hpp"
#include "support/error.hpp"

namespace weft::codegen::ir {

using namespace llvm;

bool is_external(const Function &function) {
  return getAssumptions(function).contains("weft.sycl_external");
}

std::vector<std::string> imports_of(const Module &module) {
  std::vector<std::string> imports;
  for (const Function &function : module)
    if (function.isDeclaration() && is_external(function) && !function.use_empty() &&
        !is_library_function(function.getName()))
      imports.push_back(function.getName().str());
  std::ranges::sort(imports);
  return imports;
}

namespace {
template <class Use> auto with_module(std::span<const std::byte> bitcode, const Use &use) {
  Context context("module");
  const StringRef bytes(reinterpret_cast<const char *>(bitcode.data()), bitcode.size());
  auto module = getLazyBitcodeModule(MemoryBufferRef(bytes, "device code"), *context);
  if (!module)
    throw Error(Errc::build, "device code: {}; compile it with clang-22", toString(module.takeError()));
  return use(**module);
}
} // namespace

std::vector<std::string> exported_functions(std::span<const std::byte> bitcode) {
  return with_module(bitcode, [](const Module &module) {
    std::vector<std::string> functions;
    for (const Function &function : module)
      if (!function.isDeclaration() && !function.hasLocalLinkage() && is_external(function))
        functions.push_back(function.getName().str());
    return functions;
  });
}

void read_needs(std::span<const std::byte> bitcode, Exports &exports) {
  with_module(bitcode, [&](Module &module) {
    if (auto error = module.materializeAll())
      throw Error(Errc::build, "device code: {}; compile it with clang-22", toString(std::move(error)));
    exports.imports = imports_of(module);
    exports.constants = specialization_constants(module);
    for (const DeviceGlobal &global : device_globals_in(module))
      exports.constants.push_back(constant_of(global));
  });
}

Bytes extract_functions(std::span<const std::byte> bitcode, std::span<const std::string> functions) {
  const std::vector<std::string_view> names(functions.begin(), functions.end());
  return piece_of(bitcode, names);
}

Bytes link(std::span<const std::byte> bitcode, std::string_view kernel, std::span<const Library> libraries) {
  Context context{std::string(kernel)};
  const auto module = extract_kernel(*context, bitcode, kernel);
  std::vector<std::string> open = imports_of(*module), before;
  while (!open.empty() && open != before) {
    for (const Library &library : libraries) {
      auto source = open_lazily(*context, library.bitcode, kernel);
      name_for_others(*source, library.unit);
      link_needed(*module, std::move(source), kernel);
    }
    before = std::exchange(open, imports_of(*module));
  }
  return written(*module);
}

} // namespace weft::codegen::ir
