"""The language of kernels, as classes and functions that run in pure Python, too."""

from ._work_items import BarrierDivergenceError
from .atomic_fence import atomic_fence
from .atomic_ref import AtomicRef
from .barrier import group_barrier
from .group_algorithms import (
    all_of_group,
    any_of_group,
    exclusive_scan_over_group,
    group_broadcast,
    inclusive_scan_over_group,
    none_of_group,
    permute_group_by_xor,
    reduce_over_group,
    select_from_group,
    shift_group_left,
    shift_group_right,
)
from .index_space_ids import Group, Item, NdItem, SubGroup
from .launcher import call_kernel
from .local_accessor import LocalAccessor
from .memory_enums import AddressSpace, MemoryOrder, MemoryScope
from .private_array import PrivateArray
from .ranges import NdRange, Range

__all__ = [
    "AddressSpace",
    "AtomicRef",
    "BarrierDivergenceError",
    "Group",
    "Item",
    "LocalAccessor",
    "MemoryOrder",
    "MemoryScope",
    "NdItem",
    "NdRange",
    "PrivateArray",
    "Range",
    "SubGroup",
    "all_of_group",
    "any_of_group",
    "atomic_fence",
    "call_kernel",
    "exclusive_scan_over_group",
    "group_barrier",
    "group_broadcast",
    "inclusive_scan_over_group",
    "none_of_group",
    "permute_group_by_xor",
    "reduce_over_group",
    "select_from_group",
    "shift_group_left",
    "shift_group_right",
]
