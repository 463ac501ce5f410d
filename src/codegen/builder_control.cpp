// Memory, control flow and group operations of the Builder.
#include "codegen/builder_llvm.hpp"
#include "codegen/ir/spmd_target.hpp"
#include "codegen/types.hpp"
#include "support/error.hpp"

namespace weft::codegen {

Value LlvmBuilder::field(std::uint32_t offset, Type type) {
  WEFT_CHECK(offset + size_of(type) <= kernel_.args_size, "builder: field at {} of {} bytes in {} argument bytes",
             offset, size_of(type), kernel_.args_size);
  const auto key = std::pair(offset, type);
  if (const auto known = fields_.find(key); known != fields_.end())
    return known->second;
  const llvm::IRBuilderBase::InsertPointGuard guard(ir_);
  ir_.SetInsertPoint(entry_);
  auto *address = ir_.CreateConstInBoundsGEP1_64(ir_.getInt8Ty(), function_->getArg(0), offset);
  const Value value = remember(load_element(type, address, ir_.getInt64(0)), type);
  fields_.emplace(key, value);
  return value;
}

Value LlvmBuilder::field_aligned(std::uint32_t offset, std::uint32_t bytes) {
  const Value pointer = field(offset, Type::ptr);
  auto *load = llvm::cast<llvm::LoadInst>(scalar(pointer));
  load->setMetadata(llvm::LLVMContext::MD_align,
                    llvm::MDNode::get(context_, llvm::ConstantAsMetadata::get(ir_.getInt64(bytes))));
  return pointer;
}

Value LlvmBuilder::field_address(std::uint32_t offset) {
  WEFT_CHECK(offset < kernel_.args_size, "builder: field address {} in {} argument bytes", offset, kernel_.args_size);
  return remember({ir_.CreateConstInBoundsGEP1_64(ir_.getInt8Ty(), function_->getArg(0), offset)}, Type::ptr);
}

llvm::AllocaInst *LlvmBuilder::stack(llvm::Type *type, std::uint32_t count) {
  llvm::IRBuilder<> at(entry_, entry_->begin());
  auto *array = count == 1 ? type : llvm::ArrayType::get(type, count);
  return at.CreateAlloca(array);
}

LlvmBuilder::Parts LlvmBuilder::load_element(Type type, llvm::Value *pointer, llvm::Value *index) {
  llvm::Type *element = memory_type(type);
  const llvm::Align align(std::max(1u, size_of(component(type))));
  const auto read = [&](llvm::Value *at) {
    return ir_.CreateAlignedLoad(element, ir_.CreateInBoundsGEP(element, pointer, at), align);
  };
  if (is_complex(type)) {
    auto *first = ir_.CreateShl(index, 1, "", false, true);
    auto *real = read(first);
    return {real, read(ir_.CreateOr(first, ir_.getInt64(1), "", true))};
  }
  auto *value = read(index);
  return {type == Type::boolean ? ir_.CreateIsNotNull(value) : value};
}

void LlvmBuilder::store_element(Type type, llvm::Value *pointer, llvm::Value *index, Parts value) {
  llvm::Type *element = memory_type(type);
  const llvm::Align align(std::max(1u, size_of(component(type))));
  const auto write = [&](llvm::Value *at, llvm::Value *part) {
    ir_.CreateAlignedStore(part, ir_.CreateInBoundsGEP(element, pointer, at), align);
  };
  if (is_complex(type)) {
    auto *first = ir_.CreateShl(index, 1, "", false, true);
    write(first, value.real);
    write(ir_.CreateOr(first, ir_.getInt64(1), "", true), value.imag);
    return;
  }
  write(index, type == Type::boolean ? ir_.CreateZExt(value.real, element) : value.real);
}

Value LlvmBuilder::offset(Value pointer, Value bytes) {
  return remember({ir_.CreateInBoundsGEP(ir_.getInt8Ty(), scalar(pointer, Type::ptr), scalar(bytes, Type::i64))},
                  Type::ptr);
}

Value LlvmBuilder::load(Type type, Value pointer, Value index) {
  return remember(load_element(type, scalar(pointer, Type::ptr), scalar(index, Type::i64)), type);
}

void LlvmBuilder::store(Value pointer, Value index, Value value) {
  store_element(value.type, scalar(pointer, Type::ptr), scalar(index, Type::i64), parts(value));
}

Variable LlvmBuilder::variable(Type type, std::uint32_t count) {
  WEFT_CHECK(count > 0, "builder: a variable of no elements");
  variables_.push_back(stack(memory_type(type), is_complex(type) ? 2 * count : count));
  return {static_cast<std::uint32_t>(variables_.size() - 1), type, count};
}

Value LlvmBuilder::address(Variable variable) {
  return remember({variables_.at(variable.id)}, Type::ptr);
}

Value LlvmBuilder::get(Variable variable, Value index) {
  return remember(load_element(variable.type, variables_.at(variable.id), scalar(index, Type::i64)), variable.type);
}

Value LlvmBuilder::get(Variable variable) {
  return remember(load_element(variable.type, variables_.at(variable.id), ir_.getInt64(0)), variable.type);
}

void LlvmBuilder::set(Variable variable, Value index, Value value) {
  WEFT_CHECK(variable.type == value.type, "builder: variable of type {} set to a value of type {}",
             static_cast<int>(variable.type), static_cast<int>(value.type));
  store_element(variable.type, variables_.at(variable.id), scalar(index, Type::i64), parts(value));
}

void LlvmBuilder::set(Variable variable, Value value) {
  set(variable, constant_int(Type::i64, 0), value);
}

namespace {
void mark_loop(llvm::BranchInst &latch, const char *wish) {
  llvm::LLVMContext &context = latch.getContext();
  auto *loop =
      llvm::MDNode::getDistinct(context, {nullptr, llvm::MDNode::get(context, llvm::MDString::get(context, wish))});
  loop->replaceOperandWith(0, loop);
  latch.setMetadata(llvm::LLVMContext::MD_loop, loop);
}
} // namespace

void LlvmBuilder::loop(Value begin, Value end, Value step, Unroll unroll, const std::function<void(Value)> &body) {
  auto *first = scalar(begin, Type::i64), *last = scalar(end, Type::i64), *stride = scalar(step, Type::i64);
  auto *before = ir_.GetInsertBlock(), *head = make_block("loop"), *inside = make_block("loop.body"),
       *after = make_block("loop.end");
  ir_.CreateBr(head);
  ir_.SetInsertPoint(head);
  auto *counter = ir_.CreatePHI(ir_.getInt64Ty(), 2);
  counter->addIncoming(first, before);
  ir_.CreateCondBr(ir_.CreateICmpSLT(counter, last), inside, after);
  ir_.SetInsertPoint(inside);
  body(remember({counter}, Type::i64));
  auto *next = ir_.CreateNSWAdd(counter, stride);
  counter->addIncoming(next, ir_.GetInsertBlock());
  auto *latch = ir_.CreateBr(head);
  if (unroll != Unroll::automatic)
    mark_loop(*latch, unroll == Unroll::full ? "llvm.loop.unroll.full" : "llvm.loop.unroll.disable");
  ir_.SetInsertPoint(after);
}

void LlvmBuilder::if_then(Value condition, const std::function<void()> &then, Guard guard) {
  auto *inside = make_block("then"), *after = make_block("endif");
  auto *branch = ir_.CreateCondBr(scalar(condition, Type::boolean), inside, after);
  if (guard == Guard::rest)
    branch->setMetadata(ir::rest_metadata, llvm::MDNode::get(ir_.getContext(), {}));
  ir_.SetInsertPoint(inside);
  then();
  ir_.CreateBr(after);
  ir_.SetInsertPoint(after);
}

void LlvmBuilder::if_else(Value condition, const std::function<void()> &then, const std::function<void()> &otherwise) {
  auto *inside = make_block("then"), *other = make_block("else"), *after = make_block("endif");
  ir_.CreateCondBr(scalar(condition, Type::boolean), inside, other);
  ir_.SetInsertPoint(inside);
  then();
  ir_.CreateBr(after);
  ir_.SetInsertPoint(other);
  otherwise();
  ir_.CreateBr(after);
  ir_.SetInsertPoint(after);
}

void LlvmBuilder::while_loop(const std::function<Value()> &condition, const std::function<void()> &body) {
  auto *head = make_block("while"), *inside = make_block("while.body"), *after = make_block("while.end");
  ir_.CreateBr(head);
  ir_.SetInsertPoint(head);
  auto *going_on = scalar(condition(), Type::boolean);
  ir_.CreateCondBr(going_on, inside, after);
  ir_.SetInsertPoint(inside);
  body();
  ir_.CreateBr(head);
  ir_.SetInsertPoint(after);
}

Block LlvmBuilder::block() {
  blocks_.push_back(llvm::BasicBlock::Create(context_, "block"));
  return {static_cast<std::uint32_t>(blocks_.size() - 1)};
}

void LlvmBuilder::enter(Block block) {
  llvm::BasicBlock *next = blocks_.at(block.id);
  WEFT_CHECK(next->getParent() == nullptr, "builder: a block entered twice");
  WEFT_CHECK(ir_.GetInsertBlock()->getTerminator() != nullptr, "builder: a block entered by no jump");
  next->insertInto(function_);
  ir_.SetInsertPoint(next);
}

void LlvmBuilder::jump(Block block) {
  ir_.CreateBr(blocks_.at(block.id));
}

void LlvmBuilder::branch(Value condition, Block if_true, Block if_false) {
  ir_.CreateCondBr(scalar(condition, Type::boolean), blocks_.at(if_true.id), blocks_.at(if_false.id));
}

void LlvmBuilder::barrier(Scope scope) {
  WEFT_CHECK(scope == Scope::work_group || scope == Scope::sub_group, "builder: barrier of scope {}",
             static_cast<int>(scope));
  ir::call_builtin(ir_, ir::Builtin::barrier, {ir_.getInt32(static_cast<std::uint32_t>(scope))});
}

void LlvmBuilder::fence(Order order, Scope scope) {
  ir::call_builtin(ir_, ir::Builtin::fence,
                   {ir_.getInt32(static_cast<std::uint32_t>(order)), ir_.getInt32(static_cast<std::uint32_t>(scope))});
}

Value LlvmBuilder::local_memory(std::uint32_t byte_offset) {
  auto *base = ir::call_builtin(ir_, ir::Builtin::local_mem, {});
  return remember({ir_.CreateConstInBoundsGEP1_64(ir_.getInt8Ty(), base, byte_offset)}, Type::ptr);
}

namespace {
/// Group operations and atomics exist for 32- and 64-bit types: what a narrower one is widened to, and their suffix.
struct Widened {
  Type type;
  const char *suffix;
};

Widened widened(Type type) {
  switch (type) {
  case Type::boolean:
  case Type::u8:
  case Type::u16:
  case Type::u32:
    return {Type::u32, "u32"};
  case Type::i8:
  case Type::i16:
  case Type::i32:
    return {Type::i32, "i32"};
  case Type::i64:
    return {Type::i64, "i64"};
  case Type::u64:
    return {Type::u64, "u64"};
  case Type::f16:
  case Type::bf16:
  case Type::f32:
    return {Type::f32, "f32"};
  case Type::f64:
    return {Type::f64, "f64"};
  default:
    WEFT_CHECK(false, "builder: no group operation on type {}", static_cast<int>(type));
  }
}
} // namespace

Value LlvmBuilder::group_reduce(std::string_view op, Value value) {
  const auto reduce = [&](llvm::Value *part, Type type) {
    const Widened wide = widened(type);
    const ir::Builtin reduction = ir::builtin_with("group_reduce_", op);
    auto *result = ir::call_builtin(ir_, reduction, {convert_scalar(part, type, wide.type)}, wide.suffix);
    return convert_scalar(result, wide.type, type);
  };
  const Parts from = parts(value);
  WEFT_CHECK(!from.imag || op == "add", "builder: group reduction {} of complex values", op);
  const Type half = component(value.type);
  auto *real = reduce(from.real, half);
  return remember({real, from.imag ? reduce(from.imag, half) : nullptr}, value.type);
}

Value LlvmBuilder::atomic(std::string_view op, Value pointer, Value operand) {
  const Widened wide = widened(operand.type);
  WEFT_CHECK(wide.type == operand.type, "builder: no atomic {} on type {}", op, static_cast<int>(operand.type));
  const ir::Builtin update = ir::builtin_with(op == "exchange" ? "atomic_" : "atomic_fetch_", op);
  return remember(
      {ir::call_builtin(ir_, update, {scalar(pointer, Type::ptr), scalar(operand), ir_.getInt32(0), ir_.getInt32(3)},
                        wide.suffix)},
      operand.type);
}

} // namespace weft::codegen
