"""Comprehensions that functions get, map, reduce and partial give compiled what Python gives."""

import functools
import math
import operator

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import dpjit, prange
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler import UnsupportedError
from reference import assert_same

R = kapi.Range(4)
X = np.array([1.5, -2.25, 3.0, 0.5])
TABLE = (1.0, 2.0, 3.0)


def squared(v):
    return v * v


def scaled(v, by, *, shift=0):
    return v * by + shift


def weighed(total, v):
    return total * 0.5 + v


twice = functools.partial(scaled, by=2, shift=1)
weigh = functools.partial(weighed, 3.0)


def out():
    return np.zeros((4, 8))


def test_comprehensions_over_ranges_and_arrays(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        k = 5
        y[i, 0] = sum(x[k] * k for k in range(4)) + k
        y[i, 1] = max(abs(u) for u in x) + min([u * 2 for u in x])
        y[i, 2] = np.sum([x[j] * i for j in range(i, 4)]) + len([k for k in range(i)])
        y[i, 3] = sum(u * v for u, v in zip(x, x[::-1]))  # noqa: B905
        y[i, 4] = sum(sum(x[k] * j for k in range(3)) for j in range(i + 1))
        y[i, 5] = np.median([u * u for u in x])
        y[i, 6] = any(u > 2 for u in x) + 10 * all([u > -2 for u in x])
        y[i, 7] = math.prod(v + k for k, v in enumerate(x, 2))

    assert_same(kernel, R, X, out(), device=device)


def test_comprehensions_over_several_sequences(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i, 0] = sum(x[p] * x[q] for p in range(3) for q in range(p, 4))
        y[i, 1] = sum([v * t for v in x for t in TABLE])
        y[i, 2] = math.prod(x[p] + q + r for p in range(2) for q in range(i) for r in (1, 2))
        y[i, 3] = any(x[p] > x[q] + r for p in range(4) for q in range(4) if q > p for r in x)
        y[i, 4] = all(v < t + i for v in x if v > 0 for t in TABLE if t > 1)
        y[i, 5] = sum(
            p * 100 + q * 10 + r for p in range(i) for q in range(p) for r in range(q + 2)
        )

    assert_same(kernel, R, X, np.zeros((4, 6)), device=device)


def test_comprehensions_over_tuples(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        a = np.array([u + k for k, u in enumerate((3, 1, x[i]))])
        y[i, 0] = a[i % 3] + tuple(u * 2 for u in TABLE)[2]
        y[i, 1] = sum(f(x[i]) for f in (squared, math.cos, abs))
        for u in [v * v for v in TABLE]:
            y[i, 2] += u
        y[i, 3] = sorted(v * (-1) ** i for v in TABLE)[1] + ((1, i) * 2)[3]

    assert_same(kernel, R, X, out(), device=device, rtol=1e-14)


def test_rows_of_comprehensions(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        square = np.array([[k + j * x[i] for k in range(4)] for j in range(3)])
        y[i, :4] = square[2] + np.array([square[0], square[1]])[i % 2]
        y[i, 4:] = np.sum([square[j] * x[j] for j in range(3)], axis=0)

    assert_same(kernel, R, X, out(), device=device)


def test_elements_of_several_types(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        a = np.array([1 if k == 0 else 0.5 for k in range(4)])
        b = np.concatenate((np.isin(x[:2].reshape(2), TABLE), x[2:].reshape(2)))
        y[i, :4] = a + np.concatenate((np.arange(2), np.array((0.5, 0.25))))
        y[i, 4:7] = np.diff(np.stack((a > 1, a, a))[0]) + np.diff(b)
        y[i, 7] = np.linalg.norm(np.diff(b, 2))

    assert_same(kernel, R, X, out(), device=device)


def test_conditions_leave_elements_out(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i, 0] = sum(u for u in x if u > 0)
        y[i, 1] = sum(j for j, u in enumerate(x) if u > 0 if j > 1)
        y[i, 2] = math.prod(u for u in x if u > i)
        y[i, 3] = any(u < 0 for u in x if u < i - 3) + 2 * all(u > 0 for u in x if u > -2)
        y[i, 4] = sum(1 for k in range(4) if k % 2 == i % 2)
        y[i, 5] = np.array([u if u > 0 else -1 for u in x[:2].reshape(2) + 0])[1] if i < 0 else 1

    assert_same(kernel, R, X, out(), device=device)


def test_variables_mean_what_they_did(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        for k in range(2):
            y[i, k] = sum(k * j for j in range(3)) + sum(k for k in range(4)) + k
        u = x[i]
        y[i, 2] = sum(u * 2 for u in x) + u

    assert_same(kernel, R, X, out(), device=device)


def test_functions_of_functions(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i, 0] = sum(map(squared, x)) + sum(map(squared, TABLE)) + max(map(abs, x))
        y[i, 1] = twice(x[i]) + functools.reduce(operator.add, TABLE)
        y[i, 2] = functools.reduce(weighed, x, 1.0) + functools.reduce(weighed, TABLE)
        y[i, 3] = weigh(x[i]) + twice(x[i], shift=2.5)
        for u in reversed(x):
            y[i, 4] = y[i, 4] * 2 + u
        for k, u in enumerate(map(squared, x)):
            y[i, 5] += k * u

    assert_same(kernel, R, X, out(), device=device)


def test_extremes_by_a_key(device):
    def farther(value):
        return abs(value - 1)

    def kernel(item, x, y):
        i = item.get_id(0)
        y[i, 0] = max(range(8), key=lambda k: x[i, k])
        y[i, 1] = min(range(1, x.shape[1], 2), key=lambda k: x[i, k])
        y[i, 2] = max(x[i], key=abs)
        y[i, 3] = min(x[i, :4] * 2, key=farther)
        y[i, 4] = max(1.0, -2.5, x[i, 0] * 2, 2, key=abs)
        y[i, 5] = min((x[i, 0], -x[i, 1], 3), key=lambda value: value * value)
        y[i, 6] = max(range(x.shape[1] - i)) + min(range(2, 9), key=None)
        y[i, 7] = max([3, -3, 3.0, -3], key=abs)

    x = np.random.default_rng(5).normal(size=(4, 8)).round(1)
    x[1] = 1.0
    assert_same(kernel, kapi.Range(4), x, np.zeros((4, 8)), device=device)


def test_methods_of_numbers_and_numbers_in_words(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i, 0] = (i * 37).bit_length() + 10 * (i * 37).bit_count()
        y[i, 1] = int(x[i].is_integer()) + 2 * (x[i] / 0.25).is_integer()
        y[i, 2] = float("inf") if x[i] > float("-inf") else float("nan")
        y[i, 3] = float("1e3")

    assert_same(kernel, R, X, out(), device=device)


def test_functions_that_kernels_define(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        if i >= 4:
            return
        factor = x[i] * 2

        def scaled_by_factor(v):
            moved = v + 1
            return moved * factor

        def both(f, v):
            return f(v) + f(scaled_by_factor(v))

        half = lambda v: v / 2  # noqa: E731
        y[i, 0] = scaled_by_factor(3) + half(i) + both(half, x[0])
        y[i, 1] = sum(map(lambda v: v * factor, x)) + (lambda p, q: p - q)(i, 2)
        y[i, 2] = functools.reduce(lambda p, q: p * 0.5 + q * i, x, 1.0)
        factor = 100
        y[i, 3] = scaled_by_factor(i)
        for k in range(3):
            y[i, 4] += scaled_by_factor(k) * half(k)
        moved = 7
        y[i, 5] = scaled_by_factor(1) + moved

    assert_same(kernel, R, X, out(), device=device)


K = 3.0


def test_names_of_inner_scopes_hide_no_globals(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i, 0] = sum(K * 2 for K in x) + K
        y[i, 1] = (lambda K: K + 1)(x[i]) + K

    assert_same(kernel, R, X, out(), device=device)


def kept_list(item, x):
    a = ([u for u in x], 1)
    x[0] = a[1]


def chosen_rows(item, x):
    x[0] = np.sum([u for u in x if u > 0])


def pairs(item, x):
    x[0] = max(u * v for u in x for v in x)


def own_elements(item, x):
    x[:] = np.array([x[1 - k] for k in range(2)])


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (kept_list, "give the comprehension to np.array"),
        (chosen_rows, "known to sum, any, all and math.prod in kernels; write a loop with if"),
        (pairs, "several sequences are known to sum, any, all and math.prod"),
        (own_elements, "as large a part of another array"),
    ],
)
def test_what_is_no_comprehension_of_kernels(function, words):
    with pytest.raises(UnsupportedError, match=words):
        dpex.call_kernel(dpex.kernel(function), kapi.Range(1), dpt.zeros(2))


def test_tuples_in_order(device):
    def function(out):
        for i in prange(out.shape[0]):
            x = i % 4 / 2
            pair, triple = (i % 3, x), (i % 3, x, 1)
            out[i, 0] = pair < (1, 0.5)
            out[i, 1] = pair <= (1, 0.5)
            out[i, 2] = pair > (1, 0.5)
            out[i, 3] = pair >= (1, 0.5)
            out[i, 4] = pair < triple
            out[i, 5] = triple <= pair
            out[i, 6] = (1, 2) < (1, 2, 3) <= (i, 2)

    found, expected = dpt.zeros((24, 7), device=device), np.zeros((24, 7))
    dpjit(function)(found)
    function(expected)
    np.testing.assert_array_equal(dpt.asnumpy(found), expected)


def test_tuples_beside_arrays(device):
    def function(a, out):
        for i in prange(out.shape[0]):
            for x, weight in zip(a, (1, 2, 5)):  # noqa: B905
                out[i] += x * weight
            for k, (weight, x) in enumerate(zip((0.5, 0.25), a)):  # noqa: B905
                out[i] += x * weight * k
            for one, n in zip((3, 4), range(i)):  # noqa: B905
                out[i] += one * n

    a = np.random.default_rng(2).random(4)
    found, expected = dpt.zeros(6, device=device), np.zeros(6)
    dpjit(function)(dpt.asarray(a, device=device), found)
    function(a, expected)
    np.testing.assert_allclose(dpt.asnumpy(found), expected)
