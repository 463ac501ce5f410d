# What the pure Python modules of dpctl.tensor forward to.

from cpython.buffer cimport PyBUF_STRIDES, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer

cdef extern from *:
    cdef cppclass ReductionInfo "weft::ops::ReductionInfo":
        string_view name
        string_view doc
    const ReductionInfo& info_of_reduction "weft::ops::info"(Reduction)
    int reduction_count "weft::ops::reduction_count"
    Dtype promote "weft::ops::promote"(Dtype, Dtype)
    cbool can_cast_same_kind "weft::ops::can_cast_same_kind"(Dtype, Dtype)

cdef dict _reductions = {text(info_of_reduction(<Reduction>i).name): i for i in range(reduction_count)}


def reduction_doc(str name):
    """The row's sentence."""
    return text(info_of_reduction(<Reduction><int>_reductions[name]).doc)


def reduce_array(str name, x, axis, dtype, keepdims, out):
    """One reduction over the given axes."""
    cdef vector[int] axes
    cdef Dtype code
    cdef Dtype* wanted = NULL
    cdef Array* target = NULL
    cdef usm_ndarray array = array_argument(x)
    cdef Reduction reduction = <Reduction><int>_reductions[name]
    fill_axes(axis, unwrap(array).ndim(), axes)
    if dtype is not None:
        code = <Dtype>dtype_code(dtype)
        wanted = &code
    if out is not None:
        target = array_of(output_array(out))
    cdef Array result = reduce(reduction, unwrap(array), axes, bool(keepdims), wanted, target)
    return wrap_on(array, move(result)) if out is None else out


cdef usm_ndarray array_argument(object x):
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"Expected dpctl.tensor.usm_ndarray, got {type(x)}")
    return <usm_ndarray>x


def canonical_dtype(dtype):
    """NumPy's dtype object for anything that names a supported dtype."""
    return dtype_object(<Dtype>dtype_code(dtype))


def is_supported(dtype):
    """Whether arrays have this dtype of NumPy's, in whichever byte order."""
    return (dtype.kind in "biufc" and dtype.itemsize <= 16) or dtype.name == "bfloat16"


def kind_of_dtype(dtype):
    """NumPy's character for the kind of a dtype; that of ml_dtypes' bfloat16 is "f", whatever NumPy says."""
    return "f" if dtype.kind == "V" else dtype.kind


def promoted_dtype(first, second):
    """What two dtypes are promoted to."""
    return dtype_object(promote(<Dtype>dtype_code(first), <Dtype>dtype_code(second)))


def is_cast_of_same_kind(source, target):
    """NumPy's rule "same_kind", of all dtypes that arrays have."""
    return can_cast_same_kind(<Dtype>dtype_code(source), <Dtype>dtype_code(target))


def normal_axes(axis, int ndim):
    """Sorted, unique, non-negative axes as a tuple."""
    cdef vector[int] axes
    fill_axes(axis, ndim, axes)
    return tuple([axes[i] for i in range(<int>axes.size())])


def normal_axis_index(axis, int ndim):
    """One non-negative axis."""
    return normal_axis(axis, ndim)


def empty_array(shape, dtype, order, usm_type, SyclQueue queue or None):
    """On the default queue if that is None, of the default floating point dtype if that is None."""
    if queue is None:
        queue = default_queue()
    cdef shared_ptr[Queue] on = queue_of(queue)
    cdef Dtype code = code_or_default(dtype, on)
    return wrap_made(queue, Array.empty(shape_of(shape), code, on, kind_of_usm_type(usm_type), order_char(order, "CF")))


cdef Dtype code_or_default(object dtype, const shared_ptr[Queue]& queue) except *:
    return default_float_of(queue) if dtype is None else <Dtype>dtype_code(dtype)


def full_array(shape, value, dtype, order, usm_type, SyclQueue queue or None):
    """An array of one Python scalar; None for queue and dtype as above."""
    if queue is None:
        queue = default_queue()
    cdef Scalar scalar
    cdef shared_ptr[Queue] on = queue_of(queue)
    cdef Dtype code = code_or_default(dtype, on)
    scalar_argument(value, code, scalar)
    return wrap_made(queue, full(shape_of(shape), scalar, code, on, kind_of_usm_type(usm_type), order_char(order, "CF")))


