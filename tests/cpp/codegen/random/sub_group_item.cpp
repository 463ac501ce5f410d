// Group operations, and control flow that all lanes of a sub-group take together.
#include "sub_group_item.hpp"

namespace weft::test {

using namespace llvm;

SubGroupItem::Operation SubGroupItem::random_operation() {
  static constexpr const char *names[] = {"add", "mul", "min", "max", "and", "or", "xor"};
  static constexpr const char *types[] = {"i32", "u32", "i64", "u64", "f32", "f64"};
  const unsigned type = pick(6), name = pick(type < 4 ? 7 : 4);
  Type *llvm_types[] = {i32(), i64(), type == 4 ? builder_.getFloatTy() : builder_.getDoubleTy()};
  return {std::string(names[name]) + "_" + types[type], llvm_types[type / 2], name < 2};
}

Value *SubGroupItem::reduce(const char *prefix, const Operation &operation) {
  return builtin(prefix + Twine(operation.name), operation.type, {operand(operation)}, Effect::convergent);
}

/// Sums and products of few bits are exact; zero has one sign.
Value *SubGroupItem::operand(const Operation &operation) {
  if (operation.type->isIntegerTy())
    return expression(operation.type, 2);
  if (!operation.exact)
    return builder_.CreateFAdd(canonical(expression(operation.type, 2)), ConstantFP::get(operation.type, 0.0));
  const bool product = StringRef(operation.name).starts_with("mul");
  Value *bits = builder_.CreateAnd(expression(i32(), 2), product ? 1 : 63);
  return builder_.CreateSIToFP(builder_.CreateAdd(bits, builder_.getInt32(1)), operation.type);
}

Value *SubGroupItem::shuffled() {
  static constexpr const char *names[] = {"i32", "u32", "i64", "u64", "f32", "f64"};
  Type *types[] = {i32(), i32(), i64(), i64(), builder_.getFloatTy(), builder_.getDoubleTy()};
  const unsigned type = pick(std::size(names));
  Value *lane = chance(25) ? uniform_value() : expression(i32(), 1);
  if (chance(30))
    lane = builder_.CreateXor(builtin("sub_group_local_id", i32(), {}), 1 + pick(3));
  lane = builder_.CreateURem(lane, builtin("sub_group_range", i32(), {}));
  return builtin(Twine("sub_group_shuffle_") + names[type], types[type], {canonical(expression(types[type], 1)), lane},
                 Effect::convergent);
}

Value *SubGroupItem::sub_group_operation() {
  if (!kernel_.sub_groups)
    return nullptr;
  switch (pick(6)) {
  case 0:
  case 1:
    return shuffled();
  case 2:
    return builtin(chance(50) ? "sub_group_any" : "sub_group_all", builder_.getInt1Ty(), {condition(1)},
                   Effect::convergent);
  case 3:
    builtin("barrier", builder_.getVoidTy(), {builder_.getInt32(1)}, Effect::convergent);
    return nullptr;
  case 4:
    return builtin("sub_group_ballot", i64(), {condition(1)}, Effect::convergent);
  default:
    return reduce("sub_group_reduce_", random_operation());
  }
}

void SubGroupItem::keep_own(Value *result) {
  if (result != nullptr)
    set_local(result);
}

/// The number of the sub-group; half the time, the vectorizer cannot know that all lanes have the same.
Value *SubGroupItem::sub_group_number() {
  Value *number = builtin("sub_group_id", i32(), {});
  if (chance(50))
    return number;
  Value *zero =
      builder_.CreateUDiv(builtin("sub_group_local_id", i32(), {}), builtin("sub_group_max_range", i32(), {}));
  return builder_.CreateAdd(number, zero);
}

/// The same for all work-items of a sub-group.
Value *SubGroupItem::sub_group_condition() {
  switch (pick(4)) {
  case 0:
    return builtin(chance(50) ? "sub_group_any" : "sub_group_all", builder_.getInt1Ty(), {condition(1)},
                   Effect::convergent);
  case 1: {
    Value *result = reduce("sub_group_reduce_", random_operation());
    return compare(result, constant(result->getType()));
  }
  default: {
    Value *bits = builder_.CreateLShr(uniform_value(), builder_.CreateAnd(sub_group_number(), 31));
    return builder_.CreateTrunc(bits, builder_.getInt1Ty());
  }
  }
}

void SubGroupItem::sub_group_control(unsigned depth) {
  switch (pick(sub_group_loops_.empty() && !lets_off_ ? 3 : 4)) {
  case 0:
    return sub_group_branch(depth);
  case 1:
    return sub_group_loop(depth);
  case 2:
    return sub_group_turns(depth);
  default:
    return sub_group_jump();
  }
}

void SubGroupItem::sub_group_statements(unsigned depth) {
  for (unsigned i = 0, count = 1 + pick(3); i < count; ++i) {
    if (depth && chance(25))
      sub_group_control(depth);
    else if (chance(50))
      keep_own(sub_group_operation());
    else
      statements(1, 1);
  }
}

/// Whole sub-groups go one way or the other.
void SubGroupItem::sub_group_branch(unsigned depth) {
  BasicBlock *then = block("sub.then"), *otherwise = block("sub.else"), *join = block("sub.join");
  builder_.CreateCondBr(sub_group_condition(), then, otherwise);
  builder_.SetInsertPoint(then);
  sub_group_statements(depth - 1);
  builder_.CreateBr(join);
  builder_.SetInsertPoint(otherwise);
  if (chance(50))
    sub_group_statements(depth - 1);
  builder_.CreateBr(join);
  builder_.SetInsertPoint(join);
}

/// Lanes go through a row together, as often as their sub-group does.
void SubGroupItem::sub_group_loop(unsigned depth) {
  Value *size = builder_.CreateZExt(builtin("sub_group_max_range", i32(), {}), i64());
  Value *number = builder_.CreateAnd(builder_.CreateAdd(sub_group_number(), uniform_value()), 3);
  Value *end = builder_.CreateMul(builder_.CreateZExt(number, i64()), size);
  stride_loop(builder_.CreateZExt(builtin("sub_group_local_id", i32(), {}), i64()), size, end, [&](Value *at) {
    set_local(at);
    sub_group_loops_.push_back(loops_.pop_back_val()); // nobody leaves it alone
    sub_group_statements(depth - 1);
    loops_.push_back(sub_group_loops_.pop_back_val());
  });
}

/// Each sub-group has a number of turns of its own, or ends when its work-items are done.
void SubGroupItem::sub_group_turns(unsigned depth) {
  Value *trips = builder_.CreateAnd(builder_.CreateAdd(sub_group_number(), uniform_value()), 3);
  const auto goes_on = [&](Value *turn) -> Value * {
    Value *more = builder_.CreateICmpULT(turn, trips);
    return chance(40) ? builder_.CreateAnd(sub_group_condition(), more) : more;
  };
  counted_loop("sub", goes_on, [&](Value *turn, LoopTargets targets) {
    set_local(turn);
    sub_group_loops_.push_back(targets);
    sub_group_statements(depth - 1);
    sub_group_loops_.pop_back();
  });
}

/// A whole sub-group leaves a loop, starts its next turn, or ends.
void SubGroupItem::sub_group_jump() {
  BasicBlock *target = way_out(), *stay = block("sub.stay");
  if (!sub_group_loops_.empty() && (target == nullptr || chance(70))) {
    const LoopTargets &loop = sub_group_loops_[pick(sub_group_loops_.size())];
    target = chance(60) ? loop.after : loop.next;
  }
  builder_.CreateCondBr(sub_group_condition(), target, stay);
  builder_.SetInsertPoint(stay);
}

} // namespace weft::test
