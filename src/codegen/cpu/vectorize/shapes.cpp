// Propagates shapes through values and divergence through control flow until nothing changes.
#include "codegen/cpu/vectorize/shapes.hpp"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "codegen/cpu/vectorize/barrier_control.hpp"
#include "codegen/cpu/vectorize/names.hpp"
#include "codegen/cpu/vectorize/order.hpp"
#include "codegen/cpu/vectorize/private_memory.hpp"

namespace weft::codegen::cpu::spmd {

using namespace llvm;

bool uniform_if_arguments_are(const CallBase &call) {
  if (call.isConvergent() || call.isInlineAsm())
    return false;
  if (call.getType()->isVoidTy())
    return isa<IntrinsicInst>(call);
  return call.onlyReadsMemory() && call.doesNotThrow();
}

Shapes::Shapes(Function &function, const LoopInfo &loops, const BlockOrder &order, const PrivateMemory &memory,
               const BarrierControl &barriers, const VectorizeOptions &options)
    : loops_(loops), order_(order), memory_(memory), lanes_(options.width) {
  for (Argument &argument : function.args()) {
    const bool varying = function.getAttributes().hasParamAttr(argument.getArgNo(), varying_attribute);
    if (is_copied_for_lanes(argument)) {
      shapes_[&argument] = memory.interleaved(&argument) ? Shape::varying() : Shape::linear();
      continue;
    }
    shapes_[&argument] = !varying ? Shape::uniform() : options.aligned ? Shape::neighbours() : Shape::linear(1);
  }
  do
    settle(barriers);
  while (settle_circles());
  settled_ = true;
}

/// Shapes of operands become those of results, until none changes.
void Shapes::settle(const BarrierControl &barriers) {
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock *block : order_.blocks()) {
      for (Instruction &inst : *block) {
        const Shape before = shapes_.lookup(&inst);
        const Shape now = transfer(inst);
        if (!now.is_unknown() && now != before) {
          shapes_[&inst] = before.is_unknown() ? now : meet(before, now);
          changed |= shapes_[&inst] != before;
        }
      }
      const Instruction *end = block->getTerminator();
      const bool parts = end->getNumSuccessors() > 1 && !of(end->getOperand(0)).is_uniform() &&
                         !of(end->getOperand(0)).is_unknown() && !barriers.together(block);
      if (parts && divergent_blocks_.insert(block).second) {
        const SmallVector<BasicBlock *, 4> targets(successors(block));
        spread_divergence(block, targets, order_.index(block), loops_.getLoopFor(block));
        changed = true;
      }
    }
  }
}

/// What is made of nothing but itself and undefined values is as uniform as they are, which others may depend on.
bool Shapes::settle_circles() {
  bool any = false;
  for (const BasicBlock *block : order_.blocks())
    for (const PHINode &phi : block->phis())
      if (of(&phi).is_unknown()) {
        shapes_[&phi] = Shape::uniform();
        any = true;
      }
  return any;
}

Shape Shapes::of(const Value *value) const {
  if (auto it = shapes_.find(value); it != shapes_.end())
    return it->second;
  return isa<Instruction>(value) && !settled_ ? Shape{} : Shape::uniform();
}

Shape Shapes::transfer_phi(const PHINode &phi) const {
  Shape result;
  const Value *common = nullptr;
  bool distinct = false;
  bool leaves_divergent_loop = false;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    const Value *value = phi.getIncomingValue(i);
    if (isa<UndefValue>(value))
      continue;
    distinct |= common && common != value;
    common = value;
    result = join(result, of(value));
    const auto *inst = dyn_cast<Instruction>(value);
    for (const Loop *loop = inst ? loops_.getLoopFor(inst->getParent()) : nullptr;
         loop && !loop->contains(phi.getParent()); loop = loop->getParentLoop())
      leaves_divergent_loop |= divergent_loops_.contains(loop);
  }
  if (!common)
    return Shape::uniform();
  if (result.is_linear() && !result.stride && !distinct)
    result = Shape::varying();
  const bool exits = any_of(predecessors(phi.getParent()), [&](const BasicBlock *from) {
    const Loop *loop = loops_.getLoopFor(from);
    for (; loop && !loop->contains(phi.getParent()); loop = loop->getParentLoop())
      if (divergent_loops_.contains(loop))
        return true;
    return false;
  });
  const bool parts = distinct && (exits || differs_where_lanes_join(phi));
  if (!result.is_unknown() && (leaves_divergent_loop || parts))
    return Shape::varying();
  return result;
}

