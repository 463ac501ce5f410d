// Normal form: each step below establishes one part of what normalize.hpp promises.
#include "codegen/cpu/vectorize/normalize.hpp"

#include <fmt/format.h>

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/LazyValueInfo.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>

#include "codegen/cpu/vectorize/private_memory.hpp"

namespace weft::codegen::cpu::spmd {

using namespace llvm;

namespace {

std::string obstacle(Function &function) {
  if (!function.getReturnType()->isVoidTy())
    return "it returns a value";
  if (function.isVarArg())
    return "it takes a variable number of arguments";
  for (Instruction &inst : instructions(function)) {
    if (inst.isTerminator() && !isa<BranchInst, SwitchInst, ReturnInst, UnreachableInst>(inst))
      return fmt::format("terminator '{}' has no vector form", inst.getOpcodeName());
    if (inst.getType()->isTokenTy() || inst.isEHPad())
      return fmt::format("'{}' has no vector form", inst.getOpcodeName());
    if (auto *type = dyn_cast<VectorType>(inst.getType()); type && isa<ScalableVectorType>(type))
      return "it holds scalable vectors";
    if (auto *alloca = dyn_cast<AllocaInst>(&inst); alloca && !isa<ConstantInt>(alloca->getArraySize()))
      return "private memory whose size is only known when it runs";
    if (auto *call = dyn_cast<CallBase>(&inst); call && call->hasFnAttr(Attribute::ReturnsTwice))
      return "a call that returns twice";
  }
  return {};
}

/// A failed assertion ends the program; the passes that follow must not cut off what stands behind it.
void forget_noreturn(Instruction *before) {
  auto *call = dyn_cast_or_null<CallBase>(before);
  if (call == nullptr || !call->doesNotReturn())
    return;
  call->removeFnAttr(Attribute::NoReturn);
  if (Function *callee = call->getCalledFunction())
    callee->removeFnAttr(Attribute::NoReturn);
}

/// The switch keeps its other targets; one of its cases becomes the default if that was the block.
void never_choose(SwitchInst &choice, BasicBlock &block) {
  for (auto option = choice.case_begin(); option != choice.case_end();)
    if (option->getCaseSuccessor() == &block) {
      block.removePredecessor(choice.getParent());
      option = choice.removeCase(option);
    } else {
      ++option;
    }
  if (choice.getDefaultDest() != &block || choice.getNumCases() == 0)
    return;
  block.removePredecessor(choice.getParent());
  choice.setDefaultDest(choice.case_begin()->getCaseSuccessor());
  choice.removeCase(choice.case_begin());
}

/// No branch goes where no path goes on (unreachable), so that such places part no lanes.
void go_on_always(Function &function) {
  for (BasicBlock &block : function) {
    if (!isa<UnreachableInst>(block.front()))
      continue;
    for (BasicBlock *from : SmallVector<BasicBlock *, 4>(predecessors(&block))) {
      if (auto *choice = dyn_cast<SwitchInst>(from->getTerminator())) {
        never_choose(*choice, block);
      } else if (auto *branch = dyn_cast<BranchInst>(from->getTerminator()); branch && branch->isConditional()) {
        BasicBlock *other = branch->getSuccessor(branch->getSuccessor(0) == &block ? 1 : 0);
        if (other == &block)
          continue;
        block.removePredecessor(from);
        BranchInst::Create(other, branch->getIterator());
        branch->eraseFromParent();
      }
    }
  }
}

/// Every path ends in one return. A path that cannot go on (unreachable) may as well return.
void unify_exits(Function &function) {
  auto *exit = BasicBlock::Create(function.getContext(), "exit", &function);
  for (BasicBlock &block : function)
    if (Instruction *end = block.getTerminator(); end && isa<ReturnInst, UnreachableInst>(end)) {
      forget_noreturn(end->getPrevNode());
      end->eraseFromParent();
      BranchInst::Create(exit, &block);
    }
  ReturnInst::Create(function.getContext(), exit);
}

bool any_vector(Function &function) {
  return any_of(instructions(function), [](Instruction &inst) {
    return inst.getType()->isVectorTy() ||
           any_of(inst.operands(), [](Value *operand) { return operand->getType()->isVectorTy(); });
  });
}

/// The few analyses that the function passes used here ask for.
void register_analyses(FunctionAnalysisManager &analyses) {
  analyses.registerPass([] { return PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return DominatorTreeAnalysis(); });
  analyses.registerPass([] { return PostDominatorTreeAnalysis(); });
  analyses.registerPass([] { return LoopAnalysis(); });
  analyses.registerPass([] { return CycleAnalysis(); });
  analyses.registerPass([] { return AssumptionAnalysis(); });
  analyses.registerPass([] { return TargetIRAnalysis(); });
  analyses.registerPass([] { return TargetLibraryAnalysis(); });
  analyses.registerPass([] { return LazyValueAnalysis(); });
}

template <class Pass> void run_pass(Function &function, Pass &&pass) {
  FunctionAnalysisManager analyses;
  register_analyses(analyses);
  pass.run(function, analyses);
}

void scalarize_vectors(Function &function) {
  ScalarizerPassOptions options;
  options.ScalarizeLoadStore = true;
  run_pass(function, ScalarizerPass(options));
}

/// Calls visit(type, byte offset) for every scalar inside `type`.
template <class Visit>
void for_each_leaf(const DataLayout &layout, Type *type, uint64_t offset, Visit visit,
                   SmallVectorImpl<unsigned> &path) {
  auto element = [&](unsigned index, Type *inner, uint64_t at) {
    path.push_back(index);
    for_each_leaf(layout, inner, at, visit, path);
    path.pop_back();
  };
  if (auto *record = dyn_cast<StructType>(type)) {
    for (unsigned i = 0; i < record->getNumElements(); ++i)
      element(i, record->getElementType(i), offset + layout.getStructLayout(record)->getElementOffset(i));
  } else if (auto *array = dyn_cast<ArrayType>(type)) {
    for (unsigned i = 0; i < array->getNumElements(); ++i)
      element(i, array->getElementType(), offset + i * layout.getTypeAllocSize(array->getElementType()));
  } else {
    visit(type, offset);
  }
}

void split_load(LoadInst &load, const DataLayout &layout) {
  IRBuilder<> builder(&load);
  Value *whole = PoisonValue::get(load.getType());
  SmallVector<unsigned, 4> path;
  for_each_leaf(
      layout, load.getType(), 0,
      [&](Type *type, uint64_t offset) {
        Value *address = builder.CreateConstGEP1_64(builder.getInt8Ty(), load.getPointerOperand(), offset);
        Value *part = builder.CreateAlignedLoad(type, address, commonAlignment(load.getAlign(), offset));
        whole = builder.CreateInsertValue(whole, part, path);
      },
      path);
  load.replaceAllUsesWith(whole);
  load.eraseFromParent();
}

void split_store(StoreInst &store, const DataLayout &layout) {
  IRBuilder<> builder(&store);
  SmallVector<unsigned, 4> path;
  for_each_leaf(
      layout, store.getValueOperand()->getType(), 0,
      [&](Type *, uint64_t offset) {
        Value *address = builder.CreateConstGEP1_64(builder.getInt8Ty(), store.getPointerOperand(), offset);
        Value *part = builder.CreateExtractValue(store.getValueOperand(), path);
        builder.CreateAlignedStore(part, address, commonAlignment(store.getAlign(), offset));
      },
      path);
  store.eraseFromParent();
}

void split_aggregate_accesses(Function &function) {
  const DataLayout &layout = function.getDataLayout();
  for (Instruction &inst : make_early_inc_range(instructions(function))) {
    if (auto *load = dyn_cast<LoadInst>(&inst); load && load->isSimple() && load->getType()->isAggregateType())
      split_load(*load, layout);
    else if (auto *store = dyn_cast<StoreInst>(&inst);
             store && store->isSimple() && store->getValueOperand()->getType()->isAggregateType())
      split_store(*store, layout);
  }
}

/// x + constant as (x, constant), looking through an extension that the flags allow to be moved inwards.
struct Offset {
  Value *variable = nullptr;
  int64_t constant = 0;
};

Offset split_index(Value *index, IRBuilder<> &builder) {
  auto *extension = dyn_cast<CastInst>(index);
  const bool is_signed = isa<SExtInst>(index);
  if (extension && !is_signed && !isa<ZExtInst>(index))
    return {};
  auto *sum = dyn_cast<BinaryOperator>(extension ? extension->getOperand(0) : index);
  if (!sum || !isa<ConstantInt>(sum->getOperand(1)))
    return {};
  const auto *constant = cast<ConstantInt>(sum->getOperand(1));
  const auto *disjoint = dyn_cast<PossiblyDisjointInst>(sum);
  const bool is_or = disjoint && disjoint->isDisjoint();
  if (sum->getOpcode() != Instruction::Add && !is_or)
    return {};
  if (constant->getValue().getSignificantBits() > 62)
    return {};
  const bool wraps = !is_or && !(is_signed ? sum->hasNoSignedWrap() : sum->hasNoUnsignedWrap());
  if (extension && (wraps || (is_or && is_signed)))
    return {};
  Value *variable = sum->getOperand(0);
  if (extension)
    variable = builder.CreateCast(extension->getOpcode(), variable, extension->getType());
  return {variable, extension && !is_signed ? int64_t(constant->getZExtValue()) : constant->getSExtValue()};
}

/// p[x + c] becomes (p + x)[c], so that neighbouring accesses share an address, one instruction for all, and differ by
/// a constant.
void move_constant_offsets_last(Function &function) {
  SmallVector<GetElementPtrInst *, 32> work;
  for (Instruction &inst : instructions(function))
    if (auto *address = dyn_cast<GetElementPtrInst>(&inst); address && address->getNumIndices() == 1)
      work.push_back(address);
  bool moved = false;
  while (!work.empty()) {
    GetElementPtrInst *address = work.pop_back_val();
    IRBuilder<> builder(address);
    auto [variable, constant] = split_index(address->getOperand(1), builder);
    if (!variable || variable->getType()->getScalarSizeInBits() != 64)
      continue;
    Type *type = address->getSourceElementType();
    Value *start = builder.CreateGEP(type, address->getPointerOperand(), variable);
    address->replaceAllUsesWith(builder.CreateGEP(type, start, builder.getInt64(constant)));
    address->eraseFromParent();
    moved = true;
    if (auto *next = dyn_cast<GetElementPtrInst>(start))
      work.push_back(next);
  }
  if (moved)
    run_pass(function, EarlyCSEPass());
}

bool irreducible(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  ReversePostOrderTraversal<Function *> order(&function);
  return containsIrreducibleCFG<BasicBlock *>(order, loops);
}

void simplify_loops(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  for (Loop *loop : SmallVector<Loop *, 8>(loops.begin(), loops.end()))
    simplifyLoop(loop, &dominators, &loops, nullptr, nullptr, nullptr, false);
  for (Loop *loop : loops)
    formLCSSARecursively(*loop, dominators, &loops, nullptr);
}

} // namespace

Normalized normalize(Function &spmd) {
  if (std::string reason = obstacle(spmd); !reason.empty())
    return {nullptr, reason};
  ValueToValueMapTy map;
  Function *copy = CloneFunction(&spmd, map);
  copy->setLinkage(GlobalValue::InternalLinkage);
  stripDebugInfo(*copy);
  removeUnreachableBlocks(*copy);
  go_on_always(*copy);
  unify_exits(*copy);
  removeUnreachableBlocks(*copy);
  if (any_vector(*copy))
    scalarize_vectors(*copy);
  split_aggregate_accesses(*copy);
  write_out_private_copies(*copy);
  move_constant_offsets_last(*copy);
  if (irreducible(*copy)) {
    run_pass(*copy, LowerSwitchPass());
    run_pass(*copy, FixIrreduciblePass());
    if (irreducible(*copy)) {
      copy->eraseFromParent();
      return {nullptr, "a loop with several entries"};
    }
  }
  simplify_loops(*copy);
  return {copy, {}};
}

} // namespace weft::codegen::cpu::spmd
