# distutils: language = c++
# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, auto_pickle=False
"""usm_ndarray: holds a weft::array::Array, converts what Python gives it, and forwards."""

from weakref import WeakValueDictionary

import numpy as np

cimport cython
from cpython.buffer cimport PyObject_CheckBuffer
from cpython.number cimport PyIndex_Check, PyNumber_AsSsize_t, PyNumber_Index as operator_index
from cpython.slice cimport PySlice_AdjustIndices, PySlice_Unpack
from libc.math cimport ceil
from libcpp cimport bool as cbool
from libcpp.memory cimport shared_ptr
from libcpp.optional cimport optional
from libcpp.utility cimport move, pair
from libcpp.vector cimport vector

from dpctl._backend cimport _USM_DEVICE, _USM_HOST, _USM_SHARED, DPCTLSyclQueueRef, DPCTLSyclUSMRef, _usm_type
from dpctl._sycl_device cimport SyclDevice
from dpctl._sycl_queue cimport SyclQueue
from dpctl._sycl_queue_manager cimport default_queue
from dpctl.memory._memory cimport _Memory, memory_from_owner, owner_of

from glue.arrays cimport *

cdef int USM_ARRAY_C_CONTIGUOUS = 1
cdef int USM_ARRAY_F_CONTIGUOUS = 2
cdef int USM_ARRAY_WRITABLE = 4

# NumPy's type numbers, which dpctl's extensions expect.
cdef int UAR_BOOL = 0
cdef int UAR_BYTE = 1
cdef int UAR_UBYTE = 2
cdef int UAR_SHORT = 3
cdef int UAR_USHORT = 4
cdef int UAR_INT = 5
cdef int UAR_UINT = 6
cdef int UAR_LONG = 7
cdef int UAR_ULONG = 8
cdef int UAR_LONGLONG = 9
cdef int UAR_ULONGLONG = 10
cdef int UAR_FLOAT = 11
cdef int UAR_DOUBLE = 12
cdef int UAR_CFLOAT = 14
cdef int UAR_CDOUBLE = 15
cdef int UAR_TYPE_SENTINEL = 17
cdef int UAR_HALF = 23

include "_convert.pxi"
include "_classes.pxi"
include "_indexing.pxi"
include "_operators.pxi"


