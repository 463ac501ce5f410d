// Runs the steps: normal form, shapes, plan, emission.
#include "codegen/cpu/vectorize/vectorize.hpp"

#include <fmt/format.h>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/TargetParser/Host.h>

#include "codegen/cpu/vectorize/barrier_control.hpp"
#include "codegen/cpu/vectorize/emitter.hpp"
#include "codegen/cpu/vectorize/names.hpp"
#include "codegen/cpu/vectorize/normalize.hpp"
#include "support/error.hpp"
#include "support/lock.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace spmd {
namespace {

/// What cannot be said for W lanes at once, in words; empty if all can.
std::string obstacle(Function &function, const Plan &plan, const BarrierControl &barriers) {
  for (Instruction &inst : instructions(function)) {
    const ir::BuiltinInfo &builtin = ir::builtin_of(inst);
    if (builtin == ir::Builtin::barrier && !plan.all_left_come_by(inst.getParent(), barriers))
      return "a barrier stands where not all work-items come by";
    if (builtin == ir::Builtin::sub_group_id || builtin == ir::Builtin::sub_groups)
      return fmt::format("{} has not been lowered", std::string_view(builtin.name));
  }
  return {};
}

Vectorized vectorize_normalized(Function &function, StringRef name, const VectorizeOptions &options) {
  const DominatorTree dominators(function);
  const PostDominatorTree post_dominators(function);
  const LoopInfo loops(dominators);
  const BarrierControl barriers(function);
  const BlockOrder order(function, dominators, loops, barriers);
  const PrivateMemory memory(function);
  const Shapes shapes(function, loops, order, memory, barriers, options);
  const Plan plan(shapes, order, dominators, post_dominators, loops, memory);
  if (std::string reason = obstacle(function, plan, barriers); !reason.empty())
    return {nullptr, reason};
  Function *result = Emitter(function, options, plan, shapes, order, loops, memory).run(name);
#ifndef NDEBUG
  WEFT_CHECK(!verifyFunction(*result, &errs()), "vectorize: {} came out invalid", std::string_view(name));
#endif
  return {result, {}};
}

} // namespace
} // namespace spmd

VectorTuning vector_tuning(unsigned vector_bits, bool gathers) {
  return {.gathers = gathers, .narrow_masks = vector_bits == 512, .transposes = true, .vector_bits = vector_bits};
}

VectorTuning host_vector_tuning(unsigned vector_bits) {
  static constinit Lazy<bool> asked; // asking takes traps in virtual machines
  const bool gathers = asked.get([] { return !sys::getHostCPUName().starts_with("znver"); });
  return vector_tuning(vector_bits, gathers);
}

Vectorized vectorize(Function &spmd, const VectorizeOptions &options) {
  WEFT_CHECK(isPowerOf2_32(options.width) && options.width >= 2 && options.width <= 64, "vectorize: width {}",
             options.width);
  const spmd::Normalized normal = spmd::normalize(spmd);
  if (!normal.function)
    return {nullptr, normal.reason};
  const std::string name =
      fmt::format("{}.v{}{}", std::string_view(spmd.getName()), options.width, options.masked ? "m" : "");
  Vectorized result = spmd::vectorize_normalized(*normal.function, name, options);
  normal.function->eraseFromParent();
  return result;
}

} // namespace weft::codegen::cpu
