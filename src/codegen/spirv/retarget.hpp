// Makes a cleaned x86-64 device module one for OpenCL devices.
#pragma once

#include <string>

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "codegen/finalizer.hpp"
#include "codegen/kernel_module.hpp"

namespace weft::codegen::spirv {

/// Gives `kernel` its parameters (launched_by.hpp), an argument block of whole words, and the guard that a launch of
/// more work-items than its range needs. Gives the kernel, which is a new function.
llvm::Function &retarget(llvm::Module &module, llvm::Function &kernel, const KernelInfo &info);

/// Where work-items may return ahead of a barrier or operation of their group that others come to, they take part in it
/// and give nothing, until all have returned: the kernel becomes a loop that must stay one, as all meet at its one
/// barrier. Before builtins are linked. False for other kernels, which stay as they are.
bool keep_returned_items(llvm::Function &kernel);

/// At the end: pieces of such a kernel may lie in a loop of its own that has several entries then.
void make_loops_reducible(llvm::Function &kernel);

/// After inlining: the launch's words are the second parameter, dynamic local memory the third. True if the kernel asks
/// for that.
bool place_parameters(llvm::Function &kernel);

/// Ids carry the launch's offset only where there is one; sizes of groups and sub-groups are constants where they are
/// fixed.
void choose_ids(llvm::Module &module, const KernelInfo &info, const Specialization &spec, std::uint32_t sub_group_size);

/// Calls of atomic builtins become instructions, those on a work-item's own stack plain accesses. Of floating-point
/// numbers they are compare and exchange of their bits, which every device has.
void lower_atomics(llvm::Function &kernel);

/// At the end: LLVM's back end drops the order of loads and stores, and what memory is ordered.
void write_atomics_as_spirv(llvm::Function &kernel);

/// Calls of assert() print what failed, and trap.
void print_failed_assertions(llvm::Module &module);

/// After optimisation, which finds formats and texts: printf and kin become the device's. Throws Error(build) for
/// formats that are no literals.
void print_by_device(llvm::Module &module, llvm::StringRef kernel);

/// After optimisation: intrinsics that LLVM's back end does not know become what it does.
void lower_intrinsics(llvm::Module &module);

/// Integers of more than 64 bits become pairs of words, unless something is done with them that takes a function.
void split_wide_integers(llvm::Function &kernel);

/// Of less than 64 bits, in a width that SPIR-V lacks.
bool is_odd_integer(const llvm::Type *type);

/// Such integers become wider ones, unless an instruction that is not known here takes or gives one.
void promote_odd_integers(llvm::Function &kernel);

/// Kernels with vectors of such integers, or of lengths that SPIR-V lacks, compute in scalars.
void split_odd_vectors(llvm::Function &kernel);

/// Pointers of address space 0, which are generic in kernel modules, are those of address space 4 in SPIR-V, where 0 is
/// a work-item's own stack and 1 global memory. Gives the kernel, which is a new function.
llvm::Function &make_pointers_generic(llvm::Function &kernel);

/// After that: pointers among the arguments are such to global memory, as local memory has no address outside of its
/// group.
void point_arguments_to_global(llvm::Function &kernel);

} // namespace weft::codegen::spirv
