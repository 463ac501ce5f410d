"""Helpers that programs import from Intel's module of this name."""

from __future__ import annotations

from typing import Any

import numpy as np
from dpctl.tensor._promotion import _to_device_supported_dtype
from dpctl.tensor._usmarray import usm_ndarray
from dpctl.utils import get_coerced_usm_type, get_execution_queue

from ._from_data import asnumpy

__all__ = ["convert_item", "get_usm_allocations", "map_dtype_to_device"]


def convert_item(item: Any) -> Any:
    """NumPy arrays of arrays, also in lists and tuples; anything else as it is."""
    if isinstance(item, usm_ndarray):
        return asnumpy(item)
    if isinstance(item, (list, tuple)):
        return type(item)(convert_item(part) for part in item)
    return item


def map_dtype_to_device(dtype: Any, device: Any) -> np.dtype:
    """The dtype, or the nearest that a device has."""
    return _to_device_supported_dtype(np.dtype(dtype), device)


def get_usm_allocations(objects: Any) -> tuple[str | None, Any]:
    """The kind of memory and the queue of what is made of arrays among objects.

    Raises:
        ValueError: where arrays live on different queues.
    """
    if not isinstance(objects, (list, tuple)):
        raise TypeError(f"Expected a list or a tuple, got {type(objects)}")
    arrays = [x for x in objects if isinstance(x, usm_ndarray)]
    if not arrays:
        return None, None
    queue = get_execution_queue([x.sycl_queue for x in arrays])
    if queue is None:
        raise ValueError("get_usm_allocations: the arrays live on different queues")
    return get_coerced_usm_type([x.usm_type for x in arrays]), queue
