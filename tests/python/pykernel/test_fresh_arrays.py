"""Arrays that loops make anew in each turn are other arrays, also where variables hold one of a former turn."""

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import kernel_api as kapi
from numba_dpex import prange
from numba_dpex.kernel_api import Range
from reference import assert_same


def last_kept(item, a, out):
    i = item.get_id(0)
    last = np.zeros(6)
    for k in range(5):
        t = np.zeros(6)
        t[k] = k + a[i, k]
        out[i] += t - last
        last = t


def best_kept(item, a, out):
    i = item.get_id(0)
    row = np.zeros(6)
    row[:] = a[i, :6]
    best = row * 0.0 + 1
    found = -1.0
    for k in range(7):
        candidate = np.roll(row, 1) * (k * 5 % 7)
        if candidate[1] > found:
            found = candidate[1]
            best = candidate
    out[i] = best


def own_elements_read(item, a, out):
    i = item.get_id(0)
    s = np.zeros(6)
    s[:] = a[i, :6] * 2.0
    n = 0
    while n < 4:
        s = s[::-1] - s[0]
        n += 1
    out[i] = s


def two_former_turns(item, a, out):
    i = item.get_id(0)
    one = kapi.PrivateArray(6, np.float64, fill_zeros=True)
    two = kapi.PrivateArray(6, np.float64, fill_zeros=True)
    for k in range(6):
        new = kapi.PrivateArray(6, np.float64, fill_zeros=True)
        for j in range(6):
            new[j] = one[j] + two[5 - j] + a[i, k]
        two, one = one, new[::-1]
    out[i] = one * 100 + two


def step(x, k):
    y = np.empty(6)
    for j in range(6):
        y[j] = x[5 - j] + k
    return y


def made_by_a_function(item, a, out):
    i = item.get_id(0)
    x = step(a[i, :6] * 1.0, 0)
    kept = x
    for k in range(5):
        x = step(x, k)
        if k == 2:
            kept = x
    out[i] = x * 10 + kept


def in_nested_loops(item, a, out):
    i = item.get_id(0)
    rows = np.zeros(6), np.ones(6)
    for k in range(3):
        for j in range(2):
            t = np.full(6, a[i, j] + k)
            if (k + j) % 2:
                rows = t, rows[0]
            else:
                continue
            out[i] += rows[1] - t
    out[i] += rows[1]


@pytest.mark.parametrize(
    "kernel",
    [
        last_kept,
        best_kept,
        own_elements_read,
        two_former_turns,
        made_by_a_function,
        in_nested_loops,
    ],
)
def test_arrays_of_constant_size(device, kernel):
    a = np.random.default_rng(1).integers(1, 9, (40, 8)).astype(np.float64)
    assert_same(kernel, Range(40), a, np.zeros((40, 6)), device=device)


def softmax(a, out):
    for i in prange(a.shape[0]):
        s = a[i] * 0.5
        s = np.exp(s - np.max(s))
        s = s / np.sum(s)
        out[i] = s


def best_candidate(a, out):
    for i in prange(a.shape[0]):
        best = a[i] * 0
        found = -1.0
        for k in range(5):
            candidate = a[i] * (k * 7 % 5)
            if candidate[0] > found:
                found = candidate[0]
                best = candidate
        out[i] = best


def turn_before(a, out):
    n = a.shape[1]
    for i in prange(a.shape[0]):
        last = np.ones(n)
        for k in range(n):
            t = np.zeros(n)
            t[k] = a[i, k]
            out[i] += t - last
            last = t
        k = 0
        while k < 3:
            last = last[::-1] * 2 - last
            k += 1
        out[i] += last


def chosen_again(a, out):
    for i in prange(a.shape[0]):
        row = a[i] + 0
        for k in range(3):
            row = row[row > k + 1]
            for j in range(len(row)):
                out[i, j] += row[j]


@pytest.mark.parametrize("function", [softmax, best_candidate, turn_before, chosen_again])
def test_arrays_of_a_size_known_when_the_loop_begins(device, function):
    a = np.random.default_rng(2).integers(1, 9, (300, 7)).astype(np.float64)
    expected, given = np.zeros_like(a), dpt.zeros(a.shape, device=device)
    function(a, expected)
    dpex.dpjit(function)(dpt.asarray(a, device=device), given)
    np.testing.assert_allclose(dpt.asnumpy(given), expected, rtol=1e-12)


def dtypes_by_name(a, out):
    n = a.shape[1]
    for i in prange(a.shape[0]):
        m = np.ones(n, dtype=np.bool_)
        m[2] = False
        k = np.zeros(n, dtype=np.intp)
        k[0] = 5 / 2
        out[i, 0] = a[i][m].sum() + (~m).sum() * 100 + k[0]
        out[i, 1] = np.full(n, 2.5, dtype=int)[1]


def of_constant_size_at_first(a, out):
    for i in prange(a.shape[0]):
        v = np.ones(7)
        m = np.eye(7)
        for _ in range(3):
            w = a[:7] @ v
            v = w / np.linalg.norm(w)
            m = np.dot(m, a[i].reshape(7, 1) * v) / 10
        out[i] = v + m[0] + ((m + m.T) / 2)[1]


def running_sums_in_place(a, out):
    out[:] = a
    for i in prange(a.shape[0]):
        out[i] = np.cumsum(out[i])
        out[i, 1:5] = np.sort(out[i, 1:5] * -1)


@pytest.mark.parametrize(
    "function", [dtypes_by_name, of_constant_size_at_first, running_sums_in_place]
)
def test_what_arrays_of_iterations_are_made_of(device, function):
    test_arrays_of_a_size_known_when_the_loop_begins(device, function)
