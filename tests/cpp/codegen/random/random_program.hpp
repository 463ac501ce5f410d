// Random structured code of one work-item, without undefined behaviour: what all random kernels are made of.
#pragma once

#include <cstdint>
#include <random>
#include <set>

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace weft::test {

inline constexpr unsigned record_bytes = 64; ///< of global memory that one work-item may write
inline constexpr unsigned counters = 16;     ///< elements of the memory that all work-items add to

/// Expressions over locals and tables, nested control flow, private arrays and records, calls. A derived class makes
/// the function, sets the members below and says what else there is to read and to do.
///
/// Statements are numbered as they are made; those in `dropped` end in dead code, and the others stay what they were:
/// so a failing kernel shrinks.
class RandomProgram {
public:
  RandomProgram(llvm::Module &module, std::uint64_t seed, std::set<unsigned> dropped)
      : module_(module), builder_(module.getContext()), random_(seed), dropped_(std::move(dropped)) {}
  virtual ~RandomProgram() = default;

  unsigned statements_made() const { return serial_; }

protected:
  struct LoopTargets {
    llvm::BasicBlock *next, *after;
  };

  /// A value that only this kind of kernel has, of a type of its own choice; or none.
  virtual llvm::Value *other_leaf() { return nullptr; }
  /// A statement without control flow that only this kind of kernel has.
  virtual void other_effect() = 0;
  /// Where a work-item may go that leaves all that is around; null if nowhere.
  virtual llvm::BasicBlock *way_out() { return may_return_ ? exit_ : nullptr; }

  unsigned pick(unsigned below) { return unsigned(random_() % below); }
  bool chance(unsigned percent) { return pick(100) < percent; }
  llvm::Type *i32() { return builder_.getInt32Ty(); }
  llvm::Type *i64() { return builder_.getInt64Ty(); }
  llvm::BasicBlock *block(const char *name);
  llvm::Type *random_type();
  /// The address of element `index` behind `base`.
  llvm::Value *place(llvm::Type *type, llvm::Value *base, llvm::Value *index);
  llvm::Value *byte_place(llvm::Value *base, std::uint64_t offset);

  void create_locals();
  void statements(unsigned count, unsigned depth);
  void statement(unsigned depth);
  /// for (turn = 0; goes_on(turn); ++turn) body(turn, targets), or with the test behind the body.
  template <class GoesOn, class Body> void counted_loop(const char *name, GoesOn goes_on, Body body);
  /// Makes one statement, or drops it.
  template <class Make> void numbered(Make make);
  void store_to_record();
  void store_locals();

  llvm::Value *table(llvm::Type *type, llvm::Value *index);
  llvm::Value *constant(llvm::Type *type);
  llvm::Value *convert(llvm::Value *value, llvm::Type *type);
  llvm::Value *leaf(llvm::Type *type);
  llvm::Value *expression(llvm::Type *type, unsigned depth);
  llvm::Value *condition(unsigned depth);
  llvm::Value *compare(llvm::Value *a, llvm::Value *b);
  llvm::Value *integer(llvm::Value *a, llvm::Value *b);
  /// NaNs have many bit patterns, of which the code generator may choose.
  llvm::Value *canonical(llvm::Value *value);
  llvm::Value *some_local(llvm::Type *type);
  void set_local(llvm::Value *value);

  llvm::Module &module_;
  llvm::IRBuilder<> builder_;
  std::mt19937_64 random_;
  llvm::Function *function_ = nullptr;
  llvm::BasicBlock *exit_ = nullptr;
  llvm::Value *ints_ = nullptr, *longs_ = nullptr, *floats_ = nullptr; ///< tables of table_size elements, read only
  unsigned table_size_ = 0;                                            ///< a power of two
  llvm::Value *own_record_ = nullptr;                                  ///< record_bytes of this work-item
  llvm::Value *id_ = nullptr;                                          ///< i64, at most a quarter of table_size_
  llvm::Value *uniform_ = nullptr;                                     ///< i32
  bool may_return_ = true;                                             ///< may statements leave the function?
  bool record_writable_ = true;                                        ///< or do others read it now?
  llvm::SmallVector<LoopTargets, 4> loops_;
  unsigned loops_around_ = 0; ///< of any kind

private:
  llvm::Value *element(llvm::Value *index);
  llvm::Value *part_of_id();
  llvm::Value *table_index();
  llvm::Value *real(llvm::Value *a, llvm::Value *b);
  void effect();
  void store_private_record();
  llvm::Function *helper();
  void call_helper();
  void branch(unsigned depth);
  llvm::Value *goes_on(llvm::Value *turn, llvm::Value *trips);
  void loop(unsigned depth);
  void choice(unsigned depth);
  void jump();

  std::set<unsigned> dropped_;
  unsigned serial_ = 0;
  llvm::SmallVector<llvm::AllocaInst *, 8> locals_;
  llvm::AllocaInst *array_ = nullptr;
  llvm::AllocaInst *record_ = nullptr;
};

template <class Make> void RandomProgram::numbered(Make make) {
  const bool drop = dropped_.contains(serial_++);
  llvm::BasicBlock *after = nullptr;
  if (drop) {
    after = block("after");
    builder_.CreateBr(after);
    builder_.SetInsertPoint(block("dropped"));
  }
  make();
  if (drop) {
    builder_.CreateBr(after);
    builder_.SetInsertPoint(after);
  }
}

template <class GoesOn, class Body> void RandomProgram::counted_loop(const char *name, GoesOn goes_on, Body body) {
  const bool tests_first = chance(65);
  const auto part = [&](const char *what) {
    return llvm::BasicBlock::Create(module_.getContext(), llvm::Twine(name) + what, function_);
  };
  llvm::BasicBlock *before = builder_.GetInsertBlock(), *head = part(".head"), *inside = part(".body"),
                   *next = part(".next"), *after = part(".after");
  const auto test = [&](llvm::Value *turn) { // may take several blocks
    llvm::Value *const more = goes_on(turn);
    builder_.CreateCondBr(more, tests_first ? inside : head, after);
  };
  builder_.CreateBr(head);
  builder_.SetInsertPoint(head);
  llvm::PHINode *turn = builder_.CreatePHI(i32(), 2);
  turn->addIncoming(builder_.getInt32(0), before);
  ++loops_around_;
  if (tests_first)
    test(turn);
  else
    builder_.CreateBr(inside);
  builder_.SetInsertPoint(inside);
  body(turn, LoopTargets{next, after});
  builder_.CreateBr(next);
  builder_.SetInsertPoint(next);
  llvm::Value *const following = builder_.CreateNSWAdd(turn, builder_.getInt32(1));
  if (tests_first)
    builder_.CreateBr(head);
  else
    test(following);
  --loops_around_;
  turn->addIncoming(following, builder_.GetInsertBlock());
  builder_.SetInsertPoint(after);
}

} // namespace weft::test
