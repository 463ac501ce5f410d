// Elementwise functions that programs bring along: ops beyond the table, each with one loop.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "codegen/language_builder.hpp"
#include "ops/ops.hpp"

namespace weft::ops {

struct Function {
  std::string name; ///< Says what it computes, since kernels are known by it: "smoothstep#" and a hash.
  Loop loop;        ///< The only one.
  int cost = 1;     ///< Against one addition.
  /// Writes it down for values of the loop's dtypes; needs nothing of the program that brought it. Thread-safe.
  std::function<codegen::Value(codegen::LanguageBuilder &, std::span<const codegen::Value>)> write;
};

inline constexpr std::size_t most_functions = 16384;

/// Its op: the one that is there for the name, or a new one, which stays. Thread-safe. Throws Error(invalid) where
/// there are most_functions.
Op add_function(Function);

inline bool is_function(Op op) noexcept {
  return static_cast<int>(op) >= op_count;
}
const Function &function(Op) noexcept; ///< Of an op that is one.

} // namespace weft::ops
