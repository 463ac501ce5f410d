// Makes ids arguments, so that later passes see arithmetic instead of calls.
#include "codegen/cpu/spmd.hpp"

#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "codegen/cpu/abi.hpp"
#include "codegen/ir/builtins.hpp"
#include "codegen/ir/spmd_target.hpp"
#include "support/error.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

Function *make_spmd(Function &kernel, const Launch &launch) {
  Module &module = *kernel.getParent();
  LLVMContext &context = module.getContext();
  SmallVector<Type *, arg_count> types(arg_count, Type::getInt64Ty(context));
  for (const Arg pointer : {arg_block, arg_local, arg_scratch, arg_context})
    types[pointer] = PointerType::get(context, 0);
  auto *spmd = Function::Create(FunctionType::get(Type::getVoidTy(context), types, false), GlobalValue::ExternalLinkage,
                                "spmd", module);
  spmd->splice(spmd->begin(), &kernel);
  WEFT_CHECK(kernel.arg_size() == 1, "kernel {} has {} parameters", launch.kernel.name, kernel.arg_size());
  kernel.getArg(0)->replaceAllUsesWith(spmd->getArg(arg_block));
  kernel.eraseFromParent();
  spmd->setDoesNotThrow();
  spmd->addParamAttr(arg_block, Attribute::getWithAlignment(context, Align(launch.kernel.args_align)));
  spmd->addParamAttr(arg_block, Attribute::getWithDereferenceableBytes(context, launch.kernel.args_size));
  spmd->addParamAttr(arg_local, Attribute::getWithAlignment(context, Align(64)));
  spmd->addParamAttr(arg_local, Attribute::get(context, ir::own_memory_attribute, std::to_string(local_margin)));
  spmd->addParamAttr(arg_scratch, Attribute::NoAlias); // local memory is for pieces only: others write it at barriers
  static constexpr const char *names[] = {"args", "local", "scratch", "context"};
  for (unsigned i = 0; i < arg_item; ++i)
    spmd->getArg(i)->setName(names[i]);
  for (unsigned dim = 0; dim < 3; ++dim) {
    spmd->getArg(arg_item + dim)->setName("item" + Twine(dim));
    spmd->getArg(arg_group + dim)->setName("group" + Twine(dim));
    spmd->getArg(arg_range + dim)->setName("range" + Twine(dim));
    spmd->getArg(arg_offset + dim)->setName("offset" + Twine(dim));
  }
  return spmd;
}

void set_id_ranges(Function &spmd, const Launch &launch) {
  const std::uint64_t ids = launch.spec.ids_fit_i32 ? std::uint64_t{1} << 31 : std::uint64_t{1} << 48;
  const auto set = [&](unsigned argument, std::uint64_t low, std::uint64_t high) {
    spmd.addParamAttr(argument, Attribute::get(spmd.getContext(), Attribute::Range,
                                               ConstantRange(APInt(64, low), APInt(64, std::max(high, low + 1)))));
  };
  for (unsigned dim = 0; dim < 3; ++dim) {
    const bool used = dim < launch.kernel.dims;
    const std::uint64_t extent = launch.extent(dim) != 0 ? launch.extent(dim) : ids;
    const std::uint64_t count = !used ? 1 : launch.nd() ? ids / launch.local(dim) : extent;
    set(arg_item + dim, 0, launch.nd() ? launch.local(dim) : count);
    set(arg_group + dim, 0, launch.nd() ? count : 1);
    set(arg_range + dim, 1, count + 1);
    set(arg_offset + dim, 0, launch.spec.has_offset && used ? ids : 1);
  }
  const std::uint64_t size = launch.group_size();
  set(arg_sub_group, 0, size);
  set(arg_sub_groups, 1, size + 1);
}

bool is_task(const Function &spmd) {
  return any_of(instructions(spmd), [](const Instruction &instruction) {
    if (ir::builtin_of(instruction).builtin != ir::Builtin::in_range)
      return false;
    const auto *extent = dyn_cast<ConstantInt>(cast<CallInst>(instruction).getArgOperand(1));
    return extent != nullptr && extent->isOne();
  });
}

namespace {
/// Lowers the id builtins of one function.
class IdLowering {
public:
  IdLowering(Function &spmd, const Launch &launch) : spmd_(spmd), launch_(launch), ir_(spmd.getContext()) {}

