"""Types of enumerators."""

from .._types import IntEnumLiteral

__all__ = ["IntEnumLiteral"]
