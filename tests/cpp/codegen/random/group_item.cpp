// Launch, arguments, ids and memories of a random group kernel's work-items.
#include "group_item.hpp"

#include <cstddef>

#include <llvm/IR/Module.h>

namespace weft::test {

using namespace llvm;

namespace {
constexpr unsigned bins_per_operation = 4; ///< of `counters`: one operation each, since different ones do not commute
} // namespace

void GroupItem::choose_launch() {
  kernel_.info.name = kernel_.info.pretty = "kernel";
  kernel_.info.args_size = sizeof(GroupKernelArgs);
  nd_ = chance(75);
  kernel_.info.form = nd_ ? codegen::LaunchForm::nd_range : codegen::LaunchForm::range;
  const unsigned dims = 1 + pick(3);
  kernel_.info.dims = std::uint8_t(dims);
  kernel_.global = {1, 1, 1};
  if (nd_)
    choose_groups(dims);
  else
    for (unsigned dim = 0; dim < dims; ++dim)
      kernel_.global[dim] = 1 + pick(dims == 1 ? 300 : dims == 2 ? 30 : 9);
  if (chance(25))
    for (unsigned dim = 0; dim < dims; ++dim)
      kernel_.offset[dim] = pick(1000);
  calm_ = chance(30);
  lets_off_ = nd_ && !calm_ && chance(50);
  uses_local_ = nd_ && !calm_ && chance(lets_off_ ? 95 : 75);
  kernel_.sub_groups = nd_ && !calm_ && chance(30);
  layout_.items = unsigned(kernel_.local[0] * kernel_.local[1] * kernel_.local[2]);
  kernel_.local_bytes = uses_local_ ? layout_.bytes() : 0;
  kernel_.uniform = std::int32_t(random_());
  kernel_.trips = std::int32_t(pick(10));
  kernel_.bound = pick(unsigned(kernel_.items()) + 1);
  kernel_.bake = chance(50);
}

void GroupItem::choose_groups(unsigned dims) {
  constexpr unsigned sizes[] = {1, 1, 2, 3, 4, 5, 7, 8, 13, 16, 17, 24, 32, 33, 48, 64};
  constexpr unsigned most = 64;
  unsigned size = 1;
  kernel_.local = {1, 1, 1};
  for (unsigned dim = 0; dim < dims; ++dim) {
    unsigned length = sizes[pick(std::size(sizes))];
    if (size * length > most)
      length = 1;
    size *= length;
    kernel_.local[dim] = length;
    const unsigned most_groups = most_items / most / (dims == 3 ? 4 : dims == 2 ? 2 : 1);
    kernel_.global[dim] = length * (1 + pick(length == 1 ? 2 * most_groups : dims == 1 ? 4 : 3));
  }
  while (kernel_.items() > most_items)
    for (unsigned dim = 0; dim < dims; ++dim)
      if (kernel_.global[dim] > kernel_.local[dim])
        kernel_.global[dim] -= kernel_.local[dim];
}

Value *GroupItem::builtin(const Twine &name, Type *result, ArrayRef<Value *> arguments, Effect effect) {
  SmallVector<Type *, 6> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  const std::string symbol = ("__weft_" + name).str();
  auto callee = module_.getOrInsertFunction(symbol, FunctionType::get(result, types, false));
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotThrow();
  if (effect == Effect::pure) {
    function->setDoesNotAccessMemory();
    function->setWillReturn();
  } else if (effect == Effect::convergent) {
    function->setConvergent();
  }
  return builder_.CreateCall(function, SmallVector<Value *, 6>(arguments));
}

Value *GroupItem::field(std::size_t offset, Type *type) {
  return builder_.CreateLoad(type, byte_place(block_, offset));
}

/// Row-major number of a position, dimension 0 fastest.
template <class Position, class Extent> Value *GroupItem::linear(Position position, Extent extent) {
  Value *number = builder_.getInt64(0);
  for (unsigned dim = kernel_.info.dims; dim-- > 0;)
    number = builder_.CreateAdd(builder_.CreateMul(number, extent(dim)), position(dim));
  return number;
}

void GroupItem::create_function() {
  auto *pointer = builder_.getPtrTy();
  function_ = Function::Create(FunctionType::get(builder_.getVoidTy(), {pointer}, false), Function::ExternalLinkage,
                               kernel_.info.name, module_);
  function_->addParamAttr(0, Attribute::getWithByValType(
                                 module_.getContext(), ArrayType::get(builder_.getInt8Ty(), sizeof(GroupKernelArgs))));
  function_->addParamAttr(0, Attribute::getWithAlignment(module_.getContext(), Align(8)));
  block_ = function_->getArg(0);
  builder_.SetInsertPoint(block("entry"));
  exit_ = block("exit");
  ints_ = field(offsetof(GroupKernelArgs, ints), pointer);
  longs_ = field(offsetof(GroupKernelArgs, longs), pointer);
  floats_ = field(offsetof(GroupKernelArgs, floats), pointer);
  counts_ = field(offsetof(GroupKernelArgs, counts), pointer);
  uniform_ = field(offsetof(GroupKernelArgs, uniform), i32());
  trips_ = field(offsetof(GroupKernelArgs, trips), i32());
  bound_ = field(offsetof(GroupKernelArgs, bound), i64());
  table_size_ = group_table_size;
  const auto range = [&](unsigned dim) { return id("global_range", dim); };
  const auto without_offset = [&](unsigned dim) {
    return builder_.CreateSub(id("global_id", dim), id("global_offset", dim));
  };
  if (!nd_)
    stop_beyond_range();
  id_ = linear(without_offset, range);
  records_ = field(offsetof(GroupKernelArgs, records), pointer);
  own_record_ = record_of(id_);
  if (nd_)
    local_id_ =
        linear([&](unsigned dim) { return id("local_id", dim); }, [&](unsigned dim) { return id("local_range", dim); });
  if (uses_local_)
    local_memory_ = builtin("local_mem", pointer, {});
}

void GroupItem::stop_beyond_range() {
  for (unsigned dim = 0; dim < kernel_.info.dims; ++dim) {
    Value *extent = field(offsetof(GroupKernelArgs, extent) + 8 * dim, i64());
    Value *inside = builtin("in_range", builder_.getInt1Ty(), {builder_.getInt32(dim), extent});
    BasicBlock *go_on = block("inside");
    builder_.CreateCondBr(inside, go_on, exit_);
    builder_.SetInsertPoint(go_on);
  }
}

Value *GroupItem::record_of(Value *item) {
  return place(builder_.getInt8Ty(), records_, builder_.CreateMul(item, builder_.getInt64(record_bytes)));
}

Value *GroupItem::uniform_value() {
  static constexpr const char *ranges[] = {"group_id", "group_range", "local_range", "global_range", "global_offset"};
  switch (pick(8)) {
  case 0:
    return constant(i32());
  case 1:
    return trips_;
  case 2:
    if (nd_ && !calm_) // branches on ids are an obstacle to the jam
      return builder_.CreateTrunc(id(ranges[pick(std::size(ranges))], pick(kernel_.info.dims)), i32());
    return uniform_;
  case 3: {
    Value *index = builder_.CreateAnd(uniform_locals_.empty() ? uniform_ : uniform_value(), group_table_size - 1);
    return builder_.CreateLoad(i32(), place(i32(), ints_, builder_.CreateZExt(index, i64())));
  }
  case 4:
    if (uses_local_ && phase_ == Phase::shared)
      return builder_.CreateLoad(i32(), byte_place(local_memory_, 4 * pick(LocalLayout::rows * layout_.items)));
    return uniform_;
  case 5:
    return uniform_;
  default:
    if (uniform_locals_.empty())
      return uniform_;
    return builder_.CreateLoad(i32(), uniform_locals_[pick(uniform_locals_.size())]);
  }
}

Value *GroupItem::uniform_expression(unsigned depth) {
  if (depth == 0)
    return uniform_value();
  Value *a = uniform_expression(depth - 1);
  return integer(a, uniform_expression(depth - 1));
}

Value *GroupItem::uniform_condition() {
  Value *a = uniform_expression(1);
  return compare(a, chance(50) ? constant(i32()) : uniform_value());
}

void GroupItem::set_uniform(Value *value) {
  builder_.CreateStore(value, uniform_locals_[pick(uniform_locals_.size())]);
}

Value *GroupItem::row_place(unsigned row, Value *item) {
  return place(i32(), byte_place(local_memory_, layout_.row(row)), item);
}

/// The field of a work-item's record in local memory that has this type.
Value *GroupItem::local_field(Type *type, Value *item) {
  const unsigned offset = type->isDoubleTy() ? 0 : type->isIntegerTy(16) ? 8 : type->isIntegerTy(8) ? 10 : 12;
  Value *record = place(builder_.getInt8Ty(), byte_place(local_memory_, layout_.records()),
                        builder_.CreateMul(item, builder_.getInt64(LocalLayout::record)));
  return byte_place(record, offset);
}

std::array<Type *, 4> GroupItem::local_field_types() {
  return {builder_.getDoubleTy(), builder_.getInt16Ty(), builder_.getInt8Ty(), builder_.getFloatTy()};
}

Value *GroupItem::bin(Value *index) {
  return place(i32(), byte_place(local_memory_, layout_.bins()), index);
}

void GroupItem::start_local_memory() {
  own_place_ = builder_.CreateAlloca(builder_.getPtrTy());
  aim();
  for (unsigned row = 0; row < LocalLayout::rows; ++row)
    builder_.CreateStore(leaf(i32()), row_place(row, local_id_));
  for (Type *type : local_field_types())
    builder_.CreateStore(canonical(leaf(type)), local_field(type, local_id_));
  stride_loop(local_id_, builder_.getInt64(layout_.items), builder_.getInt64(counters),
              [&](Value *at) { builder_.CreateStore(builder_.getInt32(0), bin(at)); });
  barrier();
}

void GroupItem::aim() {
  Value *row = row_place(pick(LocalLayout::rows), local_id_);
  if (chance(50))
    row = builder_.CreateSelect(condition(1), row, row_place(pick(LocalLayout::rows), local_id_));
  builder_.CreateStore(row, own_place_);
}

void GroupItem::store_local() {
  if (chance(10))
    return aim();
  if (chance(20)) {
    builder_.CreateStore(expression(i32(), 1), builder_.CreateLoad(builder_.getPtrTy(), own_place_));
  } else if (chance(50)) {
    builder_.CreateStore(expression(i32(), 2), row_place(pick(LocalLayout::rows), local_id_));
  } else {
    Type *type = local_field_type();
    builder_.CreateStore(canonical(expression(type, 1)), local_field(type, local_id_));
  }
}

Value *GroupItem::any_item() {
  Value *items = builder_.getInt64(layout_.items);
  switch (pick(4)) {
  case 0:
    return builder_.getInt64(pick(layout_.items));
  case 1:
    return builder_.CreateURem(builder_.CreateAdd(local_id_, builder_.getInt64(1 + pick(5))), items);
  case 2:
    return builder_.CreateSub(builder_.CreateSub(items, builder_.getInt64(1)), local_id_);
  default:
    return builder_.CreateURem(builder_.CreateZExt(some_local(i32()), i64()), items);
  }
}

Value *GroupItem::load_local() {
  const bool shared = phase_ == Phase::shared;
  if (chance(20))
    return builder_.CreateLoad(i32(), builder_.CreateLoad(builder_.getPtrTy(), own_place_));
  Value *item = shared ? any_item() : local_id_;
  switch (pick(shared ? 4 : 2)) {
  case 0:
    return builder_.CreateLoad(i32(), row_place(pick(LocalLayout::rows), item));
  case 1: {
    Type *type = local_field_type();
    return builder_.CreateLoad(type, local_field(type, item));
  }
  case 2:
    return builder_.CreateLoad(i32(), bin(builder_.getInt64(pick(counters))));
  default:
    return builder_.CreateLoad(i32(),
                               bin(builder_.CreateZExt(builder_.CreateAnd(some_local(i32()), counters - 1), i64())));
  }
}

/// The global record of another work-item of the same group.
Value *GroupItem::load_neighbour() {
  const auto own_position = [&](unsigned dim) { return id("local_id", dim); };
  const auto position = [&](unsigned dim) {
    Value *local = own_position(dim), *length = id("local_range", dim);
    Value *other = builder_.CreateURem(builder_.CreateAdd(local, builder_.getInt64(pick(3))), length);
    return builder_.CreateAdd(builder_.CreateMul(id("group_id", dim), length), other);
  };
  Value *item = linear(position, [&](unsigned dim) { return id("global_range", dim); });
  return builder_.CreateLoad(i32(), byte_place(record_of(item), 4 * pick(record_bytes / 4)));
}

Value *GroupItem::other_leaf() {
  if (kernel_.sub_groups && chance(30)) {
    static constexpr const char *names[] = {"sub_group_local_id", "sub_group_id", "sub_group_range",
                                            "sub_group_max_range", "sub_groups"};
    return builtin(names[pick(std::size(names))], i32(), {});
  }
  if (nd_ && phase_ == Phase::shared && chance(25))
    return load_neighbour();
  if (!calm_ && chance(10))
    return builder_.CreateLoad(i32(), byte_place(own_record_, 4 * pick(record_bytes / 4)),
                               loops_around_ == 0 && chance(20));
  if (uses_local_ && local_ready_ && chance(60))
    return load_local();
  if (chance(40) && !uniform_locals_.empty())
    return uniform_value();
  static constexpr const char *ids[] = {"global_id", "local_id", "group_id", "global_id"};
  return id(ids[pick(nd_ ? 4 : 1)], pick(kernel_.info.dims));
}

void GroupItem::other_effect() {
  if (calm_)
    return set_local(expression(builder_.getFloatTy(), 2));
  if (uses_local_ && phase_ == Phase::own && chance(60)) {
    if (chance(60))
      return store_local();
    return count(true);
  }
  if (record_writable_ && loops_around_ == 0 && chance(30))
    return own_atomic();
  if (chance(20))
    return exchange_loop();
  count(false);
}

/// Out of what nobody reads now, work-items may go to code that is behind all meetings.
BasicBlock *GroupItem::way_out() {
  if (may_return_ && phase_ == Phase::own && !ends_.empty() && chance(60))
    return ends_[pick(ends_.size())];
  return RandomProgram::way_out();
}

/// Adds to, or otherwise updates, a counter of local or global memory.
void GroupItem::count(bool local) {
  static constexpr const char *operations[][2] = {{"add", "sub"}, {"min", "max"}, {"or", "or"}, {"xor", "xor"}};
  const unsigned operation = pick(4);
  const bool is_signed = chance(50);
  const unsigned variant = operation == 1 ? is_signed : pick(2); // a place has one kind of minimum or maximum
  Value *value = expression(i32(), 1);
  Value *within = builder_.CreateAnd(chance(40) ? uniform_value() : expression(i32(), 1),
                                     operation == 1 ? bins_per_operation / 2 - 1 : bins_per_operation - 1);
  Value *index =
      builder_.CreateAdd(within, builder_.getInt32(bins_per_operation * operation + (operation == 1) * 2 * variant));
  index = builder_.CreateZExt(index, i64());
  if (!local && chance(20)) {
    Value *small = builder_.CreateSIToFP(builder_.CreateAnd(value, 15), builder_.getFloatTy());
    Value *sums = byte_place(counts_, counters * 4);
    update("fetch_add_f32", place(builder_.getFloatTy(), sums, index), small, false);
    return;
  }
  Value *where = local ? bin(index) : place(i32(), counts_, index);
  const char *type = is_signed || operation == 1 ? "_i32" : "_u32";
  update(Twine("fetch_") + operations[operation][variant] + type, where, value, local);
}

Value *GroupItem::update(const Twine &operation, Value *where, Value *value, bool local) {
  constexpr unsigned orders[] = {0, 3, 4};
  return builtin("atomic_" + operation, value->getType(),
                 {where, value, builder_.getInt32(orders[pick(3)]), builder_.getInt32(local ? 2 : 3)}, Effect::plain);
}

/// Adds by compare-and-exchange until nobody came between.
void GroupItem::exchange_loop() {
  Value *amount = expression(i32(), 1);
  Value *where = place(i32(), counts_, builder_.CreateZExt(builder_.CreateAnd(expression(i32(), 1), 3), i64()));
  Value *relaxed = builder_.getInt32(0), *device = builder_.getInt32(3);
  Value *first = builtin("atomic_load_i32", i32(), {where, relaxed, device}, Effect::plain);
  BasicBlock *before = builder_.GetInsertBlock(), *again = block("exchange"), *done = block("exchanged");
  builder_.CreateBr(again);
  builder_.SetInsertPoint(again);
  PHINode *expected = builder_.CreatePHI(i32(), 2);
  expected->addIncoming(first, before);
  Value *seen =
      builtin("atomic_compare_exchange_i32", i32(),
              {where, expected, builder_.CreateAdd(expected, amount), relaxed, relaxed, device}, Effect::plain);
  expected->addIncoming(seen, again);
  builder_.CreateCondBr(builder_.CreateICmpEQ(seen, expected), done, again);
  builder_.SetInsertPoint(done);
}

/// Atomics on what no other work-item touches give results, too. Not in loops, which would wait for others to write.
void GroupItem::own_atomic() {
  static constexpr const char *names[] = {"i32", "u32", "i64", "u64", "f32", "f64"};
  Type *types[] = {i32(), i32(), i64(), i64(), builder_.getFloatTy(), builder_.getDoubleTy()};
  const unsigned number = pick(std::size(names));
  Type *type = types[number];
  const unsigned size = unsigned(module_.getDataLayout().getTypeStoreSize(type));
  Value *where = byte_place(own_record_, size * pick(record_bytes / size));
  Value *value = canonical(expression(type, 1));
  if (Value *result = own_update(names[number], where, value))
    set_local(result);
}

/// Numbers that a record may hold by chance are no operands of floating-point arithmetic: not all NaNs are alike.
Value *GroupItem::own_update(const Twine &type, Value *where, Value *value) {
  static constexpr const char *operations[] = {"add", "sub", "min", "max", "and", "or", "xor"};
  Value *relaxed = builder_.getInt32(0), *device = builder_.getInt32(3);
  switch (pick(value->getType()->isIntegerTy() ? 7 : 3)) {
  case 0:
    return builtin("atomic_load_" + type, value->getType(), {where, relaxed, device}, Effect::plain);
  case 1:
    builtin("atomic_store_" + type, builder_.getVoidTy(), {where, value, relaxed, device}, Effect::plain);
    return nullptr;
  case 2:
    return builtin("atomic_exchange_" + type, value->getType(), {where, value, relaxed, device}, Effect::plain);
  case 3: {
    Value *seen = chance(50) ? convert(leaf(i32()), value->getType()) : builder_.CreateLoad(value->getType(), where);
    return builtin("atomic_compare_exchange_" + type, value->getType(), {where, seen, value, relaxed, relaxed, device},
                   Effect::plain);
  }
  default:
    return update("fetch_" + Twine(operations[pick(std::size(operations))]) + "_" + type, where, value, false);
  }
}

void GroupItem::barrier() {
  builtin("barrier", builder_.getVoidTy(), {builder_.getInt32(2)}, Effect::convergent);
  local_ready_ = true;
}

void GroupItem::create_uniform_locals() {
  for (unsigned i = 0; i < 3; ++i) {
    AllocaInst *local = builder_.CreateAlloca(i32());
    builder_.CreateStore(uniform_value(), local);
    uniform_locals_.push_back(local);
  }
}

} // namespace weft::test
