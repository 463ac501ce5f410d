"""Memory for the arrays that the iterations of a prange loop make, and what kernels do to fill it."""

from __future__ import annotations

import ast
import copy
from typing import NamedTuple

import numpy as np

from .growing_lists import LIST_DTYPE

_MOST_BYTES, _FEWEST_WORKERS = 64 << 20, 64


class Chosen(NamedTuple):
    """Elements of which nobody knows how many there are: what a function of kernels keeps of its arguments."""

    keeper: str
    arguments: list


class MadeArray(NamedTuple):
    """Memory for what a statement makes, as large as it gets."""

    shape: tuple
    dtype: np.dtype
    fill: object  # a number, an expression, Chosen; None for nothing
    extents: list | None = None  # expressions for those of an iteration
    like: list | None = None  # the same, as those of another array
    statement: ast.stmt | None = None
    places: int = 1  # how many of these a work-item has
    differs: bool = False  # iterations make it of different sizes

    @property
    def is_chosen(self) -> bool:
        return isinstance(self.fill, Chosen)

    @property
    def whole(self) -> tuple:
        return (*[self.places][: self.places > 1], *self.shape)

    def part(self, memory):
        """Its part of the memory, in a kernel: all places, as large as it is in this iteration."""
        from .dpjit import parsed

        sizes = self.extents or (self.like if self.differs else None) or [None] * len(self.shape)
        slices = [ast.Slice(None, size, None) for size in sizes]
        slices[:0] = [ast.Slice(None, None, None)][: self.places > 1]
        index = ast.Tuple([*slices, parsed("%item.get_id(0)")], ast.Load())
        return ast.Subscript(ast.Name(memory, ast.Load()), index, ast.Load())


class Made:
    """The arrays of one run of a loop."""

    def __init__(self, loop):
        self.loop, self.arrays, self.lists = loop, [], []

    def __bool__(self):
        return bool(self.arrays or self.lists)

    def add(self, array):
        self.arrays.append(array)

    @property
    def key(self):
        """What the kernel depends on."""
        arrays = tuple((id(a.statement), len(a.shape), str(a.dtype)) for a in self.arrays)
        return arrays, tuple((room.name, room.width, room.is_enough) for room in self.lists)

    @property
    def parameters(self) -> list:
        """Names that no name of the user's is."""
        names = [f"%made {n}" for n in range(len(self.arrays))]
        return names + [f"%memory {room.name}" for room in self.lists]

    def most_workers(self, most) -> int:
        """How many work-items get memory."""
        each = sum(a.dtype.itemsize * int(np.prod(a.whole)) for a in self.arrays)
        each += sum(LIST_DTYPE.itemsize * room.numbers for room in self.lists)
        return most if each == 0 else max(_FEWEST_WORKERS, min(most, _MOST_BYTES // each))

    def memory(self, workers, queue) -> list:
        """One array for each; work-items are neighbours in it."""
        if not self:
            return []
        import dpctl.tensor as dpt

        kinds = [(a.whole, a.dtype) for a in self.arrays]
        kinds += [((room.numbers,), LIST_DTYPE) for room in self.lists]
        return [dpt.empty((*s, workers), dtype=dtype, sycl_queue=queue) for s, dtype in kinds]

    def before(self) -> list:
        """Statements that give each list the work-item's part of its memory."""
        return [s for room in self.lists for s in room.statements()]

    def body(self) -> list:
        """The loop's body with parts of that memory in place of new arrays."""
        kept = {
            id(a.statement): a.statement for a in self.arrays
        }  # which deepcopy leaves as they are
        body = ast.Module(copy.deepcopy(self.loop.body, kept), [])
        return _Replaced(self).visit(body).body


class _Replaced(ast.NodeTransformer):
    def __init__(self, made):
        self.arrays = {id(a.statement): (n, a) for n, a in enumerate(made.arrays)}

    def visit_Assign(self, node):
        found = self.arrays.get(id(node))
        if found is None:
            return self.generic_visit(node)
        number, array = found
        given, target = [array.part(f"%made {number}"), ast.Constant(array.places)], node.targets[0]
        if array.is_chosen:
            target = ast.Name(f"%kept {number}", ast.Store())
        elif array.fill is not None:
            given.append(
                array.fill if isinstance(array.fill, ast.AST) else ast.Constant(array.fill)
            )
        as_value = array.differs and array.fill is node.value
        filler = ast.Name("%resized" if as_value else "%filled", ast.Load())
        made = [ast.Assign([target], ast.Call(filler, given, []))]
        if array.is_chosen:
            whole = ast.Name(target.id, ast.Load())
            keeper = ast.Name("%" + array.fill.keeper, ast.Load())
            count = ast.Call(keeper, [*array.fill.arguments, whole], [])
            chosen = ast.Subscript(whole, ast.Slice(None, count, None), ast.Load())
            made.append(ast.Assign([node.targets[0]], chosen))
        for statement in made:
            for new in ast.walk(statement):
                if "lineno" in new._attributes and not hasattr(new, "lineno"):
                    ast.copy_location(new, node)
        return made


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
    own = kept[: len(source)]  # memory is made for the largest source
    own[:] = source
    own.sort()
    count = 0
    for place in range(len(own)):
        value, last = kept[place], kept[max(count - 1, 0)]
        if count == 0 or (value != last and (value == value or last == last)):  # NaN is one value
            kept[count] = value
            count += 1
    return count


def filled(memory, places, value=None):
    """Part of kernels: the first of the places in memory that no variable holds, with the value in all elements."""


def resized(memory, places, value):
    """The same, of which the part is taken that is as large as the value."""


IN_KERNELS = {"%" + f.__name__: f for f in (keep_chosen, keep_places, keep_unique, filled, resized)}

__all__ = ["Chosen", "IN_KERNELS", "Made", "MadeArray", "filled", "keep_chosen", "resized"]
