"""Functions of numbers: Python's own, math's, operator's and NumPy's."""

import ast
import functools
import math
import operator

import numpy as np

from .._launch import OPS
from . import library
from .array_values import is_array
from .errors import TypingError
from .known import named, plain, register
from .loops import Counted
from .types import (
    C64,
    F32,
    F64,
    HALVES,
    KINDS,
    SIZES,
    STORED,
    WEAK_COMPLEX,
    WEAK_FLOAT,
    WEAK_INT,
    dtype_number,
    is_integer,
    is_weak,
    numpy_dtype,
    promote,
)
from .values import Const, Scalar, Tuple, describe


class Numeric:
    """What the lowering of calls does with functions of numbers; a mixin of Lowering."""

    def libm(self, name, arguments, node):
        """A function of the C library in the arguments' floating type."""
        dtype = WEAK_INT
        for argument in arguments:
            dtype = promote(dtype, self.dtype_of(self.number(argument, node)))
        if KINDS[dtype] == "c":
            raise self.fail(TypingError, f"{name} is not defined for complex numbers", node)
        result = dtype if KINDS[dtype] == "f" else WEAK_FLOAT
        wide = F32 if SIZES[result] <= 4 else F64
        values = [self.cast(a, wide, node).number for a in arguments]
        number = self.recipe.call(name + ("f" if wide == F32 else ""), STORED[wide], values)
        return (
            self.cast(Scalar(wide, number), result, node)
            if result not in (WEAK_FLOAT,)
            else Scalar(WEAK_FLOAT, number)
        )

    def row(self, name, arguments, node):
        """A row of the ops table, as math and NumPy call it."""
        values = [self.number(a, node) for a in arguments]
        return self.op(name, values, node)

    def float_row(self, name, arguments, node):
        """The same for functions of math, which give floats for integers."""
        values = []
        for argument in arguments:
            value = self.number(argument, node)
            if KINDS[self.dtype_of(value)] not in "fc":
                value = self.cast(value, WEAK_FLOAT, node)
            if KINDS[self.dtype_of(value)] == "c":
                raise self.fail(
                    TypingError,
                    f"math functions take real numbers, not {describe(value)}; NumPy's take complex ones",
                    node,
                )
            values.append(value)
        return self.op(name, values, node)

    def from_parts(self, real, imag, dtype, node) -> Scalar:
        """A complex number; products with 1j would make NaN of infinities."""
        recipe, part = self.recipe, F32 if dtype == C64 else F64
        pointer = recipe.give("address", recipe.variable(STORED[part], 2))
        for n, value in enumerate((real, imag)):
            number = self.cast(value, part, node).number
            recipe.do("store", pointer, recipe.integer(n), number)
        return Scalar(dtype, recipe.give("load", STORED[dtype], pointer, recipe.integer(0)))

    def extreme(self, compare, values, node):
        """Python's min and max: the first of the best, whatever NaN does."""
        if len(values) == 1 and is_array(values[0]) and len(values[0].shape) == 1:
            best = library.first_smallest if compare is ast.Lt else library.first_largest
            return self.inlined(best, None, values, {}, node)
        if len(values) == 1:
            values = self.items_of(values[0], node)
        if not values:
            name = "min" if compare is ast.Lt else "max"
            raise self.fail(TypingError, f"{name} takes at least one number", node)
        best = self.number(values[0], node)
        for value in values[1:]:
            value = self.number(value, node)
            if isinstance(best, Const) and isinstance(value, Const):
                best = (
                    value
                    if compare is ast.Lt
                    and value.value < best.value
                    or compare is ast.Gt
                    and value.value > best.value
                    else best
                )
                continue
            dtype = promote(self.dtype_of(best), self.dtype_of(value))
            a, b = self.cast(best, dtype, node), self.cast(value, dtype, node)
            better = self.compare(compare, b, a, node)
            known = self.is_known(a) and self.is_known(b)
            known = known or (
                compare is ast.Gt and is_integer(dtype) and (self.is_known(a) or self.is_known(b))
            )
            best = Scalar(
                dtype, self.recipe.give("select", better.number, b.number, a.number), known
            )
        return best


@register(math.log)
def _log(low, args, keywords, node):
    low.no_keywords(keywords, "log", node)
    if len(args) == 2:
        parts = [low.float_row("log", [a], node) for a in args]
        return low.binary(ast.Div, *parts, node)
    low.expect(args, 1, "log", node)
    return low.float_row("log", args, node)


def _scaled(low, args, factor, node, ufunc=None):
    """A number times a constant, in the type that NumPy's function gives."""
    value = low.number(args[0], node)
    dtype = low.dtype_of(value)
    if KINDS[dtype] != "f":
        dtype = _floating(ufunc, dtype)
    value = low.cast(value, F32 if dtype in HALVES else dtype, node)
    return low.cast(low.binary(ast.Mult, value, Const(factor), node), dtype, node)


def _floating(ufunc, dtype) -> int:
    """The type of floats that a function of NumPy's gives for integers; math's give Python's."""
    if ufunc is None or is_weak(dtype):
        return WEAK_FLOAT
    return dtype_number(ufunc.resolve_dtypes((numpy_dtype(dtype), None))[1])


