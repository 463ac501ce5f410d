"""Ranges that have a name, in kernels, in functions that they call, and in prange loops."""

import dpctl.tensor as dpt
import numpy as np
import pytest
from numba_dpex import dpjit, prange
from numba_dpex import kernel_api as kapi
from reference import assert_same

R = kapi.Range(40)


def test_chosen_by_a_condition(device):
    def kernel(item, y):
        i = item.get_id(0)
        if i % 2 == 0:  # noqa: SIM108
            turns = range(0, min(i, 7))
        else:
            turns = range(-i, i - 3)
        other = range(i) if i < 5 else range(5, i, 3) if i % 3 == 0 else range(2, 4)
        for k in other:
            y[i] += k * 11
        for k in turns:
            y[i] = y[i] * 3 + k
        for k in turns:
            y[i] -= k

    assert_same(kernel, R, np.zeros(40, "i8"), device=device)


def test_bounds_are_those_of_the_assignment(device):
    def kernel(item, y):
        n = item.get_id(0)
        up = range(n)
        down = range(n, -1, -2)
        n = 3
        for k, m in enumerate(up):
            y[n] += k * m
        for j in down:
            up = range(j)
            for k in reversed(up):
                y[n] = y[n] * 5 + k + len(up)

    assert_same(kernel, kapi.Range(1), np.zeros(40, "i8"), device=device)

    def many(item, y):
        i = item.get_id(0)
        up = range(i % 5, i)
        for k in up:
            y[i] += k
        up = range(3)
        for k in up:
            y[i] += k * 7
        y[i] += len(up) + sum(up)

    assert_same(many, R, np.zeros(40, "i8"), device=device)


def diagonal(a, g, out):
    if g >= 0:  # noqa: SIM108
        rows = range(0, a.shape[0] - g)
    else:
        rows = range(-g, a.shape[0])
    for i in rows:
        out[i] += a[i, i + g]


def test_in_functions_that_prange_loops_call(device):
    def by(a, out):
        n = a.shape[0]
        for k in prange(2 * n - 1):
            diagonal(a, k - n + 1, out[k])

    n = np.arange(49.0).reshape(7, 7)
    expected = np.zeros((13, 7))
    by(n, expected)
    found = dpt.zeros((13, 7), device=device)
    dpjit(by)(dpt.asarray(n, device=device), found)
    np.testing.assert_array_equal(dpt.asnumpy(found), expected)


@pytest.mark.parametrize("step", [1, 3, -2])
def test_around_and_inside_of_prange_loops(step, device):
    def by(a, step, out):
        turns = range(0, 10, step) if step > 0 else range(9, -1, step)
        for turn in turns:
            inside = range(turn)
            for i in prange(a.shape[0]):
                own = range(i, 12, 2)
                for k in own:
                    out[i] += a[i] * k
                for k in inside:
                    out[i] -= k
        return len(inside)

    n = np.arange(8.0)
    expected = np.zeros(8)
    length = by(n, step, expected)
    found = dpt.zeros(8, device=device)
    assert dpjit(by)(dpt.asarray(n, device=device), step, found) == length
    np.testing.assert_array_equal(dpt.asnumpy(found), expected)
