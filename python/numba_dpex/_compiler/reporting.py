"""print, assert and checked indices: kernels write records into a buffer, which the host reads when they are done.

A record is the number of its place in the kernel (`Site`) and the values, eight bytes each. What text becomes of them is the host's
to say (`core/reports.py`), so that it is what Python makes of them.
"""

import ast
import os

from ..core.reports import FIRST, WORDS, Site, zero_of
from .errors import TypingError
from .known import register
from .recipe import I64
from .scalars import AND, EQ, GE, INDEX_ADD, LE, LT, SUB
from .types import F64, I32, KINDS, POINTER, STORED, STRONG, U64, WEAK_INT
from .values import Const, Scalar, Text, Tuple, describe

_RELAXED, _DEVICE = 0, 3


def checks_indices() -> bool:
    """Does the user ask for indices to be checked?"""
    value = os.environ.get("WEFT_CHECK", "0")
    if value not in ("0", "1", ""):
        raise ValueError(f"WEFT_CHECK is 0 or 1, not {value!r}")
    return value == "1"


class Reporting:
    """What the lowering does with print, assert and indices that are checked; a mixin of Lowering."""

    def of_JoinedStr(self, node):
        parts = []
        for part in node.values:
            if isinstance(part, ast.Constant):
                parts.append(part.value)
                continue
            spec = "" if part.format_spec is None else self._constant_text(part.format_spec)
            value = self.expression(part.value)
            self._check_format(value, part.conversion, spec, part)
            parts.append((value, part.conversion, spec))
        return Text(parts)

    def _check_format(self, value, conversion, spec, node):
        """Refuses a format that is none of the value's type; the host formats when the kernel is done."""
        if conversion != -1 or isinstance(value, Text):
            sample = ""
        elif isinstance(value, Scalar):
            sample = zero_of(value.dtype)
        else:
            sample = value.value if isinstance(value, Const) else ()
        try:
            format(sample, spec)
        except (TypeError, ValueError) as error:
            raise self.fail(TypingError, f"{describe(value)}: {error}", node) from None

    def _constant_text(self, node):
        text = self.expression(node)
        if any(not isinstance(part, str) for part in text.parts):
            raise self.fail(TypingError, "a format consists of constants in kernels", node)
        return "".join(text.parts)

    def printed(self, arguments, keywords, node):
        """print(...)."""
        options = {}
        for name, value in keywords.items():
            if name not in ("sep", "end", "flush"):
                raise self.fail(TypingError, f"print has no parameter {name} in kernels", node)
            if not isinstance(value, Const):
                raise self.fail(TypingError, f"{name} is a constant in kernels", node)
            options[name] = value.value
        options["flush"] = False
        values = []
        pattern = [self._pattern(value, values, node) for value in arguments]
        self._report(Site("print", self.place(node), pattern, options), values)
        return Const(None)

    def do_Assert(self, node):
        if not __debug__:
            return
        recipe = self.recipe
        holds, fails = recipe.block(), recipe.block()
        decided = self.jump_if(node.test, holds, fails)
        if decided:
            return
        if decided is None:
            recipe.enter(fails)
        values, pattern = [], None
        if node.msg is not None:
            pattern = self._pattern(self.expression(node.msg), values, node.msg)
        self._fault("assert", node, ast.unparse(node.test), pattern, values)
        recipe.enter(holds)

    def checked(self, index, extent, axis, view, node):
        """Ends the work-item where an index lies outside of the axis."""
        recipe = self.recipe
        if isinstance(index, Const):
            if isinstance(extent, int):
                return
            index = self.constant(self.whole(index, node), WEAK_INT, node)
        index = self.cast(self.number(index, node), WEAK_INT, node)
        number, size = index.number, self.extent_number(extent)
        if self.is_known(index):
            inside = recipe.give("compare", LT, number, size)
        else:
            negative = recipe.give("arithmetic", SUB, recipe.integer(0), size)
            above = recipe.give("compare", GE, number, negative)
            inside = recipe.give("arithmetic", AND, above, recipe.give("compare", LT, number, size))
        good, bad = recipe.block(), recipe.block()
        recipe.branch(inside, good, bad)
        recipe.enter(bad)
        shape = [x if isinstance(x, int) else Scalar(WEAK_INT, x.number) for x in view.shape]
        values = []
        pattern = [
            self._pattern(value, values, node)
            for value in (index, *(Const(x) if isinstance(x, int) else x for x in shape))
        ]
        array = node.value if isinstance(node, ast.Subscript) else node
        self._fault("index", node, ast.unparse(array), (axis, pattern), values)
        recipe.enter(good)

    def checked_count(self, extent, count, star, node):
        """Ends the work-item where an array has another number of items than there are targets; `star`: more may be left."""
        recipe, size = self.recipe, self.extent_number(extent)
        wanted = recipe.integer(count if star is None else count - 1)
        good, bad = recipe.block(), recipe.block()
        recipe.branch(recipe.give("compare", EQ if star is None else GE, size, wanted), good, bad)
        recipe.enter(bad)
        values = []
        pattern = self._pattern(Scalar(WEAK_INT, size), values, node)
        self._fault(
            "unpack",
            node,
            f"{'at least ' * (star is not None)}{count - (star is not None)}",
            pattern,
            values,
        )
        recipe.enter(good)

    def checked_room(self, inside, name, room, node):
        """Ends the work-item where a list gets more items than its memory has room for."""
        recipe = self.recipe
        good, bad = recipe.block(), recipe.block()
        recipe.branch(inside, good, bad)
        recipe.enter(bad)
        values = []
        pattern = self._pattern(Scalar(WEAK_INT, room), values, node)
        self._fault("list", node, name, pattern, values)
        recipe.enter(good)

    def checked_value(self, flag, name, node):
        """Ends the work-item where no earlier turn of a loop has assigned a variable."""
        recipe = self.recipe
        good, bad = recipe.block(), recipe.block()
        recipe.branch(recipe.give("get", flag), good, bad)
        recipe.enter(bad)
        self._fault("value", node, name, None, [])
        recipe.enter(good)

    def place(self, node) -> str:
        """File, line and function of a node."""
        source = self.frame.source
        return f"{source.file}:{source.first_line + node.lineno - 1}: in {source.name}"

    def _fault(self, kind, node, text, pattern, values):
        """Reports, and ends the work-item."""
        ids = [self.id("global_id", dim) for dim in range(self.recipe.dims)]
        site = Site(kind, self.place(node), pattern, text)
        self._report(site, [x.number for x in ids] + values)
        frame = self.frame
        while frame.parent is not None:
            frame = frame.parent
        self.recipe.jump(frame.end)

    def _pattern(self, value, values, node):
        """How the host makes the value again: dtypes stand for what is appended to `values`."""
        if isinstance(value, Const):
            return ("const", value.value)
        if isinstance(value, Tuple):
            return ("tuple", [self._pattern(item, values, node) for item in value.items])
        if isinstance(value, Text):
            parts = [
                part if isinstance(part, str) else (self._pattern(part[0], values, node), *part[1:])
                for part in value.parts
            ]
            return ("text", parts)
        if not isinstance(value, Scalar):
            raise self.fail(
                TypingError, f"kernels print numbers, tuples and text, not {describe(value)}", node
            )
        kind = KINDS[value.dtype]
        if kind == "c":
            for half in ("real", "imag"):
                part = self.op(half, [value], node)
                values.append(self.cast(part, F64, node).number)
        elif kind == "f":
            values.append(self.cast(value, F64, node).number)
        else:
            values.append(
                value.number
                if STRONG[value.dtype] == U64
                else self.cast(value, WEAK_INT, node).number
            )
        return ("value", value.dtype)

    def _report(self, site, values):
        recipe = self.recipe
        number = len(recipe.sites)
        recipe.sites.append(site)
        buffer = recipe.field(self.signature.end, POINTER)
        words = 1 + len(values)
        i32 = STORED[I32]
        before = recipe.call(
            "__weft_atomic_fetch_add_u64",
            STORED[U64],
            [
                buffer,
                recipe.constant(STORED[U64], words),
                recipe.constant(i32, _RELAXED),
                recipe.constant(i32, _DEVICE),
            ],
        )
        at = recipe.give(
            "index", INDEX_ADD, recipe.give("convert", before, I64), recipe.integer(FIRST)
        )
        fits, after = recipe.block(), recipe.block()
        recipe.branch(recipe.give("compare", LE, at, recipe.integer(WORDS - words)), fits, after)
        recipe.enter(fits)
        for n, value in enumerate([recipe.integer(number + 1), *values]):
            position = recipe.give("index", INDEX_ADD, at, recipe.integer(n))
            recipe.do("store", buffer, position, value)
        recipe.enter(after)


@register(print)
def _print(low, arguments, keywords, node):
    return low.printed(arguments, keywords, node)
