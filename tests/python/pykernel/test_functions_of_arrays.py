"""NumPy's functions of arrays give in kernels what they give outside: of arguments, and of private arrays, which sorts and running sums need."""

import math

import dpctl.tensor as dpt
import numba_dpex as dpex
import numpy as np
import pytest
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler import TypingError, UnsupportedError
from reference import assert_same

R = kapi.Range(2)
ROWS = np.array([[1.5, -2.25, 3.0, 0.5, 7.25], [-1.0, 2.5, 0.25, 4.0, -3.5]])
LINE = np.array([0.5, 1.5, -2.0, 3.25, 1.0])
RISING = np.array([-2.0, -1.0, 0.5, 1.75, 4.0])
SQUARE = np.array([[2.0, 1.0, 0.5], [0.0, 3.0, 1.0], [1.0, -1.0, 4.0]])


def out(*shape):
    return np.zeros((2, *shape))


def tolerance(dtype):
    return {"f2": 5e-3, "f4": 1e-5}.get(dtype, 1e-12)


@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", "i4", "u1"])
def test_orders_of_elements(device, dtype):
    def kernel(item, x, m, y):
        i = item.get_id(0)
        y[i, 0] = np.median(x[i])
        y[i, 1] = np.percentile(x[i], 30) + np.quantile(x[i], [0.2, 0.9, 0.5])[1]
        y[i, 1] += np.percentile(x[i], np.array([15, 50]))[0]
        y[i, 2] = np.quantile(x[i, :4], 0.75)
        y[i, 3] = np.nanmedian(x[i, 1:])
        y[i, 4:7] = np.median(m, axis=1)

    rows, square = np.abs(ROWS * 4).astype(dtype), np.abs(SQUARE * 4).astype(dtype)
    assert_same(kernel, R, rows, square, out(7), device=device, rtol=tolerance(dtype))


def test_orders_of_elements_that_are_no_numbers(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i, 0] = np.median(x[i])
        y[i, 1] = np.nanmedian(x[i])
        y[i, 2] = np.quantile(x[i], 0.4)
        y[i, 3] = np.nanargmax(x[i]) + 10 * np.nanargmin(x[i])
        y[i, 14] = np.argmax(x[i]) + 10 * np.argmin(x[i])
        own = kapi.PrivateArray(5, np.float64)
        own[:] = x[i]
        y[i, 4:9] = np.sort(own)
        y[i, 9:14] = np.argsort(own)

    rows = np.array([[np.nan, 2, np.inf, np.nan, -1], [3, np.nan, -np.inf, 7, 7]])
    assert_same(kernel, R, rows, out(15), device=device)


def test_quantiles_go_from_the_nearer_of_both_neighbours(device):
    """What is near 1 is lost beside the other one, 1e16 away."""
    x = dpt.asarray([-1e16, 1.0, 1e16], device=device)
    y = dpt.empty(2, device=device)

    @dpex.kernel
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i] = np.quantile(x, 0.5 - 2.0**-54 if i == 0 else 0.5 + 2.0**-53)

    dpex.call_kernel(kernel, dpex.Range(2), x, y)
    expected = np.quantile([-1e16, 1.0, 1e16], [0.5 - 2.0**-54, 0.5 + 2.0**-53])
    np.testing.assert_allclose(dpt.asnumpy(y), expected, rtol=1e-12)


@pytest.mark.parametrize("dtype", ["f8", "u1"])
def test_sorts_and_running_sums(device, dtype):
    def kernel(item, x, m, sums, orders, squares):
        i = item.get_id(0)
        own = kapi.PrivateArray(5, x.dtype)
        own[:] = x[i]
        sums[i, 0] = np.cumsum(own)
        sums[i, 1] = np.cumprod(own * 2)
        sums[i, 2] = own.cumsum(dtype=np.float64)
        orders[i, 0] = np.sort(own)
        orders[i, 1] = np.argsort(own)
        orders[i, 2] = sorted(own, reverse=True)
        own.sort()
        orders[i, 3] = own
        square = kapi.PrivateArray((3, 3), m.dtype)
        square[:] = m
        squares[i, 0] = np.sort(square, axis=0)
        squares[i, 1] = np.cumsum(square, axis=1)
        squares[i, 2] = np.argsort(square)

    rows, square = np.abs(ROWS * 4).astype(dtype), np.abs(SQUARE * 4).astype(dtype)
    arrays = (rows, square, out(3, 5), out(4, 5), out(3, 3, 3))
    assert_same(kernel, R, *arrays, device=device, rtol=tolerance(dtype))


