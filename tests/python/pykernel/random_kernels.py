"""Writes random kernels of the language, runs each in pure Python and compiled, and compares what they leave, bit for bit.

Values stay small integers, also in floating point, so that no order of operations and no contraction changes a bit.
Usage: python random_kernels.py FIRST_SEED COUNT [DEVICE]
"""

import io
import linecache
import math
import random
import sys

import ml_dtypes
import numpy as np
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler import TypingError
from random_arrays import FUNCTIONS, Arrays
from random_calls import CALLS, Calls
from random_exits import Exits
from random_numbers import Numbers
from reference import results

DTYPES = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "bf"]
ATOMIC = ["i4", "u4", "i8", "u8", "f4", "f8"]
UPDATES = [
    "add",
    "add",
    "sub",
    "min",
    "max",
    "and",
    "or",
    "xor",
]  # of each bin: in any order they give the same
COMPLEX = ["c8", "c16"]
CASTS = {
    "i4": "np.int32",
    "i8": "np.int64",
    "u4": "np.uint32",
    "i2": "np.int16",
    "f2": "np.float16",
    "bf": "bfloat16",
    "f4": "np.float32",
    "f8": "np.float64",
    "py": "int",
    "pf": "float",
}
LOCAL, GROUPS = 12, 3
COUNT = LOCAL * GROUPS
FLAT = kapi.Range(COUNT), kapi.NdRange((COUNT,), (LOCAL,))
RANGES = [FLAT[0], FLAT[0], kapi.Range(9, 4), kapi.Range(3, 4, 3)]
ND_RANGES = [FLAT[1], FLAT[1], kapi.NdRange((6, 6), (6, 2)), kapi.NdRange((3, 4, 3), (3, 4, 1))]


CASTS_OF = {**CASTS, "u8": "np.uint64"}


def dtype(name):
    return np.dtype(ml_dtypes.bfloat16 if name == "bf" else name)


