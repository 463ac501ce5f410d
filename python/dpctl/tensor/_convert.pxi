# Conversions between Python's words for arrays and libweft's: objects, dtypes, shapes, queues, memory.

cdef object _blank = object()  # as shape: makes the pattern of allocate_like()
cdef object _pattern = None
cdef extern from "ops/dtype.hpp":
    string_view name_of "weft::ops::name_of"(Dtype)


cdef str text(string_view view):
    return view.data()[:view.size()].decode()


cdef int[15] _typenums
cdef list _dtypes = [np.dtype(text(name_of(<Dtype>_code))) for _code in range(<int>Dtype.bf16)]
cdef dict _codes = {}
for _code, _dtype in enumerate(_dtypes):
    _typenums[_code] = _dtype.num
    _codes[_dtype] = _codes[_dtype.type] = _codes[_dtype.name] = _codes[_dtype.str[1:]] = _code
    _codes[(_dtype.kind, _dtype.itemsize)] = _code
_codes.update({bool: 0, int: 7, float: 11, complex: 13})
_dtypes.append(None)  # bfloat16 is a dtype of ml_dtypes, which is imported when it is needed


cdef object bfloat16_dtype():
    """ml_dtypes' dtype, known from then on."""
    if _dtypes[<int>Dtype.bf16] is None:
        try:
            from ml_dtypes import bfloat16
        except ImportError as error:
            raise ImportError("bfloat16 is a dtype of the package ml_dtypes, which is not installed") from error
        made = np.dtype(bfloat16)
        _typenums[<int>Dtype.bf16] = made.num
        _codes[made] = _codes[bfloat16] = _codes["bfloat16"] = <int>Dtype.bf16
        _dtypes[<int>Dtype.bf16] = made
    return _dtypes[<int>Dtype.bf16]


cdef inline Array* array_of(usm_ndarray x) noexcept:
    return &unwrap_bytes(x.array_)


cdef extern from *:
    """
    #define WEFT_UNWRAP(x) ::weft::python::unwrap((x)->array_)
    """
    Array& unwrap "WEFT_UNWRAP"(usm_ndarray)


cdef inline usm_ndarray wrap(object pattern, Array array):
    cdef usm_ndarray x = <usm_ndarray>allocate_like(pattern)
    (&unwrap(x))[0] = move(array)
    return x


cdef usm_ndarray wrap_on(usm_ndarray other, Array array):
    """An array of the class and on the queue of `other`: shares its queue object."""
    cdef usm_ndarray x = wrap(pattern_of(other), move(array))
    x.queue_ = other.queue_
    return x


cdef usm_ndarray wrap_like(usm_ndarray other, Array array):
    """A view of `other`: keeps its namespace too."""
    cdef usm_ndarray x = wrap_on(other, move(array))
    x.namespace_ = other.namespace_
    return x


cdef usm_ndarray wrap_made(SyclQueue queue, Array array):
    """A new array on a queue."""
    cdef usm_ndarray x = wrap(_pattern, move(array))
    x.queue_ = queue
    return x


cdef object _dtype_class = np.dtype


cdef int dtype_code(object dtype) except -1:
    """Weft's number of a dtype; TypeError for what no array can hold."""
    found = _codes.get(dtype) if isinstance(dtype, (_dtype_class, type, str)) else None
    if found is not None:
        return found
    if getattr(dtype, "__name__", getattr(dtype, "name", dtype)) == "bfloat16":
        dtype = bfloat16_dtype()
    try:
        made = np.dtype(dtype)
    except TypeError:
        raise TypeError(f"dtype={dtype!r} is not supported") from None
    if not made.isnative:
        raise ValueError(f"Data type {dtype!r} can only have native byteorder.")
    found = _codes.get(made) if made.kind == "V" else _codes.get((made.kind, made.itemsize))
    if found is None:
        raise TypeError(f"dtype={made} is not supported.")
    return found


