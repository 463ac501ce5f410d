"""Expressions over arrays inside of kernels: computed element by element where they are stored, folded or walked along."""

import ast
import copy
import math

from .errors import TypingError, UnsupportedError
from .types import NAMES, STRONG, numpy_dtype
from .values import Const, Elements, Tuple, View, describe

MOST_KEPT = 4096  # elements of a private array that an expression becomes


def is_array(value) -> bool:
    """Has it axes?"""
    return isinstance(value, Elements) or (isinstance(value, View) and bool(value.shape))


class ArrayValues:
    """What the lowering of expressions does with whole arrays; a mixin of Lowering."""

    def combined(self, values, compute, node):
        """compute(numbers) for the elements of broadcast arrays and numbers."""
        arrays = [v for v in values if is_array(v)]
        rank = max(len(v.shape) for v in arrays)
        shape = []
        for axis in range(-rank, 0):
            extents = [v.shape[axis] for v in arrays if -axis <= len(v.shape)]
            shape.append(self._common(extents, values, node))

        def element(indices):
            return compute([self.element_of(v, indices, node) for v in values])

        views = [view for v in arrays for view in (v.views if isinstance(v, Elements) else [v])]
        return Elements(shape, element, views)

    def _common(self, extents, values, node):
        """The extent of an axis; those that are known only at run time are taken to be equal."""
        wide = [x for x in extents if not (isinstance(x, int) and x == 1)]
        fixed = {x for x in wide if isinstance(x, int)}
        if len(fixed) > 1:
            text = " and ".join(map(describe, values))
            raise self.fail(
                TypingError,
                f"{text} do not broadcast: an axis has {sorted(fixed)[0]} and {sorted(fixed)[1]} elements",
                node,
            )
        return fixed.pop() if fixed else wide[0] if wide else 1

    def element_of(self, value, indices, node):
        """The element that belongs to indices of a shape which the value broadcasts to."""
        if not is_array(value):
            return value
        own = indices[len(indices) - len(value.shape) :]
        own = [
            Const(0) if isinstance(extent, int) and extent == 1 else index
            for index, extent in zip(own, value.shape, strict=True)
        ]
        if isinstance(value, Elements):
            return value.element(own)
        return self.load(self.selected(value, [(index, node) for index in own], node))

    def dtype_of_elements(self, value) -> int:
        """The type of an expression's elements, found without computing one."""
        kept = copy.copy(self.recipe)
        for name in ("code", "texts", "_texts", "_constants", "_fields", "sites"):
            setattr(self.recipe, name, copy.copy(getattr(kept, name)))
        try:
            return self.dtype_of(value.element([Const(0)] * len(value.shape)))
        finally:
            self.recipe.__dict__.update(kept.__dict__)

    def kept(self, value, node) -> View:
        """An expression that a variable holds: a private array."""
        if not all(isinstance(x, int) for x in value.shape):
            raise self.fail(
                UnsupportedError,
                "a variable cannot hold an expression over arrays whose size is known at run time only; store it into a part of an "
                "array; in prange loops np.empty() makes one of a size that is known when the loop begins",
                node,
            )
        if math.prod(value.shape) > MOST_KEPT:
            raise self.fail(
                UnsupportedError,
                f"a variable cannot hold an expression over {math.prod(value.shape)} elements; store it into an argument",
                node,
            )
        dtype = self.dtype_of_elements(value)
        view = self.private_array(tuple(value.shape), dtype, False, node)
        self.store_part(view, value, node)
        return view

    def attribute_of_elements(self, value, name, node):
        if name == "shape":
            return Tuple([self.extent_value(x) for x in value.shape])
        if name == "ndim":
            return Const(len(value.shape))
        if name == "size":
            return self.extent_value(self.size_of_view(value))
        if name == "dtype":
            return Const(numpy_dtype(STRONG[self.dtype_of_elements(value)]))
        return None

    def subscript_of_elements(self, value, node):
        """An element of an expression."""
        indices = self.indices_of(node.slice)
        if len(indices) != len(value.shape) or any(isinstance(i, ast.Slice) for i, _ in indices):
            raise self.fail(
                UnsupportedError,
                "an expression over arrays is indexed by as many integers as it has axes; take parts of the arrays in it",
                node,
            )
        pairs = zip(indices, value.shape, strict=True)
        return value.element([self._from_end(i, extent, where) for (i, where), extent in pairs])

    def _from_end(self, index, extent, node):
        position = self.position(index, extent, node)
        return self.extent_value(position)

    # Assignments to parts of arrays.

    def part_of(self, place, value, node, in_place=0):
        """What is stored into a part: a number, or an expression of as many axes at most that reads no other part of the array.

        `in_place`: how many of the arrays in it are the part itself.
        """
        if self._numeric(value):
            return value
        if not is_array(value):
            raise self.fail(
                TypingError,
                f"a part of an array of {NAMES[place.dtype]} cannot hold {describe(value)}",
                node,
            )
        views = value.views if isinstance(value, Elements) else [value]
        shared = sum(1 for view in views if view.arrays & place.arrays)
        if len(value.shape) > len(place.shape) or shared > in_place:
            raise self.fail(
                UnsupportedError,
                f"a part of {len(place.shape)} dimensions takes a number, or as large a part of another array; "
                "write a loop over its elements",
                node,
            )
        return value

    def store_part(self, place, value, node, in_place=0):
        """Stores a number into all elements of a part, or an expression element by element."""
        value = self.part_of(place, value, node, in_place)

        def store(indices):
            at = [(index, node) for index in indices]
            self.store(self.selected(place, at, node), self.element_of(value, indices, node), node)

        self.over_all(place.shape, store)

    def update_part(self, op, place, value, node, in_place=0):
        """`part += number`, and of an expression."""
        value = self.part_of(place, value, node, in_place)

        def update(indices):
            target = self.selected(place, [(index, node) for index in indices], node)
            item = self.element_of(value, indices, node)
            self.store(target, self.binary(op, self.load(target), item, node), node)

        self.over_all(place.shape, update)


def reads_in_place(target, value) -> int:
    """How often an expression reads the very part of an array that it is stored into, or parts that cannot overlap it.

    0 if it reads others of that array, too.
    """
    if not isinstance(target.value, ast.Name):
        return 0
    name = target.value.id
    uses = sum(1 for n in ast.walk(value) if isinstance(n, ast.Name) and n.id == name)
    parts = [n for n in ast.walk(value) if isinstance(n, ast.Subscript)]
    parts = [n for n in parts if isinstance(n.value, ast.Name) and n.value.id == name]
    harmless = sum(1 for n in parts if _same_or_apart(target.slice, n.slice))
    return harmless if harmless == uses else 0


def _same_or_apart(one, other) -> bool:
    if ast.dump(one) == ast.dump(other):
        return True
    pairs = zip(*(n.elts if isinstance(n, ast.Tuple) else [n] for n in (one, other)), strict=False)
    return any(
        all(isinstance(x, ast.Constant) and type(x.value) is int for x in (a, b))
        and a.value != b.value
        for a, b in pairs
    )


__all__ = ["ArrayValues", "is_array", "reads_in_place"]
