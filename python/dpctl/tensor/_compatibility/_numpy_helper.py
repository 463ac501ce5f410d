"""Axes as NumPy checks them."""

from numpy.exceptions import AxisError
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

__all__ = ["AxisError", "normalize_axis_index", "normalize_axis_tuple"]
