"""Linear algebra by a library of the device's vendor, in the device's memory.

LAPACK's matrices lie column by column. An array in C order, read so, is the transposed matrix; each function says which of the two
it hands over.
"""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from . import _usmarray
from ._copy_utils import copy
from ._ctors import arange, asarray, empty, eye, tril, triu, zeros
from ._elementwise_funcs import abs, conj, greater, log, multiply, not_equal, sign
from ._linear_algebra_functions import matmul
from ._manipulation_functions import broadcast_to
from ._reduction import max, prod, sum
from ._reshape import reshape
from ._search_functions import where
from ._usmarray import usm_ndarray

# Matrices of a smaller extent are factored on the host before a device has begun.
LEAST = {"eigh": 256, "eigvalsh": 256, "matrix_rank": 256, "pinv": 256, "svd": 256, "svdvals": 256}
LEAST_OTHERS = 128


def computed(name: str, x: usm_ndarray, *others: usm_ndarray, **options: Any) -> Any:
    """What NumPy's function of that name gives, as arrays; None for matrices that are left to the host."""
    if 0 in x.shape or min(x.shape[-2:]) < LEAST.get(name, LEAST_OTHERS):
        return None
    return globals()["_" + name](x, *others, **options)


def _beside(x: usm_ndarray, *shape: int, dtype: Any = None) -> usm_ndarray:
    return empty(
        shape,
        dtype=x.dtype if dtype is None else dtype,
        usm_type=x.usm_type,
        sycl_queue=x.sycl_queue,
    )


def _real(x: usm_ndarray) -> Any:
    return x.real.dtype


def _run(
    message: str | None, kind: str, option: str, a: usm_ndarray, **operands: usm_ndarray
) -> list[int]:
    """The library's numbers; those above zero are errors where there is a message."""
    info = _usmarray.factorize_arrays(kind, option, a, **operands)
    if message is not None and any(number > 0 for number in info):
        raise np.linalg.LinAlgError(message)
    return info


def _lu(x: usm_ndarray, message: str | None) -> tuple[usm_ndarray, usm_ndarray, list[int]]:
    """Of the transposed matrices."""
    lu = copy(x, order="C")
    pivots = _beside(x, *x.shape[:-1], dtype="i8")
    return lu, pivots, _run(message, "lu", "n", lu, pivots=pivots)


def _cholesky(x: usm_ndarray, upper: bool) -> usm_ndarray:
    """Conjugated, a Hermitian matrix is its transposed one; its factor then is the factor wanted, transposed."""
    factor = copy(x, order="C")
    _run("Matrix is not positive definite", "cholesky", "l" if upper else "u", factor)
    return triu(factor) if upper else tril(factor)


def _diagonal(x: usm_ndarray) -> usm_ndarray:
    n = x.shape[-1]
    return reshape(x, (*x.shape[:-2], n * n))[..., :: n + 1]


def _signed_diagonal(x: usm_ndarray) -> tuple[usm_ndarray, usm_ndarray, usm_ndarray]:
    """Of U, with the sign that exchanging rows gives, and where a matrix is singular."""
    lu, pivots, info = _lu(x, None)
    n = x.shape[-1]
    own = arange(1, n + 1, dtype="i8", sycl_queue=x.sycl_queue)
    swaps = sum(not_equal(pivots, own), axis=-1, dtype="i8")
    signs = _usmarray.astype_array(1 - 2 * (swaps % 2), x.dtype, "K", False)
    singular = asarray(
        np.reshape(np.asarray(info) > 0, x.shape[:-2]), sycl_queue=x.sycl_queue, usm_type=x.usm_type
    )
    return _diagonal(lu), signs, singular


def _det(x: usm_ndarray) -> usm_ndarray:
    diagonal, signs, singular = _signed_diagonal(x)
    found = multiply(prod(diagonal, axis=-1, dtype=x.dtype), signs)
    return where(singular, zeros((), dtype=x.dtype, sycl_queue=x.sycl_queue), found)


def _slogdet(x: usm_ndarray) -> tuple[usm_ndarray, usm_ndarray]:
    diagonal, signs, singular = _signed_diagonal(x)
    nothing = zeros((), dtype=x.dtype, sycl_queue=x.sycl_queue)
    never = asarray(np.asarray(-np.inf, dtype=_real(x)), sycl_queue=x.sycl_queue)
    found = multiply(prod(sign(diagonal), axis=-1, dtype=x.dtype), signs)
    logarithm = sum(log(abs(diagonal)), axis=-1, dtype=_real(x))
    return where(singular, nothing, found), where(singular, never, logarithm)


def _inv(x: usm_ndarray) -> usm_ndarray:
    """The inverse of the transposed matrix, read as rows."""
    lu, pivots, _ = _lu(x, "Singular matrix")
    inverse = _beside(x, *x.shape)
    inverse[...] = eye(x.shape[-1], dtype=x.dtype, sycl_queue=x.sycl_queue)
    _run(None, "lu_solve", "n", lu, b=inverse, pivots=pivots)
    return inverse


