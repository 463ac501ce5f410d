// What the Cython modules of dpctl.tensor need from C++: errors, scalars, owners and queues across the border.
#pragma once

#include <Python.h>

#include <memory>
#include <new>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "../dpctl/_without_gil.hpp"
#include "array/algorithms/factorize.hpp"
#include "array/algorithms/scan.hpp"
#include "array/array.hpp"
#include "ops/ops.hpp"

namespace weft::python {

using array::Array;
using array::Scalar;
using array::Shape;

/// Thrown after a Python error was set.
struct PythonError {};

/// Translates the C++ exception in flight; Cython calls it for `except +`.
void raise_python_error();

/// The Array inside a usm_ndarray, which holds it as bytes so that its C header stays free of C++.
using ArrayBytes = long long[4];
static_assert(sizeof(Array) <= sizeof(ArrayBytes) && alignof(Array) <= alignof(long long));

inline Array &unwrap(long long *bytes) {
  return *reinterpret_cast<Array *>(bytes);
}
inline void construct(long long *bytes) {
  new (bytes) Array();
}
inline void destroy(long long *bytes) {
  unwrap(bytes).~Array();
}

/// A new object that starts as a copy of the pattern (its method table, an empty array, None): skips the argument
/// parsing of
/// __new__.
PyObject *allocate_like(PyObject *pattern);

/// True and the value if `object` is a Python scalar. `other` is what it will be combined with: integers beyond 64 bits
/// become floating point for inexact arrays and throw Errc::overflow for the others, as NumPy's; for a comparison,
/// `op`, they are infinite, since no element reaches them.
bool to_scalar(PyObject *object, array::Dtype other, Scalar &, const ops::Op *op = nullptr);

/// The only element, as a Python object. Waits.
PyObject *item(const Array &);

PyObject *tuple_of(const Shape &);

inline bool is_complex(array::Dtype dtype) {
  return array::kind_of(dtype) == array::Kind::complex;
}

void copy_to_host(const Array &, void *to, const Py_ssize_t *strides_bytes, int count);
void copy_from_host(const Array &, const void *from, const Py_ssize_t *strides_bytes, int count);

/// A new array in device memory with the elements of a C-contiguous buffer; false where that takes more than a copy, as
/// for elements that the device does not have, or less: without a copy at once, a number becomes an expression's.
bool copied_buffer(PyObject *, std::shared_ptr<runtime::Queue>, Array &made);

/// An array over the memory of a NumPy array, which it keeps alive; false where the queue's device does not work in the
/// host's memory, or the elements do not lie as an array's do: whole elements apart, in the machine's byte order.
bool array_in_place(PyObject *, const std::shared_ptr<runtime::Queue> &, Array &made);

array::Dtype default_float_of(const std::shared_ptr<runtime::Queue> &);

std::shared_ptr<runtime::Queue> queue_of_ref(void *queue_ref); ///< From a DPCTLSyclQueueRef.
void *new_queue_ref(const std::shared_ptr<runtime::Queue> &);  ///< A DPCTLSyclQueueRef that the caller owns.

Array elementwise(ops::Op, const std::vector<array::Operand> &, const Array *out, char order);
Array reduce(ops::Reduction, const Array &, const std::vector<int> &axes, bool keepdims, const array::Dtype *dtype,
             const Array *out);

Array scan(array::Scan, const Array &, int axis, const array::Dtype *dtype, bool include_initial, const Array *out);

/// Waits while other Python threads run. Null: a factorization has no such operand.
std::vector<int> factorize(runtime::Factoring, char option, const Array &a, const Array *b, const Array *pivots,
                           const Array *u, const Array *v);

Shape broadcast_shapes_of(const std::vector<Array> &);

/// Throws unless they live on one queue.
void check_same_queue(const Array &, const Array &, const std::string &function);

/// A product of these lies in C order where it follows them: that is memory of both in C order, or of another shape.
bool lie_in_rows(const Array &, const Array &);

/// First and last element that an array would touch, {0, -1} if none; throws where they cannot be addressed.
std::pair<std::ptrdiff_t, std::ptrdiff_t> bounds_of(const Shape &, const Shape &strides, std::ptrdiff_t offset);
Shape dense_strides(const Shape &, char order);

/// Empty if only a copy could have that shape.
bool reshaped_view(const Array &, const Shape &, Array &result);

} // namespace weft::python
