"""Reductions long enough for several blocks, runs and ways of accumulation, against NumPy."""

import dpctl.tensor as dpt
import numpy as np
import pytest

from support import assert_same

SHAPES = [
    ((300_001,), None),
    ((70, 5001), 1),
    ((5001, 70), 0),
    ((40, 150, 60), 1),
    ((1300, 300), None),
    ((3, 100_003), 1),
]
DTYPES = ["bool", "int8", "uint8", "int16", "int32", "uint64", "int64"]
FLOATS = ["float16", "float32", "float64"]


def some(dtype, shape, seed=3):
    rng = np.random.default_rng(seed)
    if dtype == "bool":
        return rng.random(shape) < 0.5
    if np.dtype(dtype).kind in "iu":
        info = np.iinfo(dtype)
        return rng.integers(info.min, info.max, shape, dtype=dtype, endpoint=True)
    return rng.standard_normal(shape).astype(dtype)


@pytest.mark.parametrize(("shape", "axis"), SHAPES)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(
    "name", ["sum", "prod", "max", "min", "any", "all", "argmax", "argmin", "count_nonzero"]
)
def test_exact(device, name, dtype, shape, axis):
    host = some(dtype, shape)
    x = dpt.asarray(host, device=device)
    expected = getattr(np, name)(host, axis=axis)
    assert_same(getattr(dpt, name)(x, axis=axis), np.asarray(expected))


@pytest.mark.parametrize(("shape", "axis"), SHAPES)
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", ["max", "min", "argmax", "argmin", "any", "all"])
@pytest.mark.parametrize("nans", [0, 1, 5])
def test_floats(device, name, dtype, shape, axis, nans):
    host = some(dtype, shape)
    for at in np.random.default_rng(nans).integers(0, host.size, nans):
        host.flat[at] = np.nan
    x = dpt.asarray(host, device=device)
    assert_same(getattr(dpt, name)(x, axis=axis), np.asarray(getattr(np, name)(host, axis=axis)))


@pytest.mark.parametrize(("shape", "axis"), SHAPES)
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("name", ["max", "min", "argmax", "argmin"])
@pytest.mark.parametrize("nans", [0, 1, 5])
def test_complex(device, name, dtype, shape, axis, nans):
    rng = np.random.default_rng(nans)
    parts = [rng.integers(-40, 41, shape) for _ in range(2)]  # many real parts are the same
    host = (parts[0] + 1j * parts[1]).astype(dtype)
    for at in rng.integers(0, host.size, nans):
        host.flat[at] = complex(np.nan, 1) if at % 2 else complex(2, np.nan)
    x = dpt.asarray(host, device=device)
    actual, expected = getattr(dpt, name)(x, axis=axis), getattr(np, name)(host, axis=axis)
    if name.startswith("arg"):
        assert_same(actual, np.asarray(expected))
    else:  # which part of a NaN is NaN may differ
        real = np.isnan(expected)
        np.testing.assert_array_equal(np.isnan(dpt.asnumpy(actual)), real)
        np.testing.assert_array_equal(dpt.asnumpy(actual)[~real], expected[~real])


@pytest.mark.parametrize(("shape", "axis"), SHAPES)
@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64"])
@pytest.mark.parametrize("name", ["sum", "mean"])
def test_sums(device, name, dtype, shape, axis):
    host = some(dtype, shape)
    x = dpt.asarray(host, device=device)
    exact = getattr(np, name)(host, axis=axis, dtype="c16" if dtype == "complex64" else "f8")
    scale = np.abs(host).sum(axis=axis, dtype="f8") if name == "sum" else 1.0
    error = np.abs(dpt.asnumpy(getattr(dpt, name)(x, axis=axis)) - exact)
    assert np.all(error <= 40 * np.finfo(dtype).eps * scale)


