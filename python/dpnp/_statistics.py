"""Averages, medians, correlations and differences."""

from __future__ import annotations

import math
import warnings
from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray
from dpctl.tensor._usmarray import usm_ndarray

from . import _reductions
from ._convert import array_of, beside, cast, on_one_queue, operands_of, stored, wrapped


def average(a, axis=None, weights=None, returned=False, *, keepdims=False) -> Any:
    """The weighted mean; with ``returned`` the sum of the weights as well.

    Args:
        weights (ndarray, sequence, optional): of the shape of ``a``, or of its extents along ``axis``.

    Raises:
        ZeroDivisionError: where weights sum to 0.
    """
    a = array_of(a)
    if weights is None:
        mean = _reductions.mean(a, axis, keepdims=keepdims)
        total = dpt.full_like(mean, a.size // max(mean.size, 1))
    else:
        weights = beside(weights, a)
        operands_of("average", a, weights)
        real = _usmarray.default_float_dtype(a.sycl_queue) if a.dtype.kind in "biu" else a.dtype
        dtype = dpt.result_type(a, weights, real)
        weights = _aligned(a, cast(weights, dtype), axis)
        total = _reductions.sum(weights, axis, dtype, None, keepdims)
        if bool(dpt.any(total == 0) if total.ndim else total == 0):
            raise ZeroDivisionError("Weights sum to zero, can't be normalized")
        mean = _reductions.sum(dpt.multiply(a, weights), axis, dtype, None, keepdims) / total
    if not returned:
        return wrapped(mean)
    return wrapped(mean), wrapped(dpt.copy(dpt.broadcast_to(total, mean.shape)))


def _aligned(a: Any, weights: Any, axis: Any) -> Any:
    """The weights in the shape of the array."""
    if weights.shape == a.shape:
        return weights
    if axis is None:
        raise TypeError("Axis must be specified when shapes of input array and weights differ.")
    axes = tuple(
        _usmarray.normal_axis_index(i, a.ndim) for i in (axis if np.iterable(axis) else (axis,))
    )
    if weights.shape != tuple(a.shape[i] for i in axes):
        raise ValueError(
            "Shape of weights must be consistent with shape of input array along specified axis."
        )
    order = sorted(range(len(axes)), key=lambda i: axes[i])
    moved = dpt.permute_dims(weights, order)
    shape = [a.shape[i] if i in axes else 1 for i in range(a.ndim)]
    return dpt.broadcast_to(dpt.reshape(moved, shape), a.shape)


def _lines(a: Any, axis: Any) -> tuple[Any, tuple[int, ...], tuple[int, ...]]:
    """The reduced axes as the last one, the shape of the others, and the axes."""
    axes = _usmarray.normal_axes(_reductions._axes(axis), a.ndim)
    kept = [i for i in range(a.ndim) if i not in axes]
    moved = dpt.permute_dims(a, (*kept, *axes))
    shape = tuple(a.shape[i] for i in kept)
    return dpt.reshape(moved, (*shape, math.prod(a.shape[i] for i in axes))), shape, axes


def _middle(a: Any, axis: Any, keepdims: bool, ignore_nan: bool) -> Any:
    """The median of lines."""
    if a.dtype.kind in "biu":
        a = cast(a, _usmarray.default_float_dtype(a.sycl_queue))
    lines, shape, axes = _lines(a, axis)
    count = lines.shape[-1]
    if count == 0:
        result = dpt.full(
            shape, math.nan, dtype=a.dtype, usm_type=a.usm_type, sycl_queue=a.sycl_queue
        )
    else:
        ordered = dpt.sort(lines)  # what is not a number stands last
        if ignore_nan:
            there = dpt.sum(dpt.logical_not(dpt.isnan(lines)), axis=-1, dtype="int64")
            low = dpt.maximum((there - 1) // 2, 0)
            high = dpt.maximum(there // 2, 0)
            high = dpt.minimum(high, count - 1)
            parts = [
                dpt.take_along_axis(ordered, i[..., None], axis=-1)[..., 0] for i in (low, high)
            ]
        else:
            parts = [ordered[..., (count - 1) // 2], ordered[..., count // 2]]
        result = (parts[0] + parts[1]) * 0.5
        result = dpt.where(parts[0] == parts[1], parts[0], result)
        if not ignore_nan:
            last = ordered[..., -1]
            result = dpt.where(dpt.isnan(last), last, result)
    if keepdims:
        result = dpt.expand_dims(result, axis=axes)
    return result


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """The middle of the ordered elements, or the mean of the two in the middle; NaN where any is."""
    return stored(_middle(array_of(a), axis, keepdims, ignore_nan=False), out, "unsafe")


def cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *, dtype=None):
    """The matrix of covariances of variables, which are rows, or columns where not ``rowvar``.

    Args:
        y (ndarray, optional): more variables.
        bias (bool): divide by the number of observations, not by one less.
        ddof (int, optional): what to subtract from that number.
        fweights (ndarray, optional): how often each observation occurs.
        aweights (ndarray, optional): weights of the observations.
        dtype (optional): of the result.
    """
    m = array_of(m)
    if m.ndim > 2:
        raise ValueError("m has more than 2 dimensions")
    if y is not None and array_of(y).ndim > 2:
        raise ValueError("y has more than 2 dimensions")
    if ddof is not None and not isinstance(ddof, (int, np.integer)):
        raise ValueError("ddof must be integer")
    if dtype is None:
        at_least = _usmarray.default_float_dtype(m.sycl_queue)
        dtype = dpt.result_type(m, at_least, *(() if y is None else (y,)))
    variables = _variables(m, dtype, rowvar)
    if variables.shape[0] == 0:
        return wrapped(dpt.empty((0, 0), dtype=dtype, usm_type=m.usm_type, sycl_queue=m.sycl_queue))
    if y is not None:
        variables = dpt.concat((variables, _variables(y, dtype, rowvar)))
    ddof = (0 if bias else 1) if ddof is None else ddof
    weights = _weights(variables, fweights, aweights)
    count = variables.shape[1]
    if weights is None:
        mean = dpt.mean(variables, axis=1, keepdims=True)
        left: Any = max(count - ddof, 0)
        weighted = variables - mean
        centered = weighted
    else:
        total = dpt.sum(weights)
        mean = dpt.sum(variables * weights, axis=1, keepdims=True) / total
        if ddof == 0:
            left = total
        elif aweights is None:
            left = total - ddof
        else:
            left = (
                total
                - ddof * dpt.sum(weights * cast(beside(aweights, variables), weights.dtype)) / total
            )
        left = float(left)
        left = max(left, 0.0)
        centered = variables - mean
        weighted = centered * weights
    if left == 0:
        warnings.warn("Degrees of freedom <= 0 for slice", RuntimeWarning, stacklevel=2)
    product = dpt.matmul(
        weighted, dpt.conj(centered).mT if centered.dtype.kind == "c" else centered.mT
    )
    result = product * (1 / left) if left else product * math.inf
    return wrapped(dpt.squeeze(result))


def _variables(x: Any, dtype: Any, rowvar: bool) -> Any:
    x = cast(array_of(x), dtype)
    if x.ndim == 2:
        return x if rowvar else x.mT
    return dpt.reshape(x, (1, -1))


def _weights(variables: Any, fweights: Any, aweights: Any) -> Any:
    weights = None
    real = _reductions._real(variables.dtype)
    if fweights is not None:
        if array_of(fweights).dtype.kind not in "iu":
            raise TypeError("fweights must be integer")
        weights = _checked_weights("fweights", fweights, variables, real)
    if aweights is not None:
        more = _checked_weights("aweights", array_of(aweights), variables, real)
        weights = more if weights is None else weights * more
    return weights


def _checked_weights(name: str, weights: Any, variables: Any, dtype: Any) -> Any:
    if weights.ndim > 1:
        raise ValueError(f"cannot handle multidimensional {name}")
    if weights.shape[0] != variables.shape[1]:
        raise ValueError(f"incompatible numbers of samples and {name}")
    if bool(dpt.any(weights < 0)):
        raise ValueError(f"{name} cannot be negative")
    return cast(weights, dtype)


def corrcoef(x, y=None, rowvar=True, *, dtype=None):
    """The matrix of correlation coefficients; arguments as of :func:`cov`."""
    covariances = cov(x, y, rowvar, dtype=dtype)
    if covariances.ndim == 0:
        return wrapped(covariances / covariances)
    from ._indexing import diagonal

    deviations = dpt.sqrt(dpt.real(diagonal(covariances)))
    result = covariances / deviations[:, None] / deviations[None, :]
    if result.dtype.kind == "c":
        made = dpt.empty_like(result)
        made.real = dpt.clip(result.real, -1, 1)
        made.imag = dpt.clip(result.imag, -1, 1)
        return wrapped(made)
    return wrapped(dpt.clip(result, -1, 1))


def correlate(a, v, mode="valid", method="auto"):
    """The sums of products of one vector with the other, conjugated, at each shift; modes "valid", "same" and "full"."""
    a, v = _vectors("correlate", a, v, method)
    if a.size == 0 or v.size == 0:
        raise ValueError(
            f"Array arguments cannot be empty, got sizes: len(a)={a.size}, len(v)={v.size}."
        )
    swapped = v.size > a.size
    conjugate = dpt.conj(v) if v.dtype.kind == "c" else v
    if swapped:
        full = _folded(dpt.flip(conjugate), a, method)
        return wrapped(_cut(full, v.size, a.size, mode, a.size // 2))
    return wrapped(_cut(_folded(a, dpt.flip(conjugate), method), a.size, v.size, mode))


def convolve(a, v, mode="full", method="auto"):
    """The convolution of two vectors; modes "full", "same" and "valid"."""
    if not isinstance(a, usm_ndarray) or not isinstance(v, usm_ndarray):
        a, v = operands_of("convolve", a, v)
    if a.ndim == 0:
        a = dpt.reshape(a, 1)
    if v.ndim == 0:
        v = dpt.reshape(v, 1)
    a, v = _vectors("convolve", a, v, method)
    if a.size == 0 or v.size == 0:
        raise ValueError(
            f"Array arguments cannot be empty, got sizes: len(a)={a.size}, len(v)={v.size}."
        )
    if v.size > a.size:
        a, v = v, a
    return wrapped(_cut(_folded(a, v, method), a.size, v.size, mode))


def _vectors(name: str, a: Any, v: Any, method: str) -> tuple[Any, Any]:
    a, v = operands_of(name, a, v)
    if a.ndim != 1 or v.ndim != 1:
        raise ValueError(
            f"{name}: only 1-dimensional arrays are supported, got shapes {a.shape} and {v.shape}"
        )
    if method not in ("auto", "direct", "fft"):
        raise ValueError(f"Unknown method: {method}. Supported methods: auto, direct, fft")
    if a.dtype == v.dtype:
        return a, v
    dtype = dpt.result_type(a, v)
    return cast(a, dtype), cast(v, dtype)


def _cut(full: Any, longer: int, shorter: int, mode: str, same: int | None = None) -> Any:
    """The part of a full convolution that a mode asks for; that of "same" begins at ``same``."""
    if mode == "full":
        return full
    if mode == "same":
        start = (shorter - 1) // 2 if same is None else same
        return full[start : start + longer]
    if mode == "valid":
        return full[shorter - 1 : longer]
    raise ValueError(f"Unknown mode: {mode!r}. Only 'full', 'same', 'valid' are supported.")


def _folded(a: Any, v: Any, method: str) -> Any:
    """The full convolution: windows of the longer vector times the reversed shorter one."""
    made = _usmarray.convolve_short(a, v)
    if made is not None:
        return made
    longer, shorter = (a, v) if a.size >= v.size else (v, a)
    if method != "direct" and shorter.size > 512 and a.dtype.kind in "fc":
        return _by_transforms(a, v)
    pad, shorter = shorter.size - 1, dpt.flip(shorter)
    nothing = dpt.zeros(pad, dtype=a.dtype, usm_type=a.usm_type, sycl_queue=a.sycl_queue)
    if a.dtype.kind not in "fc":
        return _windowed(dpt.concat((nothing, longer, nothing)), shorter)
    if longer.size < 16 * shorter.size:
        return _windowed(dpt.concat((nothing, longer, nothing)), shorter, pad, pad + longer.size)
    return dpt.concat(
        (
            _windowed(dpt.concat((nothing, longer[:pad])), shorter, pad, 2 * pad),
            _windowed(longer, shorter),
            _windowed(dpt.concat((longer[longer.size - pad :], nothing)), shorter, 0, pad),
        )
    )


def _windowed(x: Any, factors: Any, first: int = 0, last: int | None = None) -> Any:
    """Sums over windows of x times factors, without what lies outside of [first, last), as NaN times nothing is NaN."""
    windows = _windows(x, factors.size)
    if x.dtype.kind == "b":
        return dpt.any(dpt.logical_and(windows, factors), axis=1)
    products = windows * factors
    if last is not None:
        place = dpt.arange(x.size, usm_type=x.usm_type, sycl_queue=x.sycl_queue)
        inside = dpt.logical_and(place >= first, place < last)
        products = dpt.where(_windows(inside, factors.size), products, 0)
    return dpt.sum(products, axis=1, dtype=x.dtype)


def _windows(x: Any, extent: int) -> Any:
    """All stretches of so many elements, as rows of a view."""
    (step,) = x.strides
    shape = (x.size - extent + 1, extent)
    return _usmarray.layout_view(x, shape, (step, step), x._element_offset)


def _by_transforms(a: Any, v: Any) -> Any:
    count = a.size + v.size - 1
    if a.dtype.kind == "c":
        return dpt.fft.ifft(dpt.fft.fft(a, n=count) * dpt.fft.fft(v, n=count))
    wide = cast(a, _usmarray.default_float_dtype(a.sycl_queue))
    other = cast(v, wide.dtype)
    return cast(
        dpt.fft.irfft(dpt.fft.rfft(wide, n=count) * dpt.fft.rfft(other, n=count), n=count), a.dtype
    )


def diff(a, n=1, axis=-1, prepend=None, append=None):
    """The differences of neighbours along an axis, taken ``n`` times.

    Args:
        prepend, append (ndarray, number, optional): what stands before and behind the elements.
    """
    a = array_of(a)
    if n == 0:
        return wrapped(a)
    if n < 0:
        raise ValueError(f"order must be non-negative but got {n}")
    if a.ndim == 0:
        raise ValueError("diff requires input that is at least one dimensional")
    axis = _usmarray.normal_axis_index(axis, a.ndim)
    parts = []
    for part in (prepend, a, append):
        if part is None:
            continue
        if not isinstance(part, usm_ndarray):
            if not np.isscalar(part):
                array_of(part)
            part = beside(part, a, dpt.result_type(a, part))
        if part.ndim == 0:
            part = dpt.broadcast_to(part, (*a.shape[:axis], 1, *a.shape[axis + 1 :]))
        parts.append(part)
    on_one_queue("diff", *parts)
    joined = dpt.concat(parts, axis=axis) if len(parts) > 1 else a
    return wrapped(dpt.diff(joined, axis=axis, n=n))


def ediff1d(ary, to_end=None, to_begin=None):
    """The differences of neighbours of the flattened array, with other elements before and behind."""
    ary = dpt.reshape(array_of(ary), -1)
    inner = ary[1:] - ary[:-1] if ary.size else ary
    parts = []
    for part in (to_begin, inner, to_end):
        if part is None:
            continue
        if not isinstance(part, usm_ndarray):
            part = beside(
                part,
                ary,
                ary.dtype if np.isscalar(part) and isinstance(part, (int, float)) else None,
            )
        if not np.can_cast(part.dtype, ary.dtype, "same_kind"):
            raise TypeError(
                "dtype of `to_end` and `to_begin` must be compatible with input `ary` under the `same_kind` rule."
            )
        parts.append(cast(dpt.reshape(part, -1), ary.dtype))
    return wrapped(dpt.concat(parts) if len(parts) > 1 else parts[0])


def trapezoid(y, x=None, dx=1.0, axis=-1):
    """The integral along an axis by trapezoids, over sample points ``x`` or steps of ``dx``."""
    y = array_of(y)
    axis = _usmarray.normal_axis_index(axis, y.ndim)
    if x is None:
        if isinstance(dx, usm_ndarray) and dx.ndim == 0:
            step: Any = dx
        else:
            step = dx if np.isscalar(dx) else beside(dx, y)
            if isinstance(step, usm_ndarray) and step.ndim == 1:
                step = dpt.reshape(
                    step, tuple(step.size if i == axis else 1 for i in range(y.ndim))
                )
    else:
        x = array_of(x)
        if x.ndim == 1:
            step = dpt.diff(x)
            step = dpt.reshape(step, tuple(step.size if i == axis else 1 for i in range(y.ndim)))
        else:
            step = dpt.diff(x, axis=axis)
    before = (slice(None),) * axis
    return wrapped(
        dpt.sum(
            (y[(*before, slice(1, None))] + y[(*before, slice(None, -1))]) * step / 2.0, axis=axis
        )
    )


def gradient(f, *varargs, axis=None, edge_order=1) -> Any:
    """The gradient by second differences, with one-sided ones at the ends: of one axis an array, of several a tuple.

    Args:
        varargs (number, array): one step for all axes, or a step or the places of the samples for each.
        edge_order (1, 2): accuracy at the ends.
    """
    f = array_of(f)
    axes = (
        tuple(range(f.ndim))
        if axis is None
        else tuple(_usmarray.normal_axis_index(i, f.ndim) for i in axis)
        if np.iterable(axis)
        else (_usmarray.normal_axis_index(axis, f.ndim),)
    )
    if not varargs:
        steps: list[Any] = [1.0] * len(axes)
    elif (
        len(varargs) == 1
        and np.ndim(
            varargs[0] if not isinstance(varargs[0], usm_ndarray) else np.empty(varargs[0].shape)
        )
        == 0
    ):
        steps = list(varargs) * len(axes)
    elif len(varargs) == len(axes):
        steps = list(varargs)
    else:
        raise TypeError("invalid number of arguments")
    if edge_order not in (1, 2):
        raise ValueError("'edge_order' greater than 2 not supported")
    if f.dtype.kind == "b":
        raise TypeError("gradient: arrays of bool are not supported")
    if f.dtype.kind in "iu":
        f = cast(f, _usmarray.default_float_dtype(f.sycl_queue))
    made = [
        wrapped(_slope(f, along, _step(f, along, step), edge_order))
        for along, step in zip(axes, steps, strict=True)
    ]
    return made[0] if len(axes) == 1 else tuple(made)


def _step(f: Any, axis: int, step: Any) -> Any:
    """A number, or the distances between samples in the shape of the axis."""
    if np.isscalar(step):
        return step
    step = array_of(beside(step, f))
    if step.ndim == 0:
        return step
    if step.ndim != 1:
        raise ValueError("distances must be either scalars or 1d")
    if step.size != f.shape[axis]:
        raise ValueError("when 1d, distances must match the length of the corresponding dimension")
    distances = dpt.diff(
        cast(step, _reductions._real(f.dtype)) if step.dtype.kind in "biu" else step
    )
    return dpt.reshape(distances, tuple(distances.size if i == axis else 1 for i in range(f.ndim)))


def _slope(f: Any, axis: int, h: Any, edge_order: int) -> Any:
    n = f.shape[axis]
    if n < edge_order + 1:
        raise ValueError(
            "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required."
        )
    before = (slice(None),) * axis

    def part(x: Any, start: Any, stop: Any) -> Any:
        return x[(*before, slice(start, stop))]

    even = not isinstance(h, usm_ndarray) or h.ndim == 0
    if even:
        inside = (part(f, 2, None) - part(f, None, -2)) / (2.0 * h)
        first, last = (
            (part(f, 1, 2) - part(f, 0, 1)) / h,
            (part(f, n - 1, n) - part(f, n - 2, n - 1)) / h,
        )
        if edge_order == 2:
            first = (-1.5 * part(f, 0, 1) + 2.0 * part(f, 1, 2) - 0.5 * part(f, 2, 3)) / h
            last = (
                0.5 * part(f, n - 3, n - 2) - 2.0 * part(f, n - 2, n - 1) + 1.5 * part(f, n - 1, n)
            ) / h
    else:
        left, right = part(h, None, -1), part(h, 1, None)
        inside = (
            part(f, None, -2) * (-right / (left * (left + right)))
            + part(f, 1, -1) * ((right - left) / (left * right))
            + part(f, 2, None) * (left / (right * (left + right)))
        )
        d0, d1 = part(h, 0, 1), part(h, n - 2, n - 1)
        first, last = (
            (part(f, 1, 2) - part(f, 0, 1)) / d0,
            (part(f, n - 1, n) - part(f, n - 2, n - 1)) / d1,
        )
        if edge_order == 2:
            e0 = part(h, 1, 2)
            first = (
                part(f, 0, 1) * (-(2.0 * d0 + e0) / (d0 * (d0 + e0)))
                + part(f, 1, 2) * ((d0 + e0) / (d0 * e0))
                + part(f, 2, 3) * (-d0 / (e0 * (d0 + e0)))
            )
            e1 = part(h, n - 3, n - 2)
            last = (
                part(f, n - 3, n - 2) * (d1 / (e1 * (e1 + d1)))
                + part(f, n - 2, n - 1) * (-(d1 + e1) / (e1 * d1))
                + part(f, n - 1, n) * ((2.0 * d1 + e1) / (d1 * (d1 + e1)))
            )
    return dpt.concat([cast(x, f.dtype) for x in (first, inside, last)], axis=axis)
