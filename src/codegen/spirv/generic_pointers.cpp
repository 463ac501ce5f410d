// The kernel again with other pointer types: LLVM has no pass that moves code to another generic address space.
#include "codegen/spirv/retarget.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace weft::codegen::spirv {

using namespace llvm;

namespace {

constexpr unsigned space_private = 0, space_global = 1, space_generic = 4;

class GenericTypes final : public ValueMapTypeRemapper {
public:
  Type *remapType(Type *type) override {
    Type *&known = known_[type];
    if (known == nullptr)
      known = remap(*type);
    return known_[type];
  }

private:
  Type *remap(Type &type) {
    LLVMContext &context = type.getContext();
    if (auto *pointer = dyn_cast<PointerType>(&type))
      return PointerType::get(context,
                              pointer->getAddressSpace() == space_private ? space_generic : pointer->getAddressSpace());
    if (auto *array = dyn_cast<ArrayType>(&type))
      return ArrayType::get(remapType(array->getElementType()), array->getNumElements());
    if (auto *vector = dyn_cast<FixedVectorType>(&type))
      return FixedVectorType::get(remapType(vector->getElementType()), vector->getNumElements());
    if (auto *record = dyn_cast<StructType>(&type); record != nullptr && !record->isOpaque())
      return StructType::get(context, remap_all(record->elements()), record->isPacked());
    if (auto *function = dyn_cast<FunctionType>(&type))
      return FunctionType::get(remapType(function->getReturnType()), remap_all(function->params()),
                               function->isVarArg());
    return &type;
  }

  SmallVector<Type *> remap_all(ArrayRef<Type *> types) {
    SmallVector<Type *> all;
    for (Type *type : types)
      all.push_back(remapType(type));
    return all;
  }

  DenseMap<Type *, Type *> known_;
};

class Rewrite {
public:
  explicit Rewrite(Function &kernel) : kernel_(kernel), module_(*kernel.getParent()) {}

  Function &run() {
    drop_lifetimes(); // which name allocas alone
    for (GlobalVariable &global : make_early_inc_range(module_.globals()))
      if (global.getAddressSpace() == space_private)
        move(global);
    for (const auto &[old, made] : moved_)
      if (old->hasInitializer())
        made->setInitializer(MapValue(old->getInitializer(), mapped_, RF_None, &types_));
    for (Function &function : make_early_inc_range(module_))
      if (function.isDeclaration() && !function.use_empty())
        declare(function);
    Function &entry = clone();
    drop_old();
    return entry;
  }

private:
  void drop_lifetimes() {
    for (Instruction &instruction : make_early_inc_range(instructions(kernel_)))
      if (instruction.isLifetimeStartOrEnd())
        instruction.eraseFromParent();
  }

  void move(GlobalVariable &global) {
    auto *made = new GlobalVariable(module_, types_.remapType(global.getValueType()), global.isConstant(),
                                    GlobalValue::InternalLinkage, nullptr, "", &global, GlobalValue::NotThreadLocal,
                                    space_global);
    made->takeName(&global);
    made->setAlignment(global.getAlign());
    mapped_[&global] = ConstantExpr::getAddrSpaceCast(made, PointerType::get(module_.getContext(), space_generic));
    moved_.emplace_back(&global, made);
  }

  void declare(Function &function) {
    auto *type = cast<FunctionType>(types_.remapType(function.getFunctionType()));
    if (type == function.getFunctionType())
      return;
    const std::string name = function.getName().str();
    Function *made = Function::Create(type, GlobalValue::ExternalLinkage, "", module_);
    function.setName("");
    made->setName(name);
    made->copyAttributesFrom(&function);
    old_.push_back(&function);
    if (const auto mangled = Intrinsic::remangleIntrinsicFunction(made)) {
      made->eraseFromParent();
      made = *mangled;
    }
    mapped_[&function] = made;
  }

  /// Parameters are what they were: only what is made of them is generic.
  Function &clone() {
    Function *entry = Function::Create(kernel_.getFunctionType(), GlobalValue::ExternalLinkage, "", module_);
    entry->takeName(&kernel_);
    IRBuilder<> ir(module_.getContext());
    SmallVector<Instruction *> casts;
    BasicBlock *const apart = BasicBlock::Create(module_.getContext(), "", entry);
    ir.SetInsertPoint(apart);
    for (unsigned i = 0; i < kernel_.arg_size(); ++i) {
      Argument *argument = entry->getArg(i);
      Type *wanted = types_.remapType(argument->getType());
      mapped_[kernel_.getArg(i)] =
          wanted == argument->getType() ? static_cast<Value *>(argument) : ir.CreateAddrSpaceCast(argument, wanted);
    }
    SmallVector<ReturnInst *, 4> returns;
    CloneFunctionInto(entry, &kernel_, mapped_, CloneFunctionChangeType::LocalChangesOnly, returns, "", nullptr,
                      &types_);
    entry->setAttributes(kernel_.getAttributes());
    BasicBlock &first = *cast<BasicBlock>(mapped_[&kernel_.getEntryBlock()]);
    first.splice(first.begin(), apart, apart->begin(), apart->end());
    apart->eraseFromParent();
    first.moveBefore(&entry->front());
    keep_stack_private(*entry);
    return *entry;
  }

  static void keep_stack_private(Function &function) {
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (auto *memory = dyn_cast<AllocaInst>(&instruction)) {
        Type *generic = memory->getType();
        memory->mutateType(PointerType::get(function.getContext(), space_private));
        IRBuilder<> ir(memory->getNextNode());
        auto *cast = new AddrSpaceCastInst(PoisonValue::get(memory->getType()), generic, "", ir.GetInsertPoint());
        memory->mutateType(generic);
        memory->replaceAllUsesWith(cast);
        memory->mutateType(PointerType::get(function.getContext(), space_private));
        cast->setOperand(0, memory);
      }
  }

  void drop_old() {
    kernel_.eraseFromParent();
    for (Function *function : old_)
      function->eraseFromParent();
    for (const auto &[old, made] : moved_)
      old->dropAllReferences();
    for (const auto &[old, made] : moved_) {
      old->replaceAllUsesWith(PoisonValue::get(old->getType()));
      old->eraseFromParent();
    }
  }

  Function &kernel_;
  Module &module_;
  GenericTypes types_;
  ValueToValueMapTy mapped_;
  std::vector<std::pair<GlobalVariable *, GlobalVariable *>> moved_;
  std::vector<Function *> old_;
};

} // namespace

Function &make_pointers_generic(Function &kernel) {
  return Rewrite(kernel).run();
}

void point_arguments_to_global(Function &kernel) {
  LLVMContext &context = kernel.getContext();
  for (Instruction &instruction : instructions(kernel)) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (load == nullptr || load->getType() != PointerType::get(context, space_generic) ||
        !isa<Argument>(getUnderlyingObject(load->getPointerOperand(), 0)))
      continue;
    IRBuilder<> ir(load->getNextNode());
    Value *global = ir.CreateAddrSpaceCast(load, PointerType::get(context, space_global));
    Value *generic = ir.CreateAddrSpaceCast(global, load->getType());
    load->replaceUsesWithIf(generic, [&](const Use &use) { return use.getUser() != global; });
  }
}

} // namespace weft::codegen::spirv
