"""The functions of Python, math, NumPy, kernel_api and the older API that kernels know, and how handlers say what they take."""

import numpy as np

from .._launch import OPS
from ..kernel_api._dtypes import plain_dtype
from .array_values import is_array
from .errors import TypingError, UnsupportedError
from .types import STRONG, dtype_number, is_weak
from .values import Const, Elements, Scalar, Tuple

# NumPy's names, and math's, of rows of the ops table.
_ROWS = {
    "absolute": "abs", "arccos": "acos", "arccosh": "acosh", "arcsin": "asin", "arcsinh": "asinh", "arctan": "atan",
    "arctan2": "atan2", "arctanh": "atanh", "conjugate": "conj", "invert": "bitwise_invert", "left_shift": "bitwise_left_shift",
    "right_shift": "bitwise_right_shift", "mod": "remainder", "power": "pow", "true_divide": "divide", "rint": "round",
    "fabs": "abs",
}  # fmt: skip
_LIBM = ("erf", "erfc", "fmod", "lgamma", "fma", "fmax", "fmin")

_table = {}


def known(value):
    """What a known function does: (lowering, arguments, keywords, node) -> value; None for those that are not known."""
    found = _found(value)
    of_numpy = not isinstance(value, type) and (
        isinstance(value, np.ufunc) or getattr(value, "__module__", None) == "numpy"
    )
    return _numpys(found) if found is not None and of_numpy else found


def _is_of_numbers(value) -> bool:
    """Is it one of NumPy's functions that go element by element?"""
    return isinstance(value, np.ufunc) and value.signature is None


def _found(value):
    try:
        found = _table.get(value)
    except TypeError:
        return None
    if found is not None:
        return for_each(found) if value is abs or _is_of_numbers(value) else found
    if _is_of_numbers(value):
        name = _ROWS.get(value.__name__, value.__name__)
        if name in OPS:
            return elementwise(lambda low, args, node: low.row(name, args, node), value.nin)
        if name in _LIBM:
            return elementwise(lambda low, args, node: low.libm(name, args, node), value.nin)
        return None
    if isinstance(value, type) and issubclass(value, np.generic):
        return conversion(value)
    if plain_dtype(value) is not value:
        return conversion(plain_dtype(value))
    name = getattr(value, "__name__", None) or getattr(value, "name_", None)
    module = getattr(value, "__module__", None) or type(value).__module__ or ""
    name = _ROWS.get(name, name) if module.startswith("dpnp") else name
    if module.startswith(("dpctl.tensor", "dpnp")) and name not in OPS:
        return _of_library(name)
    if name in OPS and module.startswith(("dpctl.tensor", "dpnp")):
        return elementwise(lambda low, args, node: low.row(name, args, node), None)
    return None


def _numpys(handler):
    """The same with NumPy's numbers for results, which are not weak where all arguments were."""

    def call(low, args, keywords, node):
        return _strong(low, handler(low, args, keywords, node), node)

    return call


def _strong(low, value, node):
    if isinstance(value, Tuple):
        return Tuple(_strong(low, item, node) for item in value.items)
    if isinstance(value, Elements) and value.into is None:
        return low.combined([value], lambda items: _strong(low, items[0], node), node)
    if isinstance(value, Const) and type(value.value) not in (int, float, complex):
        return value
    if isinstance(value, Const | Scalar) and is_weak(dtype := low.dtype_of(value)):
        return low.cast(value, STRONG[dtype], node)
    return value


def _of_library(name):
    """What dpctl.tensor and dpnp have under NumPy's names."""
    from . import array_functions, memory

    return array_functions.BY_NAME.get(name) or memory.MAKERS.get(name)


def register(*functions):
    """Decorates the handler of these functions."""

    def decorate(handler):
        for function in functions:
            _table[function] = handler
        return handler

    return decorate


def plain(function, count):
    """A function of numbers without keywords."""

    def call(low, args, keywords, node):
        low.no_keywords(keywords, "the function", node)
        if count is not None:
            low.expect(args, count, "the function", node)
        return function(low, args, node)

    return call


def for_each(handler):
    """The same of arrays, element by element."""

    def call(low, args, keywords, node):
        if any(map(is_array, args)):
            return low.combined(args, lambda items: handler(low, items, keywords, node), node)
        return handler(low, args, keywords, node)

    return call


def elementwise(function, count):
    return for_each(plain(function, count))


def conversion(dtype):
    number = dtype_number(dtype)
    if number is None:
        return None

    def convert(low, args, keywords, node):
        low.no_keywords(keywords, "a conversion", node)
        low.expect(args, 1, "a conversion", node)
        return low.cast(low.number(args[0], node), number, node)

    return convert


def named(*names, required=None):
    """Decorates a handler: its arguments come by position or by these names, in this order; None for those not given."""

    def decorate(function):
        def call(low, args, keywords, node):
            if len(args) > len(names):
                raise low.fail(
                    TypingError,
                    f"{len(args)} arguments, at most {len(names)} are taken: {', '.join(names)}",
                    node,
                )
            values = dict(zip(names, args, strict=False))
            for name, value in keywords.items():
                if name not in names or name in values:
                    raise low.fail(
                        TypingError,
                        f"there is no parameter {name} left; there are {', '.join(names)}",
                        node,
                    )
                values[name] = value
            missing = [
                n for n in names[: len(names) if required is None else required] if n not in values
            ]
            if missing:
                raise low.fail(TypingError, f"no value for {missing[0]}", node)
            return function(low, node, *(values.get(n) for n in names))

        return call

    return decorate


def refusal(words):
    def refuse(low, args, keywords, node):
        raise low.fail(UnsupportedError, words, node)

    return refuse
