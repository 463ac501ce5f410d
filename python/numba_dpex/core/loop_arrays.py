"""Arrays that the iterations of a prange loop make: memory that each work-item uses again from one iteration to the next."""

from __future__ import annotations

import ast
import copy
import types
from typing import NamedTuple

import numpy as np

from ..kernel_api._dtypes import plain_dtype
from .first_iteration import FirstIteration, extent_of, is_method, needed_for
from .hoisting import is_places

_MOST_BYTES, _FEWEST_WORKERS = 64 << 20, 64
_FILLS = {"empty": None, "zeros": 0, "ones": 1, "full": None}
_LIBRARIES = ("numpy", "dpnp", "dpctl.tensor")
_VIEWS = ("reshape", "transpose", "permute_dims", "ravel")
_KEEPERS = {
    "nonzero": "keep_places",
    "where": "keep_places",
    "flatnonzero": "keep_places",
    "unique": "keep_unique",
}
_EXPRESSIONS = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Call)


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
        self.steps = needed_for(loop.body, self.statements)
        self.places = self._places() if self.statements else {}

    def _places(self) -> dict:
        """How many arrays of each statement variables may hold at a time."""
        from .._compiler.liveness import live_in, may_share

        live, places = live_in([self.loop]), {}
        for s in self.statements:
            names, (held, carried) = may_share(self.loop.body, s.targets[0].id), live[id(s)]
            places[id(s)] = 1 + len(names & held) if names & carried else 1
        return places

    def _may_make(self, value) -> bool:
        if self._maker(value):
            return True
        if (
            isinstance(value, ast.Call)
            and getattr(self._object(value.func), "__name__", "") in _VIEWS
        ):
            return False
        if isinstance(value, ast.Subscript):  # by a mask, perhaps
            return isinstance(value.slice, (ast.Name, *_EXPRESSIONS)) or is_places(value)
        return isinstance(value, _EXPRESSIONS) and self._size_is_known(value)

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
            extent = extent_of(node)
            ends = [node.lower, node.upper] if extent is None else [extent]
            return all(self._is_known(p) for p in (*ends, node.step) if p is not None)
        if isinstance(node, ast.Call):
            if self._is_of_library(node.func):
                return all(map(self._size_is_known, node.args))
            parts = [node.func.value, *node.args] if is_method(node.func) else ()
            return bool(parts) and all(map(self._size_is_known, parts))
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
        seen, makers = FirstIteration(self.source, self.loop, values, first), set(self.statements)
        for step in self.steps:
            found = self._made_by(step.value, seen) if step in makers else None
            if found is None:
                of_array = isinstance(step, ast.Assign) and self._size_is_known(step.value)
                seen.see(step, arrays=of_array and not _has_mask(step.value, seen))
                continue
            shape, dtype, fill = found
            if not isinstance(fill, Chosen):  # of which nobody knows how many there are
                seen.is_array(step.targets[0].id, shape, dtype)
            made.add(step, shape, np.dtype(dtype), fill, self.places[id(step)])
        return made

    def _made_by(self, value, seen):
        """(shape, dtype, what fills it), None for what makes no array of run-time size."""
        maker = self._maker(value)
        if maker is None:
            return self._of_expression(value, seen)
        given = {k.arg: k.value for k in value.keywords}
        names = ["shape", "fill_value", "dtype"] if "full" in maker else ["shape", "dtype"]
        given.update(zip(names, value.args, strict=False))
        shape = given.get("shape", given.get("prototype", given.get("x")))
        if shape is None or (not maker.endswith("_like") and _is_constant(shape)):
            return None
        if not (self._is_known(shape) or (maker.endswith("_like") and self._size_is_known(shape))):
            return None
        like = seen.value(shape)
        if like is None:
            return None
        dtype = seen.value(given["dtype"]) if "dtype" in given else None
        dtype = plain_dtype(dtype)
        fill = _FILLS[maker.removesuffix("_like")]
        if "full" in maker:
            fill = given.get("fill_value")
            if dtype is None and not maker.endswith("_like"):
                number = seen.value(fill)
                if number is None:
                    return None
                dtype = number.dtype if hasattr(number, "dtype") else np.asarray(number).dtype
        if maker.endswith("_like"):
            return tuple(like.shape), dtype or like.dtype, fill
        shape = like if isinstance(like, (tuple, list)) else (like,)
        return tuple(int(x) for x in shape), dtype or np.float64, fill

    def _of_expression(self, value, seen):
        if isinstance(value, ast.Subscript) and not is_places(value):
            return self._chosen(value, seen)
        counted = self._counted(value, seen)
        if counted is not None:
            return counted
        found = None if _has_mask(value, seen) else seen.value(value)
        if getattr(found, "ndim", 0) == 0 or not hasattr(found, "__sycl_usm_array_interface__"):
            return None
        return tuple(found.shape), found.dtype, value

    def _chosen(self, value, seen):
        """Memory for the elements that a mask chooses: all of them."""
        source = seen.value(value.value) if _has_mask(value, seen) else None
        if getattr(source, "ndim", 0) != 1 or not self._size_is_known(value.value):
            return None
        return tuple(source.shape), source.dtype, Chosen("keep_chosen", [value.value, value.slice])

    def _counted(self, value, seen):
        """Memory for the places where a condition holds, and for the values that an array has."""
        call = value.value if is_places(value) else value
        if not isinstance(call, ast.Call) or len(call.args) != 1 or call.keywords:
            return None
        name = getattr(self._object(call.func), "__name__", "")
        if not self._is_of_library(call.func) or name not in _KEEPERS:
            return None
        given = seen.value(call.args[0])
        if getattr(given, "ndim", 0) != 1 or not self._size_is_known(call.args[0]):
            return None
        dtype = given.dtype if name == "unique" else np.int64
        return tuple(given.shape), dtype, Chosen(_KEEPERS[name], call.args)


