"""Basic indexing and assignment give what NumPy gives; what is assigned is cast as dpctl casts."""

import itertools
import warnings

import dpctl.tensor as dpt
import numpy as np
import pytest

from support import DTYPES, assert_same, both

INDICES = [
    0,
    -1,
    np.int64(1),
    slice(None),
    slice(1, None),
    slice(None, None, -1),
    slice(-1, 0, -2),
    slice(10, 20),
    slice(2, 1),
    slice(None, None, 3),
    Ellipsis,
    None,
    (),
    (0, 1),
    (slice(None), 2),
    (Ellipsis, 0),
    (0, Ellipsis),
    (None, 1, None, slice(1, 3)),
    (slice(None, None, -2), None, Ellipsis, -1),
    (1, 2, 3),
    (slice(0), slice(None), 1),
]


@pytest.mark.parametrize("index", INDICES, ids=repr)
def test_basic_indexing_is_numpys(device, index):
    x, n = both((3, 4, 5), device=device)
    assert_same(x[index], n[index])
    if n[index].size:
        assert (
            x[index].strides == tuple(s // n.itemsize for s in n[index].strides)
            or 1 in n[index].shape
        )


@pytest.mark.parametrize("index", INDICES, ids=repr)
def test_assignment_through_an_index_is_numpys(device, index):
    for value in (7, 2.5, np.int8(3)):
        x, n = both((3, 4, 5), device=device)
        x[index], n[index] = value, value
        assert_same(x, n)


@pytest.mark.parametrize(
    "index, error",
    [(3, IndexError), (-4, IndexError), ((0, 4), IndexError), ((0,) * 4, IndexError), (1.5, IndexError),
     ("a", IndexError), ((Ellipsis, Ellipsis), IndexError), (slice(0, 1, 0), ValueError),
     ([0, 1], IndexError)],
)  # fmt: skip
def test_wrong_index_raises(device, index, error):
    x, _ = both((3, 4, 5), device=device)
    with pytest.raises(error):
        x[index]
    with pytest.raises(error):
        x[index] = 0


@pytest.mark.parametrize("index", [True, False, (True, 1), (False, slice(None), 2)], ids=str)
def test_booleans_are_an_axis_of_one_or_none(device, index):
    x, n = both((3, 4), device=device)
    assert_same(x[index], n[index])
    x[index], n[index] = 7, 7
    assert_same(x, n)


def test_zero_dimensional_integer_array_is_an_index(device):
    x, n = both((3, 4), device=device)
    assert_same(x[dpt.asarray(2, device=device)], n[2])


def test_views_share_memory(device):
    x, n = both((4, 6), device=device)
    view, host = x[1:, ::2].T[::-1], n[1:, ::2].T[::-1]
    view[...] = -1
    host[...] = -1
    assert_same(x, n)
    x[1] = 5
    n[1] = 5
    assert_same(view, host)


@pytest.mark.parametrize(
    "value", [[1, 2, 3], (4, 5, 6), np.array([7, 8, 9]), np.array([[1], [2]], dtype="f4"), True]
)
def test_assigned_values_are_broadcast_and_cast(device, value):
    x, n = both((2, 3), device=device)
    x[...] = value
    n[...] = value
    assert_same(x, n)


@pytest.mark.parametrize("source, target", list(itertools.product(DTYPES, DTYPES)))
def test_assignment_casts_as_numpy(device, source, target):
    n = np.array([0, 1, 2, 100], dtype=source)
    x = dpt.zeros(4, dtype=target, device=device)
    x[...] = dpt.asarray(n, device=device)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", np.exceptions.ComplexWarning)
        assert_same(x, n.astype(target))


def test_overlapping_assignment_reads_before_it_writes(device):
    for target, source in [
        (slice(1, None), slice(None, -1)),
        (slice(None, -1), slice(1, None)),
        (slice(None), slice(None, None, -1)),
    ]:
        x, n = both((10,), device=device)
        x[target] = x[source]
        n[target] = n[source].copy()
        assert_same(x, n)


@pytest.mark.parametrize("value", ["a", None, object(), [1, "a"]])
def test_values_that_are_no_numbers_raise(device, value):
    x, n = both((3,), device=device)
    with pytest.raises((TypeError, ValueError)):
        x[0] = value
    assert_same(x, n)


def test_wrong_shape_raises_before_anything_is_written(device):
    x, n = both((3,), device=device)
    for value in ([1, 2], np.ones((2, 3)), dpt.ones(4, device=device)):
        with pytest.raises(ValueError):
            x[...] = value
    assert_same(x, n)


def test_assigned_floats_lose_their_fraction(device):
    x = dpt.zeros(3, dtype="u1", device=device)
    x[0], x[1], x[2] = -0.4, 254.9, 3.5
    assert_same(x, np.array([0, 254, 3], dtype="u1"))


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"])
@pytest.mark.parametrize("value", [-1, -129, 300, 2**31, 2**40, 2**63, 2**64 - 1, -(2**63)])
def test_assigned_integers_wrap_or_are_refused_as_in_dpctl(device, dtype, value):
    bits = np.iinfo(dtype).bits
    expected = np.array([value % 2**bits], dtype=f"u{bits // 8}").view(dtype)
    pending, memory = (
        dpt.zeros(4, dtype=dtype, device=device),
        dpt.zeros(4, dtype=dtype, device=device),
    )
    memory.sycl_queue.wait()
    pending[...] = value
    memory[1:2] = value
    assert_same(pending, np.repeat(expected, 4))
    assert_same(memory[1:2], expected)
    place, mask = dpt.asarray([2], device=device), dpt.asarray([False] * 3 + [True], device=device)
    if int(expected[0]) != value:
        for key in (place, mask):
            with pytest.raises(OverflowError):
                memory[key] = value
        return
    memory[place] = value
    memory[mask] = value
    assert_same(memory[2:], np.repeat(expected, 2))


def test_numbers_that_integers_do_not_reach_are_assigned_as_arrays_are_cast(device):
    for value in (np.nan, np.inf, -np.inf, 1e40, -1.0, 300.5):
        for dtype in ("i1", "u1", "i4", "i8"):
            x, y = (
                dpt.zeros(2, dtype=dtype, device=device),
                dpt.zeros(2, dtype=dtype, device=device),
            )
            x[...] = value
            y[...] = dpt.asarray([value, value], dtype="f8", device=device)
            assert dpt.asnumpy(x).tolist() == dpt.asnumpy(y).tolist()


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint64", "float16", "float32", "float64"])
def test_complex_numbers_lose_their_imaginary_part(device, dtype):
    """As in dpctl; of bool the truth of the whole number."""
    x = dpt.zeros(4, dtype=dtype, device=device)
    x[0] = 5 + 1j
    x[1] = np.complex64(3 - 2j)
    x[2:] = dpt.asarray([2j, 7 + 1j], device=device)
    assert_same(x, np.array([5, 3, 2j if dtype == "bool" else 0, 7], dtype=dtype))
    x[...] = np.asarray([1j, 2, 3, 0])
    assert_same(x, np.array([dtype == "bool", 2, 3, 0], dtype=dtype))
    with pytest.raises(ValueError, match="dtype complex.* cannot be cast to .* in place"):
        x += 1j
