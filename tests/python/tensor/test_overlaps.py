"""Writes to memory that the same expression, or a pending one, still reads: the values are those from before the write."""

import time

import dpctl.tensor as dpt
import numpy as np
import pytest

from support import assert_same, to_numpy


def add_shifted_up(x):
    x[1:] += x[:-1]


def add_shifted_down(x):
    x[:-1] += x[1:]


def add_shifted_far(x):
    n = x.shape[0] // 2
    x[n - 1 : 2 * n - 1] += x[:n]


def add_reversed(x):
    x += x[::-1]


def assign_reversed(x):
    x[...] = x[::-1]


def assign_reversed_product(x):
    y = x * 2
    x[...] = y[::-1]


def assign_reversed_temporary(x):
    x[...] = (x * 2)[::-1]


def assign_shifted_sum(x):
    y = x + 1
    x[1:] = y[:-1]


def add_every_other(x):
    x[: x.shape[0] // 2] += x[::2][: x.shape[0] // 2]


WRITES = [
    add_shifted_up, add_shifted_down, add_shifted_far, add_reversed, assign_reversed, assign_reversed_product, assign_reversed_temporary,
    assign_shifted_sum, add_every_other,
]  # fmt: skip


@pytest.mark.parametrize("n", [5, 1000, 100_001])
@pytest.mark.parametrize("write", WRITES, ids=lambda write: write.__name__)
def test_what_is_read_is_from_before_the_write(device, write, n):
    host = np.arange(n, dtype="f4") % 1001
    x = dpt.asarray(host, device=device)
    x.sycl_queue.wait()
    write(x)
    expected = host.copy()
    write(expected)
    assert_same(x, expected)


def test_elements_that_a_view_names_twice_are_written_once(device):
    memory = dpt.zeros(3, dtype="f4", device=device)
    view = dpt.usm_ndarray((2, 2), dtype="f4", strides=(1, 1), buffer=memory.usm_data)
    view += 1
    np.testing.assert_array_equal(to_numpy(memory), [1, 1, 1])


def test_parts_of_a_complex_number_are_no_numbers_of_their_own(device):
    whole = dpt.asarray([3 + 4j], dtype="c8", device=device)
    np.testing.assert_array_equal(to_numpy(whole.real + dpt.abs(whole)), [8])
    pending = dpt.asarray(3 + 4j, dtype="c8", device=device) * 1
    part = pending.real
    part += 1
    assert complex(pending) == 4 + 4j


def test_pending_work_in_another_dtype_sees_no_later_write(device):
    x = dpt.ones(4, dtype="f4", usm_type="host", device=device)
    held = np.from_dlpack(x)
    sums = dpt.ones(4, dtype="f2", device=device) * 2
    sums += x
    time.sleep(
        0.2
    )  # the device has read by then if what reads was submitted at once; asking it would submit
    held[0] = 100
    np.testing.assert_array_equal(to_numpy(sums), [3, 3, 3, 3])


@pytest.mark.parametrize("mode", ["wrap", "clip"])
def test_indices_beyond_int64_are_beyond_the_end(device, mode):
    x = dpt.arange(5, device=device)
    beyond = dpt.asarray([2**64 - 2, 2**63, 1], dtype="u8", device=device)
    np.testing.assert_array_equal(to_numpy(dpt.take(x, beyond, mode=mode)), [4, 4, 1])


def test_rounding_does_not_move_the_end_of_linspace(device):
    for count in (50, 99, 1000):
        x = dpt.linspace(0.0, 1.0, count, dtype="f8", device=device)
        assert float(x[-1]) == 1.0


@pytest.mark.parametrize("dtypes", [("f4", "f8"), ("f8", "f4"), ("i2", "f4"), ("i4", "f4")])
def test_values_from_the_same_place_in_another_dtype(device, dtypes):
    n = 100_000
    source, target = dtypes
    host = (np.arange(n) % 1000).astype(source)
    memory = dpt.empty(8 * n, dtype="u1", device=device).usm_data
    a, b = (dpt.usm_ndarray((n,), dtype, buffer=memory) for dtype in dtypes)
    a[...] = dpt.asarray(host, device=device)
    b[...] = a
    assert (dpt.asnumpy(b) == host.astype(target)).all()
