"""Functions that NumPy computes of few elements in a CPU's memory in less time than their kernels are launched in."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from dpctl.tensor import _usmarray
from dpctl.tensor._host_library import explain

from ._array import ndarray

MOST = 1024  # elements of each array
_MOST_OF_PRODUCTS = 128  # where a result may have as many elements as there are pairs

# By how many arguments are arrays or numbers, the first ones, but for the subscripts of einsum.
_MOVES = {
    1: "argwhere bincount delete diagflat flatnonzero insert nonzero unravel_index",
    2: "append compress digitize extract",
}
_SUMS = {1: "ediff1d gradient pad trace unwrap vander", 2: "histogram2d", 3: "interp"}
_PRODUCTS = "einsum inner vdot"


def _few_by_numpy(
    function: Callable[..., Any], operands: int, most: int, computes: bool
) -> Callable[..., Any]:
    """The function; of few elements NumPy's, but for what that refuses."""
    name = function.__name__
    by_numpy = getattr(np, name)
    first = 1 if name == "einsum" else 0
    last = first + operands

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        found = _usmarray.host_operands(args, kwargs, first, last, most if most < MOST else MOST)
        if found is None:
            return function(*args, **kwargs)
        values, queue = found
        try:
            if computes:
                with np.errstate(all="ignore"):
                    made = by_numpy(*values, **kwargs)
            else:
                made = by_numpy(*values, **kwargs)
            placed = _usmarray.placed_values(made, queue, ndarray)
        except Exception:
            return function(*args, **kwargs)  # which refuses in our words
        explain("dpnp", name, "NumPy")
        return placed

    return call


def few_by_numpy(functions: dict[str, Any]) -> dict[str, Any]:
    """Those of the functions that NumPy computes of few elements, with NumPy's in front."""
    return {name: _few_by_numpy(functions[name], *how) for name, *how in _rows()}


def _rows() -> Iterator[tuple[str, int, int, bool]]:
    for table in (_MOVES, _SUMS):
        for operands, names in table.items():
            yield from ((name, operands, MOST, table is _SUMS) for name in names.split())
    yield from ((name, 2, _MOST_OF_PRODUCTS, True) for name in _PRODUCTS.split())
