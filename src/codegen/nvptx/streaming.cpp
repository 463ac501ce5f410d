// Loads and stores of what is not used again say so to the caches (PTX ISA, 9.7.9.1 cache operators). LLVM drops that
// for this target, and where it splits or joins accesses; calls of functions that nobody defines stand for them
// meanwhile.
#include <initializer_list>
#include <string>

#include <fmt/format.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/Alignment.h>
#include <llvm/Support/raw_ostream.h>

#include "codegen/nvptx/retarget.hpp"

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

constexpr unsigned space_generic = 0, space_global = 1;

/// A number or a vector as registers of PTX hold it.
struct Registers {
  Type *each = nullptr;
  unsigned count = 0, bits = 0;

  explicit Registers(Type *type) : each(type->getScalarType()) {
    if (!each->isIntegerTy() && !each->isFloatTy() && !each->isDoubleTy())
      return;
    const auto *vector = dyn_cast<FixedVectorType>(type);
    count = vector != nullptr ? vector->getNumElements() : 1;
    bits = each->getPrimitiveSizeInBits();
  }

  bool fit(Align alignment) const {
    const bool one_access = (count == 1 || count == 2 || count == 4) && count * bits <= 128;
    return one_access && (bits == 32 || bits == 64) && alignment.value() * 8 >= count * bits;
  }
  char constraint() const { return each->isIntegerTy() ? (bits == 64 ? 'l' : 'r') : (bits == 64 ? 'd' : 'f'); }
  std::string type() const { return fmt::format("{}.b{}", count == 1 ? "" : fmt::format(".v{}", count), bits); }

  /// `{$0,$1}`, beginning with operand `first`.
  std::string list(unsigned first) const {
    std::string names;
    for (unsigned i = 0; i < count; ++i)
      names += fmt::format("{}${}", i == 0 ? "" : ",", first + i);
    return count == 1 ? names : "{" + names + "}";
  }
  std::string constraints(const char *prefix) const {
    std::string all;
    for (unsigned i = 0; i < count; ++i)
      all += fmt::format("{}{},", prefix, constraint());
    return all;
  }
};

constexpr StringLiteral load_prefix = "weft.streamed.load.", store_prefix = "weft.streamed.store.";

FunctionCallee placeholder(Module &module, StringRef prefix, Type *value) {
  LLVMContext &context = module.getContext();
  Type *const pointer = PointerType::get(context, 0);
  const bool loads = prefix == load_prefix;
  FunctionType *const type = loads ? FunctionType::get(value, {pointer}, false)
                                   : FunctionType::get(Type::getVoidTy(context), {pointer, value}, false);
  std::string name = prefix.str();
  raw_string_ostream(name) << *value;
  FunctionCallee callee = module.getOrInsertFunction(name, type);
  auto *const function = cast<Function>(callee.getCallee());
  function->setMemoryEffects(MemoryEffects::argMemOnly(loads ? ModRefInfo::Ref : ModRefInfo::Mod));
  function->setDoesNotThrow();
  function->setWillReturn();
  return callee;
}

Value *generic(IRBuilder<> &ir, Value *pointer) {
  return ir.CreateAddrSpaceCast(pointer, ir.getPtrTy());
}

void hold(LoadInst &load) {
  IRBuilder<> ir(&load);
  load.replaceAllUsesWith(ir.CreateCall(placeholder(*load.getModule(), load_prefix, load.getType()),
                                        {generic(ir, load.getPointerOperand())}));
  load.eraseFromParent();
}

void hold(StoreInst &store) {
  IRBuilder<> ir(&store);
  Value *const value = store.getValueOperand();
  ir.CreateCall(placeholder(*store.getModule(), store_prefix, value->getType()),
                {generic(ir, store.getPointerOperand()), value});
  store.eraseFromParent();
}

bool is_streamed(const Instruction &access) {
  return isa<LoadInst, StoreInst>(access) && access.hasMetadata(LLVMContext::MD_nontemporal) && !access.isAtomic() &&
         !access.isVolatile() && Registers(getLoadStoreType(&access)).fit(getLoadStoreAlignment(&access));
}

template <class Access> void mark(Access &access, Type *value) {
  LLVMContext &context = access.getContext();
  access.setAlignment(Align(value->getPrimitiveSizeInBits() / 8));
  access.setMetadata(LLVMContext::MD_nontemporal,
                     MDNode::get(context, ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), 1))));
}

