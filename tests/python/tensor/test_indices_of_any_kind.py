"""take, put and their forms along an axis over modes, dtypes of indices, axes and layouts, against what they are made of."""

import itertools

import dpctl.tensor as dpt
import numpy as np
import pytest

from support import assert_same, to_numpy

MODES = ["wrap", "clip"]
DTYPES = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"]
VIEWS = {
    "dense": np.s_[:, :, :],
    "rows apart": np.s_[::2],
    "columns apart": np.s_[:, :, ::3],
    "backwards": np.s_[::-1, :, ::-2],
    "inside": np.s_[1:4, 1:, 1:-1],
}


@pytest.fixture
def n():
    return np.arange(5 * 4 * 7, dtype=np.float32).reshape(5, 4, 7)


def inside(index, extent, mode):
    """The element that an index leads to: one beyond an end names that end."""
    index = np.asarray(index, dtype=object)  # of any size
    low = -extent if mode == "wrap" else 0
    return np.clip(index, low, extent - 1).astype(np.int64) % extent


def indices_of(dtype, shape):
    """Some inside, some beyond both ends, and the outermost that the dtype has."""
    limits = np.iinfo(dtype)
    rng = np.random.default_rng(3)
    index = rng.integers(max(limits.min, -9), 10, shape).astype(dtype)
    index.flat[[0, -1]] = limits.max, limits.min
    return index


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("layout", VIEWS)
def test_take_and_put(device, n, layout, dtype, mode):
    view = VIEWS[layout]
    host = n[view]
    for axis in (0, 1, -1):
        index = indices_of(dtype, 6)
        found = inside(index, host.shape[axis], mode)
        x, i = dpt.asarray(n, device=device)[view], dpt.asarray(index, device=device)
        np.testing.assert_array_equal(
            to_numpy(dpt.take(x, i, axis=axis, mode=mode)), np.take(host, found, axis)
        )
        whole, expected = dpt.asarray(n, device=device), n.copy()
        dpt.put(whole[view], i, -5, axis=axis, mode=mode)
        expected[view][(slice(None),) * (axis % 3) + (found,)] = -5
        np.testing.assert_array_equal(to_numpy(whole), expected)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("layout", VIEWS)
def test_take_and_put_along_an_axis(device, n, layout, dtype, mode):
    view = VIEWS[layout]
    host = n[view]
    for axis in (0, 1, -1):
        shape = list(host.shape)
        shape[axis] = 3
        index = indices_of(dtype, shape)
        found = inside(index, host.shape[axis], mode)
        x, i = dpt.asarray(n, device=device)[view], dpt.asarray(index, device=device)
        np.testing.assert_array_equal(
            to_numpy(dpt.take_along_axis(x, i, axis=axis, mode=mode)),
            np.take_along_axis(host, found, axis),
        )
        whole, expected = dpt.asarray(n, device=device), n.copy()
        dpt.put_along_axis(whole[view], i, -5, axis=axis, mode=mode)
        np.put_along_axis(expected[view], found, -5, axis)
        np.testing.assert_array_equal(to_numpy(whole), expected)


@pytest.mark.parametrize("first, second", [*itertools.product([*DTYPES[::2], "u8"], ["i1", "i8"])])
def test_pairs_of_arrays_index_views(device, n, first, second):
    for layout, view in VIEWS.items():
        host = n[view]
        a = np.array([0, 2, 1, 0]).astype(first)
        b = np.array([[1], [-1]]).astype(second)
        x = dpt.asarray(n, device=device)[view]
        if "u8" in (first, second):  # promoted to floating point together with signed integers
            with pytest.raises(ValueError, match="promote"):
                x[dpt.asarray(a, device=device), dpt.asarray(b, device=device)]
            continue
        key = dpt.asarray(a, device=device), dpt.asarray(b, device=device)
        np.testing.assert_array_equal(to_numpy(x[key]), host[a, b], err_msg=layout)
        np.testing.assert_array_equal(to_numpy(x[:, *key]), host[:, a, b], err_msg=layout)


@pytest.mark.parametrize("shape", [(), (1,), (5,), (2, 3)])
def test_counts_of_one_element_are_for_all(device, shape):
    n = np.arange(6).reshape(2, 3)
    counts = np.full(shape, 2)
    x = dpt.asarray(n, device=device)
    for given in (counts, dpt.asarray(counts, device=device)):
        if counts.size == 1:
            np.testing.assert_array_equal(to_numpy(dpt.repeat(x, given, axis=1)), n.repeat(2, 1))
        else:
            with pytest.raises(ValueError, match="repeat"):
                dpt.repeat(x, given, axis=1)


@pytest.mark.parametrize("alone", ["i1", "i8", "u8"])
@pytest.mark.parametrize("dtype", ["i1", "i8", "u1", "u8"])
def test_an_index_without_axes_goes_with_every_dtype(device, alone, dtype):
    host = np.arange(24).reshape(2, 3, 4)
    x = dpt.asarray(host, device=device)
    row, columns = np.array(1, alone), np.array([0, 2], dtype)
    given = dpt.asarray(row, device=device), dpt.asarray(columns, device=device)
    assert_same(x[given], host[row, columns])
    x[given], host[row, columns] = -1, -1
    assert_same(x, host)
