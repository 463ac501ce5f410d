"""What a work-item knows of its place: Item in a Range, NdItem, Group and SubGroup in an NdRange."""

from math import prod

from .ranges import Range


def _linear(index, extents) -> int:
    """Row-major position: the last dimension varies fastest."""
    position = 0
    for i, extent in zip(index, extents, strict=True):
        position = position * extent + i
    return position


def _at(values, dim, what):
    if not 0 <= dim < len(values):
        raise ValueError(f"{what}: dimension {dim} of {len(values)}")
    return values[dim]


class Group:
    """The work-group that a work-item belongs to."""

    def __init__(self, global_range: Range, local_range: Range, group_range: Range, index: list):
        self._global_range = global_range
        self._local_range = local_range
        self._group_range = group_range
        self._index = index
        self._leader = False
        self._member = None  # the running work-item, in call_kernel

    def get_group_id(self, dim):
        """The group's index in dimension ``dim``."""
        return _at(self._index, dim, "get_group_id")

    def get_group_linear_id(self):
        """The group's position among all groups."""
        return _linear(self._index, self._group_range)

    def get_group_range(self, dim):
        """How many groups there are in dimension ``dim``."""
        return _at(self._group_range, dim, "get_group_range")

    def get_group_linear_range(self):
        """How many groups there are."""
        return prod(self._group_range)

    def get_local_range(self, dim):
        """How many work-items the group has in dimension ``dim``."""
        return _at(self._local_range, dim, "get_local_range")

    def get_local_linear_range(self):
        """How many work-items the group has."""
        return prod(self._local_range)

    @property
    def leader(self):
        """Whether the calling work-item is the group's first."""
        return self._leader

    @leader.setter
    def leader(self, work_item_id):
        self._leader = work_item_id

    @property
    def dimensions(self) -> int:
        """The rank of the index space."""
        return len(self._global_range)


class SubGroup:
    """The work-items of a group that the device runs together; how many is the device's to choose."""

    def __init__(self, first: int, size: int, group_size: int, width: int):
        self._first, self._size, self._group_size, self._width = first, size, group_size, width
        self._local = 0
        self._member = None

    def get_local_id(self):
        """The work-item's position in its sub-group."""
        return self._local

    def get_local_range(self):
        """How many work-items the sub-group has."""
        return self._size

    def get_max_local_range(self):
        """How many work-items a sub-group has at most."""
        return self._width

    def get_group_id(self):
        """The sub-group's number in its group."""
        return self._first // self._width

    def get_group_range(self):
        """How many sub-groups the group has."""
        return -(-self._group_size // self._width)


class Item:
    """A work-item's place in a Range."""

    def __init__(self, extent: Range, index: list):
        self._extent = extent
        self._index = index

    def get_linear_id(self):
        """The work-item's position, row-major."""
        return _linear(self._index, self._extent)

    def get_id(self, idx):
        """The work-item's index in dimension ``idx``."""
        return _at(self._index, idx, "get_id")

    def get_linear_range(self):
        """How many work-items there are."""
        return prod(self._extent)

    def get_range(self, idx):
        """How many work-items there are in dimension ``idx``."""
        return _at(self._extent, idx, "get_range")

    @property
    def dimensions(self) -> int:
        """The rank of the index space."""
        return len(self._extent)


class NdItem:
    """A work-item's place in an NdRange."""

    def __init__(self, global_item: Item, local_item: Item, group: Group):
        self._global_item = global_item
        self._local_item = local_item
        self._group = group
        self._sub_group = None
        if self.get_local_linear_id() == 0:
            self._group.leader = True

    def get_global_id(self, idx):
        """The work-item's index in the whole range, in dimension ``idx``."""
        return self._global_item.get_id(idx)

    def get_global_linear_id(self):
        """The work-item's position in the whole range, row-major."""
        return self._global_item.get_linear_id()

    def get_local_id(self, idx):
        """The work-item's index in its group, in dimension ``idx``."""
        return self._local_item.get_id(idx)

    def get_local_linear_id(self):
        """The work-item's position in its group, row-major."""
        return self._local_item.get_linear_id()

    def get_global_range(self, idx):
        """How many work-items there are in dimension ``idx``."""
        return self._global_item.get_range(idx)

    def get_local_range(self, idx):
        """How many work-items the group has in dimension ``idx``."""
        return self._local_item.get_range(idx)

    def get_local_linear_range(self):
        """How many work-items the group has."""
        return self._local_item.get_linear_range()

    def get_global_linear_range(self):
        """How many work-items there are."""
        return self._global_item.get_linear_range()

    def get_group(self):
        """The work-item's group."""
        return self._group

    def get_sub_group(self):
        """The work-item's sub-group."""
        return self._sub_group

    @property
    def dimensions(self) -> int:
        """The rank of the index space."""
        return self._global_item.dimensions
