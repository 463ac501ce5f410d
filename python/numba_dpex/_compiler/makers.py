"""Arrays that NumPy makes of numbers and sizes: expressions, which are stored, or kept in private memory by a variable."""

import ast
import functools
import math

import numpy as np

from .array_functions import converted, is_none, make_known, of_arrays
from .array_values import is_array
from .errors import TypingError
from .known import named, register
from .types import F64, KINDS, STRONG, WEAK_INT, is_integer, promote
from .values import Const, Number, Tuple, View, describe


def _extents(low, shape, node) -> list:
    items = shape.items if isinstance(shape, Tuple) else [shape]
    extents = [low._extent_argument(item, node) for item in items]
    if None in extents:
        raise low.fail(TypingError, "a shape has no negative extents", node)
    return extents


def _filled(low, shape, value, dtype, node):
    number = low.number(value, node)
    if not is_none(dtype):
        number = low.cast(number, low.dtype_argument(dtype, node), node)
    return low.elements(shape, lambda at: number, [])


@named("shape", "fill_value", "dtype", required=2)
def _full(low, node, shape, fill_value, dtype):
    return _filled(low, _extents(low, shape, node), fill_value, dtype, node)


@named("a", "fill_value", "dtype", required=2)
def _full_like(low, node, a, fill_value, dtype):
    number = low.dtype_of_elements(a) if is_none(dtype) else low.dtype_argument(dtype, node)
    value = low.cast(low.number(fill_value, node), number, node)
    return _filled(low, list(a.shape), value, None, node)


def _like(value):
    @named("a", "dtype", required=1)
    def make(low, node, a, dtype):
        return _full_like(low, [a, Const(value), Const(None) if dtype is None else dtype], {}, node)

    return make


# Arrays of items.


def _items_of(low, value, node) -> tuple:
    """(shape, numbers) of a tuple of numbers, or of tuples that are alike."""
    if not isinstance(value, Tuple):
        return [], [low.number(value, node)]
    parts = [_items_of(low, item, node) for item in value.items]
    if not parts or any(shape != parts[0][0] for shape, _ in parts):
        words = f"an array is made of numbers or of rows of the same length, not {describe(value)}"
        raise low.fail(TypingError, words, node)
    return [len(parts), *parts[0][0]], [number for _, numbers in parts for number in numbers]


def array_of_items(low, value, dtype, node) -> View:
    shape, numbers = _items_of(low, value, node)
    if dtype is None:
        dtypes = [STRONG[low.dtype_of(number)] for number in numbers]
        dtype = functools.reduce(promote, dtypes)
    view = low.private_array(shape, dtype, False, node)
    for n, number in enumerate(numbers):
        at = low.recipe.integer(n)
        low.recipe.do("store", view.pointer, at, low.cast(number, dtype, node).number)
    return view


def _array(copies):
    @named("object", "dtype", required=1)
    def make(low, node, value, dtype):
        number = None if is_none(dtype) else low.dtype_argument(dtype, node)
        if isinstance(value, Tuple) and value.items and all(map(is_array, value.items)):
            value = low.called(Const(np.stack), [value], {}, node)
        if isinstance(value, Tuple):
            return array_of_items(low, value, number, node)
        if not is_array(value):
            found = low.number(value, node)
            return found if number is None else low.cast(found, number, node)
        if number is not None and number != low.dtype_of_elements(value):
            return converted(low, value, number, node)
        return low.same(value, node) if copies else value

    return make


# Rows of numbers.


@named("N", "M", "k", "dtype", required=1)
def _eye(low, node, rows, columns, k, dtype):
    shape = [rows, rows if is_none(columns) else columns]
    shift, number = Const(0) if k is None else k, F64
    if not is_none(dtype):
        number = low.dtype_argument(dtype, node)

    def element(at):
        beyond = low.binary(ast.Sub, at[1], at[0], node)
        return low.cast(low.compare(ast.Eq, beyond, shift, node), number, node)

    return low.elements(_extents(low, Tuple(shape), node), element, [])


@named("n", "dtype", required=1)
def _identity(low, node, n, dtype):
    return _eye(low, [n], {} if dtype is None else {"dtype": dtype}, node)


@named("start", "stop", "step", "dtype", required=1)
def _arange(low, node, start, stop, step, dtype):
    if is_none(stop):
        start, stop = Const(0), start
    step = Const(1) if step is None else step
    bounds = [low.number(x, node) for x in (start, stop, step)]
    count = _count(low, bounds, node)
    own = WEAK_INT
    for bound in bounds:
        own = promote(own, low.dtype_of(bound))
    number = own if is_none(dtype) else low.dtype_argument(dtype, node)

    def element(at):
        moved = low.binary(ast.Mult, at[0], bounds[2], node)
        return low.cast(low.binary(ast.Add, bounds[0], moved, node), number, node)

    return low.elements([count], element, [])


def _count(low, bounds, node):
    """How many numbers a range has: known while compiling, or that of a range of integers by 1."""
    if all(isinstance(x, Const) for x in bounds):
        start, stop, step = (x.value for x in bounds)
        if not step:
            raise low.fail(TypingError, "the step of a range cannot be zero", node)
        return max(math.ceil((stop - start) / step), 0)
    by_one = isinstance(bounds[2], Const) and bounds[2].value == 1
    if not by_one or not all(is_integer(low.dtype_of(x)) for x in bounds):
        words = "a range whose bounds are known at run time only is one of integers by 1 in kernels"
        raise low.fail(TypingError, words, node)
    count = low.cast(low.binary(ast.Sub, bounds[1], bounds[0], node), WEAK_INT, node)
    return Number(low.extreme(ast.Gt, [count, Const(0)], node).number)


def line_point(start, stop, step, k, last):
    return stop if k == last and last > 0 else start + k * step


@named("start", "stop", "num", "endpoint", required=2)
def _linspace(low, node, start, stop, num, endpoint):
    count = Const(50) if num is None else num
    extents = _extents(low, count, node)
    ends = [low.cast(low.number(x, node), _floating(low, x, node), node) for x in (start, stop)]
    closed = endpoint is None or bool(endpoint.value)
    last = low.binary(ast.Sub, count, Const(1), node) if closed else Const(-1)
    parts = low.extreme(ast.Gt, [last if closed else count, Const(1)], node)
    step = low.binary(ast.Div, low.binary(ast.Sub, *ends[::-1], node), parts, node)

    def element(at):
        return low.inlined(line_point, None, [*ends, step, at[0], last], {}, node)

    return low.elements(extents, element, [])


def _floating(low, value, node) -> int:
    dtype = low.dtype_of(low.number(value, node))
    return dtype if KINDS[dtype] in "fc" else F64


@named("dst", "src")
def _copyto(low, node, dst, src):
    low.store_part(dst, src, node)
    return Const(None)


make_known(
    full=_full, eye=_eye, identity=_identity, arange=_arange, linspace=_linspace,
    full_like=of_arrays("full_like", _full_like), copyto=of_arrays("copyto", _copyto),
    zeros_like=of_arrays("zeros_like", _like(0)), ones_like=of_arrays("ones_like", _like(1)),
    empty_like=of_arrays("empty_like", _like(0)),
    array=_array(True), asarray=_array(False), ascontiguousarray=_array(False),
)  # fmt: skip


@register(np.atleast_1d)
@named("a")
def _atleast_1d(low, node, a):
    return a if is_array(a) else low.elements([1], lambda at: low.number(a, node), [])
