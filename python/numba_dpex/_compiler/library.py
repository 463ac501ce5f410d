"""Functions of math and NumPy that are written in the language of kernels, and become part of the kernel."""

import math

import numpy as np

from .errors import TypingError
from .known import for_each, plain, refusal, register
from .types import KINDS, is_integer
from .values import Const, describe


def ldexp(x, exponent):
    return float(x) * 2.0**exponent if isinstance(x, int) else x * 2.0**exponent


def frexp(x):
    if isinstance(x, int):
        x = float(x)
    if x == 0 or np.isnan(x) or np.isinf(x):
        return x, 0
    exponent = int(math.floor(math.log2(abs(x)))) + 1
    part = x * 2.0 ** (-exponent)
    if abs(part) >= 1:
        part *= 0.5
        exponent += 1
    elif abs(part) < 0.5:
        part *= 2
        exponent -= 1
    return part, exponent


def modf(x):
    if isinstance(x, int):
        x = float(x)
    whole = np.trunc(x)
    return np.copysign(0.0 if np.isinf(x) else x - whole, x), whole


def gcd(a, b):
    a, b = abs(a), abs(b)
    while b != 0:
        a, b = b, a % b
    return a


def lcm(a, b):
    return abs(a * b) // gcd(a, b) if a * b != 0 else abs(a * b)


def python_gcd(a, b):
    return gcd(int(a), int(b))


def python_lcm(a, b):
    return lcm(int(a), int(b))


def fmod(x, y):
    rest = x % y
    return rest - y if rest != 0 and (rest < 0) != (x < 0) else rest


def reciprocal(x):
    return x if x == 1 or x == -1 else x - x


def isqrt(n):
    root = int(math.sqrt(float(n)))
    while root * root > n:
        root -= 1
    while (root + 1) * (root + 1) <= n:
        root += 1
    return root


def factorial(n):
    product = 1
    for k in range(2, n + 1):
        product *= k
    return product


def comb(n, k):
    if k > n:
        return 0
    count = 1
    for i in range(min(k, n - k)):
        count = count * (int(n) - i) // (i + 1)
    return count


def perm(n, k=None):
    last = 0 if k is None else int(n) - int(k)
    count = 1 if last >= 0 else 0
    for i in range(last, n):
        count *= i + 1
    return count


def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    if a == b:
        return True
    if np.isinf(a) or np.isinf(b):
        return False
    return abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol)


def ulp(x):
    x = abs(x)
    following = math.nextafter(x, math.inf)
    if math.isinf(following):
        return x if math.isinf(x) else x - math.nextafter(x, 0.0)
    return following - x


def logaddexp2(x, y):
    return np.logaddexp(x * math.log(2.0), y * math.log(2.0)) * (1.0 / math.log(2.0))


def bitwise_count(x):
    x = abs(x)
    if x < 0:  # the least integer
        return np.uint8(1)
    count = 0
    while x > 0:
        x &= x - 1
        count += 1
    return np.uint8(count)


def bit_length(x):
    x, count = abs(x), 0
    while x > 0:
        x >>= 1
        count += 1
    return count


def is_whole(x):
    return np.isfinite(x) and np.trunc(x) == x


def float_power(x, y):
    return np.float64(x) ** np.float64(y)


def floor_quotient(x, y, quotient):
    """Python's x // y, given the Array API's: no number for an infinity, -1 for numbers by an infinity of the other sign."""
    if np.isinf(x) and y != 0:
        return quotient * 0
    if np.isinf(y) and x != 0 and (x < 0) != (y < 0):
        return quotient - 1
    return quotient


def where(condition, x, y):
    return x if condition else y


def heaviside(x, middle):
    if np.isfinite(x):
        return x * 0 + (middle if x == 0 else 1.0 if x > 0 else 0.0)
    return x if x != x else 1.0 if x > 0 else 0.0


def digits(x, count):
    scale = 10.0**count
    return np.rint(x * scale) / scale


def power_modulo(x, exponent, modulus):
    result = 1
    x %= modulus
    while exponent > 0:
        if exponent & 1:
            result = result * x % modulus
        x = x * x % modulus
        exponent >>= 1
    return result % modulus


def distance(p, q):
    total, is_infinite = 0.0, False
    for a, b in zip(p, q):  # noqa: B905  (the language has no keywords here)
        part = float(a) - float(b)
        is_infinite = is_infinite or math.isinf(part)
        total += part * part
    return math.inf if is_infinite else math.sqrt(total)


def sum_of(values, total):
    for value in values:
        total += value
    return total


def multiplied(values, total):
    for value in values:
        total *= value
    return total


def dot(a, b):
    total = a.dtype.type(0) * b.dtype.type(0)
    for i in range(a.shape[0]):
        total += a[i] * b[i]
    return total


