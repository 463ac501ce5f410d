// Expressions and statements of random programs.
#include "random_program.hpp"

namespace weft::test {

using namespace llvm;

BasicBlock *RandomProgram::block(const char *name) {
  return BasicBlock::Create(module_.getContext(), name, function_);
}

Type *RandomProgram::random_type() {
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

Value *RandomProgram::place(Type *type, Value *base, Value *index) {
  return builder_.CreateGEP(type, base, index);
}

Value *RandomProgram::byte_place(Value *base, std::uint64_t offset) {
  return builder_.CreateConstGEP1_64(builder_.getInt8Ty(), base, offset);
}

void RandomProgram::create_locals() {
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

Value *RandomProgram::element(Value *index) {
  return place(i32(), array_, builder_.CreateZExt(builder_.CreateAnd(index, 7), i64()));
}

// --- expressions ---

Value *RandomProgram::table(Type *type, Value *index) {
  Value *base = type->isFloatTy() ? floats_ : type->getPrimitiveSizeInBits() == 64 ? longs_ : ints_;
  return builder_.CreateLoad(type, place(type, base, index));
}

/// The id, moved, masked and divided by constants, as programs take rows, columns and partners out of it.
Value *RandomProgram::part_of_id() {
  Type *types[] = {i64(), i64(), i32(), builder_.getInt16Ty()};
  Value *x = convert(id_, types[pick(std::size(types))]);
  const auto number = [&](std::uint64_t value) { return ConstantInt::get(x->getType(), value, false, true); };
  for (unsigned left = 1 + pick(4); left > 0; --left) {
    const std::uint64_t power = std::uint64_t(1) << pick(8), near = power * (1 + pick(3)) + (chance(25) ? pick(3) : 0);
    switch (pick(9)) {
    case 0:
      x = builder_.CreateAnd(x, number(chance(50) ? near - 1 : ~(power - 1)));
      break;
    case 1:
      x = builder_.CreateOr(x, number(near));
      break;
    case 2:
      x = builder_.CreateXor(x, number(near));
      break;
    case 3:
      x = builder_.CreateAdd(x, number(near));
      break;
    case 4:
      x = builder_.CreateSub(x, number(near));
      break;
    case 5:
      x = builder_.CreateShl(x, number(pick(6)));
      break;
    case 6:
      x = chance(70) ? builder_.CreateLShr(x, number(pick(8))) : builder_.CreateAShr(x, number(pick(8)));
      break;
    case 7:
      x = builder_.CreateURem(x, number(near));
      break;
    default:
      x = chance(70) ? builder_.CreateUDiv(x, number(near)) : convert(x, types[pick(std::size(types))]);
    }
  }
  return x;
}

/// An index into a table: by shape, from uniform to anything.
Value *RandomProgram::table_index() {
  switch (pick(7)) {
  case 0:
    return builder_.CreateZExt(builder_.CreateAnd(uniform_, table_size_ - 1), i64());
  case 1:
    return builder_.CreateAdd(id_, builder_.getInt64(pick(8)));
  case 2:
    return builder_.CreateAdd(builder_.CreateMul(id_, builder_.getInt64(3)), builder_.getInt64(pick(3)));
  case 3:
    return builder_.CreateAdd(builder_.CreateShl(id_, 1), builder_.getInt64(pick(2)));
  case 4:
    return builder_.CreateSub(builder_.getInt64(table_size_ - 1 - pick(4)), id_);
  case 5:
    return builder_.CreateAnd(convert(part_of_id(), i64()), table_size_ - 1);
  default:
    return builder_.CreateZExt(builder_.CreateAnd(expression(i32(), 1), table_size_ - 1), i64());
  }
}

Value *RandomProgram::constant(Type *type) {
  if (type->isFloatingPointTy())
    return ConstantFP::get(type, double(int(pick(64)) - 24) / 4);
  return ConstantInt::get(type, APInt(64, random_() >> pick(60)).trunc(type->getIntegerBitWidth()));
}

Value *RandomProgram::convert(Value *value, Type *type) {
  Type *from = value->getType();
  if (from == type)
    return value;
  if (from->isIntegerTy() && type->isIntegerTy())
    return chance(50) ? builder_.CreateSExtOrTrunc(value, type) : builder_.CreateZExtOrTrunc(value, type);
  if (from->isIntegerTy())
    return builder_.CreateSIToFP(value, type);
  if (from->isHalfTy() && type->isIntegerTy()) // with AVX512-FP16 NaN gives i16 -32768: LLVM's issue 210556
    return convert(builder_.CreateFPExt(value, builder_.getFloatTy()), type);
  if (type->isIntegerTy())
    return builder_.CreateIntrinsic(Intrinsic::fptosi_sat, {type, from}, {value});
  return builder_.CreateFPCast(value, type);
}

Value *RandomProgram::leaf(Type *type) {
  switch (pick(8)) {
  case 0:
    return constant(type);
  case 1:
    return convert(chance(50) ? id_ : part_of_id(), type);
  case 2:
    return convert(uniform_, type);
  case 3: {
    Type *stored = chance(50) ? i32() : chance(50) ? builder_.getFloatTy() : chance(50) ? i64() : random_type();
    return convert(table(stored, table_index()), type);
  }
  case 4:
    if (array_)
      return convert(builder_.CreateLoad(i32(), element(chance(50) ? builder_.getInt32(pick(8)) : some_local(i32()))),
                     type);
    return constant(type);
  case 5:
    if (record_)
      return convert(builder_.CreateLoad(builder_.getInt16Ty(), byte_place(record_, 16 + 2 * pick(4))), type);
    return constant(type);
  case 6:
    if (Value *other = other_leaf())
      return convert(other, type);
    [[fallthrough]];
  default:
    return some_local(type);
  }
}

Value *RandomProgram::some_local(Type *type) {
  if (locals_.empty())
    return constant(type);
  AllocaInst *local = locals_[pick(locals_.size())];
  return convert(builder_.CreateLoad(local->getAllocatedType(), local), type);
}

void RandomProgram::set_local(Value *value) {
  AllocaInst *local = locals_[pick(locals_.size())];
  builder_.CreateStore(convert(value, local->getAllocatedType()), local);
}

Value *RandomProgram::expression(Type *type, unsigned depth) {
  if (depth == 0)
    return leaf(type);
  if (chance(12)) {
    Value *chosen = condition(depth - 1), *a = expression(type, depth - 1), *b = expression(type, depth - 1);
    return builder_.CreateSelect(chosen, a, b);
  }
  if (chance(12))
    return convert(expression(random_type(), depth - 1), type);
  Value *a = expression(type, depth - 1), *b = expression(type, depth - 1);
  return type->isIntegerTy() ? integer(a, b) : real(a, b);
}

Value *RandomProgram::integer(Value *a, Value *b) {
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

Value *RandomProgram::real(Value *a, Value *b) {
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

Value *RandomProgram::condition(unsigned depth) {
  if (chance(15)) {
    Value *part = part_of_id();
    const std::uint64_t power = std::uint64_t(1) << pick(8);
    return compare(part, ConstantInt::get(part->getType(), power * (1 + pick(2)) - pick(2), false, true));
  }
  Type *type = random_type();
  Value *a = expression(type, depth);
  return compare(a, chance(40) ? constant(type) : expression(type, depth));
}

Value *RandomProgram::compare(Value *a, Value *b) {
  if (a->getType()->isFloatingPointTy())
    return builder_.CreateFCmp(CmpInst::Predicate(pick(14) + 1), a, b);
  CmpInst::Predicate predicates[] = {CmpInst::ICMP_EQ,  CmpInst::ICMP_NE,  CmpInst::ICMP_SLT,
                                     CmpInst::ICMP_SGE, CmpInst::ICMP_ULT, CmpInst::ICMP_UGT};
  return builder_.CreateICmp(predicates[pick(6)], a, b);
}

Value *RandomProgram::canonical(Value *value) {
  if (!value->getType()->isFloatingPointTy())
    return value;
  return builder_.CreateSelect(builder_.CreateFCmpUNO(value, value), ConstantFP::get(value->getType(), 0.0), value);
}

// --- statements ---

void RandomProgram::statements(unsigned count, unsigned depth) {
  for (unsigned i = 0; i < count; ++i)
    statement(depth);
}

void RandomProgram::statement(unsigned depth) {
  numbered([&] {
    if (!depth || !chance(45))
      return effect();
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
  });
}

void RandomProgram::effect() {
  switch (record_writable_ ? pick(9) : 1 + pick(8)) {
  case 0:
    return store_to_record();
  case 1:
  case 2:
    return other_effect();
  case 3: {
    Value *where = element(chance(50) ? some_local(i32()) : builder_.getInt32(pick(8)));
    builder_.CreateStore(expression(i32(), 2), where);
    return;
  }
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

void RandomProgram::store_to_record() {
  Type *type = random_type();
  const unsigned size = unsigned(module_.getDataLayout().getTypeStoreSize(type));
  Value *value = canonical(expression(type, 2));
  const unsigned fields = 1 + pick(2);
  const unsigned first = pick(record_bytes / size - fields);
  const bool is_volatile = chance(10);
  for (unsigned i = 0; i < fields; ++i)
    builder_.CreateStore(value, byte_place(own_record_, (first + i) * size), is_volatile);
}

void RandomProgram::store_private_record() {
  switch (pick(3)) {
  case 0:
    builder_.CreateStore(expression(i32(), 1), record_);
    return;
  case 1:
    builder_.CreateStore(canonical(expression(builder_.getDoubleTy(), 1)), byte_place(record_, 8));
    return;
  default: {
    Value *index = builder_.CreateZExt(builder_.CreateAnd(some_local(i32()), 3), i64());
    Value *where = place(builder_.getInt16Ty(), byte_place(record_, 16), index);
    builder_.CreateStore(expression(builder_.getInt16Ty(), 1), where);
  }
  }
}

/// A function of its own.
Function *RandomProgram::helper() {
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

void RandomProgram::call_helper() {
  Value *where = chance(50) || !record_writable_ ? record_ : own_record_;
  set_local(builder_.CreateCall(helper(), {where, expression(i32(), 1)}));
}

void RandomProgram::branch(unsigned depth) {
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

Value *RandomProgram::goes_on(Value *turn, Value *trips) {
  Value *more = builder_.CreateICmpSLT(turn, trips);
  return chance(25) ? builder_.CreateAnd(more, condition(1)) : more;
}

void RandomProgram::loop(unsigned depth) {
  Value *trips = builder_.CreateAnd(chance(40) ? uniform_ : expression(i32(), 1), 7);
  counted_loop(
      "loop", [&](Value *turn) { return goes_on(turn, trips); },
      [&](Value *turn, LoopTargets targets) {
        loops_.push_back(targets);
        if (chance(50))
          set_local(turn);
        statements(1 + pick(3), depth - 1);
        loops_.pop_back();
      });
}

void RandomProgram::choice(unsigned depth) {
  const unsigned count = 2 + pick(3);
  BasicBlock *after = block("after");
  SmallVector<BasicBlock *, 5> targets;
  for (unsigned i = 0; i <= count; ++i)
    targets.push_back(block("case"));
  IntegerType *types[] = {builder_.getInt32Ty(), builder_.getInt32Ty(), builder_.getInt8Ty(), builder_.getInt64Ty()};
  IntegerType *type = types[pick(std::size(types))];
  Value *selector = builder_.CreateAnd(chance(30) ? convert(uniform_, type) : expression(type, 1), 7);
  SwitchInst *end = builder_.CreateSwitch(selector, targets[count], count);
  for (unsigned i = 0; i < count; ++i)
    end->addCase(ConstantInt::get(type, i), targets[i]);
  if (chance(50))
    end->addCase(ConstantInt::get(type, count), targets[0]);
  for (unsigned i = 0; i <= count; ++i) {
    builder_.SetInsertPoint(targets[i]);
    statement(depth - 1);
    builder_.CreateBr(i < count && chance(30) ? targets[i + 1] : after);
  }
  builder_.SetInsertPoint(after);
}

/// Leaves, under a condition, the function or a loop around, or starts the next iteration of one.
void RandomProgram::jump() {
  Value *leaves = condition(1);
  BasicBlock *target = way_out();
  if (!loops_.empty() && (target == nullptr || !chance(15))) {
    const LoopTargets &loop = loops_[pick(loops_.size())];
    target = chance(60) ? loop.after : loop.next;
  }
  if (target == nullptr)
    return;
  BasicBlock *stay = block("stay");
  builder_.CreateCondBr(leaves, target, stay);
  builder_.SetInsertPoint(stay);
}

void RandomProgram::store_locals() {
  for (unsigned i = 0; i < locals_.size(); ++i) {
    Type *type = locals_[i]->getAllocatedType();
    builder_.CreateStore(canonical(builder_.CreateLoad(type, locals_[i])), byte_place(own_record_, 8 * i));
  }
}

} // namespace weft::test