def _to_int(low, value, node):
    if isinstance(value, Const):
        try:
            return Const(int(value.value))
        except (TypeError, ValueError, OverflowError):
            raise low.fail(TypingError, f"{describe(value)} is no integer", node) from None
    if KINDS[value.dtype] == "c":
        raise low.fail(TypingError, f"int() of {describe(value)}; take .real first", node)
    return low.cast(value, WEAK_INT, node)


def _weak(low, value, dtype, python, node):
    if isinstance(value, Const) and isinstance(value.value, str):
        return _of_text(low, value.value, python, node)
    value = low.number(value, node)
    if isinstance(value, Const):
        try:
            return Const(python(value.value))
        except TypeError:
            raise low.fail(TypingError, f"{python.__name__}() of {describe(value)}", node) from None
    if KINDS[value.dtype] == "c" and dtype != WEAK_COMPLEX:
        raise low.fail(
            TypingError, f"{python.__name__}() of {describe(value)}; take .real first", node
        )
    return low.cast(value, dtype, node)


def _of_text(low, text, python, node):
    try:
        return Const(python(text))
    except ValueError:
        raise low.fail(TypingError, f"{python.__name__}() of {text!r}", node) from None


@register(complex)
def _complex(low, args, keywords, node):
    low.no_keywords(keywords, "complex", node)
    if len(args) == 1:
        return _weak(low, args[0], WEAK_COMPLEX, complex, node)
    low.expect(args, 2, "complex", node)
    real, imag = (low.number(a, node) for a in args)
    if any(KINDS[low.dtype_of(part)] == "c" for part in (real, imag)):
        return low.binary(ast.Add, real, low.binary(ast.Mult, imag, Const(1j), node), node)
    return low.from_parts(real, imag, WEAK_COMPLEX, node)


def _abs(low, value, node):
    value = low.number(value, node)
    if isinstance(value, Const):
        return Const(abs(value.value))
    if low.is_known(value):
        return value
    # The least number of one of NumPy's types is its own absolute value.
    return low.op("abs", [value], node, known=value.dtype == WEAK_INT)


def _len(low, value, node):
    if isinstance(value, Tuple):
        return Const(len(value.items))
    if is_array(value):
        return low.extent_value(value.shape[0])
    raise low.fail(TypingError, f"{describe(value)} has no len()", node)


def _folding(op, first, of_array):
    """sum() and math.prod()."""

    def fold(low, node, values, start):
        total = Const(first) if start is None else low.number(start, node)
        if is_array(values) and len(values.shape) == 1:
            return low.inlined(of_array, None, [values, total], {}, node)
        for item in low.items_of(values, node):
            total = low.binary(op, total, item, node)
        return total

    return named("iterable", "start", required=1)(fold)


@register(round)
@named("number", "ndigits", required=1)
def _rounded(low, node, number, digits):
    if digits is None or (isinstance(digits, Const) and digits.value is None):
        return _to_int(low, low.row("round", [number], node), node)
    return low.inlined(library.digits, None, [number, digits], {}, node)


def _power(low, args, node):
    if len(args) == 3:
        return low.inlined(library.power_modulo, None, args, {}, node)
    low.expect(args, 2, "pow", node)
    return low.binary(ast.Pow, *args, node)


def _hypot(low, args, node):
    if len(args) == 1:
        return low.float_row("abs", args, node)
    if not args:
        return Const(0.0)
    return functools.reduce(lambda x, y: low.float_row("hypot", [x, y], node), args)


def _any_of(low, value, every, node):
    """any(), or all(), of a tuple's items, which were all computed, or of an array's elements."""
    if is_array(value) and len(value.shape) == 1:
        fold = library.all_of if every else library.any_of
        return low.inlined(fold, None, [value], {}, node)
    found = Const(True)
    for item in low.items_of(value, node):
        truth = low.truth(item, node)
        found = low.both(found, truth if every else low.negated(truth, node), node)
    return found if every else low.negated(found, node)


def _isinstance(low, args, node):
    kinds = args[1].items if isinstance(args[1], Tuple) else (args[1],)
    if isinstance(args[0], Scalar) and is_weak(args[0].dtype):
        own = {WEAK_INT: int, WEAK_FLOAT: float, WEAK_COMPLEX: complex}[args[0].dtype]
    elif isinstance(args[0], Scalar):
        own = numpy_dtype(args[0].dtype).type
    elif isinstance(args[0], Const):
        own = type(args[0].value)
    else:
        raise low.fail(
            TypingError, f"isinstance of {describe(args[0])} is not known in kernels", node
        )
    return Const(
        any(
            isinstance(k, Const) and isinstance(k.value, type) and issubclass(own, k.value)
            for k in kinds
        )
    )


def _getattr(low, owner, name, node):
    if not isinstance(name, Const) or not isinstance(name.value, str):
        raise low.fail(TypingError, f"getattr takes a name in quotes, not {describe(name)}", node)
    return low.attribute(owner, name.value, node)


