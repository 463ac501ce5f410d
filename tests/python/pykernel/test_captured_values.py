"""What prange loops and kernels take from around them beside arrays and numbers: namedtuples, tuples and lists of arrays, slices."""

from collections import namedtuple

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import dpjit, prange
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler.errors import TypingError

Point = namedtuple("Point", "x y")
Line = namedtuple("Line", "begin end width")


@dpex.device_func
def length(line):
    return abs(line.end.x - line.begin.x) + abs(line.end.y - line.begin.y)


@dpex.kernel
def lengths(item: kapi.Item, line, out):
    i = item.get_id(0)
    end = line.end
    _, y = end
    out[i] = length(line) * line.width[i] + y


def test_namedtuples_in_kernels(device):
    width = dpt.arange(5.0, device=device)
    for line in (Line(Point(1, 2), Point(4.0, 0), width), Line(Point(0, 0), Point(2, 2), width)):
        out = dpt.zeros(5, device=device)
        dpex.call_kernel(lengths, dpex.Range(5), line, out)
        expected = np.arange(5.0) * length(line) + line.end.y
        np.testing.assert_array_equal(dpt.asnumpy(out), expected)


def test_namedtuples_of_other_names(device):
    @dpex.kernel
    def second(item: kapi.Item, pair, out):
        out[item.get_id(0)] = pair.y

    out = dpt.zeros(1, device=device)
    for kind, expected in (("x y", 2), ("y x", 1)):
        dpex.call_kernel(second, dpex.Range(1), namedtuple("Pair", kind)(1, 2), out)
        assert out[0] == expected
    with pytest.raises(TypingError, match="no attribute y"):
        dpex.call_kernel(second, dpex.Range(1), namedtuple("Pair", "a b")(1, 2), out)


def test_namedtuples_in_loops():
    @dpjit
    def shift(a, by):
        for i in prange(a.size):
            a[i] += by.x * i + by.y

    found, expected = np.arange(9.0), np.arange(9.0)
    shift(found, Point(2, 0.5))
    shift.py_func(expected, Point(2, 0.5))
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("dtype", ["float64", ">f8"])
@pytest.mark.parametrize("kind", [tuple, list, lambda parts: Point(*parts)])
def test_several_arrays_at_once(kind, dtype):
    @dpjit
    def sums(parts, out):
        for i in prange(out.size):
            parts[1][i] += 1
            for part in parts:
                out[i] += part[i]

    found, expected = np.zeros(40), np.zeros(40)
    given = [kind([np.arange(40).astype(dtype), np.ones(40, dtype)]) for _ in range(2)]
    sums(given[0], found)
    sums.py_func(given[1], expected)
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(given[0], given[1])


def test_slices_that_have_a_name():
    @dpjit
    def parts(a, out, which):
        rest, window = slice(2, None), slice(1, 3)
        for i in prange(a.shape[0]):
            out[i, 0] = a[i, window].sum() + a[i, rest].sum()
            out[i, 1] = np.max(a[i, which])

    a = np.random.default_rng(1).random((30, 6))
    found, expected = np.zeros((30, 2)), np.zeros((30, 2))
    for which in (slice(1, 4), slice(None, 2), slice(None, None, -1)):
        parts(a, found, which)
        parts.py_func(a, expected, which)
        np.testing.assert_allclose(found, expected)


def test_quotients_are_reductions():
    @dpjit
    def share(a, n):
        s, t, u = 10, 1.0, 8
        for i in prange(n):
            s /= 2
            t /= a[i]
            u = u / 2.0
        for i in prange(n):
            t *= a[i]
            if i > 2:
                t /= 2
        return s, t, u

    a = np.linspace(1, 2, 20)
    for n in (0, 1, 20):
        np.testing.assert_allclose(share(a, n), share.py_func(a, n), rtol=1e-12)
        assert isinstance(share(a, n)[0], float) or n == 0


def test_loops_without_arrays():
    @dpjit
    def nothing(n):
        for i in prange(n):
            _ = i * 2
        return n

    assert nothing(5) == 5


def test_functions_over_arrays_around_them(device):
    def function(a, b, out, n):
        table, scale = a[:4] * 2, 1.5

        def found(i):
            if a[i] > 0.5:
                return a[i] * scale
            for k in range(i):
                if b[k] > 0.9:
                    return table[k % 4]
            return -1.0

        def shifted(i):
            return found(i) + found(i // 2) * n

        def put(i, x):
            out[i] = x

        for i in prange(n):
            put(i, shifted(i))
        for i in prange(n):
            out[i] += found(i) + scale

    compiled, random = dpjit(function), np.random.default_rng(4)
    for n in (40, 7):
        a, b = random.random(40), random.random(40)
        b[n // 2 :] = 0
        wanted = [a.copy(), np.array(b), np.zeros(40)]
        given = [dpt.asarray(x, device=device) for x in wanted]
        host = [x.copy() for x in wanted]
        for run, arguments in ((function, wanted), (compiled, given), (compiled, host)):
            run(*arguments, n)
        for x, y, z in zip(wanted, given, host, strict=True):
            np.testing.assert_allclose(dpt.asnumpy(y), x)
            np.testing.assert_allclose(z, x)


class Tables:
    weights = np.array([1.0, 3.0])
    counts = [2, 3, 4]
    scale = 4

    class inner:
        seen = np.zeros(8)


def test_arrays_of_classes_and_modules(device):
    def function(a, out):
        for i in prange(out.shape[0]):
            out[i] = Tables.scale * a[i] + Tables.weights[i % 2] + Tables.counts[i % 3]
            out[i] += Tables.weights.sum() + Tables.weights.shape[0]
            Tables.inner.seen[i] = i

    x, compiled = np.arange(8.0), dpjit(function)
    for weights in (Tables.weights, np.array([1, 5, 7], np.int32)):
        Tables.weights = weights
        expected, found, given = np.zeros(8), np.zeros(8), dpt.zeros(8, device=device)
        function(x, expected)
        compiled(x, found)
        Tables.inner.seen[:] = 0
        compiled(dpt.asarray(x, device=device), given)
        np.testing.assert_array_equal(found, expected)
        np.testing.assert_array_equal(dpt.asnumpy(given), expected)
        np.testing.assert_array_equal(Tables.inner.seen, np.arange(8.0))
