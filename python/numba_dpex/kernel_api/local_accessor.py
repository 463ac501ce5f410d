"""Memory that the work-items of a group share."""

import operator

import numpy as np

from ._dtypes import plain_dtype
from .private_array import Memory


class LocalAccessor:
    """An argument of a kernel for an NdRange: each group sees an array of this shape of its own, uninitialised."""

    __slots__ = ("_dtype", "_shape", "_words")

    def __init__(self, shape, dtype) -> None:
        extents = list(shape) if isinstance(shape, (tuple, list)) else [shape]
        if not 1 <= len(extents) <= 3:
            raise TypeError(f"LocalAccessor: a shape has 1 to 3 extents, not {len(extents)}")
        self._shape = tuple(self._verify_positive_integral_list(extents))
        self._dtype = np.dtype(plain_dtype(dtype))
        self._words = None  # what launches say of it, from the first one on

    def _verify_positive_integral_list(self, ls):
        """The extents as ints; raises TypeError for anything else and for those below 1."""
        try:
            extents = [operator.index(extent) for extent in ls]
        except TypeError:
            raise TypeError(
                f"LocalAccessor: a shape consists of positive integers, not {ls!r}"
            ) from None
        if any(extent < 1 for extent in extents):
            raise TypeError(f"LocalAccessor: a shape consists of positive integers, not {ls!r}")
        return extents

    @property
    def shape(self):
        """The extents."""
        return self._shape

    @property
    def dtype(self):
        """The elements' type."""
        return self._dtype

    def __getitem__(self, idx_obj):
        raise NotImplementedError("the elements of a LocalAccessor exist inside of kernels only")

    def __setitem__(self, idx_obj, val):
        raise NotImplementedError("the elements of a LocalAccessor exist inside of kernels only")


class _LocalAccessorMock(Memory):
    """What a kernel in pure Python gets for a LocalAccessor."""

    __slots__ = ()

    def __init__(self, local_accessor: LocalAccessor):
        super().__init__(np.empty(local_accessor.shape, local_accessor.dtype))
