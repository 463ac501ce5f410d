#include "codegen/ir/prepare.hpp"

#include <vector>

#include "codegen/ir/clean.hpp"
#include "codegen/ir/passes.hpp"

namespace weft::codegen::ir {

using namespace llvm;

namespace {
constexpr StringRef mark = "weft.prepared";

/// Loops stay as they are but for those of the headers: a program's are unrolled by the rules of a GPU or a CPU.
/// Callees are simplified before they are inlined: `__restrict__` says nothing of pointers that lie on a stack.
constexpr const char *pipeline =
    "globaldce,cgscc(inline<only-mandatory>,function(sroa,early-cse)),globaldce,function(expect-others-writes,sroa,"
    "early-cse,simplifycfg,"
    "instcombine<no-verify-fixpoint>,loop-simplify,lcssa,loop(unroll-in-full),sroa,early-cse,simplifycfg,"
    "instcombine<no-verify-fixpoint>)";
} // namespace

void prepare(Module &module, Function &kernel) {
  std::vector<Function *> kept_apart;
  for (Function &function : module)
    if (!function.isDeclaration() && function.hasFnAttribute(Attribute::NoInline))
      kept_apart.push_back(&function);
  clean(module, kernel);
  for (Function *function : kept_apart) {
    function->removeFnAttr(Attribute::AlwaysInline);
    function->addFnAttr(Attribute::NoInline);
  }
  Passes(Divergence::spmd).run_inlining(kernel, pipeline);
  module.getOrInsertNamedMetadata(mark);
}

bool is_prepared(const Module &module) {
  return module.getNamedMetadata(mark) != nullptr;
}

} // namespace weft::codegen::ir