  /// The value of a call, or none for a call that is no id builtin.
  Value *lower(CallInst &call, ir::Builtin builtin) {
    ir_.SetInsertPoint(&call);
    const auto of_dimension = [&](Id id) { return any_dimension(*call.getArgOperand(0), id); };
    switch (builtin) {
    case ir::Builtin::local_mem:
      return spmd_.getArg(arg_local);
    case ir::Builtin::in_range:
      name_extent(*call.getArgOperand(0), *call.getArgOperand(1));
      return ir_.getTrue();
    case ir::Builtin::sub_group_id:
      return ir_.CreateTrunc(spmd_.getArg(arg_sub_group), call.getType());
    case ir::Builtin::sub_groups:
      return ir_.CreateTrunc(spmd_.getArg(arg_sub_groups), call.getType());
    case ir::Builtin::global_id:
      return of_dimension(&IdLowering::global_id);
    case ir::Builtin::local_id:
      return of_dimension(&IdLowering::local_id);
    case ir::Builtin::group_id:
      return of_dimension(&IdLowering::group_id);
    case ir::Builtin::local_range:
      return of_dimension(&IdLowering::local_range);
    case ir::Builtin::group_range:
      return of_dimension(&IdLowering::group_range);
    case ir::Builtin::global_range:
      return of_dimension(&IdLowering::global_range);
    case ir::Builtin::global_offset:
      return of_dimension(&IdLowering::global_offset);
    default:
      return nullptr;
    }
  }

private:
  using Id = Value *(IdLowering::*)(unsigned);

  /// The extents among the arguments of a range kernel are the range.
  void name_extent(const Value &dimension, Value &extent) {
    const auto *dim = dyn_cast<ConstantInt>(&dimension);
    if (dim != nullptr && launch_.kernel.dims > 1 && isa<LoadInst>(extent))
      extent.replaceAllUsesWith(spmd_.getArg(arg_range + dim->getZExtValue()));
  }

  Value *constant(std::uint64_t value) { return ir_.getInt64(value); }
  Value *global_id(unsigned dim) {
    Value *id = spmd_.getArg(arg_item + dim);
    if (launch_.nd())
      id = ir_.CreateAdd(ir_.CreateMul(group_id(dim), local_range(dim), "", true, true), id, "", true, true);
    return launch_.spec.has_offset ? ir_.CreateAdd(id, global_offset(dim), "", true, true) : id;
  }
  Value *local_id(unsigned dim) {
    Value *item = spmd_.getArg(arg_item + dim);
    return launch_.nd() ? item : ir_.CreateURem(item, local_range(dim));
  }
  Value *group_id(unsigned dim) {
    return launch_.nd() ? spmd_.getArg(arg_group + dim)
                        : ir_.CreateUDiv(spmd_.getArg(arg_item + dim), local_range(dim));
  }
  Value *local_range(unsigned dim) { return constant(launch_.asked_local(dim)); }
  Value *group_range(unsigned dim) {
    Value *range = spmd_.getArg(arg_range + dim);
    return launch_.nd() ? range : ir_.CreateUDiv(range, local_range(dim));
  }
  Value *global_range(unsigned dim) {
    Value *range = spmd_.getArg(arg_range + dim);
    return launch_.nd() ? ir_.CreateMul(range, local_range(dim), "", true, true) : range;
  }
  Value *global_offset(unsigned dim) { return launch_.spec.has_offset ? spmd_.getArg(arg_offset + dim) : constant(0); }

  /// A dimension that no unrolling made constant is selected at run time.
  Value *any_dimension(Value &dimension, Id id) {
    if (const auto *known = dyn_cast<ConstantInt>(&dimension))
      return (this->*id)(std::min<unsigned>(known->getZExtValue(), 2));
    Value *result = (this->*id)(0);
    for (unsigned dim = 1; dim < 3; ++dim)
      result = ir_.CreateSelect(ir_.CreateICmpEQ(&dimension, ConstantInt::get(dimension.getType(), dim)),
                                (this->*id)(dim), result);
    return result;
  }

  Function &spmd_;
  const Launch &launch_;
  IRBuilder<> ir_;
};
} // namespace

void lower_ids(Function &spmd, const Launch &launch) {
  IdLowering lowering(spmd, launch);
  for (Instruction &instruction : make_early_inc_range(instructions(spmd))) {
    const ir::BuiltinInfo &builtin = ir::builtin_of(instruction);
    Value *value = builtin ? lowering.lower(cast<CallInst>(instruction), builtin.builtin) : nullptr;
    if (value == nullptr)
      continue;
    instruction.replaceAllUsesWith(value);
    instruction.eraseFromParent();
  }
}

} // namespace weft::codegen::cpu