/// Lanes that parted bring different values. Where they bring one and others, which come all together, another, each
/// is the value of all lanes there are.
bool Shapes::differs_where_lanes_join(const PHINode &phi) const {
  const auto joins = divergent_joins_.find(phi.getParent());
  if (joins == divergent_joins_.end())
    return false;
  return any_of(joins->second, [&](const Predecessors &from) {
    const Value *common = nullptr;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      const Value *value = phi.getIncomingValue(i);
      if (isa<UndefValue>(value) || (!from.contains(nullptr) && !from.contains(phi.getIncomingBlock(i))))
        continue;
      if (common && common != value)
        return true;
      common = value;
    }
    return false;
  });
}

Shape Shapes::transfer_call(const CallBase &call) const {
  if (any_of(call.args(), [&](const Use &argument) { return of(argument).is_unknown(); }))
    return {};
  if (const std::optional<Shape> known = shape_by_name(call, [&](const Value *v) { return of(v); }))
    return *known;
  bool uniform = uniform_if_arguments_are(call);
  for (const Use &argument : call.args())
    uniform &= of(argument).is_uniform();
  uniform &= of(call.getCalledOperand()).is_uniform();
  return uniform ? Shape::uniform() : Shape::varying();
}

Shape Shapes::transfer(const Instruction &inst) const {
  if (const auto *phi = dyn_cast<PHINode>(&inst))
    return transfer_phi(*phi);
  if (const auto *call = dyn_cast<CallBase>(&inst))
    return transfer_call(*call);
  if (const auto *array = dyn_cast<AllocaInst>(&inst))
    return memory_.interleaved(array) ? Shape::varying() : Shape::linear(std::int64_t(private_size(*array)));
  bool all_uniform = true;
  for (const Use &operand : inst.operands()) {
    if (isa<BasicBlock>(operand))
      continue;
    if (of(operand).is_unknown())
      return {};
    all_uniform &= of(operand).is_uniform();
  }
  if (isa<AtomicRMWInst, AtomicCmpXchgInst, VAArgInst>(inst))
    return Shape::varying();
  if (const auto *load = dyn_cast<LoadInst>(&inst))
    return all_uniform && !load->isVolatile() ? Shape::uniform() : Shape::varying();
  if (const auto *store = dyn_cast<StoreInst>(&inst))
    return all_uniform && !store->isVolatile() ? Shape::uniform() : Shape::varying();
  if (all_uniform)
    return Shape::uniform();
  if (memory_.interleaved(&inst))
    return Shape::varying();
  return shape_of_arithmetic(inst, [&](const Value *value) { return of(value); }, Extensions::proved, lanes_);
}

/// Labels every block that lanes reach after parting for `targets` at `from` with the block where their paths last met.
/// Two labels meeting make a join; two labels among the ways out of an iteration make a loop divergent, and its exits
/// part lanes again. `around` is the innermost loop that holds the place where they part, the last block of which has
/// index `last`.
void Shapes::spread_divergence(const BasicBlock *from, ArrayRef<BasicBlock *> targets, unsigned last,
                               const Loop *around) {
  DenseMap<const BasicBlock *, const BasicBlock *> label;
  DenseMap<const BasicBlock *, Predecessors> arrivals;
  SmallSetVector<const BasicBlock *, 8> joins;
  SmallMapVector<const Loop *, SmallPtrSet<const BasicBlock *, 4>, 4> ways_out;
  auto arrive = [&](const BasicBlock *by, const BasicBlock *to, const BasicBlock *with) {
    const BasicBlock *&old = label[to];
    if (old && old != with)
      joins.insert(to);
    old = old && old != with ? to : with;
    arrivals[to].insert(by);
  };
  auto leave = [&](const Loop *loop, const BasicBlock *to, const BasicBlock *with) {
    for (; loop; loop = loop->getParentLoop())
      if (!loop->contains(to) || loop->getHeader() == to)
        ways_out[loop].insert(with);
  };
  for (const BasicBlock *to : targets) {
    leave(around, to, to);
    if (order_.index(to) > last)
      arrive(from, to, to);
  }
  for (unsigned i = last + 1; i < order_.blocks().size(); ++i) {
    const BasicBlock *block = order_.blocks()[i];
    const BasicBlock *with = label.lookup(block);
    if (!with)
      continue;
    const Loop *inside = around;
    while (inside && !inside->contains(block))
      inside = inside->getParentLoop();
    for (const BasicBlock *to : successors(block)) {
      leave(inside, to, with);
      if (order_.index(to) > i)
        arrive(block, to, with);
    }
  }
  for (const BasicBlock *join : joins)
    divergent_joins_[join].push_back(arrivals[join]);
  for (auto &[loop, labels] : ways_out) {
    if (labels.size() < 2 || !divergent_loops_.insert(loop).second)
      continue;
    SmallVector<BasicBlock *, 4> exits;
    loop->getUniqueExitBlocks(exits);
    spread_divergence(nullptr, exits, order_.index(loop->getLoopLatch()), loop->getParentLoop());
  }
}

} // namespace weft::codegen::cpu::spmd
