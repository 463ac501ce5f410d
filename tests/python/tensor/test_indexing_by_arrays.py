"""Indexing by integer arrays and masks, and take, put and their like, against NumPy."""

import dpctl
import dpctl.tensor as dpt
import numpy as np
import pytest
from dpctl.utils import ExecutionPlacementError

from support import DTYPES, assert_same, to_numpy, values

I1, I2 = np.array([2, 0, -1, 2]), np.array([[1], [-2]])
MASK1 = np.array([True, False, True, True, False])
MASK2 = np.array([[i % 3 == j % 2 for j in range(6)] for i in range(5)])
KEYS = [
    (I1,),
    (I2,),
    (slice(None), I1),
    (slice(None), slice(None), I1),
    (Ellipsis, I2),
    (I1, I2),
    (slice(1, None), I1, I2),
    (I1, 2, I2),
    (0, I1),
    (None, I1, slice(None, None, -1)),
    (abs(I1).astype(np.uint8), slice(None), None),
    (np.array(1), I1),
    (MASK1,),
    (MASK2,),
    (MASK2, True),
    (slice(None), np.array([True, False] * 3)),
    (slice(None), np.zeros(6, dtype=bool)),
    (MASK1, 1),
    (MASK1, np.array([0, 1, 5])),
    (np.zeros(0, dtype=np.int64),),
    (Ellipsis, np.ones(4, dtype=bool)),
]


def on(device, key):
    return tuple(dpt.asarray(k, device=device) if isinstance(k, np.ndarray) else k for k in key)


@pytest.fixture
def n():
    return np.arange(5 * 6 * 4, dtype=np.float32).reshape(5, 6, 4)


@pytest.mark.parametrize("number", range(len(KEYS)))
def test_getitem_equals_numpy(device, n, number):
    key = KEYS[number]
    x = dpt.asarray(n, device=device)
    np.testing.assert_array_equal(to_numpy(x[on(device, key)]), n[key])
    np.testing.assert_array_equal(to_numpy(x[key]), n[key])
    f = dpt.asarray(n, order="F", device=device)
    np.testing.assert_array_equal(to_numpy(f[on(device, key)]), n[key])
    view, m = x[::-1], n[::-1]
    np.testing.assert_array_equal(to_numpy(view[on(device, key)]), m[key])


@pytest.mark.parametrize("number", range(len(KEYS)))
def test_setitem_equals_numpy(device, n, number):
    key = KEYS[number]
    for value in (7, np.float64(2.5), -n[key], n[key][:1] if n[key].ndim and n[key].size else 1):
        expected, x = n.copy(), dpt.asarray(n, device=device)
        if isinstance(value, np.ndarray) and len({*n[key].ravel().tolist()}) < n[key].size:
            continue  # several values for one element
        expected[key] = value
        x[on(device, key)] = (
            dpt.asarray(value, device=device) if isinstance(value, np.ndarray) else value
        )
        np.testing.assert_array_equal(to_numpy(x), expected)


