// What one work-item of a random group kernel has: its launch, ids, local memory, counters, and the order in which it
// may touch what others see.
#pragma once

#include <array>

#include "group_kernel.hpp"
#include "random_program.hpp"

namespace weft::test {

/// Local memory: two rows of ints, a record per work-item, counters.
struct LocalLayout {
  static constexpr unsigned rows = 2, record = 16; ///< double, i16, i8, float at 0, 8, 10, 12
  unsigned items = 1;

  unsigned row(unsigned i) const { return i * items * 4; }
  unsigned records() const { return llvm::alignTo(row(rows), 16); }
  unsigned bins() const { return records() + items * record; }
  unsigned bytes() const { return bins() + counters * 4; }
};

/// Random code of one work-item. A derived class says where the work-items of a group meet.
class GroupItem : protected RandomProgram {
protected:
  using Value = llvm::Value;
  using Type = llvm::Type;

  GroupItem(llvm::Module &module, std::uint64_t seed, std::set<unsigned> dropped)
      : RandomProgram(module, seed, std::move(dropped)) {}

  /// What other work-items may read: in the shared phase nobody writes, in the own phase everybody reads only its own.
  enum class Phase { own, shared };
  enum class Effect { pure, plain, convergent };

  void choose_launch();
  void create_function();
  void create_uniform_locals();
  void start_local_memory();

  Value *builtin(const llvm::Twine &name, Type *result, llvm::ArrayRef<Value *> arguments,
                 Effect effect = Effect::pure);
  Value *id(const char *which, unsigned dim) { return builtin(which, i64(), {builder_.getInt32(dim)}); }
  void barrier();
  Value *row_place(unsigned row, Value *item); ///< an int of local memory
  Value *any_item();                           ///< another work-item of the group, or the own one
  void other_effect() override;
  llvm::BasicBlock *way_out() override;

  /// The same for all work-items of a group.
  Value *uniform_value();
  Value *uniform_expression(unsigned depth);
  Value *uniform_condition();
  void set_uniform(Value *value);

  /// for (at = first; at < end; at += step) body(at)
  template <class Body> void stride_loop(Value *first, Value *step, Value *end, Body body);

  GroupKernel kernel_;
  LocalLayout layout_;
  bool nd_ = false;
  bool calm_ = false;     ///< no divergence, no local memory, no atomics: what is simple enough to be jammed
  bool lets_off_ = false; ///< work-items return one by one while the others meet
  bool uses_local_ = false, local_ready_ = false;
  Phase phase_ = Phase::own;
  llvm::SmallVector<llvm::BasicBlock *, 3>
      ends_; ///< code behind the last meeting, to be made; each goes on to the next
  Value *trips_ = nullptr, *bound_ = nullptr, *local_id_ = nullptr;

private:
  void choose_groups(unsigned dims);
  Value *field(std::size_t offset, Type *type);
  template <class Position, class Extent> Value *linear(Position position, Extent extent);
  void stop_beyond_range();
  Value *record_of(Value *item);

  Value *local_field(Type *type, Value *item);
  std::array<Type *, 4> local_field_types();
  Type *local_field_type() { return local_field_types()[pick(4)]; }
  Value *bin(Value *index);
  void aim();
  void store_local();
  Value *load_local();
  Value *load_neighbour();

  Value *other_leaf() override;
  void count(bool local);
  Value *update(const llvm::Twine &operation, Value *where, Value *value, bool local);
  void exchange_loop();
  void own_atomic();
  Value *own_update(const llvm::Twine &type, Value *where, Value *value);

  Value *block_ = nullptr, *records_ = nullptr, *counts_ = nullptr, *local_memory_ = nullptr;
  llvm::SmallVector<llvm::AllocaInst *, 4> uniform_locals_;
  llvm::AllocaInst *own_place_ = nullptr; ///< Points to the item's int in some row of local memory.
};

template <class Body> void GroupItem::stride_loop(Value *first, Value *step, Value *end, Body body) {
  llvm::BasicBlock *before = builder_.GetInsertBlock(), *head = block("stride.head"), *inside = block("stride.body"),
                   *next = block("stride.next"), *after = block("stride.after");
  builder_.CreateBr(head);
  builder_.SetInsertPoint(head);
  llvm::PHINode *at = builder_.CreatePHI(i64(), 2);
  at->addIncoming(first, before);
  builder_.CreateCondBr(builder_.CreateICmpULT(at, end), inside, after);
  builder_.SetInsertPoint(inside);
  loops_.push_back({next, after});
  ++loops_around_;
  body(at);
  --loops_around_;
  loops_.pop_back();
  builder_.CreateBr(next);
  builder_.SetInsertPoint(next);
  at->addIncoming(builder_.CreateAdd(at, step, "", true, true), next);
  builder_.CreateBr(head);
  builder_.SetInsertPoint(after);
}

} // namespace weft::test
