# Algorithms: what the pure Python modules of scans, sorts, gathers and products forward to.

cdef extern from "array/algorithms/scan.hpp" namespace "weft::array" nogil:
    cdef enum class Scan(uint8_t):
        sum, prod, logsumexp


cdef extern from "glue/bind.hpp" namespace "weft::python" nogil:
    Array scan(Scan, const Array&, int, const Dtype*, cbool, const Array*) except +raise_python_error


def scan_array(int kind, x, int axis, dtype, bint include_initial, out):
    """Every prefix of a fold along one axis."""
    cdef usm_ndarray array = array_argument(x)
    cdef Dtype code
    cdef Dtype* wanted = NULL
    cdef Array* target = NULL
    if dtype is not None:
        code = <Dtype>dtype_code(dtype)
        wanted = &code
    if out is not None:
        target = array_of(output_array(out))
    cdef Array result = scan(<Scan>kind, unwrap(array), axis, wanted, include_initial, target)
    return wrap_on(array, move(result)) if out is None else out


cdef extern from "array/masks.hpp" namespace "weft::array" nogil:
    vector[Array] nonzero(const Array&) except +raise_python_error
    Array selected(const Array&, const Array&) except +raise_python_error
    void put_selected(const Array&, const Array&, const Array&) except +raise_python_error
    size_t put_all(const Array&, const Array&, const Array&) except +raise_python_error


cdef extern from "array/indexing.hpp" namespace "weft::array" nogil:
    cdef cppclass IndexedAxes:
        int first, count
        ptrdiff_t extent, stride
        cbool clips

    Array take(const Array&, const Array&, const IndexedAxes&) except +raise_python_error
    void put(const Array&, const Array&, const IndexedAxes&, const Operand&) except +raise_python_error
    Array offsets(const Array&, const vector[Array]&, int, cbool) except +raise_python_error
    Array take_along(const Array&, const Array&, int, cbool) except +raise_python_error
    void put_along(const Array&, const Array&, int, cbool, const Operand&) except +raise_python_error


def nonzero_arrays(x):
    """For each dimension the index of each element that is not zero, in C order."""
    cdef vector[Array] indices = nonzero(unwrap(array_argument(x)))
    cdef size_t i
    return [wrap_on(x, indices[i]) for i in range(indices.size())]


def compress_array(mask, x):
    """The elements that a mask of the same shape selects."""
    return wrap_on(x, selected(unwrap(array_argument(mask)), unwrap(array_argument(x))))


def expand_array(x, mask, values):
    """Puts values in turn where a mask of the same shape is set."""
    put_selected(unwrap(array_argument(x)), unwrap(array_argument(mask)), unwrap(array_argument(values)))


cdef bint put_each(usm_ndarray x, usm_ndarray mask, usm_ndarray values) except *:
    """Puts values of one dimension, a dtype and a queue with x where a mask of its shape is set, if they are as many; there are others to look at."""
    if unwrap(values).ndim() != 1 or unwrap(values).size() == 1 or unwrap(values).dtype() != unwrap(x).dtype():
        return False
    if not unwrap(x).writable() or not on_one_queue(x, mask) or not on_one_queue(x, values):
        return False
    return put_all(unwrap(x), unwrap(mask), unwrap(values)) == unwrap(values).size()


cdef inline bint on_one_queue(usm_ndarray x, usm_ndarray y):
    return unwrap(x).queue() == unwrap(y).queue()


cdef IndexedAxes indexed_axes(int axis, int count, along, bint clips) except *:
    """`count` axes from `axis` on; `along`: extent and stride of the one that indices run along."""
    cdef IndexedAxes axes
    axes.first = axis
    axes.count = count
    axes.extent, axes.stride = along
    axes.clips = clips
    return axes


cdef IndexedAxes one_axis(usm_ndarray x, int axis, bint clips):
    cdef IndexedAxes axes
    axes.first = axis
    axes.count = 1
    axes.extent = unwrap(x).shape().data()[axis]
    axes.stride = unwrap(x).strides().data()[axis]
    axes.clips = clips
    return axes


def take_array(x, indices, int axis, int count, along, bint clips):
    """Elements of a view through indices in place of axes."""
    cdef IndexedAxes axes = indexed_axes(axis, count, along, clips)
    return wrap_on(x, take(unwrap(array_argument(x)), unwrap(array_argument(indices)), axes))


def put_array(x, indices, int axis, int count, along, bint clips, values):
    """Stores values into a view where take_array() would read."""
    cdef IndexedAxes axes = indexed_axes(axis, count, along, clips)
    put(unwrap(array_argument(x)), unwrap(array_argument(indices)), axes, operand_of("assignment", values, x))


