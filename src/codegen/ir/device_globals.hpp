// Variables of the program's own that lie in a device's memory (sycl_ext_oneapi_device_global).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <llvm/IR/Module.h>

#include "codegen/device_global.hpp"
#include "codegen/kernel_module.hpp"

namespace weft::codegen::ir {

/// Replaces `__weft_device_global(variable)` by pointers that a launch puts behind the kernel's arguments, one for each
/// variable in the order of the names given back. The module is clean(). Throws Error(build) where it is not known
/// before launch which variable is meant.
std::vector<std::string> lower_device_globals(llvm::Module &, llvm::Function &kernel);

/// The same for a kernel that a launch gives the pointers that its module names. Throws Error(build) where it uses
/// others, too.
void lower_device_globals(llvm::Module &, llvm::Function &kernel, const KernelInfo &);

/// Those that the module's functions may use.
std::vector<DeviceGlobal> device_globals_in(const llvm::Module &);

/// Gives those that are internal to the module's unit the names by which kernels of other units know them.
void name_for_others(llvm::Module &, std::string_view unit);

} // namespace weft::codegen::ir
