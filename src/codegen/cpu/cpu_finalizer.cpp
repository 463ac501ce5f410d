// Kernel to object code: the order of the stages is the order of this file.
#include "codegen/cpu/cpu_finalizer.hpp"

#include <numeric>

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "codegen/cpu/abi.hpp"
#include "codegen/cpu/atomics.hpp"
#include "codegen/cpu/debug_info.hpp"
#include "codegen/cpu/driver.hpp"
#include "codegen/cpu/equal_copies.hpp"
#include "codegen/cpu/extents.hpp"
#include "codegen/cpu/group_memory.hpp"
#include "codegen/cpu/group_ops.hpp"
#include "codegen/cpu/group_values.hpp"
#include "codegen/cpu/guard_split.hpp"
#include "codegen/cpu/jam.hpp"
#include "codegen/cpu/jumps.hpp"
#include "codegen/cpu/linear_ids.hpp"
#include "codegen/cpu/lockstep.hpp"
#include "codegen/cpu/loop_split.hpp"
#include "codegen/cpu/loose_groups.hpp"
#include "codegen/cpu/meeting_tests.hpp"
#include "codegen/cpu/memory_kinds.hpp"
#include "codegen/cpu/narrow_choices.hpp"
#include "codegen/cpu/noted_returns.hpp"
#include "codegen/cpu/partings.hpp"
#include "codegen/cpu/pipelines.hpp"
#include "codegen/cpu/privatized_updates.hpp"
#include "codegen/cpu/scaling.hpp"
#include "codegen/cpu/schedule.hpp"
#include "codegen/cpu/single_lanes.hpp"
#include "codegen/cpu/spins.hpp"
#include "codegen/cpu/spmd.hpp"
#include "codegen/cpu/streaming.hpp"
#include "codegen/cpu/vectorize/vectorize.hpp"
#include "codegen/cpu/walking_pointers.hpp"
#include "codegen/cpu/whole_updates.hpp"
#include "codegen/cpu/widen_indices.hpp"
#include "codegen/index_checks.hpp"
#include "codegen/ir/architecture.hpp"
#include "codegen/ir/clean.hpp"
#include "codegen/ir/context.hpp"
#include "codegen/ir/contraction.hpp"
#include "codegen/ir/device_globals.hpp"
#include "codegen/ir/dump.hpp"
#include "codegen/ir/extract.hpp"
#include "codegen/ir/group_variables.hpp"
#include "codegen/ir/index_checks.hpp"
#include "codegen/ir/items.hpp"
#include "codegen/ir/libdevice.hpp"
#include "codegen/ir/passes.hpp"
#include "codegen/ir/private_memory.hpp"
#include "codegen/ir/specialization_constants.hpp"
#include "codegen/ir/spmd_target.hpp"
#include "support/error.hpp"
#include "support/explain.hpp"
#include "support/lock.hpp"
#include "support/round.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
constexpr const char *entry_name = "weft_kernel";

const HostTarget &this_machine() {
  static constinit Lazy<HostTarget> instance;
  return instance.get();
}

/// One compilation.
class Compilation {
public:
  Compilation(const HostTarget &host, const VectorTuning &tuning, const KernelModule &module, const KernelInfo &kernel,
              const Specialization &spec)
      : source_(module), launch_{kernel, spec}, host_(host), tuning_(tuning), machine_(host.lend()),
        context_(kernel.pretty), dump_(kernel.name), spmd_passes_(ir::Divergence::spmd) {}

