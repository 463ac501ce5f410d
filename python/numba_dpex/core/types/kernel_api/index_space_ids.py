"""Types of items and groups."""

from .._types import GroupType, ItemType, NdItemType

__all__ = ["GroupType", "ItemType", "NdItemType"]
