// Integers of other widths than 8, 16, 32 and 64 bits, as the next wider ones: LLVM's SPIR-V back end computes with the
// wider type's bits. _BitInt has such widths, and LLVM makes them of structs that are copied.
#include <llvm/Analysis/InstSimplifyFolder.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "codegen/spirv/retarget.hpp"
#include "codegen/spirv/touching.hpp"

namespace weft::codegen::spirv {

using namespace llvm;

namespace {

/// Which bits of a wider number stand above those of the odd one.
enum class Above { anything, zeros, signs };

class Promotion {
public:
  explicit Promotion(Function &kernel)
      : kernel_(kernel), ir_(kernel.getContext(), InstSimplifyFolder(kernel.getDataLayout())) {}

  void run() {
    const auto old = all_touching(kernel_, is_odd_integer);
    if (!all_of(old, [](const Instruction *instruction) { return knows(*instruction); }))
      return;
    for (Instruction *instruction : old)
      if (auto *phi = dyn_cast<PHINode>(instruction)) {
        ir_.SetInsertPoint(phi);
        wider_[phi] = ir_.CreatePHI(wider(phi->getType()), phi->getNumIncomingValues());
      }
    for (Instruction *instruction : old) {
      ir_.SetInsertPoint(instruction);
      promote(*instruction);
    }
    for (Instruction *instruction : old)
      if (auto *phi = dyn_cast<PHINode>(instruction))
        for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
          cast<PHINode>(wider_[phi])->addIncoming(of(*phi->getIncomingValue(i)), phi->getIncomingBlock(i));
    for (Instruction *instruction : old)
      if (touches(*instruction, is_odd_integer)) {
        instruction->replaceAllUsesWith(PoisonValue::get(instruction->getType()));
        instruction->eraseFromParent();
      }
  }

private:
  static bool knows(const Instruction &instruction) {
    if (isa<WithOverflowInst>(instruction))
      return all_of(instruction.users(), [](const User *user) { return isa<ExtractValueInst>(user); });
    if (const auto *part = dyn_cast<ExtractValueInst>(&instruction))
      return isa<WithOverflowInst>(part->getAggregateOperand());
    if (const auto *call = dyn_cast<IntrinsicInst>(&instruction))
      return knows(call->getIntrinsicID());
    if (const auto *load = dyn_cast<LoadInst>(&instruction))
      return load->isSimple();
    if (const auto *store = dyn_cast<StoreInst>(&instruction))
      return store->isSimple();
    return isa<BinaryOperator, ICmpInst, SelectInst, FreezeInst, PHINode, SwitchInst, GetElementPtrInst>(instruction) ||
           (isa<CastInst>(instruction) && !isa<PtrToIntInst>(instruction));
  }

  static bool knows(Intrinsic::ID intrinsic) {
    switch (intrinsic) {
    case Intrinsic::smax:
    case Intrinsic::smin:
    case Intrinsic::umax:
    case Intrinsic::umin:
    case Intrinsic::abs:
    case Intrinsic::ctpop:
    case Intrinsic::ctlz:
    case Intrinsic::cttz:
    case Intrinsic::bswap:
    case Intrinsic::bitreverse:
    case Intrinsic::fshl:
    case Intrinsic::fshr:
    case Intrinsic::uadd_sat:
    case Intrinsic::usub_sat:
    case Intrinsic::sadd_sat:
    case Intrinsic::ssub_sat:
      return true;
    default:
      return false;
    }
  }

  static unsigned bits(const Type *type) { return type->getIntegerBitWidth(); }

  static IntegerType *wider(const Type *type) {
    return IntegerType::get(type->getContext(), std::max(8u, unsigned(PowerOf2Ceil(bits(type)))));
  }

  Value *of(Value &value, Above above = Above::anything) {
    if (!is_odd_integer(value.getType()))
      return &value;
    IntegerType *type = wider(value.getType());
    if (const auto *constant = dyn_cast<ConstantInt>(&value))
      return ConstantInt::get(type, above == Above::signs ? constant->getValue().sext(bits(type))
                                                          : constant->getValue().zext(bits(type)));
    Value *number = isa<UndefValue>(value) ? UndefValue::get(type) : wider_.lookup(&value);
    return settled(number, bits(value.getType()), above);
  }

