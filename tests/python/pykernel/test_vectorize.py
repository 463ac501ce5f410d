"""vectorize: functions of numbers become elementwise functions of arrays, which broadcast, promote and fuse."""

import math
import os
import subprocess
import sys

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import float32, float64, int64, prange
from numba_dpex._compiler import TypingError


@dpex.vectorize
def smoothstep(x, low, high):
    t = (x - low) / (high - low)
    if t < 0:
        return 0.0
    if t > 1:
        return 1.0
    return t * t * (3 - 2 * t)


def smoothstep_of_numpy(x, low, high):
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


X = np.linspace(-2, 3, 1000)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_python_numbers_are_weak_and_results_that_are_take_the_inputs_type(device, dtype):
    x = X.astype(dtype)
    found = smoothstep(dpt.asarray(x, device=device), 0, 1.0)
    assert found.dtype == dtype
    np.testing.assert_allclose(
        dpt.asnumpy(found), smoothstep_of_numpy(x, 0, 1), rtol=1e-5, atol=1e-6
    )


@pytest.mark.parametrize("dtype", ["?", "i1", "u2", "i4", "u8", "f2", "f4", "f8", "c8", "c16"])
def test_every_type(device, dtype):
    @dpex.vectorize
    def f(x, y):
        return x * y + x

    x = (np.arange(64) % 7).astype("?" if dtype == "?" else dtype)
    y = (np.arange(64) % 5).astype("i2" if dtype == "?" else dtype)
    found = f(dpt.asarray(x, device=device), dpt.asarray(y, device=device))
    expected = x * y + x
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(dpt.asnumpy(found), expected)


def test_inputs_broadcast(device):
    @dpex.vectorize
    def f(x, y):
        return math.hypot(x, y) if x > y else y - x

    x, y = np.arange(12.0).reshape(3, 4), np.array([[2.0], [5.0], [20.0]])
    found = f(dpt.asarray(x, device=device), dpt.asarray(y, device=device))
    np.testing.assert_allclose(dpt.asnumpy(found), np.where(x > y, np.hypot(x, y), y - x))
    with pytest.raises(ValueError, match=r"broadcast together with shapes \(3, 4\) and \(5,\)"):
        f(dpt.asarray(x, device=device), dpt.zeros(5, device=device))


def test_types_promote(device):
    @dpex.vectorize
    def f(x, y):
        return x + y

    x, y = dpt.ones(4, dtype="i4", device=device), dpt.ones(4, dtype="f4", device=device)
    assert f(x, y).dtype == np.float64
    assert f(y, 1).dtype == np.float32
    assert f(y, np.float64(1)).dtype == np.float64
    assert f(x, True).dtype == np.int32


def test_loops_private_arrays_and_functions(device):
    def step(z, c):
        return z * z + c

    @dpex.vectorize
    def escapes(c, most):
        z = 0j
        for k in range(most):
            if abs(z) > 2:
                return k
            z = step(z, c)
        return most

    c = np.linspace(-2, 1, 500)[:, None].T + 1j * np.linspace(-1, 1, 20)[:, None]
    expected = [[escapes.py_func(complex(each), 30) for each in row] for row in c]
    found = escapes(dpt.asarray(c, device=device), 30)
    assert found.dtype.kind in "ic"
    np.testing.assert_array_equal(dpt.asnumpy(found).real, expected)


def test_out_and_order(device):
    @dpex.vectorize
    def f(x):
        return 2 * x + 1

    x = dpt.asarray(np.arange(6.0).reshape(2, 3), device=device)
    out = dpt.empty((2, 3), device=device)
    assert f(x, out=out) is out
    np.testing.assert_array_equal(dpt.asnumpy(out), dpt.asnumpy(2 * x + 1))
    assert f(x, order="F").flags.f_contiguous
    with pytest.raises(ValueError, match="shape"):
        f(x, out=dpt.empty(5, device=device))


def test_numbers_alone_give_what_the_function_gives():
    assert smoothstep(0.25, 0, 1) == smoothstep.py_func(0.25, 0, 1)


