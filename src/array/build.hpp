// Makes nodes: the steps that every array function shares after it has validated.
#pragma once

#include <functional>
#include <memory>

#include "array/array.hpp"
#include "fuse/pending.hpp"
#include "support/error.hpp"

namespace weft::array {

using fuse::Expr;
using fuse::ExprKind;
using fuse::Input;
using fuse::LayoutRef;
using fuse::Number;

/// The array as an input seen in `shape`.
Input input_of(const Array &, const Shape &shape);

/// The scalar in this dtype. Throws Error(overflow) if it does not fit into integers, Error(invalid) for NaN there, and
/// Error(type) if the kind is beyond the dtype's.
Input input_of(const Scalar &, Dtype);
Number number_of(const Scalar &, Dtype);

/// The weak kind of a scalar and the dtype it has if no array decides.
ops::Kind kind_of(const Scalar &) noexcept;
Dtype default_dtype(const Scalar &) noexcept;

/// False for a number that integers of this dtype do not reach.
bool holds(Dtype, const Scalar &) noexcept;

/// The dtype a scalar takes beside arrays that promote to `strong` (Array API, mixing with scalars).
Dtype weak_dtype(const Scalar &, Dtype strong) noexcept;

/// Whether an op compares int64 with uint64 exactly: those have a loop for just that pair.
bool compares_exactly(ops::Op op) noexcept;

/// The dtype a scalar takes as an operand of `op` beside arrays of `strong`. Comparisons are exact: a Python integer
/// that the arrays' dtype cannot hold keeps its own.
Dtype operand_dtype(ops::Op op, const Scalar &, Dtype strong) noexcept;

/// An array for the expression, dense.
Array array_of(const std::shared_ptr<Queue> &, AllocationKind, LayoutRef, std::unique_ptr<Expr>);

/// The layout of an array that will lie in memory. Throws Error(memory_allocation), although nobody asks for memory
/// yet, where the device could not hold it.
LayoutRef in_memory(LayoutRef, Dtype, AllocationKind, const Queue &);

/// reduce() for a result that nobody writes to: arrays of the same fold may share it.
Array reduce_to_read(ops::Reduction, const Array &, std::span<const int> axes, bool keepdims);

/// Computes the expression into existing elements. Overlap with what it reads is handled by a temporary; `target` is
/// checked to be writable by the caller.
void store(std::unique_ptr<Expr>, const Array &target);

/// Computes `values` into elements of `target`, where `layout` of their common shape says, and int64 `indices` times
/// `index_stride` further. Overlap and writability as for store().
void store_at(std::unique_ptr<Expr> values, std::unique_ptr<Expr> indices, std::ptrdiff_t index_stride,
              const fuse::Layout &layout, const Array &target);

/// What is assigned to elements of the target, seen in their shape and to be cast to their dtype: a number, or an
/// array, which may have more leading axes of one element.
Input assigned(const Array &target, const Shape &shape, const Operand &value);

/// Changes the target's elements to what `make` computes from the old ones; without touching memory where there is none
/// yet.
void update(const Array &target, const std::function<std::unique_ptr<Expr>(Input old)> &make);

/// An array of `shape` for an expression of inputs with these layouts: 'K' follows them, 'C', 'F', 'A' as NumPy.
Array array_like(const std::shared_ptr<Queue> &, AllocationKind, const Shape &shape, std::span<const LayoutRef> inputs,
                 char order, std::unique_ptr<Expr>);

/// Throws Error(invalid) for anything but 'C', 'F', 'A', 'K'.
void check_order(char order, const char *function);

/// Throws an error that names the function if the queues differ.
void check_queues(const Array &, const Array &, std::string_view function, Errc = Errc::placement);

/// Checks an output argument: shape, writable, queue, and that `result` may be cast to its dtype.
void check_out(const Array &out, const Shape &shape, Dtype result, std::string_view function);

/// The wider reach: device beats shared beats host, as dpctl says.
AllocationKind coerce(AllocationKind, AllocationKind) noexcept;

/// Nodes by what they compute.
std::unique_ptr<Expr> cast_expr(Input, Dtype);
std::unique_ptr<Expr> call_expr(ops::Op, const ops::Loop &);
std::unique_ptr<Expr> index_expr(std::uint32_t axis);

} // namespace weft::array
