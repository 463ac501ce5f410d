// What LLVM cannot know of products of ranges: the linear id of an item is below their product, which fits 31 bits.
#include "codegen/cpu/linear_ids.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

namespace weft::codegen::cpu {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {
class LinearIds {
public:
  LinearIds(Function &spmd, const Launch &launch) : spmd_(spmd), launch_(launch) {}

  /// (id of the slower dimensions * range + id), from dimension `dim` on.
  bool is_linear(const Value *value, unsigned dim = 0) const {
    if (dim + 1 == launch_.kernel.dims)
      return is_id(value, dim);
    const Value *a = nullptr, *b = nullptr;
    return match(value, m_AddLike(m_Value(a), m_Value(b))) &&
           ((is_row(a, dim) && is_id(b, dim)) || (is_row(b, dim) && is_id(a, dim)));
  }

private:
  bool is_row(const Value *value, unsigned dim) const {
    const Value *a = nullptr, *b = nullptr;
    return match(value, m_Mul(m_Value(a), m_Value(b))) &&
           ((is_range(a, dim) && is_linear(b, dim + 1)) || (is_range(b, dim) && is_linear(a, dim + 1)));
  }
  bool is_range(const Value *value, unsigned dim) const { return is_groups(value, arg_range + dim, dim); }
  bool is_id(const Value *value, unsigned dim) const {
    const Argument *item = spmd_.getArg(arg_item + dim);
    if (!launch_.nd())
      return value == item;
    const Value *a = nullptr, *b = nullptr;
    if (launch_.local(dim) == 1 && is_groups(value, arg_group + dim, dim))
      return true;
    return match(value, m_AddLike(m_Value(a), m_Value(b))) &&
           ((a == item && is_groups(b, arg_group + dim, dim)) || (b == item && is_groups(a, arg_group + dim, dim)));
  }
  /// The argument times the local range.
  bool is_groups(const Value *value, unsigned argument, unsigned dim) const {
    const Value *groups = spmd_.getArg(argument);
    const std::uint64_t local = launch_.local(dim);
    if (local == 1)
      return value == groups;
    return match(value, m_c_Mul(m_Specific(groups), m_SpecificInt(local))) ||
           (isPowerOf2_64(local) && match(value, m_Shl(m_Specific(groups), m_SpecificInt(Log2_64(local)))));
  }

  Function &spmd_;
  const Launch &launch_;
};

/// The value whose low half this is, extended again.
Value *extended_low_half(Instruction &instruction) {
  Value *value = nullptr;
  if (match(&instruction, m_AShr(m_Shl(m_Value(value), m_SpecificInt(32)), m_SpecificInt(32))) ||
      match(&instruction, m_And(m_Value(value), m_SpecificInt(0xffffffff))) ||
      match(&instruction, m_ZExtOrSExt(m_Trunc(m_Value(value)))))
    return instruction.getType()->isIntegerTy(64) && value->getType() == instruction.getType() ? value : nullptr;
  return nullptr;
}
} // namespace

unsigned keep_linear_ids(Function &spmd, const Launch &launch) {
  if (!launch.spec.ids_fit_i32 || launch.kernel.dims < 2)
    return 0; // one id alone has its range
  const LinearIds ids(spmd, launch);
  unsigned count = 0;
  for (Instruction &instruction : make_early_inc_range(instructions(spmd))) {
    if (Value *whole = extended_low_half(instruction); whole != nullptr && ids.is_linear(whole)) {
      instruction.replaceAllUsesWith(whole);
      instruction.eraseFromParent();
      ++count;
    } else if (auto *narrowed = dyn_cast<TruncInst>(&instruction);
               narrowed != nullptr && narrowed->getType()->isIntegerTy(32) && ids.is_linear(narrowed->getOperand(0))) {
      narrowed->setHasNoSignedWrap(true);
      narrowed->setHasNoUnsignedWrap(true);
      ++count;
    }
  }
  return count;
}

} // namespace weft::codegen::cpu