  Value *settled(Value *number, unsigned width, Above above) {
    const unsigned all = bits(number->getType());
    if (above == Above::zeros)
      return ir_.CreateAnd(number, ConstantInt::get(number->getType(), APInt::getLowBitsSet(all, width)));
    if (above == Above::signs)
      return ir_.CreateAShr(ir_.CreateShl(number, all - width), all - width);
    return number;
  }

  /// Calls what = (offset in bytes, type) for each piece of memory that holds a number of so many bits.
  template <class What> void in_pieces(unsigned width, What what) {
    unsigned bytes = divideCeil(width, 8);
    for (unsigned offset = 0; bytes != 0;) {
      const unsigned piece = bit_floor(bytes);
      what(offset, ir_.getIntNTy(8 * piece));
      offset += piece;
      bytes -= piece;
    }
  }

  Value *loaded(LoadInst &load) {
    IntegerType *type = wider(load.getType());
    Value *whole = ConstantInt::get(type, 0);
    in_pieces(bits(load.getType()), [&](unsigned offset, IntegerType *piece) {
      Value *part = ir_.CreateAlignedLoad(
          piece, ir_.CreateConstInBoundsGEP1_32(ir_.getInt8Ty(), load.getPointerOperand(), offset),
          commonAlignment(load.getAlign(), offset));
      whole = ir_.CreateOr(whole, ir_.CreateShl(ir_.CreateZExt(part, type), 8 * offset));
    });
    return whole;
  }

  void keep(StoreInst &store) {
    Value *whole = of(*store.getValueOperand(), Above::zeros);
    in_pieces(bits(store.getValueOperand()->getType()), [&](unsigned offset, IntegerType *piece) {
      ir_.CreateAlignedStore(ir_.CreateTrunc(ir_.CreateLShr(whole, 8 * offset), piece),
                             ir_.CreateConstInBoundsGEP1_32(ir_.getInt8Ty(), store.getPointerOperand(), offset),
                             commonAlignment(store.getAlign(), offset));
    });
  }

  Value *computed(BinaryOperator &operation) {
    const auto opcode = operation.getOpcode();
    using enum Above;
    Above left = anything, right = anything;
    if (opcode == Instruction::UDiv || opcode == Instruction::URem)
      left = right = zeros;
    if (opcode == Instruction::SDiv || opcode == Instruction::SRem)
      left = right = signs;
    if (operation.isShift()) {
      left = opcode == Instruction::LShr ? zeros : opcode == Instruction::AShr ? signs : anything;
      right = zeros;
    }
    return ir_.CreateBinOp(opcode, of(*operation.getOperand(0), left), of(*operation.getOperand(1), right));
  }

  Value *converted(CastInst &conversion) {
    Value &from = *conversion.getOperand(0);
    Type *to = is_odd_integer(conversion.getType()) ? wider(conversion.getType()) : conversion.getType();
    switch (conversion.getOpcode()) {
    case Instruction::Trunc:
      return ir_.CreateTrunc(of(from), to);
    case Instruction::ZExt:
      return ir_.CreateZExt(of(from, Above::zeros), to);
    case Instruction::SExt:
      return ir_.CreateSExt(of(from, Above::signs), to);
    case Instruction::BitCast:
      return from.getType()->isVectorTy() ? joined(from, cast<IntegerType>(to)) : parted(from, to);
    default: {
      const bool is_signed = conversion.getOpcode() == Instruction::SIToFP;
      return ir_.CreateCast(conversion.getOpcode(), of(from, is_signed ? Above::signs : Above::zeros), to);
    }
    }
  }

  static unsigned bits_of_elements(Type *vector) {
    return cast<FixedVectorType>(vector)->getElementType()->getPrimitiveSizeInBits();
  }

  /// The elements' bits as one number.
  Value *joined(Value &vector, IntegerType *type) {
    const unsigned width = bits_of_elements(vector.getType());
    Value *whole = ConstantInt::get(type, 0);
    for (unsigned i = 0; i < cast<FixedVectorType>(vector.getType())->getNumElements(); ++i) {
      Value *element = ir_.CreateBitCast(ir_.CreateExtractElement(&vector, i), ir_.getIntNTy(width));
      whole = ir_.CreateOr(whole, ir_.CreateShl(ir_.CreateZExt(element, type), width * i));
    }
    return whole;
  }