PROGRAM = """
import dpctl.tensor as dpt, numba_dpex as dpex

@dpex.vectorize
def weight(x, y):
    return x if x > y else y * y

x, y = dpt.ones(4000), dpt.ones(4000)
float(dpt.sum(weight(x * 2, y + 1) - 3))
"""


def explained(tmp_path, **environment):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    run = subprocess.run(
        [sys.executable, program],
        env={
            **os.environ,
            "WEFT_EXPLAIN": "1",
            "WEFT_CACHE_DIR": str(tmp_path / "cache"),
            **environment,
        },
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    return run.stderr


def test_it_fuses_with_its_neighbours_and_is_found_on_disk(tmp_path):
    first = explained(tmp_path, ONEAPI_DEVICE_SELECTOR="opencl:cpu")
    fused = [line for line in first.splitlines() if "weight" in line]
    assert any("multiply" in line and "subtract" in line and "sum" in line for line in fused), first
    assert "compiled" in first
    again = explained(tmp_path, ONEAPI_DEVICE_SELECTOR="opencl:cpu")
    assert "compiled" not in again, again


def test_functions_of_one_name_are_told_apart(device):
    def scaled_by(factor):
        @dpex.vectorize
        def scaled(x, y):
            return x * factor + y

        return scaled

    made = [scaled_by(2), scaled_by(3)]
    x = dpt.ones(10, device=device)
    a, b = (dpt.asnumpy(f(x, x)) for f in made)
    assert a[0] == 3 and b[0] == 4
    assert dpt.asnumpy(made[0](dpt.ones(3, dtype="i4", device=device), 1))[0] == 3


def test_signatures_choose_and_cast(device):
    @dpex.vectorize([int64(int64, int64), float64(float64, float64)])
    def f(x, y):
        return x + y

    assert f(dpt.ones(3, dtype="i2", device=device), 1).dtype == np.int64
    assert f(dpt.ones(3, dtype="f4", device=device), 1).dtype == np.float64
    with pytest.raises(TypeError, match="no signature takes \\(complex64, Python int\\)"):
        f(dpt.ones(3, dtype="c8", device=device), 1)

    @dpex.vectorize(["float32(float32)"], nopython=True)
    def g(x):
        return x * 0.5

    assert g(dpt.ones(3, dtype="f4", device=device)).dtype == np.float32


def test_more_than_three_inputs_run_as_a_kernel(device):
    @dpex.vectorize
    def f(a, b, c, d, e):
        return a * b + c * d + e

    a, b = np.arange(24.0).reshape(2, 3, 4), np.arange(4.0)
    given = [dpt.asarray(x, device=device) for x in (a, b)]
    found = f(*given, 2, given[0], 1.5)
    np.testing.assert_array_equal(dpt.asnumpy(found), a * b + 2 * a + 1.5)
    four = np.arange(48, dtype="f4").reshape(2, 3, 2, 4)
    x = dpt.asarray(four, device=device)
    found = f(x, x, x, 2, 1)
    assert found.dtype == np.float32 and found.shape == four.shape
    np.testing.assert_array_equal(dpt.asnumpy(found), four * four + four * 2 + 1)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("print(x)\n    return x", "elementwise functions say nothing"),
        ("return dpex.get_global_id(0)", "has no work-items"),
        ("return (x, x)", "returns a number, not tuple"),
        ("return f(x)", "x has no value|not defined|calls itself|not known"),
        ("pass", "returns a number, not None"),
        (
            "if x > 0:\n        return x",
            "<.*>:1: in f: the function returns float64 elsewhere and None here",
        ),
        ("a = kapi.PrivateArray(4, x)\n    return a[0]", "a dtype is needed"),
    ],
)
def test_errors_name_the_line(body, words, tmp_path):
    import linecache

    text = f"def f(x):\n    {body}\n"
    name = f"<{tmp_path}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    from numba_dpex import kernel_api as kapi

    space = {"dpex": dpex, "kapi": kapi}
    exec(compile(text, name, "exec"), space)
    with pytest.raises(Exception, match=words):
        dpex.vectorize(space["f"])(dpt.ones(3))


