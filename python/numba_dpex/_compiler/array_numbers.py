"""Numbers that NumPy and math make of several arrays, and choices between arrays."""

import ast
import math

import numpy as np

from .array_functions import BY_NAME, METHODS, converted, flag, is_none, make_known, of_arrays
from .array_values import is_array
from .errors import TypingError
from .known import named, register
from .makers import array_of_items
from .rearranged import flattened
from .types import F64, KINDS, STRONG, WEAK_FLOAT, numpy_dtype, promote
from .values import Const, Tuple, describe

PARTIALS = 40  # as many as numbers of 53 bits that do not overlap fit between the least and the largest one

# In the language of kernels.


def exact_sum(x):
    """Shewchuk's sums without overlap, rounded once."""
    parts, count, special = np.empty(PARTIALS), 0, 0.0
    for number in x:
        value, kept = np.float64(number), 0
        if np.isfinite(value):
            for k in range(count):
                other = parts[k]
                if abs(value) < abs(other):
                    value, other = other, value
                total = value + other
                rest = other - (total - value)
                if rest != 0:
                    parts[kept] = rest
                    kept += 1
                value = total
            parts[kept] = value
            count = kept + 1
        else:
            special += value
    return special if special != 0 else rounded_sum(parts, count)


def rounded_sum(parts, count):
    total, rest = 0.0, 0.0
    while count > 0 and rest == 0:
        count -= 1
        before, value = total, parts[count]
        total = before + value
        rest = value - (total - before)
    if count > 0 and ((rest < 0 and parts[count - 1] < 0) or (rest > 0 and parts[count - 1] > 0)):
        twice = rest * 2
        above = total + twice
        if twice == above - total:
            total = above
    return total


def are_equal(x, y, extents, others):
    for m, n in zip(extents, others):  # noqa: B905  (the language has no keywords here)
        if m != n:
            return False
    same = True
    for k in range(x.shape[0]):
        same = same and x[k] == y[k]
    return same


def polynomial(p, x):
    total = x * 0
    for factor in p:
        total = total * x + factor
    return total


def trapezoid_of(y, dx):
    total = 0.0
    for k in range(1, y.shape[0]):
        total += dx * (y[k] + y[k - 1]) / 2.0
    return total


def trapezoid_over(y, x):
    total = 0.0
    for k in range(1, y.shape[0]):
        total += (x[k] - x[k - 1]) * (y[k] + y[k - 1]) / 2.0
    return total


def norm_of(x):
    total = 0.0
    for value in x:
        value *= 1.0
        total += value.real * value.real + value.imag * value.imag
    return math.sqrt(total)


def norm_of_order(x, order):
    if order == np.inf:
        return largest_magnitude(x)
    if order == -np.inf:
        return least_magnitude(x)
    total, others = 0.0, 0.0
    for value in x:
        total += abs(value * 1.0) ** order
        others += value != 0
    return others if order == 0 else total ** (1.0 / order)


def largest_magnitude(x):
    best = abs(x[0]) * 1.0
    for value in x:
        if abs(value) > best or value != value:
            best = abs(value) * 1.0
    return best


def least_magnitude(x):
    best = abs(x[0]) * 1.0
    for value in x:
        if abs(value) < best or value != value:
            best = abs(value) * 1.0
    return best


def sum_of_magnitudes(x):
    total = 0.0
    for value in x:
        total += abs(value)
    return total


def conjugated_dot(a, b):
    total = a.dtype.type(0) * b.dtype.type(0)
    for k in range(a.shape[0]):
        total += np.conj(a[k]) * b[k]
    return total


def folded(x, function):
    total = x[0]
    for k in range(1, x.shape[0]):
        total = function(total, x[k])
    return total


# What NumPy and math call them.


def _line(low, value, node):
    """An array of one axis, of a tuple of numbers, too."""
    if isinstance(value, Tuple):
        return array_of_items(low, value, None, node)
    if not is_array(value):
        raise low.fail(TypingError, f"an array is needed here, not {describe(value)}", node)
    return flattened(low, value, node)


@register(math.fsum)
@named("seq")
def _fsum(low, node, seq):
    return low.cast(
        low.inlined(exact_sum, None, [_line(low, seq, node)], {}, node), WEAK_FLOAT, node
    )


