// Values of the Builder: constants, ids, arithmetic on indices, conversions, calls.
#include "codegen/builder_llvm.hpp"

#include <cstring>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Support/raw_ostream.h>

#include "codegen/ir/builtins.hpp"
#include "codegen/types.hpp"
#include "support/error.hpp"

namespace weft::codegen {

LlvmBuilder::LlvmBuilder(const KernelInfo &kernel)
    : module_(std::make_unique<llvm::Module>(kernel.name, context_)), ir_(context_), kernel_(kernel) {
  module_->setTargetTriple(llvm::Triple("x86_64-pc-linux-gnu"));
  module_->setDataLayout("e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128");
  auto *signature = llvm::FunctionType::get(ir_.getVoidTy(), {ir_.getPtrTy()}, false);
  function_ = llvm::Function::Create(signature, llvm::Function::ExternalLinkage, kernel.name, *module_);
  function_->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
  function_->setDoesNotThrow();
  auto *block_of_bytes = llvm::ArrayType::get(ir_.getInt8Ty(), std::max(1u, kernel.args_size));
  function_->addParamAttr(0, llvm::Attribute::getWithByValType(context_, block_of_bytes));
  function_->addParamAttr(0, llvm::Attribute::getWithAlignment(context_, llvm::Align(kernel.args_align)));
  entry_ = llvm::BasicBlock::Create(context_, "entry", function_);
  ir_.SetInsertPoint(make_block("body"));
}

llvm::BasicBlock *LlvmBuilder::make_block(const char *name) {
  return llvm::BasicBlock::Create(context_, name, function_);
}

Value LlvmBuilder::remember(Parts parts, Type type) {
  values_.push_back(parts);
  return {static_cast<std::uint32_t>(values_.size() - 1), type};
}

LlvmBuilder::Parts LlvmBuilder::parts(Value value) const {
  WEFT_CHECK(value.id < values_.size() && value.type != Type::none, "builder: value {} of {} is not of this builder",
             value.id, values_.size());
  return values_[value.id];
}

llvm::Value *LlvmBuilder::scalar(Value value) const {
  WEFT_CHECK(!is_complex(value.type), "builder: complex value where a scalar is wanted");
  return parts(value).real;
}

llvm::Value *LlvmBuilder::scalar(Value value, Type expected) const {
  WEFT_CHECK(value.type == expected, "builder: value of type {} where {} is wanted", static_cast<int>(value.type),
             static_cast<int>(expected));
  return scalar(value);
}

llvm::Type *LlvmBuilder::value_type(Type type) const {
  auto &c = const_cast<llvm::LLVMContext &>(context_);
  switch (type) {
  case Type::boolean:
    return llvm::Type::getInt1Ty(c);
  case Type::f16:
    return llvm::Type::getHalfTy(c);
  case Type::bf16: // LLVM's own type becomes calls of functions that are not there, one for each number
    return llvm::Type::getInt16Ty(c);
  case Type::f32:
  case Type::c64:
    return llvm::Type::getFloatTy(c);
  case Type::f64:
  case Type::c128:
    return llvm::Type::getDoubleTy(c);
  case Type::ptr:
    return llvm::PointerType::get(c, 0);
  default:
    WEFT_CHECK(is_integer(type), "builder: no values of type {}", static_cast<int>(type));
    return llvm::Type::getIntNTy(c, 8 * size_of(type));
  }
}

llvm::Type *LlvmBuilder::memory_type(Type type) const {
  return type == Type::boolean ? llvm::Type::getInt8Ty(const_cast<llvm::LLVMContext &>(context_)) : value_type(type);
}

Value LlvmBuilder::constant(Type type, double value) {
  if (type == Type::bf16)
    return convert(constant(Type::f32, value), type);
  if (is_float(component(type))) {
    auto *real = llvm::ConstantFP::get(value_type(type), value);
    return remember({real, is_complex(type) ? llvm::ConstantFP::get(value_type(type), 0.0) : nullptr}, type);
  }
  return constant_int(type, type == Type::u64 && value >= 9223372036854775808.0
                                ? static_cast<std::int64_t>(static_cast<std::uint64_t>(value))
                                : static_cast<std::int64_t>(value));
}

Value LlvmBuilder::constant_int(Type type, std::int64_t value) {
  if (is_float(component(type)))
    return constant(type, static_cast<double>(value));
  if (type == Type::boolean)
    return remember({ir_.getInt1(value != 0)}, type);
  WEFT_CHECK(is_integer(type), "builder: no integer constant of type {}", static_cast<int>(type));
  return remember({llvm::ConstantInt::get(
                      context_, llvm::APInt(8 * size_of(type), static_cast<std::uint64_t>(value), false, true))},
                  type);
}

Value LlvmBuilder::constant_bits(Type type, std::span<const std::byte> bytes) {
  WEFT_CHECK(bytes.size() == size_of(type), "builder: {} bytes for a constant of {}", bytes.size(), size_of(type));
  const auto half = [&](std::size_t at, std::size_t size) -> llvm::Value * {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, size);
    if (type == Type::boolean)
      return ir_.getInt1(word != 0);
    const llvm::APInt bits(8 * size, word);
    llvm::Type *result = value_type(type);
    if (result->isFloatingPointTy())
      return llvm::ConstantFP::get(context_, llvm::APFloat(result->getFltSemantics(), bits));
    return llvm::ConstantInt::get(context_, bits);
  };
  const std::size_t size = size_of(component(type));
  return remember({half(0, size), is_complex(type) ? half(size, size) : nullptr}, type);
}

