"""dpjit gives what the function gives in plain Python over NumPy's arrays; its prange loops run as kernels."""

import os
import subprocess
import sys

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import dpjit, prange
from numba_dpex._compiler import TypingError, UnassignedError, UnsupportedError

SCALE = 3


def same(function, *arguments, device, rtol=0):
    """The result and the arrays afterwards, of dpjit and of plain Python."""
    expected = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    given = [dpt.asarray(a, device=device) if isinstance(a, np.ndarray) else a for a in arguments]
    wanted, found = function(*expected), dpjit(function)(*given)
    pairs = [(wanted, found), *zip(expected, given, strict=True)]
    for one, other in pairs:
        if isinstance(other, dpt.usm_ndarray):
            other = dpt.asnumpy(other)
            assert other.dtype == one.dtype
        if one is not None:
            np.testing.assert_allclose(other, one, rtol=rtol)


def test_a_loop_over_elements(device):
    def function(a, b):
        for i in prange(a.shape[0]):
            t = a[i] * SCALE
            if t < 10:
                continue
            b[i] = t
        return b

    same(function, np.arange(10.0), np.zeros(10), device=device)


@pytest.mark.parametrize("how", ["thrice", {"factor": 5}])
def test_match_on_the_host_and_in_a_loop(device, how):
    def function(a, b):
        match how:
            case str(name) if name:
                factor = 3
            case {"factor": factor}:
                pass
        for i in prange(a.shape[0]):
            match i % 3:
                case 0:
                    b[i] = a[i] * factor
                case k if k > 1:
                    b[i] = k
        return b

    same(function, np.arange(10.0), np.zeros(10), device=device)


def test_one_loop_with_values_of_many_types(device):
    @dpjit
    def scaled(x, by):
        for i in prange(x.shape[0]):
            x[i] = x[i] * by + i

    zero = dpt.asarray(3, device=device)
    for by in (2, 2, 2.5, 2.5, True, zero, zero, np.float32(1.5), 7, 2.5):
        for dtype in ("int64", "float64", "float64"):
            for n in (5, 1, 0, 1000):
                x = dpt.arange(n, dtype=dtype, device=device)
                scaled(x, by)
                number = by if by is not zero else 3
                expected = (np.arange(n) * number + np.arange(n)).astype(dtype)
                np.testing.assert_array_equal(dpt.asnumpy(x), expected)
    host = np.arange(4.0)
    scaled(host, 2)
    np.testing.assert_array_equal(host, np.arange(4.0) * 3)


def test_loops_with_begin_step_and_nested_ranges(device):
    def function(a):
        n = a.shape[0]
        for i in prange(n - 1, 0, -2):
            for j in prange(1, a.shape[1]):
                a[i, j] += 10 * i + j
        for k in dpex.prange(2, n, 3):
            a[k, 0] = -k

    same(function, np.ones((9, 4), np.float32), device=device)


@pytest.mark.parametrize("dtype", ["i4", "u4", "i8", "f4", "f8"])
@pytest.mark.parametrize("n", [0, 1, 100, 50000])
def test_sums(device, dtype, n):
    def function(a, b):
        s = a.dtype.type(0)
        t = 2
        for i in prange(a.shape[0]):
            s += a[i] * b[i]
            t += 1
        return s * 2 + t

    a = np.random.default_rng(n).integers(0, 4, n).astype(dtype)
    same(function, a, np.ones(n, dtype), device=device, rtol=1e-6 if dtype == "f4" else 1e-14)


def test_products_extremes_and_bits(device):
    def function(a, i8):
        product, least, most = 1.0, 100.0, a[0] * 0
        both, any_, odd = -1, 0, 0
        for i in prange(len(a)):
            product *= a[i]
            least = min(least, a[i])
            most = max(most, a[i])
            both &= i8[i]
            any_ |= i8[i]
            odd = odd ^ i8[i]
        return np.asarray([product, least, most, both, any_, odd])

    a = np.random.default_rng(1).uniform(0.9, 1.1, 300)
    same(function, a, np.random.default_rng(2).integers(8, 64, 300), device=device, rtol=1e-12)