@named("a", "axis", "weights", "returned", "keepdims", required=1)
def _average(low, node, a, axis, weights, returned, keepdims):
    if returned is not None:
        raise low.fail(TypingError, "average has no parameter returned in kernels", node)
    options = {} if is_none(axis) else {"axis": axis}
    options |= {} if keepdims is None else {"keepdims": keepdims}
    if is_none(weights):
        return METHODS["mean"](low, [a], options, node)
    if len(weights.shape) != len(a.shape) and not is_none(axis):
        last = low.axes_argument(axis, len(a.shape), node) == {len(a.shape) - 1}
        if not last or len(weights.shape) != 1:
            words = "weights of an average have the array's axes in kernels, or are those of its last axis"
            raise low.fail(TypingError, words, node)
    dtype = promote(*(low.dtype_of_elements(x) for x in (a, weights)))
    if KINDS[low.dtype_of_elements(a)] in "biu":
        dtype = promote(dtype, F64)
    a, weights = (converted(low, x, dtype, node) for x in (a, weights))
    product = low.combined([a, weights], lambda x: low.binary(ast.Mult, *x, node), node)
    share = low.combined([a, weights], lambda x: x[1], node)
    total, whole = (METHODS["sum"](low, [x], options, node) for x in (product, share))
    return _each(low, [total, whole], lambda x: low.binary(ast.Div, *x, node), node)


def _each(low, values, compute, node):
    return low.combined(values, compute, node) if any(map(is_array, values)) else compute(values)


def _allclose(low, args, keywords, node):
    args = [_line(low, a, node) if isinstance(a, Tuple) else a for a in args]
    close = low.called(Const(np.isclose), args, keywords, node)
    return METHODS["all"](low, [close], {}, node) if is_array(close) else close


@named("a1", "a2")
def _array_equal(low, node, a1, a2):
    sides = [_line(low, a, node) if isinstance(a, Tuple) else a for a in (a1, a2)]
    if not any(map(is_array, sides)):
        return low.compare(ast.Eq, *sides, node)
    shapes = [list(a.shape) if is_array(a) else [] for a in sides]
    pairs = zip(*shapes, strict=False)
    if len(shapes[0]) != len(shapes[1]) or any(
        isinstance(m, int) and isinstance(n, int) and m != n for m, n in pairs
    ):
        return Const(False)
    extents = [Tuple([low.extent_value(x) for x in shape]) for shape in shapes]
    lines = [flattened(low, a, node) for a in sides]
    return low.inlined(are_equal, None, [*lines, *extents], {}, node)


def _choices(low, value, name, node) -> tuple:
    if not isinstance(value, Tuple) or not value.items:
        raise low.fail(TypingError, f"{name} takes a tuple, not {describe(value)}", node)
    return value.items


@named("condlist", "choicelist", "default", required=2)
def _select(low, node, condlist, choicelist, default):
    conditions = _choices(low, condlist, "select", node)
    choices = _choices(low, choicelist, "select", node)
    if len(conditions) != len(choices):
        words = (
            f"select takes as many choices as conditions, not {len(choices)} and {len(conditions)}"
        )
        raise low.fail(TypingError, words, node)
    chosen = Const(0) if default is None else default
    for condition, choice in zip(reversed(conditions), reversed(choices), strict=True):
        chosen = low.called(Const(np.where), [condition, choice, chosen], {}, node)
    return chosen


@named("a", "choices")
def _choose(low, node, a, choices):
    items = _choices(low, choices, "choose", node)
    return low._chosen_item(items, low.number(a, node), node)


@named("p", "x")
def _polyval(low, node, p, x):
    return _each(low, [x], lambda at: low.inlined(polynomial, None, [p, at[0]], {}, node), node)


@named("y", "x", "dx", "axis", required=1)
def _trapezoid(low, node, y, x, dx, axis):
    axis = Const(-1) if axis is None else axis
    if is_none(x):
        return low.reduced(trapezoid_of, y, axis, False, node, [Const(1.0) if dx is None else dx])
    return low.reduced(trapezoid_over, y, axis, False, node, [x])


_NORMS = {
    None: norm_of,
    2: norm_of,
    1: sum_of_magnitudes,
    math.inf: largest_magnitude,
    -math.inf: least_magnitude,
}


