"""Lists that nobody changes are tuples in kernels and prange loops."""

import dpctl.tensor as dpt
import numpy as np
import pytest
from numba_dpex import dpjit, prange
from numba_dpex._compiler import UnsupportedError
from numba_dpex.kernel_api import Range
from reference import assert_same


def neighbours(item, a, out, parts):
    i = item.get_id(0)
    steps = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    weights = [0.5, 0.25]
    for down, right in steps:
        out[i] += a[(i + down) % 8, (3 + right) % 5] * weights[i % 2]
    if i in [1, 2, len(steps)]:
        out[i] += 100
    last, *rest = [i, i * 2, 7]
    out[i] += last + rest[1]
    best = (a[i, 0], i)
    parts[i, :2] = best
    parts[i, 2:4] = [i, 0.5]


def test_lists_in_kernels(device):
    a = np.random.default_rng(0).random((8, 5))
    assert_same(neighbours, Range(8), a, np.zeros(8), np.zeros((8, 5)), device=device)


def test_lists_that_a_loop_reads(device):
    @dpjit
    def function(a, offsets):
        weights = [0.5, 2.0, 1.0]
        pairs = [(1, [2, 3]), (4, [5, 6])]
        out = np.zeros(a.size)
        for i in prange(1, a.size - 1):
            for k, offset in enumerate(offsets):
                out[i] += weights[k] * a[i + offset]
            for first, (second, third) in pairs:
                out[i] += first * second + third
        return out

    a = np.arange(20.0)
    expected = function.py_func(a, [-1, 0, 1])
    np.testing.assert_allclose(function(dpt.asarray(a, device=device), [-1, 0, 1]), expected)


def test_lists_that_a_loop_changes_are_refused():
    @dpjit
    def function(a):
        seen = [0, 0]
        for i in prange(a.size):
            seen[i] = a[i]

    with pytest.raises(UnsupportedError, match="seen is of type list; prange loops use arrays"):
        function(dpt.zeros(2))
