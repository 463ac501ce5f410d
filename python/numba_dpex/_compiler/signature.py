"""From the numbers that `_launch.hpp` makes of the arguments to what parameters are at first."""

from .._launch import fields_by_number
from .recipe import I64
from .types import POINTER, SIZES, STORED
from .values import Number, Scalar, Tuple, View

SCALAR, ARRAY, LOCAL, TUPLE = range(4)
DENSE, STRIDED = 255, 254


class Signature:
    """A launch's form and the types of its arguments; reads fields in the order in which launches write them."""

    def __init__(self, words):
        self.words = words
        self.is_range, self.dims = bool(words[0] & 1), words[0] >> 8 & 255
        self.apart = bool(words[0] >> 16 & 1)  # no two arrays share memory
        self.offset = 8 * self.dims if self.is_range else 0
        self.end = self.arrays = 0

    def values(self, lowering) -> list:
        """What the arguments are in a kernel under construction."""
        found, at = [], 1
        while at < len(self.words):
            value, at = self._value(lowering, at)
            found.append(value)
        return found

    def _value(self, lowering, at):
        word = self.words[at]
        kind, dtype, rank, layout = word & 255, word >> 8 & 255, word >> 16 & 255, word >> 24
        at += 1
        if kind == SCALAR:
            number = self._field(lowering, STORED[dtype], max(8, SIZES[dtype]))
            return Scalar(dtype, number, False), at
        if kind == ARRAY:
            return self._array(lowering, dtype, rank, layout), at
        if kind == LOCAL:
            shape = tuple(self.words[at : at + rank])
            return lowering.local_array(shape, dtype), at + rank
        items = []
        for _ in range(rank):
            value, at = self._value(lowering, at)
            items.append(value)
        return Tuple(items, fields_by_number(layout)), at

    def _field(self, lowering, type_, size=8) -> int:
        self.offset += size
        return lowering.recipe.field(self.offset - size, type_)

    def _array(self, lowering, dtype, rank, layout):
        pointer = self._field(lowering, POINTER)
        if self.apart:
            lowering.recipe.do("lies_apart", pointer)
        first = self.offset
        shape = [Number(self._field(lowering, I64)) for _ in range(rank)]
        lowering.recipe.bakeable += range(first + 8, self.offset, 8)  # inner extents
        if layout == DENSE:
            strides = lowering.dense_strides(shape)
        else:
            strides = [Number(self._field(lowering, I64)) for _ in range(rank)]
            if layout != STRIDED:
                strides[layout] = 1
        number, self.arrays = self.arrays, self.arrays + 1
        return View(dtype, pointer, shape, strides, layout == DENSE, "global", frozenset([number]))


def count_arguments(words) -> int:
    """How many arguments a launch's signature stands for."""
    at, count = 1, 0
    while at < len(words):
        at, count = _skip(words, at), count + 1
    return count


def _skip(words, at) -> int:
    kind, rank = words[at] & 255, words[at] >> 16 & 255
    at += 1
    if kind == LOCAL:  # a LocalAccessor: its extents follow
        return at + rank
    if kind == TUPLE:
        for _ in range(rank):
            at = _skip(words, at)
    return at
