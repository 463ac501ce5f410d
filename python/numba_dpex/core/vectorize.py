"""vectorize: functions of numbers as elementwise functions of arrays, which broadcast, promote and fuse as dpctl.tensor's do."""

from __future__ import annotations

import functools
import inspect

import numpy as np

from ..kernel_api._usm_data import is_in_usm

MOST_FUSED = 3  # inputs of an op; functions of more run as kernels of their own
_WEAK = {int: 15, float: 16, complex: 17}
_WEAK_KINDS = {15: "iufc", 16: "fc", 17: "c"}


class Vectorized:
    """An elementwise function: ``function(*inputs, out=None, order="K")`` on arrays and numbers.

    Python's numbers are weak, as everywhere; a result that is one takes the inputs' type. Numbers alone give what the Python
    function gives.
    """

    def __init__(self, function, signatures=None):
        if not inspect.isfunction(function):
            raise TypeError(f"vectorize decorates a function, not a {type(function).__name__}")
        functools.update_wrapper(self, function)
        self.py_func = function
        self.signatures = [_numbers_of(s, function) for s in signatures or ()]
        self.nin, self.nout = len(inspect.signature(function).parameters), 1
        self._ops = {}

    def __repr__(self):
        return f"<vectorized function {self.__name__!r}>"

    def __call__(self, *inputs, out=None, order="K"):
        from dpctl.tensor._usmarray import _elementwise_function, usm_ndarray

        if len(inputs) != self.nin:
            raise TypeError(f"{self.__name__} takes {self.nin} inputs, {len(inputs)} were given")
        if not all(isinstance(x, (usm_ndarray, float, int)) for x in inputs):
            inputs = [self._input(n, x) for n, x in enumerate(inputs)]
        if not any(isinstance(x, usm_ndarray) for x in inputs):
            return self.py_func(*inputs)
        key = tuple([x.dtype.num if hasattr(x, "dtype") else type(x) for x in inputs])
        found = self._ops.get(key)
        if found is None:
            found = self._ops[key] = self._made(inputs)
        if self.nin > MOST_FUSED:
            return found(inputs, out, order)
        return _elementwise_function(found, self.__name__, inputs, out, order)

    def outer_types(self, *inputs):
        """The dtypes that inputs are cast to, and the result's."""
        dtypes, result = self.signature_of(
            [_dtype_of(self._input(n, x)) for n, x in enumerate(inputs)]
        )
        from .._compiler.elementwise import recipe_of
        from .._compiler.types import STRONG, numpy_dtype

        made = recipe_of(self.py_func, tuple(dtypes), result)
        return tuple(numpy_dtype(STRONG[d]) for d in dtypes), numpy_dtype(made.result)

    def _input(self, position, value):
        import dpctl.tensor as dpt

        if isinstance(value, (dpt.usm_ndarray, np.generic, bool, int, float, complex)):
            return value
        if is_in_usm(value) or hasattr(value, "__cuda_array_interface__"):
            return dpt.asarray(value, copy=False)
        what = (
            "copy it with dpctl.tensor.asarray"
            if isinstance(value, np.ndarray)
            else "it takes arrays and numbers"
        )
        raise TypeError(
            f"{self.__name__}: input {position} is of type {type(value).__name__}; {what}"
        )

    def _made(self, inputs):
        dtypes, result = self.signature_of([_dtype_of(x) for x in inputs])
        if self.nin > MOST_FUSED:
            from .generalised import elementwise_kernel

            return elementwise_kernel(self.py_func, dtypes, result)
        from .._compiler.elementwise import elementwise_op

        return elementwise_op(self.py_func, dtypes, result)[0]

    def signature_of(self, given):
        """What is computed in: (numbers of dtypes, the result's or None)."""
        if not self.signatures:
            return given, None
        for dtypes, result in self.signatures:
            if all(_fits(a, b) for a, b in zip(given, dtypes, strict=True)):
                return dtypes, result
        from .._compiler.types import NAMES

        raise TypeError(
            f"{self.__name__}: no signature takes ({', '.join(NAMES[d] for d in given)}); cast the inputs, or add one"
        )


def _dtype_of(value) -> int:
    from .._compiler.types import dtype_number

    if hasattr(value, "dtype"):
        number = dtype_number(value.dtype)
        if number is None:
            raise TypeError(f"elementwise functions have no type {value.dtype}")
        return number
    if isinstance(value, bool):
        return 0
    return _WEAK[next(t for t in type(value).__mro__ if t in _WEAK)]


def _fits(given: int, wanted: int) -> bool:
    import dpctl.tensor as dpt

    from .._compiler.types import KINDS, numpy_dtype

    if given in _WEAK_KINDS:
        return KINDS[wanted] in _WEAK_KINDS[given]
    return dpt.can_cast(numpy_dtype(given), numpy_dtype(wanted), casting="safe")


def _numbers_of(signature, function):
    """(dtypes, result) of a signature, by number."""
    types = [*signature.args, *([] if signature.result is None else [signature.result])]
    for type_ in types:
        if getattr(type_, "dtype_number", None) is None:
            raise TypeError(
                f"vectorize: {function.__name__} is of numbers; {type_} in {signature} is none"
            )
    expected = len(inspect.signature(function).parameters)
    if len(signature.args) != expected:
        raise TypeError(
            f"vectorize: {function.__name__} takes {expected} inputs, the signature {signature} has {len(signature.args)}"
        )
    result = None if signature.result is None else signature.result.dtype_number
    return [t.dtype_number for t in signature.args], result


def parsed_signatures(given):
    """Signatures as objects or as text such as "float64(float64, float64)"."""
    from . import types
    from .types._types import SCALARS, signatures_of

    names = {**SCALARS, **{n: getattr(types, n) for n in types.__all__}}
    made = []
    for one in given if isinstance(given, list) else [given]:
        if isinstance(one, str):
            try:
                one = eval(one, {"__builtins__": {}}, names)
            except Exception:
                raise TypeError(
                    f"{one!r} is no signature; write result(input, ...) with types such as float64"
                ) from None
        made += signatures_of(one)
    return made


def vectorize(function_or_signatures=None, **options):
    """Makes a function of numbers an elementwise function of arrays: ``@vectorize``, ``@vectorize()`` or ``@vectorize([signatures])``.

    Calls join the lazy graph: what is computed around them is one kernel with them, for up to three inputs. With signatures,
    inputs are cast to the first that they fit safely; else the function is compiled for the types that come. Options of Numba's are
    accepted and change nothing.
    """
    if inspect.isfunction(function_or_signatures):
        return Vectorized(function_or_signatures)
    signatures = (
        None if function_or_signatures is None else parsed_signatures(function_or_signatures)
    )
    return lambda function: Vectorized(function, signatures)


__all__ = ["Vectorized", "vectorize"]
