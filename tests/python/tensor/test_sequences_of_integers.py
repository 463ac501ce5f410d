"""Shapes, axes, shifts and counts as users write them: integers, tuples, lists, ranges, arrays of NumPy, arrays of one element."""

import math
import operator

import dpctl.tensor as dpt
import numpy as np
import pytest

from support import assert_same

WRITTEN = [tuple, list, np.array, lambda items: [np.int32(i) for i in items]]


@pytest.mark.parametrize("written", WRITTEN)
def test_sequences_of_integers(device, written):
    x = dpt.reshape(dpt.arange(6, device=device), written((2, 3)))
    host = np.arange(6).reshape(2, 3)
    assert_same(x, host)
    assert dpt.zeros(written((2, 3)), device=device).shape == (2, 3)
    assert dpt.empty(written((2, 0)), device=device).shape == (2, 0)
    assert_same(dpt.full(written((2, 3)), 7, device=device), np.full((2, 3), 7))
    assert_same(dpt.broadcast_to(x, written((2, 2, 3))), np.broadcast_to(host, (2, 2, 3)))
    assert_same(dpt.permute_dims(x, written((1, 0))), host.T)
    assert_same(dpt.moveaxis(x, written((0,)), written((1,))), host.T)
    assert_same(dpt.tile(x, written((2, 1))), np.tile(host, (2, 1)))
    assert_same(dpt.roll(x, written((1, 2)), axis=written((0, 1))), np.roll(host, (1, 2), (0, 1)))
    assert_same(dpt.flip(x, axis=written((0, 1))), np.flip(host))
    assert dpt.expand_dims(x, axis=written((0, 2))).shape == (1, 2, 1, 3)
    assert dpt.squeeze(x[None, :, None], axis=written((0, 2))).shape == (2, 3)
    assert_same(dpt.sum(x, axis=written((0, 1))), host.sum())
    assert_same(dpt.max(x, axis=written((1,))), host.max(axis=1))


def test_ranges_are_sequences(device):
    x = dpt.ones((2, 3), device=device)
    assert dpt.permute_dims(x, range(2)).shape == (2, 3)
    assert float(dpt.sum(x, axis=range(2))) == 6
    assert dpt.zeros(range(1, 4), device=device).shape == (1, 2, 3)


@pytest.mark.parametrize("shape", [np.array([2.0]), "2", 2.0, np.array([[2, 3]]), None, {2}])
def test_what_is_no_shape(device, shape):
    with pytest.raises(TypeError):
        dpt.zeros(shape, device=device)
    with pytest.raises(TypeError):
        dpt.reshape(dpt.ones(6, device=device), shape)


@pytest.mark.parametrize("shape", [(), (1,), (1, 1)])
def test_arrays_of_one_element_are_integers(device, shape):
    x = dpt.full(shape, 3, device=device)
    assert operator.index(x) == 3
    assert list(range(x)) == [0, 1, 2]
    assert dpt.zeros(x, device=device).shape == (3,)
    assert "abcd"[x] == "d"
    for other in (dpt.ones(shape, device=device), dpt.ones(shape, dtype=bool, device=device)):
        for error in (IndexError, TypeError):
            with pytest.raises(error):
                operator.index(other)


@pytest.mark.parametrize("convert", [operator.index, int, float, complex, math.floor])
@pytest.mark.parametrize("shape", [(0,), (2,), (2, 1)])
def test_other_arrays_are_no_numbers(device, convert, shape):
    for error in (TypeError, ValueError):
        with pytest.raises(error):
            convert(dpt.ones(shape, dtype="i4", device=device))


@pytest.mark.parametrize("dtype", ["u1", "i2", "f4", "c8", "?"])
def test_bytes_are_those_of_the_elements(device, dtype):
    n = np.arange(6).astype(dtype).reshape(2, 3)
    assert bytes(dpt.asarray(n, device=device)) == bytes(n)
    assert bytes(dpt.asarray(n, device=device).T) == bytes(n.T)
    assert bytes(dpt.asarray(n[0, 1], device=device)) == bytes(np.asarray(n[0, 1]))


def test_truth_values_as_counts(device):
    x = dpt.arange(3, device=device)
    assert_same(dpt.repeat(x, True), np.repeat(np.arange(3), True))
    assert dpt.repeat(x, False).shape == (0,)


def test_result_type_of_large_integers():
    assert dpt.result_type(2**63) == dpt.result_type(2**63, 1) == dpt.result_type(True, 2**64 - 1)
    assert dpt.result_type(2**63) == np.uint64
    assert dpt.result_type(-(2**63), 5) == dpt.result_type(True, 1) == np.int64
    assert dpt.result_type(2**63, 1.5) == np.float64
