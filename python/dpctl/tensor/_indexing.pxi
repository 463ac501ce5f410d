# Basic indexing: integers, slices, ellipsis and newaxis select a view. Arrays go to _advanced_indexing.py.

cdef object _bad_index = (
    "Only integers, slices (`:`), ellipsis (`...`), dpctl.tensor.newaxis (`None`) and integer and boolean arrays are "
    "valid indices, not {}."
)


cdef bint has_index_array(object key):
    """Arrays without dimensions are integers, unless they are boolean or beside other arrays."""
    if type(key) is tuple:
        for part in <tuple>key:
            if is_index_array(part):
                return True
        return False
    return is_index_array(key)


cdef inline bint is_index_array(object part):
    if type(part) is slice or type(part) is int or part is None or part is Ellipsis:
        return False
    if isinstance(part, (bool, np.bool_)):
        return True
    return isinstance(part, (usm_ndarray, np.ndarray)) and (part.ndim > 0 or part.dtype.kind not in "iu")


cdef object _advanced_indexing():
    from dpctl.tensor import _advanced_indexing

    return _advanced_indexing


cdef Array indexed(usm_ndarray x, object key) except *:
    cdef Array* array = array_of(x)
    cdef Py_ssize_t ndim = array.ndim(), axis = 0, offset = array.offset(), start, stop, step, count
    cdef const Py_ssize_t* shape = array.shape().data()
    cdef const Py_ssize_t* strides = array.strides().data()
    cdef Shape new_shape, new_strides
    cdef tuple items = <tuple>key if type(key) is tuple else (key,)
    cdef Py_ssize_t consumed = 0, ellipses = 0
    for part in items:
        if part is Ellipsis:
            ellipses += 1
        elif part is not None:
            consumed += 1
    check_index_count(x, consumed, ellipses)
    for part in items:
        if type(part) is slice:
            PySlice_Unpack(part, &start, &stop, &step)
            count = PySlice_AdjustIndices(shape[axis], &start, &stop, step)
            if count > 0:
                offset += start * strides[axis]
            if count == 0 or not -shape[axis] <= step <= shape[axis]:
                step = 1  # taken at most once: its product with the stride may be no number
            new_shape.push_back(count)
            new_strides.push_back(strides[axis] * step)
            axis += 1
        elif part is None:
            new_shape.push_back(1)
            new_strides.push_back(0)
        elif part is Ellipsis:
            for _ in range(ndim - consumed):
                new_shape.push_back(shape[axis])
                new_strides.push_back(strides[axis])
                axis += 1
        else:
            start = integer_index(part)
            if start < -shape[axis] or start >= shape[axis]:
                raise IndexError(f"Index {start} is out of range for axis {axis} with size {shape[axis]}")
            offset += (start + shape[axis] if start < 0 else start) * strides[axis]
            axis += 1
    while axis < ndim:
        new_shape.push_back(shape[axis])
        new_strides.push_back(strides[axis])
        axis += 1
    return array.with_layout(new_shape, new_strides, offset)


cdef int check_index_count(usm_ndarray x, Py_ssize_t consumed, Py_ssize_t ellipses) except -1:
    if ellipses > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    if consumed > unwrap(x).ndim():
        raise IndexError(
            f"too many indices for an array, array is {unwrap(x).ndim()}-dimensional, but {consumed} were indexed"
        )
    return 0


cdef Py_ssize_t integer_index(object part) except? -1:
    if type(part) is int:
        return PyNumber_AsSsize_t(part, IndexError)
    if isinstance(part, (bool, np.bool_)) or not hasattr(part, "__index__"):
        raise IndexError(_bad_index.format(repr(part)))
    return PyNumber_AsSsize_t(part, IndexError)


cdef usm_ndarray transposed_matrix(usm_ndarray x):
    """The last two axes exchanged."""
    cdef Array* array = array_of(x)
    cdef Py_ssize_t n = array.ndim()
    cdef Shape shape = array.shape(), strides = array.strides()
    shape[n - 2], shape[n - 1] = shape[n - 1], shape[n - 2]
    strides[n - 2], strides[n - 1] = strides[n - 1], strides[n - 2]
    return wrap_like(x, array.with_layout(shape, strides, array.offset()))


def diagonal_view(x, Py_ssize_t by):
    """Of each matrix the elements on the diagonal that is so many columns to the right of the main one."""
    cdef usm_ndarray array = array_argument(x)
    cdef Array* matrices = array_of(array)
    cdef Py_ssize_t n = matrices.ndim(), axis, row = max(-by, 0), column = max(by, 0)
    cdef Shape shape = matrices.shape(), strides = matrices.strides(), new_shape, new_strides
    cdef Py_ssize_t count = max(min(shape[n - 2] - row, shape[n - 1] - column), 0)
    cdef Py_ssize_t first = row * strides[n - 2] + column * strides[n - 1] if count > 0 else 0
    for axis in range(n - 2):
        new_shape.push_back(shape[axis])
        new_strides.push_back(strides[axis])
    new_shape.push_back(count)
    new_strides.push_back(strides[n - 2] + strides[n - 1])
    return wrap_like(array, matrices.with_layout(new_shape, new_strides, matrices.offset() + first))
