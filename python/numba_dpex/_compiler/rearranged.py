"""Arrays whose elements are those of others at other places, or differences of them: turned, shifted, joined and cut ones."""

import ast

import numpy as np

from . import library
from .array_functions import METHODS, is_none, make_known, of_arrays
from .array_values import is_array, read_elsewhere
from .errors import TypingError
from .known import named
from .types import B1, is_integer
from .values import Const, Scalar, Tuple, View, describe


def either(first, second, k):
    """The element k of two lines, one after the other."""
    if k < first.shape[0]:
        return first[k]
    return second[k - first.shape[0]]


def on_diagonal(v, i, j, k):
    return v[min(i, j)] if j - i == k else v.dtype.type(0)


def cross_part(a, b, k):
    i, j = (k + 1) % 3, (k + 2) % 3
    return a[i] * b[j] - a[j] * b[i]


def _sum(low, a, b, node):
    return low.binary(ast.Add, a, b, node)


def _difference(low, a, b, node):
    return low.binary(ast.Sub, a, b, node)


def known_inside(index):
    """An index that is known to be one of its axis'."""
    return Scalar(index.dtype, index.number, True) if isinstance(index, Scalar) else index


def elements_at(low, value, shape, place, node):
    """The array of this shape whose element at `at` is the value's at place(at)."""

    def element(at):
        return low.element_of(value, [known_inside(index) for index in place(list(at))], node)

    return low.elements(shape, element, read_elsewhere(value))


def one_axis(low, value, axis, node, default=None) -> int:
    axis = Const(default) if axis is None else axis
    (found,) = low.axes_argument(axis, len(value.shape), node)
    return found


def constant_of(low, value, name, node) -> int:
    if not isinstance(value, Const):
        words = f"{name} is a constant in kernels, not {describe(value)}"
        raise low.fail(TypingError, words, node)
    return low.whole(value, node)


def _arrays(low, name, values, node) -> list:
    items = values.items if isinstance(values, Tuple) else []
    if not items or not all(map(is_array, items)):
        words = f"{name} takes a tuple of arrays, not {describe(values)}"
        raise low.fail(TypingError, words, node)
    return list(items)


def flattened(low, value, node):
    return value if len(value.shape) == 1 else low.reshaped(value, [Const(-1)], node)


# Turned and shifted.


@named("m", "axis", required=1)
def _flip(low, node, m, axis):
    axes = low.axes_argument(Const(None) if axis is None else axis, len(m.shape), node)
    if isinstance(m, View):
        return _backwards(low, m, axes)

    def place(at):
        for n in axes:
            at[n] = _difference(low, low.extent_value(low.plus(m.shape[n], -1)), at[n], node)
        return at

    return elements_at(low, m, m.shape, place, node)


def _backwards(low, view, axes) -> View:
    strides, offset = [*view.strides], 0
    for n in axes:
        last = low.times(low.plus(view.shape[n], -1), strides[n])
        offset, strides[n] = low.plus(offset, last), low.times(strides[n], -1)
    pointer = low.moved(view.pointer, offset, view.dtype)
    arrays = read_elsewhere(view)[0].arrays
    return View(view.dtype, pointer, view.shape, strides, False, view.space, arrays)


def _flip_axis(least, axis):
    @named("m")
    def flip(low, node, m):
        if len(m.shape) < least:
            words = f"{describe(m)}: an array of {least} axes at least is needed here"
            raise low.fail(TypingError, words, node)
        return _flip(low, [m, Const(axis)], {}, node)

    return flip


@named("a", "shift", "axis", required=2)
def _roll(low, node, a, shift, axis):
    if is_none(axis) and len(a.shape) > 1:
        rolled = _roll(low, [flattened(low, a, node), shift], {}, node)
        return low.reshaped(rolled, [low.extent_value(x) for x in a.shape], node)
    along, shift = one_axis(low, a, axis, node, 0), low.number(shift, node)
    if not is_integer(low.dtype_of(shift)):
        raise low.fail(TypingError, f"roll moves by an integer, not {describe(shift)}", node)

    def place(at):
        moved = _difference(low, at[along], shift, node)
        at[along] = low.binary(ast.Mod, moved, low.extent_value(a.shape[along]), node)
        return at

    return elements_at(low, a, a.shape, place, node)