def test_sums_of_python_numbers_have_their_precision(device):
    def function(a):
        s = 0.0
        n = 0
        for i in prange(a.size):
            s += a[i]
            n += 1 if a[i] > 0.5 else 0
        return s, n

    a = dpt.asarray(np.full(1 << 20, 0.1, np.float32), device=device)
    s, n = dpjit(function)(a)
    assert type(s) is float and abs(s - np.float64(np.float32(0.1)) * 2**20) < 1e-6
    assert type(n) is int and n == 0


def test_array_expressions_around_loops(device):
    def function(a, b):
        c = a + b
        for i in prange(c.size):
            c[i] *= 2
        s = 0.0
        for i in prange(c.size):
            s += c[i]
        return c * s

    same(function, np.arange(5.0), np.ones(5), device=device)


def test_closures_defaults_and_loops_in_branches(device):
    factor = 7

    def function(a, times=2, flag=True):
        for _ in range(times):
            if flag:
                for i in prange(a.size):
                    a[i] += factor
        return a

    same(function, np.arange(5), device=device)
    a = dpt.zeros(3, dtype="i8", device=device)
    assert dpt.asnumpy(dpjit(function)(a, times=3)).tolist() == [21] * 3


def test_kernels_can_be_launched_in_between(device):
    @dpex.kernel
    def double(item, a):
        a[item.get_id(0)] *= 2

    @dpjit(fastmath=True)
    def function(a):
        for i in prange(a.size):
            a[i] += 1
        dpex.call_kernel(double, dpex.Range(a.size), a)

    a = dpt.zeros(4, device=device)
    function(a)
    assert dpt.asnumpy(a).tolist() == [2] * 4


@pytest.mark.parametrize("n, m", [(1, 1), (7, 5), (300, 17), (5000, 3)])
def test_arrays_of_a_size_known_when_the_loop_begins(device, n, m):
    def function(a, out, width):
        for i in prange(a.shape[0]):
            t = np.empty(width)
            count = np.zeros(a.shape[1], dtype=np.int32)
            last = np.zeros_like(a[i])
            for j in range(width):
                t[j] = a[i, j % a.shape[1]] * j
                count[j % a.shape[1]] += 1
            for j in range(a.shape[1]):
                last[j] += count[j]
            out[i, :] = last
            out[i, 0] += t[width - 1] + t[0]

    a = np.random.default_rng(n).integers(0, 9, (n, m)).astype(np.float64)
    same(function, a, np.zeros((n, m)), m + 2, device=device)


def test_array_expressions_in_loops(device):
    def function(a, b, out, sums):
        for i in prange(a.shape[0]):
            row = a[i, :] * 2 + b
            twice = row + a[i]
            out[i, :] = np.sqrt(twice) - a[i, 0]
            out[i, 1:] += b[1:] * 3
            out[i, :] = np.maximum(out[i, :], -b)
            sums[i] = np.sum(row * b) + (a[i] - b)[0]

    a = np.random.default_rng(3).uniform(0, 4, (50, 11))
    same(function, a, a[0].copy(), np.zeros_like(a), np.zeros(50), device=device, rtol=1e-13)


def test_sums_beside_arrays(device):
    def function(a):
        s = 0.0
        for i in prange(a.shape[0]):
            t = np.full(a.shape[1], 2.0)
            t += a[i]
            for x in t:
                s += x
        return s

    same(function, np.arange(12.0).reshape(4, 3), device=device)


def test_arrays_full_of_elements(device):
    def function(a, counts, out):
        for i in prange(a.shape[0]):
            like = np.full_like(a, 3)
            full = np.full(a.size, a[i])
            same_as = np.full_like(counts, a[i])
            like[0], full[1] = 0.5, i
            out[i] = like.sum() + full.sum() + same_as.sum()

    same(function, np.arange(4.0) + 0.5, np.arange(3), np.zeros(4), device=device)


