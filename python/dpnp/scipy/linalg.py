"""LU factorizations, by LAPACK: of the device's vendor where it has one, else of the host."""

from __future__ import annotations

import warnings
from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray, usm_ndarray

from .._convert import array_of, arrays_of, beside_all, cast, same_queue, wrapped
from ..linalg import _floats

__all__ = ["lu", "lu_factor", "lu_solve"]


def lu(
    a, permute_l=False, overwrite_a=False, check_finite=True, p_indices=False
) -> tuple[Any, ...]:
    """Matrices as products P L U: of a permutation, a lower triangle with a diagonal of ones, and an upper triangle.

    Args:
        a: matrices (..., m, n).
        permute_l: whether to give P L in place of both.
        overwrite_a: ``a`` may be written to.
        p_indices: whether to give, in place of P, the rows that it takes of L: ``a = l[p] @ u`` of one matrix.

    Returns:
        P (..., m, m), L (..., m, k) and U (..., k, n), where k is the smaller of m and n; or P L and U.

    Raises:
        ValueError: for fewer than two axes, and for elements that are not finite where ``check_finite``.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        factors, pivots = lu_factor(a, overwrite_a, check_finite)
    rows, columns = factors.shape[-2:]
    count = min(rows, columns)
    ones = dpt.eye(
        rows, count, dtype=factors.dtype, usm_type=factors.usm_type, sycl_queue=factors.sycl_queue
    )
    lower = dpt.tril(factors[..., :count], k=-1) + ones
    upper = dpt.triu(factors[..., :count, :])
    taken = beside_all(_rows_taken(dpt.asnumpy(pivots), rows), factors)
    if permute_l:
        taken = dpt.broadcast_to(taken[..., None], lower.shape)
        return wrapped(dpt.take_along_axis(lower, taken, axis=-2)), wrapped(upper)
    if not p_indices:
        real = dpt.abs(factors[..., :0]).dtype
        places = dpt.arange(rows, usm_type=factors.usm_type, sycl_queue=factors.sycl_queue)
        taken = cast(taken[..., None] == places, real)
    return wrapped(taken), wrapped(lower), wrapped(upper)


def _rows_taken(pivots: np.ndarray, rows: int) -> np.ndarray:
    """For each row of matrices the one that exchanges, one after the other, have put it to."""
    stack = pivots.shape[:-1]
    order = np.tile(np.arange(rows), (int(np.prod(stack)), 1))
    each = np.arange(len(order))
    for at, other in enumerate(pivots.reshape(len(order), pivots.shape[-1]).T):
        order[each, other], order[:, at] = order[:, at], order[each, other]
    return np.argsort(order, axis=-1).reshape(*stack, rows)


def lu_factor(a, overwrite_a=False, check_finite=True) -> tuple[Any, Any]:
    """L without its diagonal of ones and U in one matrix, and for each row the one it was exchanged with.

    Args:
        a: matrices (..., m, n).
        overwrite_a: the result may lie in the memory of ``a``; it does, as that very array, where ``a`` is one matrix in Fortran's order
            of the result's dtype that may be written.

    Returns:
        Matrices (..., m, n), column by column, and int64 rows from 0 on (..., min(m, n)). Singular matrices give a RuntimeWarning.

    Raises:
        ValueError: for fewer than two axes, and for elements that are not finite where ``check_finite``.
    """
    given = array_of(a)
    if given.ndim < 2:
        raise ValueError(f"expected at least two axes, got shape {given.shape}")
    lu = _floats(given)
    _check_finite(lu, check_finite)
    _check_library("lu_factor", lu)
    if not (overwrite_a and _is_columns(lu)):
        lu = dpt.copy(lu.mT, order="C").mT
    pivots = dpt.zeros(
        (*lu.shape[:-2], min(lu.shape[-2:])),
        dtype="i8",
        usm_type=lu.usm_type,
        sycl_queue=lu.sycl_queue,
    )
    if lu.size:
        info = _usmarray.factorize_arrays("lu", "n", lu.mT, pivots=pivots)
        pivots -= 1
        if any(number > 0 for number in info):
            warnings.warn("Singular matrix", RuntimeWarning, stacklevel=2)
    return wrapped(lu), wrapped(pivots)


def lu_solve(lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True):
    """The x of a x = b by the factorization of a; of a's transpose for ``trans=1``, of its conjugate transpose for 2.

    Args:
        lu_and_piv: what ``lu_factor`` gives of matrices (..., n, n).
        b: a vector (n,) or matrices (..., n, k), whose leading axes broadcast with those of the factors.
        overwrite_b: the result may lie in the memory of ``b``; it does, as that very array, where ``b`` is a contiguous vector or a matrix
            in Fortran's order of the result's dtype and shape that may be written.

    Raises:
        ValueError: where shapes do not fit, a pivot is no row, ``trans`` is none of the three, or, where ``check_finite``, an element of
            ``b`` is not finite.
    """
    lu, pivots, b = arrays_of(*lu_and_piv, b)
    if lu.ndim < 2 or lu.shape[-1] != lu.shape[-2] or pivots.shape != lu.shape[:-1]:
        raise ValueError(
            f"lu_solve: factors of square matrices, got shapes {lu.shape} and {pivots.shape}"
        )
    if b.ndim == 0 or b.shape[0 if b.ndim == 1 else -2] != lu.shape[-1]:
        raise ValueError(f"Shapes of lu {lu.shape} and b {b.shape} are incompatible")
    if trans not in (0, 1, 2):
        raise ValueError(
            f"lu_solve: trans is 0, 1 (transpose) or 2 (conjugate transpose), got {trans!r}"
        )
    _check_finite(b, check_finite)
    _check_library("lu_solve", lu)
    if not bool(dpt.all((pivots >= 0) & (pivots < lu.shape[-1]))):
        raise ValueError(f"lu_solve: pivots are rows below {lu.shape[-1]}")
    x = _floats(b)
    dtype = dpt.result_type(lu, x)
    columns = cast(x, dtype)[:, None] if b.ndim == 1 else cast(x, dtype)
    stack = np.broadcast_shapes(lu.shape[:-2], columns.shape[:-2])
    in_place = overwrite_b and x is b and x.dtype == dtype and not stack and _is_columns(columns)
    if not in_place:
        columns = _sides(columns, stack, lu)
    if columns.size:
        _usmarray.factorize_arrays(
            "lu_solve",
            "ntc"[trans],
            _stacked(cast(lu, dtype).mT, stack, 2),
            b=columns.mT,
            pivots=_stacked(cast(pivots, "i8") + 1, stack, 1),
        )
    if in_place:
        return wrapped(b)
    return wrapped(columns[..., 0] if b.ndim == 1 else columns)


def _is_columns(x: usm_ndarray) -> bool:
    """One matrix as LAPACK takes it, to write."""
    return x.ndim == 2 and x.flags.f_contiguous and x.flags.writable


def _sides(columns: usm_ndarray, stack: tuple[int, ...], lu: usm_ndarray) -> usm_ndarray:
    """A copy in memory of the kind that the result has."""
    queue, kind = same_queue(lu, columns)
    rows, count = columns.shape[-2:]
    made = dpt.empty((*stack, count, rows), dtype=columns.dtype, usm_type=kind, sycl_queue=queue)
    made[...] = columns.mT
    return made.mT


def _stacked(x: usm_ndarray, stack: tuple[int, ...], own: int) -> usm_ndarray:
    shape = (*stack, *x.shape[-own:])
    return (
        x
        if x.shape == shape and x.flags.c_contiguous
        else dpt.copy(dpt.broadcast_to(x, shape), order="C")
    )


def _check_finite(x: usm_ndarray, wanted: bool) -> None:
    if wanted and not bool(dpt.all(dpt.isfinite(x))):
        raise ValueError("array must not contain infs or NaNs")


def _check_library(function: str, x: usm_ndarray) -> None:
    if not _usmarray.has_lu(x):
        raise NotImplementedError(
            f"{function}: no LAPACK was found; install NumPy from PyPI or the system's OpenBLAS"
        )
