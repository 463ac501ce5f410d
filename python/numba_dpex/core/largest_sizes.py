"""The largest that sizes get which are other ones in each iteration of a prange loop."""

from __future__ import annotations

import ast
import copy

import numpy as np

_DEEPEST = 8
_ELEMENTWISE = {"min": np.minimum, "max": np.maximum, "abs": np.abs, "int": np.int64}


class LargestSizes:
    """Of one loop: sizes made of its variable, what it captures, and names that it assigns once."""

    def __init__(self, loop, values, space, counted):
        self.loop, self.values, self.space, self.counted = loop, values, space, counted
        stores = [n.id for s in loop.body for n in ast.walk(s) if _stores(n)]
        self.once = {
            s.targets[0].id: s.value
            for s in ast.walk(ast.Module(loop.body, []))
            if isinstance(s, ast.Assign)
            and isinstance(s.targets[0], ast.Name)
            and stores.count(s.targets[0].id) == 1
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

    def _expanded(self, node):
        node = copy.deepcopy(node)
        for _ in range(_DEEPEST):
            node = _Substituted(self.once).visit(node)
        return node

    def _in_all(self, node):
        """The integers that an expression gives in all iterations, None where it gives others or cannot be computed."""
        if node is None or not isinstance(self.loop.target, ast.Name):
            return None
        node = self._expanded(node)
        names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
        target = self.loop.target.id
        if names & (self.own - {target}) or target in self.own:
            return None
        read, known = _names_read(node), {**self.space, **self.values}
        space = {n: _on_host(known[n]) if n in read else known[n] for n in names & set(known)}
        count = self.counted
        space |= _ELEMENTWISE | {target: np.arange(count.start, count.stop, count.step)}
        try:
            code = compile(ast.fix_missing_locations(ast.Expression(node)), "", "eval")
            found = np.asarray(eval(code, space))
        except Exception:
            return None
        return found if found.dtype.kind in "iu" and found.ndim <= 1 else None


class _Substituted(ast.NodeTransformer):
    def __init__(self, values):
        self.values = values

    def visit_Name(self, node):
        return copy.deepcopy(self.values.get(node.id, node))


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
    if not hasattr(value, "__sycl_usm_array_interface__"):
        return value
    import dpctl.tensor as dpt

    return dpt.asnumpy(dpt.asarray(value))


__all__ = ["LargestSizes"]