  Value *parted(Value &number, Type *type) {
    const unsigned width = bits_of_elements(type);
    Value *vector = PoisonValue::get(type), *whole = of(number);
    for (unsigned i = 0; i < cast<FixedVectorType>(type)->getNumElements(); ++i) {
      Value *element = ir_.CreateTrunc(ir_.CreateLShr(whole, width * i), ir_.getIntNTy(width));
      vector = ir_.CreateInsertElement(vector, ir_.CreateBitCast(element, type->getScalarType()), i);
    }
    return vector;
  }

  /// The upper or the lower half of two numbers side by side, shifted by a count modulo their width.
  Value *funnel(IntrinsicInst &call) {
    const bool is_left = call.getIntrinsicID() == Intrinsic::fshl;
    const unsigned width = bits(call.getType());
    Type *type = wider(call.getType());
    Value *count = ir_.CreateURem(of(*call.getArgOperand(2), Above::zeros), ConstantInt::get(type, width));
    Value *rest = ir_.CreateSub(ConstantInt::get(type, width), count); // less than the bits of the wider type
    Value *high = of(*call.getArgOperand(0)), *low = of(*call.getArgOperand(1), Above::zeros);
    return ir_.CreateOr(ir_.CreateShl(high, is_left ? count : rest), ir_.CreateLShr(low, is_left ? rest : count));
  }

  Value *saturated(SaturatingInst &call) {
    const unsigned width = bits(call.getType());
    IntegerType *type = wider(call.getType());
    const Above above = call.isSigned() ? Above::signs : Above::zeros;
    Value *left = of(*call.getLHS(), above), *right = of(*call.getRHS(), above);
    if (call.getIntrinsicID() == Intrinsic::usub_sat)
      return ir_.CreateBinaryIntrinsic(Intrinsic::usub_sat, left, right);
    Value *exact = ir_.CreateBinOp(call.getBinaryOp(), left, right);
    const auto number = [&](const APInt &limit) {
      return ConstantInt::get(type, call.isSigned() ? limit.sext(bits(type)) : limit.zext(bits(type)));
    };
    if (!call.isSigned())
      return ir_.CreateBinaryIntrinsic(Intrinsic::umin, exact, number(APInt::getMaxValue(width)));
    Value *below = ir_.CreateBinaryIntrinsic(Intrinsic::smin, exact, number(APInt::getSignedMaxValue(width)));
    return ir_.CreateBinaryIntrinsic(Intrinsic::smax, below, number(APInt::getSignedMinValue(width)));
  }

  /// The number, and whether it has bits above those of its width.
  void compute_with_overflow(WithOverflowInst &call) {
    const Above above = call.isSigned() ? Above::signs : Above::zeros;
    Value *both =
        ir_.CreateBinaryIntrinsic(call.getIntrinsicID(), of(*call.getLHS(), above), of(*call.getRHS(), above));
    Value *number = ir_.CreateExtractValue(both, 0);
    Value *over = ir_.CreateOr(ir_.CreateExtractValue(both, 1),
                               ir_.CreateICmpNE(number, settled(number, bits(call.getLHS()->getType()), above)));
    for (User *user : make_early_inc_range(call.users())) {
      auto *part = cast<ExtractValueInst>(user);
      if (part->getIndices()[0] == 0) {
        wider_[part] = number;
      } else {
        part->replaceAllUsesWith(over);
        part->eraseFromParent();
      }
    }
  }

