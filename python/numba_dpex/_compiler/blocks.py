"""Arrays with elements added, left out or in blocks: of sizes that follow from their arguments' sizes."""

import ast

import numpy as np

from .array_functions import is_none, make_known, of_arrays
from .array_values import is_array, read_elsewhere
from .errors import TypingError
from .known import named, register
from .rearranged import constant_of, elements_at, flattened, known_inside, one_axis
from .types import F64, STRONG, is_integer
from .values import Const, Tuple, describe

# In the language of kernels.


def with_items(line, items, at, k):
    """An element of a line in which others are put before its element `at`, or behind all."""
    if at < 0:
        at += line.shape[0]
    if k < at:
        return line[k]
    if k < at + items.shape[0]:
        return line.dtype.type(items[k - at])
    return line[k - items.shape[0]]


def place_behind(k, left_out):
    return k + 1 if k >= left_out else k


def place_at_edge(k, size):
    return min(max(k, 0), size - 1)


def place_around(k, size):
    return k % size


def place_mirrored(k, size):
    k = k % max(2 * size - 2, 1)
    return min(k, 2 * size - 2 - k)


def place_mirrored_whole(k, size):
    k = k % (2 * size)
    return min(k, 2 * size - 1 - k)


def inside_or(line, k, number):
    return line[k] if 0 <= k < line.shape[0] else line.dtype.type(number)


def _line(low, value, node):
    """An array in one axis; a number is one of one element."""
    if is_array(value):
        return flattened(low, value, node)
    if isinstance(value, Tuple):
        return low.called(Const(np.array), [value], {}, node)
    number = low.number(value, node)
    number = low.cast(number, STRONG[low.dtype_of(number)], node)
    return low.elements([1], lambda at: number, [])


@named("arr", "values", "axis", required=2)
def _append(low, node, arr, values, axis):
    if is_none(axis):
        arr, values = _line(low, arr, node), _line(low, values, node)
    along = {} if is_none(axis) else {"axis": axis}
    return low.called(Const(np.concatenate), [Tuple([arr, values])], along, node)


def _whole_number(low, name, obj, node):
    number = low.number(obj, node)
    if not is_integer(low.dtype_of(number)):
        words = f"{name} takes one integer in kernels, not {describe(obj)}"
        raise low.fail(TypingError, words, node)
    return number


@named("arr", "obj", "values", "axis", required=3)
def _insert(low, node, arr, obj, values, axis):
    if not is_none(axis) and len(arr.shape) != 1:
        words = f"insert along an axis of {describe(arr)}: kernels have it of one axis"
        raise low.fail(TypingError, words, node)
    line, items = flattened(low, arr, node), _line(low, values, node)
    at = _whole_number(low, "insert", obj, node)
    is_behind = not (isinstance(at, Const) and at.value < 0)
    low.position(
        at, low.plus(line.shape[0], int(is_behind)), node
    )  # refuses constants that are none

    def element(k):
        return low.inlined(with_items, None, [line, items, at, *k], {}, node)

    shape = [low.plus(line.shape[0], items.shape[0])]
    return low.elements(shape, element, read_elsewhere(line) + read_elsewhere(items))


@named("arr", "obj", "axis", required=2)
def _delete(low, node, arr, obj, axis):
    if is_none(axis):
        arr = flattened(low, arr, node)
    along = one_axis(low, arr, axis, node, 0)
    left_out = low.from_end(_whole_number(low, "delete", obj, node), arr.shape[along], node)
    shape = list(arr.shape)
    shape[along] = low.plus(shape[along], -1)

    def place(at):
        at[along] = low.inlined(place_behind, None, [at[along], left_out], {}, node)
        return at

    return elements_at(low, arr, shape, place, node)


# Pads.

_PLACES = {
    "edge": place_at_edge, "wrap": place_around, "reflect": place_mirrored, "symmetric": place_mirrored_whole,
}  # fmt: skip


def _widths(low, value, rank, node) -> list:
    """(before, behind) of each axis, from a number, a pair, or a pair for each axis."""
    items = value.items if isinstance(value, Tuple) else [value]
    if items and all(isinstance(item, Tuple) for item in items):
        pairs = [[constant_of(low, x, "pad_width", node) for x in item.items] for item in items]
    else:
        pairs = [[constant_of(low, x, "pad_width", node) for x in items]]
    pairs = [pair * 2 if len(pair) == 1 else pair for pair in pairs]
    pairs = pairs * rank if len(pairs) == 1 else pairs
    if len(pairs) != rank or any(len(pair) != 2 or min(pair) < 0 for pair in pairs):
        words = f"pad_width of an array of {rank} axes is a number, a pair or a pair for each axis"
        raise low.fail(TypingError, words, node)
    return pairs


