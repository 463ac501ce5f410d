"""Philox2x32-10 (Salmon et al., SC 2011) as an expression: 64 random bits of each count, by a key.

Counts stand for places in a stream, so that numbers are made where they are needed and fuse with what reads them.
"""

from __future__ import annotations

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray
from dpctl.tensor._usmarray import usm_ndarray

_ROUNDS, _FACTOR, _WEYL, _LOW = 10, 0xD256D193, 0x9E3779B9, 0xFFFFFFFF


def bits(key: int, first: int, count: int, usm_type: str, queue: object) -> usm_ndarray:
    """64 bits for each of ``count`` places from ``first`` on, as uint64.

    Args:
        key: 32 bits that choose the stream.
    """
    # An int64 range counts in two's complement: streams are 2**63 long.
    place = _usmarray.arange_array(first, 1, count, np.dtype("u8"), usm_type, queue)
    left, right = dpt.bitwise_and(place, _LOW), dpt.bitwise_right_shift(place, 32)
    for _ in range(_ROUNDS):
        product = dpt.multiply(left, _FACTOR)
        high = dpt.bitwise_right_shift(product, 32)
        left = dpt.bitwise_xor(dpt.bitwise_xor(high, key), right)
        right = dpt.bitwise_and(product, _LOW)
        key = (key + _WEYL) & _LOW
    return dpt.bitwise_or(dpt.bitwise_left_shift(left, 32), right)


def fractions(words: usm_ndarray, dtype: np.dtype) -> usm_ndarray:
    """Numbers from 0 on and below 1, of the words' upper bits, as many as the dtype has."""
    digits = 24 if dtype.itemsize == 4 else 53
    whole = dpt.bitwise_right_shift(words, 64 - digits)
    return dpt.multiply(_usmarray.astype_array(whole, dtype, "K", False), 2.0**-digits)
