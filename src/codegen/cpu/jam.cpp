// Unroll-and-jam over a launch dimension: every instruction that depends on the id is repeated in place.
#include "codegen/cpu/jam.hpp"

#include <vector>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "codegen/cpu/vectorize/names.hpp"
#include "codegen/ir/atomics.hpp"
#include "support/explain.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
constexpr unsigned most_copies = 8;
constexpr unsigned most_instructions = 1000; ///< after jamming; more costs compile time

unsigned id_argument(const Launch &launch, unsigned dim) {
  return (launch.nd() ? arg_group : arg_item) + dim;
}

/// What depends on one id argument.
class Dependence {
public:
  Dependence(Function &spmd, const Argument &id) : spmd_(spmd) {
    mark(id);
    mark(*spmd.getArg(arg_local)); // each group has its own
    for (const Instruction &instruction : instructions(spmd))
      if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction))
        mark(instruction); // once per item even where neither address nor operand depends on the id
    while (!work_.empty()) {
      const Value *value = work_.back();
      work_.pop_back();
      follow(*value);
    }
    for (const Value *value : marked_)
      if (const Value *target = written_memory(*value);
          target && !marked_.contains(target) && !isa<AtomicRMWInst, AtomicCmpXchgInst>(value))
        refuse("items of the other dimension store to one address");
  }

  bool contains(const Value *value) const { return marked_.contains(value); }
  const std::string &obstacle() const { return obstacle_; }

  /// In program order.
  std::vector<Instruction *> instructions_in_order() const {
    std::vector<Instruction *> order;
    for (Instruction &instruction : instructions(spmd_))
      if (marked_.contains(&instruction))
        order.push_back(&instruction);
    return order;
  }

private:
  void mark(const Value &value) {
    if (!marked_.insert(&value).second)
      return;
    work_.push_back(&value);
    const Value *target = written_memory(value);
    SmallVector<const Value *, 4> objects;
    if (target != nullptr)
      getUnderlyingObjects(target, objects, nullptr, 0);
    for (const Value *object : objects)
      if (isa<AllocaInst>(object)) // each item has its own
        mark(*object);
  }

  static const Value *written_memory(const Value &value) {
    if (const auto *memory = dyn_cast<MemIntrinsic>(&value))
      return memory->getRawDest();
    const auto *access = dyn_cast<Instruction>(&value);
    return access && !isa<LoadInst>(access) ? ir::accessed(*access) : nullptr;
  }

  void refuse(std::string why) {
    if (obstacle_.empty())
      obstacle_ = std::move(why);
  }

  void follow(const Value &value) {
    for (const User *user : value.users()) {
      const auto *instruction = cast<Instruction>(user);
      if (instruction->isTerminator())
        refuse("a branch depends on the other dimension");
      if (const auto *put = call_of(*instruction, group_put_prefix))
        mark_results(slot_of(*put));
      mark(*instruction);
    }
  }

  void mark_results(unsigned slot) {
    for (const Instruction &instruction : instructions(spmd_))
      if (const auto *get = call_of(instruction, group_get_prefix); get && slot_of(*get) == slot)
        mark(*get);
  }

  Function &spmd_;
  SmallPtrSet<const Value *, 32> marked_;
  std::vector<const Value *> work_;
  std::string obstacle_;
};

/// Group reductions whose value is the same for all items of the id still happen once per item: they stay single.
bool has_side_calls(const Function &spmd) {
  for (const Instruction &instruction : instructions(spmd))
    if (const auto *call = dyn_cast<CallInst>(&instruction); call && call->mayWriteToMemory()) {
      const bool known = isa<IntrinsicInst>(call) || call_of(*call, group_prefix) || call_of(*call, lanes_meet_name) ||
                         ir::builtin_of(*call) == ir::Builtin::barrier;
      if (!known)
        return true;
    }
  return false;
}

/// Loops that read memory that is the same for all values of the id, and compute with it what is not.
class SharedLoads {
public:
  SharedLoads(Function &spmd, const Dependence &dependence) : dominators_(spmd), loops_(dominators_) {
    SmallPtrSet<const Loop *, 4> computed;
    for (const Instruction &instruction : instructions(spmd)) {
      const Loop *loop = loops_.getLoopFor(instruction.getParent());
      if (loop == nullptr)
        continue;
      const auto *load = dyn_cast<LoadInst>(&instruction);
      const bool depends = dependence.contains(&instruction);
      if (!depends && load != nullptr && !load->hasMetadata(LLVMContext::MD_invariant_load))
        shared_.insert(loop);
      if (depends && load != nullptr)
        own_.push_back(load);
      if (depends && instruction.getType()->isFloatingPointTy() && instruction.isBinaryOp())
        computed.insert(loop);
    }
    shared_.remove_if([&](const Loop *loop) { return !computed.contains(loop); });
  }

