"""Calls of known functions, of methods, and of functions that are compiled into the kernel."""

import ast
import functools
import inspect

import numpy as np

from ..core.vectorize import Vectorized
from ..kernel_api._dtypes import plain_dtype
from . import library
from .array_functions import METHODS
from .array_values import is_array
from .errors import TypingError, UnsupportedError
from .growing import METHODS_OF_LISTS
from .known import known
from .sequences import one_in_another, unit_of
from .source import source_of
from .types import B1, KINDS, WEAK_COMPLEX, WEAK_FLOAT, WEAK_INT, dtype_number
from .values import Atomic, Const, List, Local, Method, Place, describe

DEEPEST = 64


def _alone(values, compute, node):
    return compute(values)


def _is_of_arrays(function) -> bool:
    """Is it a function of a package of arrays, whose text is none for kernels?"""
    module = getattr(function, "__module__", None) or ""
    return module.startswith(("numpy.", "dpctl.tensor", "dpnp")) or module == "numpy"


_BY_DATA = (
    "how many elements it gives is known from the data alone: write a loop with if that counts them"
)
_ADDED = (
    "write a loop with h[k] += 1, or kapi.AtomicRef(h, k).fetch_add(1) where work-items share h"
)
_INSTEAD = {
    **dict.fromkeys(("nonzero", "flatnonzero", "argwhere", "extract", "compress", "unique", "trim_zeros"), _BY_DATA),
    **dict.fromkeys(("histogram", "at"), _ADDED),
    "einsum": "write sums of products: np.sum(a * b), a @ b, np.outer(a, b)",
    **dict.fromkeys(("accumulate", "reduceat"), "write a loop that keeps the last value"),
    "outer": "broadcast: x[:, None] + y",
}  # fmt: skip


def _instead_of(function) -> str:
    """What to write in place of a function that kernels do not have."""
    owner = getattr(function, "__self__", None)
    module = getattr(function, "__module__", None) or type(owner).__module__ or ""
    if "random" in module or "random" in type(owner).__module__:
        return "pass an array of random numbers, or compute them from the id"
    name = getattr(function, "__name__", None)
    if name in _INSTEAD and (_is_of_arrays(function) or isinstance(owner, np.ufunc)):
        return _INSTEAD[name]
    if ".linalg" in module:
        return "write loops, or call it outside of kernels"
    if _is_of_arrays(function):
        return "of functions of arrays they have sums and the like, reshape and products: write a loop, or call it outside"
    return "they call functions of math, NumPy's on numbers, kernel_api, and functions written in Python"


_OF_NUMBERS = {
    "bit_length": library.bit_length, "bit_count": library.bitwise_count, "is_integer": library.is_whole,
}  # fmt: skip


