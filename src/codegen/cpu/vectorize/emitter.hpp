// Writes the vector function, following the plan. One class; its methods are spread over files by concept.
#pragma once

#include <functional>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/PointerIntPair.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#include "codegen/cpu/vectorize/order.hpp"
#include "codegen/cpu/vectorize/plan.hpp"
#include "codegen/cpu/vectorize/private_memory.hpp"
#include "codegen/cpu/vectorize/shapes.hpp"
#include "codegen/cpu/vectorize/vectorize.hpp"
#include "codegen/ir/builtins.hpp"

namespace weft::codegen::cpu::spmd {

class LaneSlots;

/// What a scalar value became: uniform (base), linear (base and stride) or varying (vector). Vectors of the first two
/// are made on demand, right behind the definition.
struct Lanes {
  llvm::Value *base = nullptr;
  llvm::Value *stride = nullptr;
  llvm::Value *vector = nullptr;
  llvm::BasicBlock *block = nullptr;   ///< where it was defined; null for arguments and constants
  llvm::Instruction *before = nullptr; ///< the last instruction in `block` at that time; null if there was none
};

/// A null mask everywhere means: all lanes.
class Emitter {
public:
  Emitter(llvm::Function &scalar, const VectorizeOptions &, const Plan &, const Shapes &, const BlockOrder &,
          const llvm::LoopInfo &, const PrivateMemory &);

  llvm::Function *run(llvm::StringRef name);

private:
  using Value = llvm::Value;
  using Type = llvm::Type;
  using Instruction = llvm::Instruction;
  using BasicBlock = llvm::BasicBlock;

  // control.cpp: blocks, edges, masks of blocks
  void create_function(llvm::StringRef name);
  void create_blocks();
  void create_slots();
  void emit_block(BasicBlock &block);
  Value *block_mask(const BasicBlock &block);
  void emit_phis(BasicBlock &block);
  void emit_terminator(BasicBlock &block);
  void emit_uniform_branch(BasicBlock &block);
  Value *taken_together(const Value &condition, Value *mask);
  void emit_divergent_branch(BasicBlock &block);
  Value *edge_condition(const BasicBlock &block, const BasicBlock &target);
  Value *edge_mask(const BasicBlock &block, const BasicBlock &target);
  void take_edge(const BasicBlock &block, const BasicBlock &target, Value *mask);
  bool phi_is_alias(const llvm::PHINode &phi) const;
  bool takes_edge_actions(const BasicBlock &target) const;

  // values.cpp: scalar values to lanes
  Type *lanes_type(Type *type) const;
  bool is_element(Type *type) const;
  Lanes &define(const Value &scalar, Lanes lanes);
  void define_uniform(const Value &scalar, Value *base) { define(scalar, {.base = base}); }
  void define_vector(const Value &scalar, Value *vector) { define(scalar, {.vector = vector}); }
  Lanes lanes_of(const Value *scalar) const;
  Value *uniform(const Value *scalar);
  Value *vector(const Value *scalar);
  Value *spread(const Lanes &lanes);
  void set_behind_definition(const Lanes &lanes);
  Value *splat(Value *scalar);
  Value *lane_numbers(Type *type, std::int64_t step = 1);
  Value *stride_constant(Type *type, std::int64_t stride);
  Shape shape(const Value *scalar) const { return shapes_.of(scalar); }

  // masks.cpp
  Type *mask_type() const;
  Value *all_lanes() const;
  Value *no_lanes() const;
  Value *full(Value *mask) const { return mask ? mask : all_lanes(); }
  Value *mask_and(Value *mask, Value *condition);
  Value *mask_bits(Value *mask);
  Value *any(Value *mask);
  Value *blend(Value *mask, Value *active, Value *inactive);

  // instructions.cpp: what has no memory and no control flow
  void emit(Instruction &inst, Value *mask);
  void emit_uniform(Instruction &inst);
  void emit_linear(Instruction &inst, Value *mask);
  void emit_linear_address(llvm::GetElementPtrInst &address, Value *mask);
  void emit_varying(Instruction &inst, Value *mask);
  void emit_varying_address(llvm::GetElementPtrInst &address);
  std::pair<Value *, Value *> extended(const Value &narrow, Type *type, bool is_signed);
  Value *combine(llvm::BinaryOperator &inst, Value *mask);

