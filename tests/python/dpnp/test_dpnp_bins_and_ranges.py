"""Bins with NaN among them, ranges between arrays, weighted means, steps of phases and odd mirrors, as NumPy has them."""

import dpnp
import numpy as np
import pytest
from dpnp_support import same

pytestmark = pytest.mark.usefixtures("small_work")

NAN = np.nan


@pytest.mark.parametrize("right", [False, True])
@pytest.mark.parametrize(
    "bins", [[NAN, NAN], [NAN], [0, 1, NAN], [1, 1, 1], [0, 1, 1, 2], [2, 1, 0], []]
)
def test_digitize_takes_bins_with_nan(bins, right):
    x, bins = np.array([-1.0, 0, 0.5, 1, 2, NAN]), np.array(bins, float)
    same(dpnp.digitize(dpnp.asarray(x), dpnp.asarray(bins), right), np.digitize(x, bins, right))


@pytest.mark.parametrize("bins", [[NAN, 1, 2], [1, 2, 1], [2, 1, 2], [0, 1, NAN, 5, 4]])
def test_digitize_refuses_bins_that_neither_rise_nor_fall(bins):
    for xp in (np, dpnp):
        with pytest.raises(ValueError):
            xp.digitize(xp.ones(1), xp.asarray(np.array(bins, float)))


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "c8", "c16", "i4"])
@pytest.mark.parametrize("end", [5, 2.5, np.float32(2), 2j], ids=repr)
def test_numbers_take_the_dtype_of_the_array_at_the_other_end(dtype, end):
    x = np.array([1, 3, 2], dtype)
    same(
        dpnp.linspace(dpnp.asarray(x), end, 4),
        np.linspace(x, end, 4),
        4e-3 if dtype == "f2" else None,
    )
    same(
        dpnp.linspace(end, dpnp.asarray(x), 3),
        np.linspace(end, x, 3),
        4e-3 if dtype == "f2" else None,
    )
    assert dpnp.logspace(dpnp.asarray(x), end, 3).dtype == np.logspace(x, end, 3).dtype


def test_geomspace_from_nan_is_real():
    assert dpnp.geomspace(dpnp.asarray([1.0, NAN]), 8, 4).dtype == "f8"


@pytest.mark.parametrize("weights", ["f2", "f4", "f8", "i8", "c8"])
@pytest.mark.parametrize("dtype", ["?", "i2", "u4", "f2", "f4", "c8"])
def test_average_of_integers_is_in_double_precision(dtype, weights):
    x, w = np.array([1, 0, 1], dtype), np.array([1, 2, 3], weights)
    made, total = dpnp.average(dpnp.asarray(x), weights=dpnp.asarray(w), returned=True)
    wanted, sum_of_weights = np.average(x, weights=w, returned=True)
    same(made, wanted, 4e-3)
    same(total, sum_of_weights, 4e-3)


@pytest.mark.parametrize("period", [3, 4, 2.5, 1])
@pytest.mark.parametrize("dtype", ["?", "i1", "i8", "f4"])
def test_unwrap_of_integers_by_integers_is_of_integers(dtype, period):
    x = np.array([0, 1, 5, 2, 9, 7, 0, 1]).astype(dtype)
    same(dpnp.unwrap(dpnp.asarray(x), period=period), np.unwrap(x, period=period), 1e-5)


@pytest.mark.parametrize("mode", ["symmetric", "reflect"])
@pytest.mark.parametrize("widths", [(1, 8), (8, 1), (5, 5), (0, 7)], ids=str)
@pytest.mark.parametrize("dtype", ["?", "i2", "f4", "c8"])
def test_odd_mirrors_repeat_whole_arrays(dtype, widths, mode):
    for count in (1, 2, 3, 4):
        x = (np.arange(count) ** 2 % 5).astype(dtype)
        made = dpnp.pad(dpnp.asarray(x), widths, mode=mode, reflect_type="odd")
        same(made, np.pad(x, widths, mode=mode, reflect_type="odd"))


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16"])
@pytest.mark.parametrize("mean", [False, True])
def test_no_degrees_of_freedom_are_nan_in_all_dtypes(dtype, mean):
    x = dpnp.asarray(np.array([[1, 2, 3], [4, 0, 1]], dtype))
    center = {"mean": dpnp.mean(x, axis=0, keepdims=True)} if mean else {}
    for name in ("var", "std"):
        for ddof in (2, 3):
            assert dpnp.all(dpnp.isnan(getattr(dpnp, name)(x, axis=0, ddof=ddof, **center)))


@pytest.mark.parametrize("count", [7, 3000])
@pytest.mark.parametrize("options", [{}, {"left": -1, "right": 9.5}, {"period": 5}])
@pytest.mark.parametrize("kind", ["f4", "f8", "i4", "c16"])
def test_lines_between_points(kind, options, count):
    rng = np.random.default_rng(count)
    x = rng.normal(size=(2, count))
    x[0, :4] = NAN, np.inf, -np.inf, 1
    points, values = np.sort(rng.normal(size=50)), (9 * rng.normal(size=50)).astype(kind)
    made = dpnp.interp(*map(dpnp.asarray, (x, points, values)), **options)
    same(made, np.interp(x, points, values, **options), rtol=1e-10)


@pytest.mark.parametrize("count", [7, 3000])
@pytest.mark.parametrize("right", [False, True])
def test_bins_of_elements(right, count):
    rng = np.random.default_rng(count)
    x, bins = rng.integers(-5, 30, (2, count)), np.sort(rng.integers(0, 20, 12))
    for edges in (bins, bins[::-1], bins + 0.5):
        same(dpnp.digitize(*map(dpnp.asarray, (x, edges)), right), np.digitize(x, edges, right))
    counted = np.abs(x).ravel()
    same(dpnp.bincount(dpnp.asarray(counted)), np.bincount(counted))
    with pytest.raises(ValueError):
        dpnp.bincount(dpnp.asarray(-counted - 1))