  Binary run() {
    load();
    lower();
    vectorize();
    return emit();
  }

private:
  void load() {
    module_ = ir::extract_kernel(*context_, source_.bitcode(launch_.kernel), launch_.kernel.name);
    module_->setModuleIdentifier(launch_.kernel.pretty);
    Function &kernel = *module_->getFunction(launch_.kernel.name);
    const bool builder_contracts = kernel.hasFnAttribute("weft-contract");
    if (builder_contracts && launch_.spec.contract)
      ir::contract_expressions(*module_);
    ir::bake_constants(*module_, launch_.spec);
    ir::tell_architecture(*module_, 0);
    ir::take_items_in_turn(*module_);
    ir::link_ops(*module_);
    ir::clean(*module_, kernel);
    ir::lower_device_globals(*module_, kernel, launch_.kernel);
    if (checks_indices(launch_.spec))
      ir::test_indices(*module_, ir::Output::standard_error);
    else
      StripDebugInfo(*module_);
    ir::drop_index_checks(*module_);
    module_->setDataLayout(machine_->target().createDataLayout());
    module_->setTargetTriple(machine_->target().getTargetTriple());
    if (builder_contracts || !launch_.spec.contract)
      ir::allow_contraction(*module_, launch_.spec.contract);
    spmd_ = make_spmd(kernel, launch_);
    for_debuggers_ = take_debug_marks(*spmd_);
    dump_.stage(*module_, "loaded");
  }

  void lower() {
    spmd_passes_.run_inlining(*spmd_, for_debuggers_ ? unoptimised_pipeline : inline_pipeline);
    if (!for_debuggers_)
      leave_as_noted(*spmd_);
    if (checks_indices(launch_.spec)) {
      test_meetings(*spmd_);
      StripDebugInfo(*module_);
    }
    if (!for_debuggers_)
      spmd_passes_.run(*module_, loop_pipeline);
    launch_.in_groups = for_debuggers_ || checks_indices(launch_.spec) || groups_matter(*spmd_, launch_);
    if (!launch_.in_groups) {
      explain("vectorize", "{}: vectors do not fit its groups, which do not meet; lanes go across them",
              launch_.kernel.pretty);
      leave_groups(*spmd_, launch_);
    }
    set_id_ranges(*spmd_, launch_);
    ir::lower_group_variables(*spmd_, launch_.kernel.pretty);
    ir::place_private_memory(*spmd_, launch_.kernel.pretty);
    group_memory_ = place_group_memory(*spmd_, launch_);
    promote_captures(*spmd_, launch_);
    kernel_.task = launch_.kernel.dims == 1 && launch_.kernel.sub_group_size == 0 && is_task(*spmd_);
    lower_ids(*spmd_, launch_);
    answer_memory_kinds(*spmd_);
    ir::join_sines_and_cosines(*module_);
    ir::link_math(*module_, ir::RarePaths::in_process);
    if (host_.vector_bits() == 512)
      keep_scaling(*module_);
    ir::clean(*module_, *spmd_);
    dump_.stage(*module_, "lowered");
    optimise();
    ir::require_supported(*spmd_, launch_.kernel.pretty);
    lower_atomics(*spmd_);
    let_waiting_items_yield();
    kernel_.streams = mark_streaming_stores(*spmd_);
    kernel_.meetings = split_group_ops(*spmd_, launch_);
    if (!launch_.nd() && !kernel_.meetings.barriers.empty())
      throw Error(Errc::build, "kernel {}: a barrier or group operation in a range kernel; launch it over an nd_range",
                  launch_.kernel.pretty);
    if (!for_debuggers_ && !runs_alone() && !kernel_.takes_turns && kernel_.meetings.barriers.empty())
      kernel_.privatized = privatizable_updates(*spmd_);
    if (kernel_.privatized)
      explain("vectorize", "{}: threads collect atomic updates before they reach memory", launch_.kernel.pretty);
    dump_.stage(*module_, "scalar");
  }

  void optimise() {
    if (for_debuggers_)
      return spmd_passes_.run(*module_, unoptimised_pipeline);
    thread_jumps(*module_, *spmd_);
    spmd_passes_.run(*module_, scalar_pipeline);
    spmd_passes_.run(*module_, scalarize_pipeline);
    narrow_choices(*spmd_);
    keep_linear_ids(*spmd_, launch_);
  }

