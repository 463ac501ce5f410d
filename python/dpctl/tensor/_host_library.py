"""Work that libraries of the host do: an array's values in, arrays on the same queue out."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _usmarray
from ._copy_utils import asnumpy
from ._ctors import asarray
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


def array_like(values: Any, x: usm_ndarray) -> usm_ndarray:
    """A new array of NumPy's values beside `x`."""
    made = _usmarray.copy_beside(values, x)
    return asarray(values, usm_type=x.usm_type, sycl_queue=x.sycl_queue) if made is None else made


def arrays_like(result: Any, x: usm_ndarray) -> Any:
    """The same for each of several, if NumPy gives several."""
    if isinstance(result, tuple):
        return [array_like(part, x) for part in result]
    return array_like(result, x)
