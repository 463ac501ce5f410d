"""Work that libraries of the host do: what it is told by, an array's values for it, and integers among its arguments."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from . import _usmarray
from ._copy_utils import asnumpy
from ._usmarray import usm_ndarray


def explain(extension: str, name: str, by: str) -> None:
    """A line under WEFT_EXPLAIN=1, since users may expect such work on their device."""
    if _usmarray.explaining():
        _usmarray.explain("array", f"{extension}.{name}: by {by} in the host's memory")


def values_of(x: usm_ndarray) -> np.ndarray:
    """The values in the host's memory: the array's own if they are many on a CPU, else a copy."""
    if x.size > _usmarray.FEW and x.sycl_device.is_cpu:
        return np.from_dlpack(x)
    return asnumpy(x)


def integer_of(function: str, what: str, value: Any) -> int:
    """Raises TypeError with the function's name, what it asks for, and the value."""
    try:
        return operator.index(value)
    except (IndexError, TypeError, ValueError):  # the first and the last one are arrays' own
        raise TypeError(f"{function}: {what} is an integer, got {value!r}") from None