@pytest.mark.parametrize(
    "dtype", ["bool", "int8", "uint16", "int32", "float16", "float32", "float64"]
)
@pytest.mark.parametrize("at", [0, 1, 63, 64, 255, 8191, 65_535, 65_536, 299_999, 300_000])
def test_the_first_of_equals(device, dtype, at):
    host = np.zeros(300_001, dtype=dtype)
    host[at:] = 1
    x = dpt.asarray(host, device=device)
    assert int(dpt.argmax(x)) == at
    assert int(dpt.argmin(dpt.asarray(1 - host.astype("i1"), device=device))) == at
    assert int(dpt.argmin(dpt.zeros(300_001, dtype=dtype, device=device))) == 0


@pytest.mark.parametrize("fill", [-np.inf, np.nan])
def test_nothing_above_the_start_value(device, fill):
    x = dpt.full(100_000, fill, dtype="f4", device=device)
    assert int(dpt.argmax(x)) == 0
    assert_same(dpt.max(x), np.asarray(fill, dtype="f4"))


@pytest.mark.parametrize("function", ["sum", "prod"])
def test_wider_neighbours_in_a_kernel_do_not_change_the_order(device, function):
    host = np.random.default_rng(3).uniform(0.9, 1.1, (1500, 3000)).astype("float32")
    x = dpt.asarray(host, device=device)

    def through_doubles():
        wide = dpt.astype(x, "float64")
        return dpt.astype(dpt.exp(dpt.sin(wide) * 0.1) * dpt.cos(wide), "float32")

    fused = getattr(dpt, function)(through_doubles(), axis=1)
    alone = through_doubles()
    dpt.asnumpy(alone)
    again = getattr(dpt, function)(alone, axis=1)
    np.testing.assert_array_equal(dpt.asnumpy(fused), dpt.asnumpy(again))


@pytest.mark.parametrize(("shape", "axis"), SHAPES)
def test_several_in_an_expression(device, shape, axis):
    host = some("int32", shape) // 4096
    x = dpt.asarray(host, device=device)
    got = dpt.sum(x, axis=axis) - 3 * dpt.max(x, axis=axis) + dpt.sum(x * x[::-1], axis=axis)
    wide = host.astype(np.int64)
    expected = wide.sum(axis) - 3 * wide.max(axis) + (host * host[::-1]).sum(axis, dtype=np.int64)
    np.testing.assert_array_equal(dpt.asnumpy(got), expected)


@pytest.mark.parametrize("shape", [(100_000, 7), (2000, 900)])
def test_beside_a_short_one_from_the_end(device, shape):
    """The short one runs in the pass that joins the long one's parts."""
    host, short = np.ones(shape, "int32"), np.arange(shape[1] * 30).reshape(-1, 30) % 11
    x, y = dpt.asarray(host, device=device), dpt.asarray(short, device=device)
    weights = np.arange(30)
    got = dpt.sum(x, axis=0) + dpt.sum(y[:, ::-1] * dpt.asarray(weights, device=device), axis=1)
    expected = host.sum(0) + (short[:, ::-1] * weights).sum(1)
    np.testing.assert_array_equal(dpt.asnumpy(got), expected)


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int16", "uint16"])
def test_sums_of_the_largest_small_integers(device, dtype):
    """Where partial sums of fewer bits are fullest."""
    extremes = [True] if dtype == "bool" else [np.iinfo(dtype).min, np.iinfo(dtype).max]
    for extreme in extremes:
        x = dpt.full(5_000_001, extreme, dtype=dtype, device=device)
        assert int(dpt.sum(x)) == 5_000_001 * int(extreme)
        assert int(dpt.count_nonzero(x)) == 5_000_001 * (extreme != 0)
    host = some(dtype, (7, 4_000_001))
    x = dpt.asarray(host, device=device)
    assert_same(dpt.sum(x, axis=1), np.sum(host, axis=1))
    assert_same(dpt.sum(x[:, ::-3], axis=1), np.sum(host[:, ::-3], axis=1))
