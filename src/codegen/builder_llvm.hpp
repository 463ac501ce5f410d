// The Builder over LLVM IR.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "codegen/ir/builtins.hpp"
#include "codegen/language_builder.hpp"

namespace weft::codegen {

/// Booleans are i1 as values and i8 in memory; complex values are a pair of scalars, so that no aggregate ever appears.
class LlvmBuilder final : public LanguageBuilder {
public:
  explicit LlvmBuilder(const KernelInfo &kernel);

  Value field(std::uint32_t offset, Type) override;
  Value field_aligned(std::uint32_t offset, std::uint32_t bytes) override;
  Value field_address(std::uint32_t offset) override;
  Value constant(Type, double) override;
  Value constant_int(Type, std::int64_t) override;
  Value constant_bits(Type, std::span<const std::byte> bytes) override;

  Value global_id(int dim) override { return id(ir::Builtin::global_id, dim); }
  Value local_id(int dim) override { return id(ir::Builtin::local_id, dim); }
  Value group_id(int dim) override { return id(ir::Builtin::group_id, dim); }
  Value local_range(int dim) override { return id(ir::Builtin::local_range, dim); }
  Value global_range(int dim) override { return id(ir::Builtin::global_range, dim); }
  Value group_range(int dim) override { return id(ir::Builtin::group_range, dim); }
  Value sub_group(SubGroupQuery) override;

  Value index(IndexOp, Value, Value) override;
  Value arithmetic(Arithmetic, Value, Value) override;
  Value compare(Compare, Value, Value) override;
  Value select(Value condition, Value if_true, Value if_false) override;
  Value logical_and(Value, Value) override;
  Value logical_not(Value) override;
  Value convert(Value, Type) override;

  Value offset(Value pointer, Value bytes) override;
  Value load(Type, Value pointer, Value index) override;
  void store(Value pointer, Value index, Value) override;
  Variable variable(Type, std::uint32_t count) override;
  Value get(Variable, Value index) override;
  Value get(Variable) override;
  void set(Variable, Value index, Value) override;
  void set(Variable, Value) override;
  Value address(Variable) override;
  void lies_apart(Value pointer) override { apart_.push_back(scalar(pointer, Type::ptr)); }

  using Builder::call;
  Value call(std::string_view function, Type result, std::span<const Value>) override;
  Value call_together(std::string_view function, Type result, std::span<const Value>) override;

  using Builder::loop;
  void loop(Value begin, Value end, Value step, Unroll, const std::function<void(Value)> &body) override;
  void if_then(Value condition, const std::function<void()> &then, Guard guard) override;
  void if_else(Value condition, const std::function<void()> &then, const std::function<void()> &otherwise) override;
  void while_loop(const std::function<Value()> &condition, const std::function<void()> &body) override;

  Block block() override;
  void enter(Block) override;
  void jump(Block) override;
  void branch(Value condition, Block if_true, Block if_false) override;

  void barrier() override { barrier(Scope::work_group); }
  void barrier(Scope) override;
  void fence(Order, Scope) override;
  Value local_memory(std::uint32_t byte_offset) override;
  Value group_reduce(std::string_view op, Value) override;
  Value atomic(std::string_view op, Value pointer, Value operand) override;

  LanguageBuilder &language() override { return *this; }
  Bytes finish(bool contract) override;

private:
  /// What a Value stands for: one scalar, or the two halves of a complex number.
  struct Parts {
    llvm::Value *real = nullptr, *imag = nullptr;
  };

  Value remember(Parts parts, Type type);
  Parts parts(Value value) const;
  llvm::Value *scalar(Value value, Type expected) const;
  llvm::Value *scalar(Value value) const;
  llvm::Type *value_type(Type) const;  ///< of a scalar, or of each half
  llvm::Type *memory_type(Type) const; ///< the same, as stored
  Value id(ir::Builtin builtin, int dim);
  llvm::Value *external(std::string_view name, llvm::Type *result, llvm::ArrayRef<llvm::Value *> arguments,
                        llvm::ArrayRef<llvm::Attribute::AttrKind> attributes);
  llvm::AllocaInst *stack(llvm::Type *type, std::uint32_t count);
  Parts load_element(Type type, llvm::Value *pointer, llvm::Value *index);
  void store_element(Type type, llvm::Value *pointer, llvm::Value *index, Parts value);
  llvm::Value *convert_scalar(llvm::Value *value, Type from, Type to);
  llvm::Value *float_to_integer(llvm::Value *value, Type to);
  llvm::Value *float_to_bfloat(llvm::Value *value);
  llvm::BasicBlock *make_block(const char *name);
  void separate_pointers();

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  llvm::IRBuilder<> ir_;
  KernelInfo kernel_;
  llvm::Function *function_ = nullptr;
  llvm::BasicBlock *entry_ = nullptr; ///< variables and fields; runs before the body
  std::vector<Parts> values_;
  std::vector<llvm::AllocaInst *> variables_;
  std::vector<llvm::BasicBlock *> blocks_; ///< what block() gave; in the function once entered
  std::map<std::pair<std::uint32_t, Type>, Value> fields_;
  std::vector<llvm::Value *> apart_;
};

} // namespace weft::codegen
