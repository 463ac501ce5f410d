// The headers' dot_acc of packed bytes is one instruction here.
#include "codegen/nvptx/retarget.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {
struct DotProduct {
  const char *symbol;
  Intrinsic::ID instruction;
};
constexpr DotProduct dot_products[] = {
    {"_ZN4sycl3ext6oneapi7dot_accEiii", Intrinsic::nvvm_idp4a_s_s},
    {"_ZN4sycl3ext6oneapi7dot_accEiji", Intrinsic::nvvm_idp4a_s_u},
    {"_ZN4sycl3ext6oneapi7dot_accEjii", Intrinsic::nvvm_idp4a_u_s},
    {"_ZN4sycl3ext6oneapi7dot_accEjji", Intrinsic::nvvm_idp4a_u_u},
};
} // namespace

void use_dot_products(Module &module) {
  for (const DotProduct &product : dot_products) {
    Function *function = module.getFunction(product.symbol);
    if (function == nullptr || function->isDeclaration())
      continue;
    const auto linkage = function->getLinkage();
    function->deleteBody();
    function->setLinkage(linkage);
    IRBuilder<> ir(BasicBlock::Create(module.getContext(), "", function));
    const auto argument = [&](unsigned i) { return function->getArg(i); };
    ir.CreateRet(ir.CreateIntrinsic(product.instruction, {argument(0), argument(1), argument(2)}));
  }
}

} // namespace weft::codegen::nvptx