cdef scalar_argument(object value, Dtype code, Scalar& scalar):
    if not to_scalar(value, code, scalar):
        raise TypeError(f"expected a Python number, got {type(value)}")


def arange_array(start, step, count, dtype, usm_type, SyclQueue queue or None):
    """None for queue and dtype as above."""
    cdef Scalar first, difference
    if queue is None:
        queue = default_queue()
    cdef shared_ptr[Queue] on = queue_of(queue)
    cdef Dtype code = code_or_default(dtype, on)
    scalar_argument(start, code, first)
    scalar_argument(step, code, difference)
    return wrap_made(queue, arange(first, difference, extent_of(count), code, on, kind_of_usm_type(usm_type)))


cdef bint is_plain_real(object number):
    return type(number) is int or type(number) is float


def arange_of_numbers(start, stop, step, usm_type, SyclQueue queue or None):
    """Of Python's integers as int64, of its floats in the default dtype; None where there is more to look at."""
    if not (is_plain_real(start) and is_plain_real(stop) and is_plain_real(step)) or not step:
        return None
    if type(start) is int and type(stop) is int and type(step) is int:
        return arange_of_integers(start, stop, step, usm_type, queue)
    cdef double length = (stop - start) / step
    if not length < 9e15:
        return None
    return arange_array(start, step, <long long>ceil(length) if length > 0 else 0, None, usm_type, queue)


