// Builds random structured programs: expressions over locals and tables, nested control flow, private arrays, stores,
// atomics.
#include "random_kernel.hpp"

#include <functional>
#include <random>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace weft::test {

using namespace llvm;

namespace {

enum { arg_ints, arg_longs, arg_floats, arg_records, arg_row, arg_counts, arg_n, arg_uniform, arg_id };

class Generator {
public:
  Generator(Module &module, std::uint64_t seed) : module_(module), builder_(module.getContext()), random_(seed) {}

  Function *run() {
    create_function();
    create_locals();
    statements(3 + pick(5), 3);
    store_results();
    builder_.CreateBr(exit_);
    builder_.SetInsertPoint(exit_);
    builder_.CreateRetVoid();
    return function_;
  }

private:
  struct LoopTargets {
    BasicBlock *next, *after;
  };

  unsigned pick(unsigned below) { return unsigned(random_() % below); }
  bool chance(unsigned percent) { return pick(100) < percent; }
  Type *i32() { return builder_.getInt32Ty(); }
  Type *i64() { return builder_.getInt64Ty(); }
  Value *arg(unsigned i) { return function_->getArg(i); }
  BasicBlock *block(const char *name) { return BasicBlock::Create(module_.getContext(), name, function_); }

  Type *random_type() {
    Type *types[] = {i32(),
                     i32(),
                     i64(),
                     builder_.getFloatTy(),
                     builder_.getDoubleTy(),
                     builder_.getInt8Ty(),
                     builder_.getInt16Ty(),
                     builder_.getHalfTy(),
                     i32(),
                     builder_.getFloatTy()};
    return types[pick(std::size(types))];
  }

  void create_function() {
    Type *pointer = builder_.getPtrTy();
    Type *parameters[] = {pointer, pointer, pointer, pointer, pointer, pointer, i64(), i32(), i64()};
    function_ = Function::Create(FunctionType::get(builder_.getVoidTy(), parameters, false), Function::ExternalLinkage,
                                 "kernel", module_);
    AttrBuilder varying(module_.getContext());
    varying.addAttribute("weft-varying");
    if (chance(70))
      varying.addRangeAttr(ConstantRange(APInt(64, 0), APInt(64, table_size / 4)));
    function_->addParamAttrs(arg_id, varying);
    for (unsigned i : {arg_records, arg_row, arg_counts})
      function_->addParamAttr(i, Attribute::NoAlias);
    builder_.SetInsertPoint(block("entry"));
    exit_ = block("exit");
  }

  void create_locals() {
    for (unsigned i = 0; i < 8; ++i) {
      Type *type = random_type();
      Value *first = i % 2 ? leaf(type) : Constant::getNullValue(type);
      AllocaInst *local = builder_.CreateAlloca(type);
      builder_.CreateStore(first, local);
      locals_.push_back(local);
    }
    array_ = builder_.CreateAlloca(ArrayType::get(i32(), 8));
    record_ =
        builder_.CreateAlloca(StructType::get(i32(), builder_.getDoubleTy(), ArrayType::get(builder_.getInt16Ty(), 4)));
    if (chance(50)) {
      builder_.CreateMemSet(array_, builder_.getInt8(pick(3)), 32, Align(4));
    } else {
      for (unsigned i = 0; i < 8; ++i)
        builder_.CreateStore(builder_.getInt32(i * 7), element(builder_.getInt32(i)));
    }
    builder_.CreateMemSet(record_, builder_.getInt8(1), 24, Align(8));
  }

  Value *element(Value *index) {
    Value *bounded = builder_.CreateZExt(builder_.CreateAnd(index, 7), i64());
    return builder_.CreateGEP(i32(), array_, bounded);
  }

  // --- expressions ---

  Value *table(Type *type, Value *index) {
    unsigned which = type->isFloatTy() ? arg_floats : type->isIntegerTy(64) ? arg_longs : arg_ints;
    return builder_.CreateLoad(type, builder_.CreateGEP(type, arg(which), index));
  }

