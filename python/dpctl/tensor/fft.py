"""The Array API's fft extension: transforms by a library of the device where there is one, else by NumPy's pocketfft on the host;
shifts and frequencies on the device."""

from __future__ import annotations

import numbers
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from . import _usmarray
from ._ctors import asarray, empty
from ._device import normalize_queue_device
from ._host_library import explain, integer_of, values_of
from ._manipulation_functions import roll
from ._usmarray import array_beside, few_transformed, usm_ndarray

__all__ = [
    "fft",
    "fftfreq",
    "fftn",
    "fftshift",
    "hfft",
    "ifft",
    "ifftn",
    "ifftshift",
    "ihfft",
    "irfft",
    "irfftn",
    "rfft",
    "rfftfreq",
    "rfftn",
]


_NORMS = ("backward", "ortho", "forward")


def _array(name: str, x: Any) -> None:
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"fft.{name}: expected dpctl.tensor.usm_ndarray, got {type(x)}")


def _axes(name: str, x: usm_ndarray, along: Any) -> tuple[int, ...]:
    """The axes asked for, one or several, counted from the first."""
    axes = tuple(along) if isinstance(along, Iterable) else (along,)
    axes = tuple(integer_of(f"fft.{name}", "an axis", axis) for axis in axes)
    for axis in axes:
        if not -x.ndim <= axis < x.ndim:
            raise np.exceptions.AxisError(axis, x.ndim, f"fft.{name}")
    return tuple(axis % x.ndim for axis in axes)


def _refused(name: str, x: usm_ndarray, extent: Any, along: Any) -> None:
    """Says what no transform takes, if it is one of axes and extents."""
    axes = tuple(range(x.ndim)) if along is None else _axes(name, x, along)
    several = isinstance(extent, Iterable)
    extents = tuple(extent) if several else (extent,) * len(axes)
    for given, axis in zip(extents, axes, strict=False):
        what = "the extent of an axis"
        if given is None and x.shape[axis] == 0:
            raise ValueError(f"fft.{name}: no elements along axis {axis} of shape {x.shape}")
        whole = given is None or (several and given == -1)
        if not whole and integer_of(f"fft.{name}", what, given) < 1:
            raise ValueError(f"fft.{name}: {what} is 1 or more, got {given}")
    if len(extents) != len(axes):
        raise ValueError(f"fft.{name}: extents {extents} for {len(axes)} axes")


def _transform(
    function: Callable[..., Any],
    x: usm_ndarray,
    complex_input: bool,
    extent: Any,
    along: Any,
    norm: str,
) -> usm_ndarray:
    try:
        if along is None and extent is not None:  # the last axes if only their lengths are given
            along = range(-len(extent), 0)
        if norm in _NORMS:
            made = few_transformed(function, x, complex_input, extent, along, norm)
            if made is not None:
                return made
        return _transformed(function, x, complex_input, extent, along, norm)
    except (IndexError, TypeError, ValueError) as error:
        name = function.__name__
        _array(name, x)
        if str(error).startswith("fft."):
            raise
        _refused(name, x, extent, along)
        raise ValueError(f"fft.{name}: {error}") from error


def _transformed(
    function: Callable[..., Any],
    x: usm_ndarray,
    complex_input: bool,
    extent: Any,
    along: Any,
    norm: str,
) -> usm_ndarray:
    name = function.__name__
    if not _usmarray.holds_floats(x, complex_input):
        _array(name, x)
        kinds = "floating-point" if complex_input else "real floating-point"
        raise TypeError(f"fft.{name}: {kinds} elements, got dtype {x.dtype}; convert by astype")
    if norm not in _NORMS:
        raise ValueError(f"fft.{name}: norm is 'backward', 'ortho' or 'forward', got {norm!r}")
    several = name.endswith("fftn")
    options = {"s" if several else "n": extent, "axes" if several else "axis": along, "norm": norm}
    if _usmarray.has_transforms(x):
        from . import _device_fft

        made = _device_fft.computed(name, x, options)
        if made is not None:
            return made
    explain("fft", name, "NumPy's pocketfft")
    made = _result_in_place(name, x, options)
    if made is None:
        return array_beside(function(values_of(x), extent, along, norm), x)
    function(values_of(x), extent, along, norm, out=np.from_dlpack(made))
    return made


_OF_REAL, _TO_REAL = ("rfft", "rfftn", "ihfft"), ("irfft", "irfftn")


def _result_in_place(name: str, x: usm_ndarray, options: dict[str, Any]) -> usm_ndarray | None:
    """An array that the host can transform into, which saves a copy of large results; None for others."""
    if x.size <= _usmarray.FEW or not x.sycl_device.is_cpu or x.dtype.itemsize < 4:
        return None
    if name == "hfft":  # NumPy 2.4 takes `out` and does not write there
        return None
    shape = list(x.shape)
    axes = options.get("axes", (options.get("axis", -1),))
    along = -1 if axes is None else axes[-1] if axes else x.ndim
    if options.get("s") is not None or not -x.ndim <= along < x.ndim:
        return None
    extent = options.get("n")
    if name in _OF_REAL:
        shape[along] = (shape[along] if extent is None else extent) // 2 + 1
    elif extent is not None or name in _TO_REAL:
        shape[along] = 2 * (shape[along] - 1) if extent is None else extent
    if shape[along] < 1:
        return None
    single = x.dtype.itemsize == (8 if x.dtype.kind == "c" else 4)
    kind = ("f4" if single else "f8") if name in _TO_REAL else ("c8" if single else "c16")
    return empty(tuple(shape), dtype=kind, usm_type=x.usm_type, sycl_queue=x.sycl_queue)


