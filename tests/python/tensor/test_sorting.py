"""Sorts, searches and sets against NumPy."""

import os
import pathlib
import subprocess
import sys

import dpctl
import dpctl.tensor as dpt
import numpy as np
import pytest

from support import DTYPES, SIGNED, UNSIGNED, to_numpy

SHAPES = [((1,), 0), ((37,), 0), ((70_001,), 0), ((3, 600), 1), ((50, 40), 0), ((4, 0), 1)]
FEW_SHAPES = [((32,), 0), ((7, 9), 0), ((16, 32), 1), ((2, 13, 5), 1)]


def sample(dtype, shape):
    rng = np.random.default_rng(11)
    dtype = np.dtype(dtype)
    x = rng.integers(0 if dtype.kind in "ub" else -60, 60, shape)
    if dtype.kind == "c":
        x = x // 10 + 1j * rng.integers(-3, 3, shape)
    x = np.asarray(x).astype(dtype)
    if dtype.kind in "fc" and x.size > 9:
        x.flat[[0, 4]] = np.nan, -np.nan
        x.flat[[1, 5, 6]] = -0.0, 0.0, -np.inf
    if dtype.kind == "c" and x.size > 9:
        x.flat[2] = complex(1, np.nan)
        x.flat[3] = complex(np.nan, 1)
    return x


