// Names of OpenCL C's built-in functions as clang mangles them, read back into a name and parameter types.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <llvm/ADT/StringRef.h>

namespace weft::codegen::opencl {

/// `letter` is the mangled scalar type (Itanium C++ ABI, 5.1.5.2; 'e' stands for half), 0 for types that have a name.
struct MangledType {
  char letter = 0;
  unsigned lanes = 1;
  bool pointer = false;
  unsigned space = 0; ///< address space of what a pointer points to

  bool is_float() const { return letter == 'f' || letter == 'd' || letter == 'e'; }
  bool is_signed() const { return letter == 'c' || letter == 's' || letter == 'i' || letter == 'l'; }
};

struct MangledName {
  llvm::StringRef name;
  std::vector<MangledType> parameters;
};

/// None for symbols of another kind.
std::optional<MangledName> read_mangled(llvm::StringRef symbol);

} // namespace weft::codegen::opencl
