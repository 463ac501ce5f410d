"""Types of ranges."""

from .._types import NdRangeType, RangeType

__all__ = ["NdRangeType", "RangeType"]