class Writer(Numbers, Arrays, Calls, Exits):
    """Makes the text of one kernel; `waits`: work-items may wait for each other, and return before others meet."""

    def __init__(self, seed, waits=True):
        self.random = random.Random(seed)
        self.lines, self.depth = [], 1
        self.groups = self.pick([False, True])
        self.space = self.pick(ND_RANGES if self.groups else RANGES)
        self.a, self.b, self.out = (self.pick(DTYPES) for _ in range(3))
        self.bins, self.complex = (
            self.pick(ATOMIC),
            self.pick(COMPLEX),
        )
        self.local = self.pick(DTYPES)
        self.types = {f"v{n}": self.pick(list(CASTS)) for n in range(5)}
        self.own = self.pick(ATOMIC)
        self.second = self.pick(["i2", "i4", "i8", "f4", "f8"])
        self.counters, self.loops, self.names = [], 0, 0
        self.helpers = self.pick([False, True])
        self.waits, self.left = waits, False
        self.choose_numbers()

    def pick(self, options):
        return self.random.choice(options)

    def fresh(self, prefix):
        """A name that stands for one thing only, since variables have one type."""
        self.names += 1
        return f"{prefix}_{self.names}"

    def cast(self, name):
        return CASTS[self.types[name]]

    def own_cast(self):
        return CASTS_OF[self.own]

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    def block(self, head, body):
        self.line(head)
        self.depth += 1
        before = len(self.lines)
        body()
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1

    # Expressions.

    def index(self, extent):
        base = self.pick(["i", "i", "l", *self.counters, "int(v0)"])
        text = f"({base} * {self.pick([1, 1, 3, 5])} + {self.pick([0, 1, 7])}) % {extent}"
        return self.pick([text, text, f"-1 - {text}", base + f" % {extent}"])

    def leaf(self):
        kind = self.random.random()
        if kind < 0.35:
            return self.pick(list(self.types))
        if kind < 0.5:
            return str(self.pick([0, 1, 2, 3, 5, 11, 2.0, 3.0]))
        if kind < 0.65:
            return self.pick(["i", "l", *self.counters])
        if kind < 0.95:
            return f"{self.pick('ab')}[{self.index(COUNT)}]"
        return "t[1]"

    def expression(self, depth=2):
        if depth == 0 or self.random.random() < 0.2:
            return self.leaf()
        kind = self.random.random()
        if kind < 0.45:
            return f"({self.expression(depth - 1)} {self.pick('+-')} {self.expression(depth - 1)})"
        if kind < 0.6:
            return f"({self.product(self.leaf(), self.leaf())})"
        if kind < 0.7:
            return f"({self.expression(depth - 1)} {self.pick(['//', '%'])} {self.pick([2, 3, 7, 2.0])})"
        if kind < 0.73:
            return f"(int({self.leaf()}) {self.pick(['//', '%'])} -3)"
        if kind < 0.8:
            return f"(int({self.leaf()}) if {self.condition()} else int({self.leaf()}))"
        if kind < 0.85:
            return f"(int({self.leaf()}) {self.pick(['&', '|', '^', '<<', '>>'])} {self.pick([1, 2, 3])})"
        if kind < 0.87:
            return f"{self.pick(['min', 'max'])}(int({self.leaf()}), int({self.leaf()}))"
        if kind < 0.9:
            return self.pick(
                [
                    f"divmod(int({self.leaf()}), {self.pick([3, -7])})[{self.pick([0, 1])}]",
                    f"(int({self.leaf()}) % 11) ** {self.pick([2, 3, 5])}",
                    f"(~int({self.leaf()}))",
                    f"int(-{self.pick(list(self.types))})",
                    f"np.{self.pick(['maximum', 'minimum'])}({self.leaf()}, {self.pick(['i', 'l'])})",
                ]
            )
        if kind < 0.95 and self.helpers:
            if self.random.random() < 0.4:
                part = self.pick(["a", "b[3:]", "a[::2]", "b[-5:]"])
                return f"found({part}, {self.leaf()})"
            return f"helper(int({self.leaf()}), {self.pick(['i', 'l'])})"
        return f"abs(int({self.leaf()}))"

    def product(self, a, b):
        """Halves round it, so that it may not be rounded together with a sum."""
        halves = {"f2", "bf"} & {self.a, self.b, *self.types.values()}
        return f"({a} * {b}) % 101" if halves else f"{a} * {b}"

    def condition(self):
        kind = self.random.random()
        if kind < 0.6:
            return f"{self.leaf()} {self.pick(['<', '<=', '>', '>=', '==', '!='])} {self.leaf()}"
        if kind < 0.75:
            return f"-3 < {self.leaf()} <= {self.leaf()}"
        if kind < 0.9:
            return f"({self.condition()} {self.pick(['and', 'or'])} {self.condition()})"
        return f"not ({self.condition()})"

    # Statements.

    def assignment(self):
        name = self.pick(list(self.types))
        self.line(f"{name} = {CASTS[self.types[name]]}({self.expression()} % 101)")

    def statements(self, count, uniform):
        for _ in range(count):
            self.statement(uniform)

    def statement(self, uniform):
        kind = self.random.random()
        deep = self.depth > 4
        if not deep and self.random.random() < 0.12:
            self.call_statement(uniform)
        elif kind < 0.45 or deep:
            self.assignment()
        elif kind < 0.6:
            self.block(f"if {self.condition()}:", lambda: self.statements(2, False))
            if self.random.random() < 0.5:
                self.block("else:", lambda: self.statements(2, False))
        elif kind < 0.75:
            self.loop(uniform)
        elif kind < 0.8:
            self.pick([self.update, self.update, self.own_atomic])()
        elif kind < 0.85:
            self.line(f"t = (int({self.leaf()}) % 101, int({self.leaf()}) % 101)")
        elif kind < 0.88:
            self.private_array()
        elif kind < 0.9:
            self.pick([self.complex_number, self.view, self.message, self.parts, self.parts])()
        elif kind < 0.94 and self.numbers:
            self.number_statement()
        elif kind < 0.97:
            self.array_statement(uniform)
        elif self.groups and uniform:
            self.exchange()
        else:
            self.line(f"out[i, {self.pick([0, 1, 2])}] = {self.expression()} % 101")

    def loop(self, uniform):
        self.loops += 1
        name = f"k{self.loops}"
        bound = self.pick(["3", "5"] if uniform else ["3", "l % 5", "int(v1) % 4"])
        step = self.pick(["", "", ", 2"])
        head = f"for {name} in range({'0, ' if step else ''}{bound}{step}):"
        if self.random.random() < 0.3:
            self.line(f"{name} = 0")
            head = f"while {name} < {bound}:"

        def body():
            self.counters.append(name)
            if head.startswith("while"):
                self.line(f"{name} += 1")
            self.statements(2, uniform)
            if not uniform and self.random.random() < 0.5:
                self.block(
                    f"if {self.condition()}:", lambda: self.line(self.pick(["break", "continue"]))
                )
                self.statements(1, False)
            self.counters.pop()

        self.block(head, body)
        if self.random.random() < 0.2:
            self.block("else:", lambda: self.statements(1, False))

    def update(self):
        number = self.random.randrange(len(UPDATES))
        name = UPDATES[number]
        if self.bins in ("f4", "f8") and name in ("and", "or", "xor"):
            name = "add"
        value = self.pick(["1", "2", "3", f"{CASTS_OF[self.bins]}(int({self.leaf()}) % 64)"])
        self.line(f"kapi.AtomicRef(bins, {number}).fetch_{name}({value})")

    def own_atomic(self):
        """What only one work-item touches may give results, too."""
        ref, cast = "kapi.AtomicRef(own, i)", CASTS_OF[self.own]
        value = f"{cast}(int({self.leaf()}) % 64)"
        kind = self.pick(["exchange", "store", "compare", "add", "sub", "min", "max", "load"])
        if kind == "sub" and self.own == "u8":
            kind = "add"  # below 0 it is more than int() holds in kernels
        if kind == "store":
            self.line(f"{ref}.store({value})")
        elif kind == "compare":
            self.line(f"e = kapi.PrivateArray(1, {cast})")
            self.line(f"e[0] = {self.pick(['own[i]', '3', value])}")
            self.line(f"v0 = {CASTS[self.types['v0']]}({ref}.compare_exchange(e, {value}))")
            self.line(f"v1 = {CASTS[self.types['v1']]}(int(e[0]) % 101)")
        else:
            call = {"exchange": f"exchange({value})", "load": "load()"}.get(
                kind, f"fetch_{kind}({value})"
            )
            self.line(f"v2 = {CASTS[self.types['v2']]}(int({ref}.{call}) % 101)")

    def parts(self):
        """Expressions over parts of arrays."""
        part = self.pick(["a[1:4]", "b[-3:]", "a[i % 30:i % 30 + 3]", "b[::15]", "out[i, 1:]"])
        other = self.pick([self.leaf(), "b[4:7]", "1"])
        made = f"({part} {self.pick('+-*')} {other})"
        if part.startswith("out") or self.random.random() < 0.4:
            self.line(f"v4 = {CASTS[self.types['v4']]}(np.sum({made} % 101) % 101)")
        else:
            self.line(f"out[i, :3] = {made} % 101")

    def private_array(self):
        if self.random.random() < 0.4:
            q = self.fresh("q")
            self.line(f"{q} = kapi.PrivateArray((2, 3), np.int32)")
            self.line(f"{q}[:] = {self.pick(['7', 'l'])}")
            self.line(f"{q}[{self.index(2)}, {self.index(3)}] += int({self.leaf()}) % 101")
            self.line(f"{q}[0] {self.pick(['+=', '-=', '='])} {q}[1] * 2")
            self.line(f"v0 = {CASTS[self.types['v0']]}({q}[{self.index(2)}, -1] % 101)")
            return
        self.line("p = kapi.PrivateArray(4, np.int64, fill_zeros=True)")
        self.line(f"p[{self.index(4)}] = int({self.leaf()}) % 101")
        self.line(f"v0 = {CASTS[self.types['v0']]}((p[0] + p[{self.index(4)}] - p[-1]) % 101)")

    def complex_number(self):
        factor = self.pick(["2", "1j", "(1 - 2j)", "v1", "c[i]"])
        self.line(f"number = c[i] {self.pick('+-*')} {factor}")
        self.line("c[i] = complex(int(number.real) % 11, int(number.imag) % 13)")
        self.line(
            f"v1 = {CASTS[self.types['v1']]}(abs(int(number.real) {self.pick('+-')} int(c[i].imag)) % 101)"
        )

    def view(self):
        part = self.pick(["a[3:]", "b[:-5]", "a[2::3]", "b[1:20:2]", "out[i]", "out[i, 1:]"])
        name = self.fresh("w")
        self.line(f"{name} = {part}")
        self.line(f"v3 = {CASTS[self.types['v3']]}({name}[{self.index(f'len({name})')}] % 101)")

    def message(self):
        what = self.pick(["v0", "int(v2)", "a[i]", "'x'", "v1 > 3", "t[0]", "f'{int(v3):4d}|{l}'"])
        self.line(f"print({self.pick(['i', 'i, l'])}, {what})")

    def scan(self):
        op = self.pick(["plus", "minimum", "maximum"])
        value = f"{self.pick(['int', 'np.int32', 'np.float64'])}(int({self.leaf()}) % 101)"
        if self.pick([True, False]):
            return f"kapi.inclusive_scan_over_group(nd.get_group(), {value}, '{op}')"
        return (
            f"kapi.exclusive_scan_over_group(nd.get_group(), {value}, {self.pick([0, 7])}, '{op}')"
        )

    def exchange(self):
        kind = self.random.random()
        if kind < 0.15 and self.local in ATOMIC:
            name = self.pick(["add", "sub", "min", "max"])
            if name == "sub" and self.local == "u8":
                name = "add"  # as for what is the work-item's own
            self.line(f"slm[l] = int({self.expression()} % 101)")
            self.line("kapi.group_barrier(nd.get_group())")
            ref = f"kapi.AtomicRef(slm, {self.index(LOCAL)})"
            self.line(f"{ref}.fetch_{name}({CASTS_OF[self.local]}(int({self.leaf()}) % 64))")
            self.line("kapi.group_barrier(nd.get_group())")
            self.line(f"v2 = {CASTS[self.types['v2']]}(int(slm[{self.index(LOCAL)}]) % 101)")
            self.line("kapi.group_barrier(nd.get_group())")
        elif kind < 0.55:
            self.line(f"slm[l] = {self.expression()} % 101")
            self.line("kapi.group_barrier(nd.get_group())")
            self.line(f"v2 = {CASTS[self.types['v2']]}(slm[{self.index(LOCAL)}])")
            self.line("kapi.group_barrier(nd.get_group())")
        elif self.left or kind > 0.9:
            vote = f"kapi.{self.pick(['any', 'all', 'none'])}_of_group(nd.get_group(), {self.leaf()} > 50)"
            self.line(f"v4 = {CASTS[self.types['v4']]}({vote})")
        elif kind < 0.7:
            self.line(f"v2 = {CASTS[self.types['v2']]}({self.scan()} % 101)")
        elif kind < 0.76:
            value = f"kapi.group_broadcast(nd.get_group(), int({self.leaf()}) % 101, {self.pick([0, 3])})"
            self.line(f"v0 = {CASTS[self.types['v0']]}({value})")
        else:
            op = self.pick(["plus", "minimum", "maximum"])
            value = f"kapi.reduce_over_group(nd.get_group(), int({self.leaf()}) % 101, '{op}')"
            self.line(f"v3 = {CASTS[self.types['v3']]}({value} % 101)")

    def text(self) -> str:
        names = "nd, a, b, out, bins, c, own, flags, x, y, z, m, g, h"
        head = f"def kernel({names}, slm, slm2):" if self.groups else f"def kernel({names}):"
        flat = self.space in FLAT
        if self.groups:
            self.line(f"i = nd.get_global_{'id(0)' if flat else 'linear_id()'}")
            self.line(f"l = nd.get_local_{'id(0)' if flat else 'linear_id()'}")
        else:
            self.line(f"i = nd.get_{'id(0)' if flat else 'linear_id()'}")
            self.line(f"l = i % {LOCAL}")
        self.line("t = (1, 2)")
        for name, kind in self.types.items():
            self.line(f"{name} = {CASTS[kind]}({self.pick([0, 1, 7, 'i', 'l'])})")
        if self.random.random() < 0.04 and self.waits and flat:
            self.chain()
        if self.numbers:
            self.numbers_begin()
        if self.random.random() < 0.3:
            test = (
                f"nd.get_group().get_group_linear_id() == {self.pick([0, 2])}"
                if self.groups
                else self.condition()
            )
            self.block(f"if {test}:", lambda: self.line("return"))
        self.statements(3, True)
        if self.groups and self.waits and self.random.random() < 0.2:
            self.leave()
        self.statements(4, True)
        if self.numbers:
            for _ in range(3):
                self.number_statement()
            self.numbers_end()
        self.line(f"out[i, 3] = (v0 + {self.product('v1', 'v2')} + v3 - v4) % 101")
        return "\n".join([FUNCTIONS.lstrip(), CALLS, "", head, *self.lines]) + "\n"


