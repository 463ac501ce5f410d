"""Memory of one work-item, and what it shares with that of a group."""

import numpy as np

from ._dtypes import plain_dtype

_ATTRIBUTES = (
    "T", "all", "any", "argmax", "argmin", "argsort", "astype", "clip", "copy", "cumprod", "cumsum", "diagonal", "dot", "fill",
    "flatten", "item", "itemsize", "max", "mean", "min", "prod", "ravel", "repeat", "reshape", "searchsorted", "sort",
    "squeeze", "std", "strides", "sum", "swapaxes", "take", "trace", "transpose", "var",
)  # fmt: skip


class Memory(np.lib.mixins.NDArrayOperatorsMixin):
    """An array as kernels see it: elements, what its shape is, and what operators and NumPy's functions make of it."""

    __slots__ = ("_data",)

    def __init__(self, data) -> None:
        self._data = data

    def __getitem__(self, idx_obj):
        return self._data[idx_obj]

    def __setitem__(self, idx_obj, val):
        self._data[idx_obj] = val

    def __array__(self, dtype=None, copy=None):
        return np.array(self._data, dtype=dtype, copy=copy)

    def __array_ufunc__(self, ufunc, method, *inputs, out=(), **options):
        plain = [x._data if isinstance(x, Memory) else x for x in inputs]
        if out:
            options["out"] = tuple(x._data if isinstance(x, Memory) else x for x in out)
        result = getattr(ufunc, method)(*plain, **options)
        return out[0] if len(out) == 1 else result

    def __getattr__(self, name):
        """What else arrays have inside of kernels."""
        if name in _ATTRIBUTES:
            return getattr(self._data, name)
        raise AttributeError(f"{type(self).__name__} has no attribute {name}")

    def __len__(self):
        return len(self._data)

    @property
    def shape(self):
        """The extents."""
        return self._data.shape

    @property
    def size(self):
        """The number of elements."""
        return self._data.size

    @property
    def ndim(self):
        """The rank."""
        return self._data.ndim

    @property
    def dtype(self):
        """The elements' type."""
        return self._data.dtype


class PrivateArray(Memory):
    """A small array of the work-item's own; uninitialised unless ``fill_zeros``."""

    __slots__ = ()

    def __init__(self, shape, dtype, fill_zeros=False) -> None:
        super().__init__((np.zeros if fill_zeros else np.empty)(shape, plain_dtype(dtype)))