void release(CallInst &call) {
  IRBuilder<> ir(&call);
  Value *const pointer = call.getArgOperand(0);
  if (call.arg_size() == 1) {
    LoadInst *const load = ir.CreateLoad(call.getType(), pointer);
    mark(*load, call.getType());
    call.replaceAllUsesWith(load);
  } else {
    mark(*ir.CreateStore(call.getArgOperand(1), pointer), call.getArgOperand(1)->getType());
  }
  call.eraseFromParent();
}

void write(LoadInst &load) {
  IRBuilder<> ir(&load);
  const Registers to(load.getType());
  Value *const from = load.getPointerOperand();
  const std::string text = fmt::format("ld.global.cs{} {}, [${}];", to.type(), to.list(0), to.count);
  const SmallVector<Type *, 4> parts(to.count, to.each);
  Type *result = to.count == 1 ? to.each : StructType::get(ir.getContext(), parts);
  auto *type = FunctionType::get(result, {from->getType()}, false);
  Value *loaded = ir.CreateCall(InlineAsm::get(type, text, to.constraints("=") + "l,~{memory}", true), {from});
  Value *value = loaded;
  if (load.getType()->isVectorTy()) {
    value = PoisonValue::get(load.getType());
    for (unsigned i = 0; i < to.count; ++i)
      value = ir.CreateInsertElement(value, to.count == 1 ? loaded : ir.CreateExtractValue(loaded, i), i);
  }
  load.replaceAllUsesWith(value);
  load.eraseFromParent();
}

void write(StoreInst &store) {
  IRBuilder<> ir(&store);
  Value *const value = store.getValueOperand(), *const to = store.getPointerOperand();
  const Registers from(value->getType());
  SmallVector<Value *, 5> operands{to};
  for (unsigned i = 0; i < from.count; ++i)
    operands.push_back(value->getType()->isVectorTy() ? ir.CreateExtractElement(value, i) : value);
  SmallVector<Type *, 5> types;
  for (Value *operand : operands)
    types.push_back(operand->getType());
  const std::string text = fmt::format("st.global.cs{} [$0], {};", from.type(), from.list(1));
  auto *type = FunctionType::get(ir.getVoidTy(), types, false);
  ir.CreateCall(InlineAsm::get(type, text, "l," + from.constraints("") + "~{memory}", true), operands);
  store.eraseFromParent();
}

/// Calls `change` with each streamed load and store through pointers to one of these address spaces.
template <class Change>
void change_streams(Function &function, std::initializer_list<unsigned> spaces, const Change &change) {
  for (Instruction &access : make_early_inc_range(instructions(function))) {
    if (!is_streamed(access) || !is_contained(spaces, getLoadStoreAddressSpace(&access)))
      continue;
    if (auto *load = dyn_cast<LoadInst>(&access))
      change(*load);
    else
      change(cast<StoreInst>(access));
  }
}

} // namespace

void hold_streams(Module &module) {
  for (Function &function : module)
    change_streams(function, {space_generic, space_global}, [](auto &access) { hold(access); });
}

void raise_prefetches(Module &module) {
  constexpr unsigned nearest = 3;
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      if (call == nullptr || call->getIntrinsicID() != Intrinsic::prefetch)
        continue;
      IRBuilder<> ir(call);
      Value *place = call->getArgOperand(0);
      auto *type = FunctionType::get(ir.getVoidTy(), {place->getType()}, false);
      const bool near = cast<ConstantInt>(call->getArgOperand(2))->equalsInt(nearest);
      ir.CreateCall(InlineAsm::get(type, near ? "prefetch.L1 [$0];" : "prefetch.L2 [$0];", "l", true), {place});
      call->eraseFromParent();
    }
}

void release_streams(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *call = dyn_cast<CallInst>(&instruction); call != nullptr && call->getCalledFunction() != nullptr) {
      const StringRef name = call->getCalledFunction()->getName();
      if (name.starts_with(load_prefix) || name.starts_with(store_prefix))
        release(*call);
    }
}

void write_streams_as_ptx(Function &function) {
  change_streams(function, {space_global}, [](auto &access) { write(access); });
}

} // namespace weft::codegen::nvptx
