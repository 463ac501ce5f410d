"""Calls as text, evaluated with NumPy and with dpnp: the same dtypes, shapes and elements, over dtypes and layouts."""

import dpnp
import numpy as np
import pytest
from dpnp_support import same, values

_MOVES = """
np.reshape(a, (4, 3))
np.reshape(a, -1, order="F")
np.ravel(a)
np.ravel(a, order="F")
np.transpose(a)
np.moveaxis(b, 0, -1)
np.rollaxis(b, 2)
np.swapaxes(b, 0, 2)
np.expand_dims(a, (0, 2))
np.squeeze(a[None])
np.broadcast_to(a, (2, 3, 4))
np.broadcast_arrays(a, a[0])
np.atleast_1d(a[0, 0])
np.atleast_2d(a[0])
np.atleast_3d(a)
np.flip(b, (0, 2))
np.fliplr(a)
np.flipud(a)
np.rot90(a)
np.rot90(b, 3, (1, 2))
np.roll(a, 5)
np.roll(a, (1, -2), axis=(0, 1))
np.tile(a, (2, 1, 2))
np.repeat(a, 2)
np.repeat(a, [1, 0, 2], axis=0)
np.append(a, a[:1], axis=0)
np.append(a, a[0])
np.resize(a, (5, 4))
np.delete(a, [0, 2], axis=1)
np.delete(a, slice(None, None, 2))
np.insert(a, 1, a[0], axis=0)
np.insert(a, [0, 2], a[:, :1], axis=1)
np.concatenate((a, a[:1]))
np.concatenate((a, b), axis=None)
np.stack((a, a), axis=1)
np.hstack((a, a))
np.vstack((a, a[0]))
np.dstack((a, a))
np.column_stack((a[:, 0], a))
np.array_split(a, 3, axis=1)
np.split(a, [1, 3], axis=1)
np.hsplit(a, 2)
np.vsplit(a, 3)
np.dsplit(b, 2)
np.unstack(b, axis=1)
np.tril(a)
np.triu(b, k=1)
np.diag(a)
np.diag(a[0], k=1)
np.diagflat(a)
np.diagonal(b, 1, 0, 2)
np.meshgrid(a[0], a[:, 0])
np.meshgrid(a[0], a[:, 0], indexing="ij", sparse=True)
np.trim_zeros(a[0] * 0)
np.pad(a, ((1, 0), (2, 3)))
np.pad(a, 2, mode="edge")
np.pad(a, (3, 1), mode="reflect")
np.pad(a, (3, 1), mode="wrap")
np.pad(a, (2, 5), mode="symmetric")
np.take(a, [2, 0], axis=0)
np.take(a, i, axis=1)
np.take_along_axis(a, np.argsort(a, axis=1, stable=True), axis=1)
np.compress(a[0] != a[0, 0], a, axis=1)
np.extract(a != a[0, 0], a)
np.choose(i % 2, (a[:2, :3], a[1:, 1:]))
np.where(a != a[0, 0], a, b[0])
np.where(a)
np.select([a == a[0, 0], a != a[1, 1]], [a, b[0]])
np.nonzero(a)
np.argwhere(a)
np.flatnonzero(b)
np.indices((2, 3))
np.ix_(i[0], i[1])
np.ravel_multi_index((i, i + 1), (4, 5))
np.unravel_index(i, (2, 3))
np.tril_indices(3, 1)
np.triu_indices(3, -1, 4)
np.diag_indices(3)
a[i]
a[:, i % 3]
a[a != a[0, 0]]
a[..., None, ::-1]
b[i[0] % 2, :, i[1]]
b[i[0] % 2, None, i[1], ...]
b[b[:, 0, 0] != 99, :, :2]
np.copy(a, order="F")
"""

