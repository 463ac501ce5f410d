"""Arguments of kernels beyond numbers and USM memory, the kinds of arguments, and how a list of them reaches the C API."""

import ctypes

from cpython.buffer cimport PyBUF_ANY_CONTIGUOUS


ctypedef void *voidp


cdef dict _accessor_types = {
    "i1": _INT8_T, "u1": _UINT8_T, "i2": _INT16_T, "u2": _UINT16_T, "i4": _INT32_T, "u4": _UINT32_T,
    "i8": _INT64_T, "u8": _UINT64_T, "f4": _FLOAT, "f8": _DOUBLE,
}

cdef dict _ctypes_types = {
    ctypes.c_byte: _INT8_T, ctypes.c_char: _INT8_T, ctypes.c_ubyte: _UINT8_T,
    ctypes.c_short: _INT16_T, ctypes.c_ushort: _UINT16_T, ctypes.c_int: _INT32_T, ctypes.c_uint: _UINT32_T,
    ctypes.c_long: _INT64_T, ctypes.c_ulong: _UINT64_T,
    ctypes.c_longlong: _INT64_T, ctypes.c_ulonglong: _UINT64_T,
    ctypes.c_float: _FLOAT, ctypes.c_double: _DOUBLE,
}


cdef class LocalAccessor:
    """LocalAccessor(dtype, shape)

    Local memory of a work-group for a kernel's parameter that points to such: elements of a type
    (``"i1"`` to ``"i8"``, ``"u1"`` to ``"u8"``, ``"f4"``, ``"f8"``) in one to three dimensions.
    """

    cdef MDLocalAccessor _accessor

    def __cinit__(self, str dtype, shape):
        if dtype not in _accessor_types:
            raise ValueError(
                f"LocalAccessor: unrecognized type {dtype!r}; it is one of {', '.join(_accessor_types)}"
            )
        extents = tuple(shape)
        if not 1 <= len(extents) <= 3:
            raise ValueError(f"LocalAccessor must have 1 to 3 dimensions, got shape {extents}")
        for extent in extents:
            if extent < 0:
                raise ValueError(f"LocalAccessor: extents are not negative, got shape {extents}")
        self._accessor.ndim = len(extents)
        self._accessor.dpctl_type_id = <_arg_data_type><int>_accessor_types[dtype]
        self._accessor.dim0 = extents[0]
        self._accessor.dim1 = extents[1] if len(extents) > 1 else 1
        self._accessor.dim2 = extents[2] if len(extents) > 2 else 1

    def __repr__(self):
        return f"LocalAccessor({self._accessor.ndim})"


cdef class _WorkGroupMemory:
    """Holds the reference to memory of a work-group."""

    def __dealloc__(self):
        DPCTLWorkGroupMemory_Delete(self._mem_ref)


cdef class WorkGroupMemory(_WorkGroupMemory):
    """WorkGroupMemory(*args)

    Memory of a work-group for a kernel's parameter that points to local memory: ``WorkGroupMemory(nbytes)``,
    or ``WorkGroupMemory(dtype, count)`` for elements of a type (``"i4"``, ``"f8"``).
    """

    def __cinit__(self, *args):
        if len(args) == 1:
            nbytes = operator.index(args[0])
        elif len(args) == 2:
            dtype, count = args
            if not isinstance(dtype, str) or dtype not in _accessor_types:
                raise TypeError(
                    f"WorkGroupMemory: unrecognized type {dtype!r}; it is one of {', '.join(_accessor_types)}"
                )
            nbytes = int(dtype[1:]) * operator.index(count)
        else:
            raise TypeError(
                f"WorkGroupMemory takes a number of bytes, or a type and a count; {len(args)} arguments were given"
            )
        if nbytes < 0:
            raise OverflowError(f"WorkGroupMemory: its size is not negative, got {nbytes}")
        self._mem_ref = DPCTLWorkGroupMemory_Create(nbytes)
        if self._mem_ref is NULL:
            raise MemoryError("WorkGroupMemory could not be made")

    @staticmethod
    def is_available():
        """Whether kernels may have such arguments."""
        return DPCTLWorkGroupMemory_Available()

    @property
    def _ref(self):
        """The address of the reference, as an integer."""
        return <size_t>self._mem_ref


