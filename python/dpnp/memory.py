"""Memory of arrays: that of dpctl.memory, beginning at an array's first element."""

from __future__ import annotations

from typing import Any

import dpctl.memory as _memory

from ._convert import array_of

__all__ = ["MemoryUSMDevice", "MemoryUSMHost", "MemoryUSMShared", "create_data"]


class _WithPointer:
    @property
    def ptr(self) -> int:
        """The address of the first byte."""
        return self._pointer  # type: ignore[attr-defined,no-any-return]


class MemoryUSMDevice(_WithPointer, _memory.MemoryUSMDevice):
    """:class:`dpctl.memory.MemoryUSMDevice` with ``ptr``."""


class MemoryUSMHost(_WithPointer, _memory.MemoryUSMHost):
    """:class:`dpctl.memory.MemoryUSMHost` with ``ptr``."""


class MemoryUSMShared(_WithPointer, _memory.MemoryUSMShared):
    """:class:`dpctl.memory.MemoryUSMShared` with ``ptr``."""


_classes = {"device": MemoryUSMDevice, "host": MemoryUSMHost, "shared": MemoryUSMShared}


def create_data(x: Any) -> Any:
    """The memory that an array's elements lie in, from the first one on. Raises TypeError for what is no array."""
    memory = array_of(x).usm_data
    if not isinstance(memory, tuple(c.__bases__[1] for c in _classes.values())):
        raise TypeError(f"create_data: memory of an unknown class {type(memory)}")
    return _classes[x.usm_type](x)