@named("array", "pad_width", "mode", "constant_values", required=2)
def _pad(low, node, array, pad_width, mode, constant_values):
    kind = "constant" if mode is None else getattr(mode, "value", None)
    if kind != "constant" and kind not in _PLACES:
        words = f"pad has the modes constant, {', '.join(_PLACES)} in kernels, not {describe(mode)}"
        raise low.fail(TypingError, words, node)
    number = Const(0) if constant_values is None else constant_values
    if isinstance(number, Tuple):
        raise low.fail(TypingError, "pad takes one number as constant_values in kernels", node)
    for along, (before, behind) in enumerate(_widths(low, pad_width, len(array.shape), node)):
        if before or behind:
            array = _padded(low, array, along, before, behind, _PLACES.get(kind), number, node)
    return array


def _padded(low, array, along, before, behind, place_of, number, node):
    shape, extent = list(array.shape), low.extent_value(array.shape[along])
    shape[along] = low.plus(shape[along], before + behind)

    def shifted(at):
        return low.binary(ast.Sub, at[along], Const(before), node)

    def place(at):
        at[along] = low.inlined(place_of, None, [shifted(at), extent], {}, node)
        return at

    def element(at):
        rest = [index for n, index in enumerate(at) if n != along]
        line = low.line_of(array, rest, along, node)
        return low.inlined(inside_or, None, [line, known_inside(shifted(at)), number], {}, node)

    if place_of is not None:
        return elements_at(low, array, shape, place, node)
    return low.elements(shape, element, read_elsewhere(array))


# Blocks.


@named("a", "b")
def _kron(low, node, a, b):
    rank = max(len(a.shape), len(b.shape))
    parts = [low.with_axes(x, set(range(rank - len(x.shape))), node) for x in (a, b)]
    shape = [low.times(m, n) for m, n in zip(parts[0].shape, parts[1].shape, strict=True)]
    sizes = [low.extent_value(n) for n in parts[1].shape]

    def element(at):
        chosen = []
        for part, op in zip(parts, (ast.FloorDiv, ast.Mod), strict=True):
            places = [
                known_inside(low.binary(op, k, n, node)) for k, n in zip(at, sizes, strict=True)
            ]
            chosen.append(low.element_of(part, places, node))
        return low.binary(ast.Mult, *chosen, node)

    return low.elements(shape, element, read_elsewhere(a) + read_elsewhere(b))


@named("tup")
def _column_stack(low, node, tup):
    items = tup.items if isinstance(tup, Tuple) else []
    columns = [
        low.with_axes(x, {1}, node) if is_array(x) and len(x.shape) == 1 else x for x in items
    ]
    return low.called(Const(np.concatenate), [Tuple(columns)], {"axis": Const(1)}, node)


@named("m", "k", required=1)
def _rot90(low, node, m, k):
    times = (1 if k is None else constant_of(low, k, "k", node)) % 4
    turned = low.called(Const(np.swapaxes), [m, Const(0), Const(1)], {}, node) if times % 2 else m
    for axis in {0: (), 1: (0,), 2: (0, 1), 3: (1,)}[times]:
        turned = low.called(Const(np.flip), [turned, Const(axis)], {}, node)
    return turned


make_known(
    append=of_arrays("append", _append), insert=of_arrays("insert", _insert), delete=of_arrays("delete", _delete),
    pad=of_arrays("pad", _pad), kron=of_arrays("kron", _kron), rot90=of_arrays("rot90", _rot90), column_stack=_column_stack,
)  # fmt: skip


@register(np.tri)
@named("N", "M", "k", "dtype", required=1)
def _tri(low, node, rows, columns, k, dtype):
    shift, number = (
        Const(0) if k is None else k,
        F64 if is_none(dtype) else low.dtype_argument(dtype, node),
    )
    extents = [low._extent_argument(x, node) for x in (rows, rows if is_none(columns) else columns)]

    def element(at):
        beyond = low.binary(ast.Sub, at[1], at[0], node)
        return low.cast(low.compare(ast.LtE, beyond, shift, node), number, node)

    return low.elements(extents, element, [])


@register(np.atleast_2d)
@named("a")
def _atleast_2d(low, node, a):
    line = _line(low, a, node) if not is_array(a) else a
    return low.with_axes(line, {0}, node) if len(line.shape) == 1 else line