llvm::Value *LlvmBuilder::external(std::string_view name, llvm::Type *result, llvm::ArrayRef<llvm::Value *> arguments,
                                   llvm::ArrayRef<llvm::Attribute::AttrKind> attributes) {
  std::vector<llvm::Type *> types;
  for (llvm::Value *argument : arguments)
    types.push_back(argument->getType());
  auto callee = module_->getOrInsertFunction(llvm::StringRef(name), llvm::FunctionType::get(result, types, false));
  auto *call = ir_.CreateCall(callee, arguments);
  for (auto *place : {llvm::dyn_cast<llvm::Function>(callee.getCallee())})
    for (const auto kind : attributes)
      place->addFnAttr(kind);
  for (const auto kind : attributes)
    call->addFnAttr(kind);
  call->setDoesNotThrow();
  return call;
}

Value LlvmBuilder::id(ir::Builtin builtin, int dim) {
  WEFT_CHECK(dim >= 0 && dim < 3, "builder: dimension {} of {}", dim, ir::symbol_of(builtin));
  return remember({ir::call_builtin(ir_, builtin, {ir_.getInt32(dim)})}, Type::i64);
}

Value LlvmBuilder::sub_group(SubGroupQuery query) {
  using enum ir::Builtin;
  static constexpr ir::Builtin builtins[] = {sub_group_local_id, sub_group_id, sub_group_range, sub_group_max_range,
                                             sub_groups};
  return remember({ir::call_builtin(ir_, builtins[static_cast<std::size_t>(query)], {})}, Type::u32);
}

Value LlvmBuilder::index(IndexOp op, Value left, Value right) {
  WEFT_CHECK(is_integer(left.type), "builder: index arithmetic on type {}", static_cast<int>(left.type));
  auto *a = scalar(left), *b = scalar(right, left.type);
  const auto compute = [&]() -> llvm::Value * {
    switch (op) {
    case IndexOp::add:
      return ir_.CreateNSWAdd(a, b);
    case IndexOp::sub:
      return ir_.CreateNSWSub(a, b);
    case IndexOp::mul:
      return ir_.CreateNSWMul(a, b);
    case IndexOp::div:
      return ir_.CreateUDiv(a, b);
    case IndexOp::rem:
      return ir_.CreateURem(a, b);
    case IndexOp::min:
      return ir_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, a, b);
    case IndexOp::max:
      return ir_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, a, b);
    case IndexOp::shl:
      return ir_.CreateShl(a, b, "", false, true);
    case IndexOp::shr:
      return ir_.CreateLShr(a, b);
    case IndexOp::bit_and:
      return ir_.CreateAnd(a, b);
    case IndexOp::bit_or:
      return ir_.CreateOr(a, b);
    }
    WEFT_CHECK(false, "builder: index operation {}", static_cast<int>(op));
  };
  return remember({compute()}, left.type);
}

Value LlvmBuilder::arithmetic(Arithmetic op, Value left, Value right) {
  const Type type = left.type;
  const bool real = is_float(type) && type != Type::bf16, bits = op >= Arithmetic::bit_and && op <= Arithmetic::bit_xor;
  const bool takes = op == Arithmetic::div
                         ? real
                         : is_integer(type) || (real && op <= Arithmetic::mul) || (bits && type == Type::boolean);
  WEFT_CHECK(takes, "builder: arithmetic {} on type {}", static_cast<int>(op), static_cast<int>(type));
  auto *a = scalar(left), *b = scalar(right, type);
  using I = llvm::Instruction;
  static constexpr I::BinaryOps integers[] = {I::Add, I::Sub, I::Mul, I::UDiv, I::And, I::Or, I::Xor, I::Shl, I::LShr};
  static constexpr I::BinaryOps reals[] = {I::FAdd, I::FSub, I::FMul, I::FDiv};
  const auto which = static_cast<std::size_t>(op);
  const auto opcode = real ? reals[which] : op == Arithmetic::shr && is_signed(type) ? I::AShr : integers[which];
  return remember({ir_.CreateBinOp(opcode, a, b)}, type);
}

