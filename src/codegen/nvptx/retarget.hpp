// Makes a cleaned x86-64 device module one for NVIDIA GPUs, and back-end limits hold.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "codegen/kernel_module.hpp"

namespace weft::codegen::nvptx {

/// Sets triple and layout, and makes `kernel` an entry with a second parameter: what the backend says of the launch
/// (libdevice/nvptx/ids.cpp). Gives the kernel, which is a new function. `has_offset` keeps the global offset in
/// ids.
llvm::Function &retarget(llvm::Module &module, llvm::Function &kernel, const llvm::TargetMachine &target,
                         const KernelInfo &info, bool has_offset);

/// Calls that mean the host: printf becomes vprintf, throw and abort trap, assert becomes __assertfail, type infos
/// vanish.
void lower_host_calls(llvm::Module &module);

/// Calls of the C library's math and of math intrinsics that LLVM cannot select become calls of libdevice's `__nv_*`.
void call_libdevice(llvm::Module &module);

/// Divisions by a number that the launch brings, where there are several; for kernels that flush denormals.
void divide_by_arguments(llvm::Function &kernel);

/// After optimisation: atomics on a work-item's own stack become plain (`atom.local` does not exist), and local arrays
/// lose the 16-byte alignment that x86 gave them, which keeps ptxas from putting them into registers.
void settle_private_memory(llvm::Module &module);

} // namespace weft::codegen::nvptx
