"""Random programs over shapes with zero extents and odd strides: lazy, step by step and on GPUs' schedules, what NumPy gives."""

import os
import subprocess
import sys

import dpctl
import dpctl.tensor as dpt
import numpy as np
import pytest

from support import assert_same

pytestmark = pytest.mark.usefixtures("few_at_once")

EXTENTS = [0, 1, 1, 2, 3, 5, 17, 40]
LONG_EXTENT = 40009  # folds of so many are cut into blocks, and kernels run on several threads
DTYPES = ["bool", "int8", "uint8", "int16", "uint32", "int64", "uint64", "float16"] + 3 * [
    "int32",
    "float32",
    "float64",
    "complex64",
]
UNARY = ["abs", "negative", "square", "sign", "isfinite", "logical_not", "isnan"]
BINARY = [
    "add",
    "subtract",
    "multiply",
    "maximum",
    "minimum",
    "equal",
    "less",
    "greater_equal",
    "not_equal",
    "logical_and",
]
FOLDS = ["sum", "max", "min", "argmax", "argmin", "any", "all", "count_nonzero"]
SCALARS = [True, 2, -3, 0, 0.5, -1.5, 1j, float("inf")]


class Program:
    """The same statements on NumPy's arrays and on two sets of ours, of which one is computed after each statement."""

    def __init__(self, seed, device):
        self.random = np.random.default_rng(seed)
        self.has_long = seed % 4 == 3
        self.queue = dpctl.SyclQueue(device)
        self.rows = []  # (NumPy's, lazy, eager)
        for _ in range(4):
            self.keep(self.fresh())

    def pick(self, choices):
        return choices[self.random.integers(len(choices))]

    def any(self):
        return self.pick(self.rows)

    def fresh(self):
        shape = tuple(self.pick(EXTENTS) for _ in range(self.random.integers(4)))
        if self.has_long and 0 < len(shape) < 3:
            place = self.random.integers(len(shape))
            shape = tuple(
                LONG_EXTENT if i == place else self.pick([1, 2, 3]) for i in range(len(shape))
            )
        host = np.array(self.random.integers(-20, 21, shape) / 4).astype(self.pick(DTYPES))
        return host, *(dpt.asarray(host, sycl_queue=self.queue) for _ in range(2))

    def keep(self, row):
        host, lazy, eager = row
        assert (lazy.shape, lazy.dtype) == (host.shape, host.dtype)
        dpt.asnumpy(eager)
        self.rows.append(row)

    def each(self, statement, *rows):
        """The statement for NumPy, lazily and eagerly; what NumPy refuses, all refuse."""
        try:
            first = statement(np, *(row[0] for row in rows))
        except (ValueError, TypeError, OverflowError) as error:
            for i in (1, 2):
                with pytest.raises(type(error).__mro__[-3]):
                    statement(dpt, *(row[i] for row in rows))
            return
        done = [statement(dpt, *(row[i] for row in rows)) for i in (1, 2)]
        if first is not None:
            self.keep((np.asarray(first), *done))
        for row in rows:
            dpt.asnumpy(row[2])

    def index(self, shape):
        """Basic indices: integers, newaxis, and slices that start, step and end anywhere."""
        key = []
        for extent in shape:
            kind = self.random.integers(6)
            if kind == 0 and extent:
                key.append(int(self.random.integers(-extent, extent)))
            elif kind == 1:
                key.append(None)
                key.append(slice(None))
            else:
                ends = [None if kind < 4 else int(self.random.integers(-9, 10)) for _ in range(2)]
                key.append(slice(*ends, self.pick([None, 1, 2, 3, -1, -2])))
        return *key, ...  # a view, where NumPy would give a scalar

    def step(self):
        getattr(self, self.pick(LONG_STATEMENTS if self.has_long else STATEMENTS))()

    def view(self):
        row = self.any()
        index = self.index(row[0].shape)
        self.each(lambda xp, x: x[index], row)

    def permute(self):
        row = self.any()
        axes = [int(a) for a in self.random.permutation(row[0].ndim)]
        if axes:
            self.each(lambda xp, x: xp.permute_dims(x, axes), row)

    def stretch(self):
        row = self.any()
        leading = (self.pick([0, 1, 2, 3]),)
        shape = leading + tuple(self.pick([0, 2, n]) if n == 1 else n for n in row[0].shape)
        self.each(lambda xp, x: xp.broadcast_to(x, shape), row)

    def reshape(self):
        row = self.any()
        shape = (-1,) if self.random.integers(2) and row[0].size else row[0].shape[::-1]
        self.each(lambda xp, x: xp.reshape(x, shape), row)

    def unary(self):
        name, row = self.pick(UNARY), self.any()
        if name == "sign" and row[0].dtype.kind in "bc":
            return
        self.each(lambda xp, x: getattr(xp, name)(x), row)

    def binary(self):
        name, a, b = self.pick(BINARY), self.any(), self.any()
        if any(row[0].dtype.kind == "c" for row in (a, b)) and name == "multiply":
            return  # products of infinities
        if a[0].size * b[0].size < 10**6 or a[0].shape == b[0].shape:
            self.each(lambda xp, x, y: getattr(xp, name)(x, y), a, b)

    def scalar(self):
        name, row, number = self.pick(BINARY[:5]), self.any(), self.pick(SCALARS)
        if isinstance(number, complex) or row[0].dtype.kind == "c" or row[0].ndim == 0:
            return
        if self.random.integers(2):
            self.each(lambda xp, x: getattr(xp, name)(x, number), row)
        else:
            self.each(lambda xp, x: getattr(xp, name)(number, x), row)

    def fold(self):
        name, row = self.pick(FOLDS), self.any()
        if row[0].dtype.kind in "fc" and name == "sum":
            return self.exact_sum(row)
        axis = [i for i in range(row[0].ndim) if self.random.integers(2)]
        axis = (axis[0] if axis else None) if name.startswith("arg") else tuple(axis)
        keepdims = bool(self.random.integers(2))
        self.each(lambda xp, x: getattr(xp, name)(x, axis=axis, keepdims=keepdims), row)

    def exact_sum(self, row):
        """Of whole numbers that no order of summands rounds."""
        axis = tuple(i for i in range(row[0].ndim) if self.random.integers(2))

        def small(xp, x):
            return xp.sum(xp.astype(xp.real(x) > 1, "float32") * 3, axis=axis)

        self.each(small, row)

    def inplace(self):
        method = self.pick(["__iadd__", "__isub__", "__imul__", "__ior__"])
        row, other = self.any(), self.any()
        if not row[1].flags.writable or row[0].dtype != other[0].dtype:
            return
        if row[0].dtype.kind in "fcb" and method != "__iadd__" or not row[0].flags.writeable:
            return

        def update(xp, x, y):
            getattr(x, method)(y)

        self.each(update, row, other)

    def assign(self):
        row, other = self.any(), self.any()
        index = self.index(row[0].shape)
        number = self.pick([1, 0, 2.5, False])
        scalar = self.random.integers(2)
        if not row[1].flags.writable or not row[0].flags.writeable:
            return
        if other[0].dtype != row[0].dtype and not scalar:
            return

        def store(xp, x, y):
            x[index] = number if scalar else y

        if row[0][index].ndim >= (0 if scalar else other[0].ndim):
            self.each(store, row, other)

    def choose(self):
        mask, a, b = self.any(), self.any(), self.any()
        if mask[0].size * a[0].size * b[0].size < 10**6:
            self.each(lambda xp, m, x, y: xp.where(xp.astype(m, "bool"), x, y), mask, a, b)

    def cast(self):
        row = self.any()
        dtype = self.pick(["bool", "float32", "float64", "complex64"])
        order = self.pick("KCFA")

        def cast(xp, x):
            return x.astype(dtype, order=order) if xp is np else dpt.astype(x, dtype, order=order)

        if row[0].dtype.kind != "c" or dtype[0] == "c":
            self.each(cast, row)

    def join(self):
        a, b = self.any(), self.any()
        if a[0].ndim and a[0].ndim == b[0].ndim and a[0].dtype == b[0].dtype:
            axis = int(self.random.integers(a[0].ndim))
            self.each(lambda xp, x, y: xp.concat([x, y], axis=axis), a, b)

    def roll(self):
        row = self.any()
        shift = int(self.random.integers(-3, 4))
        if row[0].ndim:
            self.each(lambda xp, x: xp.roll(x, shift, axis=0), row)

    def repeat(self):
        row = self.any()
        if row[0].ndim and row[0].size < 10**4:
            self.each(lambda xp, x: xp.repeat(x, 2, axis=x.ndim - 1), row)

    def triangle(self):
        row, k = self.any(), int(self.random.integers(-3, 4))
        if row[0].ndim >= 2:
            self.each(lambda xp, x: xp.tril(x, k=k), row)

    def places(self, extent, count):
        """Indices into an axis, from either end, as a row; no place twice."""
        host = self.random.permutation(extent)[:count].astype(self.pick(["int32", "int64"]))
        host[self.random.integers(2, size=host.size) == 1] -= extent
        return host, *(dpt.asarray(host, sycl_queue=self.queue) for _ in range(2))

    def gather(self):
        row = self.any()
        if row[0].ndim == 0 or 0 in row[0].shape:
            return
        axis = int(self.random.integers(row[0].ndim))
        extent = row[0].shape[axis]
        places = self.places(extent, int(self.random.integers(1, extent + 1)))
        if self.random.integers(2):
            self.each(lambda xp, x, i: xp.take(x, i, axis=axis), row, places)
        else:
            self.each(lambda xp, x, i: x[(*[slice(None)] * axis, i)], row, places)

    def scatter(self):
        row, number = self.any(), self.pick([1, 0, 3])
        if not row[0].ndim or not row[0].shape[0] or not row[0].flags.writeable:
            return
        if not row[1].flags.writable:
            return
        places = self.places(row[0].shape[0], int(self.random.integers(1, row[0].shape[0] + 1)))
        doubled = self.random.integers(2)

        def store(xp, x, i):
            x[i] = x[i] + x[i] if doubled else number

        self.each(store, row, places)

    def mask(self):
        """Numbers, or values that the mask is computed from, in place of what a mask selects."""
        row, other = self.any(), self.any()
        if row[0].dtype.kind not in "fi" or not row[0].flags.writeable or 0 in row[1].strides:
            return
        number = self.pick([0, 3, -2])
        fits = other[0].shape == row[0].shape and other[0].dtype.kind != "c"

        def store(xp, x, y):
            x[y > 1 if fits else x > 1] = number

        def spread(xp, x, y):
            x[x < 0] = y.reshape(-1)[:1] if xp is np else dpt.reshape(y, (-1,))[:1]

        same_kind = other[0].dtype == row[0].dtype and other[0].size
        self.each(spread if same_kind and self.random.integers(2) else store, row, other)

    def compress(self):
        row = self.any()
        if row[0].dtype.kind != "c":
            self.each(lambda xp, x: x[x > 0], row)

    def arrange(self):
        row = self.any()
        if row[0].ndim == 0 or row[0].dtype.kind == "c":
            return
        axis = int(self.random.integers(row[0].ndim))

        def arranged(function):
            return lambda xp, x: (
                getattr(np, function)(x, axis=axis, kind="stable")
                if xp is np
                else getattr(dpt, function)(x, axis=axis)
            )

        self.each(arranged(self.pick(["sort", "argsort"])), row)

    def accumulate(self):
        row = self.any()
        if row[0].ndim == 0 or row[0].dtype.kind in "fc":
            return
        axis = int(self.random.integers(row[0].ndim))
        self.each(lambda xp, x: xp.cumulative_sum(x, axis=axis), row)

    def product(self):
        a, b = self.any(), self.any()
        if all(row[0].ndim == 2 and row[0].dtype.kind in "iu" for row in (a, b)):
            self.each(lambda xp, x, y: xp.matmul(x, y), a, b)

    def look(self):
        """One of those that are not there yet: what others need for it is memory from then on."""
        row = self.any()
        assert_same(row[1], row[0])

    def forget(self):
        """What nobody holds any more may be computed within others, or not at all."""
        if len(self.rows) > 3:
            self.rows.pop(int(self.random.integers(len(self.rows))))


