// Variables of the program's own that lie in a device's memory (sycl_ext_oneapi_device_global).
#pragma once

#include <string>
#include <vector>

#include <llvm/IR/Module.h>

#include "codegen/kernel_module.hpp"

namespace weft::codegen::ir {

/// Replaces `__weft_device_global(variable)` by pointers that a launch puts behind the kernel's arguments, one for each
/// variable in the order of the names given back. The module is clean(). Throws Error(build) where it is not known
/// before launch which variable is meant.
std::vector<std::string> lower_device_globals(llvm::Module &, llvm::Function &kernel);

/// The same for a kernel that a launch gives the pointers that its module names. Throws Error(build) where it uses
/// others, too.
void lower_device_globals(llvm::Module &, llvm::Function &kernel, const KernelInfo &);

} // namespace weft::codegen::ir
