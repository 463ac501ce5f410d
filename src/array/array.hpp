// The n-d array as front ends see it: eager in meaning, lazy inside.
#pragma once

#include <chrono>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <variant>

#include "array/dtype.hpp"
#include "fuse/graph.hpp"
#include "fuse/layout.hpp"
#include "fuse/shape.hpp"
#include "ops/ops.hpp"
#include "runtime/memory.hpp"
#include "runtime/queue.hpp"

namespace weft::array {

using fuse::Buffer; // an allocation, or an expression not run yet
using fuse::Shape;
using runtime::AllocationKind;
using runtime::Queue;

/// A Python scalar: takes the kind's default dtype only if no array has one of its own (Array API, mixing with
/// scalars).
struct Scalar {
  std::variant<bool, std::int64_t, std::uint64_t, double, std::complex<double>> value;
};

/// A view: shape, strides and offset (in elements) over a Buffer. Cheap to copy; copies share the buffer. A
/// default-made Array holds nothing and may only be assigned to.
///
/// Every function below validates first and throws before anything is touched: Errc::placement for operands on
/// different queues, value (invalid), type, index, overflow (a Python integer that does not fit) as NumPy and dpctl
/// would.
class Array {
public:
  Array() noexcept = default;
  Array(fuse::Ref<Buffer> buffer, fuse::LayoutRef layout, Dtype dtype, bool writable = true) noexcept
      : buffer_(std::move(buffer)), layout_(std::move(layout)), dtype_(dtype), writable_(writable) {}

  static Array empty(const Shape &, Dtype, std::shared_ptr<Queue>, AllocationKind, char order = 'C');

  /// Over memory that `owner` keeps alive. Strides in elements; every element must lie in [base, base + bytes).
  static Array from_memory(void *base, std::size_t bytes, std::shared_ptr<void> owner, AllocationKind,
                           std::shared_ptr<Queue>, const Shape &, const Shape &strides, std::ptrdiff_t offset, Dtype);

  explicit operator bool() const noexcept { return static_cast<bool>(buffer_); } ///< Not default-made.
  const Shape &shape() const noexcept { return layout_->shape(); }
  const Shape &strides() const noexcept { return layout_->strides(); }
  std::ptrdiff_t offset() const noexcept { return layout_->offset(); } ///< Elements from the buffer's base.
  Dtype dtype() const noexcept { return dtype_; }
  int ndim() const noexcept { return static_cast<int>(layout_->ndim()); }
  std::size_t size() const noexcept { return layout_->size(); }
  bool c_contiguous() const noexcept { return layout_->c_contiguous(); }
  bool f_contiguous() const noexcept { return layout_->f_contiguous(); }
  bool writable() const noexcept { return writable_; }
  void set_writable(bool writable) noexcept { writable_ = writable; }
  const std::shared_ptr<Queue> &queue() const noexcept;
  AllocationKind usm_kind() const noexcept;

  // Views.
  Array with_layout(const Shape &, const Shape &strides,
                    std::ptrdiff_t offset) const; ///< Any view of the same buffer, bounds checked.
  Array transposed(std::span<const int> axes) const;
  Array broadcast_to(const Shape &) const;                 ///< Read-only, as NumPy's.
  std::optional<Array> reshaped_view(const Shape &) const; ///< Empty if only a copy could have that shape.
  Array real() const; ///< Views of the parts of complex arrays; real() of real arrays is the array itself.
  Array imag() const; ///< Throws Error(type) for real arrays, whose imaginary part is no view.

