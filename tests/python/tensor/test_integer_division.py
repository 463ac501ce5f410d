"""Integers divided by one number for all, near its multiples and at the ends of each dtype, against NumPy."""

import operator

import dpctl.tensor as dpt
import numpy as np
import pytest

from support import SIGNED, UNSIGNED, assert_same


def divisors(info, rng):
    least, most = int(info.min), int(info.max)
    chosen = {1, 2, 3, 7, 10, most, most - 1, most // 2, most // 3}
    if least < 0:
        chosen |= {-1, -2, -3, -7, least, least + 1}
    drawn = rng.integers(least, most, 12, dtype=info.dtype)
    return chosen | {int(value) for value in drawn if value != 0} | {0}


def dividends(info, divisor, rng):
    drawn = rng.integers(info.min, info.max, 3001, dtype=info.dtype, endpoint=True)
    one = np.ones(1, info.dtype)
    multiples = drawn // divisor * divisor
    ends = np.array([info.min, info.min + 1, 0, 1, info.max - 1, info.max], info.dtype)
    return np.concatenate([ends, drawn, multiples, multiples - one, multiples + one])


@pytest.mark.parametrize("function", [operator.floordiv, operator.mod], ids=["quotient", "rest"])
@pytest.mark.parametrize("dtype", SIGNED + UNSIGNED)
def test_division_by_one_number(device, dtype, function):
    info, rng = np.iinfo(dtype), np.random.default_rng(7)
    for value in divisors(info, rng):
        divisor = np.array(value, dtype)
        numbers = dividends(info, divisor, rng)
        ours = function(dpt.asarray(numbers, device=device), dpt.asarray(divisor, device=device))
        assert_same(ours, function(numbers, divisor))
