// Errors, scalars, owners and queues across the border between Python and Weft's arrays.
#include "glue/bind.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <string_view>

#include "../dpctl/_errors.hpp"
#include "../dpctl/_owner.hpp"
#include "array/build.hpp"
#include "libdevice/elementwise/bfloat16.hpp"
#include "runtime/compilation.hpp"
#include "support/error.hpp"
#include "sycl/bridge.hpp"

namespace weft::python {
namespace {

/// dpctl's class for a code, and the two that arrays add; RuntimeError if the package is broken.
PyObject *exception_of(Errc code) {
  if (code == Errc::feature_not_supported)
    return Py_NewRef(PyExc_NotImplementedError);
  PyObject *found = code == Errc::type ? class_named("dpctl.tensor._errors", "UnsupportedTypeError") : class_of(code);
  if (found == nullptr)
    PyErr_Clear();
  return found != nullptr ? found : Py_NewRef(PyExc_RuntimeError);
}

Scalar integer_scalar(PyObject *object, array::Dtype other, const ops::Op *op) {
  int overflow = 0;
  const long long narrow = PyLong_AsLongLongAndOverflow(object, &overflow);
  if (overflow == 0)
    return Scalar{std::int64_t{narrow}};
  if (overflow > 0) {
    const unsigned long long wide = PyLong_AsUnsignedLongLong(object);
    if (!PyErr_Occurred())
      return Scalar{std::uint64_t{wide}};
    PyErr_Clear();
  }
  const auto kind = array::kind_of(other);
  if (kind == array::Kind::floating || kind == array::Kind::complex) {
    const double value = PyLong_AsDouble(object);
    if (PyErr_Occurred())
      throw PythonError{};
    return Scalar{value};
  }
  if (op != nullptr && array::compares_exactly(*op))
    return Scalar{std::copysign(std::numeric_limits<double>::infinity(), overflow)};
  PyErr_Format(PyExc_OverflowError, "Python integer %R out of bounds for %s", object,
               std::string(name_of(other)).c_str());
  throw PythonError{};
}

template <class T> T load(const void *from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

PyObject *scalar_object(array::Dtype dtype, const char *bytes) {
  using enum array::Dtype;
  switch (dtype) {
  case b1:
    return PyBool_FromLong(load<std::uint8_t>(bytes));
  case i8:
    return PyLong_FromLong(load<std::int8_t>(bytes));
  case u8:
    return PyLong_FromLong(load<std::uint8_t>(bytes));
  case i16:
    return PyLong_FromLong(load<std::int16_t>(bytes));
  case u16:
    return PyLong_FromLong(load<std::uint16_t>(bytes));
  case i32:
    return PyLong_FromLong(load<std::int32_t>(bytes));
  case u32:
    return PyLong_FromUnsignedLong(load<std::uint32_t>(bytes));
  case i64:
    return PyLong_FromLongLong(load<std::int64_t>(bytes));
  case u64:
    return PyLong_FromUnsignedLongLong(load<std::uint64_t>(bytes));
  case f16:
    return PyFloat_FromDouble(PyFloat_Unpack2(bytes, 1));
  case f32:
    return PyFloat_FromDouble(load<float>(bytes));
  case f64:
    return PyFloat_FromDouble(load<double>(bytes));
  case c64:
    return PyComplex_FromDoubles(load<float>(bytes), load<float>(bytes + sizeof(float)));
  case bf16:
    return PyFloat_FromDouble(brain::widened(load<brain::bfloat16>(bytes)));
  case c128:
    return PyComplex_FromDoubles(load<double>(bytes), load<double>(bytes + sizeof(double)));
  }
  WEFT_CHECK(false, "item: dtype {}", static_cast<int>(dtype));
  return nullptr;
}

/// Waits for what the array depends on, in pieces short enough for Ctrl-C to be heard.
void wait_for_elements(const Array &array) {
  using namespace std::chrono_literals;
  const Array kept = array; // another thread may give the object another shape meanwhile
  runtime::Queue &queue = *kept.queue();
  while (kept.pending() || !queue.idle()) {
    bool done = false;
    {
      WithoutGil waiting;
      if (kept.evaluate_for(50ms)) {
        const std::vector<runtime::Event> events = queue.outstanding();
        done = std::ranges::all_of(events, [](const runtime::Event &event) { return event.wait_for(50ms); });
      }
    }
    if (PyErr_CheckSignals() != 0)
      throw PythonError{};
    if (done)
      return;
  }
}

} // namespace

void raise_python_error() {
  try {
    throw;
  } catch (const PythonError &) {
  } catch (const Error &error) {
    PyObject *type = exception_of(error.code());
    PyErr_SetString(type, error.what());
    Py_DECREF(type);
  } catch (const std::bad_alloc &) {
    PyErr_NoMemory();
  } catch (const std::exception &error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
}

PyObject *allocate_like(PyObject *pattern) {
  PyTypeObject *type = Py_TYPE(pattern);
  PyObject *made = type->tp_alloc(type, 0);
  if (made == nullptr)
    throw PythonError{};
  std::memcpy(made + 1, pattern + 1, static_cast<std::size_t>(type->tp_basicsize) - sizeof(PyObject));
  Py_INCREF(Py_None); // its queue and namespace
  Py_INCREF(Py_None);
  return made;
}

namespace {
/// NumPy's float64 and complex128 derive from Python's numbers, but are of their own dtype where that is wider.
bool is_wider_than(PyObject *object, array::Dtype other) {
  using array::Dtype;
  if (PyFloat_CheckExact(object) || PyComplex_CheckExact(object) || !PyObject_CheckBuffer(object))
    return false;
  return PyComplex_Check(object) || other == Dtype::f16 || other == Dtype::f32 || other == Dtype::c64;
}
} // namespace

bool to_scalar(PyObject *object, array::Dtype other, Scalar &scalar, const ops::Op *op) {
  if (is_wider_than(object, other))
    return false;
  if (PyFloat_Check(object))
    scalar.value = PyFloat_AS_DOUBLE(object);
  else if (PyBool_Check(object))
    scalar.value = object == Py_True;
  else if (PyLong_Check(object))
    scalar = integer_scalar(object, other, op);
  else if (PyComplex_Check(object))
    scalar.value = std::complex<double>(PyComplex_RealAsDouble(object), PyComplex_ImagAsDouble(object));
  else
    return false;
  return true;
}

PyObject *item(const Array &array) {
  char bytes[16];
  const std::vector<Py_ssize_t> strides(static_cast<std::size_t>(array.ndim()), 0);
  copy_to_host(array, bytes, strides.data(), array.ndim());
  PyObject *value = scalar_object(array.dtype(), bytes);
  if (value == nullptr)
    throw PythonError{};
  return value;
}

PyObject *tuple_of(const Shape &shape) {
  PyObject *tuple = PyTuple_New(static_cast<Py_ssize_t>(shape.size()));
  for (std::size_t i = 0; tuple != nullptr && i < shape.size(); ++i)
    PyTuple_SET_ITEM(tuple, static_cast<Py_ssize_t>(i), PyLong_FromSsize_t(shape[i]));
  if (tuple == nullptr || PyErr_Occurred())
    throw PythonError{};
  return tuple;
}

void copy_to_host(const Array &array, void *to, const Py_ssize_t *strides_bytes, int count) {
  wait_for_elements(array);
  const Array kept = array;
  WithoutGil waiting;
  kept.copy_to_host(to, Shape(strides_bytes, static_cast<std::size_t>(count)));
}

void copy_from_host(const Array &array, const void *from, const Py_ssize_t *strides_bytes, int count) {
  WithoutGil waiting;
  array.copy_from_host(from, Shape(strides_bytes, static_cast<std::size_t>(count)));
}

namespace {

class Buffer {
public:
  explicit Buffer(PyObject *object) {
    if (PyObject_GetBuffer(object, &view, PyBUF_STRIDED_RO | PyBUF_FORMAT) == 0)
      return;
    PyErr_Clear();
    view.obj = nullptr;
  }
  ~Buffer() { PyBuffer_Release(&view); }
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;

  std::optional<array::Dtype> dtype() const {
    const std::string_view format = view.format;
    if (format == "Zf" || format == "Zd")
      return format == "Zf" ? array::Dtype::c64 : array::Dtype::c128;
    if (format == "q" || format == "Q")
      return format == "q" ? array::Dtype::i64 : array::Dtype::u64;
    return format.size() == 1 ? ops::dtype_of_code(format[0]) : std::nullopt;
  }

  Py_buffer view{};
};

} // namespace

array::Dtype default_float_of(const std::shared_ptr<runtime::Queue> &queue) {
  return queue->device()->has(runtime::Aspect::fp64) ? array::Dtype::f64 : array::Dtype::f32;
}

bool copied_buffer(PyObject *object, std::shared_ptr<runtime::Queue> queue, Array &made) {
  constexpr std::size_t briefly_copied = 1 << 16;
  const Buffer buffer(object);
  const Py_buffer &view = buffer.view;
  if (view.obj == nullptr || PyBuffer_IsContiguous(&view, 'C') == 0)
    return false;
  const std::optional<array::Dtype> dtype = buffer.dtype();
  const bool is_double = dtype == array::Dtype::f64 || dtype == array::Dtype::c128;
  if (!dtype || (is_double && default_float_of(queue) != array::Dtype::f64))
    return false;
  made = Array::empty(Shape(view.shape, static_cast<std::size_t>(view.ndim)), *dtype, queue,
                      runtime::AllocationKind::device);
  if (made.fill_at_once(view.buf, briefly_copied))
    return true;
  if (view.ndim == 0)
    return false;
  copy_from_host(made, view.buf, view.strides, view.ndim);
  return true;
}

bool array_in_place(PyObject *object, const std::shared_ptr<runtime::Queue> &queue, Array &made) {
  if (queue->device()->info().type != runtime::DeviceType::cpu ||
      !queue->device()->has(runtime::Aspect::usm_system_allocations))
    return false;
  const Buffer buffer(object);
  const Py_buffer &view = buffer.view;
  const std::optional<array::Dtype> dtype = view.obj == nullptr ? std::nullopt : buffer.dtype();
  if (!dtype)
    return false;
  const auto width = static_cast<std::ptrdiff_t>(item_size(*dtype));
  bool fits = reinterpret_cast<std::uintptr_t>(view.buf) % std::size_t(width) == 0;
  Shape strides(view.strides, static_cast<std::size_t>(view.ndim));
  for (std::ptrdiff_t &stride : strides) {
    fits = fits && stride % width == 0;
    stride /= width;
  }
  if (!fits)
    return false;
  const Shape shape(view.shape, static_cast<std::size_t>(view.ndim));
  const auto [first, last] = bounds_of(shape, strides, 0);
  made = Array::from_memory(static_cast<std::byte *>(view.buf) + first * width, std::size_t((last - first + 1) * width),
                            own(object), runtime::AllocationKind::shared, queue, shape, strides, -first, *dtype);
  made.set_writable(view.readonly == 0);
  return true;
}

std::shared_ptr<runtime::Queue> queue_of_ref(void *queue_ref) {
  return sycl_api::queue_of(*static_cast<const sycl::queue *>(queue_ref));
}

void *new_queue_ref(const std::shared_ptr<runtime::Queue> &queue) {
  return new sycl::queue(sycl_api::make(queue));
}

Array elementwise(ops::Op op, const std::vector<array::Operand> &operands, const Array *out, char order) {
  return array::elementwise(op, operands, out, order);
}

Array reduce(ops::Reduction reduction, const Array &x, const std::vector<int> &axes, bool keepdims,
             const array::Dtype *dtype, const Array *out) {
  return array::reduce(reduction, x, axes, keepdims, dtype != nullptr ? std::optional(*dtype) : std::nullopt, out);
}

Array scan(array::Scan kind, const Array &x, int axis, const array::Dtype *dtype, bool include_initial,
           const Array *out) {
  return array::scan(kind, x, axis, dtype != nullptr ? std::optional(*dtype) : std::nullopt, include_initial, out);
}

std::vector<int> factorize(runtime::Factoring kind, char option, const Array &a, const Array *b, const Array *pivots,
                           const Array *u, const Array *v) {
  const auto given = [](const Array *x) { return x == nullptr ? Array() : *x; };
  const array::Factors factors{a, given(b), given(pivots), given(u), given(v)};
  WithoutGil waiting;
  return array::factorize(kind, option, factors);
}

Shape broadcast_shapes_of(const std::vector<Array> &arrays) {
  std::vector<Shape> shapes;
  for (const Array &x : arrays)
    shapes.push_back(x.shape());
  return array::broadcast_shapes(shapes);
}

void check_same_queue(const Array &a, const Array &b, const std::string &function) {
  array::check_queues(a, b, function);
}

bool lie_in_rows(const Array &a, const Array &b) {
  if (a.c_contiguous() || b.c_contiguous())
    return true;
  if (a.f_contiguous() && b.f_contiguous())
    return false;
  if (a.shape() != b.shape())
    return true;
  const fuse::LayoutRef layouts[] = {a.layout(), b.layout()};
  return fuse::dense_layout_like(a.shape(), layouts)->c_contiguous();
}

std::pair<std::ptrdiff_t, std::ptrdiff_t> bounds_of(const Shape &shape, const Shape &strides, std::ptrdiff_t offset) {
  return fuse::make_layout(shape, strides, offset)->bounds();
}

Shape dense_strides(const Shape &shape, char order) {
  return fuse::dense_layout(shape, order)->strides();
}

bool reshaped_view(const Array &x, const Shape &shape, Array &result) {
  std::optional<Array> view = x.reshaped_view(shape);
  if (view)
    result = std::move(*view);
  return view.has_value();
}

} // namespace weft::python
