"""Memory of one work-item."""

import numpy as np


class PrivateArray:
    """A small array of the work-item's own; uninitialised unless ``fill_zeros``."""

    __slots__ = ("_data",)

    def __init__(self, shape, dtype, fill_zeros=False) -> None:
        self._data = (np.zeros if fill_zeros else np.empty)(shape, dtype)

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
