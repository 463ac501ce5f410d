// A compiled OpenCL C or SPIR-V program, as far as launches have to know it: a kernel module and each kernel's
// arguments.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/kernel_module.hpp"

namespace weft::codegen::opencl {

/// What a launch gives for a parameter: bytes, an address, or a size of local memory.
enum class ParameterKind : std::uint8_t { integer, floating, other, pointer, local };

struct Parameter {
  ParameterKind kind = ParameterKind::other;
  std::string name, type;  ///< as in the source; empty where the program does not tell
  std::uint32_t size = 8;  ///< bytes in the block of arguments; of local memory an offset stands there
  std::uint32_t align = 8; ///<
};

struct Kernel {
  std::string name;
  std::vector<Parameter> parameters;
  bool meets = false;             ///< It has barriers, group operations or local memory, and needs work-groups.
  std::uint32_t static_local = 0; ///< bytes of its own local variables
};

/// Where parameters stand in a block of arguments that begins with `first` bytes of others; gives the block's size.
template <class Place> std::uint32_t lay_out(const Kernel &kernel, std::uint32_t first, Place &&place) {
  std::uint32_t end = first;
  for (const Parameter &p : kernel.parameters) {
    end = (end + p.align - 1) / p.align * p.align;
    place(p, end);
    end += p.size;
  }
  return std::max<std::uint32_t>(end, 1);
}

/// The symbol of a kernel's entry for launches of that form and number of dimensions.
std::string entry_symbol(std::string_view kernel, LaunchForm form, int dims);

struct Program {
  std::shared_ptr<const KernelModule> module;
  std::vector<Kernel> kernels;
};

} // namespace weft::codegen::opencl
