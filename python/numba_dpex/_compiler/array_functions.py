"""What NumPy's functions of whole arrays give in kernels: reductions along axes, products, other shapes, elements by arrays of indices."""

import ast
import math

import numpy as np

from . import library, statistics
from .array_values import Reads, is_array, read_elsewhere
from .errors import TypingError, UnsupportedError
from .known import named, register
from .scalars import INDEX_DIV, INDEX_REM
from .types import B1, WEAK_INT, is_integer
from .values import Const, Number, Tuple, View, describe
from .views import is_new_axis


class ArrayFunctions:
    """Expressions over arrays whose elements are made of several elements, or of those at other places; a mixin of Lowering."""

    # Reductions.

    def reduced(self, function, value, axis, keep, node, also=()):
        """The function of an array of one axis, and of what is given also, along some axes of any array."""
        rank = len(value.shape)
        axes = self.axes_argument(axis, rank, node)
        shape = [1 if n in axes else x for n, x in enumerate(value.shape)]
        copies = self.copies
        for n in sorted(axes, reverse=True):
            self.copies = (*copies, n)
            value = self._reduced_along(function, value, n, node, also)
        self.copies = copies
        if not keep:
            return value
        inner = value
        places = [n for n in range(rank) if n not in axes]
        views = inner.views if is_array(inner) else []
        return self.elements(
            shape, lambda at: self.element_of(inner, [at[n] for n in places], node), views
        )

    def _reduced_along(self, function, value, axis, node, also):
        if len(value.shape) == 1:
            return self.inlined(function, None, [value, *also], {}, node)
        shape = [x for n, x in enumerate(value.shape) if n != axis]
        copies = self.copies

        def element(at):
            outer, self.copies = self.copies, copies
            line = self.line_of(value, at, axis, node)
            found = self.inlined(function, None, [line, *also], {}, node)
            self.copies = outer
            return found

        return self.elements(shape, element, read_elsewhere(value))

    def line_of(self, value, at, axis, node):
        """The elements along one axis, as an array of that axis alone."""
        at = list(at)

        def element(index):
            return self.element_of(value, at[:axis] + list(index) + at[axis:], node)

        return self.elements([value.shape[axis]], element, read_elsewhere(value))

    def axes_argument(self, axis, rank, node) -> set:
        """Axes given as a constant, a tuple of such, or None for all of them."""
        items = axis.items if isinstance(axis, Tuple) else [axis]
        if isinstance(axis, Const) and axis.value is None:
            return set(range(rank))
        found = set()
        for item in items:
            if not isinstance(item, Const):
                raise self.fail(
                    TypingError, f"an axis is a constant in kernels, not {describe(item)}", node
                )
            number = self.whole(item, node)
            if not -rank <= number < rank:
                raise self.fail(TypingError, f"axis {number} of an array of {rank} axes", node)
            found.add(number % rank)
        return found

    # Products.

    def product(self, left, right, node):
        """left @ right."""
        for side in (left, right):
            if not is_array(side) or len(side.shape) > 2:
                words = f"@ of {describe(left)} and {describe(right)}: kernels multiply arrays of one or two axes"
                raise self.fail(TypingError, words, node)
        inner = [left.shape[-1], right.shape[0]]
        if all(isinstance(x, int) for x in inner) and inner[0] != inner[1]:
            words = f"@ of {describe(left)} and {describe(right)}: {inner[0]} columns and {inner[1]} rows"
            raise self.fail(TypingError, words, node)
        if len(left.shape) == len(right.shape) == 1:
            return self.inlined(library.dot, None, [left, right], {}, node)
        rows, columns = left.shape[:-1], right.shape[1:]

        def element(at):
            row = self.line_of(left, at[: len(rows)], len(rows), node)
            column = self.line_of(right, at[len(rows) :], 0, node)
            return self.inlined(library.dot, None, [row, column], {}, node)

        views = read_elsewhere(left) + read_elsewhere(right)
        return self.elements([*rows, *columns], element, views)

    # Other shapes.

    def reshaped(self, value, shape, node):
        """The elements in C order in another shape: a view of what lies densely."""
        extents = [self._extent_argument(item, node) for item in shape]
        size = self.size_of_view(value)
        if None in extents:
            at, rest = extents.index(None), 1
            for extent in extents:
                rest = self.times(rest, 1 if extent is None else extent)
            extents[at] = self.divided(size, rest)
        if _is_constant([*extents, size]) and math.prod(extents) != size:
            words = f"{size} elements do not fit into the shape {tuple(extents)}"
            raise self.fail(TypingError, words, node)
        apart = self.even_stride(value)
        if apart is not None:
            strides = [self.times(stride, apart) for stride in self.dense_strides(extents)]
            return View(
                value.dtype, value.pointer, extents, strides, value.dense, value.space, value.arrays
            )

        def element(at):
            flat = 0
            for index, stride in zip(at, self.dense_strides(extents), strict=True):
                flat = self.plus(flat, self.times(self._as_extent(index, node), stride))
            found = []
            for extent in reversed(value.shape):
                found.insert(0, self.extent_value(self.remainder(flat, extent)))
                flat = self.divided(flat, extent)
            return self.element_of(value, found, node)

        elements = self.elements(extents, element, read_elsewhere(value))
        is_copied = len(extents) == 1 and isinstance(value, View) and _is_constant(value.strides)
        elements.is_view = not is_copied and (isinstance(value, View) or value.is_view)
        return elements

    def even_stride(self, value):
        """The stride with which the elements of a View lie in C order; None where there is none, or none is known."""
        if not isinstance(value, View):
            return None
        if value.dense:
            return 1
        if len(value.shape) == 1:
            return value.strides[0]
        if not _is_constant([*value.shape[1:], *value.strides]):
            return None
        last = value.strides[-1]
        even = [self.times(stride, last) for stride in self.dense_strides(value.shape)]
        return last if even == value.strides else None

    def _extent_argument(self, item, node):
        """An extent, None for -1."""
        if isinstance(item, Const):
            extent = self.whole(item, node)
            if extent < -1:
                raise self.fail(TypingError, f"{extent} is no extent", node)
            return None if extent == -1 else extent
        if not self._numeric(item) or not is_integer(self.dtype_of(item)):
            raise self.fail(
                TypingError, f"a shape consists of integers, and has {describe(item)}", node
            )
        return Number(self.cast(item, WEAK_INT, node).number)

    def _as_extent(self, index, node):
        if isinstance(index, Const):
            return self.whole(index, node)
        return Number(self.cast(index, WEAK_INT, node).number)

    def divided(self, a, b):
        return a // b if isinstance(a, int) and isinstance(b, int) else self._index(INDEX_DIV, a, b)

    def remainder(self, a, b):
        return a % b if isinstance(a, int) and isinstance(b, int) else self._index(INDEX_REM, a, b)

    def _index(self, op, a, b):
        return Number(self.recipe.give("index", op, self.extent_number(a), self.extent_number(b)))

    def permuted(self, value, axes, node):
        """The same elements with axes in another order."""
        axes = list(range(len(value.shape)))[::-1] if axes is None else axes
        if sorted(axes) != list(range(len(value.shape))):
            raise self.fail(
                TypingError, f"{tuple(axes)} are not the axes of a {describe(value)}", node
            )
        shape = [value.shape[n] for n in axes]
        if isinstance(value, View):
            strides, arrays = [value.strides[n] for n in axes], read_elsewhere(value)[0].arrays
            return View(value.dtype, value.pointer, shape, strides, False, value.space, arrays)

        def element(at):
            return value.element([at[axes.index(n)] for n in range(len(axes))])

        return self.elements(shape, element, read_elsewhere(value))

    # Elements by arrays of indices.

    def gathered(self, owner, indices, node):
        """owner[...] where indices are arrays of integers, which broadcast, or owner is an expression."""
        if self.is_mask(indices):
            return self.chosen_by(owner, indices[0][0], node)
        indices = self.without_ellipsis(owner, indices, node)
        full = ast.copy_location(ast.Slice(None, None, None), node)
        indices = indices + [(full, node)] * (len(owner.shape) - len(indices))
        listed = [n for n, (i, _) in enumerate(indices) if not isinstance(i, ast.Slice)]
        if any(is_new_axis(indices[n][0]) for n in listed):
            return self._with_new_axes(owner, indices, node)
        for n in listed:
            self._check_indices(*indices[n])
        arrays = [indices[n][0] for n in listed if is_array(indices[n][0])]
        together = self.combined(arrays, lambda items: items[0], node).shape if arrays else []
        rank = len(together)
        adjacent = arrays and listed == list(range(listed[0], listed[-1] + 1))
        first = listed[0] if adjacent else 0
        slices = {
            n: self._slice(index, owner.shape[n])
            for n, (index, _) in enumerate(indices)
            if isinstance(index, ast.Slice)
        }
        shape = [count for _, count, _ in slices.values()]
        shape[first:first] = together

        def element(at):
            at = list(at)
            chosen, rest = at[first : first + rank], iter(at[:first] + at[first + rank :])
            found = []
            for n, (index, where) in enumerate(indices):
                if n in slices:
                    begin, _, step = slices[n]
                    moved = self.binary(ast.Mult, Const(step), next(rest), node)
                    found.append(self.binary(ast.Add, self.extent_value(begin), moved, node))
                else:
                    place = self.element_of(index, chosen, where)
                    found.append(self.from_end(place, owner.shape[n], where))
            return self.element_of(owner, found, node)

        views = read_elsewhere(owner)
        for array in arrays:
            views += read_elsewhere(array)
        return self.elements(shape, element, views)

    def _with_new_axes(self, owner, indices, node):
        if any(is_array(index) for index, _ in indices):
            words = "kernels add no axes to elements by arrays of indices; use reshape"
            raise self.fail(UnsupportedError, words, node)
        rest = [pair for pair in indices if not is_new_axis(pair[0])]
        lasting = [i for i, _ in indices if is_new_axis(i) or isinstance(i, ast.Slice)]
        places = [n for n, index in enumerate(lasting) if is_new_axis(index)]
        return self.with_axes(self.gathered(owner, rest, node), places, node)

    def with_axes(self, value, places, node):
        """The same elements with axes of one element at these places of the result."""
        shape, at = [], iter(value.shape)
        for n in range(len(value.shape) + len(places)):
            shape.append(1 if n in places else next(at))
        if isinstance(value, View):
            strides = iter(value.strides)
            steps = [0 if n in places else next(strides) for n in range(len(shape))]
            dense, space, arrays = value.dense, value.space, value.arrays
            return View(value.dtype, value.pointer, shape, steps, dense, space, arrays)

        def element(at):
            return value.element([index for n, index in enumerate(at) if n not in places])

        return self.elements(shape, element, read_elsewhere(value))

    def _check_indices(self, index, node):
        dtype = self.dtype_of_elements(index) if is_array(index) else None
        if dtype == B1:
            words = "a mask selects as many elements as it has, which nobody knows before: write a loop with if, or np.where"
            raise self.fail(UnsupportedError, words, node)
        if dtype is not None and not is_integer(dtype):
            raise self.no_index(index, node)

    def same(self, value, node):
        """Its elements, which no longer are those of an array."""
        return self.combined([value], lambda items: items[0], node)


