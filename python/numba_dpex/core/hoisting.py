"""Gives parts of expressions that need memory a statement of their own, before the one that they stand in."""

from __future__ import annotations

import ast
import copy

_INTO_PARTS = ("sort", "argsort", "cumsum", "cumprod", "cumulative_sum", "cumulative_prod")
_MAKERS = ("empty", "zeros", "ones", "full", "empty_like", "zeros_like", "ones_like", "full_like")
_COUNTED = ("unique", "flatnonzero")  # how many elements they give depends on the data
_CONDITIONAL = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.comprehension, ast.NamedExpr)


def with_own_statements(loop):
    """A copy of the loop, in which sorts, sums up to each element and what masks choose are values of hidden names."""
    masks = {
        s.targets[0].id
        for s in ast.walk(loop)
        if isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name) and _is_mask(s.value)
    }
    loop = _ColumnsFirst(masks).visit(_Singly().visit(copy.deepcopy(loop)))
    return _Bodies(masks).generic_visit(loop)


def is_places(node) -> bool:
    """Is it written `np.nonzero(c)[0]` or `np.where(c)[0]`?"""
    return (
        isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Constant)
        and node.slice.value == 0
        and isinstance(node.value, ast.Call)
        and _name(node.value) in ("nonzero", "where")
        and len(node.value.args) == 1
    )


def _name(call) -> str:
    function = call.func
    return getattr(function, "attr", None) or getattr(function, "id", "")


def _may_differ(entry) -> bool:
    """Is it a slice whose size may be another one in each iteration?"""
    ends = (entry.lower, entry.upper) if isinstance(entry, ast.Slice) else ()
    return any(end is not None and not isinstance(end, ast.Constant) for end in ends)


def _is_mask(node) -> bool:
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Invert) and _is_mask(node.operand)
    if isinstance(node, ast.BinOp):
        bits = (ast.BitAnd, ast.BitOr, ast.BitXor)
        return isinstance(node.op, bits) and (_is_mask(node.left) or _is_mask(node.right))
    if isinstance(node, ast.Call):
        return _name(node) in _MAKERS and "bool" in ast.unparse(node)
    return isinstance(node, ast.Compare)


def _is_part_of_one_read(assignment, value) -> bool:
    """Does it store into an array that its value reads?"""
    from .._compiler.source import root_of

    targets = {root_of(target) for target in getattr(assignment, "targets", ())}
    return any(isinstance(n, ast.Name) and n.id in targets for n in ast.walk(value))


def _as_list(found) -> list:
    return found if isinstance(found, list) else [found]


_OF_NUMBERS = ("abs", "bool", "float", "int", "len", "max", "min", "round")


def _may_be_array(node) -> bool:
    """Is it, or has it, a part of an array, or what a function gives that is not of numbers?"""
    calls = [_name(n) for n in ast.walk(node) if isinstance(n, ast.Call)]
    return any(isinstance(n, ast.Subscript) for n in ast.walk(node)) or any(
        name not in _OF_NUMBERS for name in calls
    )


class _Singly(ast.NodeTransformer):
    """Puts `a = x` and `b = y` in place of `a, b = x, y`, where y does not read a, and an if in place of one among values."""

    def visit_Assign(self, node):
        target, value = node.targets[0], node.value
        if isinstance(value, ast.IfExp) and isinstance(target, ast.Name):
            return self._by_if(node, value)
        if len(node.targets) > 1 or not isinstance(target, ast.Tuple):
            return node
        names = [getattr(t, "id", None) for t in target.elts]
        if not isinstance(value, ast.Tuple) or len(value.elts) != len(names) or None in names:
            return node
        for n, later in enumerate(value.elts):
            parts = ast.walk(later)
            if any(isinstance(p, (ast.Starred, ast.NamedExpr)) for p in parts):
                return node
            if any(isinstance(p, ast.Name) and p.id in names[:n] for p in ast.walk(later)):
                return node
        pairs = zip(target.elts, value.elts, strict=True)
        single = [ast.copy_location(ast.Assign([t], v), node) for t, v in pairs]
        return [s for one in single for s in _as_list(self.visit_Assign(one))]

    def _by_if(self, node, value):
        if len(node.targets) > 1 or not any(map(_may_be_array, (value.body, value.orelse))):
            return node
        then, otherwise = (
            _as_list(self.visit_Assign(ast.copy_location(ast.Assign(node.targets, v), node)))
            for v in (value.body, value.orelse)
        )
        return ast.copy_location(ast.If(value.test, then, otherwise), node)