Value LlvmBuilder::compare(Compare op, Value left, Value right) {
  if (left.type == Type::bf16)
    return compare(op, convert(left, Type::f32), convert(right, Type::f32));
  auto *a = scalar(left), *b = scalar(right, left.type);
  using P = llvm::CmpInst::Predicate;
  static constexpr P floats[] = {P::FCMP_OEQ, P::FCMP_UNE, P::FCMP_OLT, P::FCMP_OLE, P::FCMP_OGT, P::FCMP_OGE};
  static constexpr P signeds[] = {P::ICMP_EQ, P::ICMP_NE, P::ICMP_SLT, P::ICMP_SLE, P::ICMP_SGT, P::ICMP_SGE};
  static constexpr P unsigneds[] = {P::ICMP_EQ, P::ICMP_NE, P::ICMP_ULT, P::ICMP_ULE, P::ICMP_UGT, P::ICMP_UGE};
  const auto which = static_cast<std::size_t>(op);
  const P predicate = is_float(left.type) ? floats[which] : is_signed(left.type) ? signeds[which] : unsigneds[which];
  return remember({ir_.CreateCmp(predicate, a, b)}, Type::boolean);
}

Value LlvmBuilder::select(Value condition, Value if_true, Value if_false) {
  WEFT_CHECK(if_true.type == if_false.type, "builder: select between types {} and {}", static_cast<int>(if_true.type),
             static_cast<int>(if_false.type));
  auto *c = scalar(condition, Type::boolean);
  const Parts a = parts(if_true), b = parts(if_false);
  return remember({ir_.CreateSelect(c, a.real, b.real), a.imag ? ir_.CreateSelect(c, a.imag, b.imag) : nullptr},
                  if_true.type);
}

Value LlvmBuilder::logical_and(Value left, Value right) {
  return remember({ir_.CreateAnd(scalar(left, Type::boolean), scalar(right, Type::boolean))}, Type::boolean);
}

Value LlvmBuilder::logical_not(Value value) {
  return remember({ir_.CreateNot(scalar(value, Type::boolean))}, Type::boolean);
}

Value LlvmBuilder::convert(Value value, Type to) {
  const Parts from = parts(value);
  const Type half = component(value.type);
  if (to == value.type)
    return value;
  if (to == Type::boolean && is_complex(value.type))
    return remember({ir_.CreateOr(convert_scalar(from.real, half, to), convert_scalar(from.imag, half, to))}, to);
  llvm::Value *imag = nullptr;
  if (is_complex(to))
    imag = from.imag ? convert_scalar(from.imag, half, component(to)) : llvm::ConstantFP::get(value_type(to), 0.0);
  return remember({convert_scalar(from.real, half, component(to)), imag}, to);
}

llvm::Value *LlvmBuilder::convert_scalar(llvm::Value *value, Type from, Type to) {
  llvm::Type *type = value_type(to);
  if (from == to)
    return value;
  WEFT_CHECK(from != Type::ptr && to != Type::ptr, "builder: pointers do not convert");
  if (from == Type::bf16) // the upper half of a float
    return convert_scalar(
        ir_.CreateBitCast(ir_.CreateShl(ir_.CreateZExt(value, ir_.getInt32Ty()), 16), ir_.getFloatTy()), Type::f32, to);
  if (to == Type::bf16)
    return float_to_bfloat(convert_scalar(value, from, Type::f32));
  if (to == Type::boolean)
    return is_float(from) ? ir_.CreateFCmpUNE(value, llvm::ConstantFP::get(value->getType(), 0.0))
                          : ir_.CreateIsNotNull(value);
  if (is_float(from))
    return is_float(to) ? ir_.CreateFPCast(value, type) : float_to_integer(value, to);
  if (is_float(to))
    return is_signed(from) ? ir_.CreateSIToFP(value, type) : ir_.CreateUIToFP(value, type);
  return is_signed(from) ? ir_.CreateSExtOrTrunc(value, type) : ir_.CreateZExtOrTrunc(value, type);
}

/// To the nearest, to even at a tie; NaN stays one.
llvm::Value *LlvmBuilder::float_to_bfloat(llvm::Value *value) {
  auto *bits = ir_.CreateBitCast(value, ir_.getInt32Ty());
  auto *odd = ir_.CreateAnd(ir_.CreateLShr(bits, 16), 1);
  auto *up = ir_.CreateAdd(ir_.CreateAdd(bits, ir_.getInt32(0x7fff)), odd);
  auto *quiet = ir_.CreateOr(bits, 0x400000);
  auto *chosen = ir_.CreateSelect(ir_.CreateFCmpUNO(value, value), quiet, up);
  return ir_.CreateTrunc(ir_.CreateLShr(chosen, 16), ir_.getInt16Ty());
}

