// Kernel to PTX: the order of the stages is the order of this file.
#include "codegen/nvptx/nvptx_finalizer.hpp"
#include "codegen/nvptx/long_blocks.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <vector>

#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>

#include "codegen/gpu_options.hpp"
#include "codegen/index_checks.hpp"
#include "codegen/ir/architecture.hpp"
#include "codegen/ir/baked_arguments.hpp"
#include "codegen/ir/builtins.hpp"
#include "codegen/ir/clean.hpp"
#include "codegen/ir/context.hpp"
#include "codegen/ir/contraction.hpp"
#include "codegen/ir/debug_marks.hpp"
#include "codegen/ir/device_globals.hpp"
#include "codegen/ir/dump.hpp"
#include "codegen/ir/extract.hpp"
#include "codegen/ir/group_memory.hpp"
#include "codegen/ir/group_variables.hpp"
#include "codegen/ir/index_checks.hpp"
#include "codegen/ir/items.hpp"
#include "codegen/ir/libdevice.hpp"
#include "codegen/ir/passes.hpp"
#include "codegen/ir/private_memory.hpp"
#include "codegen/ir/specialization_constants.hpp"
#include "codegen/nvptx/launched_by.hpp"
#include "codegen/nvptx/retarget.hpp"
#include "libdevice/bitcode.hpp"
#include "support/error.hpp"
#include "support/explain.hpp"
#include "support/lock.hpp"

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

Bytes read_file(const std::string &path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  Bytes bytes(error ? 0 : size);
  std::ifstream file(path, std::ios::binary);
  if (error || !file.read(reinterpret_cast<char *>(bytes.data()), static_cast<std::streamsize>(bytes.size())))
    throw Error(Errc::build, "cannot read {}; repair the CUDA toolkit or unset CUDA_HOME", path);
  return bytes;
}

std::unique_ptr<TargetMachine> make_machine(const std::string &cpu, const std::string &features) {
  static constinit Once initialised;
  initialised.call([] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  const Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  WEFT_CHECK(target != nullptr, "no NVPTX target: {}", error);
  const std::unique_ptr<MCSubtargetInfo> known(target->createMCSubtargetInfo(triple, "", ""));
  if (!known->isCPUStringValid(cpu))
    throw Error(Errc::invalid, "PTX for {}: LLVM {} does not know this architecture", cpu, LLVM_VERSION_STRING);
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(
      triple, cpu, features, TargetOptions(), std::nullopt, std::nullopt, CodeGenOptLevel::Aggressive));
}

/// The instructions that flush float32 denormals would flush those of half precision, too, which the CPU keeps.
bool computes_in_half(const Module &module) {
  return std::ranges::any_of(module, [](const Function &function) {
    return std::ranges::any_of(instructions(function), [](const Instruction &instruction) {
      const auto is_half = [](const Value *value) { return value->getType()->getScalarType()->is16bitFPTy(); };
      return is_half(&instruction) || std::ranges::any_of(instruction.operand_values(), is_half);
    });
  });
}

/// What address spaces are inferred from, once nothing looks for patterns any more that casts would hide.
struct BeforeAddressSpaces : PassInfoMixin<BeforeAddressSpaces> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    release_streams(function);
    widen_copies(function);
    join_steps(function);
    if (function.getCallingConv() == CallingConv::PTX_Kernel)
      point_arguments_to_global(function);
    return PreservedAnalyses::none();
  }
};

struct CountBits : PassInfoMixin<CountBits> {
  PreservedAnalyses run(Loop &loop, LoopAnalysisManager &, LoopStandardAnalysisResults &analyses, LPMUpdater &) {
    count_bits_at_once(loop, analyses.SE);
    return getLoopPassPreservedAnalyses();
  }
};

struct UnrollForPrivateArrays : PassInfoMixin<UnrollForPrivateArrays> {
  PreservedAnalyses run(Loop &loop, LoopAnalysisManager &, LoopStandardAnalysisResults &analyses, LPMUpdater &loops) {
    const std::string name(loop.getName());
    if (unroll_bounded_for_private_arrays(loop, analyses)) {
      loops.markLoopAsDeleted(loop, name);
      return getLoopPassPreservedAnalyses();
    }
    unroll_for_private_arrays(loop, analyses.SE);
    return PreservedAnalyses::all();
  }
};

struct UnrollCounts : PassInfoMixin<UnrollCounts> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
      count_iterations_to_unroll(*loop, evolution);
    return PreservedAnalyses::all();
  }
};

