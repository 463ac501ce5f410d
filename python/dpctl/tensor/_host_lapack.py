"""NumPy's LAPACK without what numpy.linalg does around it: its generalised functions, of matrices whose shape and kind are known."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

try:
    from numpy.linalg import _umath_linalg as lapack
except ImportError:
    lapack = None

_DOUBLE = {"f": "d", "F": "D"}  # numpy.linalg computes in double precision
_SINGLE = {"d": np.dtype("f"), "D": np.dtype("F")}


def _raising(message: str | None, function: Callable[..., Any]) -> Callable[..., Any]:
    """What fails is an invalid operation to NumPy; without a message the caller's settings say what becomes of it."""
    if message is None:
        return function
    quiet = np.errstate(invalid="raise", over="ignore", divide="ignore", under="ignore")(function)

    def checked(*arguments: Any, **options: Any) -> Any:
        try:
            return quiet(*arguments, **options)
        except FloatingPointError:
            raise np.linalg.LinAlgError(message) from None

    return checked


def _function(name: str, public: Callable[..., Any], message: str | None = None) -> Any:
    """NumPy's generalised function of that name; ``public`` where there is none, and of other kinds."""
    if not hasattr(lapack, name):
        return public
    function = getattr(lapack, name)
    double = {single: _signature(function, kind) for single, kind in _DOUBLE.items()}
    results = {
        single: [_SINGLE[kind] for kind in types.partition("->")[2]]
        for single, types in double.items()
    }
    function = _raising(message, function)

    def computed(*matrices: np.ndarray) -> Any:
        kind = matrices[0].dtype.char
        if kind in _SINGLE:
            return function(*matrices)
        if kind not in double:
            return public(*matrices)
        made = function(*matrices, signature=double[kind])
        if type(made) is tuple:
            own = np.ndarray if type(made[0]) is np.ndarray else np.generic
            return tuple(map(own.astype, made, results[kind]))
        return made.astype(results[kind][0])

    return computed


def _signature(function: Any, kind: str) -> str:
    return next(types for types in function.types if types.startswith(kind))


_SVD, _EIGEN = "SVD did not converge", "Eigenvalues did not converge"
_SINGULAR, _INDEFINITE = "Singular matrix", "Matrix is not positive definite"
_QR = "Incorrect argument found while performing QR factorization"

det = _function("det", np.linalg.det)
slogdet = _function("slogdet", np.linalg.slogdet)
inv = _function("inv", np.linalg.inv, _SINGULAR)
eigh = _function("eigh_lo", np.linalg.eigh, _EIGEN)
eigvalsh = _function("eigvalsh_lo", np.linalg.eigvalsh, _EIGEN)
svdvals = _function("svd", partial(np.linalg.svd, compute_uv=False), _SVD)

_full_svd = _function("svd_f", np.linalg.svd, _SVD)
_thin_svd = _function("svd_s", partial(np.linalg.svd, full_matrices=False), _SVD)
_lower = _function("cholesky_lo", np.linalg.cholesky, _INDEFINITE)
_upper = _function("cholesky_up", partial(np.linalg.cholesky, upper=True), _INDEFINITE)
_solve_vector = _function("solve1", np.linalg.solve, _SINGULAR)
_solve_matrices = _function("solve", np.linalg.solve, _SINGULAR)


def svd(matrix: np.ndarray, full_matrices: bool) -> Any:
    return (_full_svd if full_matrices else _thin_svd)(matrix)


def cholesky(matrix: np.ndarray, upper: bool) -> Any:
    return (_upper if upper else _lower)(matrix)


def solve(matrix: np.ndarray, right: np.ndarray) -> Any:
    return (_solve_vector if right.ndim == 1 else _solve_matrices)(matrix, right)


def _qr(matrix: np.ndarray, mode: str) -> Any:
    kind = matrix.dtype.char
    if kind not in _SINGLE and kind not in _DOUBLE:
        return np.linalg.qr(matrix, mode)
    a = matrix.astype(_DOUBLE.get(kind, kind))
    reflectors = lapack.qr_r_raw(a)  # writes the factors to `a`
    rows, columns = a.shape[-2:]
    complete = mode == "complete" and rows > columns
    q = (lapack.qr_complete if complete else lapack.qr_reduced)(a, reflectors)
    r = np.triu(a[..., : q.shape[-1], :])
    return (q.astype(kind), r.astype(kind)) if kind in _DOUBLE else (q, r)


qr = _raising(_QR, _qr) if hasattr(lapack, "qr_r_raw") else np.linalg.qr
