"""Memory of arrays: that of dpctl.memory, beginning at an array's first element."""

from __future__ import annotations

from typing import Any

from dpctl.memory import (
    MemoryUSMDevice,
    MemoryUSMHost,
    MemoryUSMShared,
    as_usm_memory,
)

from ._convert import array_of

__all__ = ["MemoryUSMDevice", "MemoryUSMHost", "MemoryUSMShared", "create_data"]


def create_data(x: Any) -> Any:
    """The memory that an array's elements lie in, from the first one on."""
    return as_usm_memory(array_of(x))
