"""What NumPy makes in kernels of elements and those beside them: convolutions, correlations and gradients, as expressions."""

import ast

import numpy as np

from .array_functions import converted, make_known
from .array_values import is_array, read_elsewhere
from .errors import TypingError, UnsupportedError
from .known import named
from .makers import array_of_items
from .types import F64, KINDS
from .values import Const, Tuple, describe

# In the language of kernels.


def convolved(a, v, k):
    total = a.dtype.type(0) * v.dtype.type(0)
    for n in range(max(0, k + 1 - v.shape[0]), min(k + 1, a.shape[0])):
        total += a[n] * v[k - n]
    return total


def first_of_middle(shorter, first_is_shorter):
    """Where the part begins that is as long as the longer one; correlations take the later of two middles where they exchange the arrays."""
    return (shorter if first_is_shorter else shorter - 1) // 2


def slope_by_step(f, k, step):
    before, after = max(k - 1, 0), min(k + 1, f.shape[0] - 1)
    return (f[after] - f[before]) / ((after - before) * step)


def slope_along(f, k, x):
    last = f.shape[0] - 1
    if k == 0 or k == last:
        n = max(k - 1, 0)
        return (f[n + 1] - f[n]) / (x[n + 1] - x[n])
    before, after = x[k] - x[k - 1], x[k + 1] - x[k]
    left, right = -after / (before * (before + after)), before / (after * (before + after))
    return left * f[k - 1] + (after - before) / (before * after) * f[k] + right * f[k + 1]


# What NumPy calls them.


def _line(low, value, name, node):
    if isinstance(value, Tuple):
        value = array_of_items(low, value, None, node)
    if not is_array(value) or len(value.shape) != 1 or value.shape[0] == 0:
        words = (
            f"{name} takes two arrays of one axis and at least one element, not {describe(value)}"
        )
        raise low.fail(TypingError, words, node)
    return value


def _part(low, a, v, mode, turned, node):
    """(extent, first) of what a mode gives of all sums of products."""
    one, other = a.shape[0], v.shape[0]
    shorter, together = low.smaller(one, other), low.plus(one, other)
    if mode == "full":
        return low.plus(together, -1), Const(0)
    longer, short = low._minus(together, shorter), low.extent_value(shorter)
    if mode == "valid":
        extent = low.plus(low._minus(longer, shorter), 1)
        return extent, low.binary(ast.Sub, short, Const(1), node)
    fewer = Const(False)
    if turned:
        fewer = low.compare(ast.Lt, low.extent_value(one), low.extent_value(other), node)
    return longer, low.inlined(first_of_middle, None, [short, fewer], {}, node)


def _sums_of_products(name, default, turned):
    @named("a", "v", "mode", required=2)
    def sums(low, node, a, v, mode):
        a, v = _line(low, a, name, node), _line(low, v, name, node)
        mode = default if mode is None else mode.value if isinstance(mode, Const) else mode
        if mode not in ("full", "same", "valid"):
            raise low.fail(TypingError, f"mode of {name} is 'full', 'same' or 'valid'", node)
        extent, first = _part(low, a, v, mode, turned, node)
        if turned:
            v = low.called(Const(np.flip), [v], {}, node)
            if KINDS[low.dtype_of_elements(v)] == "c":
                v = low.called(Const(np.conj), [v], {}, node)

        def element(at):
            place = low.binary(ast.Add, at[0], first, node)
            return low.inlined(convolved, None, [a, v, place], {}, node)

        return low.elements([extent], element, read_elsewhere(a) + read_elsewhere(v))

    return sums


@named("f", "step", "axis", "edge_order", required=1)
def _gradient(low, node, f, step, axis, edge_order):
    rank = len(f.shape) if is_array(f) else 0
    axes = low.axes_argument(Const(None) if axis is None else axis, rank, node)
    if len(axes) != 1 or edge_order is not None:
        words = f"gradient in kernels is that of an array along one axis, with differences at its ends; here is {describe(f)}"
        raise low.fail(UnsupportedError, words, node)
    (along,) = axes
    if KINDS[low.dtype_of_elements(f)] not in "fc":
        f = converted(low, f, F64, node)
    function = slope_along if is_array(step) else slope_by_step
    step = Const(1.0) if step is None else step

    def element(at):
        rest = [index for n, index in enumerate(at) if n != along]
        line = low.line_of(f, rest, along, node)
        return low.inlined(function, None, [line, at[along], step], {}, node)

    views = read_elsewhere(f) + (read_elsewhere(step) if is_array(step) else [])
    return low.elements(list(f.shape), element, views)


make_known(
    convolve=_sums_of_products("convolve", "full", False),
    correlate=_sums_of_products("correlate", "valid", True),
    gradient=_gradient,
)
