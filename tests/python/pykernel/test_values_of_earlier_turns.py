"""Variables that a loop assigns under a condition, and reads in turns that follow."""

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import dpjit, prange
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler import UnassignedError
from reference import assert_same

X = np.random.default_rng(5).standard_normal((40, 12))


def test_first_turn_assigns(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        for k in range(x.shape[1]):
            if k == 0:
                last = x[i, k]
                turns = 1
            else:
                last = last * 0.5 + x[i, k]
                turns += 1
            y[i, k] = last + turns

    assert_same(kernel, kapi.Range(40), X, np.zeros_like(X), device=device)


def test_another_branch_of_loops_inside_of_loops(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        n = 0
        while n < 12:
            for k in range(n, min(n + 5, 12)):
                if k % 5 == 0:
                    low = x[i, k]
                elif k % 5 == 2:
                    low = min(low, x[i, k])
                else:
                    y[i, k] = low
            n += 5

    assert_same(kernel, kapi.Range(40), X, np.zeros_like(X), device=device)


def running(x, y):
    for k in range(len(x)):
        if k % 4 == 0:  # noqa: SIM108
            total = x[k]
        else:
            total = total + x[k]
        y[k] = total


def test_in_functions_that_prange_loops_call(device):
    def rows(x, y):
        for i in prange(len(x)):
            running(x[i], y[i])
            for k in range(1, 12):
                if k == 1:
                    largest = x[i, 0]
                largest = max(largest, x[i, k])
            y[i, 0] = largest

    expected, found = np.zeros_like(X), dpt.zeros(X.shape, device=device)
    rows(X, expected)
    dpjit(rows)(dpt.asarray(X, device=device), found)
    np.testing.assert_allclose(dpt.asnumpy(found), expected, rtol=1e-12)


def assigned_by_chance(item, x, y):
    i = item.get_id(0)
    for k in range(len(x)):
        if x[k] > i:
            found = x[k]
        y[i] += found


def test_numbers_are_zero_where_no_turn_has_assigned_them(device):
    x, y = dpt.asarray([1.0, 2.0, 0.5], device=device), dpt.ones(4, device=device)
    dpex.call_kernel(dpex.kernel(assigned_by_chance), kapi.Range(4), x, y)
    np.testing.assert_array_equal(dpt.asnumpy(y), [1 + 1 + 2 + 0.5, 1 + 0 + 2 + 2, 1, 1])


def test_checks_whether_a_turn_has_assigned(device, monkeypatch):
    monkeypatch.setenv("WEFT_CHECK", "1")
    x, y = dpt.asarray([1.0, 2.0], device=device), dpt.zeros(3, device=device)
    kernel = dpex.kernel(assigned_by_chance)
    dpex.call_kernel(kernel, kapi.Range(1), x, y)
    assert float(y[0]) == 3
    with pytest.raises(UnboundLocalError, match="found has no value, since no turn"):
        dpex.call_kernel(kernel, kapi.Range(2), x, y)


def test_an_iteration_knows_nothing_of_others(device):
    def separate(x, y):
        s = 0.0
        for i in prange(len(x)):
            if x[i, 0] > 0:
                own = x[i, 0]
            s += own
        return s

    with pytest.raises(UnassignedError, match="own may have no value here"):
        dpjit(separate)(dpt.asarray(X, device=device), None)


def test_behind_the_loop_nothing_follows_from_turns(device):
    @dpex.kernel
    def behind(item, x, y):
        while True:
            if x[0] > 5:
                value = 1.0
            if x[0] > 3:
                break
        y[0] = value

    x = dpt.asarray([4.0], device=device)
    with pytest.raises(UnassignedError, match="value may have no value here"):
        dpex.call_kernel(behind, kapi.Range(1), x, x)
