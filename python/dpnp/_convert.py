"""What the functions of dpnp have in common: arrays out of their arguments, and results as arrays of dpnp."""

from __future__ import annotations

from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray
from dpctl.tensor._device import normalize_queue_device
from dpctl.tensor._usmarray import as_class, check_queues, usm_ndarray
from dpctl.utils import ExecutionPlacementError, get_coerced_usm_type

from ._array import ndarray


def queue_of(sycl_queue: Any, device: Any) -> Any:
    """The queue that the keywords of a creation function ask for."""
    return normalize_queue_device(sycl_queue=sycl_queue, device=device)


def wrapped(x: usm_ndarray) -> Any:
    """The same elements as an array of dpnp."""
    return x if isinstance(x, ndarray) else as_class(x, ndarray)


def all_wrapped(arrays: Any) -> list[Any]:
    """The same for each of several."""
    return [wrapped(x) for x in arrays]


def array_of(x: Any) -> usm_ndarray:
    """The array that is given.

    Raises:
        TypeError: for what is neither an array of dpnp nor one of dpctl.tensor.
    """
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"An array must be any of supported type, but got {type(x)}")
    return x


class PlacementError(ExecutionPlacementError, ValueError):
    """Arrays live on different queues: a ValueError in some functions of Intel's package."""


def on_one_queue(name: str, *arrays: usm_ndarray) -> None:
    """Raises PlacementError unless all arrays live on one queue."""
    try:
        check_queues(name, *arrays)
    except ExecutionPlacementError as error:
        raise PlacementError(str(error)) from None


def arrays_of(*arrays: Any) -> tuple[usm_ndarray, ...]:
    """The arrays that are given, which live on one queue."""
    for x in arrays:
        array_of(x)
    if len(arrays) > 1:
        on_one_queue("dpnp", *arrays)
    return arrays


def is_number(x: Any) -> bool:
    """A number of Python's or NumPy's."""
    if type(x) in (int, float, complex, bool):
        return True
    return np.isscalar(x) and not isinstance(x, (str, bytes))


def beside(values: Any, x: usm_ndarray, dtype: Any = None) -> usm_ndarray:
    """What is given as an array on the queue of another; arrays stay what they are."""
    if isinstance(values, usm_ndarray):
        return values
    return dpt.asarray(values, dtype=dtype, usm_type=x.usm_type, sycl_queue=x.sycl_queue)


def held(number: Any, dtype: np.dtype) -> Any:
    """A number that is to be stored as that dtype.

    Raises:
        OverflowError: for integers of Python that the dtype does not hold.
    """
    if type(number) is int and dtype.kind in "iu":
        np.asarray(number, dtype=dtype)
    return number


def values_for(x: usm_ndarray, values: Any) -> usm_ndarray:
    """What is to be stored in an array: of its dtype, and on its queue unless it is an array.

    Raises:
        OverflowError: for integers of Python that the dtype does not hold.
    """
    if isinstance(values, usm_ndarray):
        return cast(values, x.dtype)
    host = np.asarray(values)
    if host.dtype.kind in "iuO" and not isinstance(values, (np.ndarray, np.generic)):
        host = np.asarray(values, dtype=x.dtype)
    if host.dtype.kind == "c" and x.dtype.kind in "iuf":
        host = host.real
    if host.dtype != x.dtype:
        with np.errstate(all="ignore"):
            host = host.astype(x.dtype)
    return beside(host, x)


def beside_all(values: Any, *arrays: usm_ndarray) -> usm_ndarray:
    """What the host computed of arrays, on their queue, in memory of the kind that their results have."""
    queue, kind = same_queue(*arrays)
    return dpt.asarray(values, usm_type=kind, sycl_queue=queue)


def kind_of(usm_type: Any) -> Any:
    """The kind of memory that a creation function is asked for; the device's where ``None``."""
    return "device" if usm_type is None else usm_type


def given_arrays(name: str, *operands: Any) -> list[usm_ndarray]:
    """Those of arrays and numbers that are arrays, which live on one queue.

    Raises:
        TypeError: where none is an array, or one is neither array nor number.
        ExecutionPlacementError: where arrays live on different queues.
    """
    arrays = [x for x in operands if isinstance(x, usm_ndarray)]
    if len(arrays) < len(operands):
        for x in operands:
            if not isinstance(x, usm_ndarray) and not is_number(x):
                raise TypeError(f"An array must be any of supported type, but got {type(x)}")
    if not arrays:
        raise TypeError(f"{name}: at least one input must be an array")
    if len(arrays) > 1:
        on_one_queue(name, *arrays)
    return arrays


def operands_of(name: str, *operands: Any, weak: bool = True) -> tuple[usm_ndarray, ...]:
    """Arrays and numbers as arrays of one queue; numbers have the dtype that they have beside the arrays if they are weak, else their own.

    Raises as :func:`given_arrays`.
    """
    arrays = given_arrays(name, *operands)
    if len(arrays) == len(operands):
        return operands
    return tuple(
        [x if isinstance(x, usm_ndarray) else _beside_all(x, arrays, weak) for x in operands]
    )


def _beside_all(x: Any, arrays: list[usm_ndarray], weak: bool) -> usm_ndarray:
    strong = isinstance(x, np.generic) or not weak
    return beside(x, arrays[0], None if strong else dpt.result_type(x, *arrays))


def same_queue(*arrays: Any) -> tuple[Any, str]:
    """The queue that arrays live on, and the kind of memory of what is made of them.

    Raises:
        ExecutionPlacementError: where they live on different queues.
    """
    given = [x for x in arrays if isinstance(x, usm_ndarray)]
    check_queues("dpnp", *given)
    kinds = {x.usm_type for x in given}
    return given[0].sycl_queue, kinds.pop() if len(kinds) == 1 else get_coerced_usm_type([*kinds])


def cast(x: usm_ndarray, dtype: Any) -> usm_ndarray:
    """The array in another dtype; itself where it has that."""
    return _usmarray.astype_array(x, dtype, "K", False)


def stored(result: usm_ndarray, out: Any, casting: str = "same_kind") -> Any:
    """The result as an array of dpnp, or ``out`` with the result in it.

    Raises:
        ValueError: where ``out`` has another shape or is read-only.
        TypeError: where its dtype does not hold the result's by ``casting``.
    """
    if out is None:
        return wrapped(result)
    on_one_queue("out", result, array_of(out))
    check_fits(result, out, casting)
    out[...] = result
    return ndarray._create_from_usm_ndarray(out)


def check_fits(result: usm_ndarray, out: usm_ndarray, casting: str = "same_kind") -> None:
    """Raises ValueError where ``out`` has another shape, TypeError where its dtype does not hold the result's."""
    if out.shape != result.shape:
        raise ValueError(
            f"The shape of the output array is inconsistent: expected {result.shape}, got {out.shape}"
        )
    if out.dtype != result.dtype and not np.can_cast(result.dtype, out.dtype, casting):
        raise CastError(
            f"Cannot cast output from {result.dtype!r} to {out.dtype!r} with casting rule '{casting}'"
        )


class CastError(TypeError, ValueError):
    """An output array's dtype does not hold the result: a TypeError to NumPy, a ValueError to Intel's package."""


def refuse(function: str, **given: tuple[Any, Any]) -> None:
    """Raises NotImplementedError for keywords that have another value than the one which is there.

    Args:
        given: of each keyword its value and the supported one.
    """
    for name, (value, supported) in given.items():
        if value is not supported:
            raise NotImplementedError(
                f"{function}: keyword argument `{name}` is only supported with its default value {supported!r}"
            )
