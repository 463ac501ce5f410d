"""Linear equations of small matrices in kernels, by elimination, and what else it gives. A singular matrix gives no numbers."""

import functools

import numpy as np

from .array_functions import converted, make_known
from .array_values import is_array
from .errors import TypingError
from .known import named
from .orders import copied
from .types import F64, KINDS, STRONG, promote
from .values import Const, Tuple, describe

# In the language of kernels.


def exchange_rows(x, one, other):
    for c in range(x.shape[1]):
        x[one, c], x[other, c] = x[other, c], x[one, c]


def row_of_pivot(a, k):
    best = k
    for r in range(k + 1, a.shape[0]):
        if abs(a[r, k]) > abs(a[best, k]):
            best = r
    return best


def add_row(x, to, of, factor):
    for c in range(x.shape[1]):
        x[to, c] -= factor * x[of, c]


def eliminate(a, also):
    """Leaves `a` triangular; its determinant. Does to the other arrays' rows what it does to those of `a`."""
    found = a.dtype.type(1)
    for k in range(a.shape[0]):
        pivot = row_of_pivot(a, k)
        if pivot != k:
            for x in (a, *also):
                exchange_rows(x, k, pivot)
            found = -found
        found *= a[k, k]
        for r in range(k + 1, a.shape[0]):
            factor = a[r, k] / a[k, k] if a[k, k] != 0 else a[k, k]
            for x in (a, *also):
                add_row(x, r, k, factor)
    return found


def solve(a, b):
    """Leaves the solutions in `b`."""
    eliminate(a, (b,))
    for n in range(a.shape[0]):
        k = a.shape[0] - 1 - n
        for c in range(b.shape[1]):
            b[k, c] /= a[k, k]
        for r in range(k):
            add_row(b, r, k, a[r, k])


# What NumPy calls them.


def _checked(low, a, name, node):
    if not is_array(a) or len(a.shape) != 2 or _unlike(*a.shape):
        words = f"{name} in kernels takes one square matrix, not {describe(a)}"
        raise low.fail(TypingError, words, node)


def _unlike(one, other) -> bool:
    return isinstance(one, int) and isinstance(other, int) and one != other


def _copies(low, name, values, node):
    """Private copies in the floating-point type that they have in common."""
    dtype = functools.reduce(promote, [STRONG[low.dtype_of_elements(x)] for x in values])
    if KINDS[dtype] not in "fc":
        dtype = F64
    return [copied(low, converted(low, x, dtype, node), node, name) for x in values]


@named("a")
def _det(low, node, a):
    _checked(low, a, "det", node)
    copies = _copies(low, "det", [a], node)
    return low.inlined(eliminate, None, [*copies, Tuple([])], {}, node)


@named("a", "b")
def _solve(low, node, a, b):
    _checked(low, a, "solve", node)
    if not is_array(b) or len(b.shape) > 2 or _unlike(b.shape[0], a.shape[0]):
        words = f"solve of {describe(a)} and {describe(b)}: as many numbers, or rows, as the matrix has are needed"
        raise low.fail(TypingError, words, node)
    a, b = _copies(low, "solve", [a, b], node)
    columns = b if len(b.shape) == 2 else low.with_axes(b, {1}, node)
    low.inlined(solve, None, [a, columns], {}, node)
    return b


@named("a")
def _inv(low, node, a):
    _checked(low, a, "inv", node)
    unit = low.called(
        Const(np.eye), [Const(a.shape[0]), Const(None), Const(0), Const(np.bool_)], {}, node
    )
    a, unit = _copies(low, "inv", [a, unit], node)
    low.inlined(solve, None, [a, unit], {}, node)
    return unit


make_known(np.linalg, det=_det, solve=_solve, inv=_inv)
