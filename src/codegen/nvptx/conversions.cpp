// Conversions that round in a named direction: one instruction on GPUs, where the headers round to the nearest number
// and correct that, and where LLVM rounds first and converts then.
#include "codegen/nvptx/retarget.hpp"

#include <optional>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

namespace weft::codegen::nvptx {

using namespace llvm;

namespace {

/// Intrinsics of the modes in the order of `Mode`.
enum class Mode : std::uint8_t { nearest, up, down, to_zero };
using Intrinsics = std::array<Intrinsic::ID, 4>;

#define WEFT_MODES(conversion)                                                                                         \
  Intrinsics {                                                                                                         \
    Intrinsic::nvvm_##conversion##_rn, Intrinsic::nvvm_##conversion##_rp, Intrinsic::nvvm_##conversion##_rm,           \
        Intrinsic::nvvm_##conversion##_rz                                                                              \
  }
#define WEFT_FLUSHING_MODES(conversion)                                                                                \
  Intrinsics {                                                                                                         \
    Intrinsic::nvvm_##conversion##_rn_ftz, Intrinsic::nvvm_##conversion##_rp_ftz,                                      \
        Intrinsic::nvvm_##conversion##_rm_ftz, Intrinsic::nvvm_##conversion##_rz_ftz                                   \
  }

std::optional<Mode> mode_of_rounding(const Value *value) {
  const auto *call = dyn_cast<IntrinsicInst>(value);
  if (call == nullptr)
    return std::nullopt;
  switch (call->getIntrinsicID()) {
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::roundeven:
    return Mode::nearest;
  case Intrinsic::ceil:
    return Mode::up;
  case Intrinsic::floor:
    return Mode::down;
  case Intrinsic::trunc:
    return Mode::to_zero;
  default:
    return std::nullopt;
  }
}

/// Of floating point to integers; none for types that no instruction has.
std::optional<Intrinsics> to_integer(const CastInst &conversion, bool flushes) {
  Type *const from = conversion.getSrcTy(), *const to = conversion.getDestTy();
  const bool is_signed = conversion.getOpcode() == Instruction::FPToSI;
  if (!from->isFloatTy() && !from->isDoubleTy())
    return std::nullopt;
  const bool single = from->isFloatTy();
  if (to->isIntegerTy(32)) {
    if (!single)
      return is_signed ? WEFT_MODES(d2i) : WEFT_MODES(d2ui);
    if (flushes)
      return is_signed ? WEFT_FLUSHING_MODES(f2i) : WEFT_FLUSHING_MODES(f2ui);
    return is_signed ? WEFT_MODES(f2i) : WEFT_MODES(f2ui);
  }
  if (to->isIntegerTy(64)) {
    if (!single)
      return is_signed ? WEFT_MODES(d2ll) : WEFT_MODES(d2ull);
    if (flushes)
      return is_signed ? WEFT_FLUSHING_MODES(f2ll) : WEFT_FLUSHING_MODES(f2ull);
    return is_signed ? WEFT_MODES(f2ll) : WEFT_MODES(f2ull);
  }
  return std::nullopt;
}

/// Of what a function of the headers converts, by the letters of its types: `to`, then `from`.
std::optional<Intrinsics> to_floating(StringRef types, bool flushes) {
  if (types == "fd")
    return flushes ? WEFT_FLUSHING_MODES(d2f) : WEFT_MODES(d2f);
  return StringSwitch<std::optional<Intrinsics>>(types)
      .Case("fi", WEFT_MODES(i2f))
      .Case("fj", WEFT_MODES(ui2f))
      .Cases({"fl", "fx"}, WEFT_MODES(ll2f))
      .Cases({"fm", "fy"}, WEFT_MODES(ull2f))
      .Cases({"dl", "dx"}, WEFT_MODES(ll2d))
      .Cases({"dm", "dy"}, WEFT_MODES(ull2d))
      .Default(std::nullopt);
}

/// sycl::rounding_mode's values are automatic, rte, rtz, rtp, rtn.
constexpr std::array modes = {Mode::nearest, Mode::nearest, Mode::to_zero, Mode::up, Mode::down};

} // namespace

std::optional<unsigned> rounding_to_floating(StringRef symbol, bool flushes) {
  unsigned mode = 0;
  if (!symbol.consume_front("_ZN4sycl3_V16detail14round_to_floatILNS0_13rounding_modeE") ||
      symbol.consumeInteger(10, mode) || !symbol.consume_front("E") || !symbol.consume_back("EET0_T1_") ||
      mode >= modes.size())
    return std::nullopt;
  const auto conversion = to_floating(symbol, flushes);
  return conversion ? std::optional<unsigned>((*conversion)[std::size_t(modes[mode])]) : std::nullopt;
}

void round_to_integers_at_once(Function &function, bool flushes) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (!isa<FPToSIInst, FPToUIInst>(instruction))
      continue;
    auto &conversion = cast<CastInst>(instruction);
    auto *const rounding = dyn_cast<Instruction>(conversion.getOperand(0));
    const auto mode = rounding != nullptr ? mode_of_rounding(rounding) : std::nullopt;
    const auto intrinsics = mode ? to_integer(conversion, flushes) : std::nullopt;
    if (!intrinsics)
      continue;
    IRBuilder<> ir(&conversion);
    conversion.replaceAllUsesWith(ir.CreateIntrinsic((*intrinsics)[std::size_t(*mode)], {rounding->getOperand(0)}));
    conversion.eraseFromParent();
    if (rounding->use_empty())
      rounding->eraseFromParent();
  }
}

} // namespace weft::codegen::nvptx
