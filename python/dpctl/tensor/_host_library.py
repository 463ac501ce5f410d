"""Work that libraries of the host do: an array's values in, arrays on the same queue out."""

from __future__ import annotations

import os
import sys
from typing import Any

import numpy as np

from ._copy_utils import asnumpy
from ._ctors import asarray
from ._usmarray import usm_ndarray


def explain(name: str, by: str) -> None:
    """A line under WEFT_EXPLAIN=1, since users may expect such work on their device."""
    if os.environ.get("WEFT_EXPLAIN", "").lower() in ("1", "true", "on", "yes"):
        print(f"weft array: {name}: by {by} in the host's memory", file=sys.stderr)


def values_of(x: usm_ndarray) -> np.ndarray:
    """The values in the host's memory: the array's own on the CPU, a copy of a GPU's."""
    if x.sycl_device.is_cpu and x.size:
        return np.from_dlpack(x)
    return asnumpy(x)


def array_like(values: Any, x: usm_ndarray) -> usm_ndarray:
    """A new array of these values beside `x`."""
    return asarray(np.asarray(values), usm_type=x.usm_type, sycl_queue=x.sycl_queue)