  // division.cpp
  struct Reciprocal {
    Value *multiplier = nullptr, *addend = nullptr, *first_shift = nullptr, *shift = nullptr;
    Value *identity = nullptr; ///< all bits set where it is 1
    Value *sign = nullptr;     ///< of a signed divisor: all bits set where it is negative
  };
  bool divides_per_lane(const llvm::BinaryOperator &inst, const Value *mask) const;
  Value *divide(llvm::BinaryOperator &inst, Value *mask);
  bool shares_reciprocal(const llvm::BinaryOperator &inst) const;
  Value *divide_by_shared(llvm::BinaryOperator &inst);
  const Reciprocal &reciprocal_of(const Value &divisor, bool is_signed);
  void multiply_bytes(Reciprocal &known, Value *divisor);
  void multiply_and_add(Reciprocal &known, Value *divisor);
  void multiply_longs(Reciprocal &known, Value *divisor);
  Value *quotient_of_bytes(Value *dividend, const Reciprocal &by);
  Value *quotient_of_16(Value *dividend, const Reciprocal &by);
  Value *quotient_of_32(Value *dividend, const Reciprocal &by);
  Value *quotient_of_64(Value *dividend, const Reciprocal &by);
  Value *divide_as_reals(llvm::BinaryOperator &inst, Type *element, Value *divisor);

  // memory.cpp
  void emit_alloca(llvm::AllocaInst &array);
  void emit_load(llvm::LoadInst &load, Value *mask);
  void emit_store(llvm::StoreInst &store, Value *mask);
  Value *load_from(llvm::LoadInst &load, Type *type, Value *mask);
  void store_to(llvm::StoreInst &store, Value *vector, Value *mask);
  Value *load_private(const llvm::Value &memory, Value *address, Type *type, Value *mask);
  void store_private(const llvm::Value &memory, Value *address, Value *vector, Value *mask);
  Value *private_place(const llvm::Value &memory, Value *address, bool &side_by_side);
  bool gathers(std::uint64_t size) const;
  bool masks_in_memory(std::uint64_t size) const;
  Value *harmless(Value *addresses, Value *mask);
  llvm::AllocaInst *spare();
  Value *gather(Type *type, Value *addresses, llvm::Align align, Value *mask);
  void scatter(Value *value, Value *addresses, llvm::Align align, Value *mask);
  bool stores_whole_vectors(const Value &address, std::uint64_t bytes) const;
  Value *some_lane(Value *start, Value *mask);
  void store_in_part(Value *value, Value *start, llvm::Align align, Value *mask);
  Value *load_every(unsigned step, Type *type, Value *start, llvm::Align align);
  void store_every(unsigned step, Value *value, Value *start, llvm::Align align);
  Value *load_each_lane(const Value &address, Type *type, llvm::Align align);
  void store_each_lane(const Value &address, Value *vector, llvm::Align align);
  Value *lane_address(const Value *address, unsigned index, std::int64_t offset = 0);

  // neighbours.cpp: addresses that differ in one index
  struct Scattered {
    llvm::GetElementPtrInst *place;
    const llvm::Use *varying;
    Value *index; ///< before its extension
  };
  struct Neighbours {
    Value *start;
    Value *hold; ///< whether they are
  };
  std::optional<Scattered> scattered_at(Value *address, std::uint64_t size);
  Value *address_of(const Scattered &at, Value *index);
  bool follows_lanes(const Value &value, unsigned depth) const;
  std::optional<Neighbours> neighbours_at(const Scattered &at, Value *mask);
  Value *either(Value *condition, llvm::function_ref<Value *()> then, llvm::function_ref<Value *()> otherwise);

  // butterflies.cpp: accesses of lanes at x ^ d
  struct Partners {
    Value *x, *d;
  };
  struct Exchange {
    Value *start; ///< of the elements of all partners
    Value *d;
    Value *in_block; ///< whether the lanes' numbers begin at a multiple of their count; else this does not hold
  };
  std::optional<Partners> partners(Value *index);
  std::optional<Exchange> exchange_at(const Scattered &at);
  Value *exchange_lanes(Value *values, Value *d);
  Value *exchange_mask(Value *mask, Value *d, std::uint64_t size);