def is_none(value) -> bool:
    """Was it left out, or None?"""
    return value is None or (isinstance(value, Const) and value.value is None)


def flag(low, value, name, node) -> bool:
    """A truth value that is known while compiling."""
    if not isinstance(value, Const):
        raise low.fail(TypingError, f"{name} is a constant in kernels, not {describe(value)}", node)
    return bool(value.value)


def converted(low, value, dtype, node):
    """The elements in another type."""
    return low.combined([value], lambda items: low.cast(items[0], dtype, node), node)


def reduction(name, function, parameters, of_one_axis=False, defaults=()):
    """`parameters`: NumPy's after the array, in its order; `defaults`: of those that the function takes after the elements."""

    @named("a", *parameters, required=1)
    def reduce(low, node, a, *values):
        given = {n: v for n, v in zip(parameters, values, strict=True) if not is_none(v)}
        keep = "keepdims" in given and flag(low, given["keepdims"], "keepdims", node)
        axis = given.get("axis", Const(None))
        whole = "axis" not in given
        if of_one_axis and whole and not keep:
            a = low.reshaped(a, [Const(-1)], node)
        elif of_one_axis and len(a.shape) > 1 and (whole or isinstance(axis, Tuple)):
            raise low.fail(TypingError, f"{name} takes one axis in kernels", node)
        also = [given.get(n, Const(value)) for n, value in defaults]
        dtype = low.dtype_argument(given["dtype"], node) if "dtype" in given else None
        if dtype is not None:
            a = converted(low, a, dtype, node)
        folded = function
        if "initial" in given and name in _FROM:
            folded, also = _FROM[name], [_initial(low, given, low.dtype_of_elements(a), node)]
        if "where" in given:
            a = _where(low, name, a, given["where"], also, node)
        found = low.reduced(folded, a, axis, keep, node, also)
        if "initial" in given and name in _JOINED:
            first = _initial(low, given, _dtype(low, found), node)
            found = low.called(Const(_JOINED[name]), [found, first], {}, node)
        return found if dtype is None else _cast(low, found, dtype, node)

    def call(low, args, keywords, node):
        for keyword in keywords:
            if keyword not in ("a", *parameters) or keyword == "out":
                words = f"{name} has no parameter {keyword} in kernels; convert elements before, and store what it gives"
                raise low.fail(TypingError, words, node)
        return reduce(low, args, keywords, node)

    return call


