// They are the variables sycl::detail::specialization_constant<Id>::value of the headers.
#include "codegen/ir/specialization_constants.hpp"

#include <algorithm>

#include <llvm/IR/Constants.h>

#include "support/error.hpp"

namespace weft::codegen::ir {

using namespace llvm;

namespace {
constexpr StringRef prefix = "N4sycl3_V16detail23specialization_constantI", member = "5valueE";

/// The type's name, as the host asks for it; empty for other variables. Those of equal names from several translation
/// units end in a number, which the linker gave them.
std::string constant_name(const GlobalVariable &global) {
  StringRef symbol = global.getName();
  if (!symbol.consume_front("_Z") || !symbol.starts_with(prefix))
    return "";
  if (const std::size_t numbered = symbol.find('.'); numbered != StringRef::npos)
    symbol = symbol.take_front(numbered);
  return symbol.consume_back(member) ? ("_ZTS" + symbol + "E").str() : "";
}

std::uint32_t size_of(const GlobalVariable &global) {
  return static_cast<std::uint32_t>(global.getDataLayout().getTypeAllocSize(global.getValueType()));
}

void replace(GlobalVariable &global, const Bytes &value) {
  const StringRef bytes(reinterpret_cast<const char *>(value.data()), value.size());
  Constant *data = ConstantDataArray::getString(global.getContext(), bytes, false);
  auto *baked =
      new GlobalVariable(*global.getParent(), data->getType(), true, GlobalValue::InternalLinkage, data, "specialized");
  baked->setAlignment(global.getAlign());
  global.replaceAllUsesWith(baked);
  global.eraseFromParent();
}
} // namespace

std::vector<ConstantInfo> specialization_constants(const Module &module) {
  std::vector<ConstantInfo> constants;
  for (const GlobalVariable &global : module.globals())
    if (std::string name = constant_name(global); !name.empty())
      constants.push_back({std::move(name), size_of(global)});
  std::ranges::sort(constants, {}, &ConstantInfo::name);
  return constants;
}

void bake_constants(Module &module, const Specialization &spec) {
  for (GlobalVariable &global : make_early_inc_range(module.globals())) {
    const std::string name = constant_name(global);
    if (name.empty())
      continue;
    const auto found = std::ranges::find(spec.constants, name, &Specialization::Constant::name);
    if (found == spec.constants.end()) {
      global.setConstant(true);
      global.setExternallyInitialized(false); // a prepared kernel says so of all variables
      continue;
    }
    if (found->value.size() != size_of(global))
      throw Error(Errc::kernel_argument, "kernel {}: specialization constant {} of {} bytes was set to a value of {}",
                  module.getModuleIdentifier(), name, size_of(global), found->value.size());
    replace(global, found->value);
  }
}

} // namespace weft::codegen::ir
