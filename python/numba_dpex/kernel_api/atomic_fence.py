"""Ordering of memory without an operation on it."""

from .memory_enums import MemoryOrder, MemoryScope


def atomic_fence(memory_order: MemoryOrder, memory_scope: MemoryScope):
    """Orders the accesses before against those after it. Pure Python runs in order anyway."""
    MemoryOrder(memory_order)
    MemoryScope(memory_scope)