def offsets_array(x, indices, int axis, bint clips):
    """Where arrays of indices, one for each axis from one on, lead to in elements."""
    return wrap_on(x, offsets(unwrap(array_argument(x)), all_arrays(indices, "index"), axis, clips))


cdef object taken_through(usm_ndarray x, tuple key):
    """By one array of integers beside whole slices, or by as many of them as there are axes; None for other keys."""
    cdef vector[Array] indices
    cdef int axis = 0, along = 0
    cdef bint has_unsigned = False
    if <int>len(key) > unwrap(x).ndim():
        return None
    for part in key:
        if isinstance(part, usm_ndarray):
            if not is_integer(unwrap(<usm_ndarray>part).dtype()) or unwrap(<usm_ndarray>part).ndim() == 0:
                return None
            if unwrap(x).shape().data()[axis] == 0:
                return None
            has_unsigned |= unwrap(<usm_ndarray>part).dtype() == Dtype.u64
            along = axis
            indices.push_back(unwrap(<usm_ndarray>part))
        elif type(part) is not slice or not is_whole(part):
            return None
        axis += 1
    if indices.size() == 1:
        return wrap_on(x, take(unwrap(x), indices[0], one_axis(x, along, False)))
    if indices.empty() or <int>indices.size() != unwrap(x).ndim() or has_unsigned:
        return None
    return wrap_on(x, take(unwrap(x), offsets(unwrap(x), indices, 0, False), indexed_axes(0, <int>indices.size(), (0, 1), False)))


cdef bint is_whole(slice part):
    return part.start is None and part.stop is None and part.step is None


def take_along_array(x, indices, int axis, bint clips):
    """For each place of the indices the element of its line."""
    return wrap_on(x, take_along(unwrap(array_argument(x)), unwrap(array_argument(indices)), axis, clips))


def put_along_array(x, indices, int axis, bint clips, values):
    """Stores values where take_along_array() would read."""
    put_along(unwrap(array_argument(x)), unwrap(array_argument(indices)), axis, clips, operand_of("assignment", values, x))


cdef bint is_integer(Dtype dtype):
    return Dtype.i8 <= dtype <= Dtype.u64


cdef int plain_axis(object x, object indices, object axis, object mode) except -2:
    """Along which integers of one dimension index an array that has elements there; -1 where there is more to look at."""
    if not isinstance(x, usm_ndarray) or not isinstance(indices, usm_ndarray) or mode not in ("wrap", "clip"):
        return -1
    cdef int ndim = unwrap(<usm_ndarray>x).ndim(), along = 0
    if unwrap(<usm_ndarray>indices).ndim() != 1 or not is_integer(unwrap(<usm_ndarray>indices).dtype()):
        return -1
    if axis is None:
        if ndim != 1:
            return -1
    elif type(axis) is int and -ndim <= axis < ndim:
        along = axis % ndim
    else:
        return -1
    return along if unwrap(<usm_ndarray>x).shape()[along] > 0 else -1


def plain_take(x, indices, axis, mode):
    """What integers of one dimension take of an axis that has elements; None where there is more to look at."""
    cdef int along = plain_axis(x, indices, axis, mode)
    if along < 0:
        return None
    return wrap_on(x, take(unwrap(<usm_ndarray>x), unwrap(<usm_ndarray>indices),
                           one_axis(<usm_ndarray>x, along, mode == "clip")))


def plain_put(x, indices, vals, axis, mode):
    """Stores numbers of a kind that the array has, or an array, where plain_take() reads; False where there is more to look at."""
    cdef int along = plain_axis(x, indices, axis, mode)
    if along < 0 or not (holds_kind(x, vals) or (isinstance(vals, usm_ndarray) and unwrap(<usm_ndarray>vals).size() > 0)):
        return False
    put(unwrap(<usm_ndarray>x), unwrap(<usm_ndarray>indices), one_axis(<usm_ndarray>x, along, mode == "clip"),
        operand_of("assignment", vals, <usm_ndarray>x))
    return True


cdef bint indexes_rows(usm_ndarray x, usm_ndarray key):
    """By integers (an array of them without dimensions is one), along an axis that has elements."""
    return is_integer(unwrap(key).dtype()) and unwrap(key).ndim() > 0 and unwrap(x).ndim() > 0 and unwrap(x).shape()[0] > 0


cdef bint masks_all(usm_ndarray x, usm_ndarray key):
    """By a truth value for each element."""
    return unwrap(key).dtype() == Dtype.b1 and unwrap(x).ndim() > 0 and unwrap(key).shape() == unwrap(x).shape()


cdef extern from "array/build.hpp" namespace "weft::array" nogil:
    cbool holds(Dtype, const Scalar&)