def test_inputs_of_other_kinds_are_refused():
    with pytest.raises(TypeError, match="input 0 is of type ndarray; copy it"):
        smoothstep(np.ones(3), 0, 1)
    with pytest.raises(TypeError, match="takes 3 inputs, 1 were given"):
        smoothstep(dpt.ones(3))
    with pytest.raises(TypeError, match="decorates a function"):
        dpex.vectorize([])(3)


def test_guvectorize_runs_over_parts(device):
    @dpex.guvectorize("(m,n),(n)->(m)")
    def product(a, x, y):
        for i in range(a.shape[0]):
            total = 0.0
            for j in range(a.shape[1]):
                total += a[i, j] * x[j]
            y[i] = total

    a, x = np.random.default_rng(1).random((5, 3, 4)), np.random.default_rng(2).random((5, 4))
    found = product(dpt.asarray(a, device=device), dpt.asarray(x, device=device))
    np.testing.assert_allclose(dpt.asnumpy(found), np.einsum("kmn,kn->km", a, x))
    with pytest.raises(ValueError, match="n is 4 elsewhere and 3 in input 1"):
        product(dpt.asarray(a, device=device), dpt.ones(3, device=device))


def test_guvectorize_with_signatures_numbers_and_outputs(device):
    @dpex.guvectorize([(float32[:], float32, float32[:])], "(n),()->()")
    def above(x, limit, count):
        count[0] = 0
        for i in range(x.shape[0]):
            if x[i] > limit:
                count[0] += 1

    x = np.random.default_rng(3).random((2, 3, 2, 2, 50)).astype("f4")
    found = above(dpt.asarray(x, device=device), 0.5)
    assert found.dtype == np.float32
    np.testing.assert_array_equal(dpt.asnumpy(found), (x > 0.5).sum(-1))
    out = dpt.empty((), dtype="f4", device=device)
    assert above(dpt.asarray(x[0, 0, 0, 0], device=device), 0.5, out) is out
    assert float(out) == (x[0, 0, 0, 0] > 0.5).sum()


@pytest.mark.parametrize(
    ("layout", "words"),
    [("n->n", "is no layout"), ("(n)->(m)", "how large m"), ("(n),(n)->()", "takes 2 arguments")],
)
def test_layouts_that_mean_nothing(layout, words):
    def f(x, y):
        pass

    with pytest.raises((ValueError, TypeError), match=words):
        dpex.guvectorize(layout)(f)


@dpex.vectorize(["float32(float32, float32)", "float64(float64, float64)"])
def share(a, b):
    return 1 if a > b else 0


@dpex.vectorize
def bent(a, b):
    if a < b:
        return a * 2
    return b - a


def test_functions_in_kernels_and_prange_loops(device):
    def by_rows(x, y):
        for i in prange(x.shape[0]):
            row = x[i] * 2
            y[i, 0] = share(row, 0.5).mean() + share(x[i, 0], x[i, 1])
            y[i, 1:] = bent(row, x[0])[1:]

    n = np.random.default_rng(2).standard_normal((9, 7)).astype("f4")
    expected = np.empty_like(n)
    for i, row in enumerate(n):
        expected[i] = np.where(row * 2 < n[0], row * 4, n[0] - row * 2)
        expected[i, 0] = (row * 2 > 0.5).mean() + (row[0] > row[1])
    found = dpt.zeros(n.shape, dtype="f4", device=device)
    dpex.dpjit(by_rows)(dpt.asarray(n, device=device), found)
    np.testing.assert_allclose(dpt.asnumpy(found), expected, rtol=1e-6)


def test_functions_in_kernels_take_what_signatures_take(device):
    @dpex.kernel
    def kernel(item, x):
        x[item.get_id(0)] = share(x[0], 1j)

    with pytest.raises(TypingError, match="no signature takes"):
        dpex.call_kernel(kernel, dpex.Range(2), dpt.ones(2, device=device))
