// The kernel's signature, calling convention and target.
#include "codegen/nvptx/retarget.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "codegen/ir/builtins.hpp"
#include "codegen/ir/guard_range.hpp"

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

constexpr unsigned launch_words = 6; // global[3], offset[3]

Function &with_launch_parameter(Module &module, Function &kernel) {
  LLVMContext &context = module.getContext();
  Type *launch = ArrayType::get(Type::getInt64Ty(context), launch_words);
  auto *type =
      FunctionType::get(Type::getVoidTy(context), {PointerType::get(context, 0), PointerType::get(context, 0)}, false);
  Function *entry = Function::Create(type, GlobalValue::ExternalLinkage, "", module);
  entry->takeName(&kernel);
  ValueToValueMapTy mapped;
  mapped[kernel.getArg(0)] = entry->getArg(0);
  SmallVector<ReturnInst *, 4> returns;
  CloneFunctionInto(entry, &kernel, mapped, CloneFunctionChangeType::LocalChangesOnly, returns);
  kernel.replaceAllUsesWith(entry);
  kernel.eraseFromParent();
  entry->addParamAttr(1, Attribute::getWithByValType(context, launch));
  entry->addParamAttr(1, Attribute::getWithAlignment(context, Align(8)));
  for (unsigned i = 0; i < 2; ++i)
    entry->addParamAttr(i, Attribute::get(context, "nvvm.grid_constant"));
  return *entry;
}

void use_instead(Module &module, ir::Builtin builtin, StringRef special) {
  Function *plain = module.getFunction(ir::symbol_of(builtin));
  if (plain != nullptr && plain->isDeclaration())
    plain->replaceAllUsesWith(module.getOrInsertFunction(special, plain->getFunctionType()).getCallee());
}

/// Ids carry the launch's offset only where there is one, and are computed in 64 bits where they need them.
void choose_ids(Module &module, const Specialization &spec) {
  if (spec.has_offset)
    use_instead(module, ir::Builtin::global_id, "__weft_nvptx_global_id_offset");
  else if (spec.ids_fit_i32)
    use_instead(module, ir::Builtin::global_id, "__weft_nvptx_narrow_global_id");
  if (spec.ids_fit_i32)
    use_instead(module, ir::Builtin::in_range, "__weft_nvptx_narrow_in_range");
}

/// LLVM itself bounds ids by the size of the whole group.
void fix_group_size(Module &module, std::array<std::uint32_t, 3> size) {
  constexpr std::array sizes{Intrinsic::nvvm_read_ptx_sreg_ntid_x, Intrinsic::nvvm_read_ptx_sreg_ntid_y,
                             Intrinsic::nvvm_read_ptx_sreg_ntid_z};
  constexpr std::array ids{Intrinsic::nvvm_read_ptx_sreg_tid_x, Intrinsic::nvvm_read_ptx_sreg_tid_y,
                           Intrinsic::nvvm_read_ptx_sreg_tid_z};
  const auto replace = [](User *call, std::uint32_t value) {
    call->replaceAllUsesWith(ConstantInt::get(call->getType(), value));
    cast<Instruction>(call)->eraseFromParent();
  };
  for (unsigned d = 0; d < 3; ++d) {
    if (Function *const asked = Intrinsic::getDeclarationIfExists(&module, sizes[d]))
      for (User *user : make_early_inc_range(asked->users()))
        replace(user, size[d]);
    if (Function *const asked = Intrinsic::getDeclarationIfExists(&module, ids[d]))
      for (User *user : make_early_inc_range(asked->users())) {
        if (size[d] == 1)
          replace(user, 0);
        else
          cast<CallInst>(user)->addRangeRetAttr(ConstantRange(APInt(32, 0), APInt(32, size[d])));
      }
  }
}

void answer(Module &module, StringRef question, std::uint64_t number) {
  Function *const asked = module.getFunction(question);
  if (asked == nullptr)
    return;
  for (User *user : make_early_inc_range(asked->users())) {
    user->replaceAllUsesWith(ConstantInt::get(user->getType(), number));
    cast<Instruction>(user)->eraseFromParent();
  }
}

} // namespace

Function &retarget(Module &module, Function &kernel, const TargetMachine &target, const KernelInfo &info,
                   const Specialization &spec) {
  module.setDataLayout(target.createDataLayout());
  module.setTargetTriple(target.getTargetTriple());
  Function &entry = with_launch_parameter(module, kernel);
  entry.setCallingConv(CallingConv::PTX_Kernel);
  if (info.form == LaunchForm::range && module.getFunction(ir::symbol_of(ir::Builtin::in_range)) == nullptr)
    ir::guard_range(entry, info.dims);
  choose_ids(module, spec);
  return entry;
}

void fix_groups(Function &kernel, const KernelInfo &info, const Specialization &spec) {
  const auto [x, y, z] = spec.local;
  answer(*kernel.getParent(), "__weft_nvptx_sub_group_width", sub_group_width(info));
  answer(*kernel.getParent(), "__weft_nvptx_whole_sub_groups", spec.whole_sub_groups);
  answer(*kernel.getParent(), "__weft_nvptx_folded_groups", spec.folded_groups);
  const bool in_ranges = info.form == LaunchForm::range;
  const std::uint32_t items = in_ranges ? Specialization::range_group : x * y * z;
  if (items == 0)
    return;
  if (!in_ranges) {
    kernel.addFnAttr("nvvm.reqntid", fmt::format("{},{},{}", x, y, z));
    fix_group_size(*kernel.getParent(), spec.local);
  } else if (spec.items_per_unit != 0) {
    kernel.addFnAttr("nvvm.maxntid", fmt::format("{}", items));
  }
  if (spec.items_per_unit != 0)
    kernel.addFnAttr("nvvm.minctasm", fmt::format("{}", std::max(1u, spec.items_per_unit / items)));
}

} // namespace weft::codegen::nvptx