def fft(
    x: usm_ndarray, /, *, n: int | None = None, axis: int = -1, norm: str = "backward"
) -> usm_ndarray:
    """The discrete Fourier transform along an axis, cut or padded with zeros to ``n``."""
    return _transform(np.fft.fft, x, True, n, axis, norm)


def ifft(
    x: usm_ndarray, /, *, n: int | None = None, axis: int = -1, norm: str = "backward"
) -> usm_ndarray:
    """The inverse of :func:`fft`."""
    return _transform(np.fft.ifft, x, True, n, axis, norm)


def fftn(
    x: usm_ndarray,
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str = "backward",
) -> usm_ndarray:
    """The transform along several axes, all of them by default."""
    return _transform(np.fft.fftn, x, True, s, axes, norm)


def ifftn(
    x: usm_ndarray,
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str = "backward",
) -> usm_ndarray:
    """The inverse of :func:`fftn`."""
    return _transform(np.fft.ifftn, x, True, s, axes, norm)


def rfft(
    x: usm_ndarray, /, *, n: int | None = None, axis: int = -1, norm: str = "backward"
) -> usm_ndarray:
    """The half of :func:`fft` of real elements that the other half follows from."""
    return _transform(np.fft.rfft, x, False, n, axis, norm)


def irfft(
    x: usm_ndarray, /, *, n: int | None = None, axis: int = -1, norm: str = "backward"
) -> usm_ndarray:
    """The inverse of :func:`rfft`, of ``n`` elements."""
    return _transform(np.fft.irfft, x, True, n, axis, norm)


def rfftn(
    x: usm_ndarray,
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str = "backward",
) -> usm_ndarray:
    """:func:`rfft` along the last of several axes, :func:`fft` along the others."""
    return _transform(np.fft.rfftn, x, False, s, axes, norm)


def irfftn(
    x: usm_ndarray,
    /,
    *,
    s: Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    norm: str = "backward",
) -> usm_ndarray:
    """The inverse of :func:`rfftn`."""
    return _transform(np.fft.irfftn, x, True, s, axes, norm)


def hfft(
    x: usm_ndarray, /, *, n: int | None = None, axis: int = -1, norm: str = "backward"
) -> usm_ndarray:
    """The transform, real, of elements with Hermitian symmetry of which one half is given."""
    return _transform(np.fft.hfft, x, True, n, axis, norm)


def ihfft(
    x: usm_ndarray, /, *, n: int | None = None, axis: int = -1, norm: str = "backward"
) -> usm_ndarray:
    """The inverse of :func:`hfft`."""
    return _transform(np.fft.ihfft, x, False, n, axis, norm)


def fftfreq(n: int, /, *, d: float = 1.0, dtype: Any = None, device: Any = None) -> usm_ndarray:
    """The frequencies of :func:`fft` of ``n`` samples that lie ``d`` apart."""
    return _frequencies("fftfreq", np.fft.fftfreq, n, d, dtype, device)


def rfftfreq(n: int, /, *, d: float = 1.0, dtype: Any = None, device: Any = None) -> usm_ndarray:
    """The frequencies of :func:`rfft`."""
    return _frequencies("rfftfreq", np.fft.rfftfreq, n, d, dtype, device)


def _frequencies(
    name: str, function: Callable[..., Any], n: int, d: float, dtype: Any, device: Any
) -> usm_ndarray:
    if integer_of(f"fft.{name}", "n", n) < 1:
        raise ValueError(f"fft.{name}: n is 1 or more, got {n}")
    if type(d) is not float and not isinstance(d, numbers.Real) or d == 0:
        raise ValueError(f"fft.{name}: d is a number other than 0, got {d!r}")
    values = function(n, d)
    if (
        dtype is None
        and device is None
        and (made := _usmarray.copy_of_dense(values, None)) is not None
    ):
        return made
    if dtype is None:
        dtype = _usmarray.default_float_dtype(normalize_queue_device(device=device))
    if np.dtype(dtype).kind != "f":
        raise TypeError(f"fft: frequencies are real floating-point numbers, got dtype {dtype}")
    return asarray(values.astype(dtype), device=device)


def fftshift(x: usm_ndarray, /, *, axes: int | Sequence[int] | None = None) -> usm_ndarray:
    """Moves the zero frequency to the middle."""
    return _shifted("fftshift", x, axes, lambda extent: extent // 2)


def ifftshift(x: usm_ndarray, /, *, axes: int | Sequence[int] | None = None) -> usm_ndarray:
    """The inverse of :func:`fftshift`."""
    return _shifted("ifftshift", x, axes, lambda extent: -(extent // 2))


def _shifted(
    name: str, x: usm_ndarray, axes: int | Sequence[int] | None, by: Callable[[int], int]
) -> usm_ndarray:
    _array(name, x)
    along = tuple(range(x.ndim)) if axes is None else _axes(name, x, axes)
    return roll(x, tuple(by(x.shape[axis]) for axis in along), axis=along)
