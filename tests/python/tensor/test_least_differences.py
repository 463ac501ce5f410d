"""What differs in little: zeros of two signs, NaN among others, kinds of memory, queues, windows, numbers at an end."""

import dpctl
import dpctl.tensor as dpt
import numpy as np
import pytest
from dpctl.utils import ExecutionPlacementError

from support import assert_same


def mixed(size):
    """Zeros of both signs, NaN and numbers."""
    values = np.array([0.0, -0.0, 1.0, np.nan, -1.0, -np.nan], "f4")
    return values[np.random.default_rng(7).integers(0, values.size, size)]


@pytest.mark.parametrize("size", [12, 300, 20_000])
def test_zeros_are_equal_and_nan_is_last(device, size):
    n = mixed(size)
    x = dpt.asarray(n, device=device)
    assert_same(dpt.argsort(x), np.argsort(n, stable=True))
    (places,) = dpt.nonzero(x)
    assert_same(places, np.nonzero(n)[0])
    expected = np.unique(n[n == n])
    for kind in ("unique_values", "unique_counts", "unique_inverse", "unique_all"):
        found = getattr(dpt, kind)(x[dpt.asarray(n == n, device=device)])
        found = found if kind == "unique_values" else found.values
        np.testing.assert_array_equal(dpt.asnumpy(found), expected)


@pytest.mark.parametrize("side", ["left", "right"])
def test_zeros_are_found_where_those_of_the_other_sign_lie(device, side):
    keys = np.array([-1, -0.0, 0.0, -0.0, 0.0, 2, np.nan, np.nan], "f4")
    needles = mixed(50)
    found = dpt.searchsorted(*(dpt.asarray(n, device=device) for n in (keys, needles)), side=side)
    assert_same(found, np.searchsorted(keys, needles, side=side))


def test_few_are_the_first_of_equal_ones(device):
    n = np.array([0.0, -0.0, np.nan, 0.0, -np.nan, -0.0], "f4")
    x = dpt.asarray(n, device=device)
    assert dpt.asnumpy(dpt.top_k(x, 5, mode="smallest").indices).tolist() == [0, 1, 3, 5, 2]
    assert dpt.asnumpy(dpt.top_k(x, 4, mode="largest").indices).tolist() == [2, 4, 0, 1]


def test_results_lie_in_the_memory_that_all_ask_for(device):
    x = dpt.ones(3, usm_type="host", device=device)
    y = dpt.ones(3, usm_type="shared", device=device)
    for made in (
        dpt.concat((x, y)),
        dpt.stack((x, y)),
        dpt.add(x, y),
        dpt.searchsorted(x, y),
        dpt.matmul(x, y),
        dpt.where(x > 0, x, y),
    ):
        assert made.usm_type == "shared"


def test_out_on_another_queue_is_refused(device):
    x = dpt.ones((2, 3), device=device)
    far = dpt.zeros(2, dtype=x.dtype, sycl_queue=dpctl.SyclQueue(device))
    for name in ("sum", "prod", "max", "min"):
        with pytest.raises(ExecutionPlacementError):
            getattr(dpt, name)(x, axis=1, out=far)


def test_what_is_seen_on_another_queue_is_no_more_writable(device):
    x = dpt.ones(3, device=device)
    x.flags["W"] = False
    seen = x.to_device(dpctl.SyclQueue(x.sycl_context, x.sycl_device))
    assert not seen.flags.writable


@pytest.mark.parametrize("size", [9, 20_000])
def test_complex_numbers_with_parts_that_are_none(device, size):
    parts = np.array([0.0, -0.0, 1.0, np.nan, -2.0])
    pairs = np.random.default_rng(8).integers(0, parts.size, (2, size))
    n = np.empty(size, "c16")
    n.real, n.imag = parts[pairs]
    expected = np.sort(n)
    found = dpt.asnumpy(dpt.sort(dpt.asarray(n, device=device)))
    np.testing.assert_array_equal(found.real, expected.real)
    np.testing.assert_array_equal(found.imag, expected.imag)


@pytest.mark.parametrize("dtype", ["f4", "f8", "c16"])
def test_products_of_windows_that_overlap(device, dtype):
    n = (np.arange(399) % 7).astype(dtype)
    x = dpt.asarray(n, device=device)
    seen = np.lib.stride_tricks.sliding_window_view(n, 200)
    windows = dpt.usm_ndarray(seen.shape, dtype=dtype, buffer=x, strides=(1, 1))
    assert_same(dpt.matmul(windows, windows.mT), seen @ seen.T)
    assert_same(dpt.matmul(windows.mT, windows), seen.T @ seen)


def test_order_a_of_columns_and_rows_is_c(device):
    column, row = dpt.ones((3, 1), device=device), dpt.ones((1, 4), device=device)
    assert dpt.add(column, row, order="A").flags.c_contiguous


@pytest.mark.parametrize("dtype, beyond", [("i1", 128), ("u1", 256), ("i4", 2**31)])
def test_divisors_beyond_the_dtype_are_refused(device, dtype, beyond):
    x = dpt.asarray([1, 100], dtype=dtype, device=device)
    assert_same(x // (beyond // 2), np.array([1, 100], dtype) // (beyond // 2))
    for divide in (lambda: x // beyond, lambda: x % beyond):
        with pytest.raises(OverflowError):
            divide()


def test_the_imaginary_part_of_a_number_as_exponent(device):
    x, z = dpt.asarray([2.0, 3.0], device=device), dpt.full((), 2 + 3j, device=device)
    assert_same(x**z.imag, np.array([8.0, 27.0]))
    assert_same(x**z.real, np.array([4.0, 9.0]))


@pytest.mark.parametrize("dtype", ["i1", "u1", "i4", "u4", "i8", "u8"])
def test_floats_of_one_more_than_the_largest_integer_are_refused(device, dtype):
    beyond = float(2 ** (np.iinfo(dtype).bits - (dtype[0] == "i")))
    with pytest.raises(OverflowError):
        dpt.full(3, beyond, dtype=dtype, device=device)
    with pytest.raises(OverflowError):
        dpt.full(3, -beyond * 2, dtype=dtype, device=device)