@named("a", "axis1", "axis2")
def _swapaxes(low, node, a, axis1, axis2):
    one, other = (one_axis(low, a, axis, node) for axis in (axis1, axis2))
    axes = list(range(len(a.shape)))
    axes[one], axes[other] = other, one
    return low.permuted(a, axes, node)


@named("a", "source", "destination")
def _moveaxis(low, node, a, source, destination):
    one, other = (one_axis(low, a, axis, node) for axis in (source, destination))
    axes = [n for n in range(len(a.shape)) if n != one]
    axes.insert(other, one)
    return low.permuted(a, axes, node)


@named("x")
def _matrix_transpose(low, node, x):
    return _swapaxes(low, [x, Const(-1), Const(-2)], {}, node)


@named("a", "axis")
def _expand_dims(low, node, a, axis):
    count = len(axis.items) if isinstance(axis, Tuple) else 1
    return low.with_axes(a, low.axes_argument(axis, len(a.shape) + count, node), node)


@named("a", "axis", required=1)
def _squeeze(low, node, a, axis):
    ones = {n for n, x in enumerate(a.shape) if isinstance(x, int) and x == 1}
    if is_none(axis) and not all(isinstance(x, int) for x in a.shape):
        words = f"squeeze of {describe(a)}, whose size is known at run time only; name the axis"
        raise low.fail(TypingError, words, node)
    axes = ones if is_none(axis) else low.axes_argument(axis, len(a.shape), node)
    if not axes <= ones:
        fixed = [n for n in axes - ones if isinstance(a.shape[n], int)]
        if fixed:
            words = f"squeeze of axis {fixed[0]}, which has {a.shape[fixed[0]]} elements"
            raise low.fail(TypingError, words, node)
    zero, full = (Const(0), node), (ast.Slice(None, None, None), node)
    indices = [zero if n in axes else full for n in range(len(a.shape))]
    if isinstance(a, View) and len(axes) < len(a.shape):
        return low.selected(a, indices, node)
    return (
        low.gathered(a, indices, node)
        if len(axes) < len(a.shape)
        else low.element_of(a, [Const(0)] * len(axes), node)
    )


@named("array", "shape")
def _broadcast_to(low, node, array, shape):
    items = shape.items if isinstance(shape, Tuple) else [shape]
    extents = [low._extent_argument(item, node) for item in items]
    views = read_elsewhere(array) if is_array(array) else []
    if not is_array(array):
        low.number(array, node)
    elif len(array.shape) > len(extents):
        raise low.fail(TypingError, f"{describe(array)} has more axes than {len(extents)}", node)
    return low.elements(extents, lambda at: low.element_of(array, at, node), views)


@named("a", "indices", "axis", "out", "mode", required=2)
def _take(low, node, a, indices, axis, out, mode):
    if out is not None or not (is_none(mode) or mode.value == "raise"):
        raise low.fail(TypingError, "take has no parameters out and mode in kernels", node)
    if is_none(axis):
        a = flattened(low, a, node)
    at = one_axis(low, a, axis, node, 0)
    if isinstance(indices, Tuple):
        indices = low.called(Const(np.array), [indices], {}, node)
    full = (ast.copy_location(ast.Slice(None, None, None), node), node)
    if len(a.shape) == 1 and not is_array(indices):
        return low.element_of(a, [low.from_end(indices, a.shape[0], node)], node)
    return low.gathered(a, [full] * at + [(indices, node)], node)


# Differences.


@named("a", "n", "axis", required=1)
def _diff(low, node, a, n, axis):
    along = one_axis(low, a, axis, node, -1)
    for _ in range(1 if n is None else constant_of(low, n, "n", node)):
        a = _differences(low, a, along, node)
    return a


