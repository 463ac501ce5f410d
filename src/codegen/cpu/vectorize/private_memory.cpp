// Chooses the layout of private memory and writes their bulk copies out.
#include "codegen/cpu/vectorize/private_memory.hpp"

#include <algorithm>
#include <optional>

#include <bit>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/KnownBits.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "codegen/cpu/vectorize/names.hpp"

namespace weft::codegen::cpu::spmd {

using namespace llvm;

namespace {

/// What all accesses to private memory have in common.
class AccessScan {
public:
  AccessScan(const Value &memory, const DataLayout &layout) : layout_(layout) { visit(memory); }

  /// Bytes of every access, if they are all alike; copies and fills are left out of it where `ignore_copies`.
  std::optional<uint64_t> element_size(bool ignore_copies) const {
    if (!regular_ || (has_copies_ && !ignore_copies) || size_ == 0 || size_ > 8 || !isPowerOf2_64(size_))
      return std::nullopt;
    if (any_of(steps_, [&](uint64_t step) { return step % size_ != 0; }))
      return std::nullopt;
    return size_;
  }

private:
  void visit(const Value &address) {
    for (const Use &use : address.uses()) {
      const auto *user = cast<Instruction>(use.getUser());
      if (const auto *gep = dyn_cast<GetElementPtrInst>(user); gep && use.getOperandNo() == 0)
        add_steps(*gep), visit(*gep);
      else if (const auto *load = dyn_cast<LoadInst>(user); load && load->isSimple())
        add_access(load->getType());
      else if (const auto *store = dyn_cast<StoreInst>(user); store && store->isSimple() && use.getOperandNo() == 1)
        add_access(store->getValueOperand()->getType());
      else if (isa<MemIntrinsic>(user))
        has_copies_ = true;
      else if (!isa<LifetimeIntrinsic>(user))
        regular_ = false;
    }
  }

  void add_access(Type *type) {
    const uint64_t size = type->isSingleValueType() && !type->isVectorTy() ? layout_.getTypeStoreSize(type) : 0;
    regular_ &= std::has_single_bit(size) && (size_ == 0 || size_ == size);
    size_ = size;
  }

  void add_steps(const GetElementPtrInst &gep) {
    SmallMapVector<Value *, APInt, 4> variable;
    APInt constant(64, 0);
    if (!gep.getType()->isPointerTy() || !gep.collectOffset(layout_, 64, variable, constant)) {
      regular_ = false;
      return;
    }
    steps_.push_back(constant.getZExtValue());
    constexpr unsigned enough = 3; // for the largest element
    for (auto &[index, scale] : variable)
      steps_.push_back(scale.getZExtValue()
                       << std::min(enough, computeKnownBits(index, layout_).countMinTrailingZeros()));
  }

