// The kernel's signature, and what its ids are made of.
#include "codegen/spirv/retarget.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "codegen/ir/builtins.hpp"
#include "codegen/ir/guard_range.hpp"
#include "codegen/spirv/launched_by.hpp"

namespace weft::codegen::spirv {

using namespace llvm;

namespace {

constexpr const char *launch_name = "__weft_spirv_launch";
const Align block_alignment(8); // what devices promise of a parameter of 8-byte words
constexpr unsigned space_local = 3;

/// A struct: drivers take arrays for pointers.
Type *words(LLVMContext &context, std::uint64_t bytes) {
  return StructType::get(ArrayType::get(Type::getInt64Ty(context), std::max<std::uint64_t>(1, divideCeil(bytes, 8))));
}

/// Loads and copies from the block know of it what they can rely on.
void lower_alignment(Value &pointer) {
  for (User *user : pointer.users()) {
    if (auto *load = dyn_cast<LoadInst>(user))
      load->setAlignment(std::min(load->getAlign(), block_alignment));
    else if (auto *copy = dyn_cast<MemTransferInst>(user); copy != nullptr && copy->getRawSource() == &pointer)
      copy->setSourceAlignment(std::min(copy->getSourceAlign().valueOrOne(), block_alignment));
    else if (isa<GetElementPtrInst>(user))
      lower_alignment(*user);
  }
}

Function &with_parameters(Module &module, Function &kernel) {
  LLVMContext &context = module.getContext();
  Type *block = words(context, module.getDataLayout().getTypeAllocSize(kernel.getParamByValType(0)));
  Type *launch = words(context, 8 * launch_words);
  auto *pointer = PointerType::get(context, 0);
  auto *type =
      FunctionType::get(Type::getVoidTy(context), {pointer, pointer, PointerType::get(context, space_local)}, false);
  Function *entry = Function::Create(type, GlobalValue::ExternalLinkage, "", module);
  entry->takeName(&kernel);
  ValueToValueMapTy mapped;
  mapped[kernel.getArg(0)] = entry->getArg(0);
  SmallVector<ReturnInst *, 4> returns;
  CloneFunctionInto(entry, &kernel, mapped, CloneFunctionChangeType::LocalChangesOnly, returns);
  kernel.replaceAllUsesWith(entry);
  kernel.eraseFromParent();
  for (unsigned i = 0; i < 2; ++i) {
    entry->removeParamAttr(i, Attribute::ByVal);
    entry->removeParamAttr(i, Attribute::Alignment);
    entry->addParamAttr(i, Attribute::getWithByValType(context, i == 0 ? block : launch));
    entry->addParamAttr(i, Attribute::getWithAlignment(context, block_alignment));
  }
  return *entry;
}

/// Every call of the function gives `result`, made where the call is.
template <class Result> void answer(Module &module, StringRef name, Result result) {
  Function *const asked = module.getFunction(name);
  if (asked == nullptr)
    return;
  for (User *user : make_early_inc_range(asked->users()))
    if (auto *call = dyn_cast<CallInst>(user))
      if (Value *value = result(*call)) {
        call->replaceAllUsesWith(value);
        call->eraseFromParent();
      }
}

} // namespace

Function &retarget(Module &module, Function &kernel, const KernelInfo &info) {
  Function &entry = with_parameters(module, kernel);
  lower_alignment(*entry.getArg(0));
  if (info.form == LaunchForm::range && module.getFunction(ir::symbol_of(ir::Builtin::in_range)) == nullptr)
    ir::guard_range(entry, info.dims);
  return entry;
}

bool place_parameters(Function &kernel) {
  Module &module = *kernel.getParent();
  answer(module, launch_name, [&](CallInst &) { return kernel.getArg(1); });
  bool takes_local = false;
  answer(module, ir::symbol_of(ir::Builtin::local_mem), [&](CallInst &call) {
    takes_local = true;
    IRBuilder<> ir(&kernel.getEntryBlock(), kernel.getEntryBlock().getFirstInsertionPt());
    return ir.CreateAddrSpaceCast(kernel.getArg(2), call.getType());
  });
  return takes_local;
}

void choose_ids(Module &module, const KernelInfo &info, const Specialization &spec, std::uint32_t sub_group_size) {
  if (sub_group_size != 0) {
    const auto size = [&](CallInst &call) { return ConstantInt::get(call.getType(), sub_group_size); };
    answer(module, "_Z22get_max_sub_group_sizev", size);
    if (spec.whole_sub_groups)
      answer(module, "_Z18get_sub_group_sizev", size);
  }
  if (!spec.has_offset)
    answer(module, "_Z17get_global_offsetj", [](CallInst &call) { return ConstantInt::get(call.getType(), 0); });
  const bool in_ranges = info.form == LaunchForm::range;
  answer(module, "_Z14get_local_sizej", [&](CallInst &call) -> Value * {
    const auto *dim = dyn_cast<ConstantInt>(call.getArgOperand(0));
    const std::uint32_t size = in_ranges || dim == nullptr ? 0 : spec.local[dim->getZExtValue()];
    return size == 0 ? nullptr : ConstantInt::get(call.getType(), size);
  });
}

} // namespace weft::codegen::spirv