  bool any() const { return !shared_.empty(); }

  /// Each value of the id also reads memory of its own there, lane by lane.
  bool beside_streams(const Dependence &lanes) const {
    return any_of(own_, [&](const LoadInst *load) {
      return lanes.contains(load->getPointerOperand()) && shared_.contains(loops_.getLoopFor(load->getParent()));
    });
  }

private:
  DominatorTree dominators_;
  LoopInfo loops_;
  SmallPtrSet<const Loop *, 4> shared_;
  std::vector<const LoadInst *> own_;
};
} // namespace

Jam choose_jam(Function &spmd, const Launch &launch, unsigned lane_dim) {
  if (has_side_calls(spmd))
    return {};
  for (unsigned dim = 0; dim < launch.kernel.dims; ++dim) {
    if (dim == lane_dim || (launch.nd() && launch.local(dim) != 1))
      continue;
    const Dependence dependence(spmd, *spmd.getArg(id_argument(launch, dim)));
    if (!dependence.obstacle().empty()) {
      explain("jam", "{}: not along dimension {}: {}", launch.kernel.pretty, dim, dependence.obstacle());
      continue;
    }
    const SharedLoads shared(spmd, dependence);
    if (!shared.any())
      continue;
    if (launch.nd() && shared.beside_streams(Dependence(spmd, *spmd.getArg(arg_item + lane_dim)))) {
      explain("jam", "{}: not along dimension {}: memory is too slow for as many streams", launch.kernel.pretty, dim);
      continue;
    }
    const std::size_t copied = dependence.instructions_in_order().size();
    unsigned factor = most_copies;
    while (factor > 1 && copied * factor > most_instructions)
      factor /= 2;
    if (factor < 2)
      continue;
    explain("jam", "{}: {} values of dimension {} at once", launch.kernel.pretty, factor, dim);
    return {factor, dim};
  }
  return {};
}

void apply_jam(Function &spmd, const Launch &launch, const Jam &jam, Meetings &meetings) {
  Argument &id = *spmd.getArg(id_argument(launch, jam.dim));
  const auto order = Dependence(spmd, id).instructions_in_order();
  IRBuilder<> ir(&*spmd.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  std::vector<DenseMap<const Value *, Value *>> copies(jam.factor);
  Argument &local = *spmd.getArg(arg_local);
  const bool uses_local = !local.use_empty();
  for (unsigned copy = 1; copy < jam.factor; ++copy) {
    copies[copy][&id] = ir.CreateAdd(&id, ir.getInt64(copy), "", true, true);
    if (uses_local)
      copies[copy][&local] = ir.CreateInBoundsGEP(
          ir.getInt8Ty(), &local, ir.CreateMul(spmd.getArg(arg_local_stride), ir.getInt64(copy), "", true, true));
  }
  for (Instruction *original : order) {
    Instruction *after = original;
    for (unsigned copy = 1; copy < jam.factor; ++copy) {
      Instruction *clone = original->clone();
      clone->insertAfter(after->getIterator());
      copies[copy][original] = clone;
      after = clone;
    }
  }
  for (Instruction *original : order)
    for (unsigned copy = 1; copy < jam.factor; ++copy)
      for (Use &operand : cast<Instruction>(copies[copy][original])->operands())
        if (const auto mapped = copies[copy].find(operand.get()); mapped != copies[copy].end())
          operand.set(mapped->second);
  DenseMap<unsigned, unsigned> first_copy; // of a slot
  const auto slot_copy = [&](unsigned slot, unsigned copy) {
    auto [known, added] = first_copy.try_emplace(slot, meetings.slots.size());
    if (added) {
      for (unsigned i = 1; i < jam.factor; ++i)
        meetings.slots.push_back(Slot(meetings.slots[slot]));
      for (Meeting &meeting : meetings.barriers)
        if (is_contained(meeting.slots, slot))
          for (unsigned i = 1; i < jam.factor; ++i)
            meeting.slots.push_back(known->second + i - 1);
    }
    return known->second + copy - 1;
  };
  for (Instruction *original : order)
    if (call_of(*original, group_prefix))
      for (unsigned copy = 1; copy < jam.factor; ++copy) {
        auto *call = cast<CallInst>(copies[copy][original]);
        call->setArgOperand(0, ir.getInt32(slot_copy(slot_of(*call), copy)));
      }
}

} // namespace weft::codegen::cpu