@pytest.mark.parametrize("shape,axis", SHAPES + FEW_SHAPES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_sort_equals_numpy(device, dtype, shape, axis):
    n = sample(dtype, shape)
    x = dpt.asarray(n, device=device)
    order = np.argsort(n, axis=axis, kind="stable")
    np.testing.assert_array_equal(to_numpy(dpt.argsort(x, axis=axis)), order)
    np.testing.assert_array_equal(
        to_numpy(dpt.sort(x, axis=axis)), np.take_along_axis(n, order, axis)
    )


@pytest.mark.parametrize("shape", [(3, 700), (11, 30)])
@pytest.mark.parametrize("dtype", DTYPES)
def test_descending_keeps_equal_elements_in_order(device, dtype, shape):
    n = sample(dtype, shape)
    x = dpt.asarray(n, device=device)
    turned = np.flip(n, axis=1)
    order = n.shape[1] - 1 - np.flip(np.argsort(turned, axis=1, kind="stable"), axis=1)
    np.testing.assert_array_equal(to_numpy(dpt.argsort(x, descending=True)), order)
    np.testing.assert_array_equal(
        to_numpy(dpt.sort(x, descending=True)), np.take_along_axis(n, order, 1)
    )


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("dtype", ["int8", "uint16", "float32", "float64"])
def test_short_lines_of_views_are_sorted(device, dtype, axis):
    n = sample(dtype, (6, 9, 8))[::-2, 1:8, ::3].transpose(2, 0, 1)
    x = dpt.permute_dims(
        dpt.asarray(sample(dtype, (6, 9, 8)), device=device)[::-2, 1:8, ::3], (2, 0, 1)
    )
    order = np.argsort(n, axis=axis, kind="stable")
    for operand in (
        x,
        dpt.where(dpt.isnan(x), x, x),
    ):  # what is there, and what is still to be computed
        found = dpt.sort(operand, axis=axis)
        assert found.flags.c_contiguous
        np.testing.assert_array_equal(to_numpy(found), np.take_along_axis(n, order, axis))
        np.testing.assert_array_equal(to_numpy(dpt.argsort(operand, axis=axis)), order)


def test_negative_zeros_of_a_short_line_come_first_in_a_sort_and_as_they_came_in_its_order(device):
    x = dpt.asarray([0.0, -0.0, 0.0, -0.0, -1.0], dtype="f4", device=device)
    assert np.signbit(to_numpy(dpt.sort(x))).tolist() == [True, True, True, False, False]
    assert to_numpy(dpt.argsort(x)).tolist() == [4, 0, 1, 2, 3]


LATE_DIFFERENCES = {
    "few low bits": lambda rng, n: rng.integers(0, 9, n),
    "low bits of two clusters": lambda rng, n: (
        (rng.integers(0, 2, n) << 62) + rng.integers(0, 1 << 13, n)
    ),
    "one apart": lambda rng, n: np.where(
        np.arange(n) == n // 2, -(1 << 62), rng.integers(0, 1 << 9, n)
    ),
    "low bits of floats": lambda rng, n: (
        (1 + rng.integers(0, 1 << 11, n) * 2.0**-52) * rng.choice([-1.0, 1e300], n)
    ),
    "zeros of both signs": lambda rng, n: rng.choice([0.0, -0.0, 1e308, -1e308], n),
}


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("kind", LATE_DIFFERENCES)
@pytest.mark.parametrize("shape", [(9, 1000), (1, 33_000), (2, 65_536), (1, 200_001)])
def test_order_of_keys_that_differ_in_their_last_bits(device, shape, kind, descending):
    n = LATE_DIFFERENCES[kind](np.random.default_rng(5), shape[0] * shape[1]).reshape(shape)
    order = np.argsort(n[:, ::-1] if descending else n, axis=1, kind="stable")
    if descending:
        order = shape[1] - 1 - order[:, ::-1]
    x = dpt.asarray(n, device=device)
    np.testing.assert_array_equal(to_numpy(dpt.argsort(x, descending=descending)), order)
    np.testing.assert_array_equal(
        to_numpy(dpt.sort(x, descending=descending)), np.take_along_axis(n, order, 1)
    )


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_every_class_of_complex_numbers_has_its_place(device, dtype, descending):
    parts = np.array([np.nan, -np.nan, np.inf, -np.inf, 0.0, -0.0, 1, -1, 1e-40, 3e38])
    n = np.empty((10, 10), dtype)
    n.real, n.imag = parts[:, None], parts
    n = np.random.default_rng(2).permutation(np.tile(n.ravel(), 3))
    order = np.argsort(n, kind="stable")
    if descending:
        order = len(n) - 1 - np.flip(np.argsort(np.flip(n), kind="stable"))
    x = dpt.asarray(n, device=device)
    np.testing.assert_array_equal(to_numpy(dpt.argsort(x, descending=descending)), order)
    bits = to_numpy(dpt.sort(x, descending=descending)).view("u1")
    np.testing.assert_array_equal(bits, n[order].view("u1"))


@pytest.mark.parametrize("count", [2, 31, 32, 33, 100])
@pytest.mark.parametrize("dtype", DTYPES)
def test_isin_of_views_by_few_and_many_elements(device, dtype, count):
    n, keys = sample(dtype, (9, 30)), sample(dtype, (3, count))[1]
    x, d = dpt.asarray(n, device=device), dpt.asarray(keys, device=device)
    views = [np.s_[1:, ::2], np.s_[::-1, 3:], np.s_[:0], np.s_[2, 3], np.s_[..., None]]
    for view in views:
        for invert in (False, True):
            expected = np.isin(n[view], keys, invert=invert)
            np.testing.assert_array_equal(to_numpy(dpt.isin(x[view], d, invert=invert)), expected)
    np.testing.assert_array_equal(to_numpy(dpt.isin(x.T, d[::-2])), np.isin(n.T, keys[::-2]))


LONG_LINES = {
    "of many values": lambda g, n: g.standard_normal(n),
    "of one value": lambda g, n: np.ones(n),
    "mostly of one value": lambda g, n: np.where(g.random(n) < 0.95, 3, g.standard_normal(n)),
    "of two values": lambda g, n: g.integers(0, 2, n),
    "in order": lambda g, n: np.arange(n),
    "in reverse": lambda g, n: np.arange(n)[::-1],
    "the larger half first": lambda g, n: (np.arange(n) + n // 2) % n,
    "in order in parts": lambda g, n: np.arange(n) % (n // 7),
    "with what is no number": lambda g, n: np.where(
        g.random(n) < 0.4, np.nan, g.standard_normal(n)
    ),
    "all in one place, apart from a few": lambda g, n: np.where(
        g.random(n) < 1e-4, 1e9, g.random(n)
    ),
}


@pytest.mark.parametrize("kind", LONG_LINES)
@pytest.mark.parametrize("extent", [1 << 16, 150_001, 700_003])
@pytest.mark.parametrize("dtype", ["float32", "int32", "uint64", "float64"])
def test_long_lines_of_any_distribution(device, dtype, extent, kind):
    values = LONG_LINES[kind](np.random.default_rng(extent), extent)
    if np.dtype(dtype).kind in "iu":
        values = np.nan_to_num(np.abs(values) * 1000, nan=-1 if dtype == "int32" else 7)
    values = values.astype(dtype)
    x = dpt.asarray(values, device=device)
    for descending in (False, True):
        got = dpt.asnumpy(dpt.sort(x, descending=descending))
        wanted = np.sort(values)
        if not descending:
            np.testing.assert_array_equal(got, wanted)
        else:
            np.testing.assert_array_equal(np.sort(got), wanted)
            known = got[~np.isnan(got)]
            assert (known[:-1] >= known[1:]).all()
    if np.dtype(dtype).itemsize == 4:
        np.testing.assert_array_equal(
            dpt.asnumpy(dpt.argsort(x)), np.argsort(values, kind="stable")
        )
    two = np.stack([values, values[::-1]])
    np.testing.assert_array_equal(
        dpt.asnumpy(dpt.sort(dpt.asarray(two, device=device))), np.sort(two)
    )


BY_THREADS = """
import dpctl.tensor as dpt, numpy as np
from test_sorting import LATE_DIFFERENCES, LONG_LINES

rng = np.random.default_rng(3)
for shape in [(1, 9_001), (2, 33_000), (3, 65_536), (1, 200_001)]:
    for dtype in ["float32", "uint32", "int64", "float64"]:
        for make in [*LATE_DIFFERENCES.values(), *LONG_LINES.values()]:
            with np.errstate(invalid="ignore"):
                n = make(rng, shape[0] * shape[1]).astype(dtype).reshape(shape)
            order = np.argsort(n, axis=1, kind="stable")
            x = dpt.asarray(n, device="cpu")
            np.testing.assert_array_equal(dpt.asnumpy(dpt.argsort(x)), order)
            np.testing.assert_array_equal(dpt.asnumpy(dpt.sort(x)), np.take_along_axis(n, order, 1))
"""


@pytest.mark.parametrize("threads", ["1", "2", "3", "4", "16"])
def test_rows_are_whole_or_merged_or_spread_to_buckets_by_threads(threads):
    environment = {**os.environ, "WEFT_NUM_THREADS": threads}
    subprocess.run(
        [sys.executable, "-c", BY_THREADS],
        env=environment,
        cwd=pathlib.Path(__file__).parent,
        check=True,
    )


FEW_VALUES = {
    "next to zero": lambda info: (0 if info.min == 0 else -50, 50),
    "next to the least": lambda info: (info.min, info.min + 90),
    "next to the greatest": lambda info: (info.max - 90, info.max),
    "thousands": lambda info: (min(100, info.max // 2), min(info.max, 6000)),
    "all of a narrow type": lambda info: (max(info.min, -(1 << 15)), min(info.max, 1 << 15)),
}


@pytest.mark.parametrize("kind", FEW_VALUES)
@pytest.mark.parametrize("shape", [(200, 301), (3, 70_001), (150_001,), (300_007,)])
@pytest.mark.parametrize("dtype", ["bool", *SIGNED, *UNSIGNED])
def test_integers_of_few_values(device, dtype, shape, kind):
    rng = np.random.default_rng(sum(shape))
    if dtype == "bool":
        values = rng.random(shape) < 0.3
    else:
        first, last = FEW_VALUES[kind](np.iinfo(dtype))
        values = rng.integers(first, last, shape, dtype=dtype, endpoint=True)
    wanted = np.sort(values)
    x = dpt.asarray(values, device=device)
    np.testing.assert_array_equal(dpt.asnumpy(dpt.sort(x)), wanted)
    np.testing.assert_array_equal(dpt.asnumpy(dpt.sort(x, descending=True)), wanted[..., ::-1])


@pytest.mark.parametrize("place", [0, 12_345, -1])
@pytest.mark.parametrize(
    "many,other", [(1000, "min"), (1000, "max"), ("min", "max"), ("max", "min")]
)
@pytest.mark.parametrize("dtype", ["int32", "uint32", "int64", "uint64"])
def test_one_integer_apart_from_many_alike(device, dtype, many, other, place):
    info = np.iinfo(dtype)
    first = {"min": info.min, "max": info.max - 99}.get(many, many)
    values = np.random.default_rng(5).integers(
        first, first + 99, (2, 140_001), dtype=dtype, endpoint=True
    )
    values[1, place] = getattr(info, other)
    x = dpt.asarray(values, device=device)
    np.testing.assert_array_equal(dpt.asnumpy(dpt.sort(x)), np.sort(values))


@pytest.mark.parametrize("dtype", ["float16", "int16"])
def test_long_lines_of_two_bytes(device, dtype):
    bits = np.random.default_rng(3).integers(0, 1 << 16, 300_000, dtype=np.uint16)
    values = bits.view(dtype)
    with np.errstate(invalid="ignore"):
        wanted = np.sort(values)
    got = dpt.asnumpy(dpt.sort(dpt.asarray(values, device=device)))
    np.testing.assert_array_equal(got, wanted)


def test_sort_of_views(device):
    n = sample("int32", (40, 30, 4))
    x = dpt.asarray(n, device=device)
    np.testing.assert_array_equal(
        to_numpy(dpt.sort(x[::-2, :, 1], axis=0)), np.sort(n[::-2, :, 1], axis=0)
    )
    np.testing.assert_array_equal(
        to_numpy(dpt.sort(dpt.permute_dims(x, (2, 0, 1)), axis=1)),
        np.sort(n.transpose(2, 0, 1), axis=1),
    )
    assert dpt.sort(dpt.asarray(3, device=device)).shape == ()


@pytest.mark.parametrize("mode", ["largest", "smallest"])
def test_top_k(device, mode):
    n = sample("int16", (7, 900))
    x = dpt.asarray(n, device=device)
    values, indices = dpt.top_k(x, 5, axis=1, mode=mode)
    expected = np.sort(n, axis=1)
    expected = expected[:, :5] if mode == "smallest" else np.flip(expected, axis=1)[:, :5]
    np.testing.assert_array_equal(to_numpy(values), expected)
    np.testing.assert_array_equal(np.take_along_axis(n, to_numpy(indices), 1), expected)
    assert dpt.top_k(x, 3).values.shape == (3,)
    every = np.sort(n, axis=1)
    every = every if mode == "smallest" else np.flip(every, axis=1)
    np.testing.assert_array_equal(to_numpy(dpt.top_k(x, 900, axis=1, mode=mode).values), every)
    with pytest.raises(ValueError):
        dpt.top_k(x, 901, axis=1)
    with pytest.raises(ValueError):
        dpt.top_k(x, -1, axis=1)


@pytest.mark.parametrize("mode", ["largest", "smallest"])
@pytest.mark.parametrize("kind", ["random", "sorted", "few", "periodic", "mostly nan", "few nan"])
def test_top_k_of_long_lines_is_the_begin_of_their_order(device, mode, kind):
    size = 150_001
    rng = np.random.default_rng(5)
    n = {
        "random": rng.random(size),
        "sorted": np.arange(size),
        "few": rng.integers(0, 3, size),
        "periodic": np.arange(size) % 9,  # the sample's step
        "mostly nan": np.where(rng.random(size) < 0.9, np.nan, rng.random(size)),
        "few nan": np.where(rng.random(size) < 1e-4, np.nan, rng.random(size)),
    }[kind].astype("float32")
    x = dpt.asarray(n, device=device)
    order = to_numpy(dpt.argsort(x, descending=mode == "largest"))
    for k in (0, 1, 200):
        values, indices = dpt.top_k(x, k, mode=mode)
        np.testing.assert_array_equal(to_numpy(indices), order[:k])
        np.testing.assert_array_equal(to_numpy(values), n[order[:k]])


@pytest.mark.parametrize("largest", [True, False])
def test_few_elements_of_long_lines_may_be_among_the_first(device, largest):
    from dpctl.tensor._sorting import _candidates

    n = np.random.default_rng(6).random(150_001).astype("float32")
    x = dpt.asarray(n, device=device)
    for k in (1, 200, 2000):
        found = to_numpy(_candidates(x, k, largest))
        assert k <= found.size < 2 * k + 1000
        first = np.argsort(-n if largest else n)[:k]
        assert np.isin(first, found).all()
    assert _candidates(x, 3000, largest) is None


@pytest.mark.parametrize("mode", ["largest", "smallest"])
def test_top_k_of_what_a_sample_does_not_tell(device, mode):
    """Every 64th element is among the first, and they are fewer than wanted."""
    n = np.random.default_rng(2).random(1 << 20)
    n[::64] += 5 if mode == "largest" else -5
    order = np.argsort(-n if mode == "largest" else n, kind="stable")[:5000]
    values, indices = dpt.top_k(dpt.asarray(n, device=device), 5000, mode=mode)
    np.testing.assert_array_equal(to_numpy(values), n[order])
    np.testing.assert_array_equal(to_numpy(indices), order)


def test_unique_elements_of_none_have_its_shape(device):
    x = dpt.zeros((2, 0, 3), device=device)
    assert dpt.unique_inverse(x).inverse_indices.shape == x.shape
    assert dpt.unique_all(x).inverse_indices.shape == x.shape


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_searchsorted(device, dtype, side):
    n = sample(dtype, (300,))
    order = np.argsort(n, kind="stable")
    needles = n[:60].reshape(6, 10)
    x, wanted = dpt.asarray(n, device=device), dpt.asarray(needles, device=device)
    expected = np.searchsorted(n[order], needles, side=side)
    np.testing.assert_array_equal(
        to_numpy(dpt.searchsorted(dpt.sort(x), wanted, side=side)), expected
    )
    sorter = dpt.asarray(order, device=device)
    np.testing.assert_array_equal(
        to_numpy(dpt.searchsorted(x, wanted, side=side, sorter=sorter)), expected
    )


@pytest.mark.parametrize("keys", [0, 1, 2, 3, 300, 20_000])
@pytest.mark.parametrize("dtype", DTYPES)
def test_many_needles(device, dtype, keys):
    n = np.resize(sample(dtype, (300,)), 20_000)[:keys]
    if n.dtype.kind in "iu" and keys > 3:
        n[:2] = np.iinfo(n.dtype).min, np.iinfo(n.dtype).max
    needles = np.resize(np.concatenate([n[:100], sample(dtype, (50,))]), 5000).astype(n.dtype)
    order = np.argsort(n, kind="stable")
    x, wanted = dpt.asarray(n, device=device), dpt.asarray(needles, device=device)
    for side in ("left", "right"):
        expected = np.searchsorted(n[order], needles, side=side)
        sorter = dpt.asarray(order, device=device)
        for found in (
            dpt.searchsorted(dpt.sort(x), wanted, side=side),
            dpt.searchsorted(x, wanted, side=side, sorter=sorter),
        ):
            np.testing.assert_array_equal(to_numpy(found), expected)
    for invert in (False, True):
        np.testing.assert_array_equal(
            to_numpy(dpt.isin(wanted, x, invert=invert)), np.isin(needles, n, invert=invert)
        )


def test_indices_of_a_sorter_beyond_the_ends(device):
    x = dpt.asarray([10, 20, 30], device=device)
    wanted = dpt.asarray([5, 15, 25, 35], device=device)
    for dtype, sorter in (("i8", [-9, 1, 9]), ("u8", [0, 1, 2**63 + 5])):  # taken for 0, 1, 2
        sorter = dpt.asarray(sorter, dtype=dtype, device=device)
        found = dpt.searchsorted(x, wanted, sorter=sorter)
        np.testing.assert_array_equal(to_numpy(found), [0, 1, 2, 3])


@pytest.mark.parametrize("shape", [(0,), (1,), (50, 13)])
@pytest.mark.parametrize("dtype", DTYPES)
def test_unique(device, dtype, shape):
    n = sample(dtype, shape)
    x = dpt.asarray(n, device=device)
    expected = np.unique(
        n, return_index=True, return_inverse=True, return_counts=True, equal_nan=False
    )
    found = dpt.unique_all(x)
    np.testing.assert_array_equal(to_numpy(found.values), expected[0])
    np.testing.assert_array_equal(to_numpy(found.indices), expected[1])
    np.testing.assert_array_equal(to_numpy(found.counts), expected[3])
    inverse = to_numpy(found.inverse_indices)
    assert inverse.shape == n.shape
    np.testing.assert_array_equal(to_numpy(found.values)[inverse], n)
    np.testing.assert_array_equal(to_numpy(dpt.unique_values(x)), expected[0])
    values, counts = dpt.unique_counts(x)
    np.testing.assert_array_equal(to_numpy(values), expected[0])
    np.testing.assert_array_equal(to_numpy(counts), expected[3])
    values, inverse = dpt.unique_inverse(x)
    np.testing.assert_array_equal(to_numpy(values)[to_numpy(inverse)], n)


@pytest.mark.parametrize("dtype", DTYPES)
def test_isin(device, dtype):
    n = sample(dtype, (20, 9))
    x, tests = dpt.asarray(n, device=device), dpt.asarray(n[:2, ::3], device=device)
    np.testing.assert_array_equal(to_numpy(dpt.isin(x, tests)), np.isin(n, n[:2, ::3]))
    np.testing.assert_array_equal(
        to_numpy(dpt.isin(x, tests, invert=True)), np.isin(n, n[:2, ::3], invert=True)
    )
    assert not to_numpy(dpt.isin(x, tests[:0])).any()
    np.testing.assert_array_equal(to_numpy(dpt.isin(x, 1)), np.isin(n, 1))


@pytest.mark.parametrize("dtype", SIGNED + UNSIGNED)
@pytest.mark.parametrize("keys", ["close", "apart", "at the ends", "one"])
def test_isin_of_many_integers(device, dtype, keys):
    info = np.iinfo(dtype)
    rng = np.random.default_rng(3)
    some = rng.integers(info.min, info.max, 3000, dtype=dtype, endpoint=True)
    some[:1000] = np.arange(1000) % 120
    some[-2:] = info.min, info.max
    tests = {
        "close": np.arange(20, 90, 2).astype(dtype),
        "apart": rng.permutation(some)[:1500],
        "at the ends": np.array(info.max, dtype=dtype) - np.arange(0, 100, 3).astype(dtype),
        "one": np.full(33, info.min, dtype=dtype),
    }[keys]
    x, t = dpt.asarray(some, device=device), dpt.asarray(tests, device=device, usm_type="shared")
    expected = np.isin(some, tests)
    found = dpt.isin(x, t)
    assert found.dtype == bool and found.usm_type == "device"
    np.testing.assert_array_equal(to_numpy(found), expected)
    np.testing.assert_array_equal(to_numpy(dpt.isin(x, t, invert=True)), ~expected)
    rows = dpt.reshape(x, (30, 100)).T
    np.testing.assert_array_equal(to_numpy(dpt.isin(rows, t)), expected.reshape(30, 100).T)


def test_isin_of_integers_that_no_element_can_be(device):
    x = dpt.asarray([[0, 255]], dtype="u1", device=device)
    for number in (-1, 256, 2**63, 2**70):
        assert to_numpy(dpt.isin(x, number)).tolist() == [[False, False]]
        assert to_numpy(dpt.isin(x, number, invert=True)).tolist() == [[True, True]]
        assert not bool(dpt.isin(number, x)) and bool(dpt.isin(number, x, invert=True))
    assert to_numpy(dpt.isin(x, 255)).tolist() == [[False, True]]


def test_what_is_told_of_the_kind_of_sort(device):
    x = dpt.asarray([3.0, 1.0, 2.0], dtype="f4", device=device)
    for kind in (None, "stable", "radixsort", "mergesort"):
        assert to_numpy(dpt.sort(x, kind=kind)).tolist() == [1, 2, 3]
        assert to_numpy(dpt.argsort(x, kind=kind)).tolist() == [1, 2, 0]
    for call, message in (
        (lambda: dpt.sort(x, kind="quicksort"), "but got 'quicksort'"),
        (lambda: dpt.argsort(dpt.astype(x, "c8"), kind="radixsort"), "complex64"),
    ):
        with pytest.raises(ValueError, match=message):
            call()


def test_an_array_without_dimensions_is_sorted(device):
    x = dpt.asarray(7, dtype="i2", device=device)
    made, order = dpt.sort(x), dpt.argsort(x)
    assert (int(made), made.dtype, made.shape) == (7, x.dtype, ())
    assert (int(order), order.dtype, order.shape) == (0, np.dtype("i8"), ())
    made[...] = 1
    assert int(x) == 7


def test_searches_want_one_queue(device):
    other = dpctl.SyclQueue(device)
    keys, needles, sorter = (dpt.arange(4, device=device) for _ in range(3))
    far = dpt.arange(4, sycl_queue=other)
    for call in (
        lambda: dpt.searchsorted(keys, far),
        lambda: dpt.searchsorted(keys, needles, sorter=far),
        lambda: dpt.searchsorted(far, needles, sorter=sorter),
    ):
        with pytest.raises(dpctl.utils.ExecutionPlacementError):
            call()
    for wrong in (dpt.astype(sorter, "f4"), sorter[:3]):
        with pytest.raises(ValueError, match=r"[Ss]orter"):
            dpt.searchsorted(keys, needles, sorter=wrong)
    assert dpt.searchsorted(keys[:0], needles, sorter=sorter[:0]).shape == (4,)
    for place in (-1, 3):
        one = dpt.asarray([place], sycl_queue=keys.sycl_queue)
        assert to_numpy(dpt.searchsorted(keys[2:3], needles, sorter=one)).tolist() == [0, 0, 0, 1]
