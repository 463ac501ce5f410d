"""Arrays that the iterations of a prange loop make: memory that each work-item uses again from one iteration to the next."""

from __future__ import annotations

import ast
import copy
import types

import numpy as np

from ..kernel_api._dtypes import plain_dtype

_MOST_BYTES, _FEWEST_WORKERS = 64 << 20, 64
_FILLS = {"empty": None, "zeros": 0, "ones": 1, "full": None}
_LIBRARIES = ("numpy", "dpnp", "dpctl.tensor")


class LoopArrays:
    """The statements of one loop that make arrays of a size that is known when the loop begins."""

    def __init__(self, source, loop, captured):
        self.source, self.loop, self.known = source, loop, set(captured)
        self.statements = [
            s
            for s in ast.walk(ast.Module(loop.body, []))
            if isinstance(s, ast.Assign)
            and len(s.targets) == 1
            and isinstance(s.targets[0], ast.Name)
            and self._may_make(s.value)
        ]

    def _may_make(self, value) -> bool:
        if self._maker(value):
            return True
        return isinstance(value, (ast.BinOp, ast.UnaryOp, ast.Call)) and self._size_is_known(value)

    def _maker(self, node):
        """ "zeros" of numpy.zeros(...) and the like."""
        if not isinstance(node, ast.Call):
            return None
        name = getattr(self._object(node.func), "__name__", "")
        plain = name.removesuffix("_like")
        if plain in _FILLS and self._is_of_library(node.func):
            return name
        return None

    def _object(self, node):
        try:
            if isinstance(node, ast.Name):
                return self.source.lookup(node.id)
            if isinstance(node, ast.Attribute):
                return getattr(self._object(node.value), node.attr, None)
        except KeyError:
            pass
        return None

    def _is_of_library(self, function) -> bool:
        if isinstance(function, ast.Attribute):
            module = self._object(function.value)
            return isinstance(module, types.ModuleType) and module.__name__ in _LIBRARIES
        module = getattr(self._object(function), "__module__", None) or ""
        return module.startswith(_LIBRARIES)

    def _size_is_known(self, node) -> bool:
        """Does no size in an expression depend on what the loop computes? Numbers may."""
        if isinstance(node, ast.Slice):
            parts = [p for p in (node.lower, node.upper, node.step) if p is not None]
            return all(self._is_known(p) for p in parts)
        if isinstance(node, ast.Call):
            return self._is_of_library(node.func) and all(map(self._size_is_known, node.args))
        if isinstance(node, ast.Attribute):
            return self._is_known(node)
        return all(map(self._size_is_known, ast.iter_child_nodes(node)))

    def _is_known(self, node) -> bool:
        names = [n.id for n in ast.walk(node) if isinstance(n, ast.Name)]
        return all(n in self.known or self._is_global(n) for n in names)

    def _is_global(self, name) -> bool:
        try:
            self.source.lookup(name)
        except KeyError:
            return False
        return name not in self.source.assigned and name not in self.source.parameters

    def shapes(self, values, first):
        """What a run of the loop has to make, for values of the captured names and the first iteration."""
        made = Made(self.loop)
        if not self.statements:
            return made
        space = {**self.source.function.__globals__, **self.source.cells, **values}
        if isinstance(self.loop.target, ast.Name):
            space[self.loop.target.id] = first
        for statement in self.statements:
            found = self._made_by(statement.value, space)
            if found is not None:
                shape, dtype, fill = found
                space[statement.targets[0].id] = _like(shape, dtype, values)
                made.add(statement, shape, np.dtype(dtype), fill)
        return made

    def _made_by(self, value, space):
        """(shape, dtype, what fills it), None for what makes no array of run-time size."""
        maker = self._maker(value)
        if maker is None:
            return self._of_expression(value, space)
        given = {k.arg: k.value for k in value.keywords}
        names = ["shape", "fill_value", "dtype"] if "full" in maker else ["shape", "dtype"]
        given.update(zip(names, value.args, strict=False))
        shape = given.get("shape", given.get("prototype", given.get("x")))
        if shape is None or (not maker.endswith("_like") and _is_constant(shape)):
            return None
        if not (self._is_known(shape) or (maker.endswith("_like") and self._size_is_known(shape))):
            return None
        like = _evaluated(shape, space)
        if like is None:
            return None
        dtype = _evaluated(given["dtype"], space) if "dtype" in given else None
        dtype = plain_dtype(dtype)
        fill = _FILLS[maker.removesuffix("_like")]
        if "full" in maker:
            fill = given.get("fill_value")
            dtype = dtype or np.asarray(_evaluated(fill, space)).dtype
        if maker.endswith("_like"):
            return tuple(like.shape), dtype or like.dtype, fill
        shape = like if isinstance(like, (tuple, list)) else (like,)
        return tuple(int(x) for x in shape), dtype or np.float64, fill

    def _of_expression(self, value, space):
        found = _evaluated(value, space)
        if getattr(found, "ndim", 0) == 0 or not hasattr(found, "__sycl_usm_array_interface__"):
            return None
        return tuple(found.shape), found.dtype, value