  // records.cpp: neighbouring accesses of each lane
  bool emit_record_load(llvm::LoadInst &load);
  bool emit_record_store(llvm::StoreInst &store);
  bool emit_packed_load(llvm::LoadInst &load, llvm::Value *mask);
  bool emit_packed_store(llvm::StoreInst &store, llvm::Value *mask);

  // calls.cpp
  void emit_call(llvm::CallBase &call, Value *mask);
  bool emit_builtin(llvm::CallBase &call, Value *mask);
  void emit_lanewise(llvm::CallBase &call);
  llvm::Value *is_steady(const llvm::Value &value, bool is_signed);
  void emit_steady_extension(llvm::CallBase &call);
  bool emit_sub_group(llvm::CallBase &call, const ir::BuiltinInfo &builtin, Value *mask);
  bool emit_vector_intrinsic(llvm::IntrinsicInst &call);
  Value *shuffle_lanes(Value *vector, Value *index);
  Value *reduce(llvm::StringRef operation, Value *vector, Value *mask);

  // boundary_tests.cpp
  Value *holds_for_all(Value &asked, Value *mask);
  Value *all_lanes_find(Value &condition, bool wanted, unsigned depth);
  Value *end_lanes_find(const llvm::ICmpInst &compare, bool wanted);

  // per_lane.cpp
  void emit_per_lane(Instruction &inst, Value *mask);
  void for_each_active_lane(Value *mask, llvm::function_ref<void(Value *)> body);
  Value *linear_lane(const Lanes &lanes, Value *lane);
  LaneSlots lane_slots(Type *scalar, llvm::DenseMap<Type *, unsigned> &used);

  // atomics.cpp
  void emit_atomic_update(llvm::AtomicRMWInst &update, Value *mask);

  llvm::Function &scalar_;
  const VectorizeOptions &options_;
  const unsigned width_;
  const Plan &plan_;
  const Shapes &shapes_;
  const BlockOrder &order_;
  const llvm::LoopInfo &loops_;
  const PrivateMemory &memory_;
  const llvm::DataLayout &layout_;
  llvm::IRBuilder<> builder_;

  llvm::Function *function_ = nullptr;
  BasicBlock *prologue_ = nullptr;
  Value *function_mask_ = nullptr;
  llvm::DenseMap<const Value *, Lanes> values_;
  llvm::DenseMap<const BasicBlock *, BasicBlock *> entry_; ///< where jumps to the block lead: its guard, or its body
  llvm::DenseMap<const BasicBlock *, BasicBlock *> body_;
  llvm::DenseMap<const BasicBlock *, Value *> masks_;
  llvm::DenseMap<const BasicBlock *, Value *> only_edge_masks_; ///< for MaskSource::edge
  llvm::DenseMap<const BasicBlock *, llvm::AllocaInst *> mask_slots_;
  llvm::DenseMap<const llvm::PHINode *, llvm::AllocaInst *> phi_slots_;
  llvm::DenseMap<const BasicBlock *, llvm::SmallVector<llvm::AllocaInst *, 4>> resets_; ///< slots to clear in a block
  llvm::DenseMap<const Instruction *, Value *> record_parts_; ///< loads that an earlier record load has answered
  llvm::DenseMap<const Instruction *, std::function<void()>> record_stores_; ///< last store of a record: writes all
  llvm::DenseSet<const Instruction *> waiting_stores_;                       ///< the others of its stores
  llvm::DenseMap<llvm::PointerIntPair<const Value *, 1, bool>, Reciprocal> reciprocals_; ///< by divisor, and signed
  llvm::SmallVector<llvm::AllocaInst *, 16> slots_;
  llvm::AllocaInst *spare_ = nullptr;                                        ///< memory of no one's
  llvm::DenseMap<Type *, llvm::SmallVector<llvm::AllocaInst *, 4>> scratch_; ///< of lane_slots()
};

} // namespace weft::codegen::cpu::spmd