class _ColumnsFirst(ast.NodeTransformer):
    """Puts `x[:, k][mask]` in place of `x[mask][:, k]`: of one axis a mask may choose."""

    def __init__(self, masks):
        self.masks = masks

    def visit_Subscript(self, node):
        self.generic_visit(node)
        rows, columns = node.value, node.slice
        if not isinstance(rows, ast.Subscript) or not _is_column(columns):
            return node
        chosen = isinstance(rows.slice, ast.Name) and rows.slice.id in self.masks
        if not chosen and not _is_mask(rows.slice):
            return node
        column = ast.copy_location(ast.Subscript(rows.value, columns, ast.Load()), node)
        return ast.copy_location(ast.Subscript(column, rows.slice, node.ctx), node)


def _is_column(index) -> bool:
    """Is it written `:, k`?"""
    if not isinstance(index, ast.Tuple) or len(index.elts) != 2:
        return False
    every, one = index.elts
    is_every = isinstance(every, ast.Slice) and not any((every.lower, every.upper, every.step))
    return is_every and isinstance(one, (ast.Constant, ast.UnaryOp, ast.Name))


class _Bodies(ast.NodeTransformer):
    """Of each statement: what is hoisted out of it, and itself."""

    def __init__(self, masks):
        self.masks, self.count = masks, 0

    def visit(self, node):
        if isinstance(node, (ast.Assign, ast.AugAssign, ast.Expr)):
            return self._apart(node, "value")
        if isinstance(node, (ast.If, ast.For)):
            return self._apart(
                self.generic_visit(node), "test" if isinstance(node, ast.If) else "iter"
            )
        return self.generic_visit(node)

    def _apart(self, node, field):
        value = getattr(node, field)
        named = isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        stored = isinstance(value, ast.Call) and _name(value) in _INTO_PARTS
        stored = stored and not _is_part_of_one_read(node, value)
        parts = _Parts(self, value if named or stored else None, slices=named)
        setattr(node, field, parts.visit(value))
        return [*parts.before, node]


class _Parts(ast.NodeTransformer):
    def __init__(self, bodies, stays, slices):
        self.bodies, self.stays, self.before = bodies, stays, []
        self.slices = slices  # do those get statements of their own here?

    def visit(self, node):
        if isinstance(node, _CONDITIONAL):
            return node
        needs_memory, outer = node is not self.stays and self._needs_memory(node), self.slices
        self.slices = outer or needs_memory
        node = self.generic_visit(node)
        self.slices = outer
        if not needs_memory:
            return node
        name = f"%part {self.bodies.count}"
        self.bodies.count += 1
        made = ast.Assign([ast.Name(name, ast.Store())], node)
        read = ast.Name(name, ast.Load())
        for new in (made, made.targets[0], read):
            ast.copy_location(new, node)
        self.before.append(made)
        return read

    def _needs_memory(self, node) -> bool:
        if isinstance(node, ast.Call):
            return _name(node) in (*_INTO_PARTS, *_MAKERS, *_COUNTED) and bool(node.args)
        if not isinstance(node, ast.Subscript):
            return False
        entries = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if self.slices and any(map(_may_differ, entries)):
            return True
        chosen = isinstance(node.slice, ast.Name) and node.slice.id in self.bodies.masks
        return chosen or _is_mask(node.slice) or is_places(node)


__all__ = ["is_places", "with_own_statements"]