class Chosen(NamedTuple):
    """Elements of which nobody knows how many there are: what a function of kernels keeps of its arguments."""

    keeper: str
    arguments: list


def _has_mask(node, seen) -> bool:
    """Is a part of it chosen by an array of booleans?"""
    indices = [n.slice for n in ast.walk(node) if isinstance(n, ast.Subscript)]
    found = [seen.value(i) for i in indices if not isinstance(i, (ast.Slice, ast.Tuple))]
    return any(getattr(f, "ndim", 0) > 0 and f.dtype == bool for f in found)


def keep_chosen(source, mask, kept):
    """Part of kernels: what a mask chooses, from the begin of an array on; how many those are."""
    count = 0
    for value, is_chosen in zip(source, mask):  # noqa: B905  (kernels have no keywords here)
        if is_chosen:
            kept[count] = value
            count += 1
    return count


def keep_places(condition, kept):
    """Part of kernels: the places of what is not zero, and how many those are."""
    count = 0
    for place, holds in enumerate(condition):
        if holds:
            kept[count] = place
            count += 1
    return count


def keep_unique(source, kept):
    """Part of kernels: the values of an array, each once and in order, and how many those are."""
    kept[:] = source
    kept.sort()
    count = 0
    for place in range(len(kept)):
        value, last = kept[place], kept[max(count - 1, 0)]
        if count == 0 or (value != last and (value == value or last == last)):  # NaN is one value
            kept[count] = value
            count += 1
    return count


def filled(memory, places, value=None):
    """Part of kernels: the first of the places in memory that no variable holds, with the value in all elements."""


def _is_constant(node) -> bool:
    return all(isinstance(n, (ast.Constant, ast.Tuple, ast.List, ast.Load)) for n in ast.walk(node))


class Made:
    """The arrays of one run of a loop."""

    def __init__(self, loop):
        self.loop = loop
        self.arrays = []  # (statement, shape, dtype, what fills it, how many a work-item has)

    def __bool__(self):
        return bool(self.arrays)

    def add(self, *array):
        self.arrays.append(array)

    @property
    def key(self):
        """What the kernel depends on."""
        return tuple((id(s), len(shape), str(dtype)) for s, shape, dtype, *_ in self.arrays)

    @property
    def parameters(self) -> list:
        """Names that no name of the user's is."""
        return [f"%made {n}" for n in range(len(self.arrays))]

    def most_workers(self, most) -> int:
        """How many work-items get memory."""
        each = sum(
            dtype.itemsize * int(np.prod(shape)) * places
            for _, shape, dtype, _, places in self.arrays
        )
        return most if each == 0 else max(_FEWEST_WORKERS, min(most, _MOST_BYTES // each))

    def memory(self, workers, queue) -> list:
        """One array for each; work-items are neighbours in it."""
        if not self.arrays:
            return []
        import dpctl.tensor as dpt

        return [
            dpt.empty((*[places][: places > 1], *shape, workers), dtype=dtype, sycl_queue=queue)
            for _, shape, dtype, _, places in self.arrays
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

        number, shape, _, fill, places = found
        part = parsed(f"x[{':, ' * (len(shape) + (places > 1))}%item.get_id(0)]")
        part.value = ast.Name(f"%made {number}", ast.Load())
        given = [part, ast.Constant(places)]
        target = node.targets[0]
        if fill is not None and not isinstance(fill, Chosen):
            given.append(fill if isinstance(fill, ast.AST) else ast.Constant(fill))
        if isinstance(fill, Chosen):
            target = ast.Name(f"%kept {number}", ast.Store())
        made = [ast.Assign([target], ast.Call(ast.Name("%filled", ast.Load()), given, []))]
        if isinstance(fill, Chosen):
            whole = ast.Name(target.id, ast.Load())
            keeper = ast.Name("%" + fill.keeper, ast.Load())
            count = ast.Call(keeper, [*fill.arguments, whole], [])
            chosen = ast.Subscript(whole, ast.Slice(None, count, None), ast.Load())
            made.append(ast.Assign([node.targets[0]], chosen))
        for statement in made:
            for new in ast.walk(statement):
                if "lineno" in new._attributes and not hasattr(new, "lineno"):
                    ast.copy_location(new, node)
        return made


IN_KERNELS = {"%" + f.__name__: f for f in (keep_chosen, keep_places, keep_unique, filled)}


__all__ = ["IN_KERNELS", "LoopArrays", "Made", "filled", "keep_chosen"]