def test_copies_of_windows_and_reductions_along_axes(device):
    def function(a, w, out, n):
        k = w.shape[0]
        for i in prange(n):
            for j in prange(n):
                part = np.copy(a[:, i : i + k, j : j + k])
                one = a[0, i : k + i, 0].copy()
                products = np.reshape(part, (2, k * k)) * np.reshape(w, (1, k * k))
                out[:, i, j] = np.sum(products, axis=1) + one[1]

    numbers = np.random.default_rng(0)
    a, w = (numbers.integers(0, 5, shape).astype(np.float32) for shape in ((2, 9, 9), (3, 3)))
    same(function, a, w, np.zeros((2, 7, 7), np.float32), 7, device=device)


def test_what_a_mask_chooses(device):
    def function(a, out):
        for i in prange(out.shape[0]):
            low = i * 1.0
            mask = np.logical_and(a >= low, a < low + 2.5)
            chosen = a[mask]
            out[i] = chosen.mean() + np.max(chosen) + chosen.size

    a = np.random.default_rng(1).integers(0, 12, 50).astype(np.float64)
    same(function, a, np.zeros(9), device=device, rtol=1e-12)


def test_products_of_matrices_whose_places_the_loop_computes(device):
    def function(a, b, out, index):
        for k in prange(out.shape[0]):
            for i in range(a.shape[0]):
                for j in range(1, a.shape[1]):
                    scale = j * 0.5
                    t = b[k, index[i, j]] @ a[i, j]
                    u = a[i, j] * scale
                    out[k] += t @ u
                row = a[i, 0]
                shifted = row + 1
                out[k] += shifted

    numbers = np.random.default_rng(2)
    a, b = (numbers.integers(0, 5, (n, 4, 5, 5)).astype(np.float64) for n in (3, 6))
    index = numbers.integers(0, 4, (3, 4))
    same(function, a, b, np.zeros((6, 5, 5)), index, device=device)


@pytest.mark.parametrize("dtype", ["i4", "i8", "f4", "f8"])
def test_iterations_that_add_to_the_same_element(device, dtype):
    def function(a, counts, own, bins):
        for i in prange(a.shape[0]):
            k = int(a[i]) % bins
            counts[k] += 2
            counts[bins] -= 1
            j = i + 1
            own[j - 1] += a[i]

    a = np.random.default_rng(3).integers(0, 50, 20000).astype(dtype)
    same(function, a, np.zeros(11, dtype), np.zeros_like(a), 10, device=device)


def test_iterations_that_add_to_whole_arrays(device):
    def function(a, b, c):
        for i in prange(1, a.shape[0], 2):
            twice = a[i] * SCALE
            for j in prange(c.shape[0]):
                c[j] += i
            if i == 3:
                continue
            b += twice
        return b + 0

    a = np.random.default_rng(5).integers(0, 9, (9, 17)).astype(float)
    same(function, a, np.ones(17), np.zeros(4), device=device)


def test_systems_solved_in_a_loop(device):
    @dpjit
    def function(matrices, right):
        sums = dpt.zeros_like(right)
        for i in prange(matrices.shape[0]):
            sums += dpt.linalg.solve(matrices[i], right)
        return sums

    matrices = np.random.default_rng(6).random((5, 3, 3)) + np.eye(3)
    right = np.arange(6.0).reshape(3, 2)
    wanted = sum(np.linalg.solve(matrix, right) for matrix in matrices)
    found = function(*(dpt.asarray(a, device=device) for a in (matrices, right)))
    np.testing.assert_allclose(dpt.asnumpy(found), wanted, rtol=1e-12)


