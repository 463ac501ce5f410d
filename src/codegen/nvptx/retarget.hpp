// Makes a cleaned x86-64 device module one for NVIDIA GPUs, and back-end limits hold.
#pragma once

#include <optional>

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "codegen/finalizer.hpp"
#include "codegen/kernel_module.hpp"

namespace llvm {
class AAResults;
class Loop;
struct LoopStandardAnalysisResults;
class ScalarEvolution;
} // namespace llvm

namespace weft::codegen::nvptx {

inline constexpr std::uint32_t warp_size = 32;

/// Work-items in a sub-group: those of a warp, or fewer where the kernel requires that.
inline std::uint32_t sub_group_width(const KernelInfo &info) {
  return info.sub_group_size != 0 ? info.sub_group_size : warp_size;
}

/// Sets triple and layout, and makes `kernel` an entry with a second parameter: what the backend says of the launch
/// (libdevice/nvptx/ids.cpp). Gives the kernel, which is a new function. The specialization says how wide ids are and
/// whether they carry an offset.
llvm::Function &retarget(llvm::Module &module, llvm::Function &kernel, const llvm::TargetMachine &target,
                         const KernelInfo &info, const Specialization &spec);

/// Is it a hierarchical kernel, one work-item of which goes through those of its group?
bool goes_through_items(const llvm::Module &module);

/// Lets a hierarchical kernel know of that one work-item alone, whatever a block has, and take its items
/// items_side_by_side apart.
void tell_of_one_work_item(llvm::Module &module);

/// So many work-items of a block go through the items of such a kernel, once everything was inlined into it. False
/// where that cannot be; the kernel is of no use then.
bool spread_items(llvm::Function &kernel);

/// Calls that mean the host: printf becomes vprintf, throw and abort trap, assert becomes __assertfail, type infos
/// vanish.
void lower_host_calls(llvm::Module &module);

/// Calls of functions of float that may be approximate become the GPU's own instructions, which flush denormals where
/// the kernel does.
void approximate_math(llvm::Module &module, bool flushes);

/// The function returns what `result` makes of its arguments, and keeps its linkage.
void replace_body(llvm::Function &function,
                  llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &, llvm::ArrayRef<llvm::Value *>)> result);

/// Functions of sycl::native become the GPU's own instructions, which flush denormals where the kernel does.
void use_native_math(llvm::Module &module, bool flushes);

/// What the headers write out and GPUs like `cpu` have an instruction for, sums of products of bytes, inverse square
/// roots, numbers of type bfloat16 and conversions that round in a direction, becomes that one; of float those that
/// flush denormals where the kernel does.
void use_instructions(llvm::Module &module, llvm::StringRef cpu, bool flushes);

/// 80 for "sm_80" and "sm_80a".
unsigned capability_of(llvm::StringRef cpu);

/// Products of small matrices that a sub-group holds become instructions of tensor units, where GPUs like `cpu` have
/// them.
void use_tensor_units(llvm::Module &module, llvm::StringRef cpu);

/// The intrinsic for sycl::detail::round_to_float<mode, to, from> of that symbol; none for other symbols.
std::optional<unsigned> rounding_to_floating(llvm::StringRef symbol, bool flushes);

/// At the end: a rounding and the conversion of what it gives to an integer become one instruction.
void round_to_integers_at_once(llvm::Function &function, bool flushes);

/// Calls of the C library's math and of math intrinsics that LLVM cannot select become calls of libdevice's `__nv_*`.
void call_libdevice(llvm::Module &module);

/// Conversions between floating point and integers of 65 to 128 bits become calls of the device C library.
void call_wide_conversions(llvm::Module &module);

/// Divisions by a number that the launch brings, where there are several; for kernels that flush denormals.
void divide_by_arguments(llvm::Function &kernel);

/// Calls of atomic builtins become instructions, once orders and scopes are constants. Integer minima and maxima look
/// before they store, if `look` says so.
void raise_atomics(llvm::Module &module, bool look);

/// Says which groups the kernel is launched with, if that is fixed: their size is a constant then, and few of them
/// leave more registers to each work-item.
void fix_groups(llvm::Function &kernel, const KernelInfo &info, const Specialization &spec);

