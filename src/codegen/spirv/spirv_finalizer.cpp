// Kernel to SPIR-V: the order of the stages is the order of this file.
#include "codegen/spirv/spirv_finalizer.hpp"

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Utils/Local.h>

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
#include "codegen/ir/fatal_calls.hpp"
#include "codegen/ir/group_memory.hpp"
#include "codegen/ir/group_variables.hpp"
#include "codegen/ir/index_checks.hpp"
#include "codegen/ir/items.hpp"
#include "codegen/ir/libdevice.hpp"
#include "codegen/ir/passes.hpp"
#include "codegen/ir/private_memory.hpp"
#include "codegen/ir/specialization_constants.hpp"
#include "codegen/spirv/launched_by.hpp"
#include "codegen/spirv/retarget.hpp"
#include "support/error.hpp"
#include "support/lock.hpp"

namespace weft::codegen::spirv {

using namespace llvm;

namespace {

std::unique_ptr<TargetMachine> make_machine() {
  static constinit Once initialised;
  initialised.call([] {
    LLVMInitializeSPIRVTargetInfo();
    LLVMInitializeSPIRVTarget();
    LLVMInitializeSPIRVTargetMC();
    LLVMInitializeSPIRVAsmPrinter();
  });
  const Triple triple("spirv64v1.3-unknown-unknown");
  std::string error;
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  WEFT_CHECK(target != nullptr, "no SPIR-V target: {}", error);
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(triple, "", "", TargetOptions(), std::nullopt,
                                                                    std::nullopt, CodeGenOptLevel::Aggressive));
}

/// The standard pipeline without the vectorizers: devices run work-items side by side. To unroll is to peel, too, even
/// loops with barriers.
void optimize(Module &module, bool unrolls) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  tuning.SLPVectorization = false;
  tuning.LoopUnrolling = unrolls;
  PassBuilder builder(nullptr, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(OptimizationLevel::O3).run(module, modules);
}

class Compilation {
public:
  Compilation(const KernelModule &source, const KernelInfo &kernel, const Specialization &spec, unsigned sub_group_size)
      : source_(source), info_(kernel), spec_(spec),
        sub_group_size_(kernel.sub_group_size != 0 ? kernel.sub_group_size : sub_group_size), context_(kernel.pretty),
        dump_(kernel.name) {}

  Binary run() {
    load();
    link();
    settle();
    dump_.stage(*module_, "linked");
    optimize(*module_, !keeps_returned_);
    return_where_it_ends();
    print_by_device(*module_, info_.pretty);
    split_odd_vectors(*kernel_);
    split_wide_integers(*kernel_);
    promote_odd_integers(*kernel_);
    lower_intrinsics(*module_);
    retype();
    dump_.stage(*module_, "final");
    require_defined();
    note_numbers();
    return emit();
  }

private:
  void load() {
    module_ = ir::extract_kernel(*context_, source_.bitcode(info_), info_.name);
    Function &kernel = *module_->getFunction(info_.name);
    refuse_matrices();
    const bool builder_contracts = kernel.hasFnAttribute("weft-contract");
    if (builder_contracts && spec_.contract)
      ir::contract_expressions(*module_);
    ir::bake_constants(*module_, spec_);
    ir::tell_architecture(*module_, 0);
    ir::take_items_in_turn(*module_);
    ir::link_ops(*module_);
    trap_where_it_fails();
    ir::drop_debug_marks(*module_);
    ir::clean(*module_, kernel);
    ir::lower_device_globals(*module_, kernel, info_);
    if (checks_indices(spec_)) {
      ir::test_indices(*module_, ir::Output::printf);
      trap_where_it_fails();
    }
    ir::drop_index_checks(*module_);
    StripDebugInfo(*module_);
    if (builder_contracts || !spec_.contract)
      ir::allow_contraction(*module_, spec_.contract);
    kernel_ = &retarget(*module_, kernel, info_);
    inline_everything();
    ir::place_private_memory(*kernel_, info_.pretty);
    ir::lower_group_variables(*kernel_, info_.pretty);
    ir::bake_arguments(*kernel_, spec_);
    return_where_it_traps();
    keeps_returned_ = keep_returned_items(*kernel_);
    dump_.stage(*module_, "retargeted");
  }