@cython.no_gc
cdef class usm_ndarray:
    """usm_ndarray(shape, dtype=None, strides=None, buffer="device", offset=0, order="C",
                   buffer_ctor_kwargs=dict(), array_namespace=None)

    An n-dimensional array in unified shared memory (USM) of a SYCL queue.

    Operations check their arguments and raise at once, and compute when a value is needed.

    Args:
        shape (int, tuple): non-negative extents.
        dtype: element type; the device's default floating point type if ``None``.
        strides (tuple, optional): in elements; those of ``order`` if ``None``.
        buffer ("device", "shared", "host", usm_ndarray or a USM memory object):
            the kind of memory to allocate, or memory to share.
        offset (int): of the element with zero index, in elements from the start of the buffer.
        order ("C", "F"): memory layout if ``strides`` is ``None``.
        buffer_ctor_kwargs (dict): keywords for the memory's class: ``queue`` to allocate on, ``alignment``.
        array_namespace: module that ``__array_namespace__`` returns.
    """

    def __cinit__(self, shape, dtype=None, strides=None, buffer="device", Py_ssize_t offset=0, order="C",
                  buffer_ctor_kwargs=dict(), array_namespace=None):
        construct(self.array_)
        self.namespace_ = array_namespace
        if shape is not _blank:
            init_array(self, shape, dtype, strides, buffer, offset, order, buffer_ctor_kwargs)

    def __dealloc__(self):
        destroy(self.array_)

    # For extensions and Cython code written for dpctl. Pointers come with pending work submitted.

    cdef Py_ssize_t get_offset(self) except *:
        return unwrap(self).offset()

    cdef char* get_data(self) except? NULL:
        return <char*>unwrap(self).base() + unwrap(self).offset() * <Py_ssize_t>item_size(unwrap(self).dtype())

    cdef int get_ndim(self):
        return unwrap(self).ndim()

    cdef Py_ssize_t* get_shape(self):
        return <Py_ssize_t*>unwrap(self).shape().data()

    cdef Py_ssize_t* get_strides(self):
        return <Py_ssize_t*>unwrap(self).strides().data()

    cdef int get_typenum(self):
        return _typenums[<int>unwrap(self).dtype()]

    cdef int get_itemsize(self):
        return <int>item_size(unwrap(self).dtype())

    cdef int get_flags(self):
        cdef Array* x = &unwrap(self)
        return (
            (USM_ARRAY_C_CONTIGUOUS if x.c_contiguous() else 0)
            | (USM_ARRAY_F_CONTIGUOUS if x.f_contiguous() else 0)
            | (USM_ARRAY_WRITABLE if x.writable() else 0)
        )

    cdef object get_base(self):
        return memory_of(self)

    cdef DPCTLSyclQueueRef get_queue_ref(self) except *:
        return <DPCTLSyclQueueRef>new_queue_ref(unwrap(self).queue())

    cdef SyclQueue get_sycl_queue(self):
        if self.queue_ is None:
            self.queue_ = sycl_queue_of(unwrap(self).queue())
        return <SyclQueue>self.queue_

    cdef _set_writable_flag(self, int flag):
        unwrap(self).set_writable(flag != 0)

    # Layout.

    @property
    def ndim(self):
        """Number of dimensions."""
        return unwrap(self).ndim()

    @property
    def shape(self):
        """Extent of each dimension. Assigning one that only a copy could have raises AttributeError."""
        return tuple_of(unwrap(self).shape())

    @shape.setter
    def shape(self, new_shape):
        cdef Shape shape = completed_shape(new_shape, unwrap(self).size())
        cdef Array view
        if not reshaped_view(unwrap(self), shape, view):
            raise AttributeError(
                f"shape: an array with strides {self.strides} cannot become {new_shape} without a copy; "
                "use dpctl.tensor.reshape()"
            )
        (&unwrap(self))[0] = move(view)

    @property
    def strides(self):
        """Elements, not bytes, between neighbours along each dimension."""
        return tuple_of(unwrap(self).strides())

    @property
    def size(self):
        """Number of elements."""
        return unwrap(self).size()

    @property
    def itemsize(self):
        """Bytes of one element."""
        return item_size(unwrap(self).dtype())

    @property
    def nbytes(self):
        """Bytes of all elements."""
        return unwrap(self).size() * item_size(unwrap(self).dtype())

    @property
    def dtype(self):
        """NumPy's dtype object of the elements."""
        return dtype_object(unwrap(self).dtype())

    @property
    def flags(self):
        """Contiguity and writability, as :class:`Flags`."""
        return _flags_class()(self, self.get_flags())

    @property
    def usm_type(self):
        """Kind of the memory: "device", "shared" or "host"."""
        return usm_type_of(unwrap(self).usm_kind())

    @property
    def T(self):
        """The transposed matrix, a view."""
        if unwrap(self).ndim() != 2:
            raise ValueError(
                f"array.T requires 2 dimensions, not {self.ndim}; use array.mT for stacks of matrices "
                "and dpctl.tensor.permute_dims() to permute dimensions"
            )
        return transposed_matrix(self)

    @property
    def mT(self):
        """The view with the last two dimensions exchanged."""
        if unwrap(self).ndim() < 2:
            raise ValueError(f"array.mT requires at least 2 dimensions, not {self.ndim}")
        return transposed_matrix(self)

    @property
    def real(self):
        """The real parts, a view."""
        return wrap_like(self, unwrap(self).real())

    @real.setter
    def real(self, value):
        assign_to(self, unwrap(self).real(), value)

    @property
    def imag(self):
        """The imaginary parts: a view of a complex array, zeros for a real one."""
        if not is_complex(unwrap(self).dtype()):
            return unary_operator(Op.imag, self)
        return wrap_like(self, unwrap(self).imag())

    @imag.setter
    def imag(self, value):
        assign_to(self, unwrap(self).imag(), value)

    # Memory and placement.

    @property
    def usm_data(self):
        """The memory object (of dpctl.memory) that holds the elements."""
        return memory_of(self)

    @property
    def sycl_queue(self):
        """The queue that the array's work goes to."""
        return self.get_sycl_queue()

    @property
    def sycl_device(self):
        """The device of the queue."""
        return self.get_sycl_queue().sycl_device

    @property
    def sycl_context(self):
        """The context of the queue."""
        return self.get_sycl_queue().sycl_context

    @property
    def device(self):
        """The :class:`dpctl.tensor.Device` that stands for the queue."""
        from dpctl.tensor._device import Device

        return Device.create_device(self.get_sycl_queue())

    def to_device(self, target_device, /, *, stream=None):
        """The array on another device or queue: a view if their context and device agree, else a copy.

        ``stream``, a queue, runs what is submitted to it later after the array's pending work.
        """
        from dpctl.tensor._device import Device

        cdef SyclQueue target = Device.create_device(target_device).sycl_queue
        if stream is not None:
            if not isinstance(stream, SyclQueue):
                raise TypeError(f"to_device: stream must be a dpctl.SyclQueue, not {type(stream).__name__}")
            if stream != self.sycl_queue:
                (<SyclQueue>stream).submit_barrier([self.get_sycl_queue().submit_barrier()])
        return moved_array(self, target, self.usm_type)

    @property
    def _pointer(self):
        return <size_t>self.get_data()

    @property
    def _element_offset(self):
        return unwrap(self).offset()

    @property
    def _byte_bounds(self):
        return byte_bounds(self)

    @property
    def __sycl_usm_array_interface__(self):
        unwrap(self).publish()
        return {
            "data": (<size_t>unwrap(self).base(), not unwrap(self).writable()),
            "shape": self.shape,
            "strides": None if unwrap(self).c_contiguous() else self.strides,
            "typestr": "|" + self.dtype.str[1:],
            "version": 1,
            "syclobj": self.get_sycl_queue(),
            "offset": unwrap(self).offset(),
        }

    @property
    def __cuda_array_interface__(self):
        from dpctl.tensor._cuda_interface import describe

        return describe(self)

    # Other protocols.

    __array_ufunc__ = None  # NumPy arrays and scalars leave mixed operations to us

    def __array__(self, dtype=None, /, *, copy=None):
        raise TypeError(
            "Implicit conversion to a NumPy array is not allowed. "
            "Use dpctl.tensor.asnumpy() to copy the data of this usm_ndarray to a NumPy array."
        )

    def _set_namespace(self, mod):
        self.namespace_ = mod

    def __array_namespace__(self, api_version=None):
        """The module with the Array API functions for this array."""
        import dpctl.tensor

        if api_version is not None:
            if not isinstance(api_version, str):
                raise TypeError(f"api_version must be a str, not {type(api_version).__name__}")
            if api_version != dpctl.tensor.__array_api_version__:
                raise ValueError(f"Only {dpctl.tensor.__array_api_version__} is supported, not {api_version!r}")
        return dpctl.tensor if self.namespace_ is None else self.namespace_

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        """A DLPack capsule of the array's memory, with pending work submitted."""
        from dpctl.tensor._dlpack import to_capsule

        return to_capsule(self, stream, max_version, dl_device, copy)

    def __dlpack_device__(self):
        """DLPack's device type and number."""
        from dpctl.tensor._dlpack import device_of

        return device_of(self)

    def __copy__(self):
        return wrap_on(self, astype(unwrap(self), unwrap(self).dtype(), b"K", True))

    def __deepcopy__(self, memo):
        return self.__copy__()

    # Values.

    def __bool__(self):
        if unwrap(self).size() != 1:
            raise ValueError(
                f"The truth value of an array with {unwrap(self).size()} elements is ambiguous. "
                "Use dpctl.tensor.any() or dpctl.tensor.all()"
            )
        return bool(item(unwrap(self)))

    def __int__(self):
        return int(only_item(self))

    def __float__(self):
        return float(only_item(self))

    def __complex__(self):
        return complex(only_item(self))

    def __index__(self):
        value = only_item(self)
        if not isinstance(value, int) or isinstance(value, bool):
            from dpctl.tensor._errors import NotAnIndexError

            raise NotAnIndexError(f"only arrays of integers can be an index, not {self.dtype}")
        return value

    def __bytes__(self):
        from dpctl.tensor._copy_utils import asnumpy

        return bytes(asnumpy(self))

    def __len__(self):
        if unwrap(self).ndim() == 0:
            raise TypeError("len() of unsized object")
        return unwrap(self).shape()[0]

    def __iter__(self):
        if unwrap(self).ndim() == 0:
            raise TypeError("iteration over a 0-d array")
        return (self[i] for i in range(len(self)))

    def __contains__(self, value):
        same = self == value
        return bool(same if type(same) is bool else reduce_array("any", same, None, None, False, None))

    def __getitem__(self, ind):
        if isinstance(ind, usm_ndarray):
            if indexes_rows(self, <usm_ndarray>ind):
                return wrap_on(self, take(unwrap(self), unwrap(<usm_ndarray>ind), one_axis(self, 0, False)))
            if masks_all(self, <usm_ndarray>ind):
                return wrap_on(self, selected(unwrap(<usm_ndarray>ind), unwrap(self)))
        elif type(ind) is tuple:
            taken = taken_through(self, <tuple>ind)
            if taken is not None:
                return taken
        if has_index_array(ind):
            made = _advanced_indexing().getitem(self, ind)
            return made if type(made) is type(self) or family_of(self) is None else in_family(family_of(self), made)
        return wrap_like(self, indexed(self, ind))

    def __setitem__(self, key, rhs):
        if isinstance(key, usm_ndarray):
            if indexes_rows(self, <usm_ndarray>key) and (isinstance(rhs, usm_ndarray) or holds_kind(self, rhs)):
                put(unwrap(self), unwrap(<usm_ndarray>key), one_axis(self, 0, False), operand_of("assignment", rhs, self))
                return
            if masks_all(self, <usm_ndarray>key):
                if holds_kind(self, rhs):
                    assign_where(unwrap(self), unwrap(<usm_ndarray>key), operand_of("assignment", rhs, self))
                    return
                if isinstance(rhs, usm_ndarray) and put_each(self, <usm_ndarray>key, <usm_ndarray>rhs):
                    return
        if has_index_array(key):
            _advanced_indexing().setitem(self, key, rhs)
        else:
            assign_to(self, indexed(self, key), rhs)

    def __delitem__(self, key):
        raise ValueError("cannot delete array elements")

    def __str__(self):
        from dpctl.tensor._print import usm_ndarray_str

        return usm_ndarray_str(self)

    def __format__(self, spec):
        from dpctl.tensor._print import formatted

        return formatted(self, spec)

    def __reduce__(self):
        from dpctl.tensor._pickle import rebuild, state_of

        return rebuild, state_of(self)

    def __repr__(self):
        from dpctl.tensor._print import usm_ndarray_repr

        return usm_ndarray_repr(self)

    # Operators.

    def __abs__(self):
        return unary_operator(Op.abs, self)

    def __neg__(self):
        return unary_operator(Op.negative, self)

    def __pos__(self):
        return unary_operator(Op.positive, self)

    def __invert__(self):
        return unary_operator(Op.bitwise_invert, self)

    def __add__(self, other):
        return operator(Op.add, self, other)

    def __radd__(self, other):
        return operator(Op.add, other, self)

    def __iadd__(self, other):
        return inplace_operator(Op.add, self, other)

    def __and__(self, other):
        return operator(Op.bitwise_and, self, other)

    def __rand__(self, other):
        return operator(Op.bitwise_and, other, self)

    def __iand__(self, other):
        return inplace_operator(Op.bitwise_and, self, other)

    def __floordiv__(self, other):
        return operator(Op.floor_divide, self, other)

    def __rfloordiv__(self, other):
        return operator(Op.floor_divide, other, self)

    def __ifloordiv__(self, other):
        return inplace_operator(Op.floor_divide, self, other)

    def __lshift__(self, other):
        return operator(Op.bitwise_left_shift, self, other)

    def __rlshift__(self, other):
        return operator(Op.bitwise_left_shift, other, self)

    def __ilshift__(self, other):
        return inplace_operator(Op.bitwise_left_shift, self, other)

    def __matmul__(self, other):
        if not isinstance(other, usm_ndarray):
            return NotImplemented
        product = plain_product(self, other)
        return _products().matmul(self, other) if product is None else product

    def __rmatmul__(self, other):
        return _products().matmul(other, self) if isinstance(other, usm_ndarray) else NotImplemented

    def __imatmul__(self, other):
        return _products().matmul(self, other, out=self) if isinstance(other, usm_ndarray) else NotImplemented

    def __mod__(self, other):
        return operator(Op.remainder, self, other)

    def __rmod__(self, other):
        return operator(Op.remainder, other, self)

    def __imod__(self, other):
        return inplace_operator(Op.remainder, self, other)

    def __mul__(self, other):
        return operator(Op.multiply, self, other)

    def __rmul__(self, other):
        return operator(Op.multiply, other, self)

    def __imul__(self, other):
        return inplace_operator(Op.multiply, self, other)

    def __or__(self, other):
        return operator(Op.bitwise_or, self, other)

    def __ror__(self, other):
        return operator(Op.bitwise_or, other, self)

    def __ior__(self, other):
        return inplace_operator(Op.bitwise_or, self, other)

    def __pow__(self, other):
        return operator(Op.pow, self, other)

    def __rpow__(self, other):
        return operator(Op.pow, other, self)

    def __ipow__(self, other):
        return inplace_operator(Op.pow, self, other)

    def __rshift__(self, other):
        return operator(Op.bitwise_right_shift, self, other)

    def __rrshift__(self, other):
        return operator(Op.bitwise_right_shift, other, self)

    def __irshift__(self, other):
        return inplace_operator(Op.bitwise_right_shift, self, other)

    def __sub__(self, other):
        return operator(Op.subtract, self, other)

    def __rsub__(self, other):
        return operator(Op.subtract, other, self)

    def __isub__(self, other):
        return inplace_operator(Op.subtract, self, other)

    def __truediv__(self, other):
        return operator(Op.divide, self, other)

    def __rtruediv__(self, other):
        return operator(Op.divide, other, self)

    def __itruediv__(self, other):
        return inplace_operator(Op.divide, self, other)

    def __xor__(self, other):
        return operator(Op.bitwise_xor, self, other)

    def __rxor__(self, other):
        return operator(Op.bitwise_xor, other, self)

    def __ixor__(self, other):
        return inplace_operator(Op.bitwise_xor, self, other)

    def __eq__(self, other):
        return operator(Op.equal, self, other)

    def __ne__(self, other):
        return operator(Op.not_equal, self, other)

    def __lt__(self, other):
        return operator(Op.less, self, other)

    def __le__(self, other):
        return operator(Op.less_equal, self, other)

    def __gt__(self, other):
        return operator(Op.greater, self, other)

    def __ge__(self, other):
        return operator(Op.greater_equal, self, other)


_pattern = usm_ndarray(_blank)

include "_elementwise.pxi"
include "_c_api.pxi"
include "_functions.pxi"
include "_algorithms.pxi"
include "_libraries.pxi"
include "_joining.pxi"
include "_dlpack_capsule.pxi"
include "_foreign.pxi"