  const DataLayout &layout_;
  bool regular_ = true;
  bool has_copies_ = false;
  uint64_t size_ = 0;
  SmallVector<uint64_t, 8>
      steps_; ///< bytes that addresses move by; multiples modulo 2^64 suffice, sizes being powers of two
};

const Value *memory_below(const Value *address) {
  while (const auto *gep = dyn_cast<GetElementPtrInst>(address))
    address = gep->getPointerOperand();
  const auto *argument = dyn_cast<Argument>(address);
  return isa<AllocaInst>(address) || (argument != nullptr && is_copied_for_lanes(*argument)) ? address : nullptr;
}

/// Element size to copy by, if all private memory among `addresses` (one at least) has it.
std::optional<uint64_t> common_element(ArrayRef<const Value *> addresses, const DataLayout &layout) {
  std::optional<uint64_t> common;
  for (const Value *address : addresses)
    if (const Value *memory = memory_below(address)) {
      auto size = AccessScan(*memory, layout).element_size(true);
      if (!size || (common && *common != *size))
        return std::nullopt;
      common = size;
    }
  return common;
}

/// Repeats `body(byte offset)` for the elements of `bytes`, as a loop if there are many.
template <class Body> void for_each_element(Instruction &before, uint64_t bytes, uint64_t size, Body body) {
  constexpr uint64_t unroll_limit = 32;
  IRBuilder<> builder(&before);
  if (bytes / size <= unroll_limit) {
    for (uint64_t offset = 0; offset < bytes; offset += size)
      body(builder, builder.getInt64(offset));
    return;
  }
  BasicBlock *head = before.getParent();
  BasicBlock *rest = head->splitBasicBlock(&before, "copied");
  BasicBlock *loop = BasicBlock::Create(head->getContext(), "copy", head->getParent(), rest);
  head->getTerminator()->setSuccessor(0, loop);
  builder.SetInsertPoint(loop);
  PHINode *offset = builder.CreatePHI(builder.getInt64Ty(), 2);
  body(builder, offset);
  Value *next = builder.CreateNUWAdd(offset, builder.getInt64(size));
  offset->addIncoming(builder.getInt64(0), head);
  offset->addIncoming(next, loop);
  builder.CreateCondBr(builder.CreateICmpULT(next, builder.getInt64(bytes)), loop, rest);
}

Align element_align(MaybeAlign whole, uint64_t size) {
  return commonAlignment(whole.valueOrOne(), size);
}

bool write_out_fill(MemSetInst &fill, uint64_t bytes) {
  auto size = common_element({fill.getDest()}, fill.getDataLayout());
  if (!size || bytes % *size != 0 || fill.isVolatile())
    return false;
  IRBuilder<> builder(&fill);
  Type *type = builder.getIntNTy(*size * 8);
  Value *pattern = builder.CreateMul(builder.CreateZExt(fill.getValue(), type),
                                     ConstantInt::get(type, APInt::getSplat(*size * 8, APInt(8, 1))));
  for_each_element(fill, bytes, *size, [&](IRBuilder<> &at, Value *offset) {
    at.CreateAlignedStore(pattern, at.CreateGEP(at.getInt8Ty(), fill.getDest(), offset),
                          element_align(fill.getDestAlign(), *size));
  });
  return true;
}

bool write_out_copy(MemTransferInst &copy, uint64_t bytes) {
  auto size = common_element({copy.getDest(), copy.getSource()}, copy.getDataLayout());
  const bool may_overlap = isa<MemMoveInst>(copy) && memory_below(copy.getDest()) == memory_below(copy.getSource());
  if (!size || bytes % *size != 0 || copy.isVolatile() || may_overlap)
    return false;
  Type *type = IntegerType::get(copy.getContext(), *size * 8);
  for_each_element(copy, bytes, *size, [&](IRBuilder<> &at, Value *offset) {
    Value *element = at.CreateAlignedLoad(type, at.CreateGEP(at.getInt8Ty(), copy.getSource(), offset),
                                          element_align(copy.getSourceAlign(), *size));
    at.CreateAlignedStore(element, at.CreateGEP(at.getInt8Ty(), copy.getDest(), offset),
                          element_align(copy.getDestAlign(), *size));
  });
  return true;
}

} // namespace

PrivateMemory::PrivateMemory(Function &function) {
  const DataLayout &layout = function.getDataLayout();
  for (Instruction &inst : instructions(function))
    if (auto *array = dyn_cast<AllocaInst>(&inst))
      if (auto size = AccessScan(*array, layout).element_size(false); size && private_size(*array) % *size == 0)
        element_size_[array] = *size;
  for (const Argument &argument : function.args())
    if (is_copied_for_lanes(argument))
      if (auto size = AccessScan(argument, layout).element_size(false))
        element_size_[&argument] = *size;
}

const Value *PrivateMemory::interleaved(const Value *address) const {
  const Value *memory = memory_below(address);
  return memory && element_size_.contains(memory) ? memory : nullptr;
}

bool is_copied_for_lanes(const Argument &argument) {
  return argument.getType()->isPointerTy() &&
         argument.getParent()->getAttributes().hasParamAttr(argument.getArgNo(), varying_attribute);
}

uint64_t private_size(const AllocaInst &array) {
  const uint64_t count = cast<ConstantInt>(array.getArraySize())->getZExtValue();
  return alignTo(array.getDataLayout().getTypeAllocSize(array.getAllocatedType()) * count, array.getAlign());
}

void write_out_private_copies(Function &function) {
  SmallVector<MemIntrinsic *, 8> work;
  for (Instruction &inst : instructions(function))
    if (auto *copy = dyn_cast<MemIntrinsic>(&inst); copy && isa<ConstantInt>(copy->getLength()))
      work.push_back(copy);
  for (MemIntrinsic *copy : work) {
    const uint64_t bytes = cast<ConstantInt>(copy->getLength())->getZExtValue();
    auto *transfer = dyn_cast<MemTransferInst>(copy);
    const bool is_private = memory_below(copy->getDest()) || (transfer && memory_below(transfer->getSource()));
    if (!is_private)
      continue;
    if (transfer ? write_out_copy(*transfer, bytes) : write_out_fill(*cast<MemSetInst>(copy), bytes))
      copy->eraseFromParent();
  }
}

} // namespace weft::codegen::cpu::spmd
