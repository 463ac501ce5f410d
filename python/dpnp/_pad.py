"""pad: arrays with more elements around them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor._usmarray import usm_ndarray

from ._convert import array_of, beside, cast, wrapped

__all__ = ["pad"]

_BY_INDEX = ("edge", "reflect", "symmetric", "wrap")
_STATISTICS = {"maximum": "max", "minimum": "min", "mean": "mean", "median": "median"}
_KEYWORDS = {
    "constant": ["constant_values"],
    "edge": [],
    "empty": [],
    "linear_ramp": ["end_values"],
    "maximum": ["stat_length"],
    "mean": ["stat_length"],
    "median": ["stat_length"],
    "minimum": ["stat_length"],
    "reflect": ["reflect_type"],
    "symmetric": ["reflect_type"],
    "wrap": [],
}


def pad(array, pad_width, mode="constant", **kwargs):
    """The array with more elements before and behind along each axis.

    Args:
        pad_width (int, pair, sequence of pairs, dict): how many, for all axes or for each.
        mode (str, function): "constant" with ``constant_values``, "edge", "empty", "linear_ramp" with ``end_values``,
            "maximum", "mean", "median", "minimum" with ``stat_length``, "reflect" and "symmetric" with ``reflect_type``,
            "wrap", or a function of a line, its pad widths, its axis and the keywords, which fills the line.

    Raises:
        ValueError: for other modes and keywords, and for negative widths.
    """
    array = array_of(array)
    widths = _widths(pad_width, array.ndim)
    if callable(mode):
        return _filled_by(mode, array, widths, kwargs)
    if mode not in _KEYWORDS:
        raise ValueError(f"mode '{mode}' is not supported")
    unknown = set(kwargs) - set(_KEYWORDS[mode])
    if unknown:
        raise ValueError(f"unsupported keyword arguments for mode '{mode}': {unknown}")
    if mode in ("constant", "empty"):
        return wrapped(
            _around(array, widths, kwargs.get("constant_values", 0) if mode == "constant" else None)
        )
    if array.size == 0:
        _refuse_from_nothing(array, widths, mode)
        return wrapped(_around(array, widths, None))
    if not any(left or right for left, right in widths):
        return wrapped(dpt.copy(array))
    odd = kwargs.get("reflect_type", "even") == "odd"
    if mode in _BY_INDEX and not odd:
        for axis, (left, right) in enumerate(widths):
            if left or right:
                places = np.pad(np.arange(array.shape[axis]), (left, right), mode=mode)
                array = dpt.take(array, beside(places, array), axis=axis)
        return wrapped(array)
    return wrapped(_by_axes(array, widths, mode, kwargs))


def _widths(pad_width: Any, ndim: int) -> list[tuple[int, int]]:
    if isinstance(pad_width, dict):
        pairs: list[Any] = [(0, 0)] * ndim
        for axis, width in pad_width.items():
            pairs[axis] = (width, width) if np.isscalar(width) else width
        pad_width = pairs or 0
    host = dpt.asnumpy(pad_width) if isinstance(pad_width, usm_ndarray) else np.asarray(pad_width)
    if host.dtype.kind not in "iu":
        raise TypeError("`pad_width` must be of integral type.")
    return [(int(a), int(b)) for a, b in _pairs(host, ndim, True)]


def _pairs(values: Any, ndim: int, is_index: bool = False) -> list[tuple[Any, Any]]:
    """A number, a pair or pairs as a pair for each axis."""
    if values is None:
        return [(None, None)] * ndim
    host = np.asarray(values)
    if is_index:
        host = np.round(host).astype(np.intp, copy=False)
        if host.size and host.min() < 0:
            raise ValueError("index can't contain negative values")
    return [tuple(pair) for pair in np.broadcast_to(host, (ndim, 2)).tolist()]


def _around(x: Any, widths: list[tuple[int, int]], constants: Any) -> Any:
    """The array in a larger one, which holds constants beside it, or whatever."""
    shape = tuple(n + left + right for n, (left, right) in zip(x.shape, widths, strict=True))
    inside = tuple(slice(left, left + n) for n, (left, _) in zip(x.shape, widths, strict=True))
    made = dpt.empty(
        shape,
        dtype=x.dtype,
        usm_type=x.usm_type,
        sycl_queue=x.sycl_queue,
        order="F" if x.flags.fnc else "C",
    )
    if constants is not None:
        if isinstance(constants, usm_ndarray):
            constants = dpt.asnumpy(constants)
        values = _pairs(constants, x.ndim)
        for axis, ((left, right), (first, last)) in enumerate(zip(widths, values, strict=True)):
            before = (slice(None),) * axis  # later axes overwrite the corners
            if left:
                made[(*before, slice(0, left))] = _cast_number(first, x.dtype)
            if right:
                made[(*before, slice(shape[axis] - right, None))] = _cast_number(last, x.dtype)
    made[inside] = x
    return made


def _cast_number(value: Any, dtype: np.dtype) -> Any:
    return np.asarray(value).astype(dtype).item()


def _refuse_from_nothing(x: Any, widths: list[tuple[int, int]], mode: str) -> None:
    for n, pair in zip(x.shape, widths, strict=True):
        if n == 0 and any(pair):
            raise ValueError(
                f"can't extend empty axis using mode other than 'constant' or 'empty', got '{mode}'"
            )


def _by_axes(x: Any, widths: list[tuple[int, int]], mode: str, options: dict[str, Any]) -> Any:
    """Along one axis after the other; later ones read what was added before."""
    ends = _pairs(options.get("end_values", 0), x.ndim)
    lengths = _pairs(options.get("stat_length"), x.ndim)
    for length in (n for pair in lengths for n in pair):
        if length is not None and length < 0:
            raise ValueError("index can't contain negative values")
    for axis, (left, right) in enumerate(widths):
        if mode == "linear_ramp":
            x = _ramped(x, axis, left, right, ends[axis])
        elif mode in _STATISTICS:
            x = _summarised(x, axis, left, right, _STATISTICS[mode], lengths[axis])
        else:
            x = _reflected_oddly(x, axis, left, right, mode == "symmetric")
    return x


def _part(x: Any, axis: int, start: int, stop: int) -> Any:
    return x[(*(slice(None),) * axis, slice(start, stop))]


def _joined(parts: list[Any], axis: int) -> Any:
    parts = [p for p in parts if p.shape[axis]]
    return dpt.concat(parts, axis=axis) if len(parts) > 1 else parts[0]


def _ramped(x: Any, axis: int, left: int, right: int, ends: tuple[Any, Any]) -> Any:
    n = x.shape[axis]
    real = dpt.result_type(x, 1.0) if x.dtype.kind != "f" or x.dtype.itemsize < 8 else x.dtype
    real = np.dtype("f8") if real.kind == "f" and x.dtype.kind in "biu" else real

    def ramp(edge: Any, end: Any, count: int, down: bool) -> Any:
        steps = dpt.arange(
            count,
            dtype=np.dtype({"F": "f4", "D": "f8"}.get(real.char, real)),
            usm_type=x.usm_type,
            sycl_queue=x.sycl_queue,
        )
        steps = dpt.reshape(steps, tuple(count if i == axis else 1 for i in range(x.ndim)))
        edge = cast(edge, real)
        made = (edge - end) / count * steps + end
        made = dpt.flip(made, axis=axis) if down else made
        return cast(dpt.floor(made) if x.dtype.kind in "iu" else made, x.dtype)

    parts = [x]
    if left:
        parts.insert(0, ramp(_part(x, axis, 0, 1), ends[0], left, False))
    if right:
        parts.append(ramp(_part(x, axis, n - 1, n), ends[1], right, True))
    return _joined(parts, axis)


def _summarised(
    x: Any, axis: int, left: int, right: int, name: str, lengths: tuple[Any, Any]
) -> Any:
    import dpnp

    n = x.shape[axis]
    first, last = (n if length is None or length > n else length for length in lengths)
    if (first == 0 or last == 0) and name in ("max", "min"):
        raise ValueError("stat_length of 0 yields no value for padding")

    def summary(part: Any, count: int) -> Any:
        value = getattr(dpnp, name)(part, axis=axis, keepdims=True)
        if x.dtype.kind in "iu" and value.dtype.kind == "f":
            value = dpt.round(value)
        shape = tuple(count if i == axis else m for i, m in enumerate(x.shape))
        return dpt.broadcast_to(cast(value, x.dtype), shape)

    parts = [x]
    if left:
        parts.insert(0, summary(_part(x, axis, 0, first), left))
    if right:
        parts.append(summary(_part(x, axis, n - last, n), right))
    return _joined(parts, axis)


def _reflected_oddly(x: Any, axis: int, left: int, right: int, with_edge: bool) -> Any:
    """Mirrored in place and in value at the edges, as often as it takes."""
    if x.shape[axis] == 1 and not with_edge:
        places = np.zeros(1 + left + right, dtype=np.int64)
        return dpt.take(x, beside(places, x), axis=axis)
    skip = 0 if with_edge else 1
    period = x.shape[axis] - skip

    def mirrored(edge: Any, part: Any) -> Any:
        return cast(2 * edge - dpt.flip(part, axis=axis), x.dtype)

    while left or right:
        n = x.shape[axis]
        most = (n - skip) // period * period  # what is mirrored are whole copies of the first array
        count_left, count_right = min(left, most), min(right, most)
        parts = [x]
        if count_left:
            part = _part(x, axis, skip, skip + count_left)
            parts.insert(0, mirrored(_part(x, axis, 0, 1), part))
        if count_right:
            part = _part(x, axis, n - skip - count_right, n - skip)
            parts.append(mirrored(_part(x, axis, n - 1, n), part))
        x = _joined(parts, axis)
        left, right = left - count_left, right - count_right
    return x


def _filled_by(
    function: Callable[..., Any], x: Any, widths: list[tuple[int, int]], options: dict[str, Any]
) -> Any:
    made = wrapped(_around(x, widths, 0))
    for axis in range(x.ndim):
        lines = dpt.moveaxis(made, axis, -1)
        for index in np.ndindex(lines.shape[:-1]):
            function(lines[index], widths[axis], axis, options)
    return made