def test_setitem_of_views(device, n):
    for view in (np.s_[::2, ::-1], np.s_[:, :, ::3], np.s_[:, 1:4]):
        for key in ((I1 // 2,), (n[view] > 40,), (slice(None), np.array([2, 0]))):
            expected, x = n.copy(), dpt.asarray(n, device=device)
            expected[view][key] = 3
            x[view][on(device, key)] = 3
            np.testing.assert_array_equal(to_numpy(x), expected)
        expected, x = n.copy(), dpt.asarray(n, device=device)
        mask = n[view] % 2 == 0
        expected[view][mask] = np.arange(mask.sum())
        x[view][dpt.asarray(mask, device=device)] = dpt.arange(int(mask.sum()), device=device)
        np.testing.assert_array_equal(to_numpy(x), expected)


def test_values_that_masks_of_two_axes_repeat(device, n):
    mask = n[0] > 7
    for given in (np.full((5, 1), 9.0), np.arange(5.0)[:, None], np.ones((1, 1))):
        expected, x = n.copy(), dpt.asarray(n, device=device)
        expected[:, mask] = given
        x[:, dpt.asarray(mask, device=device)] = dpt.asarray(given, dtype="f4", device=device)
        assert_same(x, expected)
    four = np.arange(2.0 * 3 * 4 * 5).reshape(2, 3, 4, 5)
    mask, given = four[0, :, :, 0] > 12, four[:, :1, 0, :] * -1
    expected, x = four.copy(), dpt.asarray(four, device=device)
    expected[:, mask] = given
    x[:, dpt.asarray(mask, device=device)] = dpt.asarray(given, device=device)
    assert_same(x, expected)


@pytest.mark.parametrize(
    ("key", "shape"),
    [
        ((I1,), (4, 6, 4)),
        ((I2, I1), (2, 4, 4)),
        ((slice(None), I1, I1), (5, 4)),
        ((slice(None), I1, 2), (5, 4)),
        ((MASK1,), (3, 6, 4)),
        ((MASK1,), (1, 1, 4)),
        ((slice(None), np.zeros(6, dtype=bool)), (5, 0, 4)),
    ],
)
def test_values_may_have_more_axes_of_one_than_their_place(device, n, key, shape):
    places = np.arange(n.size).reshape(n.shape)[key]  # one that is met again gets the same value
    values = (places * 7 % 97).astype(n.dtype)[tuple(map(slice, shape))].reshape(1, 1, *shape)
    x = dpt.asarray(n, device=device)
    x[on(device, key)] = dpt.asarray(values, device=device)
    n[key] = values
    np.testing.assert_array_equal(to_numpy(x), n)
    with pytest.raises(ValueError):
        x[on(device, key)] = dpt.zeros((2, 1, *shape), dtype=n.dtype, device=device)


def test_masks_of_no_elements_fit_any_axis(device):
    x = dpt.reshape(dpt.arange(12, device=device), (3, 4))
    for shape, left in (((0,), (0, 4)), ((0, 4), (0,)), ((3, 0), (0,))):
        mask = dpt.zeros(shape, dtype="?", device=device)
        assert x[mask].shape == left
        x[mask] = 5
    assert_same(x, np.arange(12).reshape(3, 4))


def test_values_from_the_same_memory(device):
    n = np.arange(10)
    x = dpt.asarray(n, device=device)
    x[dpt.flip(x)] = x
    np.testing.assert_array_equal(to_numpy(x), n[::-1])
    x = dpt.asarray(n % 2 == 0, device=device)
    x[x] = False
    assert not to_numpy(x).any()


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype_moves(device, dtype):
    n = values(dtype)
    x = dpt.asarray(n, device=device)
    mask = np.arange(n.size) % 3 == 0
    index = np.arange(n.size)[::-2].copy()
    m, i = dpt.asarray(mask, device=device), dpt.asarray(index, device=device)
    np.testing.assert_array_equal(to_numpy(x[m]), n[mask])
    np.testing.assert_array_equal(to_numpy(x[i]), n[index])
    expected, y = n.copy(), dpt.asarray(n, device=device)
    expected[mask] = n[: mask.sum()]
    y[m] = x[: int(mask.sum())]
    np.testing.assert_array_equal(to_numpy(y), expected)
    expected[index] = n[: index.size]
    y[i] = x[: index.size]
    np.testing.assert_array_equal(to_numpy(y), expected)
    for found, wanted in zip(dpt.nonzero(x), np.nonzero(n), strict=True):
        np.testing.assert_array_equal(to_numpy(found), wanted)


@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 1.0])
def test_long_masks(device, share):
    rng = np.random.default_rng(5)
    n = rng.random(200_003)
    mask = rng.random(n.size) < share
    x, m = dpt.asarray(n, device=device), dpt.asarray(mask, device=device)
    np.testing.assert_array_equal(to_numpy(x[m]), n[mask])
    np.testing.assert_array_equal(to_numpy(dpt.nonzero(m)[0]), np.nonzero(mask)[0])
    np.testing.assert_array_equal(to_numpy(dpt.extract(m, x)), n[mask])
    vals = np.arange(17.0)
    np.place(n, mask, vals)
    dpt.place(x, m, dpt.asarray(vals, device=device))
    np.testing.assert_array_equal(to_numpy(x), n)


@pytest.mark.parametrize("mode", ["wrap", "clip"])
def test_take_and_put_beyond_the_ends(device, mode):
    n = np.arange(12).reshape(3, 4)
    index = np.array([-9, -4, -1, 0, 3, 99])
    inside = np.clip(index, -4, 3) % 4 if mode == "wrap" else np.clip(index, 0, 3)
    for dtype in ("i1", "i4", "i8"):
        x, i = dpt.asarray(n, device=device), dpt.asarray(index, dtype=dtype, device=device)
        np.testing.assert_array_equal(to_numpy(dpt.take(x, i, axis=1, mode=mode)), n[:, inside])
        dpt.put(x, i, 7, axis=1, mode=mode)
        expected = n.copy()
        expected[:, inside] = 7
        np.testing.assert_array_equal(to_numpy(x), expected)


def test_along_axis(device):
    n = np.random.default_rng(2).random((4, 5, 6))
    for axis in (0, 1, -1):
        index = np.argsort(n, axis=axis)
        x, i = dpt.asarray(n, device=device), dpt.asarray(index, device=device)
        np.testing.assert_array_equal(
            to_numpy(dpt.take_along_axis(x, i, axis=axis)), np.take_along_axis(n, index, axis)
        )
        expected = n.copy()
        np.put_along_axis(expected, index[:, :1], -1.0, axis)
        dpt.put_along_axis(x, i[:, :1], dpt.asarray(-1.0, device=device), axis=axis)
        np.testing.assert_array_equal(to_numpy(x), expected)