  void trap_where_it_fails() {
    print_failed_assertions(*module_);
    ir::trap_at_fatal_calls(*module_);
  }

  /// The headers ask for tensor units where a kernel multiplies matrices of its sub-groups.
  void refuse_matrices() {
    const Function *asked = module_->getFunction("weft_has_tensor_units");
    if (asked != nullptr && !asked->use_empty())
      throw weft::Error(Errc::build, "kernel {}: joint_matrix, which OpenCL devices do not have yet", info_.pretty);
  }

  void inline_everything() {
    for (Function &function : *module_)
      if (!function.isDeclaration() && &function != kernel_) {
        function.setLinkage(GlobalValue::InternalLinkage);
        function.removeFnAttr(Attribute::NoInline);
        function.addFnAttr(Attribute::AlwaysInline);
      }
    ir::Passes(ir::Divergence::none)
        .run_inlining(*kernel_, "always-inline,globaldce,function(expect-others-writes,sroa,hold-copies,sroa,early-cse,"
                                "simplifycfg,instcombine<no-verify-fixpoint>)");
  }

  void link() {
    ir::join_sines_and_cosines(*module_);
    ir::link_math(*module_, ir::RarePaths::linked);
    ir::link_builtins(*module_, "spirv");
    kernel_ = module_->getFunction(info_.name);
    inline_everything();
    choose_ids(*module_, info_, spec_, sub_group_size_);
  }

  /// What is left of builtins becomes memory, parameters and instructions.
  void settle() {
    place_group_memory();
    launched_by_.takes_local = place_parameters(*kernel_);
    launched_by_.args_size = static_cast<std::uint32_t>(
        module_->getDataLayout().getTypeAllocSize(kernel_->getParamByValType(0)).getFixedValue());
    uses_sub_groups_ = std::ranges::any_of(*module_, [](const Function &function) {
      return !function.use_empty() && function.getName().contains("sub_group");
    });
    launched_by_.uses_sub_groups = uses_sub_groups_;
    lower_atomics(*kernel_);
  }

  /// Of 1024 work-items: each row of them may have sub-groups of its own, for which there is room where it costs
  /// little.
  std::uint64_t most_sub_groups(std::uint64_t bytes_of_each) const {
    constexpr std::uint64_t most_items = 1024, least_size = 4, little = 64;
    const bool in_full = sub_group_size_ != 0 && bytes_of_each > little;
    return most_items / (in_full ? sub_group_size_ : least_size);
  }

  void place_group_memory() {
    const ir::GroupMemory memory = ir::find_group_memory(*kernel_, info_.pretty);
    ir::place_in_variables(*module_, memory, most_sub_groups(memory.scratch_bytes));
  }

  /// Devices have no trap: the work-item returns.
  void return_where_it_traps() {
    for (BasicBlock &block : *kernel_)
      for (Instruction &instruction : block)
        if (auto *call = dyn_cast<IntrinsicInst>(&instruction);
            call != nullptr && call->getIntrinsicID() == Intrinsic::trap) {
          changeToUnreachable(call);
          return_from(block);
          break;
        }
  }

  void return_where_it_ends() {
    for (BasicBlock &block : *kernel_)
      if (isa<UnreachableInst>(block.getTerminator()))
        return_from(block);
  }

  void return_from(BasicBlock &block) {
    Instruction *end = block.getTerminator();
    ReturnInst::Create(*context_, nullptr, end->getIterator());
    end->eraseFromParent();
  }