def dtypes():
    """NumPy's dtype objects that arrays have, in the order in which each comes before what holds its numbers."""
    return _dtypes[:<int>Dtype.bf16]


cdef object dtype_object(Dtype dtype):
    return bfloat16_dtype() if dtype == Dtype.bf16 else _dtypes[<int>dtype]


cdef object usm_type_of(AllocationKind kind):
    if kind == AllocationKind.device:
        return "device"
    return "shared" if kind == AllocationKind.shared else "host"


cdef AllocationKind kind_of_usm_type(object usm_type) except *:
    if usm_type == "device":
        return AllocationKind.device
    if usm_type == "shared":
        return AllocationKind.shared
    if usm_type == "host":
        return AllocationKind.host
    if not isinstance(usm_type, str):
        raise TypeError(f"Expected usm_type to be a str, got {type(usm_type)}")
    raise ValueError(f"Unrecognized value of usm_type={usm_type}, expected 'device', 'shared', or 'host'.")


cdef shared_ptr[Queue] queue_of(SyclQueue queue) except *:
    return queue_of_ref(<void*>queue.get_queue_ref())


cdef SyclQueue sycl_queue_of(const shared_ptr[Queue]& queue):
    return SyclQueue._create(<DPCTLSyclQueueRef>new_queue_ref(queue))


cdef extern from "Python.h":
    const Py_ssize_t PY_SSIZE_T_MAX
    Py_ssize_t nearest_index "PyNumber_AsSsize_t"(object number, void* overflow) except? -1


cdef Py_ssize_t extent_of(object number) except? -1:
    """A number as an extent; one beyond what can be addressed is a ValueError, as NumPy's."""
    cdef Py_ssize_t extent = nearest_index(number, NULL)
    if extent == PY_SSIZE_T_MAX:
        raise ValueError(f"an extent of {number} has more elements than memory could hold")
    return extent


cdef bint is_sequence(object given):
    return isinstance(given, (tuple, list, range)) or (isinstance(given, np.ndarray) and given.ndim == 1)


def items_of(object given):
    """The items of a list, tuple, range or one-dimensional NumPy array; anything else alone."""
    return tuple(given) if is_sequence(given) else (given,)


cdef Shape shape_of(object shape) except *:
    """Extents from an integer or a sequence of integers."""
    cdef Shape extents
    cdef Py_ssize_t extent
    if type(shape) is int:
        extent = extent_of(shape)
        if extent >= 0:
            extents.push_back(extent)
            return extents
    for item_ in items_of(shape):
        try:
            extent = extent_of(item_)
        except TypeError:
            raise TypeError(
                f"Argument shape must be a non-negative integer, or a list/tuple of such integers, not {shape!r}"
            ) from None
        if extent < 0:
            raise ValueError(f"shape {items_of(shape)}: extents must not be negative")
        extents.push_back(extent)
    return extents


cdef Shape completed_shape(object shape, Py_ssize_t size) except *:
    """Extents for `size` elements, where one may be given as -1."""
    extents = [operator_index(n) for n in items_of(shape)]
    unknown = [i for i, n in enumerate(extents) if n == -1]
    known = 1
    for n in extents:
        if n < -1:
            raise ValueError(f"reshape: extents {tuple(extents)} must not be negative, but for one -1")
        known *= 1 if n == -1 else n
    if len(unknown) > 1:
        raise ValueError(f"reshape: at most one extent may be -1, not {len(unknown)} as in {tuple(extents)}")
    if unknown and known > 0 and size % known == 0:
        extents[unknown[0]] = size // known
        known = size
    if known != size or (unknown and extents[unknown[0]] == -1):
        raise ValueError(f"reshape: {size} elements do not fit shape {tuple(extents)}")
    return shape_of(extents)


cdef object _memories = WeakValueDictionary()  # what usm_data gave, by address, size and queue


