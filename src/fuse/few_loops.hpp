// Loops of the calling thread over few elements, compiled with the library: what they give has the bits of kernels.
// False, and nothing done, for functions of more than a few operations, and for types that few elements rarely have.
#pragma once

#include <array>
#include <cstddef>

#include "fuse/order.hpp"
#include "ops/ops.hpp"

namespace weft::fuse {

/// Dense elements for each operand; the result lies apart from them.
using FewOperands = std::array<const std::byte *, ops::max_arity>;

bool computes_few(ops::Op, Dtype loop) noexcept;

/// An op's loop as libdevice has it, denormals as the thread's modes say.
bool compute_few(ops::Op, Dtype loop, const FewOperands &, std::byte *result, std::size_t count);

bool convert_few(Dtype from, const std::byte *, Dtype to, std::byte *result, std::size_t count);

/// Folds each of so many rows, whose `count` elements of `accumulate` lie in the order in which they are folded.
bool fold_few(ops::Reduction, Dtype accumulate, const FoldOrder &, const std::byte *elements, std::byte *results,
              std::size_t count, std::size_t rows);

} // namespace weft::fuse
