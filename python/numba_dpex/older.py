"""The API of numba_dpex 0.20 and 0.21, which programs still use: functions instead of items, and kernel[ranges](...).

The functions run in pure Python, too, inside of kernel_api.call_kernel.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from .core.exceptions import (
    IllegalRangeValueError,
    UnknownGlobalRangeError,
    UnsupportedNumberOfRangeDimsError,
)
from .kernel_api import AtomicRef, NdRange, PrivateArray, Range, group_barrier
from .kernel_api._dtypes import plain_dtype
from .kernel_api._work_items import running_item, running_member
from .kernel_api.index_space_ids import NdItem

DEFAULT_LOCAL_SIZE = []
LOCAL_MEM_FENCE = 1
GLOBAL_MEM_FENCE = 2


def _item():
    item = running_item()
    if item is None:
        raise RuntimeError("this function exists inside of kernels only")
    return item


def _nd_item() -> NdItem:
    item = _item()
    if not isinstance(item, NdItem):
        raise RuntimeError("this function needs groups: launch the kernel with a local range")
    return item


def get_global_id(dim):
    """The work-item's index in the whole range."""
    item = _item()
    return item.get_global_id(dim) if isinstance(item, NdItem) else item.get_id(dim)


def get_local_id(dim):
    """The work-item's index in its group."""
    return _nd_item().get_local_id(dim)


def get_group_id(dim):
    """The group's index."""
    return _nd_item().get_group().get_group_id(dim)


def get_num_groups(dim):
    """How many groups there are."""
    return _nd_item().get_group().get_group_range(dim)


def get_work_dim():
    """The rank of the index space."""
    return _item().dimensions


def get_global_size(dim):
    """How many work-items there are."""
    item = _item()
    return item.get_global_range(dim) if isinstance(item, NdItem) else item.get_range(dim)


def get_local_size(dim):
    """How many work-items the group has."""
    return _nd_item().get_local_range(dim)


def barrier(flags=None):
    """Waits for the group's work-items. Whatever the flags say, local and global memory are ordered."""
    group_barrier(_nd_item().get_group())


def sub_group_barrier():
    """Waits for the sub-group's work-items."""
    group_barrier(_nd_item().get_sub_group())


def mem_fence(flags=None):
    """Orders the accesses before against those after it."""
    _item()


def _local_array(shape, dtype):
    """Memory that the group shares; the same for all work-items that come to this call in turn."""
    _nd_item()
    member = running_member()
    arrays = member.run.local_arrays
    number, member.local_arrays = member.local_arrays, member.local_arrays + 1
    if number == len(arrays):
        arrays.append(np.empty(shape, plain_dtype(dtype)))
    return arrays[number]


def _private_array(shape, dtype):
    """Memory of the work-item's own, of zeros, as programs expect."""
    return PrivateArray(shape, dtype, fill_zeros=True)


def _add(ary, idx, val):
    """Adds atomically; gives the value before."""
    return AtomicRef(ary, idx).fetch_add(val)


def _sub(ary, idx, val):
    """Subtracts atomically; gives the value before."""
    return AtomicRef(ary, idx).fetch_sub(val)


def _min(ary, idx, val):
    """Stores the smaller one atomically; gives the value before."""
    return AtomicRef(ary, idx).fetch_min(val)


def _max(ary, idx, val):
    """Stores the larger one atomically; gives the value before."""
    return AtomicRef(ary, idx).fetch_max(val)


local = SimpleNamespace(array=_local_array)
private = SimpleNamespace(array=_private_array)
atomic = SimpleNamespace(add=_add, sub=_sub, min=_min, max=_max)


def _extents(name, size) -> tuple:
    if isinstance(size, int):
        size = (size,)
    if (
        not isinstance(size, (tuple, list))
        or not size
        or not all(isinstance(n, (int, np.integer)) for n in size)
    ):
        raise IllegalRangeValueError(name)
    if len(size) > 3:
        raise UnsupportedNumberOfRangeDimsError(name, len(size), 3)
    return tuple(map(int, size))


def index_space(name, ranges):
    """The Range or NdRange that kernel[ranges] means."""
    if isinstance(ranges, (Range, NdRange)):
        return ranges
    if ranges is None or (isinstance(ranges, (tuple, list)) and not ranges):
        raise UnknownGlobalRangeError(name)
    if isinstance(ranges, tuple) and len(ranges) == 1:
        ranges = ranges[0]
    if not isinstance(ranges, tuple) or len(ranges) != 2:
        return Range(*_extents(name, ranges))
    total, group = ranges
    if isinstance(group, (tuple, list)) and not group:
        return Range(*_extents(name, total))
    return NdRange(Range(*_extents(name, total)), Range(*_extents(name, group)))


def in_groups(space: Range) -> NdRange:
    """The range in groups of neighbours, of 256 at most."""
    last = space[len(space) - 1]
    size = next(n for n in range(min(last, 256), 0, -1) if last % n == 0)
    return NdRange(space, Range(*[1] * (len(space) - 1), size))


class Configured:
    """A kernel with its ranges, to be called with its arguments."""

    def __init__(self, kernel, ranges):
        self.kernel, self.space = kernel, index_space(kernel.__name__, ranges)

    def __call__(self, *args):
        from ._compiler import NeedsGroups
        from .core.kernel_launcher import call_kernel

        try:
            call_kernel(self.kernel, self.space, *args)
        except NeedsGroups:  # whose sizes the device chose
            self.space = in_groups(self.space)
            call_kernel(self.kernel, self.space, *args)