  void let_waiting_items_yield() {
    if (!waits_for_others(*spmd_))
      return;
    kernel_.takes_turns = true;
    sub_groups_take_turns_ =
        launch_.nd() && (launch_.kernel.sub_group_size != 0 || (uses_sub_groups(*spmd_) && !waits_for_locks(*spmd_)));
    explain("vectorize",
            "{}: {} wait for what others store: one at a time on one thread, by turns; at most 4,096 may wait",
            launch_.kernel.pretty, sub_groups_take_turns_ ? "sub-groups" : "work-items");
    yield_in_waiting_loops(*spmd_);
  }

  /// Is a work-item no lane of a vector?
  bool runs_alone() const { return kernel_.task || (kernel_.takes_turns && !sub_groups_take_turns_); }

  void vectorize() {
    const Schedule schedule =
        runs_alone() ? Schedule{}
                     : choose_schedule(*spmd_, launch_, kernel_.meetings, host_.vector_bits(), tuning_.gathers);
    goes_along_rows_ = schedule.rows;
    const bool sub_groups = launch_.kernel.sub_group_size != 0 || uses_sub_groups(*spmd_);
    if (!launch_.nd())
      kernel_.unit = choose_unit(*spmd_, launch_, schedule);
    hold_whole_groups(schedule.lanes, schedule.dim);
    if (runs_alone())
      kernel_.unit = {1, 1, 1};
    if (for_debuggers_ || runs_alone() || schedule.lanes == 1 || !vector_code(schedule))
      scalar_code();
    if (launch_.kernel.sub_group_size != 0 && kernel_.code.lanes != launch_.kernel.sub_group_size)
      throw Error(Errc::kernel_not_supported,
                  "kernel {}: requires sub-groups of {} items, but its code does not vectorize "
                  "(WEFT_EXPLAIN=1 says why)",
                  launch_.kernel.pretty, launch_.kernel.sub_group_size);
    if (sub_groups)
      explain("vectorize", "{}: sub-groups of {} items", launch_.kernel.pretty, kernel_.code.lanes);
    hold_whole_groups(1, 0);
    spmd_->eraseFromParent();
    dump_.stage(*module_, "pieces");
  }

  /// Units of an nd-range that runs as a range are counted in its groups, and begin with a vector.
  void hold_whole_groups(unsigned lanes, unsigned lanes_dim) {
    for (unsigned dim = 0; !launch_.in_groups && dim < launch_.kernel.dims; ++dim) {
      const auto group = static_cast<std::uint32_t>(launch_.asked_local(dim));
      kernel_.unit[dim] = round_up(kernel_.unit[dim], std::lcm(group, dim == lanes_dim ? lanes : 1u));
    }
  }

  /// False where the vectorizer declines.
  bool vector_code(Schedule schedule) {
    if (launch_.nd() && !kernel_.takes_turns && run_in_lockstep(*spmd_, launch_, schedule.lanes, kernel_.meetings) != 0)
      spmd_passes_.run(*module_, "function(early-cse)");
    if (widen_indices(*spmd_) != 0)
      spmd_passes_.run(*module_, "function(early-cse)");
    spmd_->addParamAttr(arg_item + schedule.dim, Attribute::get(*context_, ir::varying_attribute));
    if (!launch_.in_groups && !keep_equal_copies(*spmd_)) {
      spmd_->addParamAttr(arg_local,
                          Attribute::get(*context_, ir::varying_attribute, std::to_string(arg_local_stride)));
      kernel_.local_copies = schedule.lanes;
    }
    const bool jams = !kernel_.takes_turns && (launch_.nd() || spmd_->getArg(arg_local)->use_empty());
    const Jam jam = jams ? choose_jam(*spmd_, launch_, schedule.dim) : Jam{};
    if (jam.factor > 1 && launch_.kernel.sub_group_size == 0)
      schedule.lanes = std::max(2u, schedule.lanes / 2); // one vector per value: registers are needed for the copies
    kernel_.code = {.lanes = schedule.lanes, .dim = schedule.dim};
    ValueToValueMapTy map;
    Function *jammed = jam.factor > 1 ? CloneFunction(spmd_, map) : nullptr;
    if (jammed)
      apply_jam(*jammed, launch_, jam, kernel_.meetings);
    bool done = lanes_of(*spmd_, schedule, kernel_.code);
    if (done && jammed) {
      kernel_.jammed = Code{.lanes = schedule.lanes, .dim = schedule.dim};
      done = lanes_of(*jammed, schedule, *kernel_.jammed);
      kernel_.jam = jam.factor;
      kernel_.jam_dim = jam.dim;
      jam_unit(jam);
    }
    if (jammed)
      jammed->eraseFromParent();
    if (!done) {
      kernel_.code = {};
      kernel_.jammed.reset();
    }
    return done;
  }

