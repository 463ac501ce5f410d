"""Atomic access to one element of an array."""

import warnings
from copy import copy

import numpy as np

from ._work_items import running_member
from .memory_enums import AddressSpace, MemoryOrder, MemoryScope

_LONG = 1_000_000  # reads of one value in a row


class _Reads:
    """Notices work-items that wait for others without a barrier, for which nobody here goes on."""

    member = place = value = None
    count = 0

    def note(self, member, place, value):
        if member is not self.member or place != self.place or value != self.value:
            self.member, self.place, self.value, self.count = member, place, value, 0
        self.count += 1
        if self.count == _LONG:
            warnings.warn(
                f"a work-item has read {value} from one place {_LONG:,} times; in pure Python others go on only when it ends or "
                "comes to a barrier, compiled for CPUs such work-items take turns",
                RuntimeWarning,
                stacklevel=4,
            )


_reads = _Reads()


def _same_bits(x, y) -> bool:
    x, y = np.asarray(x), np.asarray(y)
    return x.tobytes() == y.tobytes() if x.dtype == y.dtype else bool(x == y)


class AtomicRef:
    """Refers to ``ref[index]`` and accesses it atomically.

    Pure Python runs one work-item at a time, so that order, scope and address space change nothing there.
    """

    __slots__ = ("_address_space", "_index", "_memory_order", "_memory_scope", "_ref")

    def __init__(
        self,
        ref,
        index,
        memory_order=MemoryOrder.RELAXED,
        memory_scope=MemoryScope.DEVICE,
        address_space=None,
    ):
        if not (hasattr(ref, "__getitem__") and hasattr(ref, "__setitem__")):
            raise TypeError(f"AtomicRef takes an array and an index, not a {type(ref).__name__}")
        self._ref = ref
        self._index = index
        self._memory_order = memory_order
        self._memory_scope = memory_scope
        self._address_space = address_space

    @property
    def ref(self):
        """The element's value."""
        return self._ref[self._index]

    @property
    def memory_order(self) -> MemoryOrder:
        """The order that its operations have."""
        return self._memory_order

    @property
    def memory_scope(self) -> MemoryScope:
        """The scope that its operations have."""
        return self._memory_scope

    @property
    def address_space(self) -> AddressSpace:
        """Where the element lies."""
        return self._address_space

    def _old(self):
        old = copy(self._ref[self._index])
        _reads.note(running_member(), (id(self._ref), self._index), old)
        return old

    def fetch_add(self, val):
        """Adds ``val``; gives the value before."""
        old = self._old()
        self._ref[self._index] += val
        return old

    def fetch_sub(self, val):
        """Subtracts ``val``; gives the value before."""
        old = self._old()
        self._ref[self._index] -= val
        return old

    def fetch_min(self, val):
        """Stores the smaller of element and ``val``; gives the value before."""
        old = self._old()
        self._ref[self._index] = min(old, val)
        return old

    def fetch_max(self, val):
        """Stores the larger of element and ``val``; gives the value before."""
        old = self._old()
        self._ref[self._index] = max(old, val)
        return old

    def fetch_and(self, val):
        """Keeps the bits that ``val`` has, too; gives the value before."""
        old = self._old()
        self._ref[self._index] &= val
        return old

    def fetch_or(self, val):
        """Sets the bits of ``val``; gives the value before."""
        old = self._old()
        self._ref[self._index] |= val
        return old

    def fetch_xor(self, val):
        """Inverts the bits of ``val``; gives the value before."""
        old = self._old()
        self._ref[self._index] ^= val
        return old

    def load(self):
        """The element's value."""
        return self._old()

    def store(self, val):
        """Stores ``val``."""
        self._ref[self._index] = val

    def exchange(self, val):
        """Stores ``val``; gives the value before."""
        old = self._old()
        self._ref[self._index] = val
        return old

    def compare_exchange(self, expected, desired, expected_idx=0):
        """Stores ``desired`` where the element has the bits of ``expected[expected_idx]`` and gives True.

        Else stores the element there and gives False.
        """
        if _same_bits(self._ref[self._index], expected[expected_idx]):
            self._ref[self._index] = desired
            return True
        expected[expected_idx] = self._old()
        return False
