"""Functions of math and NumPy that are written in the language of kernels, and become part of the kernel."""

import cmath
import math

import numpy as np

from .known import for_each, refusal, register
from .values import Const


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
        count = count * (n - i) // (i + 1)
    return count


def perm(n, k=None):
    last = 0 if k is None else n - k
    count = 1 if last >= 0 else 0
    for i in range(last, n):
        count *= i + 1
    return count


def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    if a == b:
        return True
    if math.isinf(a) or math.isinf(b):
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


def float_power(x, y):
    return np.float64(x) ** np.float64(y)


def clip(x, low, high):
    return min(max(x, low), high)


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
    if x == 0:
        return x * 0 + middle
    return x * 0 + (1.0 if x > 0 else 0.0) if x == x else x


def phase(z):
    return math.atan2(z.imag, z.real)


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
    total = 0.0
    for a, b in zip(p, q):  # noqa: B905  (the language has no keywords here)
        total += (a - b) * (a - b)
    return math.sqrt(total)


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


def largest_of(x):
    best = x[0]
    for value in x:
        if value > best or value != value:
            best = value
    return best


def smallest_of(x):
    best = x[0]
    for value in x:
        if value < best or value != value:
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
    math.ldexp: ldexp, math.frexp: frexp, math.modf: modf, math.isqrt: isqrt,
    math.factorial: factorial, math.dist: distance, math.comb: comb,
    math.perm: perm, math.isclose: isclose, math.ulp: ulp, np.bitwise_count: bitwise_count, np.float_power: float_power,
    np.logaddexp2: logaddexp2, cmath.phase: phase, np.ldexp: ldexp, np.frexp: frexp, np.modf: modf,
    np.gcd: gcd, np.lcm: lcm, np.clip: clip, np.where: where, np.heaviside: heaviside, np.angle: phase,
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


register(math.gcd)(_folded(gcd, 0))
register(math.lcm)(_folded(lcm, 1))
for _known, _function in _FUNCTIONS.items():
    register(_known)(for_each(_inlined(_function)))

_ADVICE = {
    (
        sorted,
        np.sort,
    ): "kernels have no sorted copies of arrays; sort outside by dpctl.tensor.sort, or in place in a PrivateArray by a loop",
    (map, filter): "map and filter make no sequences in kernels; write a loop",
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
