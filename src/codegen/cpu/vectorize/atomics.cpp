// Atomic updates: one per active lane in lane order, or one for all where they meet at one address and nobody looks.
#include "codegen/ir/atomics.hpp"
#include "codegen/cpu/vectorize/emitter.hpp"

namespace weft::codegen::cpu::spmd {

using namespace llvm;

namespace {

/// Name of the reduction that stands for many updates; empty where there is none.
StringRef reduction_of(AtomicRMWInst::BinOp operation) {
  switch (operation) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::FAdd:
  case AtomicRMWInst::FSub:
    return "add";
  case AtomicRMWInst::And:
    return "and";
  case AtomicRMWInst::Or:
    return "or";
  case AtomicRMWInst::Xor:
    return "xor";
  case AtomicRMWInst::Min:
    return "smin";
  case AtomicRMWInst::Max:
    return "smax";
  case AtomicRMWInst::UMin:
    return "umin";
  case AtomicRMWInst::UMax:
    return "umax";
  default:
    return "";
  }
}

} // namespace

void Emitter::emit_atomic_update(AtomicRMWInst &update, Value *mask) {
  const AtomicRMWInst::BinOp operation = update.getOperation();
  const StringRef reduction = reduction_of(operation);
  const bool is_float = update.getType()->isFloatingPointTy();
  const bool combines = !reduction.empty() && (!is_float || options_.combine_float_atomics) && !update.isVolatile();
  if (!combines || !update.use_empty() || !shape(update.getPointerOperand()).is_uniform())
    return emit_per_lane(update, mask);
  Value *total = reduce(reduction, vector(update.getValOperand()), mask);
  AtomicRMWInst *one = builder_.CreateAtomicRMW(operation, uniform(update.getPointerOperand()), total,
                                                update.getAlign(), update.getOrdering(), update.getSyncScopeID());
  if (update.getSyncScopeID() == SyncScope::SingleThread)
    ir::make_plain(*one);
}

} // namespace weft::codegen::cpu::spmd
