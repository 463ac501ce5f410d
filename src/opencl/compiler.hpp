// Runs the compiler of OpenCL C, and the translator of SPIR-V, to get bitcode.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "codegen/kernel_module.hpp"

namespace weft::opencl {

/// `options` are those of clBuildProgram (`-cl-std=CL2.0 -D N=4 -I include`). Throws Error(build) with the compiler's
/// own messages, whose places are lines of `<source>`. What was compiled before comes from the disk cache.
codegen::Bytes compile_source(std::string_view source, std::string_view options);

/// Throws Error(build) for what is no SPIR-V, and where no translator is installed.
codegen::Bytes translate_spirv(std::span<const std::byte> spirv, std::string_view options);

} // namespace weft::opencl
