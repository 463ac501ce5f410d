// The uniform part of random kernels: where all work-items of a group go together, they may meet.
#include "group_kernel.hpp"

#include <bit>
#include <cstddef>

#include <llvm/IR/Module.h>

#include "sub_group_item.hpp"

namespace weft::test {

using namespace llvm;

namespace {

class Generator : SubGroupItem {
public:
  Generator(Module &module, std::uint64_t seed, std::set<unsigned> dropped)
      : SubGroupItem(module, seed, std::move(dropped)) {}

  GroupKernel run() {
    choose_launch();
    create_function();
    create_locals();
    create_uniform_locals();
    may_return_ = lets_off_ || (!nd_ && !calm_);
    if (uses_local_)
      start_local_memory();
    if (!calm_)
      for (unsigned i = 1 + pick(3); i > 0; --i)
        ends_.push_back(block("end"));
    uniform_statements(4 + pick(5), 3);
    make_ends();
    store_locals();
    builder_.CreateBr(exit_);
    builder_.SetInsertPoint(exit_);
    builder_.CreateRetVoid();
    kernel_.statements = statements_made();
    return kernel_;
  }

private:
  /// Nobody meets any more: work-items may leave one by one.
  void make_ends() {
    may_return_ = !calm_;
    while (!ends_.empty()) {
      BasicBlock *end = ends_.front();
      ends_.erase(ends_.begin());
      builder_.CreateBr(end);
      builder_.SetInsertPoint(end);
      statements(pick(3), 2);
    }
  }

  struct UniformLoop {
    LoopTargets targets;
    Phase phase;
  };

  void uniform_statements(unsigned count, unsigned depth) {
    for (unsigned i = 0; i < count; ++i)
      numbered([&] { uniform_statement(depth); });
  }

