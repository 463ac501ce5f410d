// The uniform part of random kernels: where all work-items of a group go together, they may meet.
#include "group_kernel.hpp"

#include <cstddef>

#include <llvm/IR/Module.h>

#include "random_program.hpp"

namespace weft::test {

using namespace llvm;

namespace {

constexpr unsigned bins_per_operation = 4; ///< of `counters`: one operation each, since different ones do not commute

/// Local memory: two rows of ints, a record per work-item, counters.
struct LocalLayout {
  static constexpr unsigned rows = 2, record = 16;
  unsigned items = 1;

  unsigned row(unsigned i) const { return i * items * 4; }
  unsigned records() const { return alignTo(row(rows), 16); }
  unsigned bins() const { return records() + items * record; }
  unsigned bytes() const { return bins() + counters * 4; }
};

class Generator : RandomProgram {
public:
  Generator(Module &module, std::uint64_t seed, std::set<unsigned> dropped)
      : RandomProgram(module, seed, std::move(dropped)) {}

  GroupKernel run() {
    choose_launch();
    create_function();
    create_locals();
    for (unsigned i = 0; i < 3; ++i) {
      AllocaInst *local = builder_.CreateAlloca(i32());
      builder_.CreateStore(uniform_value(), local);
      uniform_locals_.push_back(local);
    }
    may_return_ = false;
    if (uses_local_)
      start_local_memory();
    uniform_statements(4 + pick(5), 3);
    if (!calm_) { // nobody meets any more: work-items may leave one by one
      may_return_ = true;
      statements(pick(3), 2);
    }
    store_locals();
    builder_.CreateBr(exit_);
    builder_.SetInsertPoint(exit_);
    builder_.CreateRetVoid();
    kernel_.statements = statements_made();
    return kernel_;
  }

private:
  /// What other work-items may read: in the shared phase nobody writes, in the own phase everybody reads only its own.
  enum class Phase { own, shared };

  struct UniformLoop {
    LoopTargets targets;
    Phase phase;
  };

  // --- the launch ---

  void choose_launch() {
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
    uses_local_ = nd_ && !calm_ && chance(75);
    kernel_.sub_groups = nd_ && !calm_ && chance(30);
    layout_.items = unsigned(kernel_.local[0] * kernel_.local[1] * kernel_.local[2]);
    kernel_.local_bytes = uses_local_ ? layout_.bytes() : 0;
    kernel_.uniform = std::int32_t(random_());
    kernel_.trips = std::int32_t(pick(10));
    kernel_.bound = pick(unsigned(kernel_.items()) + 1);
    kernel_.bake = chance(50);
  }