def test_truth_values_make_axes(device, n):
    x = dpt.asarray(n, device=device)
    for flag in (True, False):
        assert x[flag].shape == n[flag].shape
        assert x[..., dpt.asarray(flag, device=device)].shape == (*n.shape, int(flag))


@pytest.mark.parametrize("one", [np.array(1), np.array(-1, "i1"), np.array(1, "u8")])
def test_integers_without_dimensions_may_stand_anywhere(device, n, one):
    """They are integers to dpctl, and keep no place for themselves."""
    i, mask, at = np.array([2, 0]), n[:, 0, 0] > n[0, 0, 0], int(one)
    for key, expected in [
        ((i, slice(None), one), n[:, :, at][i]),
        ((one, slice(None), i), n[at][:, i]),
        ((one, None, i), n[at][None, i]),
        ((mask, ..., one), n[..., at][mask]),
    ]:
        x = dpt.asarray(n, device=device)
        np.testing.assert_array_equal(to_numpy(x[key]), expected)
        x[on(device, key)] = dpt.asarray(expected + 100, device=device)
        np.testing.assert_array_equal(to_numpy(x[on(device, key)]), expected + 100)


def test_errors(device):
    x = dpt.zeros((3, 4), device=device)
    i = dpt.asarray([0, 1], device=device)
    with pytest.raises(IndexError, match="stand together"):
        dpt.zeros((2, 3, 4), device=device)[i, :, i]
    with pytest.raises(IndexError, match="did not match"):
        x[dpt.ones(4, dtype="?", device=device)]
    with pytest.raises(IndexError, match="integer"):
        x[dpt.ones(3, device=device)]
    with pytest.raises(IndexError, match="too many"):
        x[i, i, i]
    with pytest.raises(IndexError, match="empty axis"):
        dpt.zeros((0, 2), device=device)[i]
    with pytest.raises(ValueError):
        x[i] = dpt.ones((3, 4), device=device)
    with pytest.raises(ValueError, match="could not broadcast"):
        x[0, :][x[0, :] == 0] = dpt.ones((1, 1), device=device)
    with pytest.raises(ValueError):
        dpt.place(x, x == 0, dpt.ones(0, device=device))
    with pytest.raises(ValueError, match="mode"):
        dpt.take(x, i, axis=0, mode="raise")
    with pytest.raises(ExecutionPlacementError):
        x[dpt.asarray([0], sycl_queue=dpctl.SyclQueue(device))]
    frozen = dpt.zeros(3, device=device)
    frozen.flags["W"] = False
    for write in (lambda: dpt.put(frozen, i, 1), lambda: dpt.place(frozen, frozen == 0, x[0])):
        with pytest.raises(ValueError, match="read-only"):
            write()


def test_what_a_truth_value_chooses_is_a_copy():
    x = dpt.asarray(3)
    chosen = x[x > 0]
    x[...] = 5
    chosen[...] += 1
    assert (int(x), int(chosen[0])) == (5, 4)


def test_values_of_another_queue_are_refused(device):
    x, index = dpt.arange(4, device=device), dpt.asarray([0], device=device)
    other = dpt.asarray(2, sycl_queue=dpctl.SyclQueue(x.sycl_device))
    mask = dpt.asarray([True, False, True, False], sycl_queue=other.sycl_queue)
    for assign in (
        lambda: x.__setitem__(mask, 5),
        lambda: x.__setitem__(mask, x[0]),
        lambda: dpt.put(x, index, other),
        lambda: dpt.put(x, index, other, axis=0),
        lambda: x.__setitem__(index, other),
    ):
        with pytest.raises(ExecutionPlacementError, match="queues"):
            assign()
    assert dpt.asnumpy(x).tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("flag", [True, np.True_, "array"])
def test_truth_values_choose_a_copy(device, flag):
    x = dpt.ones((2, 3), device=device)
    flag = dpt.asarray(True, device=device) if isinstance(flag, str) else flag
    chosen = x[flag]
    chosen[...] = 0
    assert chosen.shape == (1, 2, 3) and dpt.all(x == 1)
    x[flag] = 2
    assert dpt.all(x == 2)