  // Leaving the lazy world. Each submits what the array depends on; base() returns before it has run, in queue order.
  void *base() const;                  ///< The buffer's memory.
  std::shared_ptr<void> owner() const; ///< Keeps base() alive.
  std::size_t buffer_bytes() const;
  /// Others use the memory on streams of their own as long as somebody holds it: once nobody does, it is used again
  /// only after all that the device was given before.
  void lend() const;
  /// Others who hold the array itself learn the address: what reads it is submitted at once from now on.
  void publish() const;
  void evaluate() const; ///< Submit, do not wait.
  /// The same, but false where kernels are not compiled in time; a later call finds what was made.
  bool evaluate_for(std::chrono::nanoseconds timeout) const;
  void copy_to_host(void *to, const Shape &host_strides_bytes) const;           ///< Waits.
  void copy_from_host(const void *from, const Shape &host_strides_bytes) const; ///< Waits; `from` is free afterwards.
  /// The same for a new array of at most so many bytes, from dense memory; false, and nothing done, where it would
  /// wait.
  bool fill_at_once(const void *from, std::size_t most_bytes) const;
  bool pending() const noexcept; ///< Not submitted yet.

  const fuse::Ref<Buffer> &buffer() const noexcept { return buffer_; }
  const fuse::LayoutRef &layout() const noexcept { return layout_; }

private:
  fuse::Ref<Buffer> buffer_;
  fuse::LayoutRef layout_;
  Dtype dtype_ = Dtype::b1;
  bool writable_ = true;
};

using Operand = std::variant<Array, Scalar>;

/// One elementwise op with NumPy broadcasting and the Array API's promotion. `out`, if given, is checked (shape, dtype,
/// writable, queue) and written; overlap with the inputs is handled as NumPy does. `order`: 'K', 'C', 'F' or 'A'.
Array elementwise(ops::Op, std::span<const Operand>, const Array *out = nullptr, char order = 'K');

/// The same for operators, without variants.
Array unary(ops::Op, const Array &);
Array binary(ops::Op, const Array &, const Array &);
Array binary(ops::Op, const Array &, const Scalar &);
Array binary(ops::Op, const Scalar &, const Array &);

/// In place: x op= y. Throws Error(type) if the result cannot be cast back, as NumPy's same_kind says.
void elementwise_inplace(ops::Op, const Array &x, const Operand &y);

/// Over `axes` (sorted, unique, non-negative; none reduces nothing). `dtype`: accumulate and return, where given.
Array reduce(ops::Reduction, const Array &, std::span<const int> axes, bool keepdims, std::optional<Dtype> dtype = {},
             const Array *out = nullptr);

Array astype(const Array &, Dtype, char order = 'K', bool copy = true);
Array copy(const Array &, char order = 'K');
void assign(const Array &target, const Operand &value); ///< target[...] = value, broadcast and cast.
/// target[mask] = value, both broadcast, the value cast. Throws as assign() does.
void assign_where(const Array &target, const Array &mask, const Operand &value);
Array where(const Array &condition, const Operand &x1, const Operand &x2, const Array *out = nullptr, char order = 'K');
Array full(const Shape &, const Scalar &, Dtype, std::shared_ptr<Queue>, AllocationKind, char order = 'C');
Array arange(const Scalar &start, const Scalar &step, std::size_t count, Dtype, std::shared_ptr<Queue>, AllocationKind);
Array linspace(const Scalar &start, const Scalar &stop, std::size_t count, bool endpoint, Dtype, std::shared_ptr<Queue>,
               AllocationKind);
Array eye(std::size_t rows, std::size_t columns, std::ptrdiff_t diagonal, Dtype, std::shared_ptr<Queue>, AllocationKind,
          char order = 'C');
Array triangle(const Array &, std::ptrdiff_t diagonal, bool upper);    ///< tril, triu
Array to_queue(const Array &, std::shared_ptr<Queue>, AllocationKind); ///< A copy, unless queue and kind are the same.

/// Broadcast of shapes; throws Error(invalid) naming the shapes.
Shape broadcast_shapes(std::span<const Shape>);

/// The dtype that arrays and scalars promote to; scalars are weak.
Dtype result_type(std::span<const Operand>);

/// The dtype that an op gives for these operands, without running it; Error(type) where no loop fits.
Dtype result_type(ops::Op, std::span<const Operand>);

} // namespace weft::array
