"""NumPy's functions around the prange loops of dpjit functions: on arrays of a device they are dpctl.tensor's."""

from __future__ import annotations

import ast
import types

import numpy as np
from dpctl.tensor._usmarray import usm_ndarray

_OTHER_NAMES = {
    "absolute": "abs", "fabs": "abs", "amax": "max", "amin": "min", "around": "round", "rint": "round",
    "arccos": "acos", "arccosh": "acosh", "arcsin": "asin", "arcsinh": "asinh", "arctan": "atan", "arctan2": "atan2",
    "arctanh": "atanh", "bitwise_not": "bitwise_invert", "invert": "bitwise_invert", "left_shift": "bitwise_left_shift",
    "right_shift": "bitwise_right_shift", "concatenate": "concat", "conjugate": "conj", "mod": "remainder",
    "power": "pow", "true_divide": "divide", "unique": "unique_values",
}  # fmt: skip
_OTHER_KEYWORDS = {"ddof": "correction"}


class HostFunction:
    """A function of NumPy's, and what it is on arrays of a device."""

    def __init__(self, function, other):
        self.function, self.other = function, other

    def __call__(self, *args, **kwargs):
        if not any(map(_is_of_device, (*args, *kwargs.values()))):
            return self.function(*args, **kwargs)
        return self.other(*args, **{_OTHER_KEYWORDS.get(k, k): v for k, v in kwargs.items()})


def with_host_functions(tree, source):
    """(the tree, with an item of `weft_functions` in place of each function that is called; these items)."""
    named = _Named(source)
    return named.visit(tree), named.functions


class _Named(ast.NodeTransformer):
    def __init__(self, source):
        self.source, self.functions = source, []

    def visit_Call(self, node):
        self.generic_visit(node)
        function = self._object(node.func)
        other = None if function is None else _counterpart(function)
        if other is None:
            return node
        self.functions.append(HostFunction(function, other))
        index = ast.Constant(len(self.functions) - 1)
        node.func = ast.Subscript(ast.Name("weft_functions", ast.Load()), index, ast.Load())
        return node

    def _object(self, node):
        """The object of a module or of NumPy's that an expression names; None for others."""
        if isinstance(node, ast.Name):
            if node.id in self.source.assigned or node.id in self.source.parameters:
                return None
            try:
                return self.source.lookup(node.id)
            except KeyError:
                return None
        if isinstance(node, ast.Attribute):
            owner = self._object(node.value)
            return getattr(owner, node.attr, None) if isinstance(owner, types.ModuleType) else None
        return None


def _counterpart(function):
    import dpctl.tensor as dpt

    name = getattr(function, "__name__", None)
    for own, other in ((np, dpt), (np.linalg, dpt.linalg), (np.fft, dpt.fft)):
        if name is None or getattr(own, name, None) is not function:
            continue
        if own is np and name in _SPECIAL:
            return _SPECIAL[name]
        if own is np.linalg and name == "norm":
            return _norm
        found = getattr(other, _OTHER_NAMES.get(name, name), None)
        return found if callable(found) and not isinstance(found, (type, np.dtype)) else None
    return None


def _is_of_device(value) -> bool:
    if isinstance(value, (tuple, list)):
        return any(map(_is_of_device, value))
    return isinstance(value, usm_ndarray)


# What is written otherwise.


def _array(x, dtype=None, copy=True):
    import dpctl.tensor as dpt

    return dpt.asarray(x, dtype=dtype, copy=copy or None)


def _transpose(x, axes=None):
    import dpctl.tensor as dpt

    return dpt.permute_dims(x, tuple(reversed(range(x.ndim))) if axes is None else axes)


def _ravel(x):
    import dpctl.tensor as dpt

    return dpt.reshape(x, -1)


def _summed(name):
    def accumulated(x, axis=None, dtype=None):
        import dpctl.tensor as dpt

        x, axis = (_ravel(x), 0) if axis is None else (x, axis)
        return getattr(dpt, name)(x, axis=axis, dtype=dtype)

    return accumulated


def _dot(a, b):
    import dpctl.tensor as dpt

    if getattr(a, "ndim", 0) == 0 or getattr(b, "ndim", 0) == 0:
        return dpt.multiply(a, b)
    return dpt.tensordot(a, b, axes=((-1,), (max(b.ndim - 2, 0),)))


def _outer(a, b):
    import dpctl.tensor as dpt

    return dpt.multiply(dpt.reshape(a, (-1, 1)), dpt.reshape(b, (1, -1)))


def _vstack(arrays):
    import dpctl.tensor as dpt

    return dpt.concat([a if a.ndim > 1 else dpt.reshape(a, (1, -1)) for a in arrays], axis=0)


def _hstack(arrays):
    import dpctl.tensor as dpt

    parts = [a if a.ndim > 0 else dpt.reshape(a, 1) for a in arrays]
    return dpt.concat(parts, axis=0 if parts[0].ndim == 1 else 1)


def _norm(x, ord=None, axis=None, keepdims=False):
    import dpctl.tensor as dpt

    is_matrix = isinstance(axis, tuple) or (axis is None and x.ndim == 2)
    if ord is not None and is_matrix:
        return dpt.linalg.matrix_norm(x, ord=ord, keepdims=keepdims)
    order = 2 if ord is None else ord
    return dpt.linalg.vector_norm(x, ord=order, axis=axis, keepdims=keepdims)


_SPECIAL = {
    "array": _array, "transpose": _transpose, "ravel": _ravel, "cumsum": _summed("cumulative_sum"),
    "cumprod": _summed("cumulative_prod"), "dot": _dot, "outer": _outer, "vstack": _vstack, "hstack": _hstack,
    "shape": lambda x: x.shape, "ndim": lambda x: x.ndim,
    "size": lambda x, axis=None: x.size if axis is None else x.shape[axis],
}  # fmt: skip

__all__ = ["with_host_functions"]