@pytest.mark.parametrize("extent", [*range(1, 10), 31, 32, 33, 117])
def test_rows_of_any_size_are_sorted(device, extent):
    def kernel(item, x, orders):
        i = item.get_id(0)
        own = kapi.PrivateArray(extent, np.float64)
        own[:] = x[i]
        orders[i] = np.argsort(own, kind="stable")
        x[i].sort()

    rows = np.random.default_rng(extent).integers(0, 7, size=(2, extent)).astype("f8")
    rows[rows == 6] = np.nan
    assert_same(kernel, R, rows, out(extent), device=device)


@pytest.mark.parametrize("dtype", ["f8", "f4", "u1"])
def test_arrays_of_any_size_are_sorted_and_summed_where_they_are_stored(device, dtype):
    def kernel(item, x, m, sums, orders, squares):
        i = item.get_id(0)
        sums[i, 0] = np.cumsum(x[i])
        sums[i, 1, 1:] = np.cumprod(x[i, 1:] + 1)
        sums[i, 2] = np.cumsum(x[i] * 0.5, dtype=np.float64)
        sums[i, 3] = np.sort(x[i])
        sums[i, 4, ::-1] = np.sort(x[i] * 2)
        orders[i, 0] = np.argsort(x[i])
        squares[i, 0] = np.cumsum(m, axis=0)
        squares[i, 1] = np.sort(m.T, axis=0)

    rows, square = np.abs(ROWS * 4).astype(dtype), np.abs(SQUARE * 4).astype(dtype)
    arrays = (rows, square, out(5, 5), np.zeros((2, 1, 5), "i8"), out(2, 3, 3))
    assert_same(kernel, R, *arrays, device=device, rtol=tolerance(dtype))


def test_nothing_is_sorted(device):
    def kernel(item, x, first, last):
        x[item.get_id(0), first:last].sort()

    assert_same(kernel, R, ROWS, 2, 2, device=device)


@pytest.mark.parametrize("dtype", ["f8", "f4", "i4", "u1"])
def test_searches(device, dtype):
    def kernel(item, x, line, rising, y):
        i = item.get_id(0)
        y[i, 0] = np.searchsorted(rising, x[i, 0]) + 10 * np.searchsorted(rising, x[i, 3], "right")
        y[i, 1] = np.digitize(x[i, 0], rising) + 10 * np.digitize(x[i, 1], rising[::-1], True)
        y[i, 2] = np.isin(x[i, 3], line) + 10 * np.isin(x[i, 3], (1, 2, x[i, 3]))
        y[i, 3] = np.interp(x[i, 0], rising, line) + np.interp(x[i, 4], rising, line, right=-7)
        y[i, 4:9] = np.interp(x[i], rising, line, left=9.0)
        y[i, 9:14] = np.searchsorted(rising, x[i])
        y[i, 14:] = np.isin(x[i], line, invert=True)

    arrays = [(a * 4 + 20).astype(dtype) for a in (ROWS, LINE, RISING)]
    assert_same(kernel, R, *arrays, out(19), device=device, rtol=tolerance(dtype))


def test_bins_that_fall_and_hold_the_number(device):
    def kernel(item, x, falling, y):
        i = item.get_id(0)
        y[i, 0] = np.digitize(x[i], falling)
        y[i, 1] = np.digitize(x[i], falling, right=True)

    falling = np.array([4.0, 2.5, 2.5, 0.25, -1.0])
    assert_same(kernel, R, ROWS, falling, out(2, 5), device=device)


def test_lines_through_points_at_infinity(device):
    def kernel(item, x, points, heights, y):
        i = item.get_id(0)
        y[i] = np.interp(x[i], points, heights)

    points, heights = np.arange(5.0), np.array([np.inf, 1.0, -np.inf, -np.inf, 2.0])
    rows = np.array([[0.5, 0, 1, 1.5, 2.5], [3.5, 3, 4, 2, np.nan]])
    assert_same(kernel, R, rows, points, heights, out(5), device=device)