def _differences(low, a, along, node):
    extent = a.shape[along]
    shape = list(a.shape)
    shape[along] = low.not_negative(low.plus(extent, -1))
    boolean = low.dtype_of_elements(a) == B1

    def element(at):
        here = low.element_of(a, list(at), node)
        following = [
            *at[:along],
            known_inside(_sum(low, at[along], Const(1), node)),
            *at[along + 1 :],
        ]
        there = low.element_of(a, following, node)
        if boolean:
            return low.compare(ast.NotEq, there, here, node)
        return _difference(low, there, here, node)

    return low.elements(shape, element, read_elsewhere(a))


@named("ary")
def _ediff1d(low, node, ary):
    return _differences(low, flattened(low, ary, node), 0, node)


# Joined.


def _joined(low, first, second, along, node):
    shape = list(first.shape)
    if len(second.shape) != len(shape):
        words = f"{describe(first)} and {describe(second)} cannot be joined"
        raise low.fail(TypingError, words, node)
    for n, extent in enumerate(second.shape):
        fixed = isinstance(extent, int) and isinstance(shape[n], int)
        if n != along and fixed and extent != shape[n]:
            words = f"{describe(first)} and {describe(second)} cannot be joined: axis {n} has {shape[n]} and {extent} elements"
            raise low.fail(TypingError, words, node)
    shape[along] = low.plus(first.shape[along], second.shape[along])

    def element(at):
        rest = [index for n, index in enumerate(at) if n != along]
        lines = [low.line_of(part, rest, along, node) for part in (first, second)]
        return low.inlined(either, None, [*lines, at[along]], {}, node)

    return low.elements(shape, element, read_elsewhere(first) + read_elsewhere(second))


def _concatenated(low, parts, along, node):
    whole = parts[0]
    for part in parts[1:]:
        whole = _joined(low, whole, part, along, node)
    return whole


@named("arrays", "axis", required=1)
def _concatenate(low, node, arrays, axis):
    parts = _arrays(low, "concatenate", arrays, node)
    if isinstance(axis, Const) and axis.value is None:
        parts, axis = [flattened(low, part, node) for part in parts], None
    return _concatenated(low, parts, one_axis(low, parts[0], axis, node, 0), node)


@named("arrays", "axis", required=1)
def _stack(low, node, arrays, axis):
    parts = _arrays(low, "stack", arrays, node)
    axes = low.axes_argument(Const(0) if axis is None else axis, len(parts[0].shape) + 1, node)
    return _concatenated(low, [low.with_axes(p, axes, node) for p in parts], min(axes), node)


@named("tup")
def _hstack(low, node, tup):
    parts = _arrays(low, "hstack", tup, node)
    return _concatenated(low, parts, min(len(parts[0].shape) - 1, 1), node)


@named("tup")
def _vstack(low, node, tup):
    parts = _arrays(low, "vstack", tup, node)
    rows = [low.with_axes(p, {0}, node) if len(p.shape) == 1 else p for p in parts]
    return _concatenated(low, rows, 0, node)


@named("a", "repeats", "axis", required=2)
def _repeat(low, node, a, repeats, axis):
    if is_none(axis):
        a = flattened(low, a, node)
    along, count = one_axis(low, a, axis, node, 0), constant_of(low, repeats, "repeats", node)
    shape = list(a.shape)
    shape[along] = low.times(shape[along], count)

    def place(at):
        at[along] = low.binary(ast.FloorDiv, at[along], Const(count), node)
        return at

    return elements_at(low, a, shape, place, node)


@named("A", "reps")
def _tile(low, node, a, reps):
    count = constant_of(low, reps, "reps", node)
    extent = a.shape[-1]

    def place(at):
        at[-1] = low.binary(ast.Mod, at[-1], low.extent_value(extent), node)
        return at

    return elements_at(low, a, [*a.shape[:-1], low.times(extent, count)], place, node)


# Matrices.