cpdef bint holds_kind(usm_ndarray x, object number):
    """A Python number of a kind that the array's dtype has, and not beyond it."""
    cdef Dtype dtype = unwrap(x).dtype()
    cdef Scalar scalar
    if type(number) is bool:
        return True
    if type(number) is int:
        return dtype != Dtype.b1 and to_scalar(number, dtype, scalar) and holds(dtype, scalar)
    if type(number) is complex:
        return dtype == Dtype.c64 or dtype == Dtype.c128
    return type(number) is float and dtype >= Dtype.f16


cdef extern from "array/algorithms/sort.hpp" namespace "weft::array" nogil:
    Array sort(const Array&, int, cbool) except +raise_python_error
    Array argsort(const Array&, int, cbool) except +raise_python_error
    Array search_sorted(const Array&, const Array&, const Array*, cbool) except +raise_python_error


def sorted_array(x, int axis, bint descending):
    """Elements in order along one axis."""
    return wrap_on(x, sort(unwrap(array_argument(x)), axis, descending))


def argsorted_array(x, int axis, bint descending):
    """Where sorted_array() takes its elements from."""
    return wrap_on(x, argsort(unwrap(array_argument(x)), axis, descending))


def search_sorted_array(keys, needles, sorter, bint right):
    """Places of needles in sorted keys of the same dtype."""
    cdef Array* order = NULL
    if sorter is not None:
        order = array_of(array_argument(sorter))
    return wrap_on(
        keys, search_sorted(unwrap(array_argument(keys)), unwrap(array_argument(needles)), order, right)
    )


cdef extern from "array/sets.hpp" namespace "weft::array" nogil:
    cdef cppclass Unique:
        Array values, firsts, counts, inverse

    cdef cppclass Top:
        Array values, places

    Unique unique(const Array&, cbool, cbool) except +raise_python_error
    Top top(const Array&, ptrdiff_t, int, cbool) except +raise_python_error
    Array is_in(const Array&, const Array&, cbool) except +raise_python_error


def unique_arrays(x, bint with_counts, bint with_inverse):
    """The values of one dimension in order, where each occurs first (if both others are asked for), how often, and each element's number."""
    cdef Unique found = unique(unwrap(array_argument(x)), with_counts, with_inverse)
    return (
        wrap_on(x, found.values),
        wrap_on(x, found.firsts) if with_counts and with_inverse else None,
        wrap_on(x, found.counts) if with_counts else None,
        wrap_on(x, found.inverse) if with_inverse else None,
    )


def top_arrays(x, Py_ssize_t k, int axis, bint descending):
    """The first of the elements in order along an axis, and where they are."""
    cdef Top found = top(unwrap(array_argument(x)), k, axis, descending)
    return wrap_on(x, found.values), wrap_on(x, found.places)


def is_in_array(elements, keys, bint invert):
    """Whether elements are among keys of their dtype."""
    return wrap_on(elements, is_in(unwrap(array_argument(elements)), unwrap(array_argument(keys)), invert))


cdef extern from "array/algorithms/matrix_product.hpp" namespace "weft::array" nogil:
    Array matrix_product(const Array&, const Array&) except +raise_python_error
    Array matmul(const Array&, const Array&) except +raise_python_error


def matrix_product_array(a, b):
    """Stacks of matrices of one dtype, multiplied."""
    return wrap_on(a, matrix_product(unwrap(array_argument(a)), unwrap(array_argument(b))))


cdef extern from "glue/bind.hpp" namespace "weft::python" nogil:
    cbool lie_in_rows(const Array&, const Array&)


cpdef object plain_product(x1, x2):
    """The product of vectors and matrices of one dtype that fit each other and give rows; None where there is more to look at."""
    if not isinstance(x1, usm_ndarray) or not isinstance(x2, usm_ndarray):
        return None
    cdef Array* a = array_of(<usm_ndarray>x1)
    cdef Array* b = array_of(<usm_ndarray>x2)
    cdef int last = a.ndim() - 1
    if not 0 <= last <= 1 or not 1 <= b.ndim() <= 2 or a.dtype() != b.dtype():
        return None
    if a.shape()[last] != b.shape()[0] or not lie_in_rows(a[0], b[0]):
        return None
    return wrap_on(x1, matmul(a[0], b[0]))


cdef extern from "array/short_convolution.hpp" namespace "weft::array" nogil:
    optional[Array] convolved_at_once(const Array&, const Array&) except +raise_python_error


def convolve_short(a, b):
    """All sums of products of two vectors of one queue, one for each shift; None where they are long, or not there yet."""
    cdef optional[Array] made = convolved_at_once(unwrap(array_argument(a)), unwrap(array_argument(b)))
    return wrap_on(a, made.value()) if made.has_value() else None


cdef object _products():
    from dpctl.tensor import _linear_algebra_functions

    return _linear_algebra_functions
