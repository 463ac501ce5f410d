"""`a if c else b` of arrays, and np.bincount, give compiled what Python gives."""

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import dpjit, prange
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler import UnsupportedError
from reference import assert_same

RANDOM = np.random.default_rng(11)
X = np.round(RANDOM.random((9, 6)), 2)
K = RANDOM.integers(0, 5, (9, 6))


def chosen_expressions(x, k, out):
    for i in prange(len(x)):
        v = x[i] * 2 if i % 2 else -x[i]
        out[i] = v + (1 if i > 3 else 0)
        out[i] += x[i] if i > 4 else -x[i - 1]


def chosen_parts(x, k, out):
    for i in prange(len(x)):
        if i > 2:
            factor = 1.5
        scale = factor if i > 2 else 0.0
        part = x[i, :3] if i % 3 == 0 else x[i, 2:]
        row = np.sort(x[i]) if scale > 1 else np.cumsum(x[i])
        first, second = (x[i], x[i - 1]) if i % 2 else (x[i - 1], x[i])
        low = i if i < 3 else 2
        tail = x[i, low:] * 2
        out[i, 0] = scale + part.sum()
        out[i, 1] = row[1] + first[0] - second[1] + tail[0]
        out[i, 2:] = (first if i > 4 else second)[2:] * 2


def counts(x, k, out):
    for i in prange(len(k)):
        out[i, :5] = np.bincount(k[i], minlength=5)
        out[i, 5] = np.argmax(np.bincount(k[i])) + 10 * len(np.bincount(k[i, :4]))


def weighed_counts(x, k, out):
    for i in prange(len(k)):
        out[i, :5] = np.bincount(k[i], x[i], 5) / 2
        out[i, 5] = np.bincount(k[i], weights=x[i]).max()


def counts_in_a_variable(x, k, out):
    for i in prange(len(k)):
        found = np.bincount(k[i], minlength=5)
        share = found / found.sum()
        present = share[share > 0]
        out[i, 0] = -(present * np.log(present)).sum()
        fewest = np.bincount(k[i])
        out[i, 1] = len(fewest) + fewest[-1]
        sums = np.bincount(k[i], weights=x[i])
        out[i, 2] = sums[-1]


@pytest.mark.parametrize(
    "function",
    [chosen_expressions, chosen_parts, counts, weighed_counts, counts_in_a_variable],
)
def test_parallel_loops(device, function):
    expected, given = np.zeros((9, 6)), dpt.zeros((9, 6), device=device)
    function(X, K, expected)
    dpjit(function)(dpt.asarray(X, device=device), dpt.asarray(K, device=device), given)
    np.testing.assert_allclose(dpt.asnumpy(given), expected, rtol=1e-12)


def test_kernels(device):
    def kernel(item, x, k, y):
        i = item.get_id(0)
        y[i] = x[i] * 2 if i % 2 else -x[i]
        y[i, :5] += np.bincount(k[i], minlength=5)

    assert_same(kernel, kapi.Range(9), X, K, np.zeros((9, 6)), device=device)


def test_counts_that_nobody_knows_how_many(device):
    def kernel(item, k, y):
        found = np.bincount(k)
        y[0] = found[0]

    with pytest.raises(UnsupportedError, match="whose size is known at run time only"):
        dpex.call_kernel(
            dpex.kernel(kernel),
            kapi.Range(1),
            dpt.asarray(K[0], device=device),
            dpt.zeros(1, device=device),
        )
