"""The base of the enumerations that kernels use."""

from enum import IntEnum


class FlagEnum(IntEnum):
    """An enumeration whose members are integers to kernels."""

    @classmethod
    def basetype(cls) -> type:
        """The type of the members' values."""
        return int
