"""The largest that sizes get which are other ones in each iteration of a prange loop."""

from __future__ import annotations

import ast
import copy
import functools

import numpy as np

from ..kernel_api._usm_data import is_in_usm

_DEEPEST = 8
_MOST_TURNS = 1 << 22  # of loops in one another, for which sizes are computed


def _folded(ufunc):
    """min() or max() of numbers that differ between iterations."""
    return lambda *given: functools.reduce(ufunc, given if len(given) > 1 else given[0])


_ELEMENTWISE = {
    "min": _folded(np.minimum),
    "max": _folded(np.maximum),
    "abs": np.abs,
    "int": np.int64,
    "%where": np.where,
}


class LargestSizes:
    """Of one loop: sizes made of its variable, those of loops inside, what it captures, and names that it assigns once."""

    def __init__(self, loop, values, space, counted):
        self.loop, self.values, self.space, self.counted = loop, values, space, counted
        stores = [n.id for s in loop.body for n in ast.walk(s) if _stores(n)]
        inside = [*ast.walk(ast.Module(loop.body, []))]
        self.once = {
            name: value
            for s in inside
            if isinstance(s, ast.Assign)
            for name, value in _assigned(s.targets[0], s.value)
            if stores.count(name) == 1
        }
        self.inner = {  # variables of loops inside, and what they go over
            s.target.id: s.iter
            for s in inside
            if isinstance(s, ast.For)
            and isinstance(s.target, ast.Name)
            and stores.count(s.target.id) == 1
        }
        self.own = set(stores)

    def of(self, extents):
        """The largest of each extent over all iterations; None where that cannot be known."""
        found = [self._in_all(e) for e in extents]
        return None if any(x is None for x in found) else tuple(max(int(x.max()), 0) for x in found)

    def between(self, lower, upper):
        """The largest that a slice gets, whose bounds count from an array's begin on; None where that cannot be known."""
        ends = [self._in_all(e) for e in (lower or ast.Constant(0), upper)]
        if any(x is None or x.min() < 0 for x in ends):
            return None
        return max(int((ends[1] - ends[0]).max()), 0)

    def expanded(self, node):
        node = copy.deepcopy(node)
        for _ in range(_DEEPEST):
            node = _Substituted(self.once).visit(node)
        return _Chosen().visit(node)

    def _in_all(self, node):
        """The integers that an expression gives in all iterations, None where it gives others or cannot be computed.

        Each variable of a loop has an axis of its own.
        """
        if node is None or not isinstance(self.loop.target, ast.Name):
            return None
        node = self.expanded(node)
        names, target = names_of(node), self.loop.target.id
        variables = [n for n in self.inner if n in names]
        if names & (self.own - {*variables}) or target in self.own:
            return None
        count = self.counted
        turns = {target: np.arange(count.start, count.stop, count.step)} if target in names else {}
        turns |= {n: self.turns_of(self.inner[n]) for n in variables}
        if any(x is None for x in turns.values()):
            return None
        if np.prod([len(x) for x in turns.values()], dtype=float) > _MOST_TURNS:
            return None
        read, known = _names_read(node), {**self.space, **self.values}
        space = {n: _on_host(known[n]) if n in read else known[n] for n in names & set(known)}
        axes = {n: axis for axis, n in enumerate([target, *self.inner])}
        for name, numbers in turns.items():
            shape = [1] * len(axes)
            shape[axes[name]] = -1
            space[name] = numbers.reshape(shape)
        try:
            node = _Shapes({target, *variables}).visit(node)
            code = compile(ast.fix_missing_locations(ast.Expression(node)), "", "eval")
            found = np.asarray(eval(code, space | _ELEMENTWISE))
        except Exception:
            return None
        plain = found.dtype.kind in "iu" and found.ndim in (0, len(axes)) and found.size > 0
        return found if plain else None

    def turns_of(self, sequence):
        """The numbers that a loop inside goes over in any iteration; None where it is not over a range that is known."""
        if not isinstance(sequence, ast.Call) or getattr(sequence.func, "id", "") != "range":
            return None
        bounds = sequence.args if len(sequence.args) > 1 else [ast.Constant(0), *sequence.args]
        found = [self._in_all(bound) for bound in bounds]
        if any(x is None for x in found):
            return None
        start, stop, step = *found[:2], found[2] if len(found) > 2 else np.int64(1)
        if step.min() != step.max():
            return None
        if step.min() > 0:
            return np.arange(start.min(), stop.max())
        return np.arange(stop.min() + 1, start.max() + 1)


