"""Elementwise functions with two results: divmod, frexp and modf."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray
from dpctl.tensor._usmarray import usm_ndarray
from dpctl.utils import ExecutionPlacementError

from ._convert import array_of, cast, check_fits, refuse, stored, wrapped
from ._elementwise import OutTupleError, check_inputs, order_of, refuse_others, table

_NO_OUTS = (None, None)


class TwoResults:
    """An elementwise function with two results, of arrays and numbers.

    Args:
        name: NumPy's name of it.
        compute: gives both results of one or two arrays or numbers.
        nin: number of inputs.
        doc: what it computes, in a sentence.
        types: what it computes on, in NumPy's characters.
    """

    nout = 2

    def __init__(
        self, name: str, compute: Callable[..., Any], nin: int, doc: str, types: list[str]
    ) -> None:
        self.__name__ = self.__qualname__ = name
        self.__module__ = "dpnp"
        self._compute, self.nin, self.types = compute, nin, types
        inputs = ["x"] if nin == 1 else ["x1", "x2"]
        self.__signature__ = _signature(inputs)
        self.__doc__ = f"{name}{self.__signature__}\n\n{doc}\n{_DOC.format(', '.join(inputs))}"

    def __repr__(self) -> str:
        return f"<function '{self.__name__}' of {self.nin} array{'s' if self.nin > 1 else ''}>"

    def __reduce__(self) -> str:
        return self.__name__

    def __call__(self, *given, **options):
        if options or len(given) != self.nin:
            return self._with_options(given, **options)
        first, second = self._compute(*given)
        return wrapped(first), wrapped(second)

    def _with_options(
        self,
        given,
        out=_NO_OUTS,
        where=True,
        order="K",
        dtype=None,
        subok=True,
        **kwargs,
    ):
        if not self.nin <= len(given) <= self.nin + 2:
            raise TypeError(
                f"{self.__name__}() takes from {self.nin} to {self.nin + 2} positional arguments, got {len(given)}"
            )
        refuse_others(self.__name__, kwargs)
        refuse(self.__name__, where=(where, True), dtype=(dtype, None), subok=(subok, True))
        order = order_of(order)
        inputs, outs = given[: self.nin], given[self.nin :]
        if outs and any(x is not None for x in _pair(out)):
            raise TypeError("cannot specify 'out' as both a positional and keyword argument")
        outs = (*outs, None, None)[:2] if outs else _pair(out)
        check_inputs(self.__name__, inputs)
        _check_outs(inputs, outs)
        results = self._compute(*inputs)
        if order != "K":
            results = [_usmarray.astype_array(x, x.dtype, order, False) for x in results]
        return _both_stored(results, outs)


_DOC = """
Args:
    {}: arrays, or one an array and one a number.
    out1, out2 (ndarray, optional): arrays to write to, of the results' shape, and of dtypes that the results' cast to.
    out (tuple, optional): both of them, instead.
    order ("K", "C", "F", "A"): memory layout of new results.

Raises:
    TypeError: for what is no array, and for dtypes that no loop takes.
    ValueError: where shapes do not broadcast, and where both results would go to the same memory.
    ExecutionPlacementError: where arrays live on different queues."""


def _signature(inputs: list[str]) -> inspect.Signature:
    kinds = inspect.Parameter
    at_places = [kinds(n, kinds.POSITIONAL_ONLY) for n in inputs]
    outs = [kinds(n, kinds.POSITIONAL_ONLY, default=None) for n in ("out1", "out2")]
    keywords = {"out": _NO_OUTS, "where": True, "order": "K", "dtype": None, "subok": True}
    named = [kinds(n, kinds.KEYWORD_ONLY, default=v) for n, v in keywords.items()]
    return inspect.Signature([*at_places, *outs, *named])


def _pair(out: Any) -> tuple[Any, Any]:
    if out is None:
        return None, None
    if not isinstance(out, tuple):
        raise TypeError("'out' must be a tuple of arrays")
    if len(out) != 2:
        raise OutTupleError("'out' tuple must have exactly one entry per ufunc output")
    return out


def _check_outs(inputs: tuple[Any, ...], outs: tuple[Any, Any]) -> None:
    queue = next(x.sycl_queue for x in inputs if isinstance(x, usm_ndarray))
    for out in outs:
        if out is None:
            continue
        if not array_of(out).flags.writable:
            raise ValueError("output array is read-only")
        if out.sycl_queue != queue:
            raise ExecutionPlacementError(
                f"Input and output allocation queues are not compatible: {queue} and {out.sycl_queue}"
            )
    if all(out is not None and out.size for out in outs):
        from dpctl.tensor._elementwise_common import _overlap

        if _overlap(*outs):
            raise ValueError("Output arrays cannot overlap")


def _both_stored(results: Any, outs: tuple[Any, Any]) -> tuple[Any, Any]:
    """Both results are there before either is written, since an output may be an input."""
    for result, out in zip(results, outs, strict=True):
        if out is not None:
            check_fits(result, out)
    if any(out is not None for out in outs):
        results = [dpt.copy(x) for x in results]
    first, second = (stored(x, out) for x, out in zip(results, outs, strict=True))
    return first, second


def _floating(name: str, x: usm_ndarray) -> usm_ndarray:
    """The array in NumPy's loop for its dtype."""
    if array_of(x).dtype.kind == "c":
        raise TypeError(f"{name}: complex numbers are not supported")
    return x if x.dtype.kind == "f" else cast(x, np.result_type(x.dtype, np.float16))


def _divmod(x1: Any, x2: Any) -> tuple[Any, Any]:
    return table["floor_divide"](x1, x2), table["remainder"](x1, x2)


def _frexp(x: usm_ndarray) -> tuple[Any, Any]:
    x = _floating("frexp", x)
    return table["significand"](x), cast(table["exponent"](x), "int32")


def _modf(x: usm_ndarray) -> tuple[Any, Any]:
    x = _floating("modf", x)
    whole = dpt.trunc(x)
    fraction = dpt.where(dpt.isinf(x), 0.0, x - whole)
    return dpt.copysign(cast(fraction, x.dtype), x), whole


divmod = TwoResults(
    "divmod", _divmod, 2, "Quotients rounded towards minus infinity, and remainders.",
    [f"{c}{c}->{c}{c}" for c in "bBhHiIlLefd"],
)  # fmt: skip
frexp = TwoResults(
    "frexp", _frexp, 1, "Significands from 0.5 to below 1, and the exponents of 2 that they are scaled by.",
    [f"{c}->{c}i" for c in "efd"],
)  # fmt: skip
modf = TwoResults(
    "modf", _modf, 1, "Fractional and integral parts of numbers, each with the number's sign.",
    [f"{c}->{c}{c}" for c in "efd"],
)  # fmt: skip
