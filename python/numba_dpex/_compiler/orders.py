"""Medians, quantiles, sorted copies, running sums and searches, in the language of kernels and as NumPy calls them."""

import ast

import numpy as np

from .array_functions import (
    BY_NAME,
    METHODS,
    converted,
    flag,
    is_none,
    make_known,
    of_arrays,
    reduction,
)
from .array_values import is_array, read_elsewhere
from .errors import TypingError, UnsupportedError
from .known import named, register
from .library import accumulator_of
from .makers import array_of_items
from .rearranged import flattened
from .types import STRONG, WEAK_INT, is_integer
from .values import Const, Elements, Tuple, View, describe

# In the language of kernels.


def of_rank(x, k):
    """The element that would stand at k if they were sorted; no memory is needed for it."""
    found = x[0]
    for value in x:
        less, same = 0, 0
        for other in x:
            less += 1 if other < value else 0
            same += 1 if other == value else 0
        if less <= k < less + same:
            found = value
    return found


def median_of(x):
    for value in x:
        if value != value:
            return value * 1.0
    return of_rank(x, (x.shape[0] - 1) // 2) * 0.5 + of_rank(x, x.shape[0] // 2) * 0.5


def quantile_of(x, q, parts):
    for value in x:
        if value != value:
            return value * 1.0
    at = q / parts * (x.shape[0] - 1)
    below = int(at)
    low, high = of_rank(x, below) * 1.0, of_rank(x, min(below + 1, x.shape[0] - 1)) * 1.0
    part = at - below
    return low + (high - low) * part if part < 0.5 else high - (high - low) * (1 - part)


def nanmedian_of(x):
    """The middle of those that are numbers: none is less than, or equal to, another one that is no number."""
    count = 0
    for value in x:
        count += 1 if value == value else 0
    if count == 0:
        return x[0] * 1.0
    return of_rank(x, (count - 1) // 2) * 0.5 + of_rank(x, count // 2) * 0.5


def comes_after(a, b):
    """Numbers that are none come last."""
    return b < a or (a != a and b == b)


def exchange(x, low, high):
    """Leaves the lesser of two elements at `low`."""
    a, b = x[low], x[high]
    swapped = comes_after(a, b)
    x[low] = b if swapped else a
    x[high] = a if swapped else b


def exchange_indices(x, order, low, high):
    """The same of indices, by the elements there; of equal elements the first one stays first."""
    a, b = order[low], order[high]
    left, right = x[a], x[b]
    swapped = comes_after(left, right) or (not comes_after(right, left) and b < a)
    order[low] = b if swapped else a
    order[high] = a if swapped else b


def merged(count, exchanged):
    """Knuth's merge exchange (TAOCP 5.2.2, algorithm M): what is exchanged depends on no element, so work-items stay together."""
    widest = 1
    while widest * 2 < count:
        widest *= 2
    part = widest
    while part > 0:
        step, rest, apart = widest, 0, part
        while apart > 0:
            for k in range(count - apart):
                if k & part == rest:
                    exchanged(k, k + apart)
            apart = step - part
            step //= 2
            rest = part
        part //= 2


def sort_in_place(x):
    merged(x.shape[0], lambda low, high: exchange(x, low, high))


def sort_indices(x, order):
    for k in range(x.shape[0]):
        order[k] = k
    merged(x.shape[0], lambda low, high: exchange_indices(x, order, low, high))


def running_sum(x, total, y):
    for k in range(x.shape[0]):
        total += x[k]
        y[k] = total


def running_product(x, total, y):
    for k in range(x.shape[0]):
        total *= x[k]
        y[k] = total


def first_not_before(a, v, right):
    first, count = 0, a.shape[0]
    while count > 0:
        half = count // 2
        here = a[first + half]
        before = not comes_after(here, v) if right else comes_after(v, here)
        if before:
            first += half + 1
            count -= half + 1
        else:
            count = half
    return first


def bin_of(x, bins, right):
    count = bins.shape[0]
    if count == 0 or bins[0] <= bins[count - 1]:
        return first_not_before(bins, x, not right)
    return count - first_not_before(bins[::-1], x, not right)


def is_in(value, x, invert):
    found = False
    for other in x:
        found = found or other == value
    return found != invert


def between(x, xp, fp):
    """The value at x of the line through points whose xp rise; x is in their range."""
    last = xp.shape[0] - 1
    k = first_not_before(xp, x, True) - 1
    if k >= last or xp[k] == x:
        return np.float64(fp[k])
    rise = np.float64(fp[k + 1]) - fp[k]
    slope = rise / (np.float64(xp[k + 1]) - xp[k])
    found = slope * (x - np.float64(xp[k])) + fp[k]
    if found != found:
        found = slope * (x - np.float64(xp[k + 1])) + fp[k + 1]
    return fp[k] * 1.0 if found != found and fp[k] == fp[k + 1] else found


def interpolated(x, xp, fp, left, right):
    if x != x:
        return np.float64(x)
    if x < xp[0]:
        return np.float64(fp[0] if left is None else left)
    if x > xp[xp.shape[0] - 1]:
        return np.float64(fp[fp.shape[0] - 1] if right is None else right)
    return between(np.float64(x), xp, fp)


# What NumPy calls them.


def _is_constant(a) -> bool:
    """Is its size known while compiling?"""
    return all(isinstance(x, int) for x in a.shape)


def _needs_memory(low, a, node, name):
    words = (
        f"{name} of {describe(a)}, whose size is known at run time only, needs memory: store it into a part of an array as it is, "
        "copy it into a PrivateArray, or write a loop"
    )
    return low.fail(UnsupportedError, words, node)


def copied(low, a, node, name) -> View:
    """A copy in private memory, which is of a size that is known while compiling."""
    if not _is_constant(a):
        raise _needs_memory(low, a, node, name)
    return low.kept(a, node)


def _in_given_memory(low, a, node, name, dtype, into) -> Elements:
    """What is like an array, and can be computed where it is stored alone."""

    def element(at):
        raise _needs_memory(low, a, node, name)

    made = Elements(list(a.shape), element, read_elsewhere(a))
    made.dtype, made.into = dtype, into
    return made


def _over_lines(low, view, along, body, node):
    """body(the indices of a line along an axis, a slice at the axis' place) for all lines."""
    full = ast.copy_location(ast.Slice(None, None, None), node)
    rest = [x for n, x in enumerate(view.shape) if n != along]
    low.over_all(rest, lambda at: body([*at[:along], full, *at[along:]]))


def _line(low, view, at, node) -> View:
    return low.selected(view, [(index, node) for index in at], node)


def _axis_of(low, a, axis, node) -> int:
    (along,) = low.axes_argument(Const(-1) if axis is None else axis, len(a.shape), node)
    return along


def sorted_in_place(low, view, along, node):
    def sort(at):
        low.inlined(sort_in_place, None, [_line(low, view, at, node)], {}, node)

    _over_lines(low, view, along, sort, node)


@named("a", "axis", "kind", "order", "stable", required=1)
def _sort(low, node, a, axis, kind, order, stable):
    along = _axis_of(low, a, axis, node)

    def into(place):
        low.store_part(place, a, node)
        sorted_in_place(low, place, along, node)

    if not _is_constant(a):
        return _in_given_memory(low, a, node, "sort", low.dtype_of_elements(a), into)
    view = copied(low, a, node, "sort")
    sorted_in_place(low, view, along, node)
    return view


@named("a", "axis", "kind", "order", "stable", required=1)
def _sort_of_view(low, node, a, axis, kind, order, stable):
    if not isinstance(a, View):
        raise low.fail(TypingError, f"sort of {describe(a)}: an array is sorted in place", node)
    low.mark_written(a)
    sorted_in_place(low, a, _axis_of(low, a, axis, node), node)
    return Const(None)


@named("a", "axis", "kind", "order", "stable", required=1)
def _argsort(low, node, a, axis, kind, order, stable):
    along = _axis_of(low, a, axis, node)
    values = a if isinstance(a, View) else copied(low, a, node, "argsort")

    def into(order):
        if not is_integer(order.dtype):
            raise low.fail(
                TypingError, f"argsort gives indices, which {describe(order)} is not of", node
            )
        low.mark_written(order)

        def sort(at):
            lines = [_line(low, view, at, node) for view in (values, order)]
            low.inlined(sort_indices, None, lines, {}, node)

        _over_lines(low, order, along, sort, node)

    if not _is_constant(a):
        return _in_given_memory(low, a, node, "argsort", STRONG[WEAK_INT], into)
    order = low.private_array(tuple(a.shape), STRONG[WEAK_INT], False, node)
    into(order)
    return order


@register(sorted)
@named("iterable", "reverse", required=1)
def _sorted(low, node, values, reverse):
    if isinstance(values, Tuple):
        view = array_of_items(low, values, None, node)
        sorted_in_place(low, view, 0, node)
    else:
        _check_line(low, values, "sorted", node)
        view = _sort(low, [values], {}, node)
    if reverse is None or not flag(low, reverse, "reverse", node):
        return view
    return low.called(Const(np.flip), [view], {}, node)


def _running(name, function, unit):
    @named("a", "axis", "dtype", "out", required=1)
    def run(low, node, a, axis, dtype, out):
        if out is not None:
            raise low.fail(TypingError, f"{name} has no parameter out in kernels", node)
        if is_none(axis):
            a = flattened(low, a, node)
        along = _axis_of(low, a, None if is_none(axis) else axis, node)
        if not is_none(dtype):
            a = converted(low, a, low.dtype_argument(dtype, node), node)
        total = low.inlined(accumulator_of, None, [a, Const(unit)], {}, node)

        kept = converted(low, a, low.dtype_of(total), node)

        def into(sums):
            def add(at):
                line = low.line_of(kept, at[:along] + at[along + 1 :], along, node)
                low.inlined(function, None, [line, total, _line(low, sums, at, node)], {}, node)

            low.mark_written(sums)
            _over_lines(low, sums, along, add, node)

        if not _is_constant(a):
            return _in_given_memory(low, a, node, name, low.dtype_of(total), into)
        sums = low.private_array(tuple(a.shape), STRONG[low.dtype_of(total)], False, node)
        into(sums)
        return (
            sums if is_none(dtype) else converted(low, sums, low.dtype_argument(dtype, node), node)
        )

    return run


@named("a", "v", "side", required=2)
def _searchsorted(low, node, a, v, side):
    right = side is not None and side.value == "right"
    if side is not None and side.value not in ("left", "right"):
        raise low.fail(TypingError, f"side is 'left' or 'right', not {side.value!r}", node)
    return _each(low, v, lambda x: [a, x, Const(right)], first_not_before, node)


def _each(low, value, arguments, function, node):
    """The function of each number of an array, or of one number."""

    def compute(items):
        return low.inlined(function, None, arguments(items[0]), {}, node)

    return (
        low.combined([value], compute, node)
        if is_array(value)
        else compute([low.number(value, node)])
    )


@named("x", "bins", "right", required=2)
def _digitize(low, node, x, bins, right):
    right = Const(right is not None and flag(low, right, "right", node))
    _check_line(low, bins, "digitize", node)
    return _each(low, x, lambda number: [number, bins, right], bin_of, node)


def _check_line(low, value, name, node):
    if not is_array(value) or len(value.shape) != 1:
        raise low.fail(
            TypingError, f"{name} takes an array of one axis, not {describe(value)}", node
        )


@named("element", "test_elements", "assume_unique", "invert", required=2)
def _isin(low, node, element, test_elements, unique, invert):
    if isinstance(test_elements, Tuple):
        test_elements = array_of_items(low, test_elements, None, node)
    if not is_array(test_elements):
        test_elements = low.called(Const(np.atleast_1d), [test_elements], {}, node)
    line = flattened(low, test_elements, node)
    inverted = Const(invert is not None and flag(low, invert, "invert", node))
    return _each(low, element, lambda x: [x, line, inverted], is_in, node)


@named("x", "xp", "fp", "left", "right", required=3)
def _interp(low, node, x, xp, fp, left, right):
    for points in (xp, fp):
        _check_line(low, points, "interp", node)
    ends = [Const(None) if value is None else value for value in (left, right)]
    return _each(low, x, lambda number: [number, xp, fp, *ends], interpolated, node)


def _quantile(name, parts):
    options = (("q", None), ("parts", parts))
    one = reduction(name, quantile_of, ("q", "axis", "out", "keepdims"), True, options)

    def call(low, args, keywords, node):
        q = args[1] if len(args) > 1 else keywords.get("q")
        q = array_of_items(low, q, None, node) if isinstance(q, Tuple) else q
        if not is_array(q):
            return one(low, args, keywords, node)
        if len(args) > 2 or not {"q"}.issuperset(keywords):
            words = f"{name} takes several q for all elements in kernels; call it for each q along an axis"
            raise low.fail(UnsupportedError, words, node)

        def element(at):
            return one(low, [args[0], low.element_of(q, at, node)], {}, node)

        return low.elements(list(q.shape), element, [q, *read_elsewhere(args[0])])

    return call


_OF_ONE = {
    "median": reduction("median", median_of, ("axis", "out", "overwrite_input", "keepdims"), True),
    "nanmedian": reduction("nanmedian", nanmedian_of, ("axis", "out", "overwrite_input", "keepdims"), True),
    "quantile": _quantile("quantile", 1), "percentile": _quantile("percentile", 100),
    "sort": _sort, "argsort": _argsort, "searchsorted": _searchsorted,
    "cumsum": _running("cumsum", running_sum, 0), "cumprod": _running("cumprod", running_product, 1),
}  # fmt: skip
make_known(**{name: of_arrays(name, handler) for name, handler in _OF_ONE.items()})
make_known(cumulative_sum=BY_NAME["cumsum"], cumulative_prod=BY_NAME["cumprod"])
make_known(digitize=_digitize, isin=_isin, interp=_interp)
METHODS.update({name: _OF_ONE[name] for name in ("argsort", "searchsorted", "cumsum", "cumprod")})
METHODS["sort"] = _sort_of_view
