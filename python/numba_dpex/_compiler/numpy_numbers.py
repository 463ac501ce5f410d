"""NumPy's functions of numbers that are no ufuncs, and ufuncs that the ops table does not have."""

import ast
import math

import numpy as np

from .array_values import is_array
from .errors import TypingError
from .known import for_each, named, plain, register
from .types import KINDS, WEAK_INT, is_integer, numpy_dtype
from .values import Const, describe


def angle(z, deg=False):
    found = np.arctan2(z.imag, z.real)
    return found * (180 / math.pi) if deg else found


def sinc(x):
    y = math.pi * x
    return np.sin(y) / y if y != 0 else y + 1.0


def spacing(x):
    x = float(x) if isinstance(x, int) else x
    return x - x if np.isinf(x) else np.nextafter(x, np.copysign(math.inf, x)) - x


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    b = b * 1.0
    near = np.isfinite(b) and abs(a - b) <= atol + rtol * abs(b)
    return near or a == b or (equal_nan and a != a and b != b)


def finite(x, nan, posinf, neginf):
    if x != x:
        return nan
    if np.isinf(x):
        return posinf if x > 0 else neginf
    return x


def rounded(x, scale):
    return np.round(x * scale) / scale


def rounded_before_point(x, scale):
    return np.round(x / scale) * scale


def isposinf(x):
    return x == math.inf


def isneginf(x):
    return x == -math.inf


def isreal(x):
    return x.imag == 0


def iscomplex(x):
    return x.imag != 0


def _inlined(function):
    return for_each(
        lambda low, args, keywords, node: low.inlined(function, None, args, keywords, node)
    )


for _function in (angle, sinc, spacing, isclose, isreal, iscomplex):
    register(getattr(np, _function.__name__))(_inlined(_function))


def _kind(low, value, node):
    dtype = (
        low.dtype_of_elements(value) if is_array(value) else low.dtype_of(low.number(value, node))
    )
    return KINDS[dtype]


def _of_reals(function):
    """A function of numbers that complex ones have no answer to."""

    def call(low, args, node):
        if _kind(low, args[0], node) == "c":
            words = f"{function.__name__} is not defined for {describe(args[0])}"
            raise low.fail(TypingError, words, node)
        return low.inlined(function, None, args, {}, node)

    return for_each(plain(call, 1))


register(np.isposinf)(_of_reals(isposinf))
register(np.isneginf)(_of_reals(isneginf))
register(np.fix)(for_each(plain(lambda low, a, n: low.row("trunc", a, n), 1)))
for _part in ("real", "imag"):
    register(getattr(np, _part))(
        for_each(
            plain(lambda low, a, n, name=_part: low.attribute(low.scalar(a[0], n), name, n), 1)
        )
    )
for _what in ("shape", "size", "ndim"):
    register(getattr(np, _what))(
        plain(lambda low, a, n, name=_what: low.attribute(a[0], name, n), 1)
    )
for _limits in (np.finfo, np.iinfo):
    register(_limits)(
        plain(lambda low, a, n, f=_limits: Const(f(numpy_dtype(low.dtype_argument(a[0], n)))), 1)
    )
register(np.isscalar)(plain(lambda low, a, n: Const(low._numeric(a[0])), 1))
register(np.iscomplexobj)(plain(lambda low, a, n: Const(_kind(low, a[0], n) == "c"), 1))
register(np.isrealobj)(plain(lambda low, a, n: Const(_kind(low, a[0], n) != "c"), 1))


@named("x", "copy", "nan", "posinf", "neginf", required=1)
def _nan_to_num(low, node, x, copy, nan, posinf, neginf):
    x = low.number(x, node)
    dtype = low.dtype_of(x)
    if KINDS[dtype] == "c":
        parts = [low.attribute(low.scalar(x, node), name, node) for name in ("real", "imag")]
        real, imag = (_nan_to_num(low, [p, copy, nan, posinf, neginf], {}, node) for p in parts)
        return low.from_parts(real, imag, dtype, node)
    if KINDS[dtype] != "f":
        return x
    limit = [low.constant(value, dtype, node) for value in (math.inf, 0.0)]
    largest = low.op("nextafter", limit, node)
    given = [Const(0.0) if nan is None else nan]
    given += [largest if _absent(posinf) else posinf]
    given += [low.unary(ast.USub, largest, node) if _absent(neginf) else neginf]
    numbers = [low.cast(low.number(value, node), dtype, node) for value in given]
    return low.inlined(finite, None, [x, *numbers], {}, node)


def _absent(value) -> bool:
    return value is None or (isinstance(value, Const) and value.value is None)


@named("a", "decimals", required=1)
def _round(low, node, a, decimals):
    a = low.number(a, node)
    decimals = Const(0) if decimals is None else decimals
    if not isinstance(decimals, Const):
        words = f"how many digits to keep is a constant in kernels, not {describe(decimals)}"
        raise low.fail(TypingError, words, node)
    digits, dtype = low.whole(decimals, node), low.dtype_of(a)
    if digits >= 0 and is_integer(dtype):
        return a
    if digits == 0:
        return low.row("round", [a], node)
    function = rounded if digits > 0 else rounded_before_point
    found = low.inlined(function, None, [a, Const(10.0 ** abs(digits))], {}, node)
    if is_integer(dtype):
        return low.cast(low.cast(found, WEAK_INT, node), dtype, node)
    return found


def _clip(low, args, keywords, node):
    names = {"min": "a_min", "max": "a_max"}
    return _clipped(low, args, {names.get(n, n): v for n, v in keywords.items()}, node)


@named("a", "a_min", "a_max", required=1)
def _clipped(low, node, a, a_min, a_max):
    a = low.number(a, node)
    for bound, better in ((a_min, ast.Gt), (a_max, ast.Lt)):
        if not _absent(bound):
            a = low.extreme(better, [a, bound], node)
    return a


register(np.clip)(for_each(_clip))
register(np.nan_to_num)(for_each(_nan_to_num))
register(np.round, np.around)(for_each(_round))
