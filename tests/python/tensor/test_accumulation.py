"""Scans against NumPy, over dtypes, axes and layouts."""

import dpctl.tensor as dpt
import numpy as np
import pytest
from dpctl.utils import ExecutionPlacementError

from support import DTYPES, to_numpy

NUMPY = {
    "cumulative_sum": np.cumsum,
    "cumulative_prod": np.cumprod,
    "cumulative_logsumexp": lambda a, axis, dtype=None: np.logaddexp.accumulate(
        a, axis=axis, dtype=dtype
    ),
}
TOLERANCE = {"float16": 4e-3, "float32": 1e-4, "complex64": 1e-4}


def sample(dtype, shape):
    rng = np.random.default_rng(3)
    dtype = np.dtype(dtype)
    real = rng.uniform(0.9, 1.1, shape) if dtype.kind in "fc" else rng.integers(0, 3, shape)
    return (real * (1 + 0.05j) if dtype.kind == "c" else real).astype(dtype)


def assert_close(actual, expected):
    actual = to_numpy(actual)
    assert actual.shape == expected.shape
    if actual.dtype.kind in "biu":
        np.testing.assert_array_equal(actual, expected)
        return
    tolerance = TOLERANCE.get(actual.dtype.name, 1e-12)
    np.testing.assert_allclose(actual, expected, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", NUMPY)
@pytest.mark.parametrize("shape,axis", [((7,), 0), ((30_001,), 0), ((3, 5, 4), 1), ((4, 0), 1)])
def test_prefixes_equal_numpy(device, name, dtype, shape, axis):
    n = sample(dtype, shape)
    if name == "cumulative_logsumexp" and n.dtype.kind == "c":
        with pytest.raises(ValueError):
            dpt.cumulative_logsumexp(dpt.asarray(n, device=device), axis=axis)
        return
    result = getattr(dpt, name)(dpt.asarray(n, device=device), axis=axis)
    wide = np.float32 if n.dtype == np.float16 else result.dtype
    assert_close(result, NUMPY[name](n.astype(wide), axis=axis).astype(result.dtype))


@pytest.mark.parametrize("initial", [False, True])
@pytest.mark.parametrize(
    "extent", [1, 63, 64, 65, 79, 16_384, 16_385, 16_399, 32_768 + 17, 300_001]
)
@pytest.mark.parametrize("rows", [1, 2, 9])
@pytest.mark.parametrize("dtype", ["float32", "float64", "int32"])
def test_logarithms_of_sums_in_parts_of_tiles(device, dtype, rows, extent, initial):
    rng = np.random.default_rng(7)
    n = rng.normal(0, 8, (rows, extent)).astype(dtype)
    if dtype != "int32":
        n[rng.random(n.shape) < 0.1] = -np.inf
        n[0, extent // 2] = 60
        n[-1, extent - extent // 3 - 1 :] = np.nan
    x = dpt.cumulative_logsumexp(dpt.asarray(n, device=device), axis=1, include_initial=initial)
    found = to_numpy(x)
    if initial:
        assert (found[:, 0] == -np.inf).all()
        found = found[:, 1:]
    expected = np.logaddexp.accumulate(n.astype("f8"), axis=1)
    tolerance = 1e-4 if dtype == "float32" else 1e-9  # NumPy adds one after the other
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("extent", [31, 4096, 16_384, 32_769, 200_003])
@pytest.mark.parametrize("dtype", ["int32", "uint32", "int64", "uint64"])
def test_sums_of_integers_wrap(device, dtype, extent):
    info = np.iinfo(dtype)
    n = np.random.default_rng(5).integers(info.min, info.max, (2, extent), dtype, endpoint=True)
    x = dpt.asarray(n, device=device)
    for wanted in (None, dtype):
        expected = np.cumsum(n, axis=1, dtype=wanted)
        result = dpt.cumulative_sum(x, axis=1, dtype=wanted, include_initial=True)
        np.testing.assert_array_equal(to_numpy(result)[:, 1:], expected)
        np.testing.assert_array_equal(to_numpy(result)[:, 0], 0)
    np.testing.assert_array_equal(to_numpy(dpt.cumulative_sum(x[0])), np.cumsum(n[0]))
    np.testing.assert_array_equal(to_numpy(dpt.cumulative_prod(x[0])), np.cumprod(n[0]))


@pytest.mark.parametrize("name", NUMPY)
def test_prefixes_of_views(device, name):
    n = sample("float64", (20, 9, 6))
    x = dpt.asarray(n, device=device)
    f, g = getattr(dpt, name), NUMPY[name]
    assert_close(f(x[::-2, 1:, ::3], axis=0), g(n[::-2, 1:, ::3], axis=0))
    assert_close(f(dpt.permute_dims(x, (2, 0, 1)), axis=2), g(n.transpose(2, 0, 1), axis=2))
    assert_close(
        f(dpt.broadcast_to(x[:, :1], n.shape), axis=1),
        g(np.broadcast_to(n[:, :1], n.shape), axis=1),
    )


@pytest.mark.parametrize(
    "name,first", [("cumulative_sum", 0), ("cumulative_prod", 1), ("cumulative_logsumexp", -np.inf)]
)
def test_initial_value_comes_first(device, name, first):
    n = sample("float32", (3, 5))
    for axis in (0, 1, -1):
        result = to_numpy(
            getattr(dpt, name)(dpt.asarray(n, device=device), axis=axis, include_initial=True)
        )
        parts = np.split(result, [1], axis=axis)
        assert (parts[0] == first).all()
        np.testing.assert_allclose(parts[1], NUMPY[name](n, axis=axis), rtol=1e-5)
    empty = getattr(dpt, name)(dpt.empty((0,), dtype="f4", device=device), include_initial=True)
    assert to_numpy(empty).tolist() == [first]


def test_dtype_and_out(device):
    n = np.arange(1, 40, dtype=np.int16)
    x = dpt.asarray(n, device=device)
    assert dpt.cumulative_sum(x).dtype == np.int64
    assert dpt.cumulative_sum(dpt.astype(x, "u1")).dtype == np.uint64
    assert_close(dpt.cumulative_prod(x, dtype="i1"), np.cumprod(n, dtype=np.int8))
    assert_close(dpt.cumulative_sum(x, dtype="f4"), np.cumsum(n, dtype=np.float32))
    out = dpt.zeros((2, 39), dtype="i8", device=device)[1]
    assert dpt.cumulative_sum(x, out=out) is out
    assert_close(out, np.cumsum(n))
    y = dpt.asarray(n.astype(np.int64), device=device)
    dpt.cumulative_sum(y, out=y)
    assert_close(y, np.cumsum(n))


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("shape", [(14_000_003,), (3, 4_700_001), (900, 16_500), (3500, 4097)])
def test_rows_of_many_tiles(device, shape, first):
    n = (np.arange(np.prod(shape), dtype="u4") * np.uint32(2654435761) >> np.uint32(7)).reshape(
        shape
    )
    expected = np.cumsum(n, axis=-1, dtype="u4")
    x = dpt.asarray(n, device=device)
    result = dpt.asnumpy(dpt.cumulative_sum(x, axis=-1, dtype="u4", include_initial=first))
    np.testing.assert_array_equal(result[..., int(first) :], expected)
    assert not first or not result[..., 0].any()


def test_sums_of_many_tiles_are_the_same_each_time(device):
    x = dpt.asarray(np.random.default_rng(2).uniform(-1, 1, 15_000_000).astype("f4"), device=device)
    once, again = (dpt.asnumpy(dpt.cumulative_sum(x)) for _ in range(2))
    np.testing.assert_array_equal(once, again)
    np.testing.assert_allclose(once, np.cumsum(dpt.asnumpy(x), dtype="f8"), rtol=1e-4, atol=0.05)


@pytest.mark.parametrize("length", [5, 5000, 300_000])
@pytest.mark.parametrize("place", [np.s_[0], np.s_[1], np.s_[1, 3:], np.s_[0, ::-1], np.s_[:, 2]])
def test_results_lie_where_out_says(device, length, place):
    n = np.arange(3 * (length + 3)).reshape(3, -1) % 7
    memory = dpt.asarray(n, device=device)
    out, expected = memory[place], n[place]
    x = dpt.asarray(np.arange(out.size) % 5, device=device) * 2
    before = memory + 1
    dpt.cumulative_sum(x, out=out)
    np.testing.assert_array_equal(to_numpy(before), n + 1)
    expected[...] = np.cumsum(np.arange(out.size) % 5 * 2)
    np.testing.assert_array_equal(to_numpy(memory), n)


def test_out_may_be_what_is_summed(device):
    n = np.arange(20_000).reshape(100, 200) % 11
    x = dpt.asarray(n, device=device)
    dpt.cumulative_sum(x + 1, axis=1, out=x)
    n = np.cumsum(n + 1, axis=1)
    dpt.cumulative_sum(x[::-1], axis=0, out=x)
    n = np.cumsum(n[::-1], axis=0)
    dpt.cumulative_sum(x[:50], axis=0, out=x[25:75])
    n[25:75] = np.cumsum(n[:50].copy(), axis=0)
    np.testing.assert_array_equal(to_numpy(x), n)


def test_without_dimensions(device):
    x = dpt.asarray(3, device=device)
    assert dpt.cumulative_sum(x).shape == ()
    assert to_numpy(dpt.cumulative_prod(x, include_initial=True)).tolist() == [1, 3]


def test_errors(device):
    x = dpt.ones((2, 3), device=device)
    with pytest.raises(TypeError):
        dpt.cumulative_sum(np.ones(3))
    with pytest.raises(ValueError, match="axis"):
        dpt.cumulative_sum(x)
    with pytest.raises(np.exceptions.AxisError):
        dpt.cumulative_sum(x, axis=2)
    with pytest.raises(np.exceptions.AxisError):
        dpt.cumulative_sum(x[0, 0], axis=1)
    line = dpt.zeros(1, device=device)
    assert dpt.cumulative_sum(x[0, 0], axis=-1, out=line) is line and int(line) == 1
    for out in (dpt.ones((2, 4), device=device), dpt.ones((2, 3), dtype="i4", device=device)):
        with pytest.raises(ValueError):
            dpt.cumulative_sum(x, axis=1, out=out)
    with pytest.raises(ExecutionPlacementError):
        import dpctl

        other = dpctl.SyclQueue(device)
        dpt.cumulative_sum(x, axis=1, out=dpt.ones((2, 3), sycl_queue=other))


@pytest.mark.parametrize("shape,axis", [((9,), 0), ((40_003,), 0), ((3, 5, 4), 1)])
def test_output_has_room_for_the_initial_value(device, shape, axis):
    n = sample("int64", shape)
    x = dpt.asarray(n, device=device)
    longer = (*shape[:axis], shape[axis] + 1, *shape[axis + 1 :])
    out = dpt.full(longer, -1, dtype="int64", device=device)
    assert dpt.cumulative_sum(x, axis=axis, include_initial=True, out=out) is out
    zeros = np.zeros((*shape[:axis], 1, *shape[axis + 1 :]), dtype="int64")
    assert_close(out, np.concatenate([zeros, np.cumsum(n, axis=axis)], axis=axis))
    with pytest.raises(ValueError):
        dpt.cumulative_sum(x, axis=axis, include_initial=True, out=dpt.empty_like(x, dtype="int64"))
