"""LU factorizations, by NumPy in the host's memory: no device library is asked yet."""

from __future__ import annotations

import warnings
from typing import Any

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor._host_library import explain

from .._convert import array_of, arrays_of, beside, beside_all, cast, wrapped
from ..linalg import _floats

__all__ = ["lu_factor", "lu_solve"]


def lu_factor(a, overwrite_a=False, check_finite=True) -> tuple[Any, Any]:
    """L without its diagonal of ones and U in one matrix, and for each row the one it was exchanged with.

    Raises:
        ValueError: for elements that are not finite, where ``check_finite``.
    """
    a = array_of(a)
    if a.ndim < 2:
        raise ValueError(f"expected at least two axes, got shape {a.shape}")
    a = _floats(a)
    if check_finite and not bool(dpt.all(dpt.isfinite(a))):
        raise ValueError("array must not contain infs or NaNs")
    explain("scipy.linalg", "lu_factor", "NumPy")
    host = dpt.asnumpy(a)
    rows, columns = a.shape[-2:]
    pivots = np.empty((*a.shape[:-2], min(rows, columns)), dtype=np.int64)
    for index in np.ndindex(*a.shape[:-2]):
        _factor_in_place(host[index], pivots[index])
    if not np.diagonal(host, axis1=-2, axis2=-1).all():
        warnings.warn("Singular matrix", RuntimeWarning, stacklevel=2)
    return wrapped(beside(host, a)), wrapped(beside(pivots, a))


def _factor_in_place(m: np.ndarray, pivots: np.ndarray) -> None:
    for k in range(pivots.size):
        p = k + int(np.argmax(np.abs(m[k:, k])))
        pivots[k] = p
        if p != k:
            m[[k, p]] = m[[p, k]]
        if m[k, k] != 0:
            m[k + 1 :, k] /= m[k, k]
            m[k + 1 :, k + 1 :] -= np.outer(m[k + 1 :, k], m[k, k + 1 :])


def lu_solve(lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True):
    """The x of a x = b by the factorization of a; of a's transpose for ``trans=1``, of its conjugate transpose for 2.

    Raises:
        ValueError: where shapes do not fit.
    """
    lu, piv = lu_and_piv
    arrays_of(lu, b)
    if lu.ndim != 2 or lu.shape[0] != lu.shape[1]:
        raise NotImplementedError(
            "lu_solve: one square matrix; solve by dpnp.linalg.solve for several"
        )
    if lu.shape[0] != b.shape[0]:
        raise ValueError(f"Shapes of lu {lu.shape} and b {b.shape} are incompatible")
    if check_finite and not bool(dpt.all(dpt.isfinite(b))):
        raise ValueError("array must not contain infs or NaNs")
    dtype = dpt.result_type(lu, _floats(b))
    order = _rows(dpt.asnumpy(piv))
    ones = dpt.eye(lu.shape[0], dtype=dtype, usm_type=lu.usm_type, sycl_queue=lu.sycl_queue)
    lower = dpt.tril(cast(lu, dtype), k=-1) + ones
    upper = dpt.triu(cast(lu, dtype))
    b = cast(b, dtype)
    if trans == 0:
        moved = dpt.take(b, beside(order, b), axis=0)
        return wrapped(_solved(upper, _solved(lower, moved)))
    flip = (lambda x: dpt.conj(x).mT) if trans == 2 and dtype.kind == "c" else (lambda x: x.mT)
    moved = _solved(flip(lower), _solved(flip(upper), b))
    return wrapped(dpt.take(moved, beside(np.argsort(order), b), axis=0))


def _rows(pivots: np.ndarray) -> np.ndarray:
    """Where each row comes from."""
    order = np.arange(pivots.size)
    for k, p in enumerate(pivots):
        order[[k, p]] = order[[p, k]]
    return order


def _solved(a: Any, b: Any) -> Any:
    if a.size and b.size:
        return dpt.linalg.solve(a, b)
    return beside_all(np.empty(b.shape, b.dtype), a, b)
