"""Operators on numbers."""

import ast
import operator

from .._launch import CODES, loop_of
from . import library
from .array_values import is_array
from .errors import TypingError
from .types import (
    B1,
    C64,
    C128,
    F32,
    F64,
    HALVES,
    I64,
    KINDS,
    NAMES,
    SIZES,
    STORED,
    STRONG,
    U64,
    WEAK_COMPLEX,
    WEAK_FLOAT,
    WEAK_INT,
    dtype_of_object,
    is_integer,
    is_weak,
    promote,
)
from .values import Atomic, Const, List, Scalar, Text, Tuple, describe, integer_of

ADD, SUB, MUL, DIV, AND, OR, XOR, SHL, SHR = range(9)  # codegen::Arithmetic
INDEX_ADD, INDEX_SUB, INDEX_MUL, INDEX_DIV, INDEX_REM = range(5)  # codegen::IndexOp
INDEX_MIN, INDEX_MAX = 5, 6
EQ, NE, LT, LE, GT, GE = range(6)  # codegen::Compare
BOOLEAN = STORED[B1]
assert CODES

PYTHON = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
SIGNS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
_OPS = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.Div: "divide",
    ast.FloorDiv: "floor_divide",
    ast.Mod: "remainder",
    ast.Pow: "pow",
    ast.LShift: "bitwise_left_shift",
    ast.RShift: "bitwise_right_shift",
    ast.Eq: "equal",
    ast.NotEq: "not_equal",
    ast.Lt: "less",
    ast.LtE: "less_equal",
    ast.Gt: "greater",
    ast.GtE: "greater_equal",
}
MOST_BITS = 1 << 16  # of a Python integer that is computed while compiling
_PLAIN = {ast.Add: ADD, ast.Sub: SUB, ast.Mult: MUL}
_BITS = {ast.BitAnd: AND, ast.BitOr: OR, ast.BitXor: XOR}
_COMPARES = {ast.Eq: EQ, ast.NotEq: NE, ast.Lt: LT, ast.LtE: LE, ast.Gt: GT, ast.GtE: GE}