struct FindUnchanging : PassInfoMixin<FindUnchanging> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    if (function.getCallingConv() == CallingConv::PTX_Kernel)
      find_unchanging(function, analyses.getResult<AAManager>(function));
    return PreservedAnalyses::all();
  }
};

/// The standard pipeline without the vectorizers, which turn one work-item's loops into code that GPUs run badly.
void optimize(Module &module, TargetMachine &machine) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  tuning.SLPVectorization = true; // pairs of loads and stores become ld.v2 and st.v2
  PassBuilder builder(&machine, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.registerLateLoopOptimizationsEPCallback([](LoopPassManager &loops, OptimizationLevel) {
    loops.addPass(CountBits());
    loops.addPass(UnrollForPrivateArrays());
  });
  builder.registerVectorizerStartEPCallback(
      [](FunctionPassManager &late, OptimizationLevel) { late.addPass(UnrollCounts()); });
  ModulePassManager passes;
  const auto add = [&](const char *pipeline) {
    if (llvm::Error error = builder.parsePassPipeline(passes, pipeline))
      WEFT_CHECK(false, "pass pipeline {}: {}", pipeline, toString(std::move(error)));
  };
  passes.addPass(builder.buildPerModuleDefaultPipeline(OptimizationLevel::O3));
  passes.addPass(createModuleToFunctionPassAdaptor(BeforeAddressSpaces()));
  add("function(infer-address-spaces,infer-alignment)");
  passes.addPass(createModuleToFunctionPassAdaptor(ReduceStrength()));
  add("function(nary-reassociate,early-cse),globaldce");
  passes.addPass(createModuleToFunctionPassAdaptor(FindUnchanging()));
  passes.run(module, modules);
}

/// Lets comparisons see denormals as they are: ptxas joins those that flush with no logic of predicates around them,
/// which takes twice as many instructions. LLVM chooses by function alone.
void compare_without_flushing(SmallString<0> &ptx) {
  constexpr StringRef compare = "\tsetp.", flush = ".ftz";
  SmallString<0> text;
  StringRef rest = ptx;
  for (std::size_t at = rest.find(compare); at != StringRef::npos; at = rest.find(compare)) {
    const StringRef name = rest.substr(at).take_until([](char c) { return c == ' '; });
    const auto [before, after] = name.split(flush);
    text += rest.substr(0, at);
    text += before;
    text += after;
    rest = rest.substr(at + name.size());
  }
  text += rest;
  ptx = text;
}

/// `__restrict__` among its parameters.
bool has_restricted_pointers(const Function &function) {
  return any_of(function.args(), [](const Argument &argument) {
    return argument.hasNoAliasAttr() && !argument.hasByValAttr() && !argument.hasStructRetAttr();
  });
}

class Compilation {
public:
  Compilation(const KernelModule &source, const KernelInfo &kernel, const Specialization &spec)
      : source_(source), info_(kernel), spec_(spec), context_(kernel.pretty), dump_(kernel.name) {}

