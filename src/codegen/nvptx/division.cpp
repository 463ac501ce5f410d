// Correctly rounded float32 division by what all work-items share, without div.rn: ptxas makes that a branch around a
// slow path for each division, which keeps divisions apart that could run side by side.
#include "codegen/nvptx/retarget.hpp"

#include <array>
#include <cmath>

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Intrinsics.h>

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

constexpr std::size_t worth_preparing = 4; // divisions by the same number
constexpr int scale_of_small = 100, scale_of_large = -28;

/// Of a divisor d = m * 2^e with 1 <= |m| < 2, computed once: m, the nearest to 1 / m, and by what quotients of scaled
/// dividends are multiplied to undo both scales, in two steps since one factor may be out of range.
struct Prepared {
  Value *negative, *reciprocal;
  std::array<Value *, 2> after_small, after_large;
};

class Divisions {
public:
  explicit Divisions(IRBuilder<> &ir) : ir_(ir) {}

  /// Zero, infinity and NaN stand for themselves: dividends are multiplied by what 1 / d is.
  Prepared prepare(Value *divisor) {
    Value *const bits = ir_.CreateBitCast(divisor, ir_.getInt32Ty());
    Value *const field = ir_.CreateAnd(ir_.CreateLShr(bits, 23), 255);
    Value *const special = ir_.CreateICmpUGE(ir_.CreateSub(field, ir_.getInt32(1)), ir_.getInt32(254));
    Value *const mantissa =
        ir_.CreateBitCast(ir_.CreateOr(ir_.CreateAnd(bits, 0x807fffff), 0x3f800000), ir_.getFloatTy());
    Value *const exponent = ir_.CreateSelect(special, ir_.getInt32(0), ir_.CreateSub(field, ir_.getInt32(127)));
    return {ir_.CreateFNeg(ir_.CreateSelect(special, number(1), mantissa)),
            ir_.CreateFDiv(number(1), ir_.CreateSelect(special, divisor, mantissa)), undo(exponent, scale_of_small),
            undo(exponent, scale_of_large)};
  }

  /// Markstein's: a quotient within one unit in the last place, its exact remainder, and one more step are the nearest
  /// quotient if the reciprocal is the nearest one. Dividends are scaled so that remainders never get below normal.
  Value *divide(Value *dividend, const Prepared &by) {
    Value *const small = ir_.CreateFCmpOLT(ir_.CreateUnaryIntrinsic(Intrinsic::fabs, dividend), number(1));
    Value *const scale =
        ir_.CreateSelect(small, number(std::ldexp(1.0, scale_of_small)), number(std::ldexp(1.0, scale_of_large)));
    Value *const scaled = ir_.CreateFMul(dividend, scale);
    Value *const first = ir_.CreateFMul(scaled, by.reciprocal);
    Value *nearest = first;
    for (int step = 0; step < 2; ++step)
      nearest = fma(fma(by.negative, nearest, scaled), by.reciprocal, nearest);
    Value *const finite = ir_.CreateFCmpORD(nearest, nearest);
    nearest = ir_.CreateBinaryIntrinsic(Intrinsic::copysign, ir_.CreateSelect(finite, nearest, first), first);
    for (int half = 0; half < 2; ++half)
      nearest = ir_.CreateFMul(nearest, ir_.CreateSelect(small, by.after_small[half], by.after_large[half]));
    return nearest;
  }

private:
  Value *number(double value) { return ConstantFP::get(ir_.getFloatTy(), value); }

  Value *fma(Value *a, Value *b, Value *c) {
    return ir_.CreateIntrinsic(Intrinsic::fma, {ir_.getFloatTy()}, {a, b, c});
  }

  Value *power_of_two(Value *exponent) {
    return ir_.CreateBitCast(ir_.CreateShl(ir_.CreateAdd(exponent, ir_.getInt32(127)), 23), ir_.getFloatTy());
  }

  std::array<Value *, 2> undo(Value *exponent, int scale) {
    Value *const whole = ir_.CreateSub(ir_.getInt32(-scale), exponent);
    Value *const half = ir_.CreateAShr(whole, 1);
    return {power_of_two(half), power_of_two(ir_.CreateSub(whole, half))};
  }

  IRBuilder<> &ir_;
};

/// A number of the launch: loaded from the kernel's argument block.
bool is_argument(const Value *value, const Function &kernel) {
  const auto *load = dyn_cast<LoadInst>(value);
  return load != nullptr && !load->isVolatile() &&
         load->getPointerOperand()->stripInBoundsOffsets() == kernel.getArg(0);
}

} // namespace

void divide_by_arguments(Function &kernel) {
  MapVector<Value *, SmallVector<Instruction *, 8>> divisions;
  for (Instruction &instruction : instructions(kernel))
    if (instruction.getOpcode() == Instruction::FDiv && instruction.getType()->isFloatTy() &&
        !instruction.hasAllowReciprocal() && is_argument(instruction.getOperand(1), kernel))
      divisions[instruction.getOperand(1)].push_back(&instruction);
  for (auto &[divisor, all] : divisions) {
    if (all.size() < worth_preparing)
      continue;
    IRBuilder<> ir(cast<Instruction>(divisor)->getNextNode());
    const Prepared prepared = Divisions(ir).prepare(divisor);
    for (Instruction *division : all) {
      ir.SetInsertPoint(division);
      division->replaceAllUsesWith(Divisions(ir).divide(division->getOperand(0), prepared));
      division->eraseFromParent();
    }
  }
}

} // namespace weft::codegen::nvptx
