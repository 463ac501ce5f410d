// Turns a scalar SPMD function into one that runs several work-items at once, one per SIMD lane.
//
// What goes in: a function that returns void and holds no id builtin. The integer argument with string attribute
// "weft-varying" is lane 0's value; lane k has that value plus k. A pointer with "weft-varying"="n" is to memory of
// which each lane has a copy, as many bytes apart as argument n says. Every other argument is the same for all lanes.
// `range` attributes on arguments hold for every lane; without them narrow index arithmetic is not known to be free of
// wrap.
//
// What comes out: a new internal function with the same parameters and, if masked, a last one <W x i1> that says which
// lanes take part. At least one lane does. Memory is touched for lanes that take part only.
//
// Functions with a meaning of their own inside such a function:
//   i1 @weft.lanes.all(i1)                    true if the operand is true for every active lane; uniform. Control flow
//   that it
//                                             decides is kept, so a region may be copied for the case that no lane
//                                             leaves it.
//   i1 @weft.lanes.steady.u32(i32)            true if the operand is uniform, or if it is known to change by the same
//   (also .u64 .i32 .i64)                     from lane to lane and does not wrap; uniform
//   i64 @weft.lanes.extend(i64)               the operand: a zext, sext, mask or shift of a value that is steady
//   void @weft.group.put.<op>.<ty>(i32, T)    becomes @weft.group.put.<op>.v<W><ty>(i32, <W x T>, <W x i1>)
//   T @weft.group.get.<op>.<ty>(i32)          uniform
//   T @weft.lanewise.<op>(T...)               pure; becomes <W x T> @weft.lanewise.<op>.v<W>(<W x T>...)
//   void @__weft_barrier(i32)                 kept; all lanes come by but those that meet nobody any more
//   void @weft.lanes.meet()                   nothing: lanes are never apart
//   @__weft_sub_group_*                       the W lanes are the sub-group: lowered here, except __weft_sub_group_id
//   and
//                                             __weft_sub_groups, which only the caller knows (make them arguments)
//   atomicrmw, cmpxchg                        one per active lane, in lane order; syncscope("singlethread") says that
//   no other
//                                             thread sees the memory: plain loads and stores
#pragma once

#include <string>

namespace llvm {
class Function;
}

namespace weft::codegen::cpu {

/// What a processor is good at.
struct VectorTuning {
  bool gathers = true;        ///< hardware gathers beat scalar loads and inserts: true on Intel, false on AMD
  bool narrow_masks = true;   ///< vectors of 8 and 16-bit elements can be loaded and stored under a mask: AVX-512
  bool transposes = true;     ///< records are read as short vectors and transposed in registers
  unsigned vector_bits = 128; ///< of the widest vectors
};

VectorTuning vector_tuning(unsigned vector_bits, bool gathers);

/// For the processor this runs on, whose widest vectors have `vector_bits`.
VectorTuning host_vector_tuning(unsigned vector_bits);

struct VectorizeOptions {
  unsigned width = 16;                ///< lanes: a power of two, 2 to 64
  bool masked = false;                ///< add the mask parameter
  bool aligned = false;               ///< lane 0 has a multiple of the width
  bool combine_float_atomics = false; ///< float adds of all lanes to one address may be summed first, in a fixed order
  VectorTuning tuning = {};
};

/// The vector function, or none and the reason in words: which instruction, why.
struct Vectorized {
  llvm::Function *function = nullptr;
  std::string reason;

  explicit operator bool() const { return function != nullptr; }
};

/// `spmd` is left as it is. The result is named `<name>.v<W>` (`.v<W>m` if masked).
Vectorized vectorize(llvm::Function &spmd, const VectorizeOptions &options);

} // namespace weft::codegen::cpu
