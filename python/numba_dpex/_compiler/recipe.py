"""Builder calls written down as numbers; src/pykernel/opcodes.def lists them."""

import struct
from contextlib import contextmanager

from .._launch import CODES
from .types import BF16, STORED, WEAK_INT

_FIELD, _CONSTANT, _CALL, _TOGETHER = (
    CODES[n] for n in ("field", "constant", "call", "call_together")
)
_FORMATS = {
    1: "?",
    2: "b",
    3: "h",
    4: "i",
    5: "q",
    6: "B",
    7: "H",
    8: "I",
    9: "Q",
    10: "e",
    12: "f",
    13: "d",
}
_BF16 = STORED[BF16]
I64 = STORED[WEAK_INT]


def _bfloat16(value) -> bytes:
    """The upper half of the float, rounded to even."""
    try:
        data = struct.pack("f", value)
    except OverflowError:
        raise OverflowError from None
    (bits,) = struct.unpack("I", data)
    if value == value:
        bits += 0x7FFF + (bits >> 16 & 1)
    return struct.pack("H", bits >> 16)


def _copied(value):
    if isinstance(value, list):
        return list(value)
    return {k: _copied(v) for k, v in value.items()} if isinstance(value, dict) else value


class Recipe:
    """A kernel under construction."""

    def __init__(self, name, place, is_range, dims):
        self.name, self.place, self.is_range, self.dims = name, place, is_range, dims
        self.args_size, self.bakeable, self.texts, self.code = 0, [], [], []
        self.written = self.local_bytes = 0
        self.values = self.variables = self.blocks = 0
        self.sites = []  # of reports, by number
        self.origins, self.sets = [], {}  # (code, operands) of values; what variables get
        self.under = {}  # the conditions under which variables get it
        self.sure = frozenset()  # what holds here: flow.py; None where nothing comes
        self._texts, self._constants, self._fields = {}, {}, {}
        self.reachable = True
        self.dead = False  # code that nothing reaches stands in a block of its own

    @contextmanager
    def trial(self):
        """What is written down inside is forgotten."""
        kept = {name: _copied(value) for name, value in vars(self).items()}
        try:
            yield
        finally:
            vars(self).update(kept)

    def give(self, name, *operands) -> int:
        """Adds a code that gives a value."""
        if not self.reachable:
            self._enter_dead()
        self.code.append(CODES[name])
        self.code += operands
        return self._value(name, *operands)

    def _value(self, *origin) -> int:
        self.origins.append(origin)
        self.values += 1
        return self.values - 1

    def do(self, name, *operands):
        """Adds a code that gives none."""
        if not self.reachable:
            self._enter_dead()
        if name == "set":
            self.sets.setdefault(operands[0], []).append(operands[1])
        self._add(name, *operands)

    def _add(self, name, *operands):
        self.code.append(CODES[name])
        self.code += operands

    def _enter_dead(self):
        """What is left of an expression after a call that never returns, and the like."""
        if not self.dead:
            self._add("block")
            self._add("enter", self.blocks)
            self.blocks += 1
            self.dead = True

    def field(self, offset, type_) -> int:
        key = (offset, type_)
        if key not in self._fields:
            self._fields[key] = self.give("field", offset, type_)
        return self._fields[key]

    def bake(self, number):
        """Says that it pays to know a value where that is an argument, as it does for ends of loops and shapes."""
        for (offset, type_), field in self._fields.items():
            if field == number and type_ == I64 and offset not in self.bakeable:
                self.bakeable.append(offset)

    def constant(self, type_, value) -> int:
        """A number of a builder's type; raises OverflowError if it does not fit."""
        if type_ >= 14:
            value = complex(value)
            data = struct.pack("ff" if type_ == 14 else "dd", value.real, value.imag)
        elif type_ == _BF16:
            data = _bfloat16(value)
        else:
            try:
                data = struct.pack(_FORMATS[type_], value)
            except struct.error:
                raise OverflowError from None
        words = struct.unpack("qq", data.ljust(16, b"\0"))
        key = (type_, words)
        if key not in self._constants:
            self._constants[key] = self.give("constant", type_, *words)
        return self._constants[key]

    def integer(self, value) -> int:
        return self.constant(I64, value)

    def call(self, function, type_, values, together=False):
        """The value, None where type_ is 0."""
        if not self.reachable:
            self._enter_dead()
        text = self._texts.setdefault(function, len(self._texts))
        if text == len(self.texts):
            self.texts.append(function)
        self.code += (_TOGETHER if together else _CALL, text, type_, len(values), *values)
        return None if type_ == 0 else self._value("call", function, *values)

    def variable(self, type_, count=1) -> int:
        self.do("variable", type_, count)
        self.variables += 1
        return self.variables - 1

    def block(self) -> "Target":
        self._add("block")
        self.blocks += 1
        return Target(self.blocks - 1)

    def jump(self, target):
        if self.reachable or self.dead:
            target.reached(self.sure)
            self._add("jump", target.number)
            self._leave()

    def branch(self, condition, if_true, if_false):
        if_true.reached(self.sure)
        if_false.reached(self.sure)
        self.do("branch", condition, if_true.number, if_false.number)
        self._leave()

    def _leave(self):
        self.reachable = self.dead = False
        self.sure = None

    def enter(self, target):
        """Goes on at a block: jumps there from here if this is reachable; stays unreachable if nothing jumps there."""
        self.jump(target)
        if target.used:
            self._add("enter", target.number)
            self.reachable = True
            self.sure = target.sure


class Target:
    """A block, whether anything jumps to it, and what holds on every way there."""

    __slots__ = ("number", "sure", "used")

    def __init__(self, number):
        self.number, self.used, self.sure = number, False, None

    def reached(self, sure):
        self.used = True
        if sure is not None:
            self.sure = sure if self.sure is None else self.sure & sure