@pytest.mark.parametrize("dtype", ["f8", "f4", "i4", "u1"])
def test_numbers_of_several_arrays(device, dtype):
    def kernel(item, x, line, m, y):
        i = item.get_id(0)
        y[i, 0] = np.average(x[i]) + np.average(x[i], weights=line)
        y[i, 1] = np.trapezoid(x[i]) + np.trapezoid(x[i], line) + np.trapezoid(x[i], dx=0.5)
        y[i, 2] = np.polyval(line, x[i, 0] % 3) + np.polyval((1.0, 2.0, 3.0), x[i, 1])
        y[i, 3] = np.linalg.norm(x[i]) + np.linalg.norm(m) + np.linalg.norm(x[i], 1)
        y[i, 4] = np.linalg.norm(x[i], np.inf) + np.linalg.norm(x[i], -np.inf)
        y[i, 5] = np.vdot(x[i], line) + np.inner(x[i], line) + np.vecdot(x[i], line)
        y[i, 6] = np.trace(m) + m.trace() + math.dist(x[i], line) + math.fsum(x[i])
        y[i, 7] = np.allclose(x[i], line) + 2 * np.allclose(x[i], x[i] + 1e-12)
        y[i, 7] += 4 * np.array_equal(x[i], line) + 8 * np.array_equal(m, m)
        y[i, 7] += 16 * np.array_equal(m, line)
        y[i, 8] = np.select([x[i, 0] > 22, x[i, 1] > 3], [x[i, 2], x[i, 3]], 7)
        y[i, 9] = np.choose(i, (x[i, 2], x[i, 3])) + [x[i, 0], line[0]][i]
        y[i, 10] = np.add.reduce(x[i]) + np.maximum.reduce(x[i]) + np.multiply.reduce(m)[1]
        y[i, 11] = x[i].item(2) + x[i].clip(0, 21)[1] + np.matmul(m, m[0])[2]
        y[i, 12:15] = np.average(m, axis=1, weights=m[0])

    arrays = [(a * 4 + 20).astype(dtype) for a in (ROWS, LINE, SQUARE)]
    assert_same(kernel, R, *arrays, out(15), device=device, rtol=tolerance(dtype))


def test_sums_are_rounded_once(device):
    def kernel(item, x, y):
        y[item.get_id(0)] = math.fsum(x[item.get_id(0)])

    numbers = np.random.default_rng(0)
    rows = numbers.normal(size=(40, 30)) * 10.0 ** numbers.integers(-17, 17, (40, 30))
    rows[0, :3], rows[1, 3], rows[2, 4] = (1e16, 1.0, -1e16), np.inf, np.nan
    rows[3:9, 20:] = -rows[3:9, :10]
    assert_same(kernel, kapi.Range(40), rows, np.zeros(40), device=device)


def test_sums_and_variances_with_options(device):
    def kernel(item, x, m, y):
        i = item.get_id(0)
        y[i, 0] = np.var(x[i], ddof=1) + x[i].std(ddof=2) + np.nanvar(x[i], ddof=1)
        y[i, 1] = np.std(x[i], correction=1) + np.nanstd(x[i], ddof=2)
        y[i, 2] = (
            np.sum(x[i], dtype=np.int32) + np.sum(m, 0, np.int64)[1] + np.prod(x[i], dtype="f4")
        )
        y[i, 3:6] = np.var(m, axis=1, ddof=i) + np.mean(m, axis=0, dtype=np.float32)
        y[i, 6] = np.nanmean(x[i], dtype=np.float32)

    assert_same(kernel, R, ROWS, SQUARE, out(7), device=device, rtol=1e-6)


@pytest.mark.filterwarnings("ignore:Degrees of freedom", "ignore:invalid value", "ignore:divide by")
def test_variances_of_fewer_elements_than_parameters(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i, 0] = np.var(x[i], ddof=5 + i)
        y[i, 1] = np.nanvar(x[i, :2], ddof=1 + i)
        y[i, 2] = np.nanvar(x[i, 1:], ddof=3)

    rows = ROWS.copy()
    rows[:, 1] = np.nan
    rows[0, 1] = 3.0
    assert_same(kernel, R, rows, out(3), device=device)