@named("a", "offset", "axis1", "axis2", required=1)
def _diagonal(low, node, a, offset, axis1, axis2):
    if len(a.shape) != 2 or axis1 is not None or axis2 is not None:
        raise low.fail(TypingError, "diagonals in kernels are those of two axes", node)
    k = 0 if offset is None else constant_of(low, offset, "offset", node)
    rows, columns = max(-k, 0), max(k, 0)
    extent = low.smaller(low.plus(a.shape[0], -rows), low.plus(a.shape[1], -columns))

    def place(at):
        return [_sum(low, at[0], Const(first), node) for first in (rows, columns)]

    return elements_at(low, a, [low.not_negative(extent)], place, node)


@named("v", "k", required=1)
def _diag(low, node, v, k):
    if len(v.shape) != 1:
        return _diagonal(low, [v] if k is None else [v, k], {}, node)
    number = 0 if k is None else constant_of(low, k, "k", node)
    extent = low.plus(v.shape[0], abs(number))

    def element(at):
        return low.inlined(on_diagonal, None, [v, *at, Const(number)], {}, node)

    return low.elements([extent, extent], element, read_elsewhere(v))


@named("a", "offset", required=1)
def _trace(low, node, a, offset):
    diagonal = _diagonal(low, [a] if offset is None else [a, offset], {}, node)
    return METHODS["sum"](low, [diagonal], {}, node)


def _triangle(compare):
    @named("m", "k", required=1)
    def triangle(low, node, m, k):
        limit = Const(0) if k is None else low.number(k, node)
        zero = low.constant(0, low.dtype_of_elements(m), node)

        def element(at):
            beyond = _difference(low, at[-1], at[-2], node)
            kept = low.compare(compare, beyond, limit, node)
            value = low.element_of(m, list(at), node)
            return low.inlined(library.where, None, [kept, value, zero], {}, node)

        return low.elements(m.shape, element, read_elsewhere(m))

    return triangle


@named("a", "b")
def _outer(low, node, a, b):
    rows, columns = (flattened(low, x, node) for x in (a, b))
    rows, columns = low.with_axes(rows, {1}, node), low.with_axes(columns, {0}, node)
    return low.combined([rows, columns], lambda x: low.binary(ast.Mult, *x, node), node)


@named("a", "b")
def _cross(low, node, a, b):
    for part in (a, b):
        known = is_array(part) and len(part.shape) == 1 and part.shape[0]
        if known is False or (isinstance(known, int) and known != 3):
            words = f"cross of {describe(a)} and {describe(b)}: kernels have it of two arrays of three elements"
            raise low.fail(TypingError, words, node)

    def element(at):
        return low.inlined(cross_part, None, [a, b, *at], {}, node)

    return low.elements([3], element, read_elsewhere(a) + read_elsewhere(b))


_OF_ONE = {
    "flip": _flip, "fliplr": _flip_axis(2, 1), "flipud": _flip_axis(1, 0), "roll": _roll, "swapaxes": _swapaxes,
    "moveaxis": _moveaxis, "matrix_transpose": _matrix_transpose, "expand_dims": _expand_dims, "squeeze": _squeeze,
    "take": _take, "diff": _diff, "ediff1d": _ediff1d, "repeat": _repeat, "tile": _tile, "diagonal": _diagonal, "diag": _diag,
    "trace": _trace, "tril": _triangle(ast.LtE), "triu": _triangle(ast.GtE), "outer": _outer, "cross": _cross,
}  # fmt: skip
make_known(**{name: of_arrays(name, handler) for name, handler in _OF_ONE.items()})
make_known(
    np.linalg, **{n: of_arrays(n, _OF_ONE[n]) for n in ("cross", "outer", "diagonal", "trace")}
)
make_known(
    broadcast_to=_broadcast_to, concatenate=_concatenate, concat=_concatenate, stack=_stack,
    hstack=_hstack, vstack=_vstack,
)  # fmt: skip
METHODS.update(
    {n: _OF_ONE[n] for n in ("swapaxes", "squeeze", "take", "repeat", "diagonal", "trace")}
)
