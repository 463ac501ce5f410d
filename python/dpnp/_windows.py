"""Windows for signals."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import dpctl.tensor as dpt
from dpctl.tensor import _usmarray

from ._convert import queue_of, wrapped


def _window(
    name: str, M: Any, shape: Callable[[Any, int], Any], device: Any, usm_type: Any, sycl_queue: Any
) -> Any:
    """A window of M points; ones where there is one point, nothing below."""
    try:
        count = int(M)
    except (OverflowError, TypeError, ValueError):
        raise TypeError("M must be an integer") from None
    queue = queue_of(sycl_queue, device)
    kind = "device" if usm_type is None else usm_type
    dtype = _usmarray.default_float_dtype(queue)
    if count < 1:
        return wrapped(dpt.empty(0, dtype=dtype, usm_type=kind, sycl_queue=queue))
    if count == 1:
        return wrapped(dpt.ones(1, dtype=dtype, usm_type=kind, sycl_queue=queue))
    return wrapped(shape(dpt.arange(count, dtype=dtype, usm_type=kind, sycl_queue=queue), count))


def bartlett(M, *, device=None, usm_type=None, sycl_queue=None):
    """The Bartlett window of M points: a triangle that ends in zeros."""
    return _window(
        "bartlett",
        M,
        lambda n, count: 1 - dpt.abs(n * (2 / (count - 1)) - 1),
        device,
        usm_type,
        sycl_queue,
    )


def blackman(M, *, device=None, usm_type=None, sycl_queue=None):
    """The Blackman window of M points."""

    def shape(n: Any, count: int) -> Any:
        phase = n * (2 * math.pi / (count - 1))
        return 0.42 - 0.5 * dpt.cos(phase) + 0.08 * dpt.cos(2 * phase)

    return _window("blackman", M, shape, device, usm_type, sycl_queue)


def hamming(M, *, device=None, usm_type=None, sycl_queue=None):
    """The Hamming window of M points."""
    return _window(
        "hamming",
        M,
        lambda n, count: 0.54 - 0.46 * dpt.cos(n * (2 * math.pi / (count - 1))),
        device,
        usm_type,
        sycl_queue,
    )


def hanning(M, *, device=None, usm_type=None, sycl_queue=None):
    """The Hann window of M points."""
    return _window(
        "hanning",
        M,
        lambda n, count: 0.5 - 0.5 * dpt.cos(n * (2 * math.pi / (count - 1))),
        device,
        usm_type,
        sycl_queue,
    )


def kaiser(M, beta, *, device=None, usm_type=None, sycl_queue=None):
    """The Kaiser window of M points; larger ``beta`` makes it narrower."""
    from ._derived import composed

    try:
        beta = float(beta)
    except (TypeError, ValueError):
        raise TypeError("beta must be a float") from None
    i0 = composed["i0"]

    def shape(n: Any, count: int) -> Any:
        middle = (count - 1) / 2
        root = dpt.sqrt(1 - dpt.square((n - middle) / middle))
        return i0(beta * root) / i0(beta * dpt.ones_like(root))

    return _window("kaiser", M, shape, device, usm_type, sycl_queue)