/// Out of range gives what x86-64 C code gives, as in NumPy: narrow types wrap through i32, u32 through i64, and u64
/// wraps for negative values. The freeze keeps LLVM from using that such a conversion is undefined.
llvm::Value *LlvmBuilder::float_to_integer(llvm::Value *value, Type to) {
  const auto to_signed = [&](unsigned bits) { return ir_.CreateFreeze(ir_.CreateFPToSI(value, ir_.getIntNTy(bits))); };
  if (to == Type::u64) {
    auto *limit = llvm::ConstantFP::get(value->getType(), value->getType()->isHalfTy() ? 65504.0 : 0x1p63);
    auto *high = ir_.CreateFreeze(ir_.CreateFPToUI(value, ir_.getInt64Ty()));
    return ir_.CreateSelect(ir_.CreateFCmpOGE(value, limit), high, to_signed(64));
  }
  const unsigned through = to == Type::u32 || to == Type::i64 ? 64 : 32;
  return ir_.CreateTrunc(to_signed(through), value_type(to));
}

Value LlvmBuilder::call(std::string_view function, Type result, std::span<const Value> arguments) {
  std::vector<llvm::Value *> values;
  llvm::AllocaInst *result_place = nullptr;
  const auto place = [&](Type type) { return stack(value_type(type), 2); };
  if (is_complex(result))
    values.push_back(result_place = place(result));
  for (const Value argument : arguments) {
    if (!is_complex(argument.type)) {
      values.push_back(scalar(argument));
      continue;
    }
    values.push_back(place(argument.type));
    store_element(argument.type, values.back(), ir_.getInt64(0), parts(argument));
  }
  llvm::Type *type = result_place || result == Type::none ? ir_.getVoidTy() : value_type(result);
  llvm::Value *value = external(function, type, values, {});
  if (result == Type::none)
    return {};
  return remember(result_place ? load_element(result, result_place, ir_.getInt64(0)) : Parts{value}, result);
}

Value LlvmBuilder::call_together(std::string_view function, Type result, std::span<const Value> arguments) {
  std::vector<llvm::Value *> values;
  for (const Value argument : arguments)
    values.push_back(scalar(argument));
  return remember({external(function, value_type(result), values, {llvm::Attribute::Convergent})}, result);
}

void LlvmBuilder::separate_pointers() {
  if (apart_.size() < 2)
    return;
  llvm::MDBuilder metadata(context_);
  llvm::MDNode *const domain = metadata.createAnonymousAliasScopeDomain("arguments");
  std::map<const llvm::Value *, llvm::MDNode *> scopes;
  for (const llvm::Value *pointer : apart_)
    scopes[pointer] = metadata.createAnonymousAliasScope(domain, "pointer");
  for (llvm::Instruction &instruction : llvm::instructions(*function_)) {
    const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (ir::builtin_of(instruction).is_atomic())
      pointer = llvm::cast<llvm::CallInst>(instruction).getArgOperand(0);
    const auto through = pointer != nullptr ? scopes.find(llvm::getUnderlyingObject(pointer, 0)) : scopes.end();
    if (through == scopes.end())
      continue;
    llvm::SmallVector<llvm::Metadata *> others;
    for (const llvm::Value *other : apart_)
      if (other != through->first)
        others.push_back(scopes[other]);
    instruction.setMetadata(llvm::LLVMContext::MD_alias_scope, llvm::MDNode::get(context_, through->second));
    instruction.setMetadata(llvm::LLVMContext::MD_noalias, llvm::MDNode::get(context_, others));
  }
}

Bytes LlvmBuilder::finish(bool contract) {
  if (ir_.GetInsertBlock()->getTerminator() == nullptr)
    ir_.CreateRetVoid();
  for (llvm::BasicBlock *block : blocks_) {
    WEFT_CHECK(block->getParent() != nullptr || block->use_empty(), "builder: a block was jumped to and never entered");
    if (block->getParent() == nullptr)
      delete block;
  }
  llvm::IRBuilder<>(entry_).CreateBr(&*std::next(function_->begin()));
  separate_pointers();
  if (contract)
    function_->addFnAttr("weft-contract");
  llvm::SmallVector<char, 0> buffer;
  llvm::raw_svector_ostream stream(buffer);
  llvm::WriteBitcodeToFile(*module_, stream);
  const auto bytes = std::as_bytes(std::span(buffer.data(), buffer.size()));
  return {bytes.begin(), bytes.end()};
}

} // namespace weft::codegen
