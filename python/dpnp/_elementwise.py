"""Elementwise functions: those of the ops table with NumPy's keywords, and the base of those that are composed of them."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray
from dpctl.tensor._usmarray import usm_ndarray

from ._array import ndarray
from ._convert import array_of, beside, cast, given_arrays, operands_of, refuse, stored, wrapped

_unary_call = _usmarray._UnaryOp.__call__
_binary_call = _usmarray._BinaryOp.__call__

_DOC = """
Args:
    {inputs}: arrays{numbers}.
    out (ndarray, optional): array to write to, of the result's shape, and of a dtype that the result's casts to.
    where (ndarray of bool): elements that are computed; others stay what they are in ``out``, and are 0 without it.
    order ("K", "C", "F", "A"): memory layout of a new result.
    dtype (optional): of the loop's result.

Raises:
    TypeError: for what is no array, and for dtypes that no loop takes.
    ValueError: where shapes do not broadcast.
    ExecutionPlacementError: where arrays live on different queues."""


class _Unary(_usmarray._UnaryOp):
    """A row of the ops table with one input."""

    def __call__(self, x, out=None, where=True, order="K", dtype=None, subok=True, **kwargs):
        plain = out is None and where is True and dtype is None and subok is True and not kwargs
        if plain and order == "K":
            return _unary_call(self, x)
        return _computed(self, _unary_call, (x,), out, where, order, dtype, subok, kwargs)


class _OfNumbers(_Unary):
    """One that has no loop for truth values in NumPy."""

    def __call__(self, x, *args, **kwargs):
        if isinstance(x, usm_ndarray) and x.dtype.kind == "b":
            raise TypeError(f"{self.__name__}: arrays of bool are not supported")
        return super().__call__(x, *args, **kwargs)


def _unary(op: int, *place: Any) -> _Unary:
    made = _Unary(op, *place)
    return _OfNumbers(op, *place) if made.__name__ in ("positive", "sign") else made


class _Binary(_usmarray._BinaryOp):
    """A row of the ops table with two inputs."""

    def __call__(self, x1, x2, out=None, where=True, order="K", dtype=None, subok=True, **kwargs):
        plain = out is None and where is True and dtype is None and subok is True and not kwargs
        if plain and order == "K" and (isinstance(x1, usm_ndarray) or isinstance(x2, usm_ndarray)):
            return _binary_call(self, x1, x2)
        return _computed(self, _binary_call, (x1, x2), out, where, order, dtype, subok, kwargs)

    def outer(self, x1, x2, out=None, where=True, order="K", dtype=None, subok=True, **kwargs):
        """The function of every element of ``x1`` with every element of ``x2``."""
        return _outer(self, x1, x2, out, where, order, dtype, subok, **kwargs)


def _outer(function: Any, x1: Any, x2: Any, *args: Any, **kwargs: Any) -> Any:
    first, second = operands_of(function.__name__, x1, x2)
    spread = first[(..., *(None,) * second.ndim)]
    return function(
        spread if isinstance(x1, usm_ndarray) else x1,
        second if isinstance(x2, usm_ndarray) else x2,
        *args,
        **kwargs,
    )


class Composed:
    """An elementwise function that is an expression of others.

    Args:
        name: NumPy's name of it.
        compute: gives the result's expression of arrays, which are promoted and of one queue.
        nin: number of inputs.
        doc: what it computes, in a sentence.
        dtypes: characters of the dtypes that it computes in, ascending; all where empty.
        weak: whether numbers take the dtype that they have beside the arrays.
    """

    nout = 1

    def __init__(
        self,
        name: str,
        compute: Callable[..., Any],
        nin: int,
        doc: str,
        dtypes: str = "",
        weak: bool = True,
    ) -> None:
        self.__name__ = self.__qualname__ = name
        self.__module__ = "dpnp"
        self.__doc__ = documented(name, nin, doc)
        self._compute = compute
        self.nin = nin
        self.__signature__ = _signature(nin)
        self._dtypes, self._weak = dtypes, weak

    def __repr__(self) -> str:
        return f"<function '{self.__name__}' of {self.nin} array{'s' if self.nin > 1 else ''}>"

    def __reduce__(self) -> str:
        return self.__name__

    @property
    def types(self) -> list[str]:
        """What it computes on, in NumPy's characters."""
        return [f"{char * self.nin}->{char}" for char in self._dtypes or "?bBhHiIlLefdFD"]

    def __call__(self, *inputs, out=None, where=True, order="K", dtype=None, subok=True, **kwargs):
        if len(inputs) == self.nin + 1:
            *inputs, out = inputs
        if len(inputs) != self.nin:
            raise TypeError(
                f"{self.__name__}() takes {self.nin} positional arguments but {len(inputs)} were given"
            )
        plain = out is None and where is True and dtype is None and subok is True and not kwargs
        if plain and order == "K":
            return wrapped(self._run(*inputs))
        return _computed(self, Composed._run, inputs, out, where, order, dtype, subok, kwargs)

    def outer(self, x1, x2, *args, **kwargs):
        """The function of every element of ``x1`` with every element of ``x2``."""
        if self.nin != 2:
            raise ValueError("outer product only supported for binary functions")
        return _outer(self, x1, x2, *args, **kwargs)

    def _run(self, *inputs: Any, order: str = "K") -> Any:
        result = self._compute(*self._operands(inputs))
        return (
            result if order == "K" else _usmarray.astype_array(result, result.dtype, order, False)
        )

    def _operands(self, inputs: tuple[Any, ...]) -> Sequence[Any]:
        """The inputs as arrays; where there are loops of some dtypes, in that of the first which takes all."""
        if not self._dtypes:
            return operands_of(self.__name__, *inputs, weak=self._weak)
        arrays = given_arrays(self.__name__, *inputs)
        if self.nin == 1 and arrays[0].dtype.char in self._dtypes:
            return arrays
        dtypes = [
            x.dtype if isinstance(x, usm_ndarray | np.generic) else dpt.result_type(x, *arrays)
            for x in inputs
        ]
        loop = _first_that_takes(tuple(dtypes), self._dtypes)
        if loop is None:
            raise ValueError(
                f"function '{self.__name__}' does not support input types "
                f"({', '.join(str(dtype) for dtype in dtypes)}), "
                "and the inputs could not be safely coerced to any supported types according to the casting rule ''safe''."
            )
        return [
            cast(x, loop) if isinstance(x, usm_ndarray) else beside(x, arrays[0], loop)
            for x in inputs
        ]