_NUMBERS = """
np.sum(a)
np.sum(b, axis=(0, 2))
np.sum(b, axis=1, keepdims=True)
np.sum(a, axis=0, where=a > 0, initial=3)
np.prod(a[:2, :2], axis=1)
np.max(a, axis=1)
np.min(b)
np.max(a, initial=100, where=a > 0)
np.ptp(a, axis=0)
np.mean(b, axis=(0, 1))
np.mean(a, where=a > 0)
np.var(a, axis=1)
np.std(b, axis=0, ddof=1)
np.var(a, where=a > 0)
np.median(b, axis=(0, 2))
np.median(a, axis=1, keepdims=True)
np.average(a, axis=1, weights=np.abs(a[0]) + 1)
np.cumsum(a)
np.cumprod(a[:, :2], axis=1)
np.cumulative_sum(a, axis=1, include_initial=True)
np.diff(a, n=2)
np.diff(a, axis=0, prepend=a[:1])
np.ediff1d(a)
np.gradient(b.astype("f8"))
np.gradient(a.astype("f8"), 2.0, axis=1, edge_order=2)
np.trapezoid(a, axis=0)
np.sort(b, axis=1)
np.sort(a, axis=None)
np.argsort(a, axis=0, stable=True)
np.argmax(a, axis=1)
np.argmin(b)
np.searchsorted(np.sort(a[0]), a[1])
np.unique(a)
np.unique(b // 3, return_index=True, return_inverse=True, return_counts=True)
np.unique(b // 5, axis=0)
np.count_nonzero(a, axis=0)
np.all(a, axis=1)
np.any(b, axis=(0, 2))
np.clip(a, -2, 3)
np.clip(a, None, a[0])
np.round(a)
np.floor_divide(a, 3)
np.remainder(a, 3)
np.fmod(a, 3)
np.fmax(a, 1)
np.abs(a)
np.sign(a)
np.square(a)
np.positive(a)
np.negative(a)
np.isclose(a, a + 1e-9)
np.array_equal(a, a)
np.allclose(a, a + 1)
np.dot(a, a.T)
np.inner(a, a)
np.outer(a[0], a[:, 0])
np.vdot(a, a)
np.matmul(b, np.swapaxes(b, 1, 2))
np.tensordot(b, b, axes=([0, 1], [0, 1]))
np.kron(a, a[:2, :2])
np.cross(a[:, :3], a[::-1, :3])
np.trace(b)
np.einsum("ij,kj->ik", a, a)
np.einsum("ijk->ki", b)
np.einsum("ii", a[:, :3])
np.einsum("..., ...", 3, a)
np.einsum(",ij", 2.5, a)
np.einsum(3, [Ellipsis], a, [Ellipsis])
np.cov(a)
np.corrcoef(a[:, :2] * a[:, :2], rowvar=False)
np.convolve(a[0], a[1, :3], mode="same")
np.correlate(a[0], a[1, :2], mode="full")
np.correlate(a[1, :2], a[0], mode="same")
np.histogram(a, bins=4)
np.histogram_bin_edges(a, bins=3)
np.digitize(a, np.sort(b[0, 0]))
np.interp(a, np.sort(b[1, 1]), b[1, 1])
np.unwrap(a[0].astype("f8"))
np.apply_along_axis(np.sum, 1, a)
np.apply_over_axes(np.sum, b, (0, 2))
np.piecewise(a, [a < 0, a > 2], [-1, 1])
np.nansum(a, axis=0)
np.nanmax(a, axis=1)
np.nanmean(a)
np.nanvar(a, axis=0)
np.nanmedian(a, axis=1)
np.nan_to_num(a)
np.heaviside(a, 0.5)
np.float_power(a[a > 0], 2)
np.degrees(a)
np.sinc(a)
np.hypot(a, 2)
np.logaddexp2(a, a)
np.copysign(a, -1)
np.vander(a[0], 3)
np.linspace(a[0], a[1], 5)
"""


pytestmark = pytest.mark.usefixtures("small_work")


def _lines(text):
    return text.strip().splitlines()


def _inputs(dtype, layout):
    a, b = values(dtype), values(dtype, (2, 3, 4))
    if layout == "columns":
        a, b = np.asfortranarray(a), np.asfortranarray(b)
    elif layout == "backwards":
        a, b = a[::-1, ::-1], b[:, ::-1]
    return {"a": a, "b": b, "i": np.array([[0, 2, 1], [1, 1, 0]])}


def _check(made, expected):
    if isinstance(expected, (tuple, list)):
        assert len(made) == len(expected)
        for one, other in zip(made, expected, strict=True):
            _check(one, other)
    else:
        same(made, expected, rtol=1e-5 if np.asarray(expected).dtype.itemsize < 8 else 1e-12)


def _compare(call, dtype, layout):
    host = _inputs(dtype, layout)
    expected = eval(call, {"np": np, **host})
    ours = {name: dpnp.asarray(x) for name, x in host.items()}
    if layout == "backwards":
        ours["a"], ours["b"] = (dpnp.asarray(np.ascontiguousarray(host[n][::-1])) for n in "ab")
        ours["a"], ours["b"] = ours["a"][::-1], ours["b"][::-1]
    _check(eval(call, {"np": dpnp, **ours}), expected)


@pytest.mark.parametrize("layout", ["rows", "columns", "backwards"])
@pytest.mark.parametrize("dtype", ["?", "i4", "f4", "c16"])
@pytest.mark.parametrize("call", _lines(_MOVES))
def test_what_moves_elements(call, dtype, layout):
    _compare(call, dtype, layout)


@pytest.mark.parametrize("layout", ["rows", "columns", "backwards"])
@pytest.mark.parametrize("dtype", ["i2", "i8", "f4", "f8"])
@pytest.mark.parametrize("call", _lines(_NUMBERS))
def test_what_computes(call, dtype, layout):
    _compare(call, dtype, layout)
