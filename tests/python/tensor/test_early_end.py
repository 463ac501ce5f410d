"""Folds of booleans, which end where their result is decided: wherever that is, and whatever else is folded with it."""

import dpctl.tensor as dpt
import numpy as np
import pytest

from support import assert_same

FOLDS = ["any", "all", "max", "min", "argmax", "argmin"]
COUNT = 300_000
PLACES = [0, 1, 63, 64, 255, 256, 511, 512, 2559, 2560, 65_535, 65_536, 131_071, 262_144, COUNT - 1]


def assert_folds(host, axis, device, folds=FOLDS):
    x = dpt.asarray(host, device=device)
    for name in folds:
        assert_same(
            getattr(dpt, name)(x, axis=axis), np.asarray(getattr(np, name)(host, axis=axis))
        )


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("value", [True, False])
def test_one_element_decides(device, place, value):
    host = np.full(COUNT, not value)
    host[place] = value
    assert_folds(host, None, device)
    host[place::1000] = value  # the first of many
    assert_folds(host, None, device)


@pytest.mark.parametrize("count", [33, 64, 65, 257, 511, 513, 8191, 8193, 65_537, COUNT])
@pytest.mark.parametrize("value", [True, False])
def test_nothing_decides(device, count, value):
    assert_folds(np.full(count, value), None, device)


@pytest.mark.parametrize(
    ("dtype", "truth"),
    [
        ("int8", -1),
        ("int64", 1 << 40),
        ("float16", np.nan),
        ("float32", np.nan),
        ("float64", 1e-300),
        ("complex64", 1e-30j),
        ("complex128", np.nan),
    ],
)
def test_truth_of_numbers(device, dtype, truth):
    host = np.zeros(COUNT, dtype)
    assert_folds(host, None, device, ["any", "all"])
    host[123_456] = truth
    assert_folds(host, None, device, ["any", "all"])
    host[:] = truth
    assert_folds(host, None, device, ["any", "all"])
    host[123_456] = 0
    assert_folds(host, None, device, ["any", "all"])


@pytest.mark.parametrize("share", [0, 1e-4, 0.01, 0.5, 1])
@pytest.mark.parametrize(
    "shape", [(17, 5000), (300, 700), (2000, 300), (3, 150_001), (60, 50, 70), (2, 3, 60_000)]
)
def test_along_axes(device, shape, share):
    host = np.random.default_rng(5).random(shape) < share
    for axis in (None, *range(host.ndim)):
        assert_folds(host, axis, device)
        assert_folds(host[..., ::-1], axis, device)
        assert_folds(host.T, axis, device)
    if host.ndim == 3:
        assert_folds(host, (0, 2), device, ["any", "all"])


@pytest.mark.parametrize("axis", [None, 0, 1])
def test_no_elements(device, axis):
    assert_folds(np.zeros((0, 5), bool), axis if axis != 1 else None, device, ["any", "all"])
    assert_folds(np.zeros((5, 0), bool), axis, device, ["any", "all"])


def test_few_results_of_shared_elements(device):
    rng = np.random.default_rng(1)
    x, points = rng.random(70_000), np.array([-1.0, 0.5, 0.999999, 2.0])
    a, b = dpt.asarray(x, device=device), dpt.asarray(points, device=device)
    above = a[None, :] > b[:, None]
    expected = x[None, :] > points[:, None]
    assert_same(dpt.any(above, axis=1), expected.any(axis=1))
    assert_same(dpt.all(a[None, :] > b[:, None], axis=1), expected.all(axis=1))
    assert_same(dpt.argmax(a[None, :] > b[:, None], axis=1), expected.argmax(axis=1))


def test_long_bodies(device):
    x = np.linspace(0, 3, 200_000)
    a = dpt.asarray(x, device=device)
    for bound in (0.0, 0.7, 5.0):
        ours = dpt.sin(a) * dpt.sqrt(a + 1) * (a * a - a) + dpt.abs(a - 1) * a * 0.25 > bound
        expected = np.sin(x) * np.sqrt(x + 1) * (x * x - x) + np.abs(x - 1) * x * 0.25 > bound
        assert_same(dpt.argmax(ours), np.asarray(expected.argmax()))
        ours = dpt.sin(a) * dpt.sqrt(a + 1) * (a * a - a) + dpt.abs(a - 1) * a * 0.25 > bound
        assert_same(dpt.any(ours) & dpt.asarray(True, device=device), np.asarray(expected.any()))


def test_a_result_goes_into_what_its_kernel_reads(device):
    # elements narrower than what is computed with them, so that a group takes several steps on some processors
    host = np.zeros((300, 5000), np.uint8)
    host[::3, 4321] = 7
    x = dpt.asarray(host, device=device)
    for axis, shape in ((1, (300,)), (None, ())):
        y = dpt.ones(shape, dtype=bool, device=device)
        y ^= dpt.any(dpt.sin(dpt.astype(x, "f8")) > 0.5, axis=axis)
        assert_same(y, np.ones(shape, bool) ^ (np.sin(host.astype("f8")) > 0.5).any(axis=axis))
