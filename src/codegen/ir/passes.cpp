// Pass managers, and the target information that makes branches on work-item ids divergent.
#include "codegen/ir/passes.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>

#include "codegen/ir/builtins.hpp"
#include "codegen/ir/held_copies.hpp"
#include "codegen/ir/spmd_target.hpp"
#include "codegen/ir/waiting.hpp"
#include "support/error.hpp"

namespace weft::codegen::ir {

namespace {
class SpmdTarget final : public llvm::TargetTransformInfoImplCRTPBase<SpmdTarget> {
public:
  explicit SpmdTarget(const llvm::DataLayout &layout) : TargetTransformInfoImplCRTPBase(layout) {}

  bool hasBranchDivergence(const llvm::Function * = nullptr) const override { return true; }

  llvm::InstructionUniformity getInstructionUniformity(const llvm::Value *value) const override {
    using enum llvm::InstructionUniformity;
    if (const auto *argument = llvm::dyn_cast<llvm::Argument>(value))
      return argument->getParent()->getAttributes().hasParamAttr(argument->getArgNo(), varying_attribute) ? NeverUniform
                                                                                                          : Default;
    if (llvm::isa<llvm::AllocaInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(value))
      return NeverUniform;
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(value)) {
      const llvm::Function *callee = call->getCalledFunction();
      if (callee != nullptr && (callee->isIntrinsic() || callee->getName().starts_with(group_get_prefix)))
        return Default;
      if (const BuiltinInfo &builtin = builtin_of(*call);
          builtin && (builtin.alike == Alike::launch || builtin.alike == Alike::group))
        return Default;
      return NeverUniform;
    }
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(value))
      return load->isSimple() ? Default : NeverUniform;
    return Default;
  }
};

/// Unrolls loops that are to be unrolled as a whole, as `#pragma unroll` does not say.
struct UnrollInFull : llvm::PassInfoMixin<UnrollInFull> {
  llvm::PreservedAnalyses run(llvm::Loop &loop, llvm::LoopAnalysisManager &analyses,
                              llvm::LoopStandardAnalysisResults &results, llvm::LPMUpdater &updater) {
    if (!llvm::getBooleanLoopAttribute(&loop, "llvm.loop.unroll.full"))
      return llvm::PreservedAnalyses::all();
    return llvm::LoopFullUnrollPass(2, true).run(loop, analyses, results, updater);
  }
};

struct HoldCopies : llvm::PassInfoMixin<HoldCopies> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
    return hold_copies_in_registers(function) ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }
};

struct ExpectOthersWrites : llvm::PassInfoMixin<ExpectOthersWrites> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
    return expect_others_writes(function) ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }
};

bool parse_function_pass(llvm::StringRef name, llvm::FunctionPassManager &passes,
                         llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
  if (name == "hold-copies")
    passes.addPass(HoldCopies());
  else if (name == "expect-others-writes")
    passes.addPass(ExpectOthersWrites());
  else
    return false;
  return true;
}

bool parse_loop_pass(llvm::StringRef name, llvm::LoopPassManager &passes,
                     llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
  if (name != "unroll-in-full")
    return false;
  passes.addPass(UnrollInFull());
  return true;
}
} // namespace

llvm::TargetTransformInfo spmd_target_info(const llvm::DataLayout &layout) {
  return llvm::TargetTransformInfo(std::make_unique<SpmdTarget>(layout));
}

Passes::Passes(Divergence divergence, llvm::TargetMachine *target) : builder_(target) {
  if (divergence == Divergence::spmd)
    functions_.registerPass([] {
      return llvm::TargetIRAnalysis([](const llvm::Function &f) { return spmd_target_info(f.getDataLayout()); });
    });
  builder_.registerPipelineParsingCallback(parse_function_pass);
  builder_.registerPipelineParsingCallback(parse_loop_pass);
  builder_.registerModuleAnalyses(modules_);
  builder_.registerCGSCCAnalyses(components_);
  builder_.registerFunctionAnalyses(functions_);
  builder_.registerLoopAnalyses(loops_);
  builder_.crossRegisterProxies(loops_, functions_, components_, modules_);
}

void Passes::run(llvm::Module &module, llvm::StringRef pipeline) {
  llvm::ModulePassManager passes;
  if (llvm::Error error = builder_.parsePassPipeline(passes, pipeline))
    WEFT_CHECK(false, "pipeline {}: {}", pipeline.str(), llvm::toString(std::move(error)));
  passes.run(module, modules_);
  modules_.clear();
  components_.clear();
  functions_.clear();
  loops_.clear();
}

void Passes::run_inlining(llvm::Function &root, llvm::StringRef pipeline) {
  constexpr int most = 8; // pointers behind each other; what calls itself would never end
  const auto calls_function = [](const llvm::Instruction &instruction) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function *callee = call != nullptr ? call->getCalledFunction() : nullptr;
    return callee != nullptr && callee->hasFnAttribute(llvm::Attribute::AlwaysInline) && !callee->isDeclaration();
  };
  int rounds = 0;
  do
    run(*root.getParent(), pipeline);
  while (++rounds < most && llvm::any_of(llvm::instructions(root), calls_function));
}

} // namespace weft::codegen::ir
