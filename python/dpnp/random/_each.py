"""Distributions whose numbers are drawn for one set of parameters at a time, for arrays of parameters."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor._usmarray import usm_ndarray

from .._convert import wrapped
from ._global import state
from ._state import shape_of


def of_each(dtype: str | None = None) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Lets a function of numbers and ``size`` take arrays: it is called once for each set of parameters that occurs in them.

    Args:
        dtype: of the numbers; the default floating-point type where ``None``.
    """

    def decorated(draw: Callable[..., Any]) -> Callable[..., Any]:
        signature = inspect.signature(draw)

        @functools.wraps(draw)
        def called(*args: Any, **kwargs: Any) -> Any:
            given = signature.bind(*args, **kwargs)
            given.apply_defaults()
            size = given.arguments.pop("size")
            parameters = list(given.arguments.values())
            if all(np.isscalar(value) for value in parameters):
                return draw(*parameters, size)
            return _drawn(draw, parameters, size, dtype)

        return called

    return decorated


def _drawn(draw: Callable[..., Any], parameters: list[Any], size: Any, dtype: Any) -> Any:
    hosts = [dpt.asnumpy(v) if isinstance(v, usm_ndarray) else np.asarray(v) for v in parameters]
    common = np.broadcast_shapes(*(host.shape for host in hosts))
    shape = common if size is None else shape_of(size)
    if np.broadcast_shapes(common, shape) != shape:
        raise ValueError(
            f"{draw.__name__}: parameters of shape {common} do not broadcast to size {shape}"
        )
    queue = state().get_sycl_queue()
    rows = np.stack([np.broadcast_to(host, shape).reshape(-1) for host in hosts], axis=-1)
    if len(rows) == 0:
        return wrapped(dpt.empty(shape, dtype=dtype, sycl_queue=queue))
    sets, of_row, counts = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
    parts = []
    for values, count in zip(sets, counts, strict=True):
        numbers = (host.dtype.type(v) for host, v in zip(hosts, values, strict=True))
        parts.append(draw(*numbers, int(count)))
    places = np.argsort(np.argsort(of_row.reshape(-1), kind="stable"))
    drawn = dpt.take(dpt.concat(parts), dpt.asarray(places, sycl_queue=queue))
    return wrapped(dpt.reshape(drawn, shape))