def _solve(x1: usm_ndarray, x2: usm_ndarray) -> usm_ndarray:
    """With the transposed of the transposed matrix, and right sides column by column."""
    n = x1.shape[-1]
    columns = x2[None, :] if x2.ndim == 1 else x2.mT
    if columns.shape[-1] != n:
        raise ValueError(f"linalg.solve: shapes {x1.shape} and {x2.shape} do not fit")
    stack = np.broadcast_shapes(x1.shape[:-2], columns.shape[:-2])
    lu, pivots, _ = _lu(broadcast_to(x1, (*stack, n, n)), "Singular matrix")
    sides = copy(broadcast_to(columns, (*stack, *columns.shape[-2:])), order="C")
    if sides.size:
        _run(None, "lu_solve", "t", lu, b=sides, pivots=pivots)
    return sides[..., 0, :] if x2.ndim == 1 else sides.mT


def _qr(x: usm_ndarray, mode: str) -> tuple[usm_ndarray, usm_ndarray]:
    rows, columns = x.shape[-2:]
    count = min(rows, columns)
    a = copy(x.mT, order="C")
    reflectors = _beside(x, *x.shape[:-2], count)
    _run(None, "qr", "n", a, b=reflectors)
    wide = rows if mode == "complete" else count
    r = triu(a.mT[..., :wide, :])
    if wide == columns:
        q = a
    elif wide < columns:
        q = copy(a[..., :wide, :], order="C")
    else:
        q = _beside(x, *x.shape[:-2], wide, rows)
        q[..., :columns, :] = a
    _run(None, "qr_columns", "n", q, b=reflectors)
    return q.mT, r


def _eigh(x: usm_ndarray) -> tuple[usm_ndarray, usm_ndarray]:
    """Of the transposed, that is the conjugated matrix: the lower triangle is the upper one of its columns."""
    vectors = copy(x, order="C")
    values = _beside(x, *x.shape[:-1], dtype=_real(x))
    _run("Eigenvalues did not converge", "eigen", "u", vectors, b=values)
    return values, conj(vectors.mT) if x.dtype.kind == "c" else vectors.mT


def _eigvalsh(x: usm_ndarray) -> usm_ndarray:
    values = _beside(x, *x.shape[:-1], dtype=_real(x))
    _run("Eigenvalues did not converge", "eigen", "U", copy(x, order="C"), b=values)
    return values


def _svd(
    x: usm_ndarray, full_matrices: bool = True, compute_uv: bool = True
) -> tuple[usm_ndarray, usm_ndarray, usm_ndarray] | usm_ndarray:
    """The library takes no more columns than rows: of a wide matrix it gets the transposed one, whose vectors are exchanged."""
    rows, columns = x.shape[-2:]
    wide = rows <= columns
    a = copy(x if wide else x.mT, order="C")
    many, few = (columns, rows) if wide else (rows, columns)
    values = _beside(x, *x.shape[:-2], few, dtype=_real(x))
    message = "SVD did not converge"
    if not compute_uv:
        _run(message, "singular", "n", a, b=values)
        return values
    u = _beside(x, *x.shape[:-2], many if full_matrices else few, many)
    v = _beside(x, *x.shape[:-2], few, few)
    _run(message, "singular", "a" if full_matrices else "s", a, b=values, u=u, v=v)
    return (v, values, u) if wide else (u.mT, values, v.mT)


def _svdvals(x: usm_ndarray) -> usm_ndarray:
    return _svd(x, compute_uv=False)


def _threshold(x: usm_ndarray, values: usm_ndarray, rtol: Any) -> usm_ndarray:
    """What singular values must exceed, for each matrix."""
    if rtol is None:
        rtol = float(builtins.max(x.shape[-2:]) * np.finfo(np.dtype(_real(x))).eps)
    else:
        rtol = asarray(np.asarray(rtol, dtype=_real(x)), sycl_queue=x.sycl_queue)
    return multiply(max(values, axis=-1), rtol)[..., None]


def _matrix_rank(x: usm_ndarray, rtol: Any) -> usm_ndarray:
    values = _svd(x, compute_uv=False)
    return sum(greater(values, _threshold(x, values, rtol)), axis=-1, dtype="i8")


def _pinv(x: usm_ndarray, rtol: Any) -> usm_ndarray:
    u, values, vh = _svd(x, full_matrices=False)
    kept = greater(values, _threshold(x, values, rtol))
    inverses = where(kept, 1 / where(kept, values, 1), 0)
    scaled = multiply(inverses[..., :, None], conj(u.mT))
    return matmul(conj(vh.mT), _usmarray.astype_array(scaled, x.dtype, "K", False))