  /// A unit holds several runs of the jammed dimension, so that few ids are left over.
  void jam_unit(const Jam &jam) {
    constexpr unsigned runs = 4;
    if (launch_.nd())
      kernel_.unit[jam.dim] = runs * jam.factor;
    else
      kernel_.unit[jam.dim] = std::max(kernel_.unit[jam.dim], runs * jam.factor);
  }

  bool lanes_of(Function &spmd, const Schedule &schedule, Code &code) {
    ValueToValueMapTy map;
    Function *split = CloneFunction(&spmd, map);
    if (launch_.nd() && launch_.group_size() > schedule.lanes) {
      const Accumulators accumulators(kernel_.meetings, code.lanes, code.places(launch_));
      code.kept = keep_group_values(*split, accumulators.bytes());
      if (code.kept != 0) // one load of each: what two paths load on their own is not seen to be the same
        spmd_passes_.run(*module_, "function(early-cse<memssa>)");
      if (!kernel_.meetings.lets_off && !kernel_.takes_turns)
        code.extents = make_extents(*split, kernel_.meetings, schedule.dim);
    }
    if (kernel_.meetings.lets_off) {
      if (parts_by_switch(*split))
        spmd_passes_.run(*module_, "function(lower-switch)");
      finish_ahead(*split);
    }
    split_loops(*split);
    split_guards(*split);
    dump_.stage(*module_, "split");
    const bool done = lanes_of(*split, code, false) && (!has_rest(schedule) || lanes_of(*split, code, true));
    split->eraseFromParent();
    const auto keeps = [](const Pieces &pieces, unsigned i) {
      return pieces.functions[i] != nullptr && keeps_context(*pieces.functions[i]);
    };
    for (unsigned i = 0; done && i < code.extents.size(); ++i)
      if (code.extents[i] != nullptr && (keeps(code.full, i) || (code.masked && keeps(*code.masked, i))))
        code.extents[i] = nullptr;
    return done;
  }

  /// Can a row of items end within a vector?
  bool has_rest(const Schedule &schedule) const {
    return !launch_.nd() || launch_.local(schedule.dim) % schedule.lanes != 0;
  }

  bool lanes_of(Function &spmd, Code &code, bool masked) {
    VectorizeOptions options;
    options.width = code.lanes;
    options.masked = masked;
    options.aligned = launch_.nd() || kernel_.unit[code.dim] % code.lanes == 0; // rows of groups start at 0
    options.tuning = tuning_;
    const Vectorized vector = cpu::vectorize(spmd, options);
    if (!vector) {
      explain("vectorize", "{}: one work-item at a time: {}", launch_.kernel.pretty, vector.reason);
      return false;
    }
    dump_.stage(*module_, masked ? "masked" : "vector");
    (masked ? code.masked.emplace() : code.full) = pieces(*vector.function, code);
    return true;
  }

  void scalar_code() {
    lower_trivial_sub_groups(*spmd_);
    ValueToValueMapTy map;
    kernel_.code.full = pieces(*CloneFunction(spmd_, map), kernel_.code);
  }

  Pieces pieces(Function &function, const Code &code) {
    if (!kernel_.takes_turns)
      lower_single_thread_atomics(function);
    if (kernel_.privatized)
      privatize_updates(function, code.lanes);
    const Accumulators accumulators(kernel_.meetings, code.lanes, code.places(launch_));
    if (launch_.nd() && code.is_whole_group(launch_))
      accumulators.lower_in_one_vector(function);
    else
      accumulators.lower(function);
    return split_at_barriers(function, kernel_.meetings);
  }

