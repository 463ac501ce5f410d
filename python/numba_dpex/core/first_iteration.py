"""What the names of a prange loop stand for in its first iteration, as far as sizes and types of the arrays that it makes ask for it."""

from __future__ import annotations

import ast
import copy
import types

import numpy as np

from ..kernel_api._usm_data import is_in_usm

# Functions of NumPy's that dpctl.tensor lacks.
_BY_SHAPES = (
    "append", "column_stack", "convolve", "correlate", "cross", "cumprod", "cumsum", "dot", "ediff1d", "fliplr", "flipud",
    "gradient", "hstack", "inner", "interp", "kron", "outer", "rot90", "vstack", "average", "det", "median", "norm", "ptp",
    "trace",
)  # fmt: skip
# Methods, which dpctl.tensor's arrays lack.
ARRAY_METHODS = (
    "all", "any", "argmax", "argmin", "astype", "copy", "dot", "flatten", "max", "mean", "min", "prod", "ravel", "reshape", "std",
    "sum", "transpose", "var",
)  # fmt: skip
METHODS = ("copy", "astype")  # of arrays, which give arrays


class FirstIteration:
    """Values of names, which are computed as the statements that assign them come by."""

    def __init__(self, source, loop, values, first):
        import dpctl.tensor as dpt

        own = {n.id for s in loop.body for n in ast.walk(s) if _stores(n)}
        space = {**source.function.__globals__, **source.cells, **values}
        self.space = {
            name: dpt if value is np else value  # which computes with the loop's arrays
            for name, value in space.items()
            if name not in own or name in values
        }
        self.library = dpt
        self.queue = next((v.sycl_queue for v in values.values() if hasattr(v, "sycl_queue")), None)
        self.space |= {"%copy": dpt.copy, "%astype": dpt.astype}
        if isinstance(loop.target, ast.Name):
            self.space[loop.target.id] = first

    def value(self, node):
        """The value of an expression, None where it has none yet."""
        node = _Sized(self.space).visit(copy.deepcopy(node))
        code = compile(ast.fix_missing_locations(ast.Expression(node)), "", "eval")
        with np.errstate(all="ignore"):
            try:
                return eval(code, self.space)
            except Exception:
                return self._by_shapes(node, code)

    def _by_shapes(self, node, code):
        """An array that NumPy's functions would give, where its shape follows from those of the arguments alone."""
        called = [getattr(n.func, "attr", "") for n in ast.walk(node) if isinstance(n, ast.Call)]
        if not all(map(_follows_shapes, called)):
            return None
        space = {
            name: np if value is self.library else _blank(value)
            for name, value in self.space.items()
        }
        try:
            found = eval(code, space)
        except Exception:
            return None
        return (
            self._without_memory(found.shape, found.dtype)
            if isinstance(found, np.ndarray)
            else None
        )

    def _without_memory(self, shape, dtype):
        zero = self.library.zeros((), dtype=dtype, sycl_queue=self.queue)
        return self.library.broadcast_to(zero, shape)

    def is_array(self, name, shape, dtype):
        """A name stands for an array, which is here without memory."""
        self.space[name] = self._without_memory(shape, dtype)

    def see(self, statement, arrays):
        """A statement that assigns a number or counts comes by; `arrays`: or a part of an array."""
        if isinstance(statement, ast.For) and isinstance(statement.target, ast.Name):
            bounds = getattr(statement.iter, "args", [])
            found = self.value(ast.Tuple(bounds, ast.Load()))
            counted = range(*found) if found and all(isinstance(x, int) for x in found) else ()
            self.space[statement.target.id] = counted[0] if len(counted) else 0
        elif isinstance(statement, ast.AugAssign):
            read = ast.Name(statement.target.id, ast.Load())
            self._keep(read.id, ast.BinOp(read, statement.op, statement.value), False)
        elif isinstance(statement.targets[0], ast.Tuple):
            self._unpack(assigned_names(statement), statement.value)
        else:
            self._keep(statement.targets[0].id, statement.value, arrays)

    def _unpack(self, names, node):
        """Numbers of a row or a tuple."""
        found = self.value(node)
        is_row = isinstance(found, tuple) or getattr(found, "ndim", 0) == 1
        if is_row and len(found) == len(names):
            for name, item in zip(names, found, strict=True):
                if getattr(item, "ndim", 0) == 0:
                    self.space[name] = item

    def _keep(self, name, node, arrays):
        found = self.value(node)
        if found is not None and (arrays or getattr(found, "ndim", 0) == 0):
            self.space[name] = found