  void retype() {
    kernel_ = &make_pointers_generic(*kernel_);
    machine_ = make_machine();
    module_->setDataLayout(machine_->createDataLayout());
    module_->setTargetTriple(machine_->getTargetTriple());
    kernel_->setCallingConv(CallingConv::SPIR_KERNEL);
    point_arguments_to_global(*kernel_);
    ir::Passes(ir::Divergence::none, machine_.get())
        .run(*module_, "function(infer-address-spaces,early-cse,infer-alignment),globaldce");
    if (keeps_returned_)
      make_loops_reducible(*kernel_);
    write_atomics_as_spirv(*kernel_);
    if (uses_sub_groups_ && sub_group_size_ != 0)
      kernel_->setMetadata("intel_reqd_sub_group_size", MDNode::get(*context_, number(sub_group_size_)));
    const bool in_ranges = info_.form == LaunchForm::range;
    if (!in_ranges && spec_.local[0] != 0)
      kernel_->setMetadata(
          "reqd_work_group_size",
          MDNode::get(*context_, {number(spec_.local[0]), number(spec_.local[1]), number(spec_.local[2])}));
  }

  Metadata *number(std::uint32_t value) {
    return ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(*context_), value));
  }

  void require_defined() {
    for (const Function &function : *module_) {
      const StringRef name = function.getName();
      if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty() && !name.starts_with("_Z"))
        throw weft::Error(Errc::build,
                          "kernel {}: {} has no body for an OpenCL device; define it in a header or leave it out",
                          info_.pretty, name.str());
    }
    for (const Instruction &instruction : instructions(*kernel_))
      if (const Type *type = instruction.getType()->getScalarType();
          is_odd_integer(type) || (type->isIntegerTy() && type->getIntegerBitWidth() > 64))
        throw weft::Error(Errc::build, "kernel {}: {} of integers of {} bits, which OpenCL devices do not have",
                          info_.pretty, instruction.getOpcodeName(), type->getIntegerBitWidth());
  }

  void note_numbers() {
    const auto note = [&](const Value &value) {
      launched_by_.uses_double |= value.getType()->getScalarType()->isDoubleTy();
      launched_by_.uses_half |= value.getType()->getScalarType()->isHalfTy();
    };
    for (const Instruction &instruction : instructions(*kernel_)) {
      note(instruction);
      for (const Use &operand : instruction.operands())
        note(*operand.get());
    }
  }

  Binary emit() {
    kernel_->setName("weft_kernel");
    SmallString<0> code;
    raw_svector_ostream stream(code);
    legacy::PassManager passes;
    WEFT_CHECK(!machine_->addPassesToEmitFile(passes, stream, nullptr, CodeGenFileType::ObjectFile),
               "LLVM emits no SPIR-V");
    {
      static constinit Mutex one_at_a_time; // LLVM's back end keeps what it knows of a module in a static variable
      const std::lock_guard lock(one_at_a_time);
      passes.run(*module_);
    }
    context_.throw_errors();
    Binary binary;
    binary.entry = kernel_->getName().str();
    binary.sub_group_size = std::max(1u, sub_group_size_);
    binary.vector_width = 1;
    binary.set_launched_by(launched_by_);
    const auto *bytes = reinterpret_cast<const std::byte *>(code.data());
    binary.image.assign(bytes, bytes + code.size());
    return binary;
  }

  const KernelModule &source_;
  const KernelInfo &info_;
  const Specialization &spec_;
  unsigned sub_group_size_;
  bool uses_sub_groups_ = false, keeps_returned_ = false;
  LaunchedBy launched_by_;
  ir::Context context_;
  ir::Dump dump_;
  std::unique_ptr<TargetMachine> machine_;
  std::unique_ptr<Module> module_;
  Function *kernel_ = nullptr;
};

} // namespace

std::string SpirvFinalizer::target() const {
  return fmt::format("spirv:1.3:{}", sub_group_size_);
}

Binary SpirvFinalizer::finalize(const KernelModule &module, std::string_view kernel, const Specialization &spec) const {
  return Compilation(module, module.kernel(kernel), spec, sub_group_size_).run();
}

} // namespace weft::codegen::spirv
