// What kernels require of a launch and of a device: the annotations that the driver makes of SYCL's kernel attributes.
#pragma once

#include <llvm/IR/Module.h>

#include "codegen/kernel_module.hpp"

namespace weft::codegen::ir {

/// Does the source of `module` name requirements? Function bodies need not be read for this.
bool has_annotations(const llvm::Module &module);

/// Sets work-group size, sub-group size and aspects that `kernel`, or a function it calls, is annotated with. Throws
/// Error(build) for sizes that contradict each other or the kernel's dimensions.
void read_requirements(const llvm::Module &module, KernelInfo &kernel);

} // namespace weft::codegen::ir
