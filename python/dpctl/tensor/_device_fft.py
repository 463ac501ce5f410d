"""Fourier transforms by a library of the device's vendor, in the device's memory."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _usmarray
from ._copy_utils import copy
from ._ctors import empty, zeros
from ._elementwise_funcs import conj, multiply
from ._manipulation_functions import permute_dims
from ._usmarray import usm_ndarray

_MOST_AXES = 3  # of one call


def computed(name: str, x: usm_ndarray, options: dict[str, Any]) -> usm_ndarray | None:
    """What NumPy's function of that name gives, as an array; None where it would raise, or has axes twice."""
    if name.endswith("n"):
        axes, lengths = options["axes"], options["s"]
        axes = range(x.ndim) if axes is None else axes
    else:
        axes, lengths = [options["axis"]], None if options["n"] is None else [options["n"]]
    if any(not -x.ndim <= axis < x.ndim for axis in axes) or x.size == 0:
        return None
    axes = [axis % x.ndim for axis in axes]
    if not axes or len(set(axes)) != len(axes):
        return None
    own = [x.shape[axis] for axis in axes]
    if lengths is None:
        lengths = list(own)
        if name in ("irfft", "irfftn", "hfft"):
            lengths[-1] = 2 * (own[-1] - 1)
    if len(lengths) != len(axes):
        return None
    lengths = [
        extent if length == -1 and name.endswith("n") else length
        for length, extent in zip(lengths, own, strict=True)
    ]
    if min(lengths) < 1:
        return None
    norm = options["norm"]
    if name == "hfft":
        return _to_real(conj(x), axes, lengths, _other(norm))
    if name == "ihfft":
        return conj(_from_real(x, axes, lengths, _other(norm)))
    if name.startswith("irfft"):
        return _to_real(x, axes, lengths, norm)
    if name.startswith("rfft"):
        return _from_real(x, axes, lengths, norm)
    return _complex(x, axes, lengths, norm, name.startswith("i"))


def _other(norm: str) -> str:
    return {"backward": "forward", "forward": "backward"}.get(norm, norm)


def _scaled(x: usm_ndarray, lengths: Sequence[int], norm: str, inverse: bool) -> usm_ndarray:
    count = math.prod(lengths)
    if norm == "ortho":
        return multiply(x, 1 / math.sqrt(count))
    return multiply(x, 1 / count) if (norm == "backward") == inverse else x


def _is_double(x: usm_ndarray) -> bool:
    return np.dtype(x.dtype) in (np.dtype("f8"), np.dtype("c16"))


def _last(x: usm_ndarray, axes: Sequence[int], extents: Sequence[int], dtype: str) -> usm_ndarray:
    """The array with these axes last and of these extents, cut or filled up with zeros, dense."""
    others = [axis for axis in range(x.ndim) if axis not in axes]
    moved = permute_dims(x, (*others, *axes))
    cut = moved[
        (..., *(slice(min(n, m)) for n, m in zip(extents, moved.shape[len(others) :], strict=True)))
    ]
    if cut.shape[len(others) :] == tuple(extents):
        return _usmarray.astype_array(cut, dtype, "C", False)
    whole = zeros(
        (*cut.shape[: len(others)], *extents),
        dtype=dtype,
        usm_type=x.usm_type,
        sycl_queue=x.sycl_queue,
    )
    whole[(..., *(slice(n) for n in cut.shape[len(others) :]))] = cut
    return whole


def _back(x: usm_ndarray, axes: Sequence[int]) -> usm_ndarray:
    """The view with the last axes where they came from."""
    others = [axis for axis in range(x.ndim) if axis not in axes]
    return permute_dims(x, np.argsort([*others, *axes]).tolist())


def _transformed(
    x: usm_ndarray, shape: tuple[int, ...], dtype: str, rank: int, inverse: bool
) -> usm_ndarray:
    made = empty(shape, dtype=dtype, usm_type=x.usm_type, sycl_queue=x.sycl_queue)
    _usmarray.transform_array(x, made, rank, inverse)
    return made


def _complex_axes(x: usm_ndarray, axes: Sequence[int], inverse: bool) -> usm_ndarray:
    """Along axes of a complex array, without scaling."""
    for first in range(0, len(axes), _MOST_AXES):
        some = axes[first : first + _MOST_AXES]
        dense = _last(x, some, [x.shape[axis] for axis in some], x.dtype)
        x = _back(_transformed(dense, dense.shape, dense.dtype, len(some), inverse), some)
    return x


def _complex(
    x: usm_ndarray, axes: Sequence[int], lengths: Sequence[int], norm: str, inverse: bool
) -> usm_ndarray:
    dtype = "c16" if _is_double(x) else "c8"
    few = len(axes) <= _MOST_AXES
    dense = _last(x, axes, lengths, dtype)
    if few:
        made = _back(_transformed(dense, dense.shape, dtype, len(axes), inverse), axes)
    else:
        made = _complex_axes(_back(dense, axes), axes, inverse)
    return _scaled(made, lengths, norm, inverse)


def _from_real(
    x: usm_ndarray, axes: Sequence[int], lengths: Sequence[int], norm: str
) -> usm_ndarray:
    """The last of the axes gives its half."""
    double = _is_double(x)
    rank = len(axes) if len(axes) <= _MOST_AXES else 1
    dense = _last(x, axes, lengths, "f8" if double else "f4")
    shape = (*dense.shape[:-1], lengths[-1] // 2 + 1)
    made = _back(_transformed(dense, shape, "c16" if double else "c8", rank, False), axes)
    if rank != len(axes):
        made = _complex_axes(made, axes[:-1], False)
    return _scaled(made, lengths, norm, False)


def _to_real(x: usm_ndarray, axes: Sequence[int], lengths: Sequence[int], norm: str) -> usm_ndarray:
    """Complex transforms along all axes but the last; there, as NumPy does, what should be real is taken to be."""
    double = _is_double(x)
    half = lengths[-1] // 2 + 1
    dense = _last(x, axes, [*lengths[:-1], half], "c16" if double else "c8")
    if len(axes) > 1:
        spread = _complex_axes(_back(dense, axes), axes[:-1], True)
        dense = _last(spread, axes, [*lengths[:-1], half], spread.dtype)
    dense = copy(dense, order="C")  # which is destroyed
    dense[..., 0] = dense[..., 0].real
    if lengths[-1] % 2 == 0:
        dense[..., half - 1] = dense[..., half - 1].real
    made = _transformed(dense, (*dense.shape[:-1], lengths[-1]), "f8" if double else "f4", 1, True)
    return _scaled(_back(made, axes), lengths, norm, True)