@pytest.mark.parametrize("dtype", ["f8", "f4", "i4", "u1", "c8"])
def test_elements_at_other_places(device, dtype):
    def kernel(item, x, line, m, rows, squares):
        i = item.get_id(0)
        rows[i, 0] = np.flip(x[i]) + np.roll(x[i], 2) * 2
        rows[i, 1] = np.roll(x[i], -i - 1) + np.tile(line[:1], 5)
        rows[i, 2, 1:] = np.diff(x[i]) + np.ediff1d(line)
        rows[i, 3, 2:] = np.diff(x[i], 2) + np.diff(x[i], n=2)
        rows[i, 4] = np.concatenate((x[i, 1:4], line[3:]))
        rows[i, 5] = np.repeat(x[i], 3)[4:9] + np.take(line, 2)
        rows[i, 6, :3] = np.take(x[i], [4, 0, 1]) + m.diagonal()
        rows[i, 7] = np.stack((x[i], line))[i] + np.vstack((x[i], line))[1]
        rows[i, 8] = x[i][None, :][0] + line[:, None, None][:, 0, 0]
        rows[i, 9] = np.hstack((line[:2], x[i]))[2:]
        rows[i, 10, :3] = np.cross(x[i, :3], line[1:4])
        squares[i, 0] = np.fliplr(m) + np.flipud(m) + np.flip(m)
        squares[i, 1] = np.tril(m) + np.triu(m, 1) * 3
        squares[i, 2] = np.outer(x[i, :3], line[:3]) + x[i, 2:, None] * line[None, :3]
        squares[i, 3] = np.swapaxes(m, 0, 1) + np.moveaxis(m, 0, 1) + np.matrix_transpose(m)
        squares[i, 4] = np.diag(x[i, :3]) + np.diag(line[:2], -1) + np.diag(m)
        squares[i, 5] = np.expand_dims(m, 0)[0] + np.expand_dims(m, (0, -1))[0, :, :, 0]
        squares[i, 6] = np.broadcast_to(line[:3], (3, 3)) + np.broadcast_to(x[i, 0], (3, 3))
        squares[i, 7, :2] = np.diff(m, axis=0)
        squares[i, 8] = np.squeeze(np.expand_dims(m, 1), 1) + (m + 1)[None, ...][0]

    arrays = [np.abs(a * 4).astype(dtype) for a in (ROWS, LINE, SQUARE)]
    results = [a.astype("c16" if dtype == "c8" else "f8") for a in (out(11, 5), out(9, 3, 3))]
    assert_same(kernel, R, *arrays, *results, device=device, rtol=tolerance(dtype))


def test_differences_of_no_elements(device):
    def kernel(item, x, n, y):
        i = item.get_id(0)
        y[i, 0] = np.diff(x[i, n:n]).shape[0] + 10 * np.diff(x[i, :n]).shape[0]
        own = kapi.PrivateArray(3, np.float64)
        own[:] = x[i, :3]
        y[i, 1] = np.diff(own, n=4).shape[0] + 10 * np.diff(own, n=3).size
        y[i, 2] = np.sum(np.diff(x[i, n:n], n=2)) + np.ediff1d(x[i, n:n]).size
        y[i, 2] += np.diagonal(x[:, :n], 3).shape[0] + np.diagonal(x[:n, :n], -2).size

    assert_same(kernel, R, ROWS, 1, out(3), device=device)


def test_lines_of_numbers_end_where_told(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i, :2] = np.linspace(1.1, 5.7, 2)
        y[i, 2:5] = np.linspace(1.1, 5.7, 3) * x[i]
        y[i, 5:7] = np.linspace(1.1, 5.7, 2, endpoint=False)
        y[i, 7] = np.linspace(1.1, 5.7, 1)[0]

    arrays = np.array([1.1, -0.3], np.float32), np.zeros((2, 8))
    assert_same(kernel, R, *arrays, device=device)


