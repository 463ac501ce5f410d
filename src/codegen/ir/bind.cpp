// A hole is bound by giving it the function's name: finalizers link what is undefined and libdevice has.
#include "codegen/ir/bind.hpp"

#include "codegen/ir/context.hpp"
#include "codegen/ir/extract.hpp"
#include "support/error.hpp"

namespace weft::codegen::ir {

Bytes bind(std::span<const std::byte> bitcode, std::string_view kernel, std::span<const Binding> bindings) {
  Context context{std::string(kernel)};
  const auto module = extract_kernel(*context, bitcode, kernel);
  for (const Binding &binding : bindings) {
    llvm::Function *hole = module->getFunction(binding.hole);
    if (hole == nullptr || !hole->isDeclaration())
      throw Error(Errc::build, "kernel {}: has no hole {} for {}", kernel, binding.hole, binding.function);
    hole->setName(binding.function);
  }
  return written(*module);
}

} // namespace weft::codegen::ir