STATEMENTS = [
    "view",
    "view",
    "permute",
    "stretch",
    "reshape",
    "unary",
    "binary",
    "binary",
    "scalar",
    "fold",
    "fold",
    "inplace",
    "assign",
    "choose",
    "cast",
    "join",
    "roll",
    "repeat",
    "triangle",
    "gather",
    "scatter",
    "mask",
    "mask",
    "compress",
    "arrange",
    "accumulate",
    "accumulate",
    "product",
    "look",
    "forget",
]
LONG_STATEMENTS = ["gather", "fold", "binary", "scalar"] * 2 + [
    "view",
    "permute",
    "choose",
    "mask",
    "accumulate",
    "arrange",
    "compress",
    "inplace",
    "look",
    "forget",
]
PROGRAMS = int(os.environ.get("WEFT_PROGRAMS", "60"))  # thousands by hand


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_programs_give_what_numpy_gives(device, seed):
    program = Program(seed, device)
    for _ in range(14 if seed < 60 else 5 + seed % 56):
        program.step()
    for host, lazy, eager in reversed(program.rows):  # what was computed last pulls the rest in
        assert_same(lazy, host)
        assert_same(eager, host)


def test_programs_on_the_schedules_of_gpus():
    """The same programs, on the CPU, as kernels that are written for GPUs."""
    if os.environ.get("WEFT_SCHEDULE") == "gpu":
        return
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-k", "what_numpy_gives", __file__],
        env={**os.environ, "WEFT_SCHEDULE": "gpu"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout
