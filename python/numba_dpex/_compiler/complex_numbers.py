"""Functions of cmath, which take real numbers for complex ones."""

import cmath
import math

import numpy as np

from .known import plain, register
from .library import isclose
from .types import WEAK_COMPLEX, promote


def _complex(low, value, node):
    value = low.number(value, node)
    return low.cast(value, promote(WEAK_COMPLEX, low.dtype_of(value)), node)


def phase(z):
    return math.atan2(z.imag, z.real)


def polar(z):
    return abs(z), math.atan2(z.imag, z.real)


def rect(r, phi):
    if phi == 0:
        return complex(r, math.copysign(phi, r * math.copysign(1.0, phi)))
    return complex(r * math.cos(phi), r * math.sin(phi))


def log(z, base):
    return np.log(z) / np.log(base)


def _row(name):
    return plain(lambda low, args, node: low.op(name, [_complex(low, args[0], node)], node), 1)


def _of_complex(function):
    """A function in the language of kernels, whose numbers are made complex."""

    def call(low, args, keywords, node):
        args = [_complex(low, a, node) for a in args]
        return low.inlined(function, None, args, keywords, node)

    return call


def _log(low, args, keywords, node):
    handler = _of_complex(log) if len(args) == 2 else _row("log")
    return handler(low, args, keywords, node)


def _rect(low, args, keywords, node):
    return low.inlined(rect, None, args, keywords, node)


for _name in (
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "exp", "log10", "sin", "sinh", "sqrt", "tan", "tanh",
    "isfinite", "isinf", "isnan",
):  # fmt: skip
    register(getattr(cmath, _name))(_row(_name))
for _function in (phase, polar, isclose):
    register(getattr(cmath, _function.__name__))(_of_complex(_function))
register(cmath.log)(_log)
register(cmath.rect)(_rect)
