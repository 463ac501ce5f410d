// From a recipe to a kernel module.
#pragma once

#include "codegen/builder.hpp"
#include "codegen/kernel_module.hpp"
#include "fuse/recipe.hpp"

namespace weft::fuse {

/// What a launch of the kernel has to know; the same for all programs with the same key.
codegen::KernelInfo kernel_info(const Recipe &);

/// Writes the kernel through the Builder and gives its bitcode.
codegen::Bytes emit(const Recipe &);

/// The same with a builder of the caller's.
void emit_into(codegen::Builder &, const Recipe &);

} // namespace weft::fuse