cdef object memory_of(usm_ndarray x):
    """The memory object over the array's allocation, which shares the owner: one for all views as long as one is held."""
    cdef Array* array = array_of(x)
    key = <size_t>array.base(), array.buffer_bytes(), x.get_sycl_queue()
    memory = _memories.get(key)
    if memory is not None:
        return memory
    cdef _usm_type kind = _USM_HOST
    if array.usm_kind() == AllocationKind.device:
        kind = _USM_DEVICE
    elif array.usm_kind() == AllocationKind.shared:
        kind = _USM_SHARED
    memory = memory_from_owner(
        <DPCTLSyclUSMRef>array.base(), <Py_ssize_t>array.buffer_bytes(), x.get_sycl_queue(), kind, array.owner()
    )
    _memories[key] = memory
    return memory


cdef tuple byte_bounds(usm_ndarray x):
    """First byte and one past the last byte of the elements."""
    cdef Py_ssize_t low = 0, high = 0, reach
    cdef int i
    cdef size_t first = <size_t>x.get_data()
    if unwrap(x).size() == 0:
        return first, first
    for i in range(unwrap(x).ndim()):
        reach = (unwrap(x).shape().data()[i] - 1) * unwrap(x).strides().data()[i]
        low += min(reach, 0)
        high += max(reach, 0)
    width = <Py_ssize_t>item_size(unwrap(x).dtype())
    return first + low * width, first + (high + 1) * width


cdef char order_char(object order, str allowed) except 0:
    cdef Py_UCS4 letter, each
    if order == "C":
        return b"C"
    if isinstance(order, str) and len(order) == 1:
        letter = order
        for each in allowed:
            if letter == each or <int>letter == <int>each + 32:  # a small letter
                return <char>each
    raise ValueError(f"Unrecognized order keyword value {order!r}, expecting one of {', '.join(allowed)}")


cdef init_array(usm_ndarray x, object shape, object dtype, object strides, object buffer, Py_ssize_t offset,
                object order, dict options):
    """The constructor's work."""
    cdef Shape extents = shape_of(shape)
    cdef char layout = order_char(order, "CF")
    cdef Shape steps = dense_strides(extents, layout) if strides is None else strides_of(strides, extents)
    cdef pair[Py_ssize_t, Py_ssize_t] reach = bounds_of(extents, steps, offset)
    cdef Py_ssize_t low = 0, high = 0
    if reach.first <= reach.second:
        low, high = reach.first - offset, reach.second - offset
    if isinstance(buffer, bytes):
        buffer = buffer.decode()
    if isinstance(buffer, str):
        if buffer not in ("device", "shared", "host"):
            raise ValueError(
                f"buffer={buffer!r} is not understood. Recognized values are 'device', 'shared', 'host', "
                "a memory object of dpctl.memory, or a usm_ndarray"
            )
        if options.keys() <= {"queue"}:
            new_buffer(x, extents, steps, dtype, buffer, max(offset, -low), high, options)
            return
        dtype, buffer, offset = memory_as_asked(dtype, buffer, max(offset, -low), high, options)
    share_buffer(x, extents, steps, dtype, buffer, offset, low, high, reach.first <= reach.second)


cdef tuple memory_as_asked(object dtype, str usm_type, Py_ssize_t offset, Py_ssize_t high, dict options):
    """The element type, a new memory object made with the keywords of its class, and the offset."""
    from dpctl import memory
    from dpctl.tensor._device import default_float, normalize_queue_device

    if dtype is None:
        dtype = default_float(normalize_queue_device(sycl_queue=options.get("queue")))
    kind = getattr(memory, f"MemoryUSM{usm_type.capitalize()}")
    return dtype, kind((offset + high + 1) * dtype_object(<Dtype>dtype_code(dtype)).itemsize, **options), offset


cdef Dtype dtype_on(object dtype, SyclQueue queue) except *:
    """The element type that is asked for, or the device's default one."""
    from dpctl.tensor._device import default_float

    return <Dtype>dtype_code(default_float(queue) if dtype is None else dtype)