@functools.cache
def _first_that_takes(dtypes: tuple[np.dtype, ...], chars: str) -> np.dtype | None:
    """Of dtypes by their characters the first that each of others casts to without loss."""
    fitting = (char for char in chars if all(np.can_cast(dtype, char) for dtype in dtypes))
    return next((np.dtype(char) for char in fitting), None)


@functools.cache
def _signature(nin: int) -> inspect.Signature:
    """Of a function that is called with its inputs."""
    keywords = list(inspect.signature(_Unary.__call__).parameters.values())[2:]
    names = ["x"] if nin == 1 else ["x1", "x2"]
    inputs = [inspect.Parameter(n, inspect.Parameter.POSITIONAL_OR_KEYWORD) for n in names]
    return inspect.Signature([*inputs, *keywords])


def documented(name: str, nin: int, doc: str) -> str:
    """A function's docstring."""
    inputs = "x" if nin == 1 else "x1, x2"
    keywords = "out=None, where=True, order='K', dtype=None, subok=True"
    numbers = ", or one an array and one a number" if nin == 2 else ""
    return f"{name}({inputs}, {keywords})\n\n{doc}\n{_DOC.format(inputs=inputs, numbers=numbers)}"


def _computed(
    function: Any,
    call: Callable[..., Any],
    inputs: Any,
    out: Any,
    where: Any,
    order: str,
    dtype: Any,
    subok: bool,
    kwargs: dict[str, Any],
) -> Any:
    """What a function with keywords gives."""
    name = function.__name__
    refuse_others(name, kwargs)
    refuse(name, subok=(subok, True))
    if isinstance(out, tuple):
        if len(out) != 1:
            raise OutTupleError("'out' tuple must have exactly one entry per ufunc output")
        (out,) = out
    if out is not None:
        array_of(out)
        if dtype is not None:
            raise TypeError(
                f"{name} only takes `out` or `dtype` as an argument, but both were provided"
            )
    check_inputs(name, inputs)
    order = order_of(order)
    if dtype is not None:
        inputs = _in_loop(function, inputs, np.dtype(dtype))
    result = call(function, *inputs, order=order)
    if where is True:
        return stored(result, out)
    return _where_only(result, out, where)


