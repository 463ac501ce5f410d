// weft-pass FILE.ll --passes=ids,group-ops,... or --prepare or --extract: runs stages of the CPU finalizer on @kernel
// and prints what becomes of it.
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include "codegen/cpu/atomics.hpp"
#include "codegen/cpu/driver.hpp"
#include "codegen/cpu/equal_copies.hpp"
#include "codegen/cpu/extents.hpp"
#include "codegen/cpu/fission.hpp"
#include "codegen/cpu/group_ops.hpp"
#include "codegen/cpu/group_values.hpp"
#include "codegen/cpu/guard_split.hpp"
#include "codegen/cpu/jam.hpp"
#include "codegen/cpu/jumps.hpp"
#include "codegen/cpu/linear_ids.hpp"
#include "codegen/cpu/lockstep.hpp"
#include "codegen/cpu/loop_split.hpp"
#include "codegen/cpu/loose_groups.hpp"
#include "codegen/cpu/narrow_choices.hpp"
#include "codegen/cpu/noted_returns.hpp"
#include "codegen/cpu/privatized_updates.hpp"
#include "codegen/cpu/scaling.hpp"
#include "codegen/cpu/schedule.hpp"
#include "codegen/cpu/single_lanes.hpp"
#include "codegen/cpu/spmd.hpp"
#include "codegen/cpu/streaming.hpp"
#include "codegen/cpu/target.hpp"
#include "codegen/cpu/walking_pointers.hpp"
#include "codegen/cpu/whole_updates.hpp"
#include "codegen/cpu/widen_indices.hpp"
#include "codegen/ir/clean.hpp"
#include "codegen/ir/extract.hpp"
#include "codegen/ir/libdevice.hpp"
#include "codegen/ir/passes.hpp"
#include "codegen/ir/prepare.hpp"
#include "codegen/ir/spmd_target.hpp"
#include "support/error.hpp"

using namespace llvm;
using namespace weft::codegen;
using namespace weft::codegen::cpu;

static cl::opt<std::string> input(cl::Positional, cl::desc("FILE.ll"), cl::init("-"));
static cl::list<std::string> stages("passes", cl::CommaSeparated, cl::desc("stages in order"));
static cl::list<unsigned> local("local", cl::CommaSeparated, cl::desc("work-group size; none for a range kernel"));
static cl::opt<bool> few_items("few-items", cl::desc("no more work-items than a launch counts as few"));
static cl::list<unsigned> extents("extents", cl::CommaSeparated, cl::desc("of dimensions with few work-items, else 0"));
static cl::opt<unsigned> dims("dims", cl::desc("dimensions"), cl::init(1));
static cl::opt<bool> wide_ids("wide-ids", cl::desc("ids may be beyond 32 bits"));
static cl::opt<std::string> bake("bake", cl::desc("offset:width:value of an argument to bake in"));
static cl::opt<unsigned> vector_bits("vector-bits", cl::desc("of the processor"), cl::init(512));
static cl::opt<bool> scalar_loads("scalar-loads", cl::desc("a processor that does not gather"));
static cl::opt<bool> only_prepares("prepare", cl::desc("what is done when the source is compiled, and no stage"));
static cl::opt<bool> only_extracts("extract", cl::desc("what a kernel takes along of its module, and no stage"));
static cl::opt<std::string> assembly_for("assembly", cl::desc("print assembly for that processor instead of IR"));
static cl::opt<unsigned> lane_dim("lane-dim", cl::desc("dimension of the lanes"), cl::init(0));

namespace {
class Stages {
public:
  Stages(Module &module, const Launch &launch) : module_(module), launch_(launch), passes_(ir::Divergence::spmd) {
    Function &kernel = *module.getFunction("kernel");
    ir::clean(module, kernel);
    spmd_ = make_spmd(kernel, launch);
    spmd_->setName("kernel");
    spmd_->addParamAttr(arg_item + lane_dim, Attribute::get(module.getContext(), ir::varying_attribute));
    set_id_ranges(*spmd_, launch);
  }

