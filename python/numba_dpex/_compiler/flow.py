"""Which variables have a value at a place of a function.

Recipes carry `sure` along their jumps: what holds on every way to where code is being added. It has (function, name) for each variable
that has a value there, and `Given` for one that has a value where a condition of an earlier `if` is true, or false, as in

    if i < n:
        x = a[i]
    group_barrier(group)
    if i < n:
        b[i] = x
"""

import ast
from typing import NamedTuple

from .errors import UnassignedError
from .types import B1
from .values import part_types

_PURE = (
    ast.Name, ast.Constant, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.operator, ast.unaryop, ast.boolop, ast.cmpop,
    ast.expr_context, ast.Attribute,
)  # fmt: skip


class Given(NamedTuple):
    """A variable has a value where a condition is true, or false."""

    key: tuple
    name: str
    condition: str
    truth: bool
    mentions: frozenset


class Flow:
    """What the lowering of statements does with variables that have no value yet; a mixin of Lowering."""

    def has_value(self, name):
        """A variable was assigned."""
        sure = self.recipe.sure
        if sure is None or name.startswith("%"):
            return
        key = self.frame.key
        changed = frozenset(
            f for f in sure if isinstance(f, Given) and f.key == key and name in f.mentions
        )
        self.recipe.sure = sure - changed | {(key, name)}
        if self.checks and name in self._left_to_turns():
            self._note_value(name, 1)

    def require_value(self, name, node):
        """Refuses to read a variable that some way here does not assign."""
        sure, key = self.recipe.sure, self.frame.key
        if sure is None or name.startswith("%") or (key, name) in sure:
            return
        first = self.first_assigned(name)
        shape = self.known.get((key, name))
        other = shape is not None and not _is_number(shape) and bool(part_types(shape))
        by_turn = ("by turn", key, name) in sure and not other
        if ("by loop", key, name) not in sure and not by_turn:
            raise self.fail(
                UnassignedError,
                f"{name} may have no value here: not every way here comes by an assignment, of which the first is in line {first}; "
                f"give {name} a value before, or in else",
                node,
            )
        if other:
            raise self.fail(
                UnassignedError,
                f"{name} has no value here if the loop around line {first} makes no turn; assign it before",
                node,
            )
        self._mark(name, "%zeros")
        if by_turn:
            self._mark(name, "%turns")
            if self.checks:
                self.checked_value(self._flag_of(name), name, node)

    def _mark(self, name, kind):
        names = self.known.setdefault(((kind, self.frame.key), ""), set())
        if name not in names:
            names.add(name)
            self.changed = True

    def _left_to_turns(self) -> set:
        """Names that are read where only an earlier turn of a loop may have assigned them."""
        return self.known.get((("%turns", self.frame.key), ""), set())

    def _flag_of(self, name):
        """The variable that says whether one of these has a value."""
        return self.slots_of(f"%has {name}", ("scalar", B1))[0]

    def _note_value(self, name, has):
        (type_,) = part_types(("scalar", B1))
        self.recipe.do("set", self._flag_of(name), self.recipe.constant(type_, has))

    def first_assigned(self, name) -> int:
        """The first line that assigns a variable."""
        lines = [n.lineno for n in ast.walk(self.frame.source.tree) if _assigns(n, name)]
        return self.frame.source.first_line + min(lines, default=1) - 1

    def zero_variables(self):
        """At a function's begin: those that are read after a loop that may have made no turn."""
        key = self.frame.key
        for name in sorted(self.known.get((("%zeros", key), ""), ())):
            shape = self.known.get((key, name))
            if shape is None:
                continue
            for variable, type_ in zip(self.slots_of(name, shape), part_types(shape), strict=True):
                self.recipe.do("set", variable, self.recipe.constant(type_, 0))
        for name in sorted(self._left_to_turns()) if self.checks else ():
            self._note_value(name, 0)

    def given_by(self, test, truth):
        """What else has a value where a condition is known to be true, or false."""
        condition, sure = _text_of(test), self.recipe.sure
        if condition is None or sure is None:
            return
        text, mentions, turned = condition
        key, truth = self.frame.key, truth != turned
        found = {
            (key, f.name)
            for f in sure
            if isinstance(f, Given) and (f.key, f.condition, f.truth) == (key, text, truth)
        }
        self.recipe.sure = sure | found

    def note_given(self, test, then, otherwise):
        """After an if: what one of its branches alone has assigned."""
        condition, sure = _text_of(test), self.recipe.sure
        if condition is None or sure is None:
            return
        text, mentions, turned = condition
        key = self.frame.key
        for state, truth in ((then, not turned), (otherwise, turned)):
            names = {f[1] for f in (state or ()) if len(f) == 2 and f[0] == key and f not in sure}
            if not mentions & names:
                sure |= {Given(key, name, text, truth, mentions) for name in names}
        self.recipe.sure = sure

    def forget_conditions_of(self, node):
        """At a loop's begin: conditions over what the loop assigns."""
        sure = self.recipe.sure
        if sure is not None:
            names = {n.id for n in ast.walk(node) if _stores(n)}
            self.recipe.sure = frozenset(
                f for f in sure if not (isinstance(f, Given) and f.mentions & names)
            )

    def in_turns(self, node) -> frozenset:
        """At the begin of a loop's body: an earlier turn may have assigned what the loop assigns; gives what is new of that.

        Programs rely on it having done so; numbers are zero if it has not.
        """
        sure = self.recipe.sure
        if (
            sure is None
            or not isinstance(node, (ast.For, ast.While))
            or hasattr(node, "is_of_items")
        ):
            return frozenset()
        stored = {n.id for s in node.body for n in ast.walk(s) if _stores(n)}
        new = frozenset(("by turn", self.frame.key, name) for name in stored) - sure
        self.recipe.sure = sure | new
        return new

    def behind_turns(self, new):
        """After the loop."""
        if self.recipe.sure is not None:
            self.recipe.sure -= new

    def after_turns(self, before, at_end):
        """After a loop: programs rely on it having made a turn; numbers are zero if it made none."""
        sure = self.recipe.sure
        if sure is None or at_end is None or before is None:
            return
        names = {f for f in at_end - before if len(f) == 2}
        self.recipe.sure = sure | {("by loop", *f) for f in names}


def _is_number(shape) -> bool:
    if shape[0] == "tuple":
        return all(map(_is_number, shape[1]))
    return shape[0] in ("scalar", "const")


def _stores(node) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _assigns(node, name) -> bool:
    return _stores(node) and node.id == name


def _text_of(test):
    """(text, names in it, whether it stands for the contrary) of a condition that gives the same as long as its names do; else None."""
    turned = False
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, turned = test.operand, not turned
    for node in ast.walk(test):
        if isinstance(node, ast.Call):
            if not (isinstance(node.func, ast.Attribute) and node.func.attr.startswith("get_")):
                return None
        elif not isinstance(node, _PURE):
            return None
    names = frozenset(n.id for n in ast.walk(test) if isinstance(n, ast.Name))
    return ast.dump(test), names, turned


__all__ = ["Flow"]