cdef object arange_of_integers(object start, object stop, object step, object usm_type, SyclQueue queue):
    cdef long long limit = 1LL << 61, first, end, by, distance
    try:
        first, end, by = start, stop, step
    except OverflowError:
        return None
    if not (-limit < first < limit and -limit < end < limit and -limit < by < limit):
        return None
    distance = end - first + by - (1 if by > 0 else -1)
    return arange_array(start, step, max(distance // by, 0), _int64, usm_type, queue)


cdef object _int64 = np.dtype("int64")


def linspace_array(start, stop, count, endpoint, dtype, usm_type, SyclQueue queue):
    cdef Scalar first, last
    cdef Dtype code = <Dtype>dtype_code(dtype)
    scalar_argument(start, Dtype.f64, first)
    scalar_argument(stop, Dtype.f64, last)
    return wrap_made(queue, linspace(first, last, extent_of(count), bool(endpoint), code, queue_of(queue), kind_of_usm_type(usm_type)))


def eye_array(rows, columns, Py_ssize_t k, dtype, order, usm_type, SyclQueue queue or None):
    """None for queue and dtype as above."""
    if queue is None:
        queue = default_queue()
    cdef shared_ptr[Queue] on = queue_of(queue)
    return wrap_made(
        queue,
        eye(extent_of(rows), extent_of(columns), k, code_or_default(dtype, on), on, kind_of_usm_type(usm_type),
            order_char(order, "CF"))
    )


def dense_order(usm_ndarray x, str order):
    """"C" or "F" for a new array that lies as x does by one of "KACF"; None where its axes lie in another order."""
    cdef cbool rows = unwrap(x).c_contiguous(), columns = unwrap(x).f_contiguous()
    if order == "C" or order == "F":
        return order
    if rows or order == "A":
        return "F" if columns and not rows else "C"
    return "F" if columns else None


def triangle_array(x, Py_ssize_t k, bint upper):
    return wrap_on(x, triangle(unwrap(array_argument(x)), k, upper))


def astype_array(x, dtype, order, bint copy):
    return wrap_on(x, astype(unwrap(array_argument(x)), <Dtype>dtype_code(dtype), order_char(order, "KCFA"), copy))


def where_array(condition, x1, x2, order, out):
    cdef usm_ndarray mask = array_argument(condition)
    cdef Operand first = operand_of("where", x1, mask), second = operand_of("where", x2, mask)
    cdef char layout = order_char(order, "KCFA")
    if out is None:
        return wrap_on(mask, where(unwrap(mask), first, second, NULL, layout))
    where(unwrap(mask), first, second, array_of(output_array(out)), layout)
    return out


def assign_where_array(x, mask, values):
    """Stores values, which broadcast as the mask does, where the mask is set."""
    cdef usm_ndarray array = array_argument(x)
    assign_where(unwrap(array), unwrap(array_argument(mask)), operand_of("assignment", values, array))


cdef extern from "array/derived.hpp" namespace "weft::array" nogil:
    Array clip(const Array&, const Operand*, const Operand*, const Array*, char) except +raise_python_error
    Array variance(const Array&, const vector[int]&, double, cbool) except +raise_python_error
    Array cross(const Array&, const Array&, int) except +raise_python_error


cdef bint is_beyond(object bound, Dtype dtype, bint is_low):
    """An integer of more than 64 bits on the side where it bounds no integer."""
    if type(bound) is not int or not is_integer(dtype) or -(1 << 63) <= bound < 1 << 64:
        return False
    return is_low == (bound < 0)


def clip_array(x, low, high, out, order):
    """Elements within bounds, either of which may be None."""
    cdef usm_ndarray array = array_argument(x)
    cdef Operand bounds[2]
    cdef const Operand* given[2]
    cdef Array* target = NULL
    cdef int i
    for i, bound in enumerate((low, high)):
        given[i] = NULL
        if bound is not None and not is_beyond(bound, unwrap(array).dtype(), i == 0):
            bounds[i] = operand_of("clip", bound, array)
            given[i] = &bounds[i]
    if out is not None:
        target = array_of(output_array(out))
    cdef char layout = order_char(order if order in ("C", "F", "A", "c", "f", "a") else "K", "KCFA")
    cdef Array result = clip(unwrap(array), given[0], given[1], target, layout)
    return wrap_on(array, move(result)) if out is None else out


def variance_array(x, axis, double correction, keepdims):
    """Variance over the given axes."""
    cdef vector[int] axes
    cdef usm_ndarray array = array_argument(x)
    fill_axes(axis, unwrap(array).ndim(), axes)
    return wrap_on(array, variance(unwrap(array), axes, correction, bool(keepdims)))


def cross_array(x1, x2, int axis):
    """Cross products along an axis."""
    return wrap_on(x1, cross(unwrap(array_argument(x1)), unwrap(array_argument(x2)), axis))


def layout_view(x, shape, strides, Py_ssize_t offset):
    """A view of the same memory with this layout, in elements."""
    cdef usm_ndarray array = array_argument(x)
    cdef Shape extents = shape_of(shape)
    return wrap_like(array, unwrap(array).with_layout(extents, strides_of(strides, extents), offset))


def broadcast_view(x, shape):
    cdef usm_ndarray array = array_argument(x)
    return wrap_like(array, unwrap(array).broadcast_to(shape_of(shape)))


def reshape_view(x, shape):
    """The view with another shape, or None if that takes a copy."""
    cdef usm_ndarray array = array_argument(x)
    cdef Array view
    if not reshaped_view(unwrap(array), completed_shape(shape, unwrap(array).size()), view):
        return None
    return wrap_like(array, view)


def completed_shape_tuple(shape, Py_ssize_t size):
    return tuple_of(completed_shape(shape, size))


def moved_array(x, SyclQueue queue, usm_type):
    """On another queue or in another kind of memory: a view where it can be, else a copy."""
    cdef usm_ndarray array = array_argument(x)
    cdef usm_ndarray moved = wrap_made(
        queue, to_queue(unwrap(array), queue_of(queue), kind_of_usm_type(usm_type))
    )
    moved.namespace_ = array.namespace_
    return moved


def copied_array(moved, dtype, order, x):
    """A copy of what moved_array() gave for ``x``, on its queue, before what is written to ``x`` from now on."""
    made = astype_array(moved, dtype, order, True)
    if moved.sycl_queue != x.sycl_queue:
        x.sycl_queue.submit_barrier([moved.sycl_queue.submit_barrier()])
    return made


cimport numpy as cnp
from cpython.ref cimport Py_INCREF

cdef extern from "numpy/arrayobject.h":
    object PyArray_Empty(int, cnp.npy_intp *, cnp.dtype, int)

cnp.import_array()


cpdef numpy_of(x):
    """A NumPy array with a copy of the elements."""
    cdef usm_ndarray array = array_argument(x)
    cdef Array* source = array_of(array)
    cdef object dtype = dtype_object(source.dtype())
    cdef bint by_columns = source.f_contiguous() and not source.c_contiguous()
    Py_INCREF(dtype)  # taken by the next call
    cdef object result = PyArray_Empty(
        source.ndim(), <cnp.npy_intp*>source.shape().data(), <cnp.dtype>dtype, by_columns
    )
    copy_to_host(
        source[0], cnp.PyArray_DATA(<cnp.ndarray>result), <Py_ssize_t*>cnp.PyArray_STRIDES(<cnp.ndarray>result),
        cnp.PyArray_NDIM(<cnp.ndarray>result),
    )
    return result


def copy_of_dense(host, SyclQueue queue or None):
    """An array in device memory of a dense NumPy array's dtype and elements; None where that takes more than a copy."""
    cdef Array made
    if queue is None:
        queue = default_queue()
    return wrap_made(queue, made) if copied_buffer(host, queue_of(queue), made) else None


cdef object _function_class = type(lambda: None)


def host_operands(tuple given, dict keywords, Py_ssize_t first, Py_ssize_t last, Py_ssize_t most):
    """What is given with NumPy arrays in place of arrays, and the arrays' queue.

    None where there are no arrays, where one has more than ``most`` elements, or is elsewhere than in the memory of a CPU's queue
    that all live on, where from ``first`` to before ``last`` something is neither an array nor a number of Python's, and where
    an array or a function is among the keywords.
    """
    cdef SyclQueue queue = None, other
    cdef list values = []
    cdef Py_ssize_t i
    if len(given) < last:
        return None
    for x in keywords.values():
        if isinstance(x, (usm_ndarray, _function_class)):
            return None
    for i, x in enumerate(given):
        if not isinstance(x, usm_ndarray):
            if first <= i < last and type(x) is not int and type(x) is not float:
                return None
            values.append(x)
            continue
        if <Py_ssize_t>unwrap(<usm_ndarray>x).size() > most or unwrap(<usm_ndarray>x).usm_kind() != AllocationKind.device:
            return None
        other = (<usm_ndarray>x).get_sycl_queue()
        if queue is None and other.sycl_device.is_cpu:
            queue = other
        elif queue is None or (other is not queue and other != queue):
            return None
        values.append(numpy_of(x))
    return None if queue is None else (values, queue)


def placed_values(values, SyclQueue queue, cls):
    """NumPy's arrays and numbers, alone or in tuples and lists, as arrays of a class in device memory.

    Raises:
        TypeError: for elements of a dtype that no array has.
    """
    if isinstance(values, (tuple, list)):
        return type(values)([placed_values(one, queue, cls) for one in values])
    cdef Array made
    if not copied_buffer(values, queue_of(queue), made):
        host = np.array(values, order="C")
        if not copied_buffer(host, queue_of(queue), made):
            raise TypeError(f"dtype={host.dtype} is not supported")
    return as_class(wrap_made(queue, made), cls)


def array_in_place(host, SyclQueue queue or None):
    """An array over the memory of a NumPy array; None where the device does not work there, or the elements lie as no array's do."""
    cdef Array made
    if queue is None:
        queue = default_queue()
    return wrap_made(queue, made) if array_over_buffer(host, queue_of(queue), made) else None


def all_in_place(tuple values):
    """The values with arrays over NumPy's memory in place of its arrays; None where one of them can be none, or has no axes."""
    cdef SyclQueue queue = None
    cdef Array made
    cdef Py_ssize_t n
    cdef list found = None
    for value in values:
        if isinstance(value, usm_ndarray):
            if unwrap(<usm_ndarray>value).ndim() == 0:
                return None
            if queue is None:
                queue = (<usm_ndarray>value).get_sycl_queue()
    for n, value in enumerate(values):
        if not cnp.PyArray_Check(value):
            continue
        if queue is None:
            queue = default_queue()
        if cnp.PyArray_NDIM(<cnp.ndarray>value) == 0 or not array_over_buffer(value, queue_of(queue), made):
            return None
        found = list(values) if found is None else found
        found[n] = wrap_made(queue, made)
    return values if found is None else tuple(found)


cdef object copy_beside(host, usm_ndarray x):
    """The same on the queue of an array in device memory, of a NumPy number too; None where that takes more than a copy."""
    cdef Array made
    if unwrap(x).usm_kind() != AllocationKind.device or not copied_buffer(host, unwrap(x).queue(), made):
        return None
    return wrap_on(x, made)


cpdef array_beside(values, usm_ndarray x):
    """A new array of NumPy's values on the queue of an array, in its kind of memory."""
    made = copy_beside(values, x)
    if made is None:
        from ._ctors import asarray

        made = asarray(values, usm_type=x.usm_type, sycl_queue=x.sycl_queue)
    return made


def arrays_beside(values, usm_ndarray x):
    """The same for each of several, if there are several."""
    return [array_beside(part, x) for part in <tuple>values] if isinstance(values, tuple) else array_beside(values, x)


cdef object readable(host):
    """The NumPy array as one that gives its buffer, which those of other packages' dtypes do not."""
    return host.view(np.uint16) if host.dtype.kind == "V" else host


def array_from_numpy(host, dtype, order, usm_type, SyclQueue queue):
    """A new array with the elements of a NumPy array of a supported dtype, cast to `dtype` on the device."""
    cdef Array made = Array.empty(
        shape_of(host.shape), <Dtype>dtype_code(host.dtype), queue_of(queue), kind_of_usm_type(usm_type),
        order_char(order, "CF"),
    )
    cdef Py_buffer buffer
    PyObject_GetBuffer(readable(host), &buffer, PyBUF_STRIDES)
    try:
        copy_from_host(made, buffer.buf, buffer.strides, buffer.ndim)
    finally:
        PyBuffer_Release(&buffer)
    return wrap_made(queue, astype(made, <Dtype>dtype_code(dtype), order_char(order, "CF"), False))


def array_from_interface(obj):
    """An array over the memory that an object shows as __sycl_usm_array_interface__."""
    from dpctl.memory import as_usm_memory

    interface = obj.__sycl_usm_array_interface__
    if not isinstance(interface, dict) or not {"data", "shape", "typestr"} <= interface.keys():
        raise ValueError(
            f"__sycl_usm_array_interface__ of {type(obj).__name__} must be a dict with data, shape and typestr, "
            f"not {interface!r}"
        )
    shape, strides = interface["shape"], interface.get("strides")
    behind = 0 if strides is None or 0 in shape else sum([min((n - 1) * s, 0) for n, s in zip(shape, strides)])
    x = usm_ndarray(
        shape, dtype=interface["typestr"], buffer=as_usm_memory(obj), strides=strides, offset=-behind
    )
    if interface["data"][1]:
        unwrap(<usm_ndarray>x).set_writable(False)
    return x


cdef extern from "support/explain.hpp" namespace "weft" nogil:
    cbool is_explaining "weft::explaining"()
    void explain_line(const char*, const string&)


def explaining():
    """Whether WEFT_EXPLAIN asks for lines about decisions."""
    return is_explaining()


cdef extern from "fuse/few.hpp" namespace "weft::fuse" nogil:
    void set_few_at_once(cbool)


def compute_few_at_once(cbool on):
    """Whether the calling thread computes expressions of few elements, as it does unless tests of kernels say otherwise."""
    set_few_at_once(on)


def explain(str topic, str line):
    """One of those lines."""
    explain_line(topic.encode(), line.encode())


def default_float_dtype(SyclQueue queue):
    """The real floating point dtype of a queue's device that arrays have where nothing else is asked for."""
    return dtype_object(default_float_of(queue_of(queue)))


def submit_pending(x):
    """Submits the work that the array stands for."""
    unwrap(array_argument(x)).evaluate()


def set_writable(x, bint writable):
    unwrap(array_argument(x)).set_writable(writable)