  /// An index into a table: by shape, from uniform to anything.
  Value *table_index() {
    Value *id = arg(arg_id);
    switch (pick(6)) {
    case 0:
      return builder_.CreateZExt(builder_.CreateAnd(arg(arg_uniform), table_size - 1), i64());
    case 1:
      return builder_.CreateAdd(id, builder_.getInt64(pick(8)));
    case 2:
      return builder_.CreateAdd(builder_.CreateMul(id, builder_.getInt64(3)), builder_.getInt64(pick(3)));
    case 3:
      return builder_.CreateAdd(builder_.CreateShl(id, 1), builder_.getInt64(pick(2)));
    case 4:
      return builder_.CreateSub(builder_.getInt64(table_size - 1 - pick(4)), id);
    default:
      return builder_.CreateZExt(builder_.CreateAnd(expression(i32(), 1), table_size - 1), i64());
    }
  }

  Value *constant(Type *type) {
    if (type->isFloatingPointTy())
      return ConstantFP::get(type, double(int(pick(64)) - 24) / 4);
    return ConstantInt::get(type, APInt(64, random_() >> pick(60)).trunc(type->getIntegerBitWidth()));
  }

  Value *convert(Value *value, Type *type) {
    Type *from = value->getType();
    if (from == type)
      return value;
    if (from->isIntegerTy() && type->isIntegerTy())
      return chance(50) ? builder_.CreateSExtOrTrunc(value, type) : builder_.CreateZExtOrTrunc(value, type);
    if (from->isIntegerTy())
      return builder_.CreateSIToFP(value, type);
    if (type->isIntegerTy())
      return builder_.CreateIntrinsic(Intrinsic::fptosi_sat, {type, from}, {value});
    return builder_.CreateFPCast(value, type);
  }