def test_arrays_made_of_numbers(device):
    def kernel(item, x, y, z):
        i = item.get_id(0)
        a = np.array([x[i, 0], 2, 3.5])
        a[1] += 1
        y[i, :3] = a + np.full(3, x[i, 1]) + np.asarray((1, 2, i))
        y[i, 3:] = (
            np.arange(2)
            + np.linspace(0, i + 1, 2)
            + np.linspace(0, 1, i + 2)[i]
            + np.zeros_like(x[i, 3:])
        )
        square = np.eye(3) * 2 + np.identity(3, dtype=np.float32)
        square[0, 1] = np.ones_like(a)[0] + np.full_like(a, 3)[1] + np.atleast_1d(x[i, 0])[0]
        z[i] = square + np.eye(3, k=1) + np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9.5]])
        z[i, 2] += np.arange(3, 0, -1) + np.arange(i, i + 3)
        np.copyto(z[i, 1], a)
        for k in [0, 2]:
            z[i, 0, k] += 100 if k in [2, 3] else 10

    assert_same(kernel, R, ROWS, out(5), out(3, 3), device=device, rtol=1e-12)


def test_arrays_of_pythons_numbers_are_numpys(device):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i, 0] = (np.full(3, 16777217) * x[i])[1] + (np.arange(16777217, 16777219) * x[i])[0]
        y[i, 1] = (np.searchsorted(x, x + 16777217)[1] + 16777217 + x * 0)[1]
        y[i, 2] = (np.argsort(np.zeros(2, np.float32), kind="stable") + x)[1]

    assert_same(kernel, R, np.array([1, 3], "f4"), out(3), device=device)


@pytest.mark.parametrize("function", [np.cumsum, np.sort, np.argsort, sorted])
def test_memory_for_arrays_of_any_size_is_refused(function):
    def kernel(item, x, y):
        y[0] = function(x)[0]

    with pytest.raises(UnsupportedError, match="known at run time only, needs memory: store it"):
        dpex.call_kernel(dpex.kernel(kernel), R, dpt.ones(3), dpt.ones(3))


def test_the_text_of_numpys_functions_is_not_compiled():
    def kernel(item, x):
        x[0] = np.vander(x)[0, 0]

    with pytest.raises(
        UnsupportedError, match="numpy.vander is not known to kernels; of functions"
    ):
        dpex.call_kernel(dpex.kernel(kernel), R, dpt.ones(3))


@pytest.mark.parametrize("dtype", ["f8", "f4", "i4", "u1"])
def test_reductions_begin_with_a_number_and_leave_elements_out(device, dtype):
    def kernel(item, x, m, y):
        i = item.get_id(0)
        y[i, 0] = np.sum(x[i], initial=2.5) + x[i].sum(initial=1)
        y[i, 1] = np.prod(x[i, :2], initial=3) + np.prod(x[i, :2], where=x[i, :2] > 5)
        y[i, 2] = np.max(x[i], initial=17.75) + x[i].max(initial=1)
        y[i, 3] = np.min(x[i], initial=3.5) + np.amin(x[i], initial=100)
        y[i, 4] = np.sum(x[i], where=x[i] > 5, initial=1)
        y[i, 5] = np.max(x[i], where=x[i] < 10, initial=0) + np.max(x[i, :0], initial=4)
        y[i, 6] = np.any(x[i], where=x[i] > 100) + 2 * np.all(x[i], where=x[i] > 1)
        y[i, 7] = np.sum(m, where=m > 3, dtype=np.float64)
        y[i, 8:11] = np.sum(m, axis=0, where=np.array([True, False, True]))
        y[i, 11:14] = np.max(m, axis=1, initial=5)
        y[i, 14] = np.max(m, initial=1) + np.sum(m, initial=1)

    arrays = [np.abs(a * 4).astype(dtype) for a in (ROWS, SQUARE)]
    assert_same(kernel, R, *arrays, out(15), device=device, rtol=tolerance(dtype))


def test_the_largest_of_some_has_a_number_to_begin_with(device):
    def kernel(item, x, y):
        y[item.get_id(0)] = np.max(x, where=x > 0)

    with pytest.raises(TypingError, match="max with `where` takes `initial`, too"):
        dpex.call_kernel(dpex.kernel(kernel), dpex.Range(2), *map(dpt.asarray, (LINE, out())))