def accumulator_of(x, first):
    """Sums and products of integers have 64 bits, as NumPy's."""
    if x.dtype.kind == "u":
        return np.uint64(first)
    if x.dtype.kind in ("b", "i"):
        return np.int64(first)
    return x.dtype.type(first)


def total_of(x):
    total = accumulator_of(x, 0)
    for value in x:
        total += value
    return total


def mean_of(x):
    total = 0.0
    for value in x:
        total += value
    return total / x.shape[0]


def largest_from(x, best):
    for value in x:
        if value > best or value != value:
            best = value
    return best


def smallest_from(x, best):
    for value in x:
        if value < best or value != value:
            best = value
    return best


def largest_of(x):
    return largest_from(x, x[0])


def smallest_of(x):
    return smallest_from(x, x[0])


def first_largest(x):
    best = x[0]
    for value in x:
        if value > best:
            best = value
    return best


def first_smallest(x):
    best = x[0]
    for value in x:
        if value < best:
            best = value
    return best


def product_of(x):
    total = accumulator_of(x, 1)
    for value in x:
        total *= value
    return total


def all_of(x):
    found = True
    for value in x:
        found = found and value != 0
    return found


def any_of(x):
    found = False
    for value in x:
        found = found or value != 0
    return found


_FUNCTIONS = {
    math.frexp: frexp, math.modf: modf,
    math.factorial: factorial, math.isclose: isclose, math.ulp: ulp, np.bitwise_count: bitwise_count, np.float_power: float_power,
    np.logaddexp2: logaddexp2, np.frexp: frexp, np.modf: modf,
    np.where: where, np.heaviside: heaviside,
}  # fmt: skip


def _inlined(function):
    return lambda low, args, keywords, node: low.inlined(function, None, args, keywords, node)


def _folded(function, unit):
    """The same of any number of arguments."""

    def call(low, args, keywords, node):
        result, *others = [*args, Const(unit), Const(unit)][: max(len(args), 2)]
        for other in others:
            result = low.inlined(function, None, [result, other], keywords, node)
        return result

    return call


def _all_integers(low, args, node) -> bool:
    return all(is_integer(low.dtype_of(low.number(a, node))) for a in args)


def _of_integers(handler, name):
    def call(low, args, keywords, node):
        given = [a for a in args if not (isinstance(a, Const) and a.value is None)]
        if not _all_integers(low, given, node):
            words = f"{name} takes integers, not {' and '.join(map(describe, args))}"
            raise low.fail(TypingError, words, node)
        return handler(low, args, keywords, node)

    return call


def _by_kind(of_integers, of_others):
    """One function of integers, another one where there are other numbers."""

    def call(low, args, keywords, node):
        handler = _inlined(of_integers) if _all_integers(low, args, node) else of_others
        return handler(low, args, keywords, node)

    return call


def _ldexp(low, args, keywords, node):
    if len(args) == 2 and KINDS[low.dtype_of(low.number(args[1], node))] not in "biu":
        words = f"ldexp takes an integer for the exponent, not {describe(args[1])}"
        raise low.fail(TypingError, words, node)
    return low.inlined(ldexp, None, args, keywords, node)


register(math.gcd)(_of_integers(_folded(python_gcd, 0), "gcd"))
register(math.lcm)(_of_integers(_folded(python_lcm, 1), "lcm"))
for _known, _function in {math.isqrt: isqrt, math.comb: comb, math.perm: perm}.items():
    register(_known)(_of_integers(_inlined(_function), _function.__name__))
for _known in (math.ldexp, np.ldexp):
    register(_known)(for_each(_ldexp))
register(np.gcd)(_of_integers(_inlined(gcd), "gcd"))
register(np.lcm)(_of_integers(_inlined(lcm), "lcm"))
register(np.fmod)(_by_kind(fmod, plain(lambda low, a, n: low.libm("fmod", a, n), 2)))
register(np.reciprocal)(
    _by_kind(reciprocal, plain(lambda low, a, n: low.row("reciprocal", a, n), 1))
)
register(math.dist)(_inlined(distance))
for _known, _function in _FUNCTIONS.items():
    register(_known)(for_each(_inlined(_function)))

_ADVICE = {
    (filter,): "filter makes no sequences in kernels; write a loop with if",
    (
        str,
        repr,
        format,
    ): "kernels have no strings but in print and assert, where f-strings format numbers",
    (
        list,
        dict,
        set,
    ): "kernels have no lists, dictionaries or sets; use a tuple, or a PrivateArray for what changes",
    (slice,): "slices are written in brackets in kernels: a[start:stop]",
    (
        type,
        id,
        hash,
    ): "kernels have numbers, arrays and tuples, whose types are known: use a.dtype, or isinstance",
    (input, open): "kernels read and write arrays; do this outside",
    (next, iter): "kernels have no iterators; write a loop over range()",
}
for _refused, _words in _ADVICE.items():
    register(*_refused)(refusal(_words))
