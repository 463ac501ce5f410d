"""Integers divided by one number for all, near its multiples and at the ends of each dtype, against NumPy."""

import operator

import dpctl.tensor as dpt
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support import SIGNED, UNSIGNED, assert_same

FUNCTIONS = pytest.mark.parametrize(
    "function", [operator.floordiv, operator.mod], ids=["quotient", "rest"]
)


def divisors(info, rng):
    """Ends of the dtype, and where reciprocals change their length: around powers of 2."""
    least, most = int(info.min), int(info.max)
    powers = {2**k + near for k in range(info.bits) for near in (-1, 0, 1)}
    chosen = {0, 1, 2, 3, 7, 10, most, most - 1, most // 2, most // 3} | powers
    if least < 0:
        chosen |= {-1, -2, -3, -7, least, least + 1} | {-power for power in powers}
    drawn = rng.integers(least, most, 12, dtype=info.dtype)
    return {value for value in chosen | {int(value) for value in drawn} if least <= value <= most}


def dividends(info, divisor, rng):
    """Any, and the multiples of the divisor with their neighbours."""
    drawn = rng.integers(info.min, info.max, 3001, dtype=info.dtype, endpoint=True)
    one = np.ones(1, info.dtype)
    multiples = drawn // divisor * divisor
    ends = np.array([info.min, info.min + 1, 0, 1, info.max - 1, info.max], info.dtype)
    return np.concatenate([ends, drawn, multiples, multiples - one, multiples + one])


@FUNCTIONS
@pytest.mark.parametrize("dtype", SIGNED + UNSIGNED)
def test_division_by_one_number(device, dtype, function):
    info, rng = np.iinfo(dtype), np.random.default_rng(7)
    for value in divisors(info, rng):
        divisor = np.array(value, dtype)
        numbers = dividends(info, divisor, rng)
        x, expected = dpt.asarray(numbers, device=device), function(numbers, divisor)
        assert_same(function(x, dpt.asarray(divisor, device=device)), expected)
        assert_same(function(x, value), expected)


@FUNCTIONS
@pytest.mark.parametrize("dtype", SIGNED + UNSIGNED)
def test_division_by_a_power_of_two_beyond_the_dtype(device, dtype, function):
    x = dpt.ones(3, dtype=dtype, device=device)
    for value in (int(np.iinfo(dtype).max) + 1, 2 * int(np.iinfo(dtype).max) + 2, 2**70):
        with pytest.raises(OverflowError):
            function(x, value)


@FUNCTIONS
@pytest.mark.parametrize("dtype", ["int8", "uint8"])
def test_every_division_of_8_bits(device, dtype, function):
    info = np.iinfo(dtype)
    numbers = np.arange(info.min, info.max + 1).astype(dtype)
    x = dpt.asarray(numbers, device=device)
    assert_same(function(x[:, None], x[None, :]), function(numbers[:, None], numbers[None, :]))
    for value in range(info.min, info.max + 1):
        assert_same(function(x, value), function(numbers, np.array(value, dtype)))


@FUNCTIONS
@pytest.mark.parametrize("dtype", ["int32", "uint32", "int64", "uint64"])
@settings(max_examples=50)
@given(data=st.data())
def test_division_by_any_number(device, dtype, function, data):
    info = np.iinfo(dtype)
    value = data.draw(st.integers(int(info.min), int(info.max)))
    divisor = np.array(value, dtype)
    numbers = dividends(info, divisor, np.random.default_rng(data.draw(st.integers(0, 2**32))))
    assert_same(function(dpt.asarray(numbers, device=device), value), function(numbers, divisor))
