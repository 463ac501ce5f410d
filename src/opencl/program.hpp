// Programs and their kernels, as launches take them.
#pragma once

#include <memory>
#include <string_view>

#include "codegen/opencl/program.hpp"
#include "runtime/executable.hpp"

namespace weft::opencl {

using codegen::opencl::Program;

/// Throws Error(build).
std::shared_ptr<const Program> program_from_source(std::string_view source, std::string_view options);
std::shared_ptr<const Program> program_from_spirv(std::span<const std::byte> spirv, std::string_view options);

/// A kernel of a program; keeps that alive.
struct Kernel {
  std::shared_ptr<const Program> program;
  const codegen::opencl::Kernel *info = nullptr;

  /// What a launch of that form names.
  runtime::Kernel entry(codegen::LaunchForm form, int dims) const;
};

/// Of that name; `info` is null where there is none.
Kernel find_kernel(std::shared_ptr<const Program> program, std::string_view name);

} // namespace weft::opencl
