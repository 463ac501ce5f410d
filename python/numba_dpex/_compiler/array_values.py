"""Expressions over arrays inside of kernels: computed element by element where they are stored, folded or walked along."""

import ast
import copy
import math
from typing import NamedTuple

from .errors import CompilationError, TypingError, UnsupportedError
from .source import root_of
from .types import NAMES, STRONG, WEAK_INT, numpy_dtype
from .values import Const, Elements, Scalar, Tuple, View, describe

MOST_KEPT = 4096  # elements of a private array that an expression becomes
COPY = "copy"  # begins the name, among a View's arrays, of what NumPy may have as a view


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
        return self.elements(shape, element, views)

    def elements(self, shape, element, views):
        """An expression whose elements are computed in the function that it stands in, wherever they are asked for."""
        frame = self.frame

        def computed(indices):
            with self.within(frame.apart() if self.trying else frame):
                return element(indices)

        return Elements(shape, computed, views)

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
        """The type of an array's elements; of an expression's found without computing one."""
        if isinstance(value, View):
            return value.dtype
        if value.dtype is None:
            with self.tried():
                value.dtype = self.dtype_of(value.element([self.some_index()] * len(value.shape)))
        return value.dtype

    def some_index(self) -> Scalar:
        """An index that decides no condition while compiling: elements at different places may differ in type."""
        return Scalar(WEAK_INT, self.recipe.integer(0), True)

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
        dtype = STRONG[self.dtype_of_elements(value)]
        view = self.private_array(tuple(value.shape), dtype, False, node)
        self.store_part(unread(view), value, node)
        return as_view(view, value)

    def refuse_copies(self, view, node):
        """What changes a copy of what is a view in NumPy, or may be one."""
        if any(isinstance(name, tuple) and name[0] == COPY for name in view.arrays):
            raise self.fail(
                UnsupportedError,
                "in NumPy this may change the array that it is a part of in another shape, and here a copy: store into that array, "
                "or make a copy by .copy() first",
                node,
            )

    def chooses_arrays(self, node) -> bool:
        """Is it `a if c else b` of arrays?"""
        if not isinstance(node, ast.IfExp):
            return False
        try:
            with self.tried():
                return any(is_array(self.not_kept(part)) for part in (node.body, node.orelse))
        except CompilationError:  # one of them may be for its condition alone
            return False

    def assign_by_if(self, node):
        """`x = a if c else b`, or `x += ...`, with one assignment for each."""
        value = node.value
        then, otherwise = copy.copy(node), copy.copy(node)
        then.value, otherwise.value = value.body, value.orelse
        then.stands_for = otherwise.stands_for = node
        self.do_If(ast.copy_location(ast.If(value.test, [then], [otherwise]), node))

    def computed_once(self, value, node):
        """An expression that several targets get: in private memory, or as it is where no target is part of an array that it reads."""
        if all(isinstance(x, int) for x in value.shape):
            return self.kept(value, node)
        read = {n.id for n in ast.walk(node.value) if isinstance(n, ast.Name)}
        stored = {root_of(target) for target in node.targets}
        if read & stored:
            raise self.fail(
                UnsupportedError,
                f"{min(read & stored)} is read by the expression that is stored into several places; write one assignment for each",
                node,
            )
        return value

    def attribute_of_elements(self, value, name, node):
        if name == "shape":
            return Tuple([self.extent_value(x) for x in value.shape])
        if name == "ndim":
            return Const(len(value.shape))
        if name == "size":
            return self.extent_value(self.size_of_view(value))
        if name == "dtype":
            return Const(numpy_dtype(STRONG[self.dtype_of_elements(value)]))
        return self.permuted(value, None, node) if name == "T" else None

    def subscript_of_elements(self, value, node):
        """An element of an expression, or a part of it."""
        indices = self.indices_of(node.slice)
        if len(indices) != len(value.shape) or not all(self._numeric(i) for i, _ in indices):
            return self.gathered(value, indices, node)
        pairs = zip(indices, value.shape, strict=True)
        return value.element([self.from_end(i, extent, where) for (i, where), extent in pairs])

    def from_end(self, index, extent, node):
        position = self.position(index, extent, node)
        return self.extent_value(position)

    # Assignments to parts of arrays.

    def part_of(self, place, value, node, reads):
        """What is stored into a part: a number, or an expression of as many axes at most that reads no other part of the array."""
        if self._numeric(value):
            return value
        if not is_array(value):
            raise self.fail(
                TypingError,
                f"a part of an array of {NAMES[place.dtype]} cannot hold {describe(value)}",
                node,
            )
        views = value.views if isinstance(value, Elements) else [value]
        shared = [len(view.shape) for view in views if view.arrays & place.arrays]
        others = sum(1 for rank in shared if rank != len(place.shape))
        elsewhere = any(("elsewhere", n) in view.arrays for view in views for n in place.arrays)
        overlaps = len(shared) > reads.apart + reads.aligned or others > reads.apart or elsewhere
        for have, want in zip(reversed(value.shape), reversed(place.shape), strict=False):
            if isinstance(have, int) and isinstance(want, int) and have not in (1, want):
                raise self.fail(
                    TypingError, f"a part of {want} elements cannot hold {have} elements", node
                )
        if len(value.shape) > len(place.shape) or overlaps:
            raise self.fail(
                UnsupportedError,
                f"a part of {len(place.shape)} dimensions takes a number, or as large a part of another array; "
                "write a loop over its elements",
                node,
            )
        return value

    def store_part(self, place, value, node, reads=None):
        """Stores a number into all elements of a part, or an expression element by element."""
        if self.is_shift(place, value):
            self.shift(place, value, node)
            return
        value = self.part_of(place, value, node, reads or Reads())
        if isinstance(value, Elements) and value.into and len(value.shape) == len(place.shape):
            value.into(place)
            return

        def store(indices):
            at = [(index, node) for index in indices]
            self.store(self.selected(place, at, node), self.element_of(value, indices, node), node)

        self.over_all(place.shape, store)

    def update_part(self, op, place, value, node, reads=None):
        """`part += number`, and of an expression."""
        value = self.part_of(place, value, node, reads or Reads())

        def update(indices):
            target = self.selected(place, [(index, node) for index in indices], node)
            item = self.element_of(value, indices, node)
            self.store(target, self.binary(op, self.load(target), item, node), node)

        self.over_all(place.shape, update)


