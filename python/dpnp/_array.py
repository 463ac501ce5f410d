"""ndarray: the arrays of dpctl.tensor with NumPy's methods. Methods forward to the functions of the same names."""

from __future__ import annotations

import operator
from types import GenericAlias
from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor._device import normalize_queue_device
from dpctl.tensor._usmarray import as_class, permuted_view, register_class, usm_ndarray

import dpnp


class ndarray(usm_ndarray):
    """ndarray(shape, dtype=None, buffer=None, offset=0, strides=None, order="C", device=None, usm_type="device",
               sycl_queue=None)

    An n-dimensional array in unified shared memory of a SYCL queue.

    Operations check their arguments and raise at once, and compute when a value is needed. Arrays of ``dpctl.tensor`` mix with
    these; what is computed of both is of this class.

    Args:
        shape (int, tuple): non-negative extents.
        dtype: of the elements; the device's default floating-point type where ``None``.
        buffer (ndarray, usm_ndarray, USM memory, optional): memory to share; new memory where ``None``.
        offset (int): of the first element, in elements.
        strides (tuple, optional): in elements; those of ``order`` where ``None``.
        order ("C", "F"): layout where ``strides`` is ``None``.
        device, sycl_queue: where new memory is allocated.
        usm_type ("device", "shared", "host"): kind of new memory.
    """

    __slots__ = ("_plain",)  # the plain array whose elements these are, where there was one before

    def __new__(
        cls,
        shape: Any,
        dtype: Any = None,
        buffer: Any = None,
        offset: int = 0,
        strides: Any = None,
        order: str = "C",
        device: Any = None,
        usm_type: str = "device",
        sycl_queue: Any = None,
    ) -> ndarray:
        keywords: dict[str, Any] = {}
        if buffer is not None:
            if isinstance(buffer, usm_ndarray) and buffer.dtype != dtype and dtype is not None:
                buffer = buffer.usm_data
            elif isinstance(buffer, usm_ndarray) and dtype is None:
                dtype = buffer.dtype
        else:
            keywords = {"queue": normalize_queue_device(sycl_queue, device)}
            buffer = usm_type
        order = "C" if order is None else order
        return usm_ndarray.__new__(
            cls,
            shape,
            dtype=dtype,
            strides=strides,
            buffer=buffer,
            offset=offset,
            order=order,
            buffer_ctor_kwargs=keywords,
        )

    # Where it is.

    def get_array(self) -> usm_ndarray:
        """The same elements as an array of ``dpctl.tensor``; the very array that was given as ``out=``."""
        plain = getattr(self, "_plain", None)
        return (
            plain
            if plain is not None and plain.shape == self.shape
            else as_class(self, usm_ndarray)
        )

    @property
    def __usm_ndarray__(self) -> usm_ndarray:
        return self.get_array()

    @property
    def _array_obj(self) -> usm_ndarray:
        return self.get_array()

    @staticmethod
    def _create_from_usm_ndarray(usm_ary: usm_ndarray) -> ndarray:
        if not isinstance(usm_ary, usm_ndarray):
            raise TypeError(f"Expected dpctl.tensor.usm_ndarray, got {type(usm_ary)}")
        if isinstance(usm_ary, ndarray):
            return usm_ary
        made = as_class(usm_ary, ndarray)
        made._plain = usm_ary
        return made

    @property
    def data(self) -> Any:
        """The memory object (of dpctl.memory) that begins at the first element."""
        from .memory import create_data

        return create_data(self)

    def asnumpy(self) -> np.ndarray:
        """A NumPy array with a copy of the elements. Waits for them."""
        return dpt.asnumpy(self)

    def tolist(self) -> Any:
        """The elements as nested lists of Python's numbers."""
        return dpt.asnumpy(self).tolist()

    def tofile(self, fid: Any, sep: str = "", format: str = "%s") -> None:
        """Writes the elements, in rows, to a file, by name or open: their bytes, or as text with ``sep`` between them."""
        dpt.asnumpy(self).tofile(fid, sep, format)

    def tobytes(self, order: str = "C") -> bytes:
        """The bytes of the elements in rows, or in columns."""
        return dpt.asnumpy(self).tobytes(order)

    def to_device(self, device: Any, /, *, stream: Any = None) -> ndarray:
        """The array on another device or queue: a view where both share memory, else a copy."""
        return as_class(super().to_device(device, stream=stream), ndarray)

    def __array_namespace__(self, /, *, api_version: str | None = None) -> Any:
        if api_version is not None:
            if not isinstance(api_version, str):
                raise TypeError(f"Expected type str, got {type(api_version)}")
            if api_version != dpt.__array_api_version__:
                raise ValueError(f"Only {dpt.__array_api_version__} is supported")
        return dpnp

    def __array__(self, dtype: Any = None, /, *, copy: bool | None = None) -> np.ndarray:
        raise TypeError(
            "Implicit conversion to a NumPy array is not allowed. "
            "Please use `.asnumpy()` to construct a NumPy array explicitly."
        )

    @classmethod
    def __class_getitem__(cls, item: Any, /) -> GenericAlias:
        return GenericAlias(cls, item)

    def __round__(self, ndigits: int | None = None) -> Any:
        return round(self.item(), ndigits)

    def __repr__(self) -> str:
        return dpt.usm_ndarray_repr(self, prefix="array")

    def __reduce__(self) -> tuple[Any, ...]:
        rebuild, state = super().__reduce__()
        return _rebuilt, (rebuild, *state)

    @property
    def real(self) -> ndarray:
        """The real parts: a view of a complex array, the array itself if it is real."""
        return usm_ndarray.real.__get__(self) if self.dtype.kind == "c" else self

    @real.setter
    def real(self, value: Any) -> None:
        usm_ndarray.real.__set__(self, value)

    # Layout.

    @property
    def T(self) -> ndarray:
        """The view with its axes in the opposite order."""
        return permuted_view(self, range(self.ndim - 1, -1, -1))

    @property
    def flat(self) -> Any:
        """The elements one after the other, as :class:`dpnp.flatiter`."""
        return dpnp.flatiter(self)

    @flat.setter
    def flat(self, values: Any) -> None:
        dpnp.flatiter(self)[:] = values

    def item(self, /, *args: Any) -> Any:
        """One element as a Python number: the only one, or that at a place in rows or at one index for each axis.

        Raises:
            ValueError: where there is more than one element and no place is given.
        """
        if not args:
            if self.size != 1:
                raise ValueError("Can only convert an array of size 1 to a Python scalar")
            return self.asnumpy().item()
        if len(args) == 1 and isinstance(args[0], tuple):
            args = args[0]
        if len(args) == 1:
            line = self if self.ndim == 1 else dpnp.ravel(self)
            return line[args[0]].asnumpy().item()
        return self[args].asnumpy().item()

    def reshape(self, /, *shape: Any, order: str = "C", copy: bool | None = None) -> ndarray:
        """The elements in another shape: a view where that can be, else a copy."""
        if len(shape) == 1 and not hasattr(shape[0], "__index__"):
            shape = shape[0]
        return dpnp.reshape(self, shape, order=order, copy=copy)

    def transpose(self, *axes: Any) -> ndarray:
        """The view with its axes in another order, the opposite one where none is given."""
        if len(axes) == 1 and (axes[0] is None or not hasattr(axes[0], "__index__")):
            return dpnp.transpose(self, axes[0])
        return dpnp.transpose(self, axes or None)

    def view(self, /, dtype: Any = None, *, type: Any = None) -> ndarray:
        """The same memory, read as another dtype.

        Raises:
            ValueError: where the bytes of the last axis do not divide into elements of ``dtype``.
        """
        if type is not None:
            raise NotImplementedError("view: `type` is supported only with its default value")
        return dpnp._view._viewed(self, dtype)

    def astype(
        self,
        dtype: Any,
        order: str = "K",
        casting: str = "unsafe",
        subok: bool = True,
        copy: bool = True,
        device: Any = None,
    ) -> ndarray:
        """The elements in another dtype; the array itself where nothing changes and not ``copy``."""
        if subok is not True:
            raise NotImplementedError("astype: `subok` is supported only with its default value")
        return dpnp.astype(self, dtype, order=order, casting=casting, copy=copy, device=device)

    def copy(
        self,
        /,
        order: str = "C",
        *,
        device: Any = None,
        usm_type: str | None = None,
        sycl_queue: Any = None,
    ) -> ndarray:
        """A copy."""
        return dpnp.copy(self, order=order, device=device, usm_type=usm_type, sycl_queue=sycl_queue)

    def __copy__(self) -> ndarray:
        return dpnp.copy(self)

    def flatten(self, /, order: str = "C") -> ndarray:
        """A copy with one axis."""
        return self.reshape(-1, order=order, copy=True)

    def fill(self, value: Any) -> None:
        """Stores a number, or what an array without axes holds, in every element."""
        if not np.isscalar(value) and not (isinstance(value, usm_ndarray) and value.ndim == 0):
            raise TypeError(f"array cannot be filled with scalar of type {type(value)}")
        if isinstance(value, usm_ndarray):
            dpnp._convert.on_one_queue("fill", self, value)
        self[...] = dpnp._convert.held(value, self.dtype)

    # Values.

    def all(self, axis=None, *, out=None, keepdims=False, where=True):
        """Whether all elements are nonzero: :func:`dpnp.all`."""
        return dpnp.all(self, axis=axis, out=out, keepdims=keepdims, where=where)

    def any(self, axis=None, *, out=None, keepdims=False, where=True):
        """Whether any element is nonzero: :func:`dpnp.any`."""
        return dpnp.any(self, axis=axis, out=out, keepdims=keepdims, where=where)

    def argmax(self, /, axis=None, out=None, *, keepdims=False):
        """Index of the first maximum: :func:`dpnp.argmax`."""
        return dpnp.argmax(self, axis, out, keepdims=keepdims)

    def argmin(self, /, axis=None, out=None, *, keepdims=False):
        """Index of the first minimum: :func:`dpnp.argmin`."""
        return dpnp.argmin(self, axis, out, keepdims=keepdims)

    def argsort(self, axis=-1, kind=None, order=None, *, descending=False, stable=None):
        """The indices that sort: :func:`dpnp.argsort`."""
        return dpnp.argsort(self, axis, kind, order, descending=descending, stable=stable)

    def choose(self, /, choices, out=None, mode="wrap"):
        """Elements of the arrays that the elements name: :func:`dpnp.choose`."""
        return dpnp.choose(self, choices, out, mode)

    def clip(self, /, min=None, max=None, out=None, **kwargs):
        """The elements kept within bounds: :func:`dpnp.clip`."""
        return dpnp.clip(self, min, max, out=out, **kwargs)

    def compress(self, /, condition, axis=None, *, out=None):
        """The slices along an axis where a condition holds: :func:`dpnp.compress`."""
        return dpnp.compress(condition, self, axis=axis, out=out)

    def conj(self):
        """Complex conjugates: :func:`dpnp.conj`."""
        return dpnp.conj(self) if self.dtype.kind == "c" else self

    conjugate = conj

    def cumprod(self, /, axis=None, dtype=None, *, out=None):
        """Products of all elements up to each: :func:`dpnp.cumprod`."""
        return dpnp.cumprod(self, axis, dtype, out)

    def cumsum(self, /, axis=None, dtype=None, *, out=None):
        """Sums of all elements up to each: :func:`dpnp.cumsum`."""
        return dpnp.cumsum(self, axis, dtype, out)

    def diagonal(self, offset=0, axis1=0, axis2=1):
        """A diagonal: :func:`dpnp.diagonal`."""
        return dpnp.diagonal(self, offset, axis1, axis2)

    def dot(self, b, out=None):
        """The product with another array: :func:`dpnp.dot`."""
        return dpnp.dot(self, b, out)

    def max(self, /, axis=None, *, out=None, keepdims=False, initial=None, where=True):
        """The largest element: :func:`dpnp.max`."""
        return dpnp.max(self, axis, out, keepdims, initial, where)

    def mean(self, /, axis=None, dtype=None, *, out=None, keepdims=False, where=True):
        """The arithmetic mean: :func:`dpnp.mean`."""
        return dpnp.mean(self, axis, dtype, out, keepdims, where=where)

    def min(self, /, axis=None, *, out=None, keepdims=False, initial=None, where=True):
        """The smallest element: :func:`dpnp.min`."""
        return dpnp.min(self, axis, out, keepdims, initial, where)

    def nonzero(self) -> tuple[ndarray, ...]:
        """The indices of nonzero elements: :func:`dpnp.nonzero`."""
        return dpnp.nonzero(self)

    def partition(self, /, kth, axis=-1, kind="introselect", order=None) -> None:
        """Orders the elements in place around the ``kth``: :func:`dpnp.partition`."""
        self[...] = dpnp.partition(self, kth, operator.index(axis), kind, order)

    def prod(self, /, axis=None, dtype=None, *, out=None, keepdims=False, initial=None, where=True):
        """The product of the elements: :func:`dpnp.prod`."""
        return dpnp.prod(self, axis, dtype, out, keepdims, initial, where)

    def put(self, /, indices, vals, axis=None, mode="wrap") -> None:
        """Stores values at places: :func:`dpnp.put`."""
        dpnp.put(self, indices, vals, axis=axis, mode=mode)

    def ravel(self, /, order="C"):
        """The elements with one axis, a view where that can be: :func:`dpnp.ravel`."""
        return dpnp.ravel(self, order=order)

    def repeat(self, repeats, axis=None):
        """Each element several times: :func:`dpnp.repeat`."""
        return dpnp.repeat(self, repeats, axis=axis)

    def round(self, /, decimals=0, *, out=None):
        """The nearest numbers with so many decimals: :func:`dpnp.round`."""
        return dpnp.around(self, decimals, out)

    def searchsorted(self, v, side="left", sorter=None):
        """Where values can be inserted: :func:`dpnp.searchsorted`."""
        return dpnp.searchsorted(self, v, side=side, sorter=sorter)

    def sort(self, axis=-1, kind=None, order=None, *, descending=False, stable=None) -> None:
        """Puts the elements in order in place; :func:`dpnp.sort` gives a copy."""
        if axis is None:
            raise TypeError("'NoneType' object cannot be interpreted as an integer")
        self[...] = dpnp.sort(self, axis, kind, order, descending=descending, stable=stable)

    def squeeze(self, axis=None):
        """The view without axes of extent 1: :func:`dpnp.squeeze`."""
        return dpnp.squeeze(self, axis)

    def std(
        self,
        axis=None,
        dtype=None,
        *,
        out=None,
        ddof=0,
        keepdims=False,
        where=True,
        mean=None,
        correction=None,
    ):
        """The standard deviation: :func:`dpnp.std`."""
        return dpnp.std(
            self, axis, dtype, out, ddof, keepdims, where=where, mean=mean, correction=correction
        )

    def sum(self, /, axis=None, dtype=None, *, out=None, keepdims=False, initial=None, where=True):
        """The sum of the elements: :func:`dpnp.sum`."""
        return dpnp.sum(self, axis, dtype, out, keepdims, initial, where)

    def swapaxes(self, axis1, axis2):
        """The view with two axes exchanged: :func:`dpnp.swapaxes`."""
        return dpnp.swapaxes(self, axis1, axis2)

    def take(self, indices, axis=None, *, out=None, mode="wrap"):
        """Elements at places: :func:`dpnp.take`."""
        return dpnp.take(self, indices, axis=axis, out=out, mode=mode)

    def trace(self, offset=0, axis1=0, axis2=1, dtype=None, *, out=None):
        """The sum over a diagonal: :func:`dpnp.trace`."""
        return dpnp.trace(self, offset, axis1, axis2, dtype, out)

    def var(
        self,
        axis=None,
        dtype=None,
        *,
        out=None,
        ddof=0,
        keepdims=False,
        where=True,
        mean=None,
        correction=None,
    ):
        """The variance: :func:`dpnp.var`."""
        return dpnp.var(
            self, axis, dtype, out, ddof, keepdims, where=where, mean=mean, correction=correction
        )

    def __pos__(self):
        return dpnp.positive(self)

    def __divmod__(self, other):
        return _both(self, other)

    def __rdivmod__(self, other):
        return _both(other, self)

    def __matmul__(self, other):
        return _product(self, other)

    def __rmatmul__(self, other):
        return _product(other, self)

    def __imatmul__(self, other):
        if not isinstance(other, usm_ndarray):
            return NotImplemented
        product = dpnp.matmul(self, other)
        if product.shape != self.shape:
            raise ValueError(
                f"@=: a product of shape {product.shape} in an array of shape {self.shape}"
            )
        return dpnp.matmul(self, other, out=self)


def _rebuilt(rebuild: Any, *state: Any) -> ndarray:
    return as_class(rebuild(*state), ndarray)


def _product(a: Any, b: Any) -> Any:
    if not isinstance(a, usm_ndarray) or not isinstance(b, usm_ndarray):
        return NotImplemented
    return dpnp.matmul(a, b)


def _both(a: Any, b: Any) -> Any:
    other = b if isinstance(a, ndarray) else a
    if not isinstance(other, usm_ndarray) and not np.isscalar(other):
        return NotImplemented
    return dpnp.divmod(a, b)


ndarray.__module__ = "dpnp"
register_class(ndarray)
