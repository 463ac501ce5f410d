"""Indexing of arrays and tuples."""

import ast

from .array_values import is_array
from .errors import TypingError, UnsupportedError
from .recipe import I64
from .scalars import EQ, INDEX_ADD, INDEX_DIV, INDEX_MAX, INDEX_MUL, LT, SUB
from .types import KINDS, NAMES, SIZES, STORED, WEAK_INT, is_integer, promote
from .values import Const, Elements, Number, Place, Scalar, Tuple, View, describe, integer_of


def is_new_axis(index) -> bool:
    """Is it None, which stands for an axis of one element?"""
    return isinstance(index, Const) and index.value is None


def _is_ellipsis(index) -> bool:
    return isinstance(index, Const) and index.value is Ellipsis


def _slice_of(value, node):
    """The syntax of a slice that is a value."""
    ends = {
        n: getattr(value, s) for n, s in (("lower", "start"), ("upper", "stop"), ("step", "step"))
    }
    made = ast.Slice(**{n: None if x is None else ast.Constant(x) for n, x in ends.items()})
    for part in ast.walk(made):
        ast.copy_location(part, node)
    return made


class Views:
    """What the lowering of expressions does with arrays; a mixin of Lowering."""

    # Extents and strides: ints where known, else Numbers.

    def extent_number(self, extent) -> int:
        return extent.number if isinstance(extent, Number) else self.recipe.integer(extent)

    def extent_value(self, extent):
        """An extent as a value of the language."""
        return (
            Scalar(WEAK_INT, extent.number, True) if isinstance(extent, Number) else Const(extent)
        )

    def times(self, a, b):
        """Product of two extents or indices."""
        if isinstance(a, int) and isinstance(b, int):
            return a * b
        for x, y in ((a, b), (b, a)):
            if isinstance(x, int):
                if x == 0:
                    return 0
                if x == 1:
                    return y
        return Number(
            self.recipe.give("index", INDEX_MUL, self.extent_number(a), self.extent_number(b))
        )

    def plus(self, a, b):
        if isinstance(a, int) and isinstance(b, int):
            return a + b
        for x, y in ((a, b), (b, a)):
            if isinstance(x, int) and x == 0:
                return y
        return Number(
            self.recipe.give("index", INDEX_ADD, self.extent_number(a), self.extent_number(b))
        )

    def not_negative(self, extent):
        """An extent that is less than nothing leaves nothing."""
        if isinstance(extent, int):
            return max(extent, 0)
        zero = self.recipe.integer(0)
        return Number(self.recipe.give("index", INDEX_MAX, extent.number, zero))

    def dense_strides(self, shape):
        strides, step = [], 1
        for extent in reversed(shape):
            strides.insert(0, step)
            step = self.times(step, extent)
        return strides

    def size_of_view(self, view):
        size = 1
        for extent in view.shape:
            size = self.times(size, extent)
        return size

    # Indices.

    def position(self, index, extent, node):
        """An index as int or Number, negative ones counted from the end."""
        if isinstance(index, Const):
            value = self.whole(index, node)
            if isinstance(extent, int) and not -extent <= value < extent:
                raise self.fail(
                    TypingError, f"index {value} is out of bounds for an axis of {extent}", node
                )
            if value.bit_length() > 63:
                raise self.fail(TypingError, f"index {value} is out of bounds for any axis", node)
            return value if value >= 0 else self.plus(extent, value)
        if not isinstance(index, Scalar) or not is_integer(index.dtype):
            raise self.no_index(index, node)
        wide = self.cast(index, WEAK_INT, node)
        if self.is_known(index):
            return Number(wide.number)
        negative = self.recipe.give("compare", LT, wide.number, self.recipe.integer(0))
        wrapped = self.recipe.give("index", INDEX_ADD, wide.number, self.extent_number(extent))
        return Number(self.recipe.give("select", negative, wrapped, wide.number))

    def whole(self, index, node) -> int:
        """A constant index."""
        value = integer_of(index.value)
        if value is None:
            raise self.no_index(index, node)
        return value

    def no_index(self, index, node):
        """The error of something else than an integer, and what was meant by it."""
        hint = ""
        if isinstance(index, Place):
            own = "get_id(0)" if index.kind == "Item" else "get_global_id(0)"
            hint = f"; write {own} of it"
        elif self._numeric(index) and KINDS[self.dtype_of(index)] == "f":
            hint = "; write // for a quotient, or int() around it"
        return self.fail(TypingError, f"an index is an integer, not {describe(index)}{hint}", node)

    def indices_of(self, node):
        """The parts of a subscript: values, or slices."""
        parts = node.elts if isinstance(node, ast.Tuple) else [node]
        found = []
        for part in parts:
            if isinstance(part, ast.Slice):
                found.append((part, part))
                continue
            value = self.expression(part)
            if isinstance(value, Const) and isinstance(value.value, slice):
                part = _slice_of(value.value, part)
                found.append((part, part))
            elif isinstance(value, Tuple):
                found += [(item, part) for item in value.items]
            else:
                found.append((value, part))
        return found

    def subscript(self, owner, node):
        """`owner[...]` as a value: an element or a view."""
        if isinstance(owner, Tuple):
            return self._tuple_item(owner, node)
        if isinstance(owner, Elements):
            return self.subscript_of_elements(owner, node)
        if not isinstance(owner, View):
            raise self.fail(TypingError, f"{describe(owner)} cannot be indexed", node)
        indices = self.indices_of(node.slice)
        if any(is_array(index) for index, _ in indices):
            return self.gathered(owner, indices, node)
        view = self.selected(owner, indices, node)
        return view if view.shape else self.load(view)

    def _tuple_item(self, owner, node):
        if isinstance(node.slice, ast.Slice):
            bounds = []
            for part in (node.slice.lower, node.slice.upper, node.slice.step):
                value = Const(None) if part is None else self.expression(part)
                if not isinstance(value, Const):
                    raise self.fail(TypingError, "slices of tuples have constant bounds", node)
                bounds.append(value.value)
            return Tuple(owner.items[slice(*bounds)])
        index = self.expression(node.slice)
        if isinstance(index, Scalar) and all(map(self._numeric, owner.items)):
            return self._chosen_item(owner.items, index, node)
        if not isinstance(index, Const):
            raise self.fail(
                TypingError,
                "a tuple of other things than numbers is indexed by constants, since its items may differ in type",
                node,
            )
        value = self.whole(index, node)
        if not -len(owner.items) <= value < len(owner.items):
            raise self.fail(
                TypingError,
                f"index {value} is out of bounds for a tuple of {len(owner.items)}",
                node,
            )
        return owner.items[value]

    def _chosen_item(self, items, index, node):
        """An item of a tuple of numbers by an index that is known at run time, in the type that all of them promote to."""
        dtype = self.dtype_of(items[0])
        for item in items[1:]:
            dtype = promote(dtype, self.dtype_of(item))
        at = self.extent_number(self.position(index, len(items), node))
        numbers = [self.cast(item, dtype, node).number for item in items]
        found = numbers[0]
        for n, number in enumerate(numbers[1:], 1):
            here = self.recipe.give("compare", EQ, at, self.recipe.integer(n))
            found = self.recipe.give("select", here, number, found)
        return Scalar(dtype, found, all(map(self.is_known, items)))

    def selected(self, view, indices, node) -> View:
        """The part of a view that indices and slices select; without axes where all are integers."""
        indices = self.without_ellipsis(view, indices, node)
        for index, where in indices:
            if is_array(index):
                words = f"{describe(index)} is no place to store at in kernels; write a loop over its elements"
                raise self.fail(UnsupportedError, words, where)
        offset, shape, strides = 0, [], []
        axes = iter(enumerate(zip(view.shape, view.strides, strict=True)))
        for index, where in indices:
            if is_new_axis(index):
                shape.append(1)
                strides.append(0)
                continue
            axis, (extent, stride) = next(axes)
            if isinstance(index, ast.Slice):
                begin, count, step = self._slice(index, extent)
                offset = self.plus(offset, self.times(begin, stride))
                shape.append(count)
                strides.append(self.times(step, stride))
            else:
                if self.checks:
                    self.checked(index, extent, axis, view, node)
                offset = self.plus(offset, self.times(self.position(index, extent, where), stride))
        for _, (extent, stride) in axes:
            shape.append(extent)
            strides.append(stride)
        sliced = any(isinstance(i, ast.Slice) for i, _ in indices)
        return View(
            view.dtype,
            self.moved(view.pointer, offset, view.dtype) if shape else (view.pointer, offset),
            shape,
            strides,
            view.dense and not sliced,
            view.space,
            view.arrays,
        )

    def without_ellipsis(self, view, indices, node):
        """The indices with slices in place of an ellipsis."""
        own = [i for i, _ in indices if not is_new_axis(i) and not _is_ellipsis(i)]
        missing = len(view.shape) - len(own)
        if missing < 0:
            raise self.fail(TypingError, f"{len(own)} indices for a {describe(view)}", node)
        found = []
        for index, where in indices:
            if _is_ellipsis(index):
                full = ast.copy_location(ast.Slice(None, None, None), where)
                found += [(full, full)] * missing
                missing = 0
            else:
                found.append((index, where))
        return found

    def moved(self, pointer, offset, dtype):
        """The pointer so many elements further on."""
        if isinstance(offset, int) and offset == 0:
            return pointer
        return self.recipe.give(
            "offset", pointer, self.extent_number(self.times(offset, SIZES[dtype]))
        )

    def _slice(self, part, extent):
        """(first, count, step) of a slice, clamped to the extent as Python does."""
        step = 1
        if part.step is not None:
            value = self.expression(part.step)
            if not isinstance(value, Const):
                raise self.fail(
                    UnsupportedError, "the step of a slice is a constant in kernels", part.step
                )
            step = self.whole(value, part.step)
            if step == 0:
                raise self.fail(TypingError, "the step of a slice cannot be zero", part.step)
        low, high = (0, extent) if step > 0 else (-1, self.plus(extent, -1))
        begin = (
            self._bound(part.lower, extent, low, high)
            if part.lower
            else (low if step > 0 else high)
        )
        end = (
            self._bound(part.upper, extent, low, high)
            if part.upper
            else (high if step > 0 else low)
        )
        if isinstance(begin, int) and isinstance(end, int):
            return begin, len(range(begin, end, step)), step
        if isinstance(begin, int) and begin == 0 and step == 1 and end is extent:
            return 0, extent, 1
        distance = self._minus(end, begin) if step > 0 else self._minus(begin, end)
        count = self.not_negative(self.plus(distance, abs(step) - 1))
        if abs(step) != 1:
            by = self.recipe.integer(abs(step))
            count = Number(self.recipe.give("index", INDEX_DIV, self.extent_number(count), by))
        return begin, count, step

    def _minus(self, a, b):
        if isinstance(b, int):
            return self.plus(a, -b)
        return Number(
            self.recipe.give("arithmetic", SUB, self.extent_number(a), self.extent_number(b))
        )

    def _bound(self, node, extent, low, high):
        """One end of a slice, negative values from the end, clamped."""
        value = self.expression(node)
        if isinstance(value, Const) and value.value is None:
            raise self.fail(TypingError, "leave out a bound instead of writing None", node)
        if isinstance(value, Const):
            bound = self.whole(value, node)
            if isinstance(extent, int):
                bound += extent if bound < 0 else 0
                return min(max(bound, low), high)
            bound = bound if bound >= 0 else self.plus(extent, bound)
        else:
            bound = self.position(value, extent, node)
        number = self.extent_number(bound)
        number = self.recipe.give("index", 6, number, self.extent_number(low))
        return Number(self.recipe.give("index", 5, number, self.extent_number(high)))

    # Elements. A view without axes holds (pointer, offset in elements).

    def element(self, view):
        pointer, offset = view.pointer
        return pointer, self.extent_number(offset)

    def load(self, view) -> Scalar:
        pointer, offset = self.element(view)
        number = self.recipe.give("load", STORED[view.dtype], pointer, offset)
        return Scalar(view.dtype, number, False)

    def store(self, view, value, node):
        if not isinstance(value, Scalar) and not self._numeric(value):
            raise self.fail(
                TypingError,
                f"an element of a {NAMES[view.dtype]} array cannot hold {describe(value)}",
                node,
            )
        if KINDS[self.dtype_of(value)] == "c" and KINDS[view.dtype] != "c":
            raise self.fail(
                TypingError,
                f"{describe(value)} cannot be stored into an array of {NAMES[view.dtype]}; store .real or abs()",
                node,
            )
        pointer, offset = self.element(view)
        number = self.cast(value, view.dtype, node).number
        self.recipe.do("store", pointer, offset, number)
        self.mark_written(view)

    def mark_written(self, view):
        for n in view.arrays:
            if isinstance(n, int):  # an argument
                self.recipe.written |= 1 << min(n, 63)

    def element_pointer(self, view) -> int:
        pointer, offset = view.pointer
        return self.moved(pointer, offset, view.dtype)


__all__ = ["I64", "Views", "is_new_axis"]
