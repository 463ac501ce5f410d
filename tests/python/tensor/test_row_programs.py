"""Softmax, norms, variances: several reductions over the same rows run in one kernel, and give the bits that they give one by
one."""

import os
import subprocess
import sys

import dpctl.tensor as dpt
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

ROWS = [0, 1, 3, 17, 1100]
COLUMNS = [1, 5, 12, 33, 64, 257, 1000, 1024, 2049]
FOLDS = ["max", "min", "sum", "mean", "argmax", "argmin"]
UNARY = ["negative", "square", "abs", "exp"]
BINARY = ["add", "subtract", "multiply", "maximum", "divide"]


def softmax(x, xp):
    e = xp.exp(x - xp.max(x, axis=-1, keepdims=True))
    return e / xp.sum(e, axis=-1, keepdims=True)


def log_softmax(x, xp):
    largest = xp.max(x, axis=-1, keepdims=True)
    return x - largest - xp.log(xp.sum(xp.exp(x - largest), axis=-1, keepdims=True))


def logsumexp(x, xp):
    largest = xp.max(x, axis=-1, keepdims=True)
    return xp.log(xp.sum(xp.exp(x - largest), axis=-1)) + largest[..., 0]


def standardised(x, xp):
    return (x - xp.mean(x, axis=-1, keepdims=True)) / xp.std(x, axis=-1, keepdims=True)


def normalised(x, xp):
    return x / xp.sqrt(xp.sum(x * x, axis=-1, keepdims=True))


def variance(x, xp):
    return xp.var(x, axis=-1)


def first_of_largest(x, xp):
    return xp.where(xp.argmax(x, axis=-1, keepdims=True) == 3, x, xp.max(x, axis=-1, keepdims=True))


PUBLIC = [softmax, log_softmax, logsumexp, standardised, normalised, variance, first_of_largest]


def forced(namespace):
    """The namespace with every result computed before the next call."""

    class Forced:
        def __getattr__(self, name):
            function = getattr(namespace, name)

            def call(*arguments, **keywords):
                result = function(*arguments, **keywords)
                dpt.asnumpy(result)
                return result

            return call

    return Forced()


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
@pytest.mark.parametrize(
    "shape", [(3, 1000), (64, 1024), (2, 5, 777), (1, 4096), (2000, 40), (1500, 10), (0, 64)]
)
@pytest.mark.parametrize("function", PUBLIC, ids=lambda f: f.__name__)
def test_public_formulas_agree_with_numpy_and_with_their_steps(function, shape, dtype):
    if dtype == "f2" and not dpt.asarray(0.0).sycl_device.has_aspect_fp16:
        pytest.skip("no half")
    host = np.random.default_rng(3).standard_normal(shape).astype(dtype)
    x = dpt.asarray(host)
    got = dpt.asnumpy(function(x, dpt))
    steps = dpt.asnumpy(function(x, forced(dpt)))
    np.testing.assert_array_equal(got, steps, strict=True)
    expected = function(host.astype("f8"), np)
    tolerance = {"f2": 3e-2, "f4": 2e-5, "f8": 1e-12}[dtype]
    np.testing.assert_allclose(got, expected, rtol=tolerance, atol=tolerance)


@st.composite
def programs(draw):
    """Statements over values of the row and of its elements; operands are numbers of earlier values."""
    statements = []
    for _ in range(draw(st.integers(2, 9))):
        kind = draw(
            st.sampled_from(
                ["fold", "fold", "unary", "binary", "binary", "reverse", "turn", "where"]
            )
        )
        names = {"fold": FOLDS, "unary": UNARY, "binary": BINARY}.get(kind, [kind])
        operands = [draw(st.integers(0, 99)) for _ in range(3)]
        statements.append((kind, draw(st.sampled_from(names)), operands, draw(st.booleans())))
    shape = (draw(st.sampled_from(ROWS)), draw(st.sampled_from(COLUMNS)))
    layout = draw(st.sampled_from(["rows", "columns", "strided", "broadcast"]))
    return shape, layout, draw(st.sampled_from(["f4", "f8", "i4"])), statements


def run(statements, values, xp, after):
    """Every value, where `after` has been called with each when it was made."""
    for kind, name, operands, twice in statements:
        a, b, c = (values[i % len(values)] for i in operands)
        if kind == "fold":
            result = getattr(xp, name)(a, axis=-1, keepdims=True)
        elif kind == "unary":
            result = getattr(xp, name)(a)
        elif kind == "binary":
            result = getattr(xp, name)(a, values[-1] if twice else b)
        elif kind == "reverse":
            result = a[:, ::-1] + b
        elif kind == "turn":
            result = a[::-1] + b
        else:
            result = xp.where(a > b, b, c)
        after(result)
        values.append(result)
    return values[-1]