  void choose_groups(unsigned dims) {
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

  // --- arguments and builtins ---

  enum class Effect { pure, plain, convergent };

  Value *builtin(const Twine &name, Type *result, ArrayRef<Value *> arguments, Effect effect = Effect::pure) {
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

  Value *id(const char *which, unsigned dim) { return builtin(which, i64(), {builder_.getInt32(dim)}); }

  Value *field(std::size_t offset, Type *type) { return builder_.CreateLoad(type, byte_place(block_, offset)); }

  /// Row-major number of a position, dimension 0 fastest.
  template <class Position, class Extent> Value *linear(Position position, Extent extent) {
    Value *number = builder_.getInt64(0);
    for (unsigned dim = kernel_.info.dims; dim-- > 0;)
      number = builder_.CreateAdd(builder_.CreateMul(number, extent(dim)), position(dim));
    return number;
  }

  void create_function() {
    auto *pointer = builder_.getPtrTy();
    function_ = Function::Create(FunctionType::get(builder_.getVoidTy(), {pointer}, false), Function::ExternalLinkage,
                                 kernel_.info.name, module_);
    function_->addParamAttr(0,
                            Attribute::getWithByValType(module_.getContext(),
                                                        ArrayType::get(builder_.getInt8Ty(), sizeof(GroupKernelArgs))));
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
      local_id_ = linear([&](unsigned dim) { return id("local_id", dim); },
                         [&](unsigned dim) { return id("local_range", dim); });
    if (uses_local_)
      local_memory_ = builtin("local_mem", pointer, {});
  }

  void stop_beyond_range() {
    for (unsigned dim = 0; dim < kernel_.info.dims; ++dim) {
      Value *extent = field(offsetof(GroupKernelArgs, extent) + 8 * dim, i64());
      Value *inside = builtin("in_range", builder_.getInt1Ty(), {builder_.getInt32(dim), extent});
      BasicBlock *go_on = block("inside");
      builder_.CreateCondBr(inside, go_on, exit_);
      builder_.SetInsertPoint(go_on);
    }
  }

  Value *record_of(Value *item) {
    return place(builder_.getInt8Ty(), records_, builder_.CreateMul(item, builder_.getInt64(record_bytes)));
  }

  // --- values that are the same for all work-items of a group ---

  Value *uniform_value() {
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

  Value *uniform_expression(unsigned depth) {
    if (depth == 0)
      return uniform_value();
    Value *a = uniform_expression(depth - 1);
    return integer(a, uniform_expression(depth - 1));
  }

  Value *uniform_condition() {
    Value *a = uniform_expression(1);
    return compare(a, chance(50) ? constant(i32()) : uniform_value());
  }

  void set_uniform(Value *value) { builder_.CreateStore(value, uniform_locals_[pick(uniform_locals_.size())]); }

  // --- local memory ---

  Value *row_place(unsigned row, Value *item) {
    return place(i32(), byte_place(local_memory_, layout_.row(row)), item);
  }

  /// The field of a work-item's record in local memory that has this type.
  Value *local_field(Type *type, Value *item) {
    const unsigned offset = type->isDoubleTy() ? 0 : type->isIntegerTy(16) ? 8 : 12;
    Value *record = place(builder_.getInt8Ty(), byte_place(local_memory_, layout_.records()),
                          builder_.CreateMul(item, builder_.getInt64(LocalLayout::record)));
    return byte_place(record, offset);
  }

  std::array<Type *, 3> local_field_types() {
    return {builder_.getDoubleTy(), builder_.getInt16Ty(), builder_.getFloatTy()};
  }
  Type *local_field_type() { return local_field_types()[pick(3)]; }

  Value *bin(Value *index) { return place(i32(), byte_place(local_memory_, layout_.bins()), index); }

  void start_local_memory() {
    for (unsigned row = 0; row < LocalLayout::rows; ++row)
      builder_.CreateStore(leaf(i32()), row_place(row, local_id_));
    for (Type *type : local_field_types())
      builder_.CreateStore(canonical(leaf(type)), local_field(type, local_id_));
    stride_loop(local_id_, builder_.getInt64(layout_.items), builder_.getInt64(counters),
                [&](Value *at) { builder_.CreateStore(builder_.getInt32(0), bin(at)); });
    barrier();
  }

  void store_local() {
    if (chance(50)) {
      builder_.CreateStore(expression(i32(), 2), row_place(pick(LocalLayout::rows), local_id_));
    } else {
      Type *type = local_field_type();
      builder_.CreateStore(canonical(expression(type, 1)), local_field(type, local_id_));
    }
  }

  /// Another work-item of the group, or the own one.
  Value *any_item() {
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

  Value *load_local() {
    const bool shared = phase_ == Phase::shared;
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
  Value *load_neighbour() {
    const auto own_position = [&](unsigned dim) { return id("local_id", dim); };
    const auto position = [&](unsigned dim) {
      Value *local = own_position(dim), *length = id("local_range", dim);
      Value *other = builder_.CreateURem(builder_.CreateAdd(local, builder_.getInt64(pick(3))), length);
      return builder_.CreateAdd(builder_.CreateMul(id("group_id", dim), length), other);
    };
    Value *item = linear(position, [&](unsigned dim) { return id("global_range", dim); });
    return builder_.CreateLoad(i32(), byte_place(record_of(item), 4 * pick(record_bytes / 4)));
  }

  // --- what the random program asks for ---

  Value *other_leaf() override {
    if (kernel_.sub_groups && chance(30)) {
      static constexpr const char *names[] = {"sub_group_local_id", "sub_group_id", "sub_group_range",
                                              "sub_group_max_range", "sub_groups"};
      return builtin(names[pick(std::size(names))], i32(), {});
    }
    if (nd_ && phase_ == Phase::shared && chance(25))
      return load_neighbour();
    if (uses_local_ && local_ready_ && chance(60))
      return load_local();
    if (chance(40) && !uniform_locals_.empty())
      return uniform_value();
    static constexpr const char *ids[] = {"global_id", "local_id", "group_id", "global_id"};
    return id(ids[pick(nd_ ? 4 : 1)], pick(kernel_.info.dims));
  }

  void other_effect() override {
    if (calm_)
      return set_local(expression(builder_.getFloatTy(), 2));
    if (uses_local_ && phase_ == Phase::own && chance(60)) {
      if (chance(60))
        return store_local();
      return count(true);
    }
    if (chance(20))
      return exchange_loop();
    count(false);
  }

  /// Adds to, or otherwise updates, a counter of local or global memory.
  void count(bool local) {
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

  Value *update(const Twine &operation, Value *where, Value *value, bool local) {
    constexpr unsigned orders[] = {0, 3, 4};
    return builtin("atomic_" + operation, value->getType(),
                   {where, value, builder_.getInt32(orders[pick(3)]), builder_.getInt32(local ? 2 : 3)}, Effect::plain);
  }

  /// Adds by compare-and-exchange until nobody came between.
  void exchange_loop() {
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

  // --- statements that all work-items of a group reach together ---

  void uniform_statements(unsigned count, unsigned depth) {
    for (unsigned i = 0; i < count; ++i)
      numbered([&] { uniform_statement(depth); });
  }

  void uniform_statement(unsigned depth) {
    if (nd_ && chance(40))
      return meeting(depth);
    if (depth && chance(30)) {
      switch (pick(4)) {
      case 0:
        return uniform_loop(depth);
      case 1:
        return uniform_branch(depth);
      case 2:
        return uniform_jump();
      default:
        return sweep();
      }
    }
    if (chance(15))
      return set_uniform(uniform_expression(2));
    if (calm_)
      return chance(40) ? sweep() : set_local(expression(random_type(), 2));
    switch (pick(7)) {
    case 0:
      return boundary_test();
    case 2:
      return stride_loop(id("global_id", 0), id("global_range", 0),
                         builder_.CreateZExt(builder_.CreateAnd(uniform_, table_size_ - 1), i64()), [&](Value *at) {
                           set_local(builder_.CreateAdd(table(i32(), at), some_local(i32())));
                           statements(pick(3), 1);
                         });
    case 1: {
      Value *bound = builder_.CreateZExt(builder_.CreateAnd(uniform_value(), 63), i64());
      return stride_loop(nd_ ? local_id_ : id_, builder_.getInt64(nd_ ? layout_.items : 37), bound, [&](Value *at) {
        set_local(at);
        statements(1 + pick(2), 1);
      });
    }
    default:
      return statement(2);
    }
  }

  void meeting(unsigned depth) {
    switch (pick(calm_ ? 4 : 8)) {
    case 0:
      return barrier();
    case 1:
      return keep(reduce("group_reduce_", random_operation()));
    case 2:
      return keep(reduce("group_reduce_", random_operation()));
    case 3:
      return keep(vote_or_broadcast());
    case 4:
      return keep_own(sub_group_operation());
    case 5:
      return call_meeting_helper();
    default:
      return exchange(depth);
    }
  }

  void barrier() {
    builtin("barrier", builder_.getVoidTy(), {builder_.getInt32(2)}, Effect::convergent);
    local_ready_ = true;
  }

  /// The group's result goes to locals of both kinds.
  void keep(Value *result) {
    if (chance(50) && result->getType()->isIntegerTy())
      set_uniform(builder_.CreateZExtOrTrunc(result, i32()));
    else
      set_local(result);
  }

  void keep_own(Value *result) {
    if (result != nullptr)
      set_local(result);
  }

  struct Operation {
    std::string name;
    Type *type;
    bool exact; ///< does its result depend on the order, unless the values are chosen well?
  };

  Operation random_operation() {
    static constexpr const char *names[] = {"add", "mul", "min", "max", "and", "or", "xor"};
    static constexpr const char *types[] = {"i32", "u32", "i64", "u64", "f32", "f64"};
    const unsigned type = pick(6), name = pick(type < 4 ? 7 : 4);
    Type *llvm_types[] = {i32(), i64(), type == 4 ? builder_.getFloatTy() : builder_.getDoubleTy()};
    return {std::string(names[name]) + "_" + types[type], llvm_types[type / 2], name < 2};
  }

  Value *reduce(const char *prefix, const Operation &operation) {
    return builtin(prefix + Twine(operation.name), operation.type, {operand(operation)}, Effect::convergent);
  }

  /// Sums and products of few bits are exact; zero has one sign.
  Value *operand(const Operation &operation) {
    if (operation.type->isIntegerTy())
      return expression(operation.type, 2);
    if (!operation.exact)
      return builder_.CreateFAdd(canonical(expression(operation.type, 2)), ConstantFP::get(operation.type, 0.0));
    const bool product = StringRef(operation.name).starts_with("mul");
    Value *bits = builder_.CreateAnd(expression(i32(), 2), product ? 1 : 63);
    return builder_.CreateSIToFP(builder_.CreateAdd(bits, builder_.getInt32(1)), operation.type);
  }

  Value *vote_or_broadcast() {
    if (chance(50))
      return builtin(chance(50) ? "group_any" : "group_all", builder_.getInt1Ty(), {condition(1)}, Effect::convergent);
    Value *item =
        chance(50) ? (Value *)builder_.getInt64(pick(layout_.items))
                   : builder_.CreateURem(builder_.CreateZExt(uniform_value(), i64()), builder_.getInt64(layout_.items));
    static constexpr const char *names[] = {"i32", "u64", "f32", "f64"};
    Type *types[] = {i32(), i64(), builder_.getFloatTy(), builder_.getDoubleTy()};
    const unsigned type = pick(4);
    return builtin(Twine("group_broadcast_") + names[type], types[type], {canonical(expression(types[type], 2)), item},
                   Effect::convergent);
  }

  Value *sub_group_operation() {
    if (!kernel_.sub_groups)
      return nullptr;
    switch (pick(4)) {
    case 0: {
      Value *lane = builder_.CreateURem(expression(i32(), 1), builtin("sub_group_range", i32(), {}));
      return builtin("sub_group_shuffle_i32", i32(), {expression(i32(), 1), lane}, Effect::convergent);
    }
    case 1:
      return builtin(chance(50) ? "sub_group_any" : "sub_group_all", builder_.getInt1Ty(), {condition(1)},
                     Effect::convergent);
    case 2:
      builtin("barrier", builder_.getVoidTy(), {builder_.getInt32(1)}, Effect::convergent);
      return nullptr;
    default:
      return reduce("sub_group_reduce_", random_operation());
    }
  }

  /// A function in which the group meets.
  Function *meeting_helper() {
    if (Function *known = module_.getFunction("meeting_helper"))
      return known;
    auto *made = Function::Create(FunctionType::get(i64(), {i32(), i64()}, false), Function::InternalLinkage,
                                  "meeting_helper", module_);
    made->addFnAttr(Attribute::NoInline);
    made->setConvergent();
    const IRBuilderBase::InsertPointGuard guard(builder_);
    Function *outer = std::exchange(function_, made);
    builder_.SetInsertPoint(block("entry"));
    Value *sum = builtin("group_reduce_add_i32", i32(), {made->getArg(0)}, Effect::convergent);
    BasicBlock *meet = block("meet"), *leave = block("leave");
    builder_.CreateCondBr(builder_.CreateICmpSGT(sum, builder_.getInt32(0)), meet, leave);
    builder_.SetInsertPoint(meet);
    Value *most = builtin("group_reduce_max_i64", i64(), {made->getArg(1)}, Effect::convergent);
    builder_.CreateRet(builder_.CreateSub(most, made->getArg(1)));
    builder_.SetInsertPoint(leave);
    builder_.CreateRet(builder_.CreateMul(builder_.CreateSExt(sum, i64()), made->getArg(1)));
    function_ = outer;
    return made;
  }

  void call_meeting_helper() {
    Value *number = expression(i32(), 2), *other = expression(i64(), 2);
    auto *call = builder_.CreateCall(meeting_helper(), {number, other});
    call->setConvergent();
    set_local(call);
  }

  /// All see what each wrote, until a second barrier.
  void exchange(unsigned depth) {
    if (phase_ == Phase::shared || depth == 0)
      return barrier();
    barrier();
    phase_ = Phase::shared;
    record_writable_ = false;
    uniform_statements(1 + pick(3), depth - 1);
    phase_ = Phase::own;
    record_writable_ = true;
    barrier();
  }

  void uniform_loop(unsigned depth) {
    BasicBlock *head = block("uniform.head"), *body = block("uniform.body"), *next = block("uniform.next"),
               *after = block("uniform.after");
    Value *trips = chance(40) ? trips_ : builder_.CreateAnd(uniform_expression(1), 3);
    BasicBlock *before = builder_.GetInsertBlock();
    builder_.CreateBr(head);
    builder_.SetInsertPoint(head);
    PHINode *counter = builder_.CreatePHI(i32(), 2);
    counter->addIncoming(builder_.getInt32(0), before);
    builder_.CreateCondBr(builder_.CreateICmpSLT(counter, trips), body, after);
    builder_.SetInsertPoint(body);
    uniform_loops_.push_back({{next, after}, phase_});
    if (chance(50))
      set_uniform(counter);
    uniform_statements(1 + pick(3), depth - 1);
    uniform_loops_.pop_back();
    builder_.CreateBr(next);
    builder_.SetInsertPoint(next);
    counter->addIncoming(builder_.CreateAdd(counter, builder_.getInt32(1)), next);
    builder_.CreateBr(head);
    builder_.SetInsertPoint(after);
  }

  void uniform_branch(unsigned depth) {
    BasicBlock *then = block("uniform.then"), *otherwise = block("uniform.else"), *join = block("uniform.join");
    builder_.CreateCondBr(uniform_condition(), then, otherwise);
    builder_.SetInsertPoint(then);
    uniform_statements(1 + pick(3), depth - 1);
    builder_.CreateBr(join);
    builder_.SetInsertPoint(otherwise);
    if (chance(50))
      uniform_statements(1 + pick(2), depth - 1);
    builder_.CreateBr(join);
    builder_.SetInsertPoint(join);
  }

  /// The whole group leaves a loop, starts its next iteration, or ends.
  void uniform_jump() {
    BasicBlock *target = exit_;
    if (!uniform_loops_.empty() && !chance(20)) {
      const UniformLoop &loop = uniform_loops_[pick(uniform_loops_.size())];
      if (loop.phase != phase_)
        return;
      target = chance(60) ? loop.targets.after : loop.targets.next;
    }
    BasicBlock *stay = block("uniform.stay");
    builder_.CreateCondBr(uniform_condition(), target, stay);
    builder_.SetInsertPoint(stay);
  }

  // --- loops and tests as people write them ---

  template <class Body> void stride_loop(Value *first, Value *step, Value *end, Body body) {
    BasicBlock *before = builder_.GetInsertBlock(), *head = block("stride.head"), *inside = block("stride.body"),
               *next = block("stride.next"), *after = block("stride.after");
    builder_.CreateBr(head);
    builder_.SetInsertPoint(head);
    PHINode *at = builder_.CreatePHI(i64(), 2);
    at->addIncoming(first, before);
    builder_.CreateCondBr(builder_.CreateICmpULT(at, end), inside, after);
    builder_.SetInsertPoint(inside);
    loops_.push_back({next, after});
    body(at);
    loops_.pop_back();
    builder_.CreateBr(next);
    builder_.SetInsertPoint(next);
    at->addIncoming(builder_.CreateAdd(at, step, "", true, true), next);
    builder_.CreateBr(head);
    builder_.SetInsertPoint(after);
  }

  void boundary_test() {
    BasicBlock *inside = block("in.bounds"), *after = block("bounds.end");
    Value *tested = chance(60) ? id_ : id("global_id", pick(kernel_.info.dims));
    builder_.CreateCondBr(builder_.CreateICmp(chance(50) ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT, tested, bound_),
                          inside, after);
    builder_.SetInsertPoint(inside);
    statements(1 + pick(3), 2);
    builder_.CreateBr(after);
    builder_.SetInsertPoint(after);
  }

  /// All work-items go through the same table, each with its ids.
  void sweep() {
    Type *type = chance(60) ? builder_.getFloatTy() : builder_.getDoubleTy();
    AllocaInst *sum = IRBuilder<>(&function_->getEntryBlock(), function_->getEntryBlock().begin()).CreateAlloca(type);
    builder_.CreateStore(ConstantFP::get(type, 0.0), sum);
    Value *along = builder_.CreateUIToFP(id("global_id", pick(kernel_.info.dims)), type);
    Value *across = builder_.CreateUIToFP(id("global_id", pick(kernel_.info.dims)), type);
    Value *end = chance(50) ? (Value *)builder_.CreateZExt(trips_, i64()) : builder_.getInt64(pick(6));
    const unsigned columns = 1 + pick(4);
    stride_loop(builder_.getInt64(0), builder_.getInt64(1), end, [&](Value *at) {
      for (unsigned column = 0; column < columns; ++column) {
        Value *index =
            builder_.CreateAdd(builder_.CreateMul(at, builder_.getInt64(columns)), builder_.getInt64(column));
        Value *x =
            convert(builder_.CreateLoad(builder_.getFloatTy(), place(builder_.getFloatTy(), floats_, index)), type);
        Value *difference = builder_.CreateFSub(x, column % 2 ? across : along);
        Value *square = builder_.CreateFMul(difference, difference);
        builder_.CreateStore(builder_.CreateFAdd(builder_.CreateLoad(type, sum), square), sum);
      }
    });
    set_local(builder_.CreateLoad(type, sum));
  }

  GroupKernel kernel_;
  LocalLayout layout_;
  bool nd_ = false;
  bool calm_ = false; ///< no divergence, no local memory, no atomics: what is simple enough to be jammed
  bool uses_local_ = false, local_ready_ = false;
  Phase phase_ = Phase::own;
  Value *block_ = nullptr, *records_ = nullptr, *counts_ = nullptr, *trips_ = nullptr, *bound_ = nullptr,
        *local_id_ = nullptr, *local_memory_ = nullptr;
  SmallVector<AllocaInst *, 4> uniform_locals_;
  SmallVector<UniformLoop, 4> uniform_loops_;
};

} // namespace

codegen::Specialization GroupKernel::specialization() const {
  codegen::Specialization result;
  for (unsigned dim = 0; dim < 3; ++dim) {
    result.local[dim] = std::uint32_t(local[dim]);
    result.has_offset |= offset[dim] != 0;
  }
  result.contract = false;
  if (bake)
    result.baked.push_back({{offsetof(GroupKernelArgs, trips), 4}, trips});
  return result;
}

GroupKernel random_group_kernel(Module &module, std::uint64_t seed, const std::set<unsigned> &dropped) {
  return Generator(module, seed, dropped).run();
}

} // namespace weft::test