def _like(shape, dtype, values):
    """An array of that shape without memory."""
    import dpctl.tensor as dpt

    queue = next((v.sycl_queue for v in values.values() if hasattr(v, "sycl_queue")), None)
    return dpt.broadcast_to(dpt.zeros((), dtype=dtype, sycl_queue=queue), shape)


def _evaluated(node, space):
    """The value of an expression before the loop runs, None where it has none."""
    try:
        code = compile(ast.fix_missing_locations(ast.Expression(copy.deepcopy(node))), "", "eval")
        return eval(code, space)
    except Exception:
        return None


def _is_constant(node) -> bool:
    return all(isinstance(n, (ast.Constant, ast.Tuple, ast.List, ast.Load)) for n in ast.walk(node))


class Made:
    """The arrays of one run of a loop."""

    def __init__(self, loop):
        self.loop = loop
        self.arrays = []  # (statement, shape, dtype, what fills it)

    def __bool__(self):
        return bool(self.arrays)

    def add(self, *array):
        self.arrays.append(array)

    @property
    def key(self):
        """What the kernel depends on."""
        return tuple((id(s), len(shape), str(dtype)) for s, shape, dtype, _ in self.arrays)

    @property
    def parameters(self) -> list:
        """Names that no name of the user's is."""
        return [f"%made {n}" for n in range(len(self.arrays))]

    def most_workers(self, most) -> int:
        """How many work-items get memory."""
        each = sum(dtype.itemsize * int(np.prod(shape)) for _, shape, dtype, _ in self.arrays)
        return most if each == 0 else max(_FEWEST_WORKERS, min(most, _MOST_BYTES // each))

    def memory(self, workers, queue) -> list:
        """One array for each; work-items are neighbours in it."""
        if not self.arrays:
            return []
        import dpctl.tensor as dpt

        return [
            dpt.empty((*shape, workers), dtype=dtype, sycl_queue=queue)
            for _, shape, dtype, _ in self.arrays
        ]

    def body(self) -> list:
        """The loop's body with parts of that memory in place of new arrays."""
        kept = {id(s): s for s, *_ in self.arrays}  # which deepcopy leaves as they are
        body = ast.Module(copy.deepcopy(self.loop.body, kept), [])
        return _Replaced(self).visit(body).body


class _Replaced(ast.NodeTransformer):
    def __init__(self, made):
        self.places = {id(s): (n, *rest) for n, (s, *rest) in enumerate(made.arrays)}

    def visit_Assign(self, node):
        found = self.places.get(id(node))
        if found is None:
            return self.generic_visit(node)
        from .dpjit import parsed

        number, shape, _, fill = found
        everything = ", ".join(":" * len(shape))
        part = parsed(f"x[{everything}, %item.get_id(0)]")
        part.value = ast.Name(f"%made {number}", ast.Load())
        made = [ast.Assign([node.targets[0]], part)]
        if fill is not None:
            value = fill if isinstance(fill, ast.AST) else ast.Constant(fill)
            target = parsed(f"x[{everything}]")
            target.value, target.ctx = ast.Name(node.targets[0].id, ast.Load()), ast.Store()
            made.append(ast.Assign([target], value))
        for statement in made:
            for new in ast.walk(statement):
                if "lineno" in new._attributes and not hasattr(new, "lineno"):
                    ast.copy_location(new, node)
        return made


__all__ = ["LoopArrays", "Made"]
