"""Parts of expressions in prange loops that need memory: sorts, sums up to each element, what masks choose, places and unique values."""

import dpctl.tensor as dpt
import numpy as np
import pytest
from numba_dpex import dpjit, prange


def nearest(a, out):
    for i in prange(a.shape[0]):
        d = np.empty(a.shape[0])
        for j in range(a.shape[0]):
            d[j] = np.sum((a[i] - a[j]) ** 2) + j * 1e-9
        out[i, :4] = np.argsort(d)[1:5]
        out[i, 4] = np.sort(d)[::-1][0]


def ordered_rows(a, out):
    for i in prange(a.shape[0]):
        out[i] = a[i][np.argsort(a[i])]
        falling = np.sort(a[i])[::-1]
        out[i, :2] += falling[:2]


def sums_so_far(a, out):
    for i in prange(a.shape[0]):
        c = np.cumsum(a[i])
        out[i, 0] = np.searchsorted(c, c[-1] * 0.5)
        out[i, 1] = np.searchsorted(np.cumsum(a[i] * 2), 9.0)
        if np.cumsum(a[i])[2] > 9:
            out[i, 2] += np.cumprod(a[i] / 4)[-1]


def chosen(a, out):
    for i in prange(a.shape[0]):
        row = a[i]
        m = row > 4
        out[i, 0] = row[m].sum()
        out[i, 1] = np.mean(a[i][(a[i] < 8) & (a[i] > 0)])
        out[i, 2] = len(row[~(row > 2)])
        for k in range(3):
            out[i, 3 + k] = row[row == k + 1].sum()


def places(a, out):
    for i in prange(a.shape[0]):
        for j in np.nonzero(a[i] > 5)[0]:
            out[i, j] = j
        found = np.where(a[i] == a[i, 0])[0]
        out[i, 0] = found[-1] + len(np.flatnonzero(a[i] > 3))


def values(a, out):
    for i in prange(a.shape[0]):
        u = np.unique(a[i])
        out[i, : len(u)] = u
        out[i, 6] = len(np.unique(np.sqrt(a[i] - 4)))


def products(a, out):
    for i in prange(a.shape[0]):
        x = a[i] / 10
        for _ in range(3):
            x = np.dot(a[:7], x) / 50
        out[i] = x


@pytest.mark.parametrize(
    "function", [nearest, ordered_rows, sums_so_far, chosen, places, values, products]
)
def test_parts_that_need_memory(device, function):
    a = np.random.default_rng(3).integers(1, 9, (200, 7)).astype(np.float64)
    expected, given = np.zeros_like(a), dpt.zeros(a.shape, device=device)
    with np.errstate(invalid="ignore"):
        function(a, expected)
    dpjit(function)(dpt.asarray(a, device=device), given)
    np.testing.assert_allclose(dpt.asnumpy(given), expected, rtol=1e-12)


def test_parts_are_computed_where_a_condition_asks_for_them_alone(device):
    @dpjit
    def function(a, out):
        for i in prange(a.shape[0]):
            kept = a[i] * 1
            if i % 2:
                kept[0] = 100
                out[i] = np.sort(kept)[-1]
            else:
                out[i] = -kept[np.argsort(kept)[0]]

    a = np.arange(12.0).reshape(4, 3)
    out = dpt.zeros(4, device=device)
    function(dpt.asarray(a, device=device), out)
    np.testing.assert_array_equal(dpt.asnumpy(out), [0, 100, -6, 100])


def test_slices_that_are_stored_where_they_are_read_stay(device):
    @dpjit
    def function(a, k):
        for i in prange(a.shape[0]):
            a[i, 1:k] = a[i, 1:k] * 2 + a[i, 0]
            a[i, :k] += a[i, :k]

    a = np.random.default_rng(5).random((30, 6))
    given = dpt.asarray(a, device=device)
    function(given, 5)
    function.py_func(a, 5)
    np.testing.assert_allclose(dpt.asnumpy(given), a)
