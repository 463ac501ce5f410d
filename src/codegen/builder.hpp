// The one way IR is made inside Weft: array expressions and Python kernels write their kernels down through this.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "codegen/kernel_module.hpp"

namespace weft::codegen {

/// Types of values. boolean is stored as one byte 0 or 1. c64 and c128 are {re, im}.
enum class Type : std::uint8_t {
  none,
  boolean,
  i8,
  i16,
  i32,
  i64,
  u8,
  u16,
  u32,
  u64,
  f16,
  bf16,
  f32,
  f64,
  c64,
  c128,
  ptr
};

std::uint32_t size_of(Type) noexcept; ///< In bytes, as stored.

/// An SSA value of the function being built; only the Builder that made it understands it.
struct Value {
  std::uint32_t id = 0;
  Type type = Type::none;
};

/// A variable of the work-item (scalar or private array), addressed only through load and store below.
struct Variable {
  std::uint32_t id = 0;
  Type type = Type::none;
  std::uint32_t count = 1;
};

/// What a condition is for. `rest`: it holds for some of the work-items that come by only, so that a finalizer makes no
/// copy of its body for the case that it holds for all of a vector.
enum class Guard : std::uint8_t { boundary, rest };

enum class Compare : std::uint8_t { eq, ne, lt, le, gt, ge };

/// Whether a loop whose count is known when it is compiled becomes straight-line code: the compiler decides, or always,
/// as private arrays need that have to end in registers, or never.
enum class Unroll : std::uint8_t { automatic, full, none };

/// Integer arithmetic for indices and bounds only; an op's own arithmetic is a call into libdevice.
enum class IndexOp : std::uint8_t { add, sub, mul, div, rem, min, max, shl, shr, bit_and, bit_or };

class LanguageBuilder;

/// Writes one kernel: straight-line calls plus structured loops and conditions. Not thread-safe.
///
/// Indices are i64, non-negative unless said otherwise, and never wrap. Every method that takes a Value requires the
/// type it names; a mismatch is an InternalError.
class Builder {
public:
  virtual ~Builder() = default;

  // Arguments: one block of bytes; field() reads from it. Fields are read once, at the kernel's entry.
  virtual Value field(std::uint32_t offset, Type) = 0;
  virtual Value field_aligned(std::uint32_t offset, std::uint32_t bytes) = 0; ///< A pointer to memory so aligned.
  virtual Value field_address(std::uint32_t offset) = 0; ///< Pointer into the block, for tables read by index.

  virtual Value constant(Type, double) = 0;
  virtual Value constant_int(Type, std::int64_t) = 0;
  virtual Value constant_bits(Type, std::span<const std::byte> bytes) = 0; ///< Any type, complex too, as stored.

  // Ids, dimension 0 varies fastest.
  virtual Value global_id(int dim) = 0;
  virtual Value local_id(int dim) = 0;
  virtual Value group_id(int dim) = 0;
  virtual Value local_range(int dim) = 0;
  virtual Value global_range(int dim) = 0;

  virtual Value index(IndexOp, Value, Value) = 0;
  virtual Value compare(Compare, Value, Value) = 0; ///< Of integers, floats (ordered) or booleans; gives boolean.
  virtual Value select(Value condition, Value if_true, Value if_false) = 0;
  virtual Value logical_and(Value, Value) = 0;
  virtual Value logical_not(Value) = 0;
  virtual Value convert(Value,
                        Type) = 0; ///< C++ conversion; float to integer saturates never (as NumPy: wraps through i64).

  // Memory. An element address is base + index * size_of(type).
  virtual Value offset(Value pointer, Value bytes) = 0;
  virtual Value load(Type, Value pointer, Value index) = 0;
  virtual void store(Value pointer, Value index, Value) = 0;

  virtual Variable variable(Type, std::uint32_t count = 1) = 0; ///< Uninitialised.
  virtual Value get(Variable, Value index) = 0;
  virtual Value get(Variable) = 0;
  virtual void set(Variable, Value index, Value) = 0;
  virtual void set(Variable, Value) = 0;

  /// Calls a libdevice function. c64 and c128 travel by address, result first; the Builder hides that.
  virtual Value call(std::string_view function, Type result, std::span<const Value>) = 0;
  Value call(std::string_view function, Type result, std::initializer_list<Value> args) {
    return call(function, result, std::span(args.begin(), args.size()));
  }

  // Structured control flow; the body is written while the method runs.
  virtual void loop(Value begin, Value end, Value step, Unroll, const std::function<void(Value)> &body) = 0;
  void loop(Value begin, Value end, Value step, const std::function<void(Value)> &body) {
    loop(begin, end, step, Unroll::automatic, body);
  }
  virtual void if_then(Value condition, const std::function<void()> &then, Guard guard = Guard::boundary) = 0;
  virtual void if_else(Value condition, const std::function<void()> &then, const std::function<void()> &otherwise) = 0;
  virtual void while_loop(const std::function<Value()> &condition, const std::function<void()> &body) = 0;

  // Groups.
  virtual void barrier() = 0;                                 ///< Work-group barrier over local and global memory.
  virtual Value local_memory(std::uint32_t byte_offset) = 0;  ///< Pointer into the group's local memory.
  virtual Value group_reduce(std::string_view op, Value) = 0; ///< "add", "mul", "min", "max", "and", "or"
  virtual Value atomic(std::string_view op, Value pointer,
                       Value operand) = 0; ///< Relaxed, device scope; gives the old value.

  virtual LanguageBuilder &language() = 0; ///< The same kernel, for functions that were written in a language.

  /// Ends the kernel and gives the module's bitcode. `contract` says whether a*b+c may round once.
  virtual Bytes finish(bool contract) = 0;
};

} // namespace weft::codegen