class _Shapes(ast.NodeTransformer):
    """Asks for sizes of the arrays of one iteration, where variables of loops choose them: all are of one size.

    Functions of arrays that variables choose, which would be functions of those of all iterations, raise LookupError.
    """

    def __init__(self, variables):
        self.variables, self.of_one = variables, _OfOne(variables)

    def visit_Call(self, node):
        if _is_len(node):
            return self.of_one.visit(node)
        if _is_integer_type(node.func) and len(node.args) == 1:
            return self.visit(node.args[0])
        name = getattr(node.func, "id", None)
        of_one = len(node.args) == 1 and not isinstance(node.args[0], (ast.Tuple, ast.List))
        of_numbers = name in _ELEMENTWISE and not (of_one and name in ("min", "max"))
        if not of_numbers and names_of(node) & self.variables:
            raise LookupError(name)
        return self.generic_visit(node)

    def visit_Attribute(self, node):
        is_size = node.attr in ("shape", "size", "ndim")
        return self.of_one.visit(node) if is_size else self.generic_visit(node)


def _is_integer_type(function) -> bool:
    """Is it written `np.int64`, or the like? Sizes are integers in any case."""
    found = getattr(np, getattr(function, "attr", ""), None)
    return isinstance(found, type) and issubclass(found, np.integer)


class _OfOne(ast.NodeTransformer):
    """Puts 0 in place of indices that variables of loops are part of; raises LookupError where they are part of anything else."""

    def __init__(self, variables):
        self.variables = variables

    def visit_Name(self, node):
        if node.id in self.variables:
            raise LookupError(node.id)
        return node

    def visit_Subscript(self, node):
        entries = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        entries = [self._index(e) for e in entries]
        index = ast.Tuple(entries, ast.Load()) if len(entries) > 1 else entries[0]
        return ast.Subscript(self.visit(node.value), index, ast.Load())

    def _index(self, entry):
        chosen = not isinstance(entry, ast.Slice) and names_of(entry) & self.variables
        return ast.Constant(0) if chosen else self.visit(entry)


class _Chosen(ast.NodeTransformer):
    """Puts a function of all iterations in place of `a if c else b`."""

    def visit_IfExp(self, node):
        self.generic_visit(node)
        return ast.Call(ast.Name("%where", ast.Load()), [node.test, node.body, node.orelse], [])


class _Substituted(ast.NodeTransformer):
    def __init__(self, values):
        self.values = values

    def visit_Name(self, node):
        return copy.deepcopy(self.values.get(node.id, node))


def _assigned(target, value):
    """Names and the expressions that they get, of several at once, too."""
    if isinstance(target, ast.Name):
        return [(target.id, value)]
    if not isinstance(target, ast.Tuple) or not all(isinstance(t, ast.Name) for t in target.elts):
        return []
    if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
        return [(t.id, v) for t, v in zip(target.elts, value.elts, strict=True)]
    if isinstance(value, ast.Attribute) and value.attr == "shape":
        return [
            (t.id, ast.Subscript(value, ast.Constant(n), ast.Load()))
            for n, t in enumerate(target.elts)
        ]
    return []


def names_of(node) -> set:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def _names_read(node) -> set:
    """Names of which more than the shape is asked for."""
    inside = [n.value for n in ast.walk(node) if isinstance(n, ast.Attribute)]
    inside += [n.args[0] for n in ast.walk(node) if isinstance(n, ast.Call) and _is_len(n)]
    asked = {id(n) for n in inside}
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and id(n) not in asked}


def _is_len(call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "len" and len(call.args) == 1


def _stores(node) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _on_host(value):
    if not is_in_usm(value):
        return value
    import dpctl.tensor as dpt

    return dpt.asnumpy(dpt.asarray(value))


__all__ = ["LargestSizes", "names_of"]