/// After optimisation: what LLVM would emit without its order or scope becomes PTX.
void write_atomics_as_ptx(llvm::Module &module);

/// Lets LLVM read the blocks of arguments in place, of the kernel's own and the launch's; what a kernel writes to is
/// copied before.
void make_arguments_constant(llvm::Function &kernel);

/// Before optimisation: accesses through pointers at these offsets of the arguments, which lie in allocations of their
/// own, are independent of each other.
void separate_pointers(llvm::Function &kernel, llvm::ArrayRef<std::uint32_t> distinct);

/// After optimisation: loads from global memory that nothing in the kernel writes to, as far as aliases are known, read
/// what does not change. ptxas knows of no aliases, and has loads wait for stores.
void find_unchanging(llvm::Function &function, llvm::AAResults &aliases);

/// Before optimisation: loads of neighbours in memory, of which some are under a condition, become one where the first
/// of them is.
void load_neighbours_at_once(llvm::Function &function);

/// After optimisation: comparisons that are used before and after a loop are made twice, where there are many.
void compare_again_after_loops(llvm::Function &function);

/// After optimisation: pointers among the arguments are such to global memory: local memory has no address outside of
/// its group.
void point_arguments_to_global(llvm::Function &kernel);

/// After optimisation: what is left of large copies and fills becomes loops over the widest words that alignments
/// allow, where LLVM has loops over bytes.
void widen_copies(llvm::Function &function);

/// Before loops are deleted that compute nothing: those that clear bit after bit of a number are of the kind then, for
/// what they count is the number of its bits.
void count_bits_at_once(llvm::Loop &loop, llvm::ScalarEvolution &evolution);

/// Before loops are unrolled: those over arrays of the work-item's own are in full, which lets registers hold them.
void unroll_for_private_arrays(llvm::Loop &loop, llvm::ScalarEvolution &evolution);

/// The same where there are few iterations at most: the loop is gone if this returns true.
bool unroll_bounded_for_private_arrays(llvm::Loop &loop, llvm::LoopStandardAnalysisResults &analyses);

/// Before loops are unrolled in part: more iterations for small innermost loops that load, if their number is known.
void count_iterations_to_unroll(llvm::Loop &loop, llvm::ScalarEvolution &evolution);

/// After optimisation: divisions and square roots for one side of a choice are computed under its condition.
void compute_under_conditions(llvm::Function &function);

/// At the end: conditional branches at the end of loops go back where they hold.
void turn_latches(llvm::Function &function);

/// Before optimisation: loads and stores that are marked as not used again become calls, which nothing splits or joins.
void hold_streams(llvm::Module &module);

/// LLVM drops prefetches for this target, and has its own from sm_90 on; PTX has them everywhere.
void raise_prefetches(llvm::Module &module);

/// After optimisation: they are loads and stores again.
void release_streams(llvm::Function &function);

/// At the end: they become PTX.
void write_streams_as_ptx(llvm::Function &function);

/// At the end: amounts of 64-bit shifts that may be too many are seen to be below 64.
void bound_shifts(llvm::Function &function);

/// At the end: funnel shifts of more than 64 bits, no power of two of them, become shifts.
void expand_wide_funnels(llvm::Function &function);

/// At the end: negations that ptxas would get wrong are written otherwise.
void mend_negations(llvm::Function &function);

/// At the end: so are sums of pairs of 16-bit numbers.
void add_shorts_one_by_one(llvm::Function &function);

/// At the end: remainders stay as they are, also of numbers that loops count.
void hold_dividends(llvm::Function &function);

/// After optimisation: two steps from a pointer become one.
void join_steps(llvm::Function &function);

/// At the end: products of 32-bit numbers in 64 bits become `mul.wide`.
void multiply_wide(llvm::Function &function);

/// After optimisation: atomics on a work-item's own stack become plain (`atom.local` does not exist), and local arrays
/// lose the 16-byte alignment that x86 gave them, which keeps ptxas from putting them into registers.
void settle_private_memory(llvm::Module &module);

} // namespace weft::codegen::nvptx
