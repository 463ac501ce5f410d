"""Memory of one work-item, and what it shares with that of a group."""

import numpy as np


class Memory:
    """An array as kernels see it: elements, and what its shape is."""

    __slots__ = ("_data",)

    def __init__(self, data) -> None:
        self._data = data

    def __getitem__(self, idx_obj):
        return self._data[idx_obj]

    def __setitem__(self, idx_obj, val):
        self._data[idx_obj] = val

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
        super().__init__((np.zeros if fill_zeros else np.empty)(shape, dtype))