cdef class _RawKernelArg:
    """Holds the reference to bytes for a kernel."""

    def __dealloc__(self):
        DPCTLRawKernelArg_Delete(self._arg_ref)


cdef class RawKernelArg(_RawKernelArg):
    """RawKernelArg(*args)

    Bytes for a kernel's parameter of any type, such as a struct: ``RawKernelArg(buffer)`` of an object with a buffer,
    or ``RawKernelArg(count, address)``. They are copied.
    """

    def __cinit__(self, *args):
        cdef Py_buffer view
        if len(args) == 1:
            if not PyObject_CheckBuffer(args[0]):
                raise TypeError(f"RawKernelArg: {type(args[0])} has no buffer")
            PyObject_GetBuffer(args[0], &view, PyBUF_ANY_CONTIGUOUS)
            self._arg_ref = DPCTLRawKernelArg_Create(view.buf, view.len)
            PyBuffer_Release(&view)
        elif len(args) == 2:
            count, address = operator.index(args[0]), operator.index(args[1])
            if count < 0:
                raise ValueError(f"RawKernelArg: a number of bytes is not negative, got {count}")
            self._arg_ref = DPCTLRawKernelArg_Create(<void *><size_t>address, count)
        else:
            raise TypeError(
                f"RawKernelArg takes an object with a buffer, or a number of bytes and an address; "
                f"{len(args)} arguments were given"
            )
        if self._arg_ref is NULL:
            raise ValueError(f"RawKernelArg could not be made of {args}: {take_last_error().decode()}")

    @staticmethod
    def is_available():
        """Whether kernels may have such arguments."""
        return DPCTLRawKernelArg_Available()

    @property
    def _ref(self):
        """The address of the reference, as an integer."""
        return <size_t>self._arg_ref


cdef int _populate_one(arg, void **address, _arg_data_type *kind) except -2:
    """The address and the kind of one argument; -1 for one that no kernel takes."""
    if isinstance(arg, _Memory):
        address[0], kind[0] = <void *>(<_Memory>arg).get_data_ptr(), _VOID_PTR
    elif type(arg) in _ctypes_types:
        address[0] = <void *><size_t>ctypes.addressof(arg)
        kind[0] = <_arg_data_type><int>_ctypes_types[type(arg)]
    elif isinstance(arg, LocalAccessor):
        address[0], kind[0] = <void *>&(<LocalAccessor>arg)._accessor, _LOCAL_ACCESSOR
    elif isinstance(arg, WorkGroupMemory):
        address[0], kind[0] = <void *>(<WorkGroupMemory>arg)._mem_ref, _WORK_GROUP_MEMORY
    elif isinstance(arg, RawKernelArg):
        address[0], kind[0] = <void *>(<RawKernelArg>arg)._arg_ref, _RAW_KERNEL_ARG
    else:
        return -1
    return 0


class kernel_arg_type_attribute:
    """A kind of kernel argument: its name and number in dpctl's C API."""

    __slots__ = ("_parent", "name", "value")

    def __init__(self, parent, name, value):
        self._parent, self.name, self.value = parent, name, value

    def __repr__(self):
        return f"<{self._parent}.{self.name}: {self.value}>"

    __str__ = __repr__


class _kernel_arg_type:
    """The kinds of kernel arguments, by the names and numbers of dpctl's C API."""

    __slots__ = ()
    _NAMES = (
        "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64",
        "void_ptr", "local_accessor", "work_group_memory", "raw_kernel_arg",
    )

    @property
    def __name__(self):
        return "kernel_arg_type"

    def __repr__(self):
        return "<enum 'kernel_arg_type'>"

    def __dir__(self):
        return [f"dpctl_{name}" for name in self._NAMES]


for _number, _name in enumerate(_kernel_arg_type._NAMES):
    setattr(_kernel_arg_type, f"dpctl_{_name}", kernel_arg_type_attribute("kernel_arg_type", f"dpctl_{_name}", _number))
kernel_arg_type = _kernel_arg_type()