  Value *leaf(Type *type) {
    switch (pick(7)) {
    case 0:
      return constant(type);
    case 1:
      return convert(arg(arg_id), type);
    case 2:
      return convert(arg(arg_uniform), type);
    case 3: {
      Type *stored = chance(50) ? i32() : chance(50) ? builder_.getFloatTy() : i64();
      return convert(table(stored, table_index()), type);
    }
    case 4:
      if (array_)
        return convert(builder_.CreateLoad(i32(), element(chance(50) ? builder_.getInt32(pick(8)) : some_local(i32()))),
                       type);
      return constant(type);
    case 5:
      if (record_) {
        Value *at = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), record_, 16 + 2 * pick(4));
        return convert(builder_.CreateLoad(builder_.getInt16Ty(), at), type);
      }
      return constant(type);
    default:
      return some_local(type);
    }
  }

  Value *some_local(Type *type) {
    if (locals_.empty())
      return constant(type);
    AllocaInst *local = locals_[pick(locals_.size())];
    return convert(builder_.CreateLoad(local->getAllocatedType(), local), type);
  }

  Value *expression(Type *type, unsigned depth) {
    if (depth == 0)
      return leaf(type);
    if (chance(12))
      return builder_.CreateSelect(condition(depth - 1), expression(type, depth - 1), expression(type, depth - 1));
    if (chance(12))
      return convert(expression(random_type(), depth - 1), type);
    Value *a = expression(type, depth - 1), *b = expression(type, depth - 1);
    return type->isIntegerTy() ? integer(a, b) : real(a, b);
  }

  Value *integer(Value *a, Value *b) {
    Type *type = a->getType();
    Value *amount = builder_.CreateAnd(b, ConstantInt::get(type, type->getIntegerBitWidth() - 1));
    Value *divisor = builder_.CreateOr(builder_.CreateLShr(b, 1), ConstantInt::get(type, 1)); // neither 0 nor -1
    switch (pick(16)) {
    case 0:
    case 1:
      return builder_.CreateAdd(a, b);
    case 2:
      return builder_.CreateSub(a, b);
    case 3:
      return builder_.CreateMul(a, b);
    case 4:
      return builder_.CreateAnd(a, b);
    case 5:
      return builder_.CreateOr(a, b);
    case 6:
      return builder_.CreateXor(a, b);
    case 7:
      return builder_.CreateShl(a, amount);
    case 8:
      return chance(50) ? builder_.CreateLShr(a, amount) : builder_.CreateAShr(a, amount);
    case 9:
      return chance(50) ? builder_.CreateUDiv(a, divisor) : builder_.CreateURem(a, divisor);
    case 10:
      return chance(50) ? builder_.CreateSDiv(a, divisor) : builder_.CreateSRem(a, divisor);
    case 11:
      return builder_.CreateBinaryIntrinsic(chance(50) ? Intrinsic::smax : Intrinsic::umin, a, b);
    case 12:
      return builder_.CreateUnaryIntrinsic(chance(50) ? Intrinsic::ctpop : Intrinsic::bitreverse, a);
    case 13:
      return builder_.CreateBinaryIntrinsic(Intrinsic::ctlz, a, builder_.getFalse());
    case 14:
      return builder_.CreateExtractValue(builder_.CreateBinaryIntrinsic(Intrinsic::sadd_with_overflow, a, b), 0);
    default:
      return builder_.CreateIntrinsic(Intrinsic::fshl, {type}, {a, b, amount});
    }
  }

  Value *real(Value *a, Value *b) {
    switch (pick(9)) {
    case 0:
    case 1:
      return builder_.CreateFAdd(a, b);
    case 2:
      return builder_.CreateFSub(a, b);
    case 3:
    case 4:
      return builder_.CreateFMul(a, b);
    case 5:
      return builder_.CreateFDiv(a, b);
    case 6:
      return builder_.CreateUnaryIntrinsic(Intrinsic::sqrt, builder_.CreateUnaryIntrinsic(Intrinsic::fabs, a));
    case 7:
      return builder_.CreateUnaryIntrinsic(chance(50) ? Intrinsic::floor : Intrinsic::trunc, a);
    default:
      return builder_.CreateFNeg(a);
    }
  }

  Value *condition(unsigned depth) {
    Type *type = random_type();
    Value *a = expression(type, depth), *b = chance(40) ? constant(type) : expression(type, depth);
    if (type->isFloatingPointTy())
      return builder_.CreateFCmp(CmpInst::Predicate(pick(14) + 1), a, b);
    CmpInst::Predicate predicates[] = {CmpInst::ICMP_EQ,  CmpInst::ICMP_NE,  CmpInst::ICMP_SLT,
                                       CmpInst::ICMP_SGE, CmpInst::ICMP_ULT, CmpInst::ICMP_UGT};
    return builder_.CreateICmp(predicates[pick(6)], a, b);
  }

  // --- statements ---

  void statements(unsigned count, unsigned depth) {
    for (unsigned i = 0; i < count; ++i)
      statement(depth);
  }

  void statement(unsigned depth) {
    if (depth && chance(45)) {
      switch (pick(6)) {
      case 0:
      case 1:
        return branch(depth);
      case 2:
      case 3:
        return loop(depth);
      case 4:
        return choice(depth);
      default:
        return jump();
      }
    }
    switch (pick(9)) {
    case 0:
      return store_record();
    case 1:
      return store_row();
    case 2: {
      Value *place = element(chance(50) ? some_local(i32()) : builder_.getInt32(pick(8)));
      builder_.CreateStore(expression(i32(), 2), place);
      return;
    }
    case 3:
      return count();
    case 4:
      return store_private_record();
    case 5:
      return call_helper();
    default: {
      AllocaInst *local = locals_[pick(locals_.size())];
      builder_.CreateStore(expression(local->getAllocatedType(), 1 + pick(3)), local);
    }
    }
  }

  /// NaNs have many bit patterns, of which the code generator may choose.
  Value *canonical(Value *value) {
    if (!value->getType()->isFloatingPointTy())
      return value;
    return builder_.CreateSelect(builder_.CreateFCmpUNO(value, value), ConstantFP::get(value->getType(), 0.0), value);
  }

  void store_record() {
    Type *type = random_type();
    const unsigned size = unsigned(module_.getDataLayout().getTypeStoreSize(type));
    Value *value = canonical(expression(type, 2));
    Value *start = builder_.CreateMul(arg(arg_id), builder_.getInt64(record_bytes));
    const unsigned fields = 1 + pick(2);
    const unsigned first = pick(record_bytes / size - fields);
    for (unsigned i = 0; i < fields; ++i) {
      Value *offset = builder_.CreateAdd(start, builder_.getInt64((first + i) * size));
      builder_.CreateStore(value, builder_.CreateGEP(builder_.getInt8Ty(), arg(arg_records), offset));
    }
  }

  void store_row() {
    Type *type = chance(50) ? i32() : builder_.getFloatTy();
    Value *value = canonical(expression(type, 2));
    Value *index = arg(arg_id);
    if (chance(30))
      index = builder_.CreateAdd(builder_.CreateSub(arg(arg_n), index),
                                 builder_.CreateSub(arg(arg_n), builder_.getInt64(1)));
    builder_.CreateStore(value, builder_.CreateGEP(type, arg(arg_row), index));
  }

  void count() {
    Value *index = builder_.CreateZExt(
        builder_.CreateAnd(chance(50) ? arg(arg_uniform) : expression(i32(), 1), counters - 1), i64());
    Value *place = builder_.CreateGEP(i32(), arg(arg_counts), index);
    builder_.CreateAtomicRMW(AtomicRMWInst::Add, place, expression(i32(), 1), Align(4), AtomicOrdering::Monotonic,
                             chance(50) ? SyncScope::SingleThread : SyncScope::System);
  }

  void store_private_record() {
    Value *at = builder_.CreateGEP(builder_.getInt8Ty(), record_, builder_.getInt64(0));
    switch (pick(3)) {
    case 0:
      builder_.CreateStore(expression(i32(), 1), at);
      return;
    case 1:
      builder_.CreateStore(canonical(expression(builder_.getDoubleTy(), 1)),
                           builder_.CreateConstGEP1_64(builder_.getInt8Ty(), record_, 8));
      return;
    default: {
      Value *index = builder_.CreateZExt(builder_.CreateAnd(some_local(i32()), 3), i64());
      Value *place = builder_.CreateGEP(builder_.getInt16Ty(),
                                        builder_.CreateConstGEP1_64(builder_.getInt8Ty(), record_, 16), index);
      builder_.CreateStore(expression(builder_.getInt16Ty(), 1), place);
    }
    }
  }

  /// A function that the vectorizer knows nothing of.
  Function *helper() {
    if (Function *known = module_.getFunction("helper"))
      return known;
    auto *made = Function::Create(FunctionType::get(i32(), {builder_.getPtrTy(), i32()}, false),
                                  Function::InternalLinkage, "helper", module_);
    made->addFnAttr(Attribute::NoInline);
    IRBuilder<> inner(BasicBlock::Create(module_.getContext(), "entry", made));
    Value *sum = inner.CreateAdd(inner.CreateLoad(i32(), made->getArg(0)), made->getArg(1));
    inner.CreateStore(sum, made->getArg(0));
    inner.CreateRet(inner.CreateMul(sum, inner.getInt32(3)));
    return made;
  }

  void call_helper() {
    Value *offset = builder_.CreateMul(arg(arg_id), builder_.getInt64(record_bytes));
    Value *place = chance(50) ? (Value *)record_ : builder_.CreateGEP(builder_.getInt8Ty(), arg(arg_records), offset);
    Value *result = builder_.CreateCall(helper(), {place, expression(i32(), 1)});
    AllocaInst *local = locals_[pick(locals_.size())];
    builder_.CreateStore(convert(result, local->getAllocatedType()), local);
  }

  void branch(unsigned depth) {
    BasicBlock *then = block("then"), *otherwise = block("else"), *join = block("join");
    builder_.CreateCondBr(condition(1), then, otherwise);
    builder_.SetInsertPoint(then);
    statements(1 + pick(3), depth - 1);
    builder_.CreateBr(join);
    builder_.SetInsertPoint(otherwise);
    if (chance(50))
      statements(1 + pick(2), depth - 1);
    builder_.CreateBr(join);
    builder_.SetInsertPoint(join);
  }

  void loop(unsigned depth) {
    BasicBlock *head = block("head"), *body = block("body"), *next = block("next"), *after = block("after");
    Value *trips = builder_.CreateAnd(chance(40) ? arg(arg_uniform) : expression(i32(), 1), 7);
    BasicBlock *before = builder_.GetInsertBlock();
    builder_.CreateBr(head);
    builder_.SetInsertPoint(head);
    PHINode *counter = builder_.CreatePHI(i32(), 2);
    counter->addIncoming(builder_.getInt32(0), before);
    builder_.CreateCondBr(builder_.CreateICmpSLT(counter, trips), body, after);
    builder_.SetInsertPoint(body);
    loops_.push_back({next, after});
    if (chance(50)) {
      AllocaInst *local = locals_[pick(locals_.size())];
      builder_.CreateStore(convert(counter, local->getAllocatedType()), local);
    }
    statements(1 + pick(3), depth - 1);
    loops_.pop_back();
    builder_.CreateBr(next);
    builder_.SetInsertPoint(next);
    counter->addIncoming(builder_.CreateAdd(counter, builder_.getInt32(1)), next);
    builder_.CreateBr(head);
    builder_.SetInsertPoint(after);
  }

  void choice(unsigned depth) {
    const unsigned count = 2 + pick(3);
    BasicBlock *after = block("after");
    SmallVector<BasicBlock *, 5> targets;
    for (unsigned i = 0; i <= count; ++i)
      targets.push_back(block("case"));
    Value *selector = builder_.CreateAnd(chance(30) ? arg(arg_uniform) : expression(i32(), 1), 7);
    SwitchInst *end = builder_.CreateSwitch(selector, targets[count], count);
    for (unsigned i = 0; i < count; ++i)
      end->addCase(builder_.getInt32(i), targets[i]);
    if (chance(50))
      end->addCase(builder_.getInt32(count), targets[0]);
    for (unsigned i = 0; i <= count; ++i) {
      builder_.SetInsertPoint(targets[i]);
      statements(1, depth - 1);
      builder_.CreateBr(i < count && chance(30) ? targets[i + 1] : after);
    }
    builder_.SetInsertPoint(after);
  }

  /// Leaves, under a condition, the function or a loop around, or starts the next iteration of one.
  void jump() {
    BasicBlock *target = exit_;
    if (!loops_.empty() && !chance(15)) {
      const LoopTargets &loop = loops_[pick(loops_.size())];
      target = chance(60) ? loop.after : loop.next;
    }
    BasicBlock *stay = block("stay");
    builder_.CreateCondBr(condition(1), target, stay);
    builder_.SetInsertPoint(stay);
  }

  void store_results() {
    Value *start = builder_.CreateMul(arg(arg_id), builder_.getInt64(record_bytes));
    for (unsigned i = 0; i < locals_.size(); ++i) {
      Type *type = locals_[i]->getAllocatedType();
      Value *value = canonical(builder_.CreateLoad(type, locals_[i]));
      Value *offset = builder_.CreateAdd(start, builder_.getInt64(8 * i));
      builder_.CreateStore(value, builder_.CreateGEP(builder_.getInt8Ty(), arg(arg_records), offset));
    }
  }

  Module &module_;
  IRBuilder<> builder_;
  std::mt19937_64 random_;
  Function *function_ = nullptr;
  BasicBlock *exit_ = nullptr;
  SmallVector<AllocaInst *, 8> locals_;
  AllocaInst *array_ = nullptr;
  AllocaInst *record_ = nullptr;
  SmallVector<LoopTargets, 4> loops_;
};

} // namespace

Function *random_kernel(Module &module, std::uint64_t seed) {
  return Generator(module, seed).run();
}

} // namespace weft::test