cdef new_buffer(usm_ndarray x, const Shape& extents, const Shape& steps, object dtype, str usm_type,
                Py_ssize_t offset, Py_ssize_t high, dict options):
    from dpctl.tensor._device import normalize_queue_device

    cdef SyclQueue queue = normalize_queue_device(sycl_queue=options.get("queue"))
    cdef Dtype code = dtype_on(dtype, queue)
    cdef vector[Py_ssize_t] span
    span.push_back(offset + high + 1)
    cdef Array whole = Array.empty(Shape(span.data(), 1), code, queue_of(queue), kind_of_usm_type(usm_type), b"C")
    (&unwrap(x))[0] = whole.with_layout(extents, steps, offset)


cdef share_buffer(usm_ndarray x, const Shape& extents, const Shape& steps, object dtype, object buffer,
                  Py_ssize_t offset, Py_ssize_t low, Py_ssize_t high, cbool filled):
    cdef cbool writable = True
    cdef _Memory memory
    cdef SyclQueue queue
    cdef Dtype code
    if isinstance(buffer, usm_ndarray):
        queue = (<usm_ndarray>buffer).get_sycl_queue()
        code = dtype_on(dtype, queue)
        writable = unwrap(<usm_ndarray>buffer).writable()
        if code == unwrap(<usm_ndarray>buffer).dtype():
            (&unwrap(x))[0] = unwrap(<usm_ndarray>buffer).with_layout(extents, steps, offset)
            unwrap(x).set_writable(writable)
            return
        memory = memory_of(<usm_ndarray>buffer)
    else:
        from dpctl.memory import as_usm_memory

        memory = buffer if isinstance(buffer, _Memory) else as_usm_memory(buffer)
        queue = memory.sycl_queue
        code = dtype_on(dtype, queue)
        _memories[<size_t>memory.get_data_ptr(), <size_t>memory.nbytes, queue] = memory
    width = <Py_ssize_t>item_size(code)
    if offset < 0 or (filled and (offset + low < 0 or (offset + high + 1) * width > memory.nbytes)):
        raise ValueError(
            f"buffer={buffer!r} of {memory.nbytes} bytes can not accommodate the requested array, whose elements "
            f"of {width} bytes lie from {offset + low} to {offset + high}"
        )
    (&unwrap(x))[0] = Array.from_memory(
        <void*>memory.get_data_ptr(), memory.nbytes, owner_of(memory), kind_of_usm_type(memory.get_usm_type()),
        queue_of(queue), extents, steps, offset, code,
    )
    unwrap(x).set_writable(writable)


cdef Shape strides_of(object strides, const Shape& extents) except *:
    cdef Shape steps
    strides = items_of(strides)
    for step in strides:
        if not PyIndex_Check(step):
            raise ValueError(f"strides must be integers, not {strides!r}")
    if <size_t>len(strides) != extents.size():
        raise ValueError(f"strides {strides!r} must have as many items as the shape, {extents.size()}")
    for step in strides:
        steps.push_back(operator_index(step))
    return steps


cdef int fill_axes(object axis, int ndim, vector[int]& axes) except -1:
    """Normalized, sorted, unique axes of None, an integer or a tuple of integers."""
    cdef int i
    if axis is None:
        for i in range(ndim):
            axes.push_back(i)
    elif is_sequence(axis):
        normal = sorted([normal_axis(a, ndim) for a in axis])
        for i in range(<int>len(normal)):
            if i > 0 and normal[i] == normal[i - 1]:
                raise ValueError(f"repeated axis in `axis` argument: {axis}")
            axes.push_back(normal[i])
    else:
        axes.push_back(normal_axis(axis, ndim))
    return 0


cdef int normal_axis(object axis, int ndim) except -1:
    if not hasattr(axis, "__index__"):
        raise TypeError(f"axis: integer argument expected, got {type(axis).__name__}")
    wanted = axis.__index__()
    if not -ndim <= wanted < ndim:
        raise np.exceptions.AxisError(wanted, ndim)
    return wanted % ndim


cdef object _flags_class():
    from dpctl.tensor._flags import Flags

    return Flags