  Binary emit() {
    const char *const entry = kernel_.takes_turns ? entry_by_turns : entry_name;
    make_driver(*module_, kernel_, launch_, entry);
    lower_scaling(*module_);
    dump_.stage(*module_, "driver");
    set_target_attributes(*module_, host_);
    if (for_debuggers_)
      keep_as_written();
    ir::Passes passes(ir::Divergence::none, &machine_->target());
    passes.run(*module_, for_debuggers_ ? unoptimised_pipeline : final_pipeline);
    if ((kernel_.task || goes_along_rows_) && !for_debuggers_)
      passes.run(*module_, task_pipeline);
    if (!for_debuggers_ && machine_->target().getTargetTriple().isX86())
      for (Function &function : *module_)
        if (!function.isDeclaration())
          keep_walking_pointers(function);
    for (Function &function : *module_) {
      store_single_lanes(function);
      keep_whole_updates(function);
    }
    dump_.stage(*module_, "final");
    if (dump_.wanted())
      dump_.text(emit_assembly(*module_, machine_->target()), "s");
    Binary binary;
    std::array<std::uint32_t, 3> unit = kernel_.unit; // of an nd-range in groups
    for (unsigned dim = 0; !launch_.in_groups && dim < launch_.kernel.dims; ++dim)
      unit[dim] /= static_cast<std::uint32_t>(launch_.asked_local(dim));
    const std::uint64_t context = context_bytes(kernel_, launch_);
    if (context >> 32 != 0)
      throw Error(Errc::build, "kernel {}: a group needs {} bytes for what lives across barriers; make groups smaller",
                  launch_.kernel.pretty, context);
    binary.set_launched_by(Layout{.unit = unit,
                                  .context_fixed = static_cast<std::uint32_t>(context),
                                  .static_local = group_memory_,
                                  .local_copies = kernel_.jammed && launch_.nd() ? kernel_.jam : kernel_.local_copies,
                                  .asks_memory_kinds = asks_memory_kinds(*module_) ? 1u : 0u});
    binary.entry = entry;
    binary.vector_width = binary.sub_group_size = kernel_.code.lanes;
    binary.image = machine_->emit_object(*module_);
    dump_.stage(*module_, "object");
    dump_.explain_times();
    context_.throw_errors();
    return binary;
  }

  void keep_as_written() {
    for (Function &function : *module_) {
      if (function.getSubprogram() == nullptr)
        continue;
      function.removeFnAttr(Attribute::AlwaysInline);
      function.addFnAttr(Attribute::NoInline);
      function.addFnAttr(Attribute::OptimizeNone);
    }
  }

  const KernelModule &source_;
  Launch launch_;
  const HostTarget &host_;
  const VectorTuning &tuning_;
  HostTarget::Lease machine_;
  ir::Context context_;
  ir::Dump dump_;
  std::unique_ptr<Module> module_;
  ir::Passes spmd_passes_;
  Function *spmd_ = nullptr;
  bool sub_groups_take_turns_ = false, goes_along_rows_ = false;
  bool for_debuggers_ = false; ///< It keeps its variables in memory, and runs one work-item at a time.
  Kernel kernel_;
  std::uint32_t group_memory_ = 0; ///< bytes
};
} // namespace

CpuFinalizer::CpuFinalizer() : host_(this_machine()), tuning_(host_vector_tuning(host_.vector_bits())) {}

CpuFinalizer::CpuFinalizer(const CpuLevel &level, bool gathers)
    : own_(std::make_unique<HostTarget>(std::string(level.name), std::string(level.vectors))), host_(*own_),
      tuning_(vector_tuning(host_.vector_bits(), gathers)) {}

std::string CpuFinalizer::target() const {
  return "cpu:" + host_.cpu() + ":" + host_.features();
}

Binary CpuFinalizer::finalize(const KernelModule &module, std::string_view kernel, const Specialization &spec) const {
  return Compilation(host_, tuning_, module, module.kernel(kernel), spec).run();
}

} // namespace weft::codegen::cpu