class Calls:
    """What calls mean; a mixin of Lowering."""

    def of_Call(self, node):
        function = self.expression(node.func)
        return self.called(function, *self.arguments_of(node, function), node)

    def arguments_of(self, node, function) -> tuple:
        """Values by position, and those by name."""
        arguments = []
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                arguments += self.items_of(self.expression(argument.value), argument)
            else:
                arguments.append(self.argument(argument, function))
        keywords = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                raise self.fail(UnsupportedError, "** in calls is not supported in kernels", node)
            keywords[keyword.arg] = self.not_kept(keyword.value)
        return arguments, keywords

    def argument(self, node, function):
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            return self.comprehended(one_in_another(node, function), unit_of(function))
        return self.not_kept(node)

    def called(self, function, arguments, keywords, node):
        if isinstance(function, Method):
            return self.method(function, arguments, keywords, node)
        if isinstance(function, Local):
            return self.inlined(function.function, None, arguments, keywords, node, function.frame)
        if not isinstance(function, Const) or not callable(function.value):
            raise self.fail(TypingError, f"{describe(function)} cannot be called", node)
        value = function.value
        if isinstance(value, functools.partial):
            return self.called_partially(value, arguments, keywords, node)
        if isinstance(value, Vectorized):
            return self.elementwise(value, arguments, keywords, node)
        handler = known(value)
        if handler is not None:
            return handler(self, arguments, keywords, node)
        inner = getattr(value, "py_func", value)
        if inspect.isfunction(inner) and not _is_of_arrays(inner):
            return self.inlined(
                inner, getattr(value, "signatures", None), arguments, keywords, node
            )
        words = f"{describe(function)} is not known to kernels; {_instead_of(value)}"
        raise self.fail(UnsupportedError, words, node)

    def called_partially(self, partial, arguments, keywords, node):
        """A function of which some arguments were given outside."""
        given = [self.of_object(a, node, "an argument of partial()") for a in partial.args]
        named = {n: self.of_object(a, node, n) for n, a in partial.keywords.items()}
        return self.called(Const(partial.func), given + arguments, named | keywords, node)

    def elementwise(self, function, arguments, keywords, node):
        """What vectorize() has made: of numbers, or of the elements of arrays."""
        self.no_keywords(keywords, function.__name__, node)
        copies = self.copies

        def of_numbers(values):
            outer, self.copies = self.copies, copies
            dtypes, result = [None] * len(values), None
            if function.signatures:
                given = [self.dtype_of(self.number(v, node)) for v in values]
                dtypes, result = self.signature_for(function, given, node)
            cast = [
                v if d is None else self.cast(self.number(v, node), d, node)
                for v, d in zip(values, dtypes, strict=True)
            ]
            found = self.inlined(function.py_func, None, cast, {}, node)
            self.copies = outer
            return found if result is None else self.cast(self.number(found, node), result, node)

        return (self.combined if any(map(is_array, arguments)) else _alone)(
            arguments, of_numbers, node
        )

    def signature_for(self, function, given, node):
        if len(given) != function.nin:
            words = f"{function.__name__} takes {function.nin} inputs, not {len(given)}"
            raise self.fail(TypingError, words, node)
        try:
            return function.signature_of(given)
        except TypeError as error:
            raise self.fail(TypingError, str(error), node) from None

    # Functions written in Python become part of the kernel.

    def inlined(self, function, signatures, arguments, keywords, node, around=None):
        """What the function gives; `around`: the frame in which it was defined, if that is one of this kernel."""
        from .lower import Frame

        source, outer = source_of(function), self.frame
        frame = outer
        while frame is not None:
            if frame.source is source:
                raise self.fail(
                    UnsupportedError,
                    f"{source.name} calls itself; kernels cannot recurse: write a loop",
                    node,
                )
            frame = frame.parent
        if self.depth == DEEPEST:
            raise self.fail(UnsupportedError, f"calls are nested deeper than {DEEPEST}", node)
        values = self.bound_arguments(source, arguments, keywords, node)
        result = None
        if signatures:
            values, result = self.signed(signatures, values, node)
        key = (*outer.key, (node.lineno, node.col_offset, source.name, self.copies))
        end = self.recipe.block()
        self.frame, self.depth = Frame(source, key, end, outer, around), self.depth + 1
        self.bind(list(values), list(values.values()))
        if isinstance(source.tree, ast.Lambda):
            value = self.expression(source.tree.body)
        else:
            with self.region(is_function=True):
                value = self.returned(source, end)
        self.frame, self.depth = outer, self.depth - 1
        return value if result is None else self.cast(value, result, node)

    def returned(self, source, end):
        """Compiles the body; what it returns."""
        self.body(source.tree.body)
        falls_off = self.recipe.reachable
        if self.frame.returns and falls_off:
            self.assign("%return", Const(None), source.tree)
        self.recipe.enter(end)
        if not self.frame.returns:
            return Const(None)
        source.assigned.setdefault("%return", 2)
        return self.read("%return", None)

    def bound_arguments(self, source, arguments, keywords, node) -> dict:
        """Parameter names and values as Python binds them."""
        names = source.parameters
        spec = source.arguments
        if spec.vararg or spec.kwarg:
            raise self.fail(
                UnsupportedError,
                f"{source.name} takes * or **; kernels call functions with named parameters",
                node,
            )
        if len(arguments) > len(names):
            raise self.fail(
                TypingError,
                f"{source.name} takes {len(names)} arguments, not {len(arguments)}",
                node,
            )
        values = dict(zip(names, arguments, strict=False))
        names = names + [a.arg for a in spec.kwonlyargs]
        for name, value in keywords.items():
            if name not in names or name in values:
                raise self.fail(TypingError, f"{source.name} has no parameter {name} left", node)
            values[name] = value
        defaults = source.function.__defaults__ or ()
        given = dict(
            zip(source.parameters[len(source.parameters) - len(defaults) :], defaults, strict=True)
        )
        given.update(source.function.__kwdefaults__ or {})
        for name in names:
            if name not in values:
                if name not in given:
                    raise self.fail(
                        TypingError, f"{source.name}: no value for parameter {name}", node
                    )
                values[name] = self.of_object(given[name], node, name)
        return values

    def signed(self, signatures, values, node):
        """Values cast to the parameters of the signature that has their types, else of the first; and the result's dtype."""
        fitting = [s for s in signatures if len(s.args) == len(values)]
        if not fitting:
            raise self.fail(TypingError, f"no signature takes {len(values)} arguments", node)
        own = [self.dtype_of(v) if self._numeric(v) else None for v in values.values()]
        exact = [s for s in fitting if [getattr(t, "dtype_number", None) for t in s.args] == own]
        chosen = (exact or fitting)[0]
        cast = {}
        for (name, value), type_ in zip(values.items(), chosen.args, strict=True):
            number = getattr(type_, "dtype_number", None)
            cast[name] = (
                value if number is None else self.cast(self.number(value, node), number, node)
            )
        return cast, getattr(chosen.result, "dtype_number", None)

    # Methods.

    def method(self, method, arguments, keywords, node):
        owner, name = method.owner, method.name
        if isinstance(owner, Place):
            self.no_keywords(keywords, name, node, ("idx", "dim"))
            return self.place_method(owner, name, arguments + list(keywords.values()), node)
        if isinstance(owner, Atomic):
            return self.atomic_method(owner, name, arguments, keywords, node)
        if isinstance(owner, List) and name in METHODS_OF_LISTS:
            self.no_keywords(keywords, name, node)
            return self.list_method(owner, name, arguments, node)
        if is_array(owner):
            return METHODS[name](self, [owner, *arguments], keywords, node)
        if name in ("conjugate", "conj"):
            return self.op("conj", [owner], node) if KINDS[self.dtype_of(owner)] == "c" else owner
        if name == "astype":
            self.expect(arguments, 1, name, node)
            return self.cast(owner, self.dtype_argument(arguments[0], node), node)
        if name == "item":
            kind = KINDS[self.dtype_of(owner)]
            weak = {"b": B1, "c": WEAK_COMPLEX, "f": WEAK_FLOAT}.get(kind, WEAK_INT)
            return self.cast(owner, weak, node)
        if name in _OF_NUMBERS:
            self.expect(arguments, 0, name, node)
            return self.inlined(_OF_NUMBERS[name], None, [owner], {}, node)
        raise self.fail(
            UnsupportedError, f"{name} of {describe(owner)} is not supported in kernels", node
        )

    def no_keywords(self, keywords, name, node, allowed=()):
        for keyword in keywords:
            if keyword not in allowed:
                raise self.fail(TypingError, f"{name} has no parameter {keyword}", node)

    def dtype_argument(self, value, node) -> int:
        """A dtype given as an object of NumPy's, a type of numba_dpex's, a Python type or a name."""
        if isinstance(value, Const):
            found = plain_dtype(value.value)
            try:
                number = dtype_number(found)
            except (TypeError, ValueError):
                number = None
            if number is not None and found is not None:
                return number
        raise self.fail(TypingError, f"a dtype is needed here, not {describe(value)}", node)