# What joins `initial` to the others, or begins with it; and what the elements that `where` leaves out count as.
_JOINED = {"sum": np.add, "prod": np.multiply}
_FROM = {"max": library.largest_from, "min": library.smallest_from}
_LEFT_OUT = {"sum": 0, "prod": 1, "any": 0, "all": 1}


def _initial(low, given, dtype, node):
    return low.cast(low.number(given["initial"], node), dtype, node)


def _where(low, name, a, chosen, initial, node):
    if name not in _LEFT_OUT and not initial:
        raise low.fail(TypingError, f"{name} with `where` takes `initial`, too", node)
    other = Const(_LEFT_OUT[name]) if name in _LEFT_OUT else initial[0]
    return low.called(Const(np.where), [chosen, a, other], {}, node)


def _dtype(low, value):
    return low.dtype_of_elements(value) if is_array(value) else low.dtype_of(value)


def _cast(low, value, dtype, node):
    return converted(low, value, dtype, node) if is_array(value) else low.cast(value, dtype, node)


@named("a", "b")
def _dot(low, node, a, b):
    return low.product(a, b, node)


def _is_constant(extents) -> bool:
    return all(isinstance(x, int) for x in extents)


def _reshape(low, args, keywords, node):
    low.no_keywords(keywords, "reshape", node, ("shape", "newshape"))
    value, *shape = [*args, *keywords.values()]
    if len(shape) == 1 and isinstance(shape[0], Tuple):
        shape = shape[0].items
    if not shape:
        raise low.fail(TypingError, "reshape takes a shape", node)
    return low.reshaped(value, shape, node)


