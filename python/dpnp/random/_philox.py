"""Philox2x32-10 (Salmon et al., SC 2011) as an expression: 64 random bits of each count, by a key.

Counts stand for places in a stream, so that numbers are made where they are needed and fuse with what reads them.
"""

from __future__ import annotations

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray
from dpctl.tensor._usmarray import usm_ndarray

_bits_of = _usmarray.elementwise_functions(also=("philox",))["philox"]


def bits(key: int, first: int, count: int, usm_type: str, queue: object) -> usm_ndarray:
    """64 bits for each of ``count`` places from ``first`` on, as uint64.

    Args:
        key: 32 bits that choose the stream.
    """
    # An int64 range counts in two's complement: streams are 2**63 long.
    place = _usmarray.arange_array(first, 1, count, np.dtype("u8"), usm_type, queue)
    return _bits_of(place, key)


def fractions(words: usm_ndarray, dtype: np.dtype) -> usm_ndarray:
    """Numbers from 0 on and below 1, of the words' upper bits, as many as the dtype has."""
    digits = 24 if dtype.itemsize == 4 else 53
    whole = dpt.bitwise_right_shift(words, 64 - digits)
    return dpt.multiply(_usmarray.astype_array(whole, dtype, "K", False), 2.0**-digits)
