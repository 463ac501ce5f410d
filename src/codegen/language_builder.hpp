// What kernels written in a language ask of the Builder beyond what array expressions do.
#pragma once

#include "codegen/builder.hpp"

namespace weft::codegen {

/// Arithmetic of a language on its numbers: integers wrap, floating point rounds, `div` is of floating point only and
/// `shr` keeps the sign of signed types. The bit operations take booleans, too. Half and complex numbers go through
/// libdevice's ops.
enum class Arithmetic : std::uint8_t { add, sub, mul, div, bit_and, bit_or, bit_xor, shl, shr };

/// What a work-item may ask of its sub-group; each gives u32.
enum class SubGroupQuery : std::uint8_t { local_id, id, range, max_range, count };

/// As in libdevice/builtins.def.
enum class Order : std::uint8_t { relaxed, acquire, release, acq_rel, seq_cst };
enum class Scope : std::uint8_t { work_item, sub_group, work_group, device, system };

/// A place that code jumps to.
struct Block {
  std::uint32_t id = 0;
};

/// A Builder for languages: blocks and jumps for exits from the middle of loops, arithmetic that wraps, pointers to
/// private arrays, sub-groups, fences.
class LanguageBuilder : public Builder {
public:
  virtual Value group_range(int dim) = 0;
  virtual Value sub_group(SubGroupQuery) = 0;
  virtual Value arithmetic(Arithmetic, Value, Value) = 0; ///< Of two values of one type.
  virtual Value address(Variable) = 0;                    ///< A pointer to its first element.

  /// What the pointer leads to is reached through no other pointer of which this is said.
  virtual void lies_apart(Value pointer) = 0;

  /// call() of a builtin that all work-items of a group or sub-group call together.
  virtual Value call_together(std::string_view function, Type result, std::span<const Value>) = 0;

  // Unstructured control flow. What follows a jump or branch stands in the block that is entered next.
  virtual Block block() = 0;
  virtual void enter(Block) = 0; ///< Once for each block that is jumped to.
  virtual void jump(Block) = 0;
  virtual void branch(Value condition, Block if_true, Block if_false) = 0;

  using Builder::barrier;
  virtual void barrier(Scope) = 0; ///< Of a work-group or sub-group, over local and global memory.
  virtual void fence(Order, Scope) = 0;
};

} // namespace weft::codegen
