// Expressions of one element, which the calling thread computes: a launch takes longer.
#pragma once

#include "fuse/graph.hpp"

namespace weft::fuse {

class Pending;

using Operands = std::array<Number, ops::max_arity>;

/// An op's loop over one element of each operand, as libdevice has it for kernels; denormals as the thread's modes say.
/// False, and nothing done, where its function takes more than a few operations, or for types that single elements
/// rarely have.
bool compute_single(ops::Op, Dtype loop, const Operands &, Number &result);

/// Makes a pending buffer of one element memory, with the bits that a kernel gives it, where all that it needs is there
/// and nothing runs on its queue; false, and nothing done, where that takes more. The caller holds the lock.
bool compute_single(Pending &, Buffer &);

} // namespace weft::fuse