@named("x", "ord", "axis", "keepdims", required=1)
def _norm(low, node, x, order, axis, keepdims):
    order = Const(None) if order is None else order
    keep = keepdims is not None and flag(low, keepdims, "keepdims", node)
    of_order = low._numeric(order) and KINDS[low.dtype_of(order)] != "c"
    if not is_none(order) and not of_order:
        words = f"norms of vectors in kernels are of real numbers, not {describe(order)}"
        raise low.fail(TypingError, words, node)
    if is_none(axis) and not is_none(order) and len(x.shape) > 1:
        raise low.fail(TypingError, "norms of matrices in kernels have no ord", node)
    if is_none(axis) and not keep:
        x = flattened(low, x, node)
    axis = Const(None) if axis is None else axis
    named = _NORMS.get(order.value) if isinstance(order, Const) else None
    if named is None:
        return low.reduced(norm_of_order, x, axis, keep, node, [order])
    return low.reduced(named, x, axis, keep, node)


@named("a", "b")
def _vdot(low, node, a, b):
    return low.inlined(conjugated_dot, None, [_line(low, a, node), _line(low, b, node)], {}, node)


@named("a", "b")
def _inner(low, node, a, b):
    if is_array(b) and len(b.shape) == 2:
        b = low.permuted(b, None, node)
    return low.product(a, b, node)


def _folded_by(ufunc):
    @named("array", "axis", required=1)
    def reduce(low, node, array, axis):
        return low.reduced(
            folded, array, Const(0) if axis is None else axis, False, node, [Const(ufunc)]
        )

    return of_arrays("reduce", reduce)


@named("x1", "x2", "axis", required=2)
def _vecdot(low, node, x1, x2, axis):
    product = low.combined(
        [x1, x2],
        lambda x: low.binary(ast.Mult, low.called(Const(np.conj), [x[0]], {}, node), x[1], node),
        node,
    )
    own = Const(numpy_dtype(STRONG[low.dtype_of_elements(product)]))
    options = {"axis": Const(-1) if axis is None else axis, "dtype": own}
    return METHODS["sum"](low, [product], options, node)


def _reduced_by(name):
    """ufunc.reduce, whose axis is the first one if nothing is said."""

    @named("array", "axis", "keepdims", required=1)
    def reduce(low, node, array, axis, keepdims):
        options = {"axis": Const(0) if axis is None else axis}
        options |= {} if keepdims is None else {"keepdims": keepdims}
        return BY_NAME[name](low, [array], options, node)

    return reduce


@named("x", "a_min", "a_max", required=1)
def _clip(low, node, x, a_min, a_max):
    bounds = [Const(None) if bound is None else bound for bound in (a_min, a_max)]
    return low.called(Const(np.clip), [x, *bounds], {}, node)


@named("a", "index")
def _item(low, node, a, index):
    flat = flattened(low, a, node)
    return low.element_of(flat, [low.from_end(index, flat.shape[0], node)], node)


make_known(
    average=of_arrays("average", _average), allclose=_allclose, array_equal=_array_equal, select=_select, choose=_choose,
    polyval=_polyval, trapezoid=of_arrays("trapezoid", _trapezoid), trapz=of_arrays("trapz", _trapezoid),
    vdot=of_arrays("vdot", _vdot), vecdot=of_arrays("vecdot", _vecdot), inner=of_arrays("inner", _inner),
)  # fmt: skip
make_known(
    np.linalg, norm=of_arrays("norm", _norm), vecdot=BY_NAME["vecdot"], matmul=BY_NAME["matmul"]
)
for _ufunc, _name in (
    (np.add, "sum"), (np.multiply, "prod"), (np.maximum, "max"), (np.minimum, "min"), (np.logical_and, "all"), (np.logical_or, "any"),
):  # fmt: skip
    register(_ufunc.reduce)(_reduced_by(_name))
for _ufunc in (
    np.bitwise_and,
    np.bitwise_or,
    np.bitwise_xor,
    np.logical_xor,
    np.gcd,
    np.lcm,
    np.fmax,
    np.fmin,
    np.hypot,
):
    register(_ufunc.reduce)(_folded_by(_ufunc))
METHODS.update({"clip": _clip, "item": _item})
