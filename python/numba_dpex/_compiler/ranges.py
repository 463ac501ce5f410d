"""Ranges that have a name: their bounds are variables, and a range is made of these wherever the name is read."""

import ast

_BOUNDS = ("start", "stop", "step")


def with_bounds(tree, source):
    """The function, changed in place, without variables that hold nothing but ranges."""
    if not isinstance(tree, ast.FunctionDef) or not _is_builtin(source, tree):
        return tree
    found = _named_ranges(tree)
    return _Bounds(found).visit(tree) if found else tree


def _is_builtin(source, tree) -> bool:
    try:
        found = source.lookup("range")
    except KeyError:
        return False
    return found is range and "range" not in _bound(tree)


def _bound(tree) -> list:
    """Names that a function gives a value, as often as it does."""
    names = [n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and not _is_read(n)]
    return names + [a.arg for a in ast.walk(tree) if isinstance(a, ast.arg)]


def _is_read(name) -> bool:
    return isinstance(name.ctx, ast.Load)


def _named_ranges(tree) -> dict:
    """Names, and which bounds any of their ranges gives."""
    bound, counts, given = _bound(tree), {}, {}
    for node in ast.walk(tree):
        ranges = _ranges_of(node.value) if isinstance(node, ast.Assign) else []
        if ranges and len(node.targets) == 1:
            name = getattr(node.targets[0], "id", None)
            counts[name] = counts.get(name, 0) + 1
            given.setdefault(name, set()).update(*map(_bounds_of, ranges))
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            bound += node.names * 2
    return {n: given[n] for n, count in counts.items() if n and bound.count(n) == count}


def _ranges_of(node) -> list:
    """The calls that an expression is, or chooses among by conditions; none of another expression."""
    if not isinstance(node, ast.IfExp):
        return [node] if _is_range(node) else []
    chosen = [_ranges_of(node.body), _ranges_of(node.orelse)]
    return [call for calls in chosen for call in calls] if all(chosen) else []


def _is_range(node) -> bool:
    return (
        isinstance(node, ast.Call)
        and getattr(node.func, "id", None) == "range"
        and not node.keywords
        and 1 <= len(node.args) <= 3
        and not any(isinstance(a, ast.Starred) for a in node.args)
    )


def _bounds_of(call) -> dict:
    names = ("stop",) if len(call.args) == 1 else _BOUNDS
    return dict(zip(names, call.args, strict=False))


class _Bounds(ast.NodeTransformer):
    def __init__(self, ranges):
        self.ranges = ranges

    def visit_Assign(self, node):
        self.generic_visit(node)
        given = self.ranges.get(getattr(node.targets[0], "id", None))
        if given is None:
            return node
        if isinstance(node.value, ast.IfExp):
            return self._by_if(node)
        bounds = {"start": ast.Constant(0), "step": ast.Constant(1), **_bounds_of(node.value)}
        kept = [b for b in _BOUNDS if b in given]
        targets = [ast.Name(_hidden(node.targets[0].id, b), ast.Store()) for b in kept]
        values = [bounds[b] for b in kept]
        if len(kept) > 1:
            targets, values = [ast.Tuple(targets, ast.Store())], [ast.Tuple(values, ast.Load())]
        return _placed(ast.Assign(targets, values[0]), node)

    def _by_if(self, node):
        parts = (node.value.body, node.value.orelse)
        branches = [self.visit_Assign(_placed(ast.Assign(node.targets, p), node)) for p in parts]
        return _placed(ast.If(node.value.test, branches[:1], branches[1:]), node)

    def visit_Name(self, node):
        given = self.ranges.get(node.id)
        if given is None or not _is_read(node):
            return node
        default = {"start": ast.Constant(0), "step": ast.Constant(1)}
        bounds = [
            ast.Name(_hidden(node.id, b), ast.Load()) if b in given else default[b] for b in _BOUNDS
        ]
        return _placed(ast.Call(ast.Name("range", ast.Load()), bounds, []), node)


def _hidden(name, bound) -> str:
    return f"{name}%{bound}"


def _placed(new, old):
    for part in ast.walk(new):
        if "lineno" in part._attributes and not hasattr(part, "lineno"):
            ast.copy_location(part, old)
    return new


__all__ = ["with_bounds"]
