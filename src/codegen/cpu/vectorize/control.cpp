// Blocks and edges of the vector function. Phis and merged masks are written as stack slots first and promoted at the
// end, so that no edge has to know which other edges reach the same block.
#include "codegen/cpu/vectorize/emitter.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "codegen/cpu/vectorize/names.hpp"
#include "support/error.hpp"

namespace weft::codegen::cpu::spmd {

using namespace llvm;

Emitter::Emitter(Function &scalar, const VectorizeOptions &options, const Plan &plan, const Shapes &shapes,
                 const BlockOrder &order, const LoopInfo &loops, const PrivateMemory &memory)
    : scalar_(scalar), options_(options), width_(options.width), plan_(plan), shapes_(shapes), order_(order),
      loops_(loops), memory_(memory), layout_(scalar.getDataLayout()), builder_(scalar.getContext()) {}

Function *Emitter::run(StringRef name) {
  create_function(name);
  WEFT_CHECK(order_.blocks().size() == scalar_.size(), "vectorize: {} of {} blocks have a place in the order",
             order_.blocks().size(), scalar_.size());
  create_blocks();
  create_slots();
  for (BasicBlock *block : order_.blocks())
    emit_block(*block);
  removeUnreachableBlocks(*function_); // such as what follows a loop that no lane leaves
  DominatorTree dominators(*function_);
  PromoteMemToReg(slots_, dominators);
  return function_;
}

void Emitter::create_function(StringRef name) {
  SmallVector<Type *, 16> parameters(scalar_.getFunctionType()->params());
  if (options_.masked)
    parameters.push_back(mask_type());
  auto *type = FunctionType::get(builder_.getVoidTy(), parameters, false);
  function_ = Function::Create(type, GlobalValue::InternalLinkage, name, scalar_.getParent());
  function_->setAttributes(scalar_.getAttributes());
  function_->removeFnAttr(Attribute::Memory);
  function_->removeFnAttr(Attribute::NoInline);
  for (Argument &argument : scalar_.args()) {
    Argument *copy = function_->getArg(argument.getArgNo());
    copy->setName(argument.getName());
    values_[&argument] = {.base = copy};
    function_->removeParamAttr(argument.getArgNo(), varying_attribute);
    if (!shape(&argument).is_linear())
      continue;
    if (is_copied_for_lanes(argument)) {
      unsigned apart = 0;
      scalar_.getAttributes()
          .getParamAttr(argument.getArgNo(), varying_attribute)
          .getValueAsString()
          .getAsInteger(10, apart);
      values_[&argument].stride = function_->getArg(apart);
      continue;
    }
    values_[&argument].stride = ConstantInt::get(argument.getType(), 1);
    if (options_.masked) // lane 0, whose value this is, need not be active
      for (Attribute::AttrKind kind : {Attribute::Range, Attribute::NoUndef})
        function_->removeParamAttr(argument.getArgNo(), kind);
  }
  if (options_.masked) {
    function_mask_ = function_->getArg(function_->arg_size() - 1);
    function_mask_->setName("active");
  }
}

void Emitter::create_blocks() {
  prologue_ = BasicBlock::Create(scalar_.getContext(), "prologue", function_);
  for (BasicBlock *block : order_.blocks()) {
    const bool guarded = plan_.of(block).skip_to;
    if (guarded)
      entry_[block] = BasicBlock::Create(scalar_.getContext(), block->getName() + ".any", function_);
    body_[block] = BasicBlock::Create(scalar_.getContext(), block->getName(), function_);
    if (!guarded)
      entry_[block] = body_[block];
  }
  builder_.SetInsertPoint(prologue_);
  builder_.CreateBr(entry_[order_.blocks().front()]);
}

/// The phi has one source, whose value it takes over unchanged.
bool Emitter::phi_is_alias(const PHINode &phi) const {
  const BasicBlock *only = phi.getParent()->getUniquePredecessor();
  return only && !plan_.leaves_divergent_loop(only, phi.getParent());
}

void Emitter::create_slots() {
  builder_.SetInsertPoint(prologue_->getTerminator());
  auto slot = [&](Type *type, const BasicBlock &block, bool reset) {
    AllocaInst *place = builder_.CreateAlloca(type);
    slots_.push_back(place);
    if (reset)
      resets_[plan_.anchor(&block)].push_back(place);
    return place;
  };
  for (BasicBlock *block : order_.blocks()) {
    const BlockPlan &plan = plan_.of(block);
    const bool header = loops_.isLoopHeader(block);
    if (plan.mask == MaskSource::merged || plan.mask == MaskSource::live)
      mask_slots_[block] = slot(mask_type(), *block, plan.mask == MaskSource::merged && plan.deferred);
    for (PHINode &phi : block->phis())
      if (!phi_is_alias(phi)) {
        const bool varying = shape(&phi).is_varying();
        phi_slots_[&phi] =
            slot(varying ? lanes_type(phi.getType()) : phi.getType(), *block, varying && plan.deferred && !header);
      }
  }
}

void Emitter::emit_block(BasicBlock &block) {
  builder_.SetInsertPoint(entry_[&block]);
  Value *mask = masks_[&block] = block_mask(block);
  if (BasicBlock *elsewhere = plan_.of(&block).skip_to) {
    builder_.CreateCondBr(any(mask), body_[&block], entry_[elsewhere]);
    builder_.SetInsertPoint(body_[&block]);
  }
  emit_phis(block);
  for (Instruction &inst : block)
    if (!isa<PHINode>(inst) && !inst.isTerminator())
      emit(inst, mask);
  for (AllocaInst *slot : resets_.lookup(&block)) {
    Type *type = slot->getAllocatedType();
    builder_.CreateStore(type == mask_type() ? no_lanes() : PoisonValue::get(type), slot);
  }
  emit_terminator(block);
}

Value *Emitter::block_mask(const BasicBlock &block) {
  switch (plan_.of(&block).mask) {
  case MaskSource::function:
    return function_mask_;
  case MaskSource::block:
    return masks_.lookup(plan_.of(&block).same_as);
  case MaskSource::edge:
    return only_edge_masks_.lookup(&block);
  case MaskSource::live:
  case MaskSource::merged:
    return builder_.CreateLoad(mask_type(), mask_slots_.lookup(&block), "mask");
  }
  llvm_unreachable("all sources of masks are handled");
}

void Emitter::emit_phis(BasicBlock &block) {
  for (PHINode &phi : block.phis()) {
    if (AllocaInst *slot = phi_slots_.lookup(&phi)) {
      Value *value = builder_.CreateLoad(slot->getAllocatedType(), slot, phi.getName());
      const Shape its = shape(&phi);
      if (its.is_varying())
        define_vector(phi, value);
      else if (its.is_linear())
        define(phi, {.base = value, .stride = stride_constant(phi.getType(), *its.stride)});
      else
        define_uniform(phi, value);
      continue;
    }
    const Value *source = phi.getIncomingValue(0);
    if (shape(&phi).is_varying() && !shape(source).is_varying())
      define_vector(phi, vector(source));
    else
      values_[&phi] = lanes_of(source);
  }
}

void Emitter::emit_terminator(BasicBlock &block) {
  if (isa<ReturnInst>(block.getTerminator()))
    builder_.CreateRetVoid();
  else if (plan_.divergent(&block))
    emit_divergent_branch(block);
  else
    emit_uniform_branch(block);
}

/// Entering `target` has to write down values or masks.
bool Emitter::takes_edge_actions(const BasicBlock &target) const {
  return mask_slots_.contains(&target) ||
         any_of(target.phis(), [&](const PHINode &phi) { return phi_slots_.contains(&phi); });
}

/// The condition of any active lane, where all are known to have the same (BarrierControl::together).
Value *Emitter::taken_together(const Value &condition, Value *mask) {
  Value *values = vector(&condition);
  if (condition.getType()->isIntegerTy(1))
    return any(mask_and(mask, values));
  if (!mask)
    return builder_.CreateExtractElement(values, std::uint64_t{0});
  return builder_.CreateExtractElement(
      values, builder_.CreateBinaryIntrinsic(Intrinsic::cttz, mask_bits(mask), builder_.getTrue()));
}

/// Keeps the branch. What an edge has to do stands on the edge.
void Emitter::emit_uniform_branch(BasicBlock &block) {
  const BlockPlan &plan = plan_.of(&block);
  const SmallSetVector<BasicBlock *, 4> targets(succ_begin(&block), succ_end(&block));
  for (BasicBlock *target : targets)
    if (plan_.of(target).mask == MaskSource::edge)
      only_edge_masks_[target] = edge_mask(block, *target);
  Value *mask = masks_.lookup(&block);
  if (targets.size() == 1) {
    take_edge(block, *targets.front(), mask);
    builder_.CreateBr(entry_[plan.next_on_edge.lookup(targets.front())]);
    return;
  }
  const Value *chosen = block.getTerminator()->getOperand(0);
  Value *condition = shape(chosen).is_uniform() ? uniform(chosen) : taken_together(*chosen, mask);
  Instruction *branch = builder_.Insert(block.getTerminator()->clone());
  branch->setOperand(0, condition);
  for (BasicBlock *target : targets) {
    BasicBlock *next = entry_[plan.next_on_edge.lookup(target)];
    if (takes_edge_actions(*target)) {
      auto *edge = BasicBlock::Create(scalar_.getContext(), "edge", function_, next);
      builder_.SetInsertPoint(edge);
      take_edge(block, *target, mask);
      builder_.CreateBr(next);
      next = edge;
    }
    branch->replaceSuccessorWith(target, next);
  }
}

/// All lanes go on together; each edge notes which of them took it. The latch of a divergent loop goes round again
/// while any lane does.
void Emitter::emit_divergent_branch(BasicBlock &block) {
  const SmallSetVector<BasicBlock *, 4> targets(succ_begin(&block), succ_end(&block));
  const Loop *loop = plan_.closes_divergent_loop(&block);
  Value *again = nullptr;
  for (BasicBlock *target : targets) {
    Value *mask = edge_mask(block, *target);
    if (plan_.of(target).mask == MaskSource::edge)
      only_edge_masks_[target] = mask;
    take_edge(block, *target, mask);
    if (loop && target == loop->getHeader())
      again = mask;
  }
  BasicBlock *next = entry_[plan_.of(&block).next];
  if (!loop)
    builder_.CreateBr(next);
  else if (targets.size() == 1 && plan_.of(&block).nonempty)
    builder_.CreateBr(entry_[loop->getHeader()]);
  else
    builder_.CreateCondBr(any(again), entry_[loop->getHeader()], next);
}

/// Which lanes would go from `block` to `target`, as a vector of bits; null for all.
Value *Emitter::edge_condition(const BasicBlock &block, const BasicBlock &target) {
  const Instruction *end = block.getTerminator();
  if (const auto *branch = dyn_cast<BranchInst>(end)) {
    if (branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
      return nullptr;
    Value *condition = vector(branch->getCondition());
    return branch->getSuccessor(0) == &target ? condition : builder_.CreateNot(condition);
  }
  const auto *choice = cast<SwitchInst>(end);
  const bool is_default = choice->getDefaultDest() == &target;
  Value *value = vector(choice->getCondition());
  Value *matches = no_lanes();
  for (const auto &option : choice->cases())
    if ((option.getCaseSuccessor() == &target) != is_default)
      matches = builder_.CreateOr(
          matches, builder_.CreateICmpEQ(value, splat(const_cast<ConstantInt *>(option.getCaseValue()))));
  return is_default ? builder_.CreateNot(matches) : matches;
}

Value *Emitter::edge_mask(const BasicBlock &block, const BasicBlock &target) {
  Value *mask = masks_.lookup(&block);
  Value *condition = edge_condition(block, target);
  return condition ? mask_and(mask, condition) : mask;
}

/// Writes down what `target` needs of the lanes in `mask`, which come from `block`.
void Emitter::take_edge(const BasicBlock &block, const BasicBlock &target, Value *mask) {
  const BlockPlan &plan = plan_.of(&target);
  if (AllocaInst *slot = mask_slots_.lookup(&target)) {
    Value *lanes = full(mask);
    if (plan.mask == MaskSource::merged && plan.deferred)
      lanes = builder_.CreateOr(builder_.CreateLoad(mask_type(), slot), lanes);
    builder_.CreateStore(lanes, slot);
  }
  for (const PHINode &phi : target.phis()) {
    AllocaInst *slot = phi_slots_.lookup(&phi);
    const Value *source = phi.getIncomingValueForBlock(&block);
    if (!slot || isa<UndefValue>(source))
      continue;
    if (!shape(&phi).is_varying()) {
      builder_.CreateStore(uniform(source), slot);
      continue;
    }
    Value *value = vector(source);
    if (plan.deferred && mask)
      value = blend(mask, value, builder_.CreateLoad(slot->getAllocatedType(), slot));
    builder_.CreateStore(value, slot);
  }
}

} // namespace weft::codegen::cpu::spmd
