"""Lists of arrays of one shape, of which a prange loop chooses items by numbers: they are parts of one array there."""

from __future__ import annotations

import ast
from collections.abc import MutableSequence

import numpy as np

from ..kernel_api._usm_data import is_in_usm

_WALKS = ("len", "enumerate", "zip", "reversed")


class StackedLists:
    """Which of the names that a loop captures may be such lists, by how it uses them."""

    def __init__(self, loop, captured, changed):
        self.changed = changed
        nodes = [*ast.walk(ast.Module(loop.body, []))]
        chosen, used = {}, {}
        for n in nodes:
            for name in _used_as_list(n):
                used[name] = used.get(name, 0) + 1
            if isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name):
                constant = isinstance(n.slice, (ast.Constant, ast.Slice, ast.Tuple, ast.UnaryOp))
                chosen.setdefault(n.value.id, []).append(not constant)
        names = [n.id for n in nodes if isinstance(n, ast.Name)]
        self.names = [
            n for n in captured if any(chosen.get(n, ())) and names.count(n) == used.get(n, 0)
        ]

    def in_place_of_lists(self, values: dict):
        """(the values, lists as arrays; pairs of what is to be copied back). The same values where there is no such list."""
        lists = [n for n in self.names if _are_alike(values[n])]
        if not lists:
            return values, []
        made, back, stacks = dict(values), [], {}
        for name in lists:
            items = values[name]
            if self._may_overlap(name, values):
                continue
            key = _ids(items)
            if key not in stacks:
                stacks[key] = _stacked(items)
            made[name] = stack = stacks[key]
            if name in self.changed and _is_writable(stack):
                back += zip(items, stack, strict=True)
        return made, back

    def _may_overlap(self, name, values) -> bool:
        """May the loop change what it reads elsewhere?"""
        items = values[name]
        others = {n: v for n, v in values.items() if n != name and self.changed & {n, name}}
        separate = [a for v in others.values() if _ids(v) != _ids(items) for a in _arrays_in(v)]
        pairs = [(a, b) for b in separate for a in items]
        if name in self.changed:
            pairs += [(a, b) for n, a in enumerate(items) for b in items[:n]]
        return any(_share(a, b) for a, b in pairs)


def copy_back(pairs):
    """What a loop has left, into the items of lists."""
    for item, part in pairs:
        item[...] = part


def as_tuple(value):
    """Tuples in place of lists."""
    if type(value) is tuple or isinstance(value, MutableSequence):  # Numba's own lists, too
        return tuple(map(as_tuple, value))
    return value


def is_list_of_arrays(value) -> bool:
    is_list = isinstance(value, MutableSequence) and len(value) > 0
    return is_list and all(isinstance(v, np.ndarray) or is_in_usm(v) for v in value)


def _used_as_list(node) -> list:
    """Names that are asked for an item, for how many there are, or for all in turn."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        parts = [node.value]
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in _WALKS:
        parts = node.args
    else:
        parts = [node.iter] if isinstance(node, ast.For) else []
    return [p.id for p in parts if isinstance(p, ast.Name)]


def _are_alike(items) -> bool:
    if not isinstance(items, tuple) or len(items) < 1 or hasattr(items, "_fields"):
        return False
    first = type(items[0])
    alike = (first is np.ndarray or is_in_usm(items[0])) and all(type(a) is first for a in items)
    return alike and items[0].ndim > 0 and len({(a.shape, a.dtype) for a in items}) == 1


def _stacked(items):
    """An array that may be written to where all of them may."""
    if isinstance(items[0], np.ndarray):
        stack = np.stack(items)
        stack.flags.writeable = all(map(_is_writable, items))
        return stack
    import dpctl.tensor as dpt

    parts = [dpt.asarray(a) for a in items]
    stack = dpt.stack(parts)
    stack.flags.writable = all(map(_is_writable, parts))
    return stack


def _is_writable(array) -> bool:
    return array.flags.writeable if isinstance(array, np.ndarray) else array.flags.writable


def _arrays_in(value) -> list:
    if isinstance(value, tuple):
        return [a for item in value for a in _arrays_in(item)]
    return [value] if isinstance(value, np.ndarray) or is_in_usm(value) else []


def _ids(value):
    return tuple(map(id, value)) if isinstance(value, tuple) else id(value)


def _share(one, other) -> bool:
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return type(one) is type(other) and np.may_share_memory(one, other)
    return _memory(one) == _memory(other)


def _memory(array):
    data = getattr(array, "usm_data", None)
    return id(array) if data is None else data._pointer


__all__ = ["StackedLists", "as_tuple", "copy_back", "is_list_of_arrays"]
