"""Atomic access to one element of an array."""

from copy import copy

from .memory_enums import AddressSpace, MemoryOrder, MemoryScope


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
        return copy(self._ref[self._index])

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
        """Stores ``desired`` where the element equals ``expected[expected_idx]`` and gives True.

        Else stores the element there and gives False.
        """
        if self._ref[self._index] == expected[expected_idx]:
            self._ref[self._index] = desired
            return True
        expected[expected_idx] = self._ref[self._index]
        return False