class Scalars:
    """What the lowering of expressions does with numbers; a mixin of Lowering, which has `recipe` and `fail`."""

    def number(self, value, node, what="a number"):
        """The value as Scalar or numeric Const; a 0-d view is read."""
        if isinstance(value, Scalar):
            return value
        if isinstance(value, Const) and dtype_of_object(value.value) is not None:
            return value
        raise self.fail(TypingError, f"{what} is needed here, not {describe(value)}", node)

    @staticmethod
    def dtype_of(value) -> int:
        return value.dtype if isinstance(value, Scalar) else dtype_of_object(value.value)

    def is_known(self, value) -> bool:
        """Is it an integer that is known not to be negative?"""
        if isinstance(value, Scalar):
            return value.known or KINDS[value.dtype] == "u"
        return isinstance(value.value, int) and value.value >= 0

    def cast(self, value, dtype, node) -> Scalar:
        """The number in another type, converted as NumPy's astype does."""
        if isinstance(value, Const):
            return self.constant(value.value, dtype, node)
        if value.dtype == dtype:
            return value
        number = value.number
        if STORED[value.dtype] != STORED[dtype]:
            number = self.recipe.give("convert", number, STORED[dtype])
        same = is_integer(value.dtype) and value.dtype != U64 and dtype in (WEAK_INT, I64)
        return Scalar(dtype, number, same and self.is_known(value))

    def constant(self, value, dtype, node) -> Scalar:
        kind = KINDS[dtype]
        if kind == "b":
            value = bool(value)
        elif kind in "iu":
            if isinstance(value, complex):
                value = value.real
            try:
                value = int(value)
            except (ValueError, OverflowError):
                raise self.fail(TypingError, f"{value} is no {NAMES[dtype]}", node) from None
        elif kind == "f":
            value = float(value.real)
        try:
            number = self.recipe.constant(STORED[dtype], value)
        except OverflowError:
            if kind == "f":
                number = self.recipe.constant(
                    STORED[dtype], float("inf") if value > 0 else float("-inf")
                )
            else:
                raise self.fail(
                    TypingError, f"{value} is out of bounds for {NAMES[dtype]}", node
                ) from None
        return Scalar(dtype, number, kind == "i" and value >= 0)

    def scalar(self, value, node) -> Scalar:
        """A number at run time."""
        return self.cast(value, self.dtype_of(value), node)

    def truth(self, value, node):
        """bool(value): a Const or the number of a boolean."""
        if isinstance(value, Const):
            return Const(bool(value.value))
        if isinstance(value, Tuple):
            return Const(bool(value.items))
        if isinstance(value, List):
            return self.is_filled(value)
        if not isinstance(value, Scalar):
            hint = "; test one of its elements" * is_array(value)
            raise self.fail(TypingError, f"{describe(value)} is neither true nor false{hint}", node)
        return self.cast(value, B1, node)

    # Operators.

    def binary(self, op, left, right, node):
        """`left op right`; `op` is a class of ast."""
        self.refuse_lists([left, right], node)
        if isinstance(left, Tuple) and isinstance(right, Tuple) and op is ast.Add:
            return Tuple(left.items + right.items)
        if isinstance(left, Tuple) and op is ast.Mult and isinstance(right, Const):
            times = integer_of(right.value)
            if times is not None:
                return Tuple(left.items * times)
        if op is ast.MatMult and any(map(is_array, (left, right))):
            return self.product(left, right, node)
        if op in SIGNS and self._over_arrays(left, right):
            return self.combined(
                [left, right], lambda pair: self.binary(op, pair[0], pair[1], node), node
            )
        if not self._numeric(left) or not self._numeric(right):
            words = f"{SIGNS.get(op, '@')} of {describe(left)} and {describe(right)}: kernels compute with numbers; "
            raise self.fail(TypingError, words + self._number_from(left, right), node)
        if isinstance(left, Const) and isinstance(right, Const):
            return self._folded(op, left, right, node)
        if op not in SIGNS:
            raise self.fail(
                TypingError, "@ is of arrays; kernels compute with their elements", node
            )
        if op in (ast.Pow, ast.LShift, ast.RShift) and isinstance(right, Const):
            special = self._by_constant(op, left, right.value, node)
            if special is not None:
                return special
        a, b = self.dtype_of(left), self.dtype_of(right)
        dtype = promote(a, b)
        if op in (ast.LShift, ast.RShift) and a == U64 and is_integer(b) and dtype == F64:
            right, dtype = self.cast(right, a, node), a  # as Numba does; NumPy has no such shift
        if op in _BITS:
            if KINDS[dtype] not in "biu":
                raise self._undefined(op, left, right, node)
            pair = self.cast(left, dtype, node).number, self.cast(right, dtype, node).number
            positive = self.is_known(left) and self.is_known(right)
            if op is ast.BitAnd:
                positive = self.is_known(left) or self.is_known(right)
            return Scalar(dtype, self.recipe.give("arithmetic", _BITS[op], *pair), positive)
        if dtype == B1:
            raise self.fail(
                TypingError,
                f"{SIGNS[op]} of two booleans; write int() around them, or use the operators & | ^",
                node,
            )
        if op in _PLAIN and dtype not in HALVES and KINDS[dtype] != "c":
            return self._plain(op, left, right, dtype, node)
        if op is ast.Div and dtype not in (*HALVES, C64, C128, WEAK_COMPLEX):
            dtype = dtype if KINDS[dtype] == "f" else (F64 if dtype < WEAK_INT else WEAK_FLOAT)
            pair = self.cast(left, dtype, node).number, self.cast(right, dtype, node).number
            return Scalar(dtype, self.recipe.give("arithmetic", DIV, *pair))
        if (
            op in (ast.FloorDiv, ast.Mod)
            and is_integer(dtype)
            and self.is_known(left)
            and isinstance(right, Const)
            and right.value > 0
        ):
            which = INDEX_DIV if op is ast.FloorDiv else INDEX_REM
            pair = self.cast(left, dtype, node).number, self.cast(right, dtype, node).number
            return Scalar(dtype, self.recipe.give("index", which, *pair), True)
        known = op in (ast.FloorDiv, ast.Mod) and self.is_known(left) and self.is_known(right)
        known = known or (op is ast.Mod and self.is_known(right))
        known = known or (op is ast.RShift and self.is_known(left))
        value = self.op(_OPS[op], [left, right], node, dtype, known)
        if (
            op is ast.FloorDiv and KINDS[dtype] == "f"
        ):  # arrays' quotients of infinities are not Python's
            return self.inlined(library.floor_quotient, None, [left, right, value], {}, node)
        return value

    @staticmethod
    def _numeric(value):
        return isinstance(value, Scalar) or (
            isinstance(value, Const) and dtype_of_object(value.value) is not None
        )

    def _over_arrays(self, left, right):
        return (is_array(left) or is_array(right)) and all(
            is_array(x) or self._numeric(x) for x in (left, right)
        )

    def _undefined(self, op, left, right, node):
        kinds = {KINDS[self.dtype_of(side)] for side in (left, right)}
        hint = "; convert with int(), or np.int32() and the like" * (op in _BITS)
        if "c" in kinds:
            hint = "; take .real, .imag or abs() of complex numbers"
        words = f"{SIGNS[op]} is not defined for {describe(left)} and {describe(right)}{hint}"
        return self.fail(TypingError, words, node)

    @staticmethod
    def _number_from(left, right) -> str:
        """What to write where one of two is no number."""
        for side in (left, right):
            if isinstance(side, Atomic):
                return "load() gives that of an AtomicRef"
            if isinstance(side, Text) or (isinstance(side, Const) and isinstance(side.value, str)):
                return "strings stand in print and assert alone"
        return "index arrays first, or use dpctl.tensor outside of kernels"

    def _folded(self, op, left, right, node):
        if _is_huge(op, left.value, right.value):
            text = f"{left.value} {SIGNS[op]} {right.value}"
            raise self.fail(TypingError, f"{text} has more than {MOST_BITS} bits", node)
        try:
            return Const(PYTHON[op](left.value, right.value))
        except KeyError:
            raise self.fail(
                TypingError, "@ is of arrays; kernels compute with their elements", node
            ) from None
        except ZeroDivisionError:
            raise self.fail(TypingError, "division by zero", node) from None
        except TypeError:
            raise self._undefined(op, left, right, node) from None
        except (ValueError, OverflowError) as error:
            raise self.fail(TypingError, str(error), node) from None

    def _plain(self, op, left, right, dtype, node):
        """Sum, difference or product of integers or of floating-point numbers."""
        a, b = self.cast(left, dtype, node), self.cast(right, dtype, node)
        # Integers of NumPy's types wrap around, Python's stay what they are.
        positive = (
            dtype == WEAK_INT and op is not ast.Sub and self.is_known(left) and self.is_known(right)
        )
        small = isinstance(right, Const) and abs(right.value) < 2**31
        small = small or (isinstance(left, Const) and abs(left.value) < 2**31)
        if dtype == WEAK_INT and (positive or (small and op is not ast.Mult)):
            which = {ast.Add: INDEX_ADD, ast.Sub: INDEX_SUB, ast.Mult: INDEX_MUL}[op]
            return Scalar(dtype, self.recipe.give("index", which, a.number, b.number), positive)
        return Scalar(
            dtype, self.recipe.give("arithmetic", _PLAIN[op], a.number, b.number), positive
        )

    def _by_constant(self, op, left, right, node):
        """Powers and shifts by a literal that cost what their best form costs."""
        dtype = promote(self.dtype_of(left), dtype_of_object(right))
        if op is ast.Pow:
            if (
                isinstance(right, int)
                and not isinstance(right, bool)
                and 0 <= right <= 8
                and dtype != B1
            ):
                return self._power(self.cast(left, dtype, node), right, node)
            if isinstance(right, float) and right == 0.5 and KINDS[dtype] == "f":
                return self.op("sqrt", [self.cast(left, dtype, node)], node)
            if isinstance(right, float) and right in (1.0, 2.0, 3.0) and KINDS[dtype] == "f":
                return self._power(self.cast(left, dtype, node), int(right), node)
            if isinstance(right, int) and right < 0 and is_integer(dtype):
                if dtype != WEAK_INT:
                    raise self.fail(
                        TypingError,
                        f"integers to negative integer powers are not allowed: {NAMES[dtype]} ** {right}; write {float(right)}",
                        node,
                    )
                return self.binary(op, self.cast(left, WEAK_FLOAT, node), Const(float(right)), node)
            return None
        if not is_integer(dtype) or not isinstance(right, int):
            return None
        if right < 0:
            raise self.fail(TypingError, f"negative shift count {right}", node)
        if right >= 8 * SIZES[dtype]:
            return None
        shift = SHL if op is ast.LShift else SHR
        a, b = self.cast(left, dtype, node), self.constant(right, dtype, node)
        known = shift == SHR and self.is_known(left)
        return Scalar(dtype, self.recipe.give("arithmetic", shift, a.number, b.number), known)

    def _power(self, base, exponent, node):
        if exponent == 0:
            return Const(1) if is_weak(base.dtype) else self.constant(1, base.dtype, node)
        result = None
        while exponent:
            if exponent & 1:
                result = base if result is None else self.binary(ast.Mult, result, base, node)
            exponent >>= 1
            if exponent:
                base = self.binary(ast.Mult, base, base, node)
        return result

    def op(self, name, arguments, node, dtype=None, known=False):
        """A row of the ops table on numbers; weak where all of them are."""
        dtypes = [self.dtype_of(a) for a in arguments]
        weak = all(d == B1 or is_weak(d) for d in dtypes) and any(map(is_weak, dtypes))
        if dtype is None:
            dtype = dtypes[0]
            for other in dtypes[1:]:
                dtype = promote(dtype, other)
        given = [STRONG[dtype] if is_weak(d) else d for d in dtypes]
        loop = loop_of(name, tuple(given))
        if loop is None:
            types = ", ".join(NAMES[d] for d in dtypes)
            raise self.fail(TypingError, f"{name} is not defined for ({types})", node)
        result, inputs, function = loop
        values = [self.cast(a, d, node).number for a, d in zip(arguments, inputs, strict=True)]
        number = self.recipe.call(function, STORED[result], values)
        return Scalar(
            {I64: WEAK_INT, F64: WEAK_FLOAT, C128: WEAK_COMPLEX}.get(result, result)
            if weak
            else result,
            number,
            known,
        )

    def compare(self, op, left, right, node):
        """`left op right`, a boolean."""
        if self._over_arrays(left, right):
            return self.combined(
                [left, right], lambda pair: self.compare(op, pair[0], pair[1], node), node
            )
        if not self._numeric(left) or not self._numeric(right):
            return self._compare_objects(op, left, right, node)
        if isinstance(left, Const) and isinstance(right, Const):
            return self._folded(op, left, right, node)
        a, b = self.dtype_of(left), self.dtype_of(right)
        if is_integer(a) and is_integer(b) and a != b:
            decided = self._decided(op, left, right)
            if decided is not None:
                return decided
            a = STRONG[a] if isinstance(left, Scalar) else self._fitting(left.value, b)
            b = STRONG[b] if isinstance(right, Scalar) else self._fitting(right.value, a)
        dtype = promote(a, b)
        if {STRONG[a], STRONG[b]} == {I64, U64} or dtype in HALVES or KINDS[dtype] == "c":
            if KINDS[dtype] == "c" and op not in (ast.Eq, ast.NotEq):
                raise self._undefined(op, left, right, node)
            return self.op(
                _OPS[op],
                [self.cast(left, STRONG[a], node), self.cast(right, STRONG[b], node)],
                node,
            )
        pair = self.cast(left, dtype, node).number, self.cast(right, dtype, node).number
        return Scalar(B1, self.recipe.give("compare", _COMPARES[op], *pair))

    @staticmethod
    def _fitting(value, other):
        """The type in which a literal is compared: the other one's where it fits."""
        if is_weak(other):
            return I64
        bits = 8 * SIZES[other]
        low, high = (0, 2**bits) if KINDS[other] == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1))
        return other if low <= value < high else I64

    def _decided(self, op, left, right):
        """A comparison with a literal beyond the other one's range, as Python's integers compare."""
        for literal, other, flipped in ((right, left, False), (left, right, True)):
            if isinstance(literal, Const) and isinstance(other, Scalar):
                bits = 8 * SIZES[other.dtype]
                unsigned = KINDS[other.dtype] == "u"
                low, high = (0, 2**bits) if unsigned else (-(2 ** (bits - 1)), 2 ** (bits - 1))
                if not low <= literal.value < high:
                    pair = (literal.value, 0) if flipped else (0, literal.value)
                    return Const(PYTHON[op](*pair))
        return None

    def _compare_objects(self, op, left, right, node):
        if isinstance(left, Tuple) and isinstance(right, Tuple) and op in (ast.Eq, ast.NotEq):
            equal = Const(len(left.items) == len(right.items))
            if equal.value:
                for a, b in zip(left.items, right.items, strict=True):
                    same = self.truth(self.compare(ast.Eq, a, b, node), node)
                    equal = self.both(equal, same, node)
            return equal if op is ast.Eq else self.negated(equal, node)
        if isinstance(left, Tuple) and isinstance(right, Tuple):
            return self._ordered(op, left.items, right.items, node)
        if isinstance(left, Const) and isinstance(right, Const) and op in (ast.Eq, ast.NotEq):
            return Const(PYTHON[op](left.value, right.value))
        objects = any(isinstance(x, Const) and not self._numeric(x) for x in (left, right))
        values = all(isinstance(x, (Const, Scalar, Tuple)) for x in (left, right))
        if objects and values and op in (ast.Eq, ast.NotEq):  # a number is never None
            return Const(op is ast.NotEq)
        words = f"{SIGNS[op]} is not defined for {describe(left)} and {describe(right)}: kernels compare numbers; "
        raise self.fail(TypingError, words + self._number_from(left, right), node)

    def _ordered(self, op, left, right, node):
        """The first items that differ decide, else the lengths."""
        first = ast.Lt if op in (ast.Lt, ast.LtE) else ast.Gt
        holds = Const(PYTHON[op](len(left), len(right)))
        for a, b in reversed(list(zip(left, right, strict=False))):
            decided = self.truth(self.compare(first, a, b, node), node)
            equal = self.truth(self.compare(ast.Eq, a, b, node), node)
            neither = self.both(
                self.negated(decided, node), self.negated(self.both(equal, holds, node), node), node
            )
            holds = self.negated(neither, node)
        return holds

    def both(self, a, b, node):
        """Whether two booleans hold."""
        if isinstance(a, Const):
            return b if a.value else a
        if isinstance(b, Const):
            return a if b.value else b
        return Scalar(B1, self.recipe.give("arithmetic", AND, a.number, b.number))

    def negated(self, value, node):
        """not value."""
        truth = self.truth(value, node)
        if isinstance(truth, Const):
            return Const(not truth.value)
        return Scalar(B1, self.recipe.give("logical_not", truth.number))

    def unary(self, op, value, node):
        """`op value`; `op` is a class of ast."""
        if op is ast.Not:
            return self.negated(value, node)
        self.refuse_lists([value], node)
        if is_array(value):
            return self.combined([value], lambda items: self.unary(op, items[0], node), node)
        value = self.number(value, node)
        if isinstance(value, Const):
            try:
                fold = {ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert}
                return Const(fold[op](value.value))
            except TypeError:
                raise self.fail(
                    TypingError, f"~ is not defined for {describe(value)}", node
                ) from None
        if op is ast.Invert:
            if value.dtype == B1:
                return self.negated(value, node)
            if not is_integer(value.dtype):
                raise self.fail(TypingError, f"~ is not defined for {describe(value)}", node)
            ones = self.constant(
                -1 if KINDS[value.dtype] == "i" else 2 ** (8 * SIZES[value.dtype]) - 1,
                value.dtype,
                node,
            )
            return Scalar(
                value.dtype, self.recipe.give("arithmetic", XOR, value.number, ones.number)
            )
        if value.dtype == B1:
            raise self.fail(
                TypingError, "- and + are not defined for booleans; write int() around it", node
            )
        if op is ast.UAdd:
            return value
        if value.dtype in HALVES or KINDS[value.dtype] == "c":
            return self.op("negative", [value], node)
        zero = self.constant(-0.0 if KINDS[value.dtype] == "f" else 0, value.dtype, node)
        return Scalar(value.dtype, self.recipe.give("arithmetic", SUB, zero.number, value.number))


def _is_huge(op, left, right) -> bool:
    """Would a power or shift of Python's integers have very many bits?"""
    if op not in (ast.Pow, ast.LShift) or not (isinstance(left, int) and isinstance(right, int)):
        return False
    bits = abs(left).bit_length()
    return (bits > 1 and bits * right > MOST_BITS) if op is ast.Pow else right > MOST_BITS


__all__ = ["BOOLEAN", "F32", "Scalars"]