def _follows_shapes(name) -> bool:
    """Is the shape of what a function or method of this name gives a matter of its arguments' shapes?"""
    return (
        name in _BY_SHAPES or name in ARRAY_METHODS or isinstance(getattr(np, name, None), np.ufunc)
    )


def _blank(value):
    """An array of NumPy's in place of one of a device, which is as large and has other values."""
    if not is_in_usm(value):
        return value
    return np.broadcast_to(np.zeros((), value.dtype), value.shape)


def is_method(function) -> bool:
    """Is it written as one of METHODS? It may be a function of a module of that name."""
    return isinstance(function, ast.Attribute) and function.attr in METHODS


def _name(call):
    owner = call.func.value
    return owner.id if isinstance(owner, ast.Name) else None


def _stores(node) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def assigned_names(statement) -> tuple:
    """The names that a statement gives values that others may need."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
        if isinstance(target, ast.Tuple) and all(isinstance(t, ast.Name) for t in target.elts):
            return tuple(t.id for t in target.elts)
    elif isinstance(statement, (ast.AugAssign, ast.For)):
        target = statement.target
    else:
        return ()
    return (target.id,) if isinstance(target, ast.Name) else ()


def needed_for(body, statements) -> list:
    """The statements of a loop, in order, whose values say what `statements` make; those themselves among them."""
    every = [s for s in _in_order(body) if assigned_names(s)]
    chosen, names = {id(s) for s in statements}, set()
    while True:
        for s in every:
            if id(s) in chosen:
                inside = s.iter if isinstance(s, ast.For) else s.value
                names |= {n.id for n in ast.walk(inside) if isinstance(n, ast.Name)}
        more = {id(s) for s in every if names.intersection(assigned_names(s))} - chosen
        if not more:
            return [s for s in every if id(s) in chosen]
        chosen |= more


def _in_order(body):
    for statement in body:
        yield statement
        for part in ("body", "orelse"):
            yield from _in_order(getattr(statement, part, []))


class _Sized(ast.NodeTransformer):
    """Puts 0 to b - a in place of slices a to b where names fall out of that, and functions in place of methods that arrays may lack."""

    def __init__(self, space):
        self.space = space

    def visit_Call(self, node):
        self.generic_visit(node)
        if is_method(node.func) and not isinstance(self.space.get(_name(node)), types.ModuleType):
            function = ast.Name("%" + node.func.attr, ast.Load())
            return ast.Call(function, [node.func.value, *node.args], node.keywords)
        return node

    def visit_Slice(self, node):
        count = extent_of(node)
        if count is None or node.step is not None:
            return self.generic_visit(node)
        return ast.Slice(ast.Constant(0), count, None)


def extent_of(node):
    """What a slice's bounds are apart, if a name or more fall out of it: `k` of `i:i + k`."""
    if node.lower is None or node.upper is None:
        return None
    low, high = _terms(node.lower), _terms(node.upper)
    names = {t for t in (*low, *high) if t}
    left = {t: high.get(t, 0) - low.get(t, 0) for t in (*low, *high)}
    if all(left[t] for t in names):
        return None
    total = ast.Constant(left.get("", 0))
    for term, factor in left.items():
        if term and factor:
            value = ast.parse(term, mode="eval").body
            total = ast.BinOp(total, ast.Add(), ast.BinOp(ast.Constant(factor), ast.Mult(), value))
    return total


def _terms(node, factor=1) -> dict:
    """A sum as factors of its terms' texts; "" is the constant one."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return {"": factor * node.value}
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return _terms(node.operand, -factor)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        found = _terms(node.left, factor)
        sign = 1 if isinstance(node.op, ast.Add) else -1
        for term, more in _terms(node.right, sign * factor).items():
            found[term] = found.get(term, 0) + more
        return found
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        for one, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(one, ast.Constant) and type(one.value) is int:
                return _terms(other, factor * one.value)
    return {ast.unparse(node): factor}


__all__ = ["FirstIteration", "assigned_names", "extent_of", "is_method", "needed_for"]