def _transpose(low, args, keywords, node):
    low.no_keywords(keywords, "transpose", node, ("axes",))
    value, *axes = [*args, *keywords.values()]
    if len(axes) == 1 and isinstance(axes[0], Tuple):
        axes = axes[0].items
    axes = [a for a in axes if not (isinstance(a, Const) and a.value is None)]
    order = [next(iter(low.axes_argument(a, len(value.shape), node))) for a in axes]
    return low.permuted(value, order or None, node)


@named("a")
def _ravel(low, node, a):
    """A view of what lies side by side, else a copy."""
    line, apart = low.reshaped(a, [Const(-1)], node), low.even_stride(a)
    if not isinstance(line, View) or apart == 1:
        return line
    copied = low.same(line, node)
    copied.is_view = not isinstance(apart, int)
    return copied


@named("a")
def _flatten(low, node, a):
    return low.same(low.reshaped(a, [Const(-1)], node), node)


@named("a", "order", required=1)
def _copy(low, node, a, order):
    return low.same(a, node)


@named("a", "dtype", "copy", required=2)
def _astype(low, node, a, dtype, copy):
    number = low.dtype_argument(dtype, node)
    return low.combined([a], lambda items: low.cast(items[0], number, node), node)


@named("a", "value")
def _fill(low, node, a, value):
    if not isinstance(a, View) or not low._numeric(value):
        raise low.fail(TypingError, f"fill of {describe(a)} with {describe(value)}", node)
    low.store_part(a, value, node, Reads())
    return Const(None)