class OutTupleError(TypeError, ValueError):
    """As many arrays as there are results were not given: a ValueError to NumPy, a TypeError to Intel's package of old."""


def refuse_others(name: str, kwargs: dict[str, Any]) -> None:
    """Raises NotImplementedError for keywords that no elementwise function has."""
    if kwargs:
        raise NotImplementedError(f"{name}: keywords {sorted(kwargs)} are not supported")


def check_inputs(name: str, inputs: Sequence[Any]) -> None:
    """Raises TypeError where one is neither array nor number, or none is an array."""
    for x in inputs:
        if not isinstance(x, usm_ndarray) and not np.isscalar(x):
            raise TypeError(f"An array must be any of supported type, but got {type(x)}")
    if not any(isinstance(x, usm_ndarray) for x in inputs):
        raise TypeError(f"{name}: at least one input must be an array")


def order_of(order: Any) -> str:
    """The memory layout that is asked for: "K", "C", "F" or "A"."""
    if order not in ("K", "C", "F", "A", "k", "c", "f", "a", None):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got '{order}')")
    return "K" if order is None else order.upper()


def _where_only(result: Any, out: Any, where: Any) -> Any:
    mask = beside(where, result)
    if mask.dtype.kind != "b":
        raise TypeError(
            f"Cannot cast array data from {mask.dtype} to bool: `where` is an array of bool"
        )
    if out is None:
        return wrapped(dpt.where(mask, result, result.dtype.type(0).item()))
    return stored(dpt.where(mask, result, cast(out, result.dtype)), out)


def _in_loop(function: Any, inputs: Any, dtype: np.dtype) -> list[Any]:
    """The inputs, cast to those of the loop that gives ``dtype``."""
    if dtype.kind not in "biufc":
        raise TypeError(f"{function.__name__}: dtype {dtype} is not supported")
    loops = [loop.split("->") for loop in function.types]
    fitting = [chars for chars, result in loops if np.dtype(result) == dtype]
    same = dtype.char * len(inputs)
    for casting in ("safe", "same_kind"):
        for chars in sorted(fitting, key=lambda chars: chars != same):
            if all(_casts(x, char, casting) for x, char in zip(inputs, chars, strict=True)):
                return [
                    cast(x, char) if isinstance(x, usm_ndarray) else np.dtype(char).type(x)
                    for x, char in zip(inputs, chars, strict=True)
                ]
    raise ValueError(
        f"No loop matching the specified signature and casting was found for {function.__name__}"
    )


def _casts(x: Any, char: str, casting: str) -> bool:
    if isinstance(x, usm_ndarray):
        return bool(np.can_cast(x.dtype, char, casting))
    return bool(np.can_cast(np.min_scalar_type(x), char, casting))


def _of_table() -> dict[str, Any]:
    """Functions of the ops table by the Array API's names and by NumPy's; also those of parts that functions here are made of."""
    parts = ("exponent", "significand")
    made = _usmarray.elementwise_functions(ndarray, None, "dpnp", _unary, _Binary, parts)
    for name, function in list(made.items()):
        function.__signature__ = _signature(function.nin)
        function.__doc__ = documented(name, function.nin, _usmarray_doc(function))
        if function.numpy_name not in ("-", "", None):
            made[function.numpy_name] = function
    return made


def _usmarray_doc(function: Any) -> str:
    return function.__doc__.split("\n\n")[1]


table = _of_table()