def unread(view) -> View:
    """An array that a statement makes, which its value reads nothing of."""
    return view.of_arrays(frozenset())


def as_view(memory, value) -> View:
    """The memory of an expression's elements, marked where NumPy may have a view of other memory."""
    if not (isinstance(value, Elements) and value.is_view):
        return memory
    return memory.of_arrays(memory.arrays | {(COPY, *memory.arrays)})


def read_elsewhere(value) -> list:
    """The arrays of a value, marked as read at other places than where elements of the same indices lie."""
    views = value.views if isinstance(value, Elements) else [value]
    return [_marked(view) for view in views if isinstance(view, View)]


def _marked(view):
    return view.of_arrays(
        view.arrays | {("elsewhere", n) for n in view.arrays if not is_elsewhere(n)}
    )


def is_elsewhere(name) -> bool:
    return isinstance(name, tuple) and name[0] == "elsewhere"


class Reads(NamedTuple):
    """How an expression reads the array that it is stored into a part of: how many parts are nowhere in that part, and how many have the
    elements that they share with it at the same positions, if they have as many axes."""

    apart: int = 0
    aligned: int = 0


def reads_in_place(target, value) -> Reads:
    """None of either where the expression reads the array in other ways, too."""
    if not isinstance(target.value, ast.Name):
        return Reads()
    name, part = target.value.id, target.slice
    uses = sum(1 for n in ast.walk(value) if isinstance(n, ast.Name) and n.id == name)
    parts_of_parts = {id(n.value) for n in ast.walk(value) if isinstance(n, ast.Subscript)}
    parts = [
        n.slice
        for n in ast.walk(value)
        if isinstance(n, ast.Subscript)
        and isinstance(n.value, ast.Name)
        and n.value.id == name
        and id(n) not in parts_of_parts
    ]
    apart = [p for p in parts if _are_apart(part, p)]
    aligned = [p for p in parts if p not in apart and _are_aligned(part, p)]
    # Without a slice it is an element, which is read before, or a part that is counted where it is stored.
    rest = [p for p in parts if p not in apart and p not in aligned]
    elements = sum(1 for p in rest if not any(map(_is_slice, _entries(p))))
    known = len(apart) + len(aligned)
    return Reads(len(apart), len(aligned)) if known + elements == uses else Reads()


def _entries(index) -> list:
    return index.elts if isinstance(index, ast.Tuple) else [index]


def _is_slice(entry) -> bool:
    return isinstance(entry, ast.Slice) or (isinstance(entry, ast.Constant) and entry.value is ...)


def _are_apart(one, other) -> bool:
    """Whether two indices differ in a literal."""
    pairs = zip(_entries(one), _entries(other), strict=False)
    return any(
        all(isinstance(x, ast.Constant) and type(x.value) is int for x in pair)
        and pair[0].value != pair[1].value
        for pair in pairs
    )


def _are_aligned(one, other) -> bool:
    """Whether two indices have the same slices at the same places."""
    first, second = _entries(one), _entries(other)
    return len(first) == len(second) and all(
        ast.dump(a) == ast.dump(b) or not (_is_slice(a) or _is_slice(b))
        for a, b in zip(first, second, strict=True)
    )


__all__ = [
    "ArrayValues",
    "Reads",
    "is_array",
    "is_elsewhere",
    "read_elsewhere",
    "reads_in_place",
    "unread",
]