_REDUCTIONS = {
    "sum": library.total_of, "prod": library.product_of, "mean": library.mean_of, "max": library.largest_of,
    "min": library.smallest_of, "all": library.all_of, "any": library.any_of,
}  # fmt: skip
_CHOOSING = ("axis", "out", "keepdims")
_ADDING = ("axis", "dtype", "out", "keepdims")
_VARYING = ("axis", "dtype", "out", "ddof", "keepdims", "correction")
_PARAMETERS = {
    "count_nonzero": ("axis", "keepdims"),
    **dict.fromkeys(("sum", "prod"), (*_ADDING, "initial", "where")),
    **dict.fromkeys(("mean", "nansum", "nanprod", "nanmean"), _ADDING),
    **dict.fromkeys(("max", "min"), (*_CHOOSING, "initial", "where")),
    **dict.fromkeys(("any", "all"), (*_CHOOSING, "where")),
    **dict.fromkeys(("var", "std", "nanvar", "nanstd"), _VARYING),
}
_DEFAULTS = dict.fromkeys(("var", "std", "nanvar", "nanstd"), (("ddof", 0), ("correction", 0)))
METHODS = {
    **{name: reduction(name, f, _PARAMETERS.get(name, _CHOOSING)) for name, f in _REDUCTIONS.items()},
    **{
        name: reduction(name, f, _PARAMETERS.get(name, _CHOOSING), True, _DEFAULTS.get(name, ()))
        for name, f in statistics.METHODS.items()
    },
    "dot": _dot, "reshape": _reshape, "transpose": _transpose, "ravel": _ravel, "flatten": _flatten, "copy": _copy,
    "astype": _astype, "fill": _fill,
}  # fmt: skip


def of_arrays(name, handler):
    """The same as a function, whose first argument has to have axes."""

    def call(low, args, keywords, node):
        if args and not is_array(args[0]):
            raise low.fail(TypingError, f"{name} takes an array, not {describe(args[0])}", node)
        return handler(low, args, keywords, node)

    return call


_FUNCTIONS = {n: m for n, m in METHODS.items() if n not in ("flatten", "fill")}
_FUNCTIONS |= {"matmul": _dot, "amax": METHODS["max"], "amin": METHODS["min"]}
_FUNCTIONS |= {
    name: reduction(name, f, _PARAMETERS.get(name, _CHOOSING), True, _DEFAULTS.get(name, ()))
    for name, f in statistics.FUNCTIONS.items()
}
BY_NAME = {}


def make_known(module=np, **handlers):
    """Functions of a module by name, and those of dpctl.tensor and dpnp that have the names of NumPy's own."""
    for name, handler in handlers.items():
        if hasattr(module, name):
            register(getattr(module, name))(handler)
        if module is np:
            BY_NAME[name] = handler


make_known(**{name: of_arrays(name, handler) for name, handler in _FUNCTIONS.items()})

__all__ = ["BY_NAME", "METHODS", "ArrayFunctions", "make_known"]
