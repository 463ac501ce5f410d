// Loads and stores of vectors, copies by a work-group, geometry, and functions that look across lanes (OpenCL C 3.0,
// 6.15.5, 6.15.6, 6.15.7, 6.15.11, 6.15.13).
#include "codegen/opencl/builtin_call.hpp"

namespace weft::codegen::opencl {

using namespace llvm;
using ir::Builtin;

namespace {

unsigned lanes_of(const Type *type) {
  const auto *vector = dyn_cast<FixedVectorType>(type);
  return vector != nullptr ? vector->getNumElements() : 1;
}

Value *lane(const BuiltinCall &c, Value *value, unsigned i) {
  return value->getType()->isVectorTy() ? c.ir.CreateExtractElement(value, i) : value;
}

/// A value of the function's result type, from a function of the number of the lane.
template <class Make> Value *of_lanes(const BuiltinCall &c, Make &&make) {
  if (!c.result->isVectorTy())
    return make(0);
  Value *result = PoisonValue::get(c.result);
  for (unsigned i = 0; i < lanes_of(c.result); ++i)
    result = c.ir.CreateInsertElement(result, make(i), i);
  return result;
}

// --- loads and stores: aligned like one element ---

Value *element_address(const BuiltinCall &c, Type *element, Value *pointer, Value *offset, unsigned stride,
                       unsigned i) {
  Value *index = c.ir.CreateAdd(c.ir.CreateMul(offset, c.ir.getInt64(stride)), c.ir.getInt64(i));
  return c.ir.CreateGEP(element, pointer, index);
}

Value *load_vector(const BuiltinCall &c) {
  Type *element = c.result->getScalarType();
  return of_lanes(c, [&](unsigned i) {
    return c.ir.CreateLoad(element, element_address(c, element, c[1], c[0], lanes_of(c.result), i));
  });
}

Value *store_vector(const BuiltinCall &c) {
  Type *element = c[0]->getType()->getScalarType();
  const unsigned lanes = lanes_of(c[0]->getType());
  for (unsigned i = 0; i < lanes; ++i)
    c.ir.CreateStore(lane(c, c[0], i), element_address(c, element, c[2], c[1], lanes, i));
  return nullptr;
}

/// `vloada_half3` and `vstorea_half3` step by four.
unsigned half_stride(const BuiltinCall &c, unsigned lanes) {
  const bool aligned = c.name.starts_with("vloada") || c.name.starts_with("vstorea");
  return aligned && lanes == 3 ? 4 : lanes;
}

Value *load_half(const BuiltinCall &c) {
  Type *half = c.ir.getHalfTy();
  return of_lanes(c, [&](unsigned i) {
    Value *address = element_address(c, half, c[1], c[0], half_stride(c, lanes_of(c.result)), i);
    return c.ir.CreateFPCast(c.ir.CreateLoad(half, address), c.result->getScalarType());
  });
}

Value *store_half(const BuiltinCall &c) {
  Type *half = c.ir.getHalfTy();
  const unsigned lanes = lanes_of(c[0]->getType());
  for (unsigned i = 0; i < lanes; ++i)
    c.ir.CreateStore(c.ir.CreateFPCast(lane(c, c[0], i), half),
                     element_address(c, half, c[2], c[1], half_stride(c, lanes), i));
  return nullptr;
}

// --- copies by a group ---

Value *over_group(const BuiltinCall &c, Builtin builtin, bool product) {
  Value *x = c.of_dimension(builtin, 0), *y = c.of_dimension(builtin, 1), *z = c.of_dimension(builtin, 2);
  if (product)
    return c.ir.CreateMul(c.ir.CreateMul(x, y), z);
  Value *wide = c.of_dimension(Builtin::local_range, 0), *high = c.of_dimension(Builtin::local_range, 1);
  return c.ir.CreateAdd(x, c.ir.CreateMul(wide, c.ir.CreateAdd(y, c.ir.CreateMul(high, z))));
}

Type *element_of(const BuiltinCall &c, const MangledType &type) {
  LLVMContext &context = c.ir.getContext();
  Type *scalar = nullptr;
  switch (type.letter) {
  case 'f':
    scalar = Type::getFloatTy(context);
    break;
  case 'd':
    scalar = Type::getDoubleTy(context);
    break;
  case 'e':
    scalar = Type::getHalfTy(context);
    break;
  case 'c':
  case 'h':
    scalar = Type::getInt8Ty(context);
    break;
  case 's':
  case 't':
    scalar = Type::getInt16Ty(context);
    break;
  case 'i':
  case 'j':
    scalar = Type::getInt32Ty(context);
    break;
  default:
    scalar = Type::getInt64Ty(context);
    break;
  }
  return type.lanes > 1 ? static_cast<Type *>(FixedVectorType::get(scalar, type.lanes)) : scalar;
}

/// A loop in which the group's work-items take turns; the stride is global memory's. wait_group_events() is the barrier
/// behind it.
Value *group_copy(const BuiltinCall &c) {
  const bool strided = c.name.contains("strided");
  constexpr unsigned local_space = 3;
  const bool to_local = c.types[0].space == local_space;
  IRBuilder<> &ir = c.ir;
  Type *element = element_of(c, c.types[0]);
  Value *first = over_group(c, Builtin::local_id, false), *step = over_group(c, Builtin::local_range, true);
  Function *function = ir.GetInsertBlock()->getParent();
  BasicBlock *entry = ir.GetInsertBlock();
  auto *head = BasicBlock::Create(ir.getContext(), "", function),
       *body = BasicBlock::Create(ir.getContext(), "", function),
       *end = BasicBlock::Create(ir.getContext(), "", function);
  ir.CreateBr(head);
  ir.SetInsertPoint(head);
  PHINode *i = ir.CreatePHI(ir.getInt64Ty(), 2);
  i->addIncoming(first, entry);
  ir.CreateCondBr(ir.CreateICmpULT(i, c[2]), body, end);
  ir.SetInsertPoint(body);
  Value *apart = strided ? ir.CreateMul(i, c[3]) : i;
  Value *value = ir.CreateLoad(element, ir.CreateGEP(element, c[1], to_local ? apart : i));
  ir.CreateStore(value, ir.CreateGEP(element, c[0], to_local ? i : apart));
  i->addIncoming(ir.CreateAdd(i, step), body);
  ir.CreateBr(head);
  ir.SetInsertPoint(end);
  return c.arguments.back();
}

Value *wait_for_copies(const BuiltinCall &c) {
  constexpr unsigned scope_work_group = 2;
  c.builtin(Builtin::barrier, {c.ir.getInt32(scope_work_group)});
  return nullptr;
}

// --- geometry ---

Value *dot(const BuiltinCall &c, Value *a, Value *b) {
  Value *sum = nullptr;
  for (unsigned i = 0; i < lanes_of(a->getType()); ++i) {
    Value *product = c.ir.CreateFMul(lane(c, a, i), lane(c, b, i));
    sum = sum == nullptr ? product : c.ir.CreateFAdd(sum, product);
  }
  return sum;
}

Value *length(const BuiltinCall &c, Value *a) {
  return c.intrinsic(Intrinsic::sqrt, {dot(c, a, a)});
}

Value *normalized(const BuiltinCall &c) {
  Value *l = length(c, c[0]);
  Value *zero = c.ir.CreateFCmpOEQ(l, c.number(l, 0));
  Value *divisor = c.ir.CreateSelect(zero, c.number(l, 1), l);
  return of_lanes(c, [&](unsigned i) { return c.ir.CreateFDiv(lane(c, c[0], i), divisor); });
}

Value *cross(const BuiltinCall &c) {
  return of_lanes(c, [&](unsigned i) -> Value * {
    if (i == 3)
      return ConstantFP::get(c.result->getScalarType(), 0);
    const unsigned j = (i + 1) % 3, k = (i + 2) % 3;
    return c.ir.CreateFSub(c.ir.CreateFMul(lane(c, c[0], j), lane(c, c[1], k)),
                           c.ir.CreateFMul(lane(c, c[0], k), lane(c, c[1], j)));
  });
}

// --- across lanes ---

/// By the highest bits.
Value *test_signs(const BuiltinCall &c, bool all) {
  Value *result = nullptr;
  for (unsigned i = 0; i < lanes_of(c[0]->getType()); ++i) {
    Value *one = lane(c, c[0], i);
    one = c.ir.CreateICmpSLT(one, ConstantInt::get(one->getType(), 0));
    result = result == nullptr ? one : all ? c.ir.CreateAnd(result, one) : c.ir.CreateOr(result, one);
  }
  return c.ir.CreateZExt(result, c.result);
}

/// Lanes of one vector or of two that follow each other, by the lowest bits of a mask.
Value *shuffle(const BuiltinCall &c) {
  Value *from = c[0], *mask = c.arguments.back();
  const unsigned each = lanes_of(from->getType());
  if (c.arguments.size() == 3) {
    SmallVector<int> both(2 * each);
    for (unsigned i = 0; i < both.size(); ++i)
      both[i] = static_cast<int>(i);
    from = c.ir.CreateShuffleVector(c[0], c[1], both);
  }
  const unsigned count = lanes_of(from->getType());
  return of_lanes(c, [&](unsigned i) {
    Value *index = lane(c, mask, i);
    index = c.ir.CreateAnd(index, ConstantInt::get(index->getType(), NextPowerOf2(count - 1) - 1));
    return c.ir.CreateExtractElement(from, index);
  });
}

} // namespace

void add_memory(Definitions &all) {
  for (const std::string lanes : {"2", "3", "4", "8", "16"}) {
    all["vload" + lanes] = load_vector;
    all["vstore" + lanes] = store_vector;
  }
  for (const std::string lanes : {"", "2", "3", "4", "8", "16"}) {
    all["vload_half" + lanes] = all["vloada_half" + lanes] = load_half;
    for (const std::string rounding : {"", "_rte", "_rtz", "_rtp", "_rtn"})
      all["vstore_half" + lanes + rounding] = all["vstorea_half" + lanes + rounding] = store_half;
  }
  all["async_work_group_copy"] = all["async_work_group_strided_copy"] = group_copy;
  all["wait_group_events"] = wait_for_copies;
  all["prefetch"] = [](const BuiltinCall &) -> Value * { return nullptr; };
  all["dot"] = [](const BuiltinCall &c) { return dot(c, c[0], c[1]); };
  all["length"] = all["fast_length"] = [](const BuiltinCall &c) { return length(c, c[0]); };
  all["distance"] = all["fast_distance"] = [](const BuiltinCall &c) { return length(c, c.ir.CreateFSub(c[0], c[1])); };
  all["normalize"] = all["fast_normalize"] = normalized;
  all["cross"] = cross;
  all["any"] = [](const BuiltinCall &c) { return test_signs(c, false); };
  all["all"] = [](const BuiltinCall &c) { return test_signs(c, true); };
  all["shuffle"] = all["shuffle2"] = shuffle;
}

} // namespace weft::codegen::opencl