  void run(StringRef stage) {
    if (stage == "ids")
      lower_ids(*spmd_, launch_);
    else if (stage == "captures")
      promote_captures(*spmd_, launch_);
    else if (stage == "atomics")
      lower_atomics(*spmd_);
    else if (stage == "streaming")
      mark_streaming_stores(*spmd_);
    else if (stage == "plain-atomics")
      lower_single_thread_atomics(*spmd_);
    else if (stage == "privatized")
      outs() << "; updates " << (privatizable_updates(*spmd_) ? "may wait" : "go to memory at once") << "\n";
    else if (stage == "group-ops")
      meetings_ = split_group_ops(*spmd_, launch_);
    else if (stage == "accumulators")
      Accumulators(meetings_, 1, launch_.group_size()).lower(*spmd_);
    else if (stage == "one-vector")
      Accumulators(meetings_, 1, launch_.group_size()).lower_in_one_vector(*spmd_);
    else if (stage == "narrow")
      narrow_choices(*spmd_);
    else if (stage == "linear")
      keep_linear_ids(*spmd_, launch_);
    else if (stage == "widen")
      widen_indices(*spmd_);
    else if (stage == "sines")
      ir::join_sines_and_cosines(module_);
    else if (stage == "keep-scaling")
      keep_scaling(module_);
    else if (stage == "scaling")
      lower_scaling(module_);
    else if (stage == "single-lanes")
      store_single_lanes(*spmd_);
    else if (stage == "whole-updates")
      keep_whole_updates(*spmd_);
    else if (stage == "loops")
      split_loops(*spmd_);
    else if (stage == "guards")
      split_guards(*spmd_);
    else if (stage == "jumps")
      thread_jumps(module_, *spmd_);
    else if (stage == "noted-returns")
      leave_as_noted(*spmd_);
    else if (stage == "lockstep")
      run_in_lockstep(*spmd_, launch_, 16, meetings_);
    else if (stage == "jam")
      run_jam();
    else if (stage == "schedule")
      run_schedule();
    else if (stage == "loose")
      run_loose();
    else if (stage == "equal-copies")
      outs() << "; copies " << (keep_equal_copies(*spmd_) ? "stay equal" : "differ") << "\n";
    else if (stage == "group-values")
      outs() << "; keeps " << keep_group_values(*spmd_, 0) << "\n";
    else if (stage == "extents")
      run_extents();
    else if (stage == "fission")
      run_fission();
    else if (stage == "task")
      outs() << "; " << (is_task(*spmd_) ? "one work-item" : "many work-items") << "\n";
    else if (stage == "walking-pointers")
      outs() << "; pointers " << keep_walking_pointers(*spmd_) << "\n";
    else
      passes_.run(module_, ("function(" + stage + ")").str());
  }

private:
  void run_jam() {
    const Jam jam = choose_jam(*spmd_, launch_, lane_dim);
    outs() << "; jam " << jam.factor << " along " << jam.dim << "\n";
    if (jam.factor > 1)
      apply_jam(*spmd_, launch_, jam, meetings_);
  }

  void run_loose() {
    launch_.in_groups = groups_matter(*spmd_, launch_);
    outs() << "; groups " << (launch_.in_groups ? "matter" : "do not matter") << "\n";
    if (!launch_.in_groups)
      leave_groups(*spmd_, launch_);
    set_id_ranges(*spmd_, launch_);
  }

  void run_schedule() {
    const Schedule schedule = choose_schedule(*spmd_, launch_, meetings_, vector_bits, !scalar_loads);
    outs() << "; " << schedule.lanes << " lanes along " << schedule.dim << "\n";
    for (unsigned dim = 0; dim < launch_.kernel.dims; ++dim)
      outs() << "; dimension " << dim << " costs " << access_cost(*spmd_, dim, schedule.lanes, schedule.lanes) << "\n";
    if (launch_.nd())
      return;
    const auto unit = choose_unit(*spmd_, launch_, schedule);
    outs() << "; units of " << unit[0] << " x " << unit[1] << " x " << unit[2] << "\n";
  }

  void run_fission() {
    const Pieces pieces = split_at_barriers(*spmd_, meetings_);
    outs() << "; context " << pieces.context << "\n";
  }

  void run_extents() {
    for (const auto [piece, extent] : enumerate(make_extents(*spmd_, meetings_, lane_dim)))
      if (extent != nullptr)
        extent->setName("extent" + Twine(piece));
  }

  Module &module_;
  Launch launch_;
  ir::Passes passes_;
  Function *spmd_ = nullptr;
  Meetings meetings_;
};
} // namespace

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "runs stages of the CPU finalizer\n");
  LLVMContext context;
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseIRFile(input, diagnostic, context);
  if (!module) {
    diagnostic.print(argv[0], errs());
    return 1;
  }
  KernelInfo kernel;
  kernel.name = kernel.pretty = "kernel";
  kernel.dims = static_cast<std::uint8_t>(dims);
  kernel.form = local.empty() ? LaunchForm::range : LaunchForm::nd_range;
  kernel.args_size = 64;
  Specialization spec;
  spec.ids_fit_i32 = !wide_ids;
  for (std::size_t dim = 0; dim < local.size(); ++dim)
    spec.local[dim] = local[dim];
  spec.few_items = few_items;
  for (std::size_t dim = 0; dim < extents.size(); ++dim)
    spec.extents[dim] = extents[dim];
  Specialization::Baked baked;
  if (std::sscanf(bake.c_str(), "%u:%u:%ld", &baked.field.offset, &baked.field.width, &baked.value) == 3)
    spec.baked.push_back(baked);
  try {
    const Launch launch{kernel, spec};
    if (only_extracts) {
      module = ir::extract_kernel(context, ir::written(*module), "kernel");
    } else if (only_prepares) {
      ir::prepare(*module, *module->getFunction("kernel"));
    } else {
      Stages run(*module, launch);
      for (const std::string &stage : stages)
        run.run(stage);
    }
  } catch (const weft::Error &error) {
    outs() << "error: " << error.what() << "\n";
    return 0;
  }
  if (verifyModule(*module, &errs()))
    return 1;
  if (assembly_for.empty())
    module->print(outs(), nullptr);
  else
    outs() << emit_assembly(*module, HostTarget(assembly_for, "").lend()->target());
  return 0;
}
