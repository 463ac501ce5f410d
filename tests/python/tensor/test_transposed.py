"""Elementwise work on operands that lie across each other, in every size of the last tile, against NumPy."""

import dpctl.tensor as dpt
import numpy as np
import pytest

from support import assert_same

DTYPES = ["bool", "int8", "float16", "float32", "float64", "complex64", "complex128"]


def some(dtype, shape):
    return (np.arange(np.prod(shape)) * 37 % 101).reshape(shape).astype(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(16, 16), (32, 64), (33, 65), (100, 17), (257, 130), (15, 300)])
def test_a_copy_in_the_other_order(device, dtype, shape):
    host = some(dtype, shape)
    x = dpt.asarray(host, device=device)
    assert_same(dpt.copy(x.T, order="C"), host.T)
    assert_same(dpt.copy(x, order="F"), host)


@pytest.mark.parametrize("axes", [(2, 1, 0), (2, 0, 1), (1, 2, 0), (0, 2, 1), (1, 0, 2)])
@pytest.mark.parametrize("shape", [(20, 40, 70), (3, 65, 33), (64, 2, 50)])
def test_axes_in_any_order(device, axes, shape):
    host = some("float32", shape)
    x = dpt.asarray(host, device=device)
    moved = dpt.permute_dims(x, axes)
    assert_same(dpt.copy(moved, order="C"), host.transpose(axes))
    assert_same(moved[::-1, ::2] + 1, host.transpose(axes)[::-1, ::2] + np.float32(1))


def test_operands_both_ways(device):
    host = some("float64", (70, 70))
    x = dpt.asarray(host, device=device)
    assert_same(x + x.T, host + host.T)
    assert_same(x.T * x.T - x, host.T * host.T - host)
    assert_same(dpt.where(x < x.T, x, x.T), np.where(host < host.T, host, host.T))
    y = dpt.asarray(host.astype("int8"), device=device)
    assert_same(x + y.T + x.T, host + host.astype("int8").T + host.T)


def test_four_operands_that_lie_crosswise(device):
    hosts = [some("float32", (40, 50)) + i for i in range(5)]
    arrays = [dpt.asarray(h, device=device) for h in hosts]
    total = dpt.zeros((50, 40), dtype="float32", device=device)
    expected = np.zeros((50, 40), dtype="float32")
    for h, x in zip(hosts, arrays, strict=True):
        total = total + x.T
        expected = expected + h.T
    assert_same(total, expected)


def test_a_write_through_a_transposed_view(device):
    host = some("int32", (60, 45))
    x = dpt.asarray(host, device=device)
    target = dpt.zeros((45, 60), dtype="int32", device=device)
    target.T[...] = x
    assert_same(target, host.T)
    square = some("int32", (50, 50))
    y = dpt.asarray(square, device=device)
    y[...] = y.T
    assert_same(y, square.T)
