"""Random programs that write into the arrays they read: over folds of short and long rows, elements taken from anywhere, masks,
and results that other arrays hold."""

import os

import dpctl.tensor as dpt
import numpy as np
import pytest

pytestmark = pytest.mark.usefixtures("few_at_once")

PROGRAMS = int(os.environ.get("WEFT_RANDOM_PROGRAMS", "20"))
FOLDS = ["max", "min", "sum", "prod", "argmax", "count_nonzero"]
JOINS = ["add", "subtract", "multiply", "maximum", "minimum"]
COLUMNS = [1, 2, 3, 5, 8, 17, 40, 300]
MODULUS = 13  # values stay small, and products exact


class Writer:
    """A program: functions of a module, an array of two axes and what it has kept so far."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        rows = self.pick([1, 2, 4, 9, 30, 257])
        columns = self.pick(COLUMNS)
        self.dtype = self.pick(["i8", "i8", "i4", "i2", "f8"])
        self.shape = (rows, columns)
        self.start = self.random.integers(-6, 7, self.shape).astype(self.dtype)
        self.statements = [self.statement() for _ in range(self.random.integers(3, 9))]
        self.looks = self.random.integers(0, 2, len(self.statements)).astype(bool)

    def pick(self, choices):
        return choices[self.random.integers(len(choices))]

    def whole(self, *bounds):
        return int(self.random.integers(*bounds))

    def statement(self):
        return getattr(
            self, self.pick(["write", "write", "write", "write_part", "masked", "put", "keep"])
        )()

    def operand(self, depth=0):
        """What is read: a function of (module, x, kept) that gives something that broadcasts to x."""
        kind = self.pick(
            [
                "x",
                "x",
                "fold",
                "fold",
                "part_fold",
                "taken",
                "reversed",
                "kept",
                "number",
                "joined",
                "chosen",
            ]
        )
        if depth > 2 and kind in ("joined", "chosen"):
            kind = "fold"
        return getattr(self, "of_" + kind)(depth)

    def of_x(self, depth):
        return lambda xp, x, kept: x

    def of_number(self, depth):
        n = self.whole(-3, 4)
        return lambda xp, x, kept: n

    def of_fold(self, depth):
        name, axis, inner = self.pick(FOLDS), self.pick([0, 1, 1, -1]), self.operand(depth + 1)

        def fold(xp, x, kept):
            y = xp.broadcast_to(xp.asarray(inner(xp, x, kept)), x.shape)
            return xp.astype(getattr(xp, name)(y % 3, axis=axis, keepdims=True) % MODULUS, x.dtype)

        return fold

    def of_part_fold(self, depth):
        """Of fewer rows, or of shorter ones."""
        name, rows, columns = self.pick(FOLDS), self.pick([1, None]), self.whole(1, 9)

        def fold(xp, x, kept):
            part = x[:rows, :columns] % 3
            return xp.astype(getattr(xp, name)(part, axis=1, keepdims=True) % MODULUS, x.dtype)

        return fold

    def of_taken(self, depth):
        axis = self.pick([0, 1])
        places = self.random.integers(0, self.shape[axis], self.shape[axis])
        scale = self.whole(1, 3)

        def taken(xp, x, kept):
            source = x * scale if scale > 1 else x
            return xp.take(source, xp.asarray(places), axis=axis)

        return taken

    def of_reversed(self, depth):
        if self.whole(0, 2):
            return lambda xp, x, kept: x[::-1]
        return lambda xp, x, kept: x[:, ::-1]

    def of_kept(self, depth):
        which = self.whole(0, 4)
        return lambda xp, x, kept: kept[which % len(kept)] if kept else x

    def of_joined(self, depth):
        name, a, b = self.pick(JOINS), self.operand(depth + 1), self.operand(depth + 1)
        return lambda xp, x, kept: getattr(xp, name)(x, a(xp, x, kept)) + b(xp, x, kept)

    def of_chosen(self, depth):
        a, b = self.operand(depth + 1), self.operand(depth + 1)
        return lambda xp, x, kept: xp.where(x % 2 == 0, a(xp, x, kept), b(xp, x, kept))

    def value(self):
        inner = self.operand()
        return lambda xp, x, kept: xp.broadcast_to(
            xp.asarray((inner(xp, x, kept) + x) % MODULUS - 6), x.shape
        )

    def write(self):
        value, name = self.value(), self.pick(["set", "add", "subtract", "maximum"])

        def write(xp, x, kept):
            if name == "set":
                x[...] = xp.astype(value(xp, x, kept), x.dtype)
            elif name == "add":
                x += xp.astype(value(xp, x, kept), x.dtype)
            elif name == "subtract":
                x -= xp.astype(value(xp, x, kept), x.dtype)
            else:
                getattr(xp, name)(x, xp.astype(value(xp, x, kept), x.dtype), out=x)

        return write

    def write_part(self):
        """A part of x from another part of as many elements."""
        axis = self.pick([0, 1])
        length = self.whole(1, self.shape[axis] + 1)
        to, source = (self.whole(0, self.shape[axis] - length + 1) for _ in range(2))
        back, folded = self.whole(0, 2), self.pick([None, *FOLDS[:3]])

        def part(x, first):
            index = slice(first, first + length)
            return x[index] if axis == 0 else x[:, index]

        def write(xp, x, kept):
            value = part(x, source)
            value = value[::-1, ::-1] if back else value
            if folded:
                value = value - getattr(xp, folded)(value % 3, axis=1, keepdims=True)
            part(x, to)[...] = xp.astype(value % MODULUS, x.dtype)

        return write

    def masked(self):
        value, over, form = self.value(), self.whole(-4, 5), self.pick(["number", "where", "part"])

        def write(xp, x, kept):
            mask = x > over
            if form == "number":
                x[mask] = over
            elif form == "where":
                x[...] = xp.where(mask, x, xp.astype(value(xp, x, kept), x.dtype))
            else:
                x[mask] = xp.astype(value(xp, x, kept), x.dtype)[mask]

        return write

    def put(self):
        axis = self.pick([0, 1])
        places = self.random.permutation(self.shape[axis])[: self.whole(1, self.shape[axis] + 1)]

        def write(xp, x, kept):
            at = xp.asarray(places)
            if axis == 0:
                x[at] = xp.take(x, at[::-1], axis=0) + 1
            else:
                x[:, at] = xp.take(x, at[::-1], axis=1) + 1

        return write

    def keep(self):
        inner, folded = self.operand(), self.pick([None, *FOLDS])

        def write(xp, x, kept):
            value = xp.broadcast_to(xp.asarray(inner(xp, x, kept)), x.shape) % MODULUS
            if folded:
                value = getattr(xp, folded)(value % 3, axis=1, keepdims=True)
            kept.append(xp.astype(value, x.dtype))

        return write


def outcome(writer, x, xp):
    """x and what the program kept; after some statements x lies in memory, after others it waits."""
    kept = []
    for statement, looks in zip(writer.statements, writer.looks, strict=True):
        statement(xp, x, kept)
        if looks and xp is dpt:
            dpt.asnumpy(x)
    return [x, *kept]


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_programs_in_place_give_numpys_values(seed):
    for one in range(8 * seed, 8 * seed + 8):
        writer = Writer(one)
        expected = outcome(writer, writer.start.copy(), np)
        found = outcome(writer, dpt.asarray(writer.start.copy()), dpt)
        for mine, theirs in zip(reversed(found), reversed(expected), strict=True):
            np.testing.assert_array_equal(dpt.asnumpy(mine), theirs, err_msg=f"program {one}")
