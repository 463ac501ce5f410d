"""Arrays in prange loops whose sizes are other ones in each iteration: of the loop's variable, and of what the data chooses."""

import dpctl.tensor as dpt
import numpy as np
import pytest
from numba_dpex import dpjit, prange


def pascal(a, out):
    for i in prange(7):
        row = np.ones(i + 1, dtype=np.int64)
        for k in range(2, i + 1):
            for j in range(k - 1, 0, -1):
                row[j] += row[j - 1]
        out[i, : i + 1] = row


def triangles(a, out):
    n = a.shape[1]
    for i in prange(n - 1, -1, -1):
        left = n - i
        t = np.full((left, max(i, 1)), a[i, 0])
        t[left - 1, 0] = -1
        out[i, 0] = t.sum() + t.shape[0] * 100 + t.size
        u = np.sqrt(np.abs(t)) * 2
        out[i, 1] = u.sum() + u.shape[1]
        out[i, 2] = np.zeros_like(t[0]).size + np.sort(t[:, 0])[-1]


def rows_of_given_sizes(a, out):
    counts = np.array([3, 1, 0, 7, 2])
    begins = np.array([0, 3, 4, 4, 11, 13])
    flat = a.reshape(-1) if isinstance(a, np.ndarray) else dpt.reshape(a, -1)
    for i in prange(len(counts)):
        n = begins[i + 1] - begins[i]
        t = np.empty(n)
        for j in range(n):
            t[j] = flat[begins[i] + j]
        u = np.zeros(counts[i])
        out[i, 0] = u.size
        if n > 0:
            out[i, 1] = np.sort(t * 2)[n // 2]
            out[i, 2 : 2 + min(n, 5)] = np.cumsum(t)[:5]


def of_chosen(a, out):
    for i in prange(a.shape[0]):
        t = a[i][a[i] > 4]
        u = np.sqrt(t) + 1
        z = np.zeros_like(u)
        z[:] = u[::-1]
        out[i, : len(t)] = np.sort(z)
        out[i, 6] = len(u) * 100 + z.size


def parts_of_given_sizes(a, out):
    begins = np.array([0, 3, 4, 4, 11, 13])
    flat = a.reshape(-1) if isinstance(a, np.ndarray) else dpt.reshape(a, -1)
    for i in prange(len(begins) - 1):
        part = flat[begins[i] : begins[i + 1]]
        if len(part) > 0:
            out[i, 0] = np.median(part) + np.sort(part)[len(part) // 2]
            out[i, 1] = np.exp(part - np.max(part)).sum() + part[part > 3].sum()
            scaled = part * 2
            scaled[0] = 0
            out[i, 2] = scaled.sum() + np.cumsum(a[i, i:])[-1]
            out[i, 3] = np.argsort(flat[begins[i] + 1 : begins[i + 1] + 2])[0] + len(flat[i:])


@pytest.mark.parametrize(
    "function", [pascal, triangles, parts_of_given_sizes, rows_of_given_sizes, of_chosen]
)
def test_sizes_that_differ(device, function):
    a = np.random.default_rng(4).integers(1, 9, (100, 7)).astype(np.float64)
    expected, given = np.zeros_like(a), dpt.zeros(a.shape, device=device)
    function(a, expected)
    compiled = dpjit(function)
    for _ in range(2):
        compiled(dpt.asarray(a, device=device), given)
    np.testing.assert_allclose(dpt.asnumpy(given), expected, rtol=1e-12)


def test_another_run_has_other_sizes(device):
    @dpjit
    def function(sizes, out):
        for i in prange(len(sizes)):
            out[i] = np.ones(sizes[i] + 1).sum()

    for largest in (3, 40, 9):
        sizes = np.arange(50) % largest
        out = dpt.zeros(50, device=device)
        function(dpt.asarray(sizes, device=device), out)
        np.testing.assert_array_equal(dpt.asnumpy(out), sizes + 1.0)
