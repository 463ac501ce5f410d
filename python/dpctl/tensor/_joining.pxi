# What moves elements to other places: joined, repeated and turned arrays, and views with other axes.

cdef extern from "array/joining.hpp" namespace "weft::array" nogil:
    Array concat(const vector[Array]&, size_t) except +raise_python_error
    Array stack(const vector[Array]&, size_t) except +raise_python_error
    Array repeat(const Array&, Py_ssize_t, size_t) except +raise_python_error
    Array tile(const Array&, const Shape&) except +raise_python_error
    optional[Array] repeated_at_once(const Array&, const Array&, size_t) except +raise_python_error
    Array roll(const Array&, const Shape&) except +raise_python_error


cdef vector[Array] all_arrays(object arrays, str name) except *:
    cdef vector[Array] all
    if not isinstance(arrays, (list, tuple)):
        raise TypeError(f"{name}: expected a tuple or list of arrays, got {type(arrays)}")
    for x in arrays:
        if not isinstance(x, usm_ndarray):
            raise TypeError(f"Expected usm_ndarray type, got {type(x)}.")
        all.push_back(unwrap(<usm_ndarray>x))
    if all.empty():
        raise TypeError(f"{name}: Missing 1 required positional argument: 'arrays'.")
    return all


def concat_arrays(arrays, axis):
    """The arrays joined along an axis that they have."""
    cdef vector[Array] all = all_arrays(arrays, "concat")
    return wrap_on(arrays[0], concat(all, normal_axis(axis, all[0].ndim())))


def stack_arrays(arrays, axis):
    """The arrays joined along a new axis."""
    cdef vector[Array] all = all_arrays(arrays, "stack")
    return wrap_on(arrays[0], stack(all, normal_axis(axis, all[0].ndim() + 1)))


def repeat_array(x, Py_ssize_t count, int axis):
    """Each element several times in a row."""
    return wrap_on(x, repeat(unwrap(array_argument(x)), count, axis))


def repeat_array_each(x, counts, int axis):
    """Each element as often as an array of integers says; None where they are many, or not there yet."""
    cdef optional[Array] made = repeated_at_once(unwrap(array_argument(x)), unwrap(array_argument(counts)), axis)
    return wrap_on(x, made.value()) if made.has_value() else None


cdef Shape integers_of(object values) except *:
    cdef Shape integers
    for value in values:
        integers.push_back(PyNumber_AsSsize_t(value, OverflowError))
    return integers


def tile_array(x, counts):
    """The array laid out several times along each axis."""
    return wrap_on(x, tile(unwrap(array_argument(x)), integers_of(counts)))


def roll_array(x, places):
    """The elements moved along each axis, round and round."""
    return wrap_on(x, roll(unwrap(array_argument(x)), integers_of(places)))


def permuted_view(x, axes):
    """The view with its axes in another order; they are checked."""
    cdef usm_ndarray array = array_argument(x)
    cdef const Py_ssize_t* extents = unwrap(array).shape().data()
    cdef const Py_ssize_t* steps = unwrap(array).strides().data()
    cdef Shape shape, strides
    cdef int axis
    for axis in axes:
        shape.push_back(extents[axis])
        strides.push_back(steps[axis])
    return wrap_like(array, unwrap(array).with_layout(shape, strides, unwrap(array).offset()))


cdef extern from "glue/bind.hpp" namespace "weft::python" nogil:
    Shape broadcast_shapes "weft::python::broadcast_shapes_of"(const vector[Array]&) except +raise_python_error
    void check_same_queue(const Array&, const Array&, const string&) except +raise_python_error


cdef extern from "array/promotion.hpp" namespace "weft::array" nogil:
    Dtype on_device(Dtype, const Queue&)


cdef extern from "array/build.hpp" namespace "weft::array" nogil:
    Dtype weak_dtype(const Scalar&, Dtype)


def broadcast_shape(*arrays):
    """The shape that all broadcast to; ValueError where they do not."""
    return tuple_of(broadcast_shapes(all_arrays(arrays, "broadcast")))


def check_queues(str function, usm_ndarray first, *others):
    """Raises ExecutionPlacementError, in the name of ``function``, unless all arrays live on one queue."""
    for other in others:
        check_same_queue(unwrap(first), unwrap(array_argument(other)), function.encode())


cdef dict _numbers = {bool: False, int: 0, float: 0.0, complex: 0j}  # one of each type, which promotes as all of it do


def common_dtype(parts):
    """What arrays, dtypes and Python's numbers promote to on the arrays' devices, the numbers weak.

    None where another thing is among them, and where there are only numbers.
    """
    cdef Dtype found = Dtype.b1, dtype
    cdef bint decided = False
    cdef list numbers = []
    cdef Scalar scalar
    for x in parts:
        if isinstance(x, usm_ndarray):
            dtype = unwrap(<usm_ndarray>x).dtype()
        elif isinstance(x, _dtype_class):
            dtype = <Dtype>dtype_code(x)
        elif type(x) in _numbers:
            numbers.append(_numbers[type(x)])
            continue
        else:
            return None
        found = promote(found, dtype) if decided else dtype
        decided = True
    if not decided:
        return None
    for number in numbers:
        to_scalar(number, found, scalar)
        found = weak_dtype(scalar, found)
    for x in parts:
        if isinstance(x, usm_ndarray):
            found = on_device(found, unwrap(<usm_ndarray>x).queue().get()[0])
    return dtype_object(found)
