// A Python kernel after its types are known: builder calls written down as numbers, so that nothing of Python is needed
// to compile it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "codegen/codegen.hpp"
#include "codegen/kernel_module.hpp"
#include "codegen/language_builder.hpp"
#include "ops/ops.hpp"
#include "runtime/executable.hpp"
#include "support/hash.hpp"

namespace weft::pykernel {

enum class Code : std::int64_t {
#define WEFT_CODE(name, operands) name,
#include "pykernel/opcodes.def"
};

/// Everything that the kernel is made from.
struct Recipe {
  std::string name;                    ///< what messages and traces call it
  std::string place;                   ///< file and line, for messages and traces
  bool is_range = true;                ///< launched over a range, not an nd-range
  std::uint8_t dims = 1;               ///<
  std::uint32_t args_size = 0;         ///< a range kernel's extents first, the fastest dimension leading
  std::vector<std::uint32_t> bakeable; ///< offsets of 64-bit integers whose value pays to be known
  std::vector<std::string> texts;      ///<
  std::vector<std::int64_t> code;      ///< opcodes.def
};

Hash hash_of(const Recipe &);

/// A listing of the kernel as it is compiled for this machine's CPU and groups of `local` items.
std::string listing(const Recipe &, codegen::Listing, const std::array<std::uint32_t, 3> &local);

/// Its PTX for an NVIDIA architecture, `arch` as in 90 for sm_90.
std::string ptx(const Recipe &, unsigned arch, const std::array<std::uint32_t, 3> &local);

/// Writes the kernel down. An invalid recipe is an InternalError.
void write(const Recipe &, codegen::LanguageBuilder &);

/// The result of an elementwise function, whose recipe has parameters and a result and asks nothing of work-items.
codegen::Value write_function(const Recipe &, codegen::LanguageBuilder &, std::span<const codegen::Value> parameters);

/// What an elementwise function costs against one addition.
int cost_of(const Recipe &);

/// As KernelInfo has it.
bool loops_alone(const Recipe &);

/// The elementwise op of a function's recipe; equal recipes have one.
ops::Op function_op(const Recipe &, const ops::Loop &);

/// The kernel of a recipe; its bitcode is written when a device compiles it first. Equal recipes share one.
/// Thread-safe.
runtime::Kernel kernel_of(const Recipe &);

} // namespace weft::pykernel