@pytest.mark.parametrize("n", [40, 5000, 200_000])
def test_values_that_lie_in_the_array_they_are_put_into(device, n):
    expected = np.arange(n, dtype="i4")
    mask = expected % 2 == 0
    for put in (
        lambda x, m: x.__setitem__(m, x[: n // 2]),
        lambda x, m: dpt.place(x, m, x[: n // 2]),
    ):
        x = dpt.asarray(expected, device=device)
        put(x, dpt.asarray(mask, device=device))
        values = expected.copy()
        values[mask] = expected[: n // 2]
        assert_same(x, values)


@pytest.mark.parametrize("n", [40, 5000, 200_000])
def test_an_array_is_assigned_what_was_taken_from_it(device, n):
    values = np.arange(n, dtype="i4")
    back = values[::-1].astype("i8")
    x = dpt.asarray(values, device=device)
    x[:] = dpt.take(x, dpt.asarray(back, device=device))
    assert_same(x, values[back])
    x += dpt.take(x, dpt.asarray(back, device=device))
    assert_same(x, values[back] + values)


def test_what_a_mask_selects_is_of_the_memory_that_both_ask_for(device):
    x = dpt.arange(10, dtype="f4", device=device, usm_type="host")
    mask = dpt.asarray(np.arange(10) % 2 == 0, device=device, usm_type="shared")
    assert x[mask].usm_type == "shared"
    assert dpt.extract(mask, x).usm_type == "shared"


@pytest.mark.parametrize(("shape", "places"), [((17,), 0), ((4, 17), 0), ((0, 17), 3)])
def test_put_stores_nothing_where_there_are_no_places(device, shape, places):
    values = np.arange(np.prod(shape), dtype="f4").reshape(shape)
    x = dpt.asarray(values, device=device, copy=True)
    indices = dpt.arange(places, device=device)
    dpt.put(x, indices, dpt.ones((*shape[:-1], places), dtype="f4", device=device), axis=-1)
    assert_same(x, values)


def test_what_functions_of_indices_refuse(device):
    x, i, scalar = (dpt.arange(4, device=device) for _ in range(3))
    frozen = dpt.zeros(2, dtype=x.dtype, device=device)
    frozen.flags["W"] = False
    i, far = i[:2], dpt.zeros(2, dtype=x.dtype, sycl_queue=dpctl.SyclQueue(device))
    scalar = scalar[1]
    for call, error, message in (
        (lambda: dpt.put(x[:0], i, 1), IndexError, "empty axis"),
        (lambda: dpt.put(x, i, dpt.ones(0, device=device)), ValueError, "no values"),
        (lambda: dpt.take(x, scalar), ValueError, "1D"),
        (lambda: dpt.take(x, dpt.reshape(i, (1, 2))), ValueError, "1D"),
        (lambda: dpt.take(x, dpt.astype(i, "f4")), IndexError, "integer"),
        (lambda: dpt.take(dpt.reshape(x, (2, 2)), i), ValueError, "`axis` cannot be `None`"),
        (lambda: dpt.put(dpt.reshape(x, (2, 2)), i, 1), ValueError, "`axis` cannot be `None`"),
        (lambda: dpt.take(scalar, i, axis=1), ValueError, "must be 0"),
        (lambda: dpt.take(scalar, i, axis=-1), ValueError, "must be 0"),
        (lambda: dpt.take(x, i, out=frozen), ValueError, "read-only"),
        (lambda: dpt.take(x, i, out=far), ExecutionPlacementError, None),
        (lambda: dpt.take(x, i, out=x), ValueError, "can not hold"),
        (
            lambda: dpt.take(x, i, out=dpt.empty(2, dtype="f4", device=device)),
            ValueError,
            "can not",
        ),
        (lambda: dpt.take(x, i, out=[0, 0]), TypeError, "usm_ndarray"),
        (lambda: dpt.place(x, x > 0, scalar), ValueError, "place"),
        (lambda: dpt.place(x, i > 0, i), ValueError, "place"),
        (lambda: dpt.place(x[:2], far > 0, i), ExecutionPlacementError, None),
        (lambda: dpt.place(x[:2], [True, False], i), TypeError, "usm_ndarray"),
        (lambda: dpt.extract(x[:2] > 0, far), ExecutionPlacementError, None),
        (lambda: dpt.extract(x > 0, i), ValueError, "extract"),
        (lambda: dpt.nonzero(scalar), ValueError, "positive rank"),
    ):
        with pytest.raises(error, match=message):
            call()
    dpt.put(x[:0], i[:0], 1)
    assert to_numpy(dpt.take(scalar, i, axis=0)).tolist() == [1, 1]
    assert to_numpy(x).tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("dtype, number", [("i1", 300), ("u8", -1), ("i4", 2**40), ("i8", 2**70)])
def test_numbers_beyond_the_dtype_are_refused(device, dtype, number):
    x = dpt.ones((2, 3), dtype=dtype, device=device)
    row, none = dpt.asarray([0], device=device), dpt.asarray([], dtype="i8", device=device)
    for key in (x > 5, x > 0, x[:, 0] > 0, row, none, (row, row)):
        with pytest.raises(OverflowError):
            x[key] = number
    with pytest.raises(OverflowError):
        dpt.put(x, row, number, axis=0)
    assert to_numpy(x).tolist() == [[1, 1, 1], [1, 1, 1]]