  Value *called(IntrinsicInst &call) {
    const Intrinsic::ID intrinsic = call.getIntrinsicID();
    if (auto *saturating = dyn_cast<SaturatingInst>(&call))
      return saturated(*saturating);
    if (intrinsic == Intrinsic::fshl || intrinsic == Intrinsic::fshr)
      return funnel(call);
    Value &a = *call.getArgOperand(0);
    if (auto *limit = dyn_cast<MinMaxIntrinsic>(&call)) {
      const Above above = limit->isSigned() ? Above::signs : Above::zeros;
      return ir_.CreateBinaryIntrinsic(intrinsic, of(a, above), of(*limit->getRHS(), above));
    }
    Type *type = wider(call.getType());
    const unsigned width = bits(call.getType()), spare = bits(type) - width;
    switch (intrinsic) {
    case Intrinsic::abs:
      return ir_.CreateBinaryIntrinsic(intrinsic, of(a, Above::signs), ir_.getFalse());
    case Intrinsic::ctpop:
      return ir_.CreateUnaryIntrinsic(intrinsic, of(a, Above::zeros));
    case Intrinsic::ctlz:
      return ir_.CreateSub(ir_.CreateBinaryIntrinsic(intrinsic, of(a, Above::zeros), ir_.getFalse()),
                           ConstantInt::get(type, spare));
    case Intrinsic::cttz: // a bit above the number's ends the count
      return ir_.CreateBinaryIntrinsic(
          intrinsic, ir_.CreateOr(of(a), ConstantInt::get(type, APInt::getOneBitSet(bits(type), width))),
          ir_.getTrue());
    default: // bswap, bitreverse
      return ir_.CreateLShr(ir_.CreateUnaryIntrinsic(intrinsic, of(a)), spare);
    }
  }

  void branch(SwitchInst &old) {
    auto *type = wider(old.getCondition()->getType());
    SwitchInst *made = ir_.CreateSwitch(of(*old.getCondition(), Above::zeros), old.getDefaultDest(), old.getNumCases());
    for (const auto &way : old.cases())
      made->addCase(ConstantInt::get(kernel_.getContext(), way.getCaseValue()->getValue().zext(bits(type))),
                    way.getCaseSuccessor());
    made->copyMetadata(old);
  }

  Value *computed(Instruction &instruction) {
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
      return called(*call);
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      return loaded(*load);
    if (auto *operation = dyn_cast<BinaryOperator>(&instruction))
      return computed(*operation);
    if (auto *conversion = dyn_cast<CastInst>(&instruction))
      return converted(*conversion);
    if (auto *select = dyn_cast<SelectInst>(&instruction))
      return ir_.CreateSelect(select->getCondition(), of(*select->getTrueValue()), of(*select->getFalseValue()));
    if (isa<FreezeInst>(instruction))
      return ir_.CreateFreeze(of(*instruction.getOperand(0)));
    auto &comparison = cast<ICmpInst>(instruction);
    const Above above = comparison.isSigned() ? Above::signs : Above::zeros;
    return ir_.CreateICmp(comparison.getPredicate(), of(*comparison.getOperand(0), above),
                          of(*comparison.getOperand(1), above));
  }

  void promote(Instruction &instruction) {
    if (isa<PHINode, ExtractValueInst>(instruction))
      return;
    if (auto *call = dyn_cast<WithOverflowInst>(&instruction))
      return compute_with_overflow(*call);
    if (auto *store = dyn_cast<StoreInst>(&instruction))
      return keep(*store);
    if (auto *old = dyn_cast<SwitchInst>(&instruction))
      return branch(*old);
    if (isa<GetElementPtrInst>(instruction)) {
      for (Use &operand : instruction.operands())
        if (is_odd_integer(operand->getType()))
          operand.set(ir_.CreateSExt(of(*operand, Above::signs), ir_.getInt64Ty()));
      return;
    }
    Value *made = computed(instruction);
    if (is_odd_integer(instruction.getType()))
      wider_[&instruction] = made;
    else
      instruction.replaceAllUsesWith(made);
  }

  Function &kernel_;
  IRBuilder<InstSimplifyFolder> ir_;
  DenseMap<Value *, Value *> wider_;
};

} // namespace

bool is_odd_integer(const Type *type) {
  if (!type->isIntegerTy())
    return false;
  const unsigned bits = type->getIntegerBitWidth();
  return bits > 1 && bits < 64 && (bits < 8 || !isPowerOf2_32(bits));
}

void promote_odd_integers(Function &kernel) {
  Promotion(kernel).run();
}

} // namespace weft::codegen::spirv