def test_iterations_in_order_are_explained(tmp_path):
    program = """
import dpctl.tensor as dpt
from numba_dpex import dpjit, prange


@dpjit
def function(a, b):
    for i in prange(a.shape[0]):
        b += a[i]


function(dpt.ones((3, 4)), dpt.zeros(4))
"""
    file = tmp_path / "loops.py"
    file.write_text(program)
    done = subprocess.run(
        [sys.executable, file],
        env={**os.environ, "WEFT_EXPLAIN": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    said = f"prange: {file}:8: iterations that change all of an array run one after the other"
    assert said in done.stderr


def test_a_name_of_the_loop_without_a_value_is_refused():
    @dpjit
    def function(a):
        for i in prange(a.size):
            for j in range(3):
                if j > 0:
                    a[i] += before  # noqa: F821
                before = j + 1  # noqa: F841

    with pytest.raises(UnassignedError, match="before has no value yet here"):
        function(dpt.zeros(4))


def test_an_array_whose_size_depends_on_what_the_loop_computes_is_refused():
    @dpjit
    def function(a):
        for i in prange(a.size):
            n = 0
            while n * n < i:
                n += 1
            t = np.zeros(n)
            a[i] = t.size

    with pytest.raises(TypingError, match="the shape of a private or local array"):
        function(dpt.zeros(4))


def test_a_value_carried_between_iterations_is_refused():
    @dpjit
    def function(a):
        last = 0.0
        for i in prange(a.size):
            a[i] += last
            last = a[i]

    with pytest.raises(
        UnsupportedError, match=r"test_dpjit.py:\d+: in function: last carries a value"
    ):
        function(dpt.zeros(4))


def leaving_by_break(a):
    for i in prange(a.size):
        for _ in range(2):
            break
        if i > 1:
            break


def leaving_by_break_after_a_loop(a):
    for i in prange(a.size):
        while a[i] > 0:
            a[i] -= 1
        else:
            break


def leaving_by_return(a):
    for i in prange(a.size):
        for k in range(3):
            if k > i:
                return a


@pytest.mark.parametrize(
    ("function", "line", "word"),
    [
        (leaving_by_break, 5, "break"),
        (leaving_by_break_after_a_loop, 5, "break"),
        (leaving_by_return, 4, "return"),
    ],
)
def test_a_loop_that_is_left_before_its_end_is_refused(function, line, word):
    line += function.__code__.co_firstlineno
    words = rf"test_dpjit.py:{line}: in {function.__name__}: {word} leaves a prange loop"
    with pytest.raises(UnsupportedError, match=words):
        dpjit(function)(dpt.zeros(4))


@pytest.mark.parametrize("value", [{1: 2}, ({},), [{1}]])
def test_what_a_loop_cannot_use_is_named(value):
    @dpjit
    def function(a, given):
        for i in prange(a.size):
            a[i] = given[0]

    with pytest.raises(UnsupportedError, match=r"test_dpjit.py:\d+: in function: given is of type"):
        function(dpt.zeros(4), value)


def test_a_loop_that_cannot_be_compiled_names_the_line():
    @dpjit
    def function(a):
        for i in prange(a.size):
            a[i] = sorted(a)[0]

    line = function.py_func.__code__.co_firstlineno + 3
    with pytest.raises(UnsupportedError, match=rf"test_dpjit.py:{line}: in function"):
        function(dpt.zeros(4))


def test_prange_outside_of_dpjit_is_range():
    assert list(prange(2, 8, 3)) == [2, 5]


def test_functions_that_an_iteration_defines(device):
    def scaled(a, b):
        for i in dpex.prange(a.shape[0]):

            def by_own(v):
                return v * a[i]  # noqa: B023

            b[i] = by_own(2.0) + sum(by_own(k) for k in range(3)) + (lambda v: v + i)(1)

    a = np.linspace(1, 2, 7)
    b = dpt.zeros(7, device=device)
    dpex.dpjit(scaled)(dpt.asarray(a, device=device), b)
    np.testing.assert_allclose(dpt.asnumpy(b), a * 5 + np.arange(7) + 1, rtol=1e-14)


def test_functions_that_a_dpjit_function_defines(device):
    @dpjit
    def function(a, b, factor):
        def scaled(x):
            return x * factor + 1

        for i in prange(a.size):
            b[i] = scaled(a[i])
        return b

    a = np.arange(9.0)
    for factor in (2, 3, 2):
        b = dpt.zeros(9, device=device)
        function(dpt.asarray(a, device=device), b, factor)
        np.testing.assert_array_equal(dpt.asnumpy(b), a * factor + 1)
