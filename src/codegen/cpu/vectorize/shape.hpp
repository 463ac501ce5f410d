// How a value varies over neighbouring lanes, and what arithmetic makes of that.
#pragma once

#include <cstdint>
#include <optional>

#include <llvm/ADT/STLFunctionalExtras.h>

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace weft::codegen::cpu {

/// Uniform: the same in all active lanes. Linear: lane k has lane 0's value plus k times a uniform stride, modulo the
/// type's size. Varying: anything.
struct Shape {
  enum class Kind : std::uint8_t { unknown, uniform, linear, varying };

  Kind kind = Kind::unknown;
  std::optional<std::int64_t> stride; ///< of a linear value, where it is a constant
  bool aligned = false; ///< of a stride of 2^k: lane 0 has the bits clear that tell the lanes apart, from bit k on

  static Shape uniform() { return {Kind::uniform, {}}; }
  static Shape varying() { return {Kind::varying, {}}; }
  static Shape linear() { return {Kind::linear, {}}; }
  static Shape linear(std::int64_t stride) { return stride ? Shape{Kind::linear, stride} : uniform(); }
  static Shape aligned_by(unsigned bit) { return {Kind::linear, std::int64_t(1) << bit, true}; }
  static Shape neighbours() { return aligned_by(0); }

  bool is_unknown() const { return kind == Kind::unknown; }
  bool is_uniform() const { return kind == Kind::uniform; }
  bool is_linear() const { return kind == Kind::linear; }
  bool is_varying() const { return kind == Kind::varying; }
  bool operator==(const Shape &) const = default;
};

/// Of what is one or the other, the same for all lanes.
Shape join(Shape a, Shape b);

/// What holds of both.
Shape meet(Shape a, Shape b);

/// -1 - x, which LLVM writes as an exclusive or: what counts down from an end.
bool is_complement(const llvm::Instruction &inst);

/// Integer or pointer arithmetic whose value is exact, that is does not wrap, in a wider type: what may be extended
/// term by term.
bool extends_exactly(const llvm::Value &value, bool is_signed);

/// What becomes of the extension of a narrow value that differs between lanes: it varies, it is linear where it is
/// proved exact, or it is taken to be exact, as for what only costs depend on.
enum class Extensions : std::uint8_t { vary, proved, trusted };

/// Shape of the result of arithmetic, comparisons, casts, addresses and choices, not all of whose operands are uniform.
/// Varying for anything else. `lanes`, a power of two: how many there are, which counts for aligned values alone.
Shape shape_of_arithmetic(const llvm::Instruction &inst, llvm::function_ref<Shape(const llvm::Value *)> of,
                          Extensions extensions, unsigned lanes);

} // namespace weft::codegen::cpu
