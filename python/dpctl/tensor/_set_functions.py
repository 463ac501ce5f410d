"""Unique elements, and membership."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from dpctl.utils import ExecutionPlacementError, get_coerced_usm_type

from . import _usmarray
from ._reshape import reshape
from ._usmarray import usm_ndarray

_Operand = usm_ndarray | int | float | complex


class UniqueAllResult(NamedTuple):
    """What :func:`unique_all` finds."""

    values: usm_ndarray
    indices: usm_ndarray
    inverse_indices: usm_ndarray
    counts: usm_ndarray


class UniqueCountsResult(NamedTuple):
    """What :func:`unique_counts` finds."""

    values: usm_ndarray
    counts: usm_ndarray


class UniqueInverseResult(NamedTuple):
    """What :func:`unique_inverse` finds."""

    values: usm_ndarray
    inverse_indices: usm_ndarray


def unique_values(x: usm_ndarray) -> usm_ndarray:
    """The distinct elements of ``x`` in order."""
    flat = _flat(x)
    return _usmarray.unique_arrays(flat, False, False)[0] if flat.size else flat


def unique_counts(x: usm_ndarray) -> UniqueCountsResult:
    """The distinct elements of ``x`` in order, and how often each occurs."""
    flat = _flat(x)
    if flat.size == 0:
        return UniqueCountsResult(flat, _no_indices(flat))
    values, _, counts, _ = _usmarray.unique_arrays(flat, True, False)
    return UniqueCountsResult(values, counts)


def unique_inverse(x: usm_ndarray) -> UniqueInverseResult:
    """The distinct elements of ``x`` in order, and for each element of ``x`` where its value is in these."""
    flat = _flat(x)
    if flat.size == 0:
        return UniqueInverseResult(flat, reshape(_no_indices(flat), x.shape))
    values, _, _, inverse = _usmarray.unique_arrays(flat, False, True)
    return UniqueInverseResult(values, inverse if flat is x else reshape(inverse, x.shape))


def unique_all(x: usm_ndarray) -> UniqueAllResult:
    """The distinct elements of ``x`` in order, where each occurs first, where each element of ``x`` is in these, and how
    often each occurs.
    """
    flat = _flat(x)
    if flat.size == 0:
        none = _no_indices(flat)
        return UniqueAllResult(flat, none, reshape(_no_indices(flat), x.shape), _no_indices(flat))
    values, firsts, counts, inverse = _usmarray.unique_arrays(flat, True, True)
    return UniqueAllResult(
        values, firsts, inverse if flat is x else reshape(inverse, x.shape), counts
    )


def isin(
    x: _Operand,
    test_elements: _Operand,
    /,
    *,
    invert: bool = False,
) -> usm_ndarray:
    """For each element of ``x`` whether it is one of ``test_elements``.

    Args:
        x (usm_ndarray, number): elements.
        test_elements (usm_ndarray, number): what they are compared with.
        invert (bool): whether it is none of them.
    """
    if not isinstance(invert, bool):
        raise TypeError(f"`invert` keyword argument must be of boolean type, got {type(invert)}")
    beyond = _is_beyond(x, test_elements) or _is_beyond(test_elements, x)
    elements, tests = _operands(
        *(0 if beyond and isinstance(a, int) else a for a in (x, test_elements))
    )
    if beyond or tests.size == 0 or elements.size == 0:
        return _usmarray.full_array(
            elements.shape, invert, "?", "C", elements.usm_type, elements.sycl_queue
        )
    if tests.size == 1:
        from ._elementwise_funcs import equal, not_equal

        return (not_equal if invert else equal)(elements, reshape(tests, ()), order="C")
    return _usmarray.is_in_array(elements, _flat(tests), invert)


def _is_beyond(number: _Operand, x: _Operand) -> bool:
    """Whether it is a Python integer that no element of x can be."""
    if not isinstance(number, int) or not isinstance(x, usm_ndarray) or x.dtype.kind not in "iu":
        return False
    limits = np.iinfo(x.dtype)
    return not limits.min <= number <= limits.max


def _operands(x: _Operand, tests: _Operand) -> tuple[usm_ndarray, usm_ndarray]:
    """Both as arrays of one dtype on one queue."""
    both = isinstance(x, usm_ndarray) and isinstance(tests, usm_ndarray)
    if both and x.dtype == tests.dtype and x.sycl_queue == tests.sycl_queue:
        return x, tests
    from ._ctors import asarray
    from ._type_utils import result_type

    arrays = [a for a in (x, tests) if isinstance(a, usm_ndarray)]
    if not arrays:
        raise ExecutionPlacementError("isin: one argument must be an array")
    _usmarray.check_queues("isin", *arrays)
    queue, usm_type = arrays[0].sycl_queue, get_coerced_usm_type([a.usm_type for a in arrays])
    dtype: Any = result_type(x, tests)
    first, second = (
        _usmarray.astype_array(a, dtype, "K", False)
        if isinstance(a, usm_ndarray)
        else asarray(a, dtype=dtype, usm_type=usm_type, sycl_queue=queue)
        for a in (x, tests)
    )
    return first, second


def _flat(x: usm_ndarray) -> usm_ndarray:
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"Expected dpctl.tensor.usm_ndarray, got {type(x)}")
    return x if x.ndim == 1 else reshape(x, -1)


def _no_indices(x: usm_ndarray) -> usm_ndarray:
    return _usmarray.empty_array((0,), "i8", "C", x.usm_type, x.sycl_queue)
