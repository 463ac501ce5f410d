"""Which `a[...] += x` of a prange loop may meet those of other iterations: such are atomic."""

from __future__ import annotations

import ast


def mark_shared_updates(loop, captured):
    """Sets `is_shared` of the statements that add to elements of arrays from outside which may not be the iteration's own."""
    own = _Own(loop, captured)
    for node in ast.walk(ast.Module(loop.body, [])):
        if not isinstance(node, ast.AugAssign) or not isinstance(node.op, (ast.Add, ast.Sub)):
            continue
        target = node.target
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
            outside = target.value.id in captured
            node.is_shared = outside and not any(map(own.is_own, _entries(target.slice)))


def _entries(index) -> list:
    return index.elts if isinstance(index, ast.Tuple) else [index]


class _Own:
    """Numbers that are other ones in each iteration."""

    def __init__(self, loop, captured):
        self.captured = set(captured)
        self.names = {loop.target.id} if isinstance(loop.target, ast.Name) else set()
        stores = [n for s in loop.body for n in ast.walk(s) if _stores(n)]
        counts = {n.id: sum(m.id == n.id for m in stores) for n in stores}
        self.names -= set(counts)
        for statement in loop.body:  # those inside of loops and conditions may be what they were
            targets = getattr(statement, "targets", ())
            if len(targets) == 1 and isinstance(targets[0], ast.Name):
                name = targets[0].id
                if counts[name] == 1 and self.is_own(statement.value):
                    self.names.add(name)

    def is_own(self, node) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self.names
        if not isinstance(node, ast.BinOp):
            return False
        for one, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(node.op, (ast.Add, ast.Sub)) and self._is_fixed(other):
                return self.is_own(one)
            if isinstance(node.op, ast.Mult) and isinstance(other, ast.Constant) and other.value:
                return self.is_own(one)
        return False

    def _is_fixed(self, node) -> bool:
        """Is it the same in all iterations?"""
        parts = (
            ast.Constant,
            ast.Name,
            ast.BinOp,
            ast.UnaryOp,
            ast.operator,
            ast.unaryop,
            ast.Load,
        )
        return all(
            isinstance(n, parts) and (not isinstance(n, ast.Name) or n.id in self.captured)
            for n in ast.walk(node)
        )


def _stores(node) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


__all__ = ["mark_shared_updates"]
