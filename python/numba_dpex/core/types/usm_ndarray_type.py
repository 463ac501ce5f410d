"""The type of arrays in USM."""

from ._types import USMNdArray

__all__ = ["USMNdArray"]
