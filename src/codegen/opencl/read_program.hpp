// From the bitcode of an OpenCL C compiler, or of the SPIR-V translator, to a kernel module.
#pragma once

#include <memory>

#include "codegen/opencl/program.hpp"

namespace weft::codegen::opencl {

/// Throws Error(build) for a program that uses what devices do not have.
std::shared_ptr<const Program> read_program(Bytes bitcode);

} // namespace weft::codegen::opencl