def _constant_range(low, args, node):
    start, stop, step = low.range_of(list(args), node)
    if all(isinstance(x, Const) for x in (start, stop, step)):
        return Const(range(int(start.value), int(stop.value), int(step.value)))
    return low.walk_of(Counted(start, stop, step), node).views[0]


def _known(functions, count, handler):
    """Makes `functions` known by handler(lowering, arguments, node); a `count` of None takes any number of arguments."""
    register(*functions)(plain(handler, count))


# The ops table, and the C library where it has more.

_TWO = ("atan2", "copysign", "nextafter")
_OTHERWISE = ("log", "pow", "ceil", "floor", "trunc", "hypot", "gcd", "lcm")
for _name in OPS:
    if hasattr(math, _name) and _name not in _OTHERWISE:
        _count = 2 if _name in _TWO else 1
        _known([getattr(math, _name)], _count, lambda low, a, n, op=_name: low.float_row(op, a, n))
for _name, _function in (
    ("erf", "erf"), ("erfc", "erfc"), ("lgamma", "lgamma"), ("gamma", "tgamma"), ("fmod", "fmod"), ("remainder", "remainder"),
):  # fmt: skip
    _count = 2 if _name in ("fmod", "remainder") else 1
    _known([getattr(math, _name)], _count, lambda low, a, n, f=_function: low.libm(f, a, n))
_known([math.hypot], None, lambda low, a, n: _hypot(low, a, n))
_known([math.fabs], 1, lambda low, a, n: low.float_row("abs", a, n))
_known([math.pow], 2, lambda low, a, n: low.float_row("pow", a, n))
for _name in ("ceil", "floor", "trunc"):
    _known(
        [getattr(math, _name)],
        1,
        lambda low, a, n, op=_name: _to_int(low, low.row(op, a, n), n),
    )
for _function in (math.degrees, np.degrees, np.rad2deg, math.radians, np.radians, np.deg2rad):
    _factor = math.pi / 180 if _function(1) < 1 else 180 / math.pi
    _ufunc = _function if isinstance(_function, np.ufunc) else None
    _known([_function], 1, lambda low, a, n, f=_factor, u=_ufunc: _scaled(low, a, f, n, u))

# Python's own.

_known([abs, np.abs], 1, lambda low, a, n: _abs(low, a[0], n))
_known([int], None, lambda low, a, n: _to_int(low, low.number(a[0], n), n) if a else Const(0))
_known([float], 1, lambda low, a, n: _weak(low, a[0], WEAK_FLOAT, float, n))
_known([bool], 1, lambda low, a, n: low.truth(a[0], n))
_known([pow], None, lambda low, a, n: _power(low, a, n))
_known([any], 1, lambda low, a, n: _any_of(low, a[0], False, n))
_known([all], 1, lambda low, a, n: _any_of(low, a[0], True, n))
_known(
    [divmod, np.divmod],
    2,
    lambda low, a, n: Tuple(low.binary(op, *a, n) for op in (ast.FloorDiv, ast.Mod)),
)
_known([len], 1, lambda low, a, n: _len(low, a[0], n))
register(sum)(_folding(ast.Add, 0, library.sum_of))
register(math.prod)(_folding(ast.Mult, 1, library.multiplied))
_known([tuple], 1, lambda low, a, n: Tuple(low.items_of(a[0], n)))
_known([getattr], 2, lambda low, a, n: _getattr(low, *a, n))
_known([isinstance], 2, lambda low, a, n: _isinstance(low, a, n))
_known([range], None, lambda low, a, n: _constant_range(low, a, n))
_known([np.dtype], 1, lambda low, a, n: Const(numpy_dtype(low.dtype_argument(a[0], n))))

# Operators by name.

_OPERATORS = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.FloorDiv: "floordiv", ast.Mod: "mod", ast.Pow: "pow",
    ast.BitAnd: "and_", ast.BitOr: "or_", ast.BitXor: "xor", ast.LShift: "lshift", ast.RShift: "rshift",
}  # fmt: skip
_COMPARISONS = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}
_UFUNCS = {
    ast.Add: np.add, ast.Sub: np.subtract, ast.Mult: np.multiply, ast.Div: np.divide, ast.FloorDiv: np.floor_divide,
    ast.Mod: np.remainder, ast.Pow: np.power,
}  # fmt: skip
for _op, _name in _OPERATORS.items():
    _known([getattr(operator, _name)], 2, lambda low, a, n, op=_op: low.binary(op, *a, n))
for _op, _name in _COMPARISONS.items():
    _known([getattr(operator, _name)], 2, lambda low, a, n, op=_op: low.compare(op, *a, n))
for _op, _ufunc in _UFUNCS.items():
    _known([_ufunc], 2, lambda low, a, n, op=_op: low.binary(op, *(low.number(x, n) for x in a), n))
_known([operator.neg], 1, lambda low, a, n: low.unary(ast.USub, a[0], n))
_known([operator.not_], 1, lambda low, a, n: low.unary(ast.Not, a[0], n))
_known([operator.invert], 1, lambda low, a, n: low.unary(ast.Invert, a[0], n))