def laid_out(shape, layout, dtype):
    rows, columns = shape
    host = (
        np.random.default_rng(rows + columns).standard_normal((max(rows, 1) * 2, columns * 2)) * 4
    ).astype(dtype)
    x = dpt.asarray(host)
    if layout == "strided":
        return x[: 2 * rows : 2, ::2]
    if layout == "columns":
        return dpt.asarray(host[:rows, :columns], order="F")
    if layout == "broadcast":
        return dpt.broadcast_to(x[:1, :columns], shape)
    return dpt.asarray(host[:rows, :columns])


@settings(max_examples=120)
@given(programs(), st.booleans())
def test_random_programs_give_the_bits_of_their_steps(program, holds_all):
    shape, layout, dtype, statements = program
    x = laid_out(shape, layout, dtype)
    lazy, eager = [x], [x]
    with np.errstate(all="ignore"):
        run(statements, lazy, dpt, lambda value: None)
        run(statements, eager, dpt, lambda value: dpt.asnumpy(value))
    if not holds_all:
        del lazy[1:-1], eager[1:-1]
    for mine, expected in zip(reversed(lazy), reversed(eager), strict=True):
        np.testing.assert_array_equal(dpt.asnumpy(mine), dpt.asnumpy(expected), strict=True)


@pytest.mark.parametrize("columns", range(1, 9))
@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8"])
def test_extrema_of_negations(dtype, columns):
    """ptxas drops the sign of every second of them where it sees one."""
    host = (np.arange(40 * columns) * 7919 % 251 - 125).reshape(40, columns).astype(dtype)
    x = dpt.asarray(host)
    for name in ("min", "max"):
        got = dpt.asnumpy(getattr(dpt, name)(-x, axis=1, keepdims=True) + x)
        np.testing.assert_array_equal(got, getattr(np, name)(-host, axis=1, keepdims=True) + host)
    chain = dpt.minimum(dpt.maximum(dpt.minimum(x, -x[::-1]), -x), -(x * x))
    expected = np.minimum(np.maximum(np.minimum(host, -host[::-1]), -host), -(host * host))
    np.testing.assert_array_equal(dpt.asnumpy(chain), expected)


FORMULAS = {
    "standardise": "m = {xp}.mean(x, axis=1, keepdims=True); d = {xp}.std(x, axis=1, keepdims=True); y = (x - m) / d",
    "softmax": "m = {xp}.max(x, axis=1, keepdims=True); e = {xp}.exp(x - m); s = {xp}.sum(e, axis=1, keepdims=True); y = e / s",
    "range": "m = {xp}.max(x, axis=1); n = {xp}.min(x, axis=1); y = m - n",
    "turned": "m = {xp}.max(x, axis=1, keepdims=True); y = x - m[::-1]",
}


@pytest.mark.parametrize("name", FORMULAS)
def test_results_of_rows_that_arrays_hold_come_out_of_the_same_kernel(name):
    script = f"""
import types, numpy as np, dpctl.tensor as dpt
host = np.random.default_rng(5).standard_normal((300, 1000)).astype("f4")
def values(x, xp):
    {FORMULAS[name].format(xp="xp")}
    return {{k: v for k, v in locals().items() if k not in ("x", "xp")}}
mine, expected = values(dpt.asarray(host), dpt), values(host, np)
print("begin", flush=True)
dpt.asnumpy(mine["y"])
print("end", flush=True)
for key in expected:
    np.testing.assert_allclose(dpt.asnumpy(mine[key]), expected[key], rtol=1e-4, atol=1e-5)
"""
    run = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "WEFT_EXPLAIN": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    between = run.stdout[run.stdout.index("begin") : run.stdout.index("end")]
    assert between.count("weft fuse: kernel ") == 1, run.stdout


PARTS = [
    lambda x, xp: xp.reshape(x, (-1,))[:1],
    lambda x, xp: xp.reshape(x, (-1,))[-1],
    lambda x, xp: x[0, 0],
    lambda x, xp: x[1:2, 2:4],
    lambda x, xp: x[:, 3],
    lambda x, xp: x[-1],
    lambda x, xp: x[::-1, :1],
]


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("part", range(len(PARTS)))
def test_a_part_that_is_read_first_computes_no_row_for_the_others(part, axis):
    host = np.random.default_rng(7).standard_normal((40, 6))

    def values(x, xp):
        weights = xp.where(x > 1, 0.0, x)
        shape = (1, 6) if axis == 0 else (40, 1)
        sums = xp.sum(weights, axis=axis)
        means = xp.reshape(xp.sum(weights * x, axis=axis) / sums, shape)
        apart = x - means
        first = xp.sum(xp.abs(PARTS[part](apart, xp)))
        return float(first), means, sums, apart, xp.square(apart)

    for mine, expected in zip(values(dpt.asarray(host), dpt), values(host, np), strict=True):
        found = dpt.asnumpy(mine) if isinstance(mine, dpt.usm_ndarray) else mine
        np.testing.assert_allclose(found, expected, rtol=1e-9)
