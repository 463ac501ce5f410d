"""Arrays that the iterations of a prange loop make: memory that each work-item uses again from one iteration to the next."""

from __future__ import annotations

import ast
import types

import numpy as np

from ..kernel_api._dtypes import plain_dtype
from ..kernel_api._usm_data import is_in_usm
from .first_iteration import ARRAY_METHODS, FirstIteration, extent_of, needed_for
from .growing_lists import GrowingLists
from .hoisting import is_places
from .largest_sizes import LargestSizes, names_of
from .made_arrays import Chosen, Made, MadeArray

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
        self.mixed = {  # names that do not always stand for arrays of constant sizes
            s.targets[0].id for s in self.statements if not self._is_of_constant_size(s.value)
        }
        self.steps = needed_for(loop.body, self.statements)
        self.places = self._places() if self.statements else {}
        self.lists = GrowingLists(loop)

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

    def _is_of_constant_size(self, node) -> bool:
        """Is it np.zeros(3) or the like?"""
        maker = self._maker(node)
        if maker is None or maker.endswith("_like"):
            return False
        shape = next((k.value for k in node.keywords if k.arg == "shape"), None)
        return _is_constant(shape or node.args[0])

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
            return isinstance(module, types.ModuleType) and module.__name__.startswith(_LIBRARIES)
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
            is_of_array = isinstance(node.func, ast.Attribute) and node.func.attr in ARRAY_METHODS
            parts = [node.func.value, *node.args] if is_of_array else ()
            return bool(parts) and all(map(self._size_is_known, parts))
        if isinstance(node, ast.Subscript):
            kept = [e for e in _entries(node) if not _may_be_number(e)]
            return self._size_is_known(node.value) and all(map(self._size_is_known, kept))
        if isinstance(node, ast.Attribute):
            return self._size_is_known(node.value) if node.attr == "T" else self._is_known(node)
        return all(map(self._size_is_known, ast.iter_child_nodes(node)))

    def _is_known(self, node) -> bool:
        return all(n in self.known or self._is_global(n) for n in names_of(node))

    def _is_global(self, name) -> bool:
        try:
            self.source.lookup(name)
        except KeyError:
            return False
        return name not in self.source.assigned and name not in self.source.parameters

    @property
    def may_make(self) -> bool:
        """Does the loop have statements that make arrays or lists?"""
        return bool(self.statements or self.lists)

    def shapes(self, values, counted):
        """What a run of the loop has to make, for values of the captured names and the numbers of its iterations."""
        made = Made(self.loop)
        if not self.may_make:
            return made
        seen = FirstIteration(self.source, self.loop, values, counted[0])
        sizes = LargestSizes(self.loop, values, seen.space, counted)
        makers = set(self.statements)
        differing = set()  # names of arrays whose sizes differ between iterations
        for step in self.steps:
            if isinstance(step, ast.Assign) and isinstance(step.targets[0], ast.Tuple):
                seen.see(step, arrays=False)
                continue
            found = self._made_by(step, seen, sizes) if step in makers else None
            part = None if found else self._part_of_size(step, seen, sizes)
            differs = bool(_names_of(step) & differing or part or found and found.differs)
            if differs and isinstance(step, ast.Assign):
                differing.add(step.targets[0].id)
            if found or part:
                seen.is_array(step.targets[0].id, *(part or (found.shape, found.dtype)))
            else:
                of_array = isinstance(step, ast.Assign) and self._size_is_known(step.value)
                seen.see(step, arrays=of_array and not _has_mask(step.value, seen))
            if found:
                places = self.places[id(step)]
                made.add(found._replace(statement=step, places=places, differs=differs))
        made.lists = self.lists.rooms(seen, sizes)
        return made

    def _part_of_size(self, step, seen, sizes):
        """(shape, dtype) of `name = x[a:b]` at its largest, whose size the iterations differ in: that of all of x, if nothing else is known."""
        value = step.value if isinstance(step, ast.Assign) else None
        if not isinstance(value, ast.Subscript) or self._size_is_known(value):
            return None
        entries = _entries(value)
        slices = [e for e in entries if isinstance(e, ast.Slice)]
        everything = [ast.Slice() if e in slices else e for e in entries]
        whole = seen.value(
            ast.Subscript(value.value, ast.Tuple(everything, ast.Load()), ast.Load())
        )
        if getattr(whole, "ndim", 0) < len(slices) or not self._size_is_known(value.value):
            return None
        shape = list(whole.shape)
        for n, part in enumerate(slices):
            if not self._size_is_known(part):
                upper = part.upper or ast.Constant(shape[n])
                largest = None if part.step else sizes.between(part.lower, upper)
                shape[n] = shape[n] if largest is None else min(largest, shape[n])
        return tuple(shape), whole.dtype

    def _made_by(self, statement, seen, sizes):
        """The array that a statement makes; None for what makes none of run-time size."""
        value = statement.value
        maker = self._maker(value)
        if maker is None:
            return self._of_counts(value, seen, sizes) or self._of_expression(value, seen)
        given = {k.arg: k.value for k in value.keywords}
        names = ["shape", "fill_value", "dtype"] if "full" in maker else ["shape", "dtype"]
        given.update(zip(names, value.args, strict=False))
        given = {k: v for k, v in given.items() if not _is_none(v)}
        shape = given.get("shape", given.get("prototype", given.get("x")))
        if shape is None or (
            self._is_of_constant_size(value) and statement.targets[0].id not in self.mixed
        ):
            return None
        dtype = self._dtype(given["dtype"], seen) if "dtype" in given else None
        if dtype is None and "dtype" in given:
            return None
        fill = _FILLS[maker.removesuffix("_like")]
        if "full" in maker:
            fill = given.get("fill_value")
            if dtype is None and not maker.endswith("_like"):
                number = seen.value(fill)
                if number is None:
                    return None
                dtype = number.dtype if hasattr(number, "dtype") else np.asarray(number).dtype
        if maker.endswith("_like"):
            return self._like(shape, dtype, fill, seen)
        return self._of_size(shape, np.dtype(dtype or np.float64), fill, seen, sizes)

    def _dtype(self, node, seen):
        """The dtype that an expression names, None for what is none."""
        named = self._object(node)
        try:
            return np.dtype(plain_dtype(seen.value(node) if named is None else named))
        except TypeError:
            return None

    def _like(self, prototype, dtype, fill, seen):
        like = seen.value(prototype) if self._size_is_known(prototype) else None
        if not hasattr(like, "shape"):
            return None
        extents = [
            ast.Subscript(
                ast.Attribute(prototype, "shape", ast.Load()), ast.Constant(n), ast.Load()
            )
            for n in range(like.ndim)
        ]
        return MadeArray(tuple(like.shape), np.dtype(dtype or like.dtype), fill, like=extents)

    def _of_size(self, shape, dtype, fill, seen, sizes):
        if self._is_known(shape):
            found = seen.value(shape)
            if found is None:
                return None
            extents = found if isinstance(found, (tuple, list)) else (found,)
            return MadeArray(tuple(int(x) for x in extents), dtype, fill)
        extents = shape.elts if isinstance(shape, (ast.Tuple, ast.List)) else [shape]
        largest = sizes.of(extents)
        return None if largest is None else MadeArray(largest, dtype, fill, extents, differs=True)

    def _of_counts(self, value, seen, sizes):
        """Memory for np.bincount of parts of an array from outside: as much as all of the array asks for."""
        from .._compiler.source import root_of, stored_into

        if not isinstance(value, ast.Call) or not self._is_of_library(value.func):
            return None
        if getattr(self._object(value.func), "__name__", "") != "bincount":
            return None
        given = dict(zip(("x", "weights", "minlength"), value.args, strict=False))
        given |= {k.arg: k.value for k in value.keywords}
        name = root_of(given.get("x"))
        whole = seen.space.get(name) if name in self.known - stored_into(self.loop.body) else None
        least = sizes.of([given.get("minlength", ast.Constant(0))])
        if getattr(whole, "ndim", 0) == 0 or whole.dtype.kind not in "iu" or least is None:
            return None
        numbers = seen.library.asnumpy(seen.library.asarray(whole))
        extent = max(int(numbers.max(initial=-1)) + 1, *least)
        dtype = np.dtype(np.int64 if "weights" not in given else np.float64)
        return MadeArray((extent,), dtype, value, differs=True)

    def _of_expression(self, value, seen):
        if isinstance(value, ast.Subscript) and not is_places(value):
            return self._chosen(value, seen)
        counted = self._counted(value, seen)
        if counted is not None:
            return counted
        if _has_mask(value, seen) or not self._are_numbers(value, seen):
            return None
        found = seen.value(value)
        if getattr(found, "ndim", 0) == 0 or not is_in_usm(found):
            return None
        return MadeArray(tuple(found.shape), found.dtype, value)

    def _are_numbers(self, value, seen) -> bool:
        """Are the indices in it that the loop computes numbers, so that no size depends on them?"""
        entries = [e for n in ast.walk(value) if isinstance(n, ast.Subscript) for e in _entries(n)]
        computed = [e for e in entries if _may_be_number(e) and not self._is_known(e)]
        found = map(seen.value, computed)
        return all(x is not None and getattr(x, "ndim", 0) == 0 for x in found)

    def _chosen(self, value, seen):
        """Memory for the elements that a mask chooses: all of them."""
        source = seen.value(value.value) if _has_mask(value, seen) else None
        if getattr(source, "ndim", 0) != 1 or not self._size_is_known(value.value):
            return None
        chosen = Chosen("keep_chosen", [value.value, value.slice])
        return MadeArray(tuple(source.shape), source.dtype, chosen, differs=True)

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
        dtype = given.dtype if name == "unique" else np.dtype(np.int64)
        chosen = Chosen(_KEEPERS[name], call.args)
        return MadeArray(tuple(given.shape), dtype, chosen, differs=True)


def _entries(subscript) -> list:
    index = subscript.slice
    return index.elts if isinstance(index, ast.Tuple) else [index]


def _may_be_number(entry) -> bool:
    return not isinstance(entry, (ast.Slice, ast.Starred, ast.Constant))


def _names_of(statement) -> set:
    value = getattr(statement, "value", None)
    return names_of(value) if value else set()


def _has_mask(node, seen) -> bool:
    """Is a part of it chosen by an array of booleans?"""
    indices = [n.slice for n in ast.walk(node) if isinstance(n, ast.Subscript)]
    found = [seen.value(i) for i in indices if not isinstance(i, (ast.Slice, ast.Tuple))]
    return any(getattr(f, "ndim", 0) > 0 and f.dtype == bool for f in found)


def _is_none(node) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_constant(node) -> bool:
    return all(isinstance(n, (ast.Constant, ast.Tuple, ast.List, ast.Load)) for n in ast.walk(node))


__all__ = ["LoopArrays"]
