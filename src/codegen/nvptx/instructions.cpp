// Functions of the headers that are one instruction here.
#include "codegen/nvptx/retarget.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {
struct Instruction {
  const char *symbol;
  Intrinsic::ID plain, flushing; ///< the latter where denormals are flushed
  unsigned least_capability = 0; ///< 80: sm_80 and later
};
constexpr Instruction instructions[] = {
    {"_ZN4sycl3_V13ext6oneapi7dot_accEiii", Intrinsic::nvvm_idp4a_s_s, Intrinsic::nvvm_idp4a_s_s},
    {"_ZN4sycl3_V13ext6oneapi7dot_accEiji", Intrinsic::nvvm_idp4a_s_u, Intrinsic::nvvm_idp4a_s_u},
    {"_ZN4sycl3_V13ext6oneapi7dot_accEjii", Intrinsic::nvvm_idp4a_u_s, Intrinsic::nvvm_idp4a_u_s},
    {"_ZN4sycl3_V13ext6oneapi7dot_accEjji", Intrinsic::nvvm_idp4a_u_u, Intrinsic::nvvm_idp4a_u_u},
    {"_ZN4sycl3_V13ext6oneapi8bfloat167roundedEf", Intrinsic::nvvm_f2bf16_rn, Intrinsic::nvvm_f2bf16_rn, 80},
    {"_ZN4sycl3_V16detail5rsqrtEf", Intrinsic::nvvm_rsqrt_approx_f, Intrinsic::nvvm_rsqrt_approx_ftz_f},
};

std::optional<unsigned> intrinsic_of(StringRef symbol, bool flushes, unsigned capability) {
  const auto *found = find_if(
      instructions, [&](const Instruction &one) { return symbol == one.symbol && one.least_capability <= capability; });
  if (found != std::end(instructions))
    return flushes ? found->flushing : found->plain;
  return rounding_to_floating(symbol, flushes);
}
} // namespace

unsigned capability_of(StringRef cpu) {
  unsigned capability = 0;
  cpu.consume_front("sm_");
  cpu.consumeInteger(10, capability);
  return capability;
}

void replace_body(Function &function, function_ref<Value *(IRBuilder<> &, ArrayRef<Value *>)> result) {
  const auto linkage = function.getLinkage();
  function.deleteBody();
  function.setLinkage(linkage);
  IRBuilder<> ir(BasicBlock::Create(function.getContext(), "", &function));
  SmallVector<Value *> arguments;
  for (Argument &argument : function.args())
    arguments.push_back(&argument);
  ir.CreateRet(ir.CreateBitCast(result(ir, arguments), function.getReturnType()));
}

void use_instructions(Module &module, StringRef cpu, bool flushes) {
  const unsigned capability = capability_of(cpu);
  for (Function &function : module) {
    const auto intrinsic =
        function.isDeclaration() ? std::nullopt : intrinsic_of(function.getName(), flushes, capability);
    if (intrinsic)
      replace_body(function, [&](IRBuilder<> &ir, ArrayRef<Value *> arguments) {
        return ir.CreateIntrinsic(*intrinsic, arguments);
      });
  }
}

} // namespace weft::codegen::nvptx