def compare(seed, device="cpu"):
    """Raises AssertionError with the kernel's text where the two differ.

    False for kernels with a Python integer that does not fit another operand's type, which pure Python refuses.
    """
    writer = Writer(seed, "cpu" in device)
    text, name = writer.text(), f"<random kernel {seed}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    space = {"np": np, "math": math, "kapi": kapi, "bfloat16": ml_dtypes.bfloat16}
    exec(compile(text, name, "exec"), space)
    numbers = np.random.default_rng(seed)
    arrays = [
        numbers.integers(0, 50, COUNT).astype(dtype(writer.a)),
        numbers.integers(0, 50, COUNT).astype(dtype(writer.b)),
        np.zeros((COUNT, 4), dtype(writer.out)),
        numbers.integers(0, 64, 8).astype(writer.bins),
        (numbers.integers(0, 9, COUNT) + 1j * numbers.integers(0, 9, COUNT)).astype(writer.complex),
        numbers.integers(0, 64, COUNT).astype(writer.own),
        np.zeros(COUNT + 3, np.int32),
        *writer.arrays_of_numbers(COUNT, numbers),
    ]
    if writer.groups:
        arrays.append(kapi.LocalAccessor(LOCAL, dtype(writer.local)))
        arrays.append(kapi.LocalAccessor((3, 4), dtype(writer.second)))
    said = io.StringIO(), io.StringIO()
    try:
        for expected, found in results(
            space["kernel"], writer.space, *arrays, device=device, said=said
        ):
            np.testing.assert_array_equal(found, expected)
        first, second = (sorted(text.getvalue().splitlines()) for text in said)
        assert first == second, (first, second)
    except (OverflowError, ValueError):  # the latter where int() is asked for infinity
        return False
    except TypingError as error:  # the same where pure Python does not come by
        if "is out of bounds for" in str(error):
            return False
        raise AssertionError(f"seed {seed} on {device}:\n{text}") from error
    except Exception as error:
        raise AssertionError(f"seed {seed} on {device}:\n{text}") from error
    finally:
        del linecache.cache[name]
    return True


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2])
    agreed = sum(compare(seed, *sys.argv[3:]) for seed in range(first, first + count))
    print(f"{agreed} of {count} random kernels agree, {count - agreed} are none of the language")


if __name__ == "__main__":
    main()
