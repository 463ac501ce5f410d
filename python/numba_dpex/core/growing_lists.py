"""How many items the lists get that the iterations of a prange loop make, for which there is memory before it begins."""

from __future__ import annotations

import ast
from typing import NamedTuple

import numpy as np

LIST_DTYPE = np.dtype(np.complex128)  # has room for a number of any dtype
_GUESS, _MOST = 4096, 1 << 20  # items, where nobody knows how many; of any list
_GROWS = ("append", "insert", "extend")
_LOOPS = (ast.For, ast.While)


class Room(NamedTuple):
    """Memory of one list."""

    name: str
    numbers: int
    width: int  # numbers of an item
    is_enough: bool  # whatever the data is

    def statements(self) -> list:
        from .dpjit import parsed

        index = ast.Tuple([ast.Slice(None, None, None), parsed("%item.get_id(0)")], ast.Load())
        part = ast.Subscript(ast.Name(f"%memory {self.name}", ast.Load()), index, ast.Load())
        made = [ast.Assign([ast.Name(f"%list {self.name}", ast.Store())], part)]
        if self.is_enough:
            marker = ast.Name(f"%fits {self.width} {self.name}", ast.Store())
            made.append(ast.Assign([marker], ast.Constant(1)))
        return made


class _Site(NamedTuple):
    """A statement that makes a list, or adds to it."""

    path: tuple  # the loops, and the branches of conditions, that it stands in
    added: object  # how many items at a time, or what is added all of
    width: int  # numbers of an item
    place: int  # among all statements, in order


class GrowingLists:
    """The lists of one loop."""

    def __init__(self, loop):
        self.made, self.grown, self.place = {}, {}, 0  # the first two: name -> sites
        self._collect(loop.body, ())
        self.names = [n for n in self.made if n in self.grown]

    def __bool__(self):
        return bool(self.names)

    def _collect(self, body, path):
        for statement in body:
            self.place += 1
            if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
                self._note_made(statement, path)
            elif isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
                self._note(self.grown, statement.target.id, path, statement.value)
            elif isinstance(statement, ast.Expr):
                self._note_call(statement.value, path)
            if isinstance(statement, _LOOPS):
                self._collect(statement.body, (*path, statement))
                self._collect(statement.orelse, (*path, statement.orelse))
            elif isinstance(statement, ast.If):
                self._collect(statement.body, (*path, statement.body))
                self._collect(statement.orelse, (*path, statement.orelse))

    def _note_made(self, statement, path):
        name, value = getattr(statement.targets[0], "id", None), statement.value
        if hasattr(statement, "as_loop"):
            self._note(self.made, name, path, 0)
            self._collect(statement.as_loop[1:], path)
        elif isinstance(value, ast.List):
            self._note(self.made, name, path, len(value.elts))
            if value.elts and isinstance(value.elts[0], ast.Tuple):
                self._note(self.grown, name, path, 0, len(value.elts[0].elts))
        elif isinstance(value, ast.Call) and getattr(value.func, "id", None) == "list":
            self._note(self.made, name, path, value.args[0] if value.args else 0)
        elif isinstance(value, ast.BinOp) and isinstance(value.left, ast.List):
            self._note(
                self.made, name, path, ast.Call(ast.Name("range", ast.Load()), [value.right], [])
            )
            self._note(self.grown, name, path, 0)

    def _note_call(self, call, path):
        function = getattr(call, "func", None)
        if isinstance(function, ast.Attribute) and function.attr in _GROWS and call.args:
            name, value = getattr(function.value, "id", None), call.args[-1]
            width = len(value.elts) if isinstance(value, ast.Tuple) else 1
            self._note(self.grown, name, path, value if function.attr == "extend" else 1, width)

    def _note(self, sites, name, path, added, width=1):
        sites.setdefault(name, []).append(_Site(path, added, width, self.place))

    def rooms(self, seen, sizes) -> list:
        return [self._room(name, seen, sizes) for name in self.names]

    def _room(self, name, seen, sizes) -> Room:
        every = [*self.made[name], *self.grown[name]]
        counts = [self._count(name, site, seen, sizes) for site in every]
        width = max(site.width for site in every)
        known = None not in counts and sum(counts) <= _MOST
        items = max(sum(counts), 1) if known else _GUESS
        return Room(name, items * width, width, known)

    def _count(self, name, site, seen, sizes):
        """How many items a site adds before the list is made anew on every way to it; None where nobody knows."""
        depth = max((len(m.path) for m in self.made[name] if _is_before(m, site)), default=0)
        found = site.added if isinstance(site.added, int) else _length(site.added, seen, sizes)
        for loop in site.path[depth:]:
            if isinstance(loop, _LOOPS) and found is not None:
                turns = _length(loop.iter, seen, sizes) if isinstance(loop, ast.For) else None
                found = None if turns is None else found * turns
        return found


def _is_before(made, site) -> bool:
    """Does every way to a site come by this one before, in all loops that stand around both?"""
    same = zip(made.path, site.path, strict=False)
    inside = len(made.path) <= len(site.path) and all(a is b for a, b in same)
    return inside and made.place <= site.place


def _length(sequence, seen, sizes):
    """The most items that a range, an array, or a tuple has; None where nobody knows."""
    if isinstance(sequence, (ast.Tuple, ast.List)):
        return len(sequence.elts)
    name = getattr(getattr(sequence, "func", None), "id", None)
    if name == "range":
        turns = sizes.turns_of(sequence)
        return None if turns is None else len(turns)
    if name in ("enumerate", "reversed", "zip") and sequence.args:
        found = [
            _length(argument, seen, sizes)
            for argument in sequence.args[: 1 if name != "zip" else None]
        ]
        return min((x for x in found if x is not None), default=None)
    found = seen.value(_Whole().visit(sizes.expanded(sequence)))
    shape = getattr(found, "shape", None)
    if shape is not None:
        return shape[0] if len(shape) else None
    return len(found) if isinstance(found, tuple) else None


class _Whole(ast.NodeTransformer):
    """Puts all of an axis in place of a part of it."""

    def visit_Slice(self, node):
        return ast.Slice(None, None, None)


__all__ = ["LIST_DTYPE", "GrowingLists", "Room"]