  Binary run(const std::string &cpu, const std::string &features, const std::string &libdevice) {
    machine_ = make_machine(cpu, features);
    load();
    link(libdevice);
    // libdevice asks for this flag when it chooses between its ways of computing (__nvvm_reflect).
    const bool flushes = !gpus_keep_denormals() && !computes_in_half(*module_);
    module_->addModuleFlag(llvm::Module::Override, "nvvm-reflect-ftz", flushes ? 1 : 0);
    for (Function &function : *module_) {
      function.addFnAttr("target-cpu", cpu);
      if (flushes)
        function.addFnAttr("denormal-fp-math-f32", "preserve-sign,preserve-sign");
      function.addFnAttr("target-features", features);
      if (!function.isDeclaration() && &function != kernel_)
        function.setLinkage(GlobalValue::InternalLinkage);
    }
    if (flushes)
      divide_by_arguments(*kernel_);
    Specialization launched = spec_;
    if (spread_)
      launched.local = {items_side_by_side, 1, 1};
    fix_groups(*kernel_, info_, launched);
    separate_pointers(*kernel_, spec_.distinct);
    load_neighbours_at_once(*kernel_);
    dump_.stage(*module_, "linked");
    optimize(*module_, *machine_);
    settle_private_memory(*module_);
    write_atomics_as_ptx(*module_);
    for (Function &function : *module_)
      if (!function.isDeclaration()) {
        compute_under_conditions(function);
        turn_latches(function);
        compare_again_after_loops(function);
        round_to_integers_at_once(function, flushes);
        mend_negations(function);
        add_shorts_one_by_one(function);
        bound_shifts(function);
        expand_wide_funnels(function);
        multiply_wide(function);
        hold_dividends(function);
        write_streams_as_ptx(function);
      }
    dump_.stage(*module_, "final");
    require_defined();
    return emit();
  }

private:
  void load() {
    module_ = ir::extract_kernel(*context_, source_.bitcode(info_), info_.name);
    Function &kernel = *module_->getFunction(info_.name);
    const bool builder_contracts = kernel.hasFnAttribute("weft-contract");
    if (builder_contracts && spec_.contract)
      ir::contract_expressions(*module_);
    const bool flushes = !gpus_keep_denormals() && !computes_in_half(*module_);
    approximate_math(*module_, flushes);
    use_native_math(*module_, flushes);
    ir::bake_constants(*module_, spec_);
    ir::tell_architecture(*module_, capability_of(machine_->getTargetCPU()));
    spread_ = may_spread_ && !spec_.folded_groups && goes_through_items(*module_);
    if (spread_)
      tell_of_one_work_item(*module_);
    else
      ir::take_items_in_turn(*module_);
    ir::link_ops(*module_);
    lower_host_calls(*module_);
    use_instructions(*module_, machine_->getTargetCPU(), flushes);
    ir::drop_debug_marks(*module_);
    ir::clean(*module_, kernel);
    if (sub_group_width(info_) == warp_size)
      use_tensor_units(*module_, machine_->getTargetCPU());
    ir::lower_device_globals(*module_, kernel, info_);
    if (checks_indices(spec_)) {
      ir::test_indices(*module_, ir::Output::printf);
      lower_host_calls(*module_);
    }
    ir::drop_index_checks(*module_);
    StripDebugInfo(*module_);
    if (builder_contracts || !spec_.contract)
      ir::allow_contraction(*module_, spec_.contract);
    kernel_ = &retarget(*module_, kernel, *machine_, info_, spec_);
    inline_everything();
    if (spread_ && !spread_items(*kernel_)) {
      explain("compile", "{}: one work-item goes through those of its group in turn", info_.pretty);
      may_spread_ = false;
      load();
      return;
    }
    ir::place_private_memory(*kernel_, info_.pretty);
    ir::lower_group_variables(*kernel_, info_.pretty);
    place_group_memory();
    make_arguments_constant(*kernel_);
    raise_atomics(*module_, true);
    hold_streams(*module_);
    raise_prefetches(*module_);
    ir::bake_arguments(*kernel_, spec_);
    dump_.stage(*module_, "retargeted");
  }

  void inline_everything() {
    for (Function &function : *module_)
      if (!function.isDeclaration() && &function != kernel_) {
        function.setLinkage(GlobalValue::InternalLinkage);
        const bool rare = ir::is_rare_path(function.getName());
        function.removeFnAttr(rare ? Attribute::AlwaysInline : Attribute::NoInline);
        function.addFnAttr(rare ? Attribute::NoInline : Attribute::AlwaysInline);
      }
    ir::Passes passes(ir::Divergence::none, &*machine_);
    if (any_of(*module_, has_restricted_pointers))
      passes.run(*module_, "function(sroa)"); // inlined code that reads pointers from a stack is not known to be apart
    passes.run_inlining(
        *kernel_, "always-inline,globaldce,function(expect-others-writes,sroa,hold-copies,sroa,early-cse,simplifycfg,"
                  "instcombine<no-verify-fixpoint>)");
  }

