// From program and schedule to a kernel module.
#pragma once

#include <memory>

#include "codegen/kernel_module.hpp"
#include "fuse/arguments.hpp"

namespace weft::fuse {

/// What a launch of the kernel has to know; the same for all programs with the same key.
codegen::KernelInfo kernel_info(const Program &, const Schedule &, const ArgumentLayout &);

/// Writes the kernel through the Builder and gives its bitcode.
codegen::Bytes emit(const Program &, const Schedule &, const ArgumentLayout &);

/// The same with a builder of the caller's.
void emit_into(codegen::Builder &, const Program &, const Schedule &, const ArgumentLayout &);

} // namespace weft::fuse
