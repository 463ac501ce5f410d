"""Discrete Fourier transforms: those of ``dpctl.tensor.fft`` with NumPy's arguments."""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable
from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray

from ._convert import array_of, cast, queue_of, stored, wrapped
from ._public import public

_NORMS = (None, "backward", "ortho", "forward")


def _input(a: Any, real: bool) -> Any:
    a = array_of(a)
    if real and a.dtype.kind == "c":
        raise TypeError("Input array must be real")
    if a.dtype.kind in "biu":
        return cast(a, _usmarray.default_float_dtype(a.sycl_queue))
    return cast(a, "f4") if a.dtype == np.float16 else a


def _checked(norm: Any) -> str:
    if norm not in _NORMS:
        raise ValueError(f'Invalid norm value {norm}; should be "backward", "ortho" or "forward".')
    return norm or "backward"


def _along(
    transform: Callable[..., Any],
    a: Any,
    n: Any,
    axis: Any,
    norm: Any,
    out: Any,
    real: bool = False,
) -> Any:
    """A transform along one axis."""
    a = _input(a, real)
    norm = _checked(norm)
    if a.ndim == 0:
        raise ValueError("Input array must be at least 1D")
    _usmarray.normal_axis_index(axis, a.ndim)
    if n is not None:
        if not isinstance(n, (int, np.integer)):
            raise TypeError("`n` should be None or an integer")
        if n < 1:
            raise ValueError(f"Invalid number of FFT data points ({n}) specified")
    elif a.shape[axis] == 0 or (transform.__name__ in ("irfft", "hfft") and a.shape[axis] < 2):
        raise ValueError("Invalid number of FFT data points (0) specified")
    if a.size == 0:
        return stored(_of_nothing(transform, a, n, axis), out)
    return stored(transform(a, n=n, axis=axis, norm=norm), out)


def _of_nothing(transform: Callable[..., Any], a: Any, n: Any, axis: int) -> Any:
    host = getattr(np.fft, transform.__name__)(np.zeros(a.shape, a.dtype), n, axis)
    return dpt.asarray(host, usm_type=a.usm_type, sycl_queue=a.sycl_queue)


def fft(a, n=None, axis=-1, norm=None, out=None):
    """The transform along an axis, cut or padded with zeros to ``n``.

    Args:
        norm ("backward", "ortho", "forward", optional): which direction is divided by the number of points.
        out (ndarray, optional): array to write to.

    Raises:
        ValueError: for no points.
    """
    return _along(dpt.fft.fft, a, n, axis, norm, out)


def ifft(a, n=None, axis=-1, norm=None, out=None):
    """The inverse of :func:`fft`."""
    return _along(dpt.fft.ifft, a, n, axis, norm, out)


def rfft(a, n=None, axis=-1, norm=None, out=None):
    """The half of :func:`fft` of real elements that the other half follows from."""
    return _along(dpt.fft.rfft, a, n, axis, norm, out, True)


def irfft(a, n=None, axis=-1, norm=None, out=None):
    """The inverse of :func:`rfft`, of ``n`` elements."""
    return _along(dpt.fft.irfft, a, n, axis, norm, out)


def hfft(a, n=None, axis=-1, norm=None, out=None):
    """The transform, real, of elements with Hermitian symmetry of which one half is given."""
    return _along(dpt.fft.hfft, a, n, axis, norm, out)


def ihfft(a, n=None, axis=-1, norm=None, out=None):
    """The inverse of :func:`hfft`."""
    return _along(dpt.fft.ihfft, a, n, axis, norm, out, True)


def _several(
    transform: Callable[..., Any],
    a: Any,
    s: Any,
    axes: Any,
    norm: Any,
    out: Any,
    last: Any,
    real: bool,
) -> Any:
    """A transform along several axes; ``last`` is what the last of them takes."""
    given = a
    a = _input(a, real)
    norm = _checked(norm)
    s, axes = _extents(a, s, axes, transform)
    if not axes:
        if last is not None:
            raise IndexError("at least one axis is needed")
        return stored(given, out)
    if 0 in a.shape or any(n is not None and n < 1 for n in s):
        for n, axis in zip(s, axes, strict=True):
            if (a.shape[axis] if n is None else n) < 1:
                raise ValueError("Invalid number of FFT data points (0) specified")
    if len({i % a.ndim for i in axes}) == len(axes) and a.size and all(n is None for n in s):
        return stored(transform(a, axes=axes, norm=norm), out)
    return stored(_one_by_one(transform.__name__, a, s, axes, norm), out)