  /// In variables, of which ptxas takes no more than 48 KiB: more lies in the dynamic local memory.
  void place_group_memory() {
    constexpr std::uint64_t most_items = 1024, most_in_variables = 40 << 10; // the library has some of its own
    const std::uint64_t sub_groups = most_items / sub_group_width(info_);
    const ir::GroupMemory memory = ir::find_group_memory(*kernel_, info_.pretty);
    if (memory.own_bytes() + memory.scratch_bytes * sub_groups <= most_in_variables)
      return ir::place_in_variables(*module_, memory, sub_groups);
    IRBuilder<> builder(&*kernel_->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    CallInst *base = ir::call_builtin(builder, ir::Builtin::local_mem, {});
    launched_by_.static_local = ir::place_in_front(*kernel_, memory, sub_groups, *base, info_.pretty);
  }

  void link(const std::string &libdevice) {
    call_wide_conversions(*module_);
    ir::join_sines_and_cosines(*module_);
    if (libdevice.empty()) {
      ir::link_math(*module_, ir::RarePaths::linked);
    } else {
      call_libdevice(*module_);
      if (std::ranges::any_of(*module_, [](const Function &f) { return f.getName().starts_with("__nv_"); }))
        ir::link_needed(*module_, read_file(libdevice), "libdevice");
      ir::link_math(*module_, ir::RarePaths::linked); // what libdevice does not have
    }
    ir::link_builtins(*module_, "nvptx");
    kernel_ = module_->getFunction(info_.name);
    replace_launch_address();
    raise_linked_atomics();
    module_->setDataLayout(machine_->createDataLayout());
    module_->setTargetTriple(machine_->getTargetTriple());
  }

  /// Builtins ask for the launch's words; only the kernel has their address, so what asks is inlined into it first.
  void replace_launch_address() {
    constexpr const char *name = "__weft_nvptx_launch";
    if (module_->getFunction(name) == nullptr)
      return;
    inline_everything(); // which drops the function where only builtins that nothing calls asked
    Function *asked = module_->getFunction(name);
    if (asked == nullptr)
      return;
    for (User *user : make_early_inc_range(asked->users()))
      if (auto *call = dyn_cast<CallBase>(user); call != nullptr && call->getFunction() == kernel_) {
        call->replaceAllUsesWith(kernel_->getArg(1));
        call->eraseFromParent();
      }
  }

  /// The library's atomics are written with those that become instructions.
  void raise_linked_atomics() {
    const auto is_atomic = [](const Function &function) { return ir::builtin_of(function).is_atomic(); };
    if (std::ranges::none_of(*module_, is_atomic))
      return;
    inline_everything();
    raise_atomics(*module_, false); // those of floats have looked
  }

  void require_defined() {
    const StringSet<> provided = {"vprintf", "__assertfail", "malloc", "free"};
    for (const Function &function : *module_)
      if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty() &&
          !provided.contains(function.getName()))
        throw weft::Error(Errc::build, "kernel {}: {} has no body for a GPU; define it in a header or leave it out",
                          info_.pretty, function.getName().str());
  }

  /// A kernel's name holds whatever ABI tags hold, an identifier of PTX letters, digits, _ and $.
  static std::string identifier(std::string name) {
    std::ranges::replace_if(name, [](char c) { return !isAlnum(c) && c != '_' && c != '$'; }, '$');
    return name;
  }

  Binary emit() {
    kernel_->setName(identifier(info_.name));
    SmallString<0> text;
    raw_svector_ostream stream(text);
    LongBlocks long_blocks(*kernel_);
    (*context_).setOptPassGate(long_blocks);
    legacy::PassManager passes;
    WEFT_CHECK(!machine_->addPassesToEmitFile(passes, stream, nullptr, CodeGenFileType::AssemblyFile),
               "NVPTX emits no assembly");
    passes.run(*module_);
    context_.throw_errors();
    compare_without_flushing(text);
    dump_.text(std::string(text), "ptx");
    Binary binary;
    binary.entry = kernel_->getName().str();
    binary.sub_group_size = sub_group_width(info_);
    binary.vector_width = 1;
    launched_by_.items = spread_ ? items_side_by_side : 0;
    if (launched_by_.items != 0 || launched_by_.static_local != 0)
      binary.set_launched_by(launched_by_);
    const auto *bytes = reinterpret_cast<const std::byte *>(text.data());
    binary.image.assign(bytes, bytes + text.size());
    return binary;
  }

  const KernelModule &source_;
  const KernelInfo &info_;
  const Specialization &spec_;
  ir::Context context_;
  ir::Dump dump_;
  std::unique_ptr<TargetMachine> machine_;
  std::unique_ptr<Module> module_;
  Function *kernel_ = nullptr;
  LaunchedBy launched_by_;
  bool may_spread_ = true, spread_ = false; ///< work-items over the items of a hierarchical kernel
};

} // namespace

NvptxFinalizer::NvptxFinalizer(unsigned arch, unsigned ptx_version)
    : cpu_(fmt::format("sm_{}", arch)), features_(fmt::format("+ptx{}", ptx_version)), libdevice_(libdevice_path()) {}

std::string NvptxFinalizer::target() const {
  return fmt::format("nvptx:{}:{}:{}", cpu_, features_, gpu_options());
}

Binary NvptxFinalizer::finalize(const KernelModule &module, std::string_view kernel, const Specialization &spec) const {
  return Compilation(module, module.kernel(kernel), spec).run(cpu_, features_, libdevice_);
}

} // namespace weft::codegen::nvptx
