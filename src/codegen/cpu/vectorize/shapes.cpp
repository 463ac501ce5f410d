// Propagates shapes through values and divergence through control flow until nothing changes.
#include "codegen/cpu/vectorize/shapes.hpp"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "codegen/cpu/vectorize/barrier_control.hpp"
#include "codegen/cpu/vectorize/names.hpp"
#include "codegen/cpu/vectorize/order.hpp"
#include "codegen/cpu/vectorize/private_memory.hpp"

namespace weft::codegen::cpu::spmd {

using namespace llvm;

namespace {

constexpr unsigned max_extension_depth = 8;

Shape join(Shape a, Shape b) {
  if (a.is_unknown())
    return b;
  if (b.is_unknown() || a == b)
    return a.is_linear() && !a.stride ? Shape::varying() : a;
  return Shape::varying();
}

/// The stride as the type holds it.
Shape linear_in(Type *type, std::int64_t stride) {
  const unsigned bits = type->isPointerTy() ? 64 : type->getIntegerBitWidth();
  return bits >= 64 ? Shape::linear(stride)
                    : Shape::linear(APInt(64, std::uint64_t(stride)).trunc(bits).getSExtValue());
}

Shape add(Type *type, Shape a, Shape b, int sign) {
  if (a.is_varying() || b.is_varying())
    return Shape::varying();
  if (a.is_uniform() && b.is_uniform())
    return Shape::uniform();
  const std::uint64_t left = a.is_uniform() ? 0 : a.stride.value_or(0);
  const std::uint64_t right = b.is_uniform() ? 0 : b.stride.value_or(0);
  if ((a.is_linear() && !a.stride) || (b.is_linear() && !b.stride))
    return Shape::linear();
  return linear_in(type, std::int64_t(sign > 0 ? left + right : left - right));
}

Shape multiply(Type *type, Shape a, const Value *b_value, Shape b) {
  if (a.is_uniform() && b.is_uniform())
    return Shape::uniform();
  if (!a.is_linear() || !b.is_uniform())
    return Shape::varying();
  const auto *factor = dyn_cast<ConstantInt>(b_value);
  if (!a.stride || !factor || factor->getValue().getSignificantBits() > 64)
    return Shape::linear();
  return linear_in(type, std::int64_t(std::uint64_t(*a.stride) * std::uint64_t(factor->getSExtValue())));
}

Shape shift_left(Type *type, Shape a, const Value *b_value, Shape b) {
  if (a.is_uniform() && b.is_uniform())
    return Shape::uniform();
  if (!a.is_linear() || !b.is_uniform())
    return Shape::varying();
  const auto *amount = dyn_cast<ConstantInt>(b_value);
  if (!a.stride || !amount)
    return Shape::linear();
  return amount->getValue().ult(64) ? linear_in(type, std::int64_t(std::uint64_t(*a.stride) << amount->getZExtValue()))
                                    : Shape::uniform();
}

} // namespace

bool extends_exactly(const Value &value, bool is_signed) {
  auto recurse = [&](auto &self, const Value &v, bool sign, unsigned depth) -> bool {
    if (isa<ConstantInt>(v))
      return true;
    if (depth == max_extension_depth)
      return false;
    if (const auto *argument = dyn_cast<Argument>(&v))
      return !argument->getParent()->getAttributes().hasParamAttr(argument->getArgNo(), varying_attribute) ||
             argument->getRange().has_value();
    const auto *inst = dyn_cast<Instruction>(&v);
    if (!inst)
      return false;
    auto operand = [&](unsigned i, bool with_sign) { return self(self, *inst->getOperand(i), with_sign, depth + 1); };
    switch (inst->getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
    case Instruction::Shl: {
      const bool exact = sign ? inst->hasNoSignedWrap() : inst->hasNoUnsignedWrap();
      const bool amount = inst->getOpcode() == Instruction::Shl && !isa<ConstantInt>(inst->getOperand(1));
      return exact && !amount && operand(0, sign) && (isa<ConstantInt>(inst->getOperand(1)) || operand(1, sign));
    }
    case Instruction::Or:
      return !sign && cast<PossiblyDisjointInst>(inst)->isDisjoint() && operand(0, sign) && operand(1, sign);
    case Instruction::ZExt:
      return operand(0, false);
    case Instruction::SExt:
      return sign && operand(0, true);
    case Instruction::Trunc: {
      const auto *trunc = cast<TruncInst>(inst);
      const bool exact = sign ? trunc->hasNoSignedWrap() : trunc->hasNoUnsignedWrap();
      if (!exact) {
        const unsigned bits = v.getType()->getIntegerBitWidth();
        const ConstantRange range = computeConstantRange(trunc->getOperand(0), sign);
        if (range.isFullSet() || (sign ? range.getMinSignedBits() > bits : range.getActiveBits() > bits))
          return false;
      }
      return operand(0, sign);
    }
    default:
      return false;
    }
  };
  return recurse(recurse, value, is_signed, 0);
}

bool uniform_if_arguments_are(const CallBase &call) {
  if (call.isConvergent() || call.isInlineAsm())
    return false;
  if (call.getType()->isVoidTy())
    return isa<IntrinsicInst>(call);
  return call.onlyReadsMemory() && call.doesNotThrow();
}

Shapes::Shapes(Function &function, const LoopInfo &loops, const BlockOrder &order, const PrivateMemory &memory,
               const BarrierControl &barriers)
    : loops_(loops), order_(order), memory_(memory) {
  for (Argument &argument : function.args()) {
    const bool varying = function.getAttributes().hasParamAttr(argument.getArgNo(), varying_attribute);
    shapes_[&argument] = varying ? Shape::linear(1) : Shape::uniform();
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
          shapes_[&inst] = before.is_unknown() ? now : Shape::varying();
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
  auto shape = [&](unsigned i) { return of(inst.getOperand(i)); };
  Type *type = inst.getType();
  switch (inst.getOpcode()) {
  case Instruction::Add:
    return add(type, shape(0), shape(1), 1);
  case Instruction::Sub:
    return add(type, shape(0), shape(1), -1);
  case Instruction::Or:
    return cast<PossiblyDisjointInst>(inst).isDisjoint() ? add(type, shape(0), shape(1), 1) : Shape::varying();
  case Instruction::Mul:
    return shape(0).is_uniform() ? multiply(type, shape(1), inst.getOperand(0), shape(0))
                                 : multiply(type, shape(0), inst.getOperand(1), shape(1));
  case Instruction::Shl:
    return shift_left(type, shape(0), inst.getOperand(1), shape(1));
  case Instruction::Trunc:
    return shape(0).is_linear() && shape(0).stride ? linear_in(type, *shape(0).stride) : shape(0);
  case Instruction::SExt:
  case Instruction::ZExt:
    return shape(0).is_linear() && extends_exactly(*inst.getOperand(0), isa<SExtInst>(inst)) ? shape(0)
                                                                                             : Shape::varying();
  case Instruction::Freeze:
  case Instruction::AddrSpaceCast:
    return shape(0);
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::BitCast: {
    const bool same_size = inst.getDataLayout().getTypeSizeInBits(type) ==
                           inst.getDataLayout().getTypeSizeInBits(inst.getOperand(0)->getType());
    return shape(0).is_linear() && same_size && type->isIntOrPtrTy() ? shape(0) : Shape::varying();
  }
  case Instruction::Select:
    return shape(0).is_uniform() || inst.getOperand(1) == inst.getOperand(2) ? join(shape(1), shape(2))
                                                                             : Shape::varying();
  case Instruction::GetElementPtr: {
    if (!type->isPointerTy() || memory_.interleaved(&inst))
      return Shape::varying();
    Shape result = shape(0);
    for (auto it = gep_type_begin(inst), end = gep_type_end(inst); it != end; ++it) {
      const Value *index = it.getOperand();
      if (of(index).is_uniform())
        continue;
      if (!index->getType()->isIntegerTy(64))
        return Shape::varying();
      const std::int64_t size = it.getSequentialElementStride(inst.getDataLayout()).getFixedValue();
      const Shape scaled =
          multiply(index->getType(), of(index), ConstantInt::get(index->getType(), size), Shape::uniform());
      result = add(type, result, scaled, 1);
    }
    return result;
  }
  default:
    return Shape::varying();
  }
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