  void uniform_statement(unsigned depth) {
    if (nd_ && chance(40))
      return meeting(depth);
    if (lets_off_ && chance(25))
      return leave();
    if (kernel_.sub_groups && chance(12))
      return sub_group_control(1 + pick(2));
    if (depth && chance(30)) {
      switch (pick(5)) {
      case 0:
        return uniform_loop(depth);
      case 1:
        return uniform_branch(depth);
      case 2:
        return uniform_jump();
      case 3:
        return uniform_choice(depth);
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
    switch (pick(calm_ ? 4 : 11)) {
    case 0:
      return barrier();
    case 6:
      return tree();
    case 7:
      return few();
    case 8:
      return hand_on();
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

  /// The group's result goes to locals of both kinds.
  void keep(Value *result) {
    if (chance(50) && result->getType()->isIntegerTy())
      set_uniform(builder_.CreateZExtOrTrunc(result, i32()));
    else
      set_local(result);
  }

  Value *vote() {
    return builtin(chance(50) ? "group_any" : "group_all", builder_.getInt1Ty(), {condition(1)}, Effect::convergent);
  }

  Value *vote_or_broadcast() {
    if (chance(50))
      return vote();
    Value *item =
        chance(50) ? (Value *)builder_.getInt64(pick(layout_.items))
                   : builder_.CreateURem(builder_.CreateZExt(uniform_value(), i64()), builder_.getInt64(layout_.items));
    static constexpr const char *names[] = {"i32", "u32", "i64", "u64", "f32", "f64"};
    Type *types[] = {i32(), i32(), i64(), i64(), builder_.getFloatTy(), builder_.getDoubleTy()};
    const unsigned type = pick(std::size(names));
    return builtin(Twine("group_broadcast_") + names[type], types[type], {canonical(expression(types[type], 2)), item},
                   Effect::convergent);
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

  bool may_write_local() const { return uses_local_ && phase_ == Phase::own; }

  /// Fewer and fewer work-items add up a row.
  void tree() {
    if (!may_write_local())
      return barrier();
    barrier();
    BasicBlock *before = builder_.GetInsertBlock(), *head = block("tree.head"), *body = block("tree.body"),
               *add = block("tree.add"), *next = block("tree.next"), *after = block("tree.after");
    const unsigned row = pick(LocalLayout::rows);
    Value *most = builder_.getInt64(layout_.items / 2);
    Value *first = most;
    if (chance(50))
      first = builder_.CreateBinaryIntrinsic(Intrinsic::umin,
                                             builder_.CreateZExt(builder_.CreateAnd(uniform_value(), 63), i64()), most);
    builder_.CreateBr(head);
    builder_.SetInsertPoint(head);
    PHINode *length = builder_.CreatePHI(i64(), 2);
    length->addIncoming(first, before);
    builder_.CreateCondBr(builder_.CreateICmpNE(length, builder_.getInt64(0)), body, after);
    builder_.SetInsertPoint(body);
    builder_.CreateCondBr(builder_.CreateICmpULT(local_id_, length), add, next);
    builder_.SetInsertPoint(add);
    Value *own = row_place(row, local_id_);
    Value *other = builder_.CreateLoad(i32(), row_place(row, builder_.CreateAdd(local_id_, length)));
    builder_.CreateStore(builder_.CreateAdd(builder_.CreateLoad(i32(), own), other), own);
    builder_.CreateBr(next);
    builder_.SetInsertPoint(next);
    barrier();
    length->addIncoming(builder_.CreateLShr(length, 1), builder_.GetInsertBlock());
    builder_.CreateBr(head);
    builder_.SetInsertPoint(after);
  }

  /// Each work-item writes its own, and all but the last what is their neighbour's.
  void hand_on() {
    if (!may_write_local())
      return barrier();
    Value *first = expression(i32(), 1), *second = expression(i32(), 1);
    Value *own = row_place(pick(LocalLayout::rows), local_id_);
    builder_.CreateStore(first, own);
    barrier();
    BasicBlock *inside = block("hand.on"), *after = block("handed.on");
    builder_.CreateCondBr(builder_.CreateICmpULT(local_id_, builder_.getInt64(layout_.items - 1)), inside, after);
    builder_.SetInsertPoint(inside);
    builder_.CreateStore(second, place(i32(), own, builder_.getInt64(1)));
    builder_.CreateBr(after);
    builder_.SetInsertPoint(after);
    barrier();
    set_local(builder_.CreateLoad(i32(), own));
  }

  /// The first work-items, or one, do something alone.
  void few() {
    barrier();
    BasicBlock *inside = block("few"), *after = block("few.end");
    Value *own = id("local_id", pick(kernel_.info.dims));
    Value *end = builder_.CreateZExt(builder_.CreateAnd(uniform_value(), 15), i64());
    builder_.CreateCondBr(chance(70) ? builder_.CreateICmpULT(own, end) : builder_.CreateICmpEQ(own, end), inside,
                          after);
    builder_.SetInsertPoint(inside);
    other_effect();
    builder_.CreateBr(after);
    builder_.SetInsertPoint(after);
    barrier();
  }

  /// All make the same number of turns, which some may leave.
  void uniform_loop(unsigned depth) {
    Value *trips = chance(40) ? trips_ : builder_.CreateAnd(uniform_expression(1), 3);
    const auto goes_on = [&](Value *turn) -> Value * {
      Value *more = builder_.CreateICmpSLT(turn, trips);
      return nd_ && !calm_ && chance(25) ? builder_.CreateAnd(vote(), more) : more;
    };
    AllocaInst *const noted = lets_off_ && chance(25) ? nothing_noted() : nullptr;
    counted_loop("uniform", goes_on, [&](Value *turn, LoopTargets targets) {
      uniform_loops_.push_back({targets, phase_});
      if (chance(50))
        set_uniform(turn);
      if (noted != nullptr)
        note(turn, noted, targets.after);
      else if (lets_off_ && chance(25))
        part(turn);
      uniform_statements(1 + pick(3), depth - 1);
      uniform_loops_.pop_back();
    });
    if (noted != nullptr)
      leave_as(noted);
  }

  /// Each takes part in as many turns as it likes, and then in nothing that the others do together.
  void part(Value *turn) {
    Value *turns = builder_.CreateAnd(expression(i32(), 1), 7);
    BasicBlock *stay = block("takes.part");
    builder_.CreateCondBr(builder_.CreateICmpSLT(turn, turns), stay, way_out());
    builder_.SetInsertPoint(stay);
  }

  AllocaInst *nothing_noted() {
    AllocaInst *const noted = IRBuilder<>(&function_->front(), function_->front().begin()).CreateAlloca(i32());
    builder_.CreateStore(builder_.getInt32(0), noted);
    return noted;
  }

  /// Each takes part in as many turns as it likes, and then notes that it is to return.
  void note(Value *turn, AllocaInst *noted, BasicBlock *after) {
    Value *turns = builder_.CreateAnd(expression(i32(), 1), 7);
    BasicBlock *stay = block("takes.part"), *leaving = block("notes");
    builder_.CreateCondBr(builder_.CreateICmpSLT(turn, turns), stay, leaving);
    builder_.SetInsertPoint(leaving);
    if (chance(50))
      statements(1 + pick(2), 1);
    Value *number = chance(50) ? (Value *)builder_.getInt32(1) : builder_.CreateNSWAdd(turn, builder_.getInt32(1));
    builder_.CreateStore(number, noted);
    builder_.CreateBr(after);
    builder_.SetInsertPoint(stay);
  }

  void leave_as(AllocaInst *noted) {
    if (chance(60))
      statements(1 + pick(3), 1);
    BasicBlock *stay = block("goes.on");
    Value *number = builder_.CreateLoad(i32(), noted);
    builder_.CreateCondBr(
        builder_.CreateICmp(chance(50) ? CmpInst::ICMP_EQ : CmpInst::ICMP_SLE, number, builder_.getInt32(0)), stay,
        way_out());
    builder_.SetInsertPoint(stay);
  }

  void uniform_choice(unsigned depth) {
    const unsigned count = 2 + pick(2);
    BasicBlock *after = block("chosen");
    SmallVector<BasicBlock *, 4> cases;
    for (unsigned i = 0; i <= count; ++i)
      cases.push_back(block("uniform.case"));
    SwitchInst *end = builder_.CreateSwitch(builder_.CreateAnd(uniform_expression(1), 3), cases[count], count);
    for (unsigned i = 0; i < count; ++i)
      end->addCase(builder_.getInt32(i), cases[i]);
    for (unsigned i = 0; i <= count; ++i) {
      builder_.SetInsertPoint(cases[i]);
      uniform_statements(1 + pick(2), depth - 1);
      builder_.CreateBr(i < count && chance(30) ? cases[i + 1] : after);
    }
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

  /// Some work-items return, after a last word, from one place or several; the others meet again.
  void leave() {
    BasicBlock *leaving = block("leaving");
    for (unsigned i = 1 + pick(3); i > 0; --i) {
      BasicBlock *stay = block("stay");
      if (chance(20)) { // some of them, or none
        BasicBlock *some = block("some");
        builder_.CreateCondBr(condition(1), some, stay);
        builder_.SetInsertPoint(some);
        statements(pick(2), 1);
      }
      Value *goes = chance(20) ? uniform_condition() : chance(50) ? builder_.CreateICmpUGE(id_, bound_) : condition(1);
      builder_.CreateCondBr(goes, leaving, stay);
      builder_.SetInsertPoint(stay);
      if (i > 1)
        uniform_statements(pick(3), 0);
    }
    BasicBlock *stay = builder_.GetInsertBlock();
    builder_.SetInsertPoint(leaving);
    if (may_write_local() && chance(70))
      builder_.CreateStore(expression(i32(), 1), row_place(pick(LocalLayout::rows), local_id_));
    statements(pick(3), 1);
    builder_.CreateBr(way_out());
    builder_.SetInsertPoint(stay);
    if (may_write_local() && chance(60))
      look_around();
    else if (chance(60))
      exchange(1);
  }

  /// What others left in local memory.
  void look_around() {
    barrier();
    for (unsigned row = 0; row < LocalLayout::rows; ++row) {
      Value *sum = builder_.getInt32(0);
      for (unsigned i = 0; i < 4; ++i)
        sum = builder_.CreateAdd(builder_.CreateMul(sum, builder_.getInt32(5)),
                                 builder_.CreateLoad(i32(), row_place(row, any_item())));
      set_local(sum);
    }
    barrier();
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

  SmallVector<UniformLoop, 4> uniform_loops_;
};

} // namespace

codegen::Specialization GroupKernel::specialization() const {
  codegen::Specialization result;
  for (unsigned dim = 0; dim < 3; ++dim) {
    result.local[dim] = std::uint32_t(local[dim]);
    result.has_offset |= offset[dim] != 0;
    if (global[dim] <= codegen::Specialization::most_told)
      result.extents[dim] = static_cast<std::uint32_t>(std::bit_ceil(global[dim]));
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