def _one_by_one(name: str, a: Any, s: Any, axes: Any, norm: str) -> Any:
    """Along one axis after the other, which may come twice."""
    extents = a.shape  # those of the input count, also for an axis that comes again
    pairs = [(extents[axis] if n is None else n, axis) for n, axis in zip(s, axes, strict=True)]
    if name == "irfftn" and s[-1] is None:
        pairs[-1] = (None, axes[-1])
    back = name.startswith("i")
    if "rfft" not in name:
        for n, axis in reversed(pairs):
            a = (ifft if back else fft)(a, n, axis, norm)
        return a
    n, axis = pairs.pop()
    if not back:
        a = rfft(a, n, axis, norm)
    for m, along in pairs if back else reversed(pairs):  # which counts for an axis that comes again
        a = (ifft if back else fft)(a, m, along, norm)
    return irfft(a, n, axis, norm) if back else a


def _extents(a: Any, s: Any, axes: Any, transform: Callable[..., Any]) -> tuple[Any, Any]:
    """Extents, ``None`` for what the array has, and axes."""
    if axes is not None:
        axes = tuple(operator.index(i) for i in (axes if np.iterable(axes) else (axes,)))
        for i in axes:
            if not -a.ndim <= i < a.ndim:
                raise IndexError(f"axis {i} is out of bounds for array of dimension {a.ndim}")
    if s is not None:
        if not np.iterable(s):
            raise TypeError(f"`s` must be a sequence of integers, but got {s!r}")
        s = tuple(s)
        if any(not isinstance(n, (int, np.integer)) for n in s):
            raise TypeError(f"`s` must contain only integers, but got {s}")
        if any(n < 1 and n != -1 for n in s):
            raise ValueError(f"Invalid number of FFT data points ({min(s)}) specified")
        s = tuple(None if n == -1 else n for n in s)
    if axes is None:
        axes = tuple(range(a.ndim)) if s is None else tuple(range(-len(s), 0))
        if s is not None and len(s) > a.ndim:
            raise ValueError("Shape and axes have different lengths.")
    if s is None:
        s = (None,) * len(axes)
    if len(s) != len(axes):
        raise ValueError("Shape and axes have different lengths.")
    return s, axes


def fftn(a, s=None, axes=None, norm=None, out=None):
    """The transform along several axes, all of them where ``axes`` is ``None``.

    Args:
        s (sequence of int, optional): the number of points along each of the axes.
        norm, out: as of :func:`fft`.
    """
    return _several(dpt.fft.fftn, a, s, axes, norm, out, None, False)


def ifftn(a, s=None, axes=None, norm=None, out=None):
    """The inverse of :func:`fftn`."""
    return _several(dpt.fft.ifftn, a, s, axes, norm, out, None, False)


def rfftn(a, s=None, axes=None, norm=None, out=None):
    """:func:`rfft` along the last of several axes, :func:`fft` along the others."""
    return _several(dpt.fft.rfftn, a, s, axes, norm, out, rfft, True)


def irfftn(a, s=None, axes=None, norm=None, out=None):
    """The inverse of :func:`rfftn`."""
    return _several(dpt.fft.irfftn, a, s, axes, norm, out, irfft, False)


def fft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """:func:`fftn` along two axes."""
    return fftn(a, s, axes, norm, out)


def ifft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """:func:`ifftn` along two axes."""
    return ifftn(a, s, axes, norm, out)


def rfft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """:func:`rfftn` along two axes."""
    return rfftn(a, s, axes, norm, out)


def irfft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """:func:`irfftn` along two axes."""
    return irfftn(a, s, axes, norm, out)


def _frequencies(
    made: Any, n: Any, d: Any, dtype: Any, device: Any, usm_type: Any, sycl_queue: Any
) -> Any:
    if not isinstance(n, (int, np.integer)):
        raise ValueError("`n` should be an integer")
    if not np.isscalar(d):
        raise ValueError("`d` should be a scalar")
    queue = queue_of(sycl_queue, device)
    dtype = _usmarray.default_float_dtype(queue) if dtype is None else np.dtype(dtype)
    if dtype.kind != "f":
        raise ValueError(f"dtype must be None or a real floating-point dtype, not {dtype}")
    return wrapped(dpt.asarray(made(n, d).astype(dtype), usm_type=usm_type, sycl_queue=queue))


def fftfreq(n, /, d=1.0, *, dtype=None, device=None, usm_type=None, sycl_queue=None):
    """The frequencies of :func:`fft` of ``n`` samples that lie ``d`` apart."""
    return _frequencies(np.fft.fftfreq, n, d, dtype, device, usm_type, sycl_queue)


def rfftfreq(n, /, d=1.0, *, dtype=None, device=None, usm_type=None, sycl_queue=None):
    """The frequencies of :func:`rfft`."""
    return _frequencies(np.fft.rfftfreq, n, d, dtype, device, usm_type, sycl_queue)


def fftshift(x, axes=None):
    """Moves the zero frequency to the middle."""
    return wrapped(dpt.fft.fftshift(array_of(x), axes=axes))


def ifftshift(x, axes=None):
    """The inverse of :func:`fftshift`."""
    return wrapped(dpt.fft.ifftshift(array_of(x), axes=axes))


__all__ = sorted(public(__name__, sys.modules[__name__]))
