"""Linear algebra: factorizations are those of ``dpctl.tensor.linalg``, norms and products expressions."""

from __future__ import annotations

import math
import operator
import sys
from typing import Any, NamedTuple

import dpctl.tensor as dpt
import numpy as np
from dpctl.tensor import _usmarray
from dpctl.tensor._host_library import explain, values_of
from dpctl.tensor._usmarray import usm_ndarray
from numpy.linalg import LinAlgError

from . import _indexing, _products
from ._convert import array_of, arrays_of, beside, beside_all, cast, stored, wrapped
from ._public import public


class EigResult(NamedTuple):
    """Eigenvalues, and eigenvectors as columns."""

    eigenvalues: Any
    eigenvectors: Any


class EighResult(NamedTuple):
    """Eigenvalues in ascending order, and eigenvectors as columns."""

    eigenvalues: Any
    eigenvectors: Any


class QRResult(NamedTuple):
    """A matrix with orthonormal columns and an upper triangular one."""

    Q: Any
    R: Any


class SlogdetResult(NamedTuple):
    """The sign of a determinant and the logarithm of its absolute value."""

    sign: Any
    logabsdet: Any


class SVDResult(NamedTuple):
    """Left singular vectors, singular values in descending order, right singular vectors as rows."""

    U: Any
    S: Any
    Vh: Any


def _floats(x: usm_ndarray) -> usm_ndarray:
    """The array in a dtype that factorizations take."""
    if x.dtype.kind in "biu":
        return cast(x, _usmarray.default_float_dtype(x.sycl_queue))
    return cast(x, "f4") if x.dtype == np.float16 else x


def _matrices(name: str, a: Any, square: bool = False) -> usm_ndarray:
    a = array_of(a)
    if a.ndim < 2:
        raise LinAlgError(
            f"{a.ndim}-dimensional array given. The input array must be at least two-dimensional"
        )
    if square and a.shape[-1] != a.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the input array must be square")
    return _floats(a)


def _by_numpy(name: str, function: Any, *arrays: usm_ndarray, **options: Any) -> Any:
    """What NumPy's LAPACK gives in the host's memory, for what no device computes."""
    explain("linalg", name, "NumPy's LAPACK")
    made = function(*(values_of(a) for a in arrays), **options)
    parts = made if isinstance(made, tuple) else (made,)
    wrapped_parts = [wrapped(beside(np.asarray(part), arrays[0])) for part in parts]
    return wrapped_parts if isinstance(made, tuple) else wrapped_parts[0]


def _real(dtype: np.dtype) -> np.dtype:
    return np.dtype({"F": "f4", "D": "f8"}.get(dtype.char, dtype))


def cholesky(a, /, *, upper=False):
    """The triangular factor L, lower unless ``upper``, of positive definite matrices L L^H. Raises LinAlgError for others."""
    a = _matrices("cholesky", a, True)
    return wrapped(dpt.linalg.cholesky(a, upper=bool(upper)) if a.size else dpt.copy(a))


def det(a):
    """Determinants of square matrices."""
    return wrapped(dpt.linalg.det(_matrices("det", a, True)))


def slogdet(a) -> SlogdetResult:
    """Signs of determinants and logarithms of their absolute values."""
    return SlogdetResult(*(wrapped(x) for x in dpt.linalg.slogdet(_matrices("slogdet", a, True))))


def eig(a) -> EigResult:
    """Eigenvalues and eigenvectors of square matrices, complex where any is."""
    return EigResult(*_by_numpy("eig", np.linalg.eig, _finite(_matrices("eig", a, True))))


def eigvals(a):
    """Eigenvalues of square matrices, complex where any is."""
    return _by_numpy("eigvals", np.linalg.eigvals, _finite(_matrices("eigvals", a, True)))


def _finite(a: usm_ndarray) -> usm_ndarray:
    if not bool(dpt.all(dpt.isfinite(a))):
        raise LinAlgError("Array must not contain infs or NaNs")
    return a


def _triangle(UPLO: str, a: Any) -> usm_ndarray:
    """Hermitian matrices of which the lower triangle is read."""
    if not isinstance(UPLO, str) or UPLO.upper() not in ("L", "U"):
        raise ValueError("UPLO argument must be 'L' or 'U'")
    if UPLO.upper() == "L":
        return a
    return dpt.conj(a).mT if a.dtype.kind == "c" else a.mT


def eigh(a, UPLO="L") -> EighResult:
    """Eigenvalues and eigenvectors of Hermitian matrices, of which the lower triangle is read, or the upper for ``UPLO="U"``."""
    a = _triangle(UPLO, _matrices("eigh", a, True))
    if a.size == 0:
        values = dpt.empty(
            a.shape[:-1], dtype=_real(a.dtype), usm_type=a.usm_type, sycl_queue=a.sycl_queue
        )
        return EighResult(wrapped(values), wrapped(dpt.empty_like(a)))
    return EighResult(*(wrapped(x) for x in dpt.linalg.eigh(a)))


def eigvalsh(a, UPLO="L"):
    """Eigenvalues of Hermitian matrices; arguments as of :func:`eigh`."""
    a = _triangle(UPLO, _matrices("eigvalsh", a, True))
    if a.size == 0:
        return wrapped(
            dpt.empty(
                a.shape[:-1], dtype=_real(a.dtype), usm_type=a.usm_type, sycl_queue=a.sycl_queue
            )
        )
    return wrapped(dpt.linalg.eigvalsh(a))


def inv(a):
    """Inverses of square matrices. Raises LinAlgError for singular ones."""
    a = _matrices("inv", a, True)
    return wrapped(dpt.linalg.inv(a) if a.size else dpt.copy(a))


def solve(a, b):
    """The x of a x = b; ``b`` of one dimension is a vector, else it holds matrices. Raises LinAlgError for singular matrices."""
    arrays_of(a, b)
    a = _matrices("solve", a, True)
    if b.ndim == 0 or b.shape[-1 if b.ndim == 1 else -2] != a.shape[-1]:
        raise ValueError(
            f"a must be of shape (..., M, M) and b of (M,) or (..., M, K), got {a.shape} and {b.shape}"
        )
    b = _floats(b)
    dtype = dpt.result_type(a, b)
    if a.size == 0 or b.size == 0:
        shape = (
            b.shape
            if b.ndim == 1 and a.ndim == 2
            else (*np.broadcast_shapes(a.shape[:-2], b.shape[:-2]), *b.shape[-2:])
        )
        if b.ndim == 1:
            shape = (*a.shape[:-2], *b.shape)
        return wrapped(beside_all(np.empty(shape, dtype), a, b))
    return wrapped(dpt.linalg.solve(cast(a, dtype), cast(b, dtype)))


def svd(a, full_matrices=True, compute_uv=True, hermitian=False) -> Any:
    """Singular values and vectors, or the values alone.

    Args:
        full_matrices (bool): square matrices of vectors, not only as many vectors as values.
        compute_uv (bool): whether vectors are asked for.
        hermitian (bool): whether matrices are Hermitian, and computed by their eigenvalues.
    """
    a = _matrices("svd", a, hermitian)
    if not compute_uv:
        return _singular_values(a, hermitian)
    if a.size == 0:
        return SVDResult(*_by_numpy("svd", np.linalg.svd, a, full_matrices=full_matrices))
    if hermitian:
        values, vectors = dpt.linalg.eigh(a)
        order = dpt.argsort(dpt.abs(values), axis=-1, descending=True)
        values = dpt.take_along_axis(values, order, axis=-1)
        vectors = dpt.take_along_axis(
            vectors, dpt.broadcast_to(order[..., None, :], vectors.shape), axis=-1
        )
        signs = dpt.where(values < 0, -1.0, dpt.ones_like(values))
        right = vectors * signs[..., None, :]
        right = dpt.conj(right).mT if right.dtype.kind == "c" else right.mT
        return SVDResult(wrapped(vectors), wrapped(dpt.abs(values)), wrapped(right))
    return SVDResult(*(wrapped(x) for x in dpt.linalg.svd(a, full_matrices=bool(full_matrices))))


def _singular_values(a: usm_ndarray, hermitian: bool = False) -> Any:
    if a.size == 0:
        shape = (*a.shape[:-2], min(a.shape[-2:]))
        return wrapped(
            dpt.empty(shape, dtype=_real(a.dtype), usm_type=a.usm_type, sycl_queue=a.sycl_queue)
        )
    if hermitian:
        return wrapped(dpt.sort(dpt.abs(dpt.linalg.eigvalsh(a)), axis=-1, descending=True))
    return wrapped(dpt.linalg.svdvals(a))


def svdvals(x, /):
    """Singular values in descending order."""
    return _singular_values(_matrices("svdvals", x))


def qr(a, mode="reduced") -> Any:
    """Q with orthonormal columns and upper triangular R with a = Q R.

    Args:
        mode ("reduced", "complete", "r", "raw"): whether Q is square; "r" gives R alone, "raw" LAPACK's reflectors and scales.
    """
    a = _matrices("qr", a)
    if mode not in ("reduced", "complete", "r", "raw"):
        raise ValueError(f"Unrecognized mode {mode!r}")
    if mode == "raw" or a.size == 0:
        made = _by_numpy(
            "qr",
            lambda x: tuple(np.linalg.qr(x, mode)) if mode != "r" else np.linalg.qr(x, mode),
            a,
        )
        return (
            QRResult(*made)
            if mode in ("reduced", "complete")
            else tuple(made)
            if mode == "raw"
            else made
        )
    if mode == "r":
        return wrapped(dpt.linalg.qr(a)[1])
    return QRResult(*(wrapped(x) for x in dpt.linalg.qr(a, mode=mode)))


def lstsq(a, b, rcond=None) -> tuple[Any, ...]:
    """The x of least norm that makes b - a x smallest, the sums of squared residuals, the rank, and the singular values of ``a``."""
    arrays_of(a, b)
    if a.ndim != 2:
        raise LinAlgError(
            f"{a.ndim}-dimensional array given. The input array must be exactly two-dimensional"
        )
    if b.ndim not in (1, 2):
        raise LinAlgError(
            f"{b.ndim}-dimensional array given. The input array must be one or two-dimensional"
        )
    if a.shape[0] != b.shape[0]:
        raise LinAlgError("Incompatible dimensions")
    if rcond is not None and not isinstance(rcond, (int, float, np.number)):
        raise TypeError("rcond must be integer, floating type, or None")
    x, residuals, rank, values = np.linalg.lstsq(
        values_of(_floats(a)), values_of(_floats(b)), rcond=rcond
    )
    explain("linalg", "lstsq", "NumPy's LAPACK")
    return tuple(
        wrapped(beside_all(np.asarray(part), a, b)) for part in (x, residuals, rank, values)
    )


def pinv(a, rcond=None, hermitian=False, *, rtol=None):
    """Moore-Penrose inverses, without singular values below ``rtol``, or ``rcond``, times the largest."""
    if rcond is not None and rtol is not None:
        raise ValueError("`rtol` and `rcond` can't be both set.")
    given = array_of(a)
    a = _matrices("pinv", a, hermitian)
    limit = rtol if rcond is None else rcond
    if limit is None:
        limit = (
            float(np.finfo(a.dtype).eps) * max(a.shape[-2:])
            if rcond is None and rtol is None
            else 1e-15
        )
    if a.size == 0:
        return wrapped(
            dpt.empty(
                (*a.shape[:-2], a.shape[-1], a.shape[-2]),
                dtype=given.dtype if 0 in a.shape[-2:] else a.dtype,
                usm_type=a.usm_type,
                sycl_queue=a.sycl_queue,
            )
        )
    u, s, vh = svd(a, full_matrices=False, hermitian=hermitian)
    if isinstance(limit, usm_ndarray):
        limit = limit[..., None]
    elif not np.isscalar(limit):
        raise TypeError(f"pinv: a number or an array, got {type(limit)}")
    kept = s > limit * dpt.max(s, axis=-1, keepdims=True)
    if kept.shape != s.shape:
        raise ValueError(
            f"pinv: a limit for each of {s.shape[:-1]} matrices, got {limit.shape[:-1]}"
        )
    inverse = dpt.where(kept, 1 / s, dpt.zeros_like(s))
    left = dpt.conj(vh).mT if vh.dtype.kind == "c" else vh.mT
    right = dpt.conj(u).mT if u.dtype.kind == "c" else u.mT
    return wrapped(dpt.matmul(left * inverse[..., None, :], right))


def matrix_rank(A, tol=None, hermitian=False, *, rtol=None):
    """How many singular values exceed ``tol``, or ``rtol`` times the largest; by default the larger extent times epsilon."""
    if tol is not None and rtol is not None:
        raise ValueError("`tol` and `rtol` can't be both set.")
    A = array_of(A)
    if A.ndim < 2:
        return wrapped(cast(dpt.any(A != 0), "int64"))
    for limit in (tol, rtol):
        if limit is not None and not np.isscalar(limit):
            array_of(limit)
    values = _singular_values(_matrices("matrix_rank", A, hermitian), hermitian)
    if values.shape[-1] == 0:
        return wrapped(
            dpt.zeros(
                values.shape[:-1], dtype="int64", usm_type=A.usm_type, sycl_queue=A.sycl_queue
            )
        )
    if tol is None:
        eps = float(np.finfo(values.dtype).eps)
        factor = max(A.shape[-2:]) * eps if rtol is None else rtol
        if isinstance(factor, usm_ndarray):
            factor = factor[..., None]
        tol = dpt.max(values, axis=-1, keepdims=True) * factor
    elif isinstance(tol, usm_ndarray):
        tol = tol[..., None]
    return wrapped(dpt.count_nonzero(values > tol, axis=-1))


def matrix_power(a, n):
    """Square matrices times themselves, n times in all; negative powers are those of the inverse."""
    a = array_of(a)
    if a.ndim < 2:
        raise LinAlgError(
            f"{a.ndim}-dimensional array given. The input array must be at least two-dimensional"
        )
    if a.shape[-1] != a.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the input array must be square")
    if not isinstance(n, (int, np.integer)):
        raise TypeError("exponent must be an integer")
    n = operator.index(n)
    if n < 0:
        a, n = inv(a), -n
    return wrapped(dpt.linalg.matrix_power(a, n)) if n != 1 else wrapped(dpt.copy(a))


def multi_dot(arrays, *, out=None):
    """The product of several matrices, in the order of least work; the first and the last may be vectors."""
    arrays_of(*arrays)
    n = len(arrays)
    if n < 2:
        raise ValueError("Expecting at least two arrays.")
    for i, a in enumerate(arrays):
        if a.ndim not in ((1, 2) if i in (0, n - 1) else (2,)):
            raise LinAlgError(f"{a.ndim}-dimensional array given. Array must be two-dimensional")
    first, last = arrays[0].ndim, arrays[-1].ndim
    chain = [a for a in arrays]
    if first == 1:
        chain[0] = chain[0][None, :]
    if last == 1:
        chain[-1] = chain[-1][:, None]
    result = _chained(chain)
    if last == 1:
        result = result[..., 0]
    if first == 1:
        result = result[0]
    return stored(result, out)


def _chained(chain: list[Any]) -> Any:
    """The matrices multiplied as the cheapest parenthesization has it."""
    extents = [chain[0].shape[0], *(a.shape[1] for a in chain)]
    n = len(chain)
    cost = [[0.0] * n for _ in range(n)]
    split = [[0] * n for _ in range(n)]
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            options = [
                (cost[i][k] + cost[k + 1][j] + extents[i] * extents[k + 1] * extents[j + 1], k)
                for k in range(i, j)
            ]
            cost[i][j], split[i][j] = min(options)

    def product(i: int, j: int) -> Any:
        return (
            chain[i] if i == j else dpt.matmul(product(i, split[i][j]), product(split[i][j] + 1, j))
        )

    return product(0, n - 1)


def cond(x, p=None):
    """Condition numbers: the norm of matrices times that of their inverses; by singular values for ``p`` ``None``, 2 and -2."""
    x = _matrices("cond", x)
    if 0 in x.shape[-2:]:
        raise LinAlgError("cond is not defined on empty arrays")
    if p is None or p in (2, -2):
        values = svdvals(x)
        result = values[..., 0] / values[..., -1] if p != -2 else values[..., -1] / values[..., 0]
    else:
        if x.shape[-1] != x.shape[-2]:
            raise LinAlgError("Last 2 dimensions of the input array must be square")
        result = norm(x, p, axis=(-2, -1)) * norm(dpt.linalg.inv(x), p, axis=(-2, -1))
    bad = dpt.logical_and(dpt.isnan(result), dpt.logical_not(dpt.any(dpt.isnan(x), axis=(-2, -1))))
    return wrapped(dpt.where(bad, beside(np.inf, x, result.dtype), result))


def norm(x, ord=None, axis=None, keepdims=False):
    """Norms of vectors along an axis, or of matrices in the plane of two.

    Args:
        ord (optional): the root of the sum of squares where ``None``; of vectors a number or an infinity, of matrices "fro",
            "nuc", an infinity, 1, 2 or negative ones.
        axis (int, pair, optional): all axes of ``x`` where ``None``.

    Raises:
        ValueError: for orders that there are not, and more than two axes.
    """
    x = array_of(x)
    x = cast(x, _usmarray.default_float_dtype(x.sycl_queue)) if x.dtype.kind in "biu" else x
    if axis is None:
        if ord is None or (ord in ("f", "fro") and x.ndim == 2) or (ord == 2 and x.ndim == 1):
            return wrapped(_root(x, tuple(range(x.ndim)), keepdims))
        axes = tuple(range(x.ndim))
    else:
        axes = (
            tuple(operator.index(i) for i in axis)
            if isinstance(axis, tuple)
            else (operator.index(axis),)
        )
        axes = tuple(_usmarray.normal_axis_index(i, x.ndim) for i in axes)
    if len(axes) == 1:
        return wrapped(_vector_norm(x, axes[0], ord, keepdims))
    if len(axes) != 2:
        raise ValueError("Improper number of dimensions to norm.")
    if axes[0] == axes[1]:
        raise ValueError("Duplicate axes given.")
    return wrapped(_matrix_norm(x, axes, ord, keepdims))


def _root(x: Any, axes: Any, keepdims: bool) -> Any:
    squares = dpt.square(x) if x.dtype.kind != "c" else dpt.square(x.real) + dpt.square(x.imag)
    return dpt.sqrt(dpt.sum(squares, axis=axes, keepdims=keepdims))


def _vector_norm(x: Any, axis: int, ord: Any, keepdims: bool) -> Any:
    if isinstance(ord, str):
        raise ValueError(f"Invalid norm order {ord!r} for vectors")
    if ord is None or ord == 2:
        return _root(x, axis, keepdims)
    return dpt.linalg.vector_norm(x, axis=axis, keepdims=keepdims, ord=ord)


def _matrix_norm(x: Any, axes: tuple[int, ...], ord: Any, keepdims: bool) -> Any:
    if ord in (None, "fro", "f"):
        return _root(x, axes, keepdims)
    if ord in ("nuc", 2, -2):
        values = _singular_values(_floats(dpt.moveaxis(x, axes, (-2, -1))))
        fold = dpt.sum if ord == "nuc" else dpt.max if ord == 2 else dpt.min
        if values.shape[-1] == 0 and ord == 2:
            fold = dpt.sum
        result = fold(values, axis=-1)
    elif ord in (1, -1, math.inf, -math.inf):
        along, across = (axes[0], axes[1]) if ord in (1, -1) else (axes[1], axes[0])
        sums = dpt.sum(dpt.abs(x), axis=along)
        across -= across > along
        if sums.shape[across] == 0 and ord in (1, math.inf):
            result = dpt.sum(sums, axis=across)
        else:
            result = (dpt.max if ord > 0 else dpt.min)(sums, axis=across)
    else:
        raise ValueError("Invalid norm order for matrices.")
    return dpt.expand_dims(result, axis=tuple(sorted(axes))) if keepdims else result


def matrix_norm(x, /, *, keepdims=False, ord="fro"):
    """Norms of matrices: :func:`norm` over the last two axes."""
    return norm(x, ord, axis=(-2, -1), keepdims=keepdims)


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    """Norms of vectors along axes, of all elements where ``axis`` is ``None``."""
    x = array_of(x)
    x = cast(x, _usmarray.default_float_dtype(x.sycl_queue)) if x.dtype.kind in "biu" else x
    axis = tuple(axis) if isinstance(axis, list) else axis
    if ord is None:
        ord = 2
    if isinstance(ord, str):
        raise ValueError(f"Invalid norm order {ord!r} for vectors")
    return wrapped(dpt.linalg.vector_norm(x, axis=axis, keepdims=keepdims, ord=ord))


def cross(x1, x2, /, *, axis=-1):
    """Cross products of vectors of three elements along an axis."""
    arrays_of(x1, x2)
    if x1.shape[axis] != 3 or x2.shape[axis] != 3:
        raise ValueError(
            f"Both input arrays must be (arrays of) 3-dimensional vectors, got {x1.shape} and {x2.shape}"
        )
    return _products.cross(x1, x2, axis=axis)


def diagonal(x, /, *, offset=0):
    """Elements on a diagonal of each matrix."""
    return _indexing.diagonal(x, offset, -2, -1)


def trace(x, /, *, offset=0, dtype=None):
    """The sum over a diagonal of each matrix."""
    return _products.trace(x, offset, -2, -1, dtype)


def matmul(x1, x2, /):
    """The matrix product: :func:`dpnp.matmul`."""
    return _products.matmul(x1, x2)


def matrix_transpose(x, /):
    """The view with the last two axes exchanged."""
    return wrapped(dpt.matrix_transpose(array_of(x)))


def outer(x1, x2, /):
    """Products of every element of one vector with every element of another."""
    arrays_of(x1, x2)
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError(
            f"Input arrays must be one-dimensional, but they are x1.ndim={x1.ndim} and x2.ndim={x2.ndim}."
        )
    return _products.outer(x1, x2)


def tensordot(a, b, /, *, axes=2):
    """Sums of products over axes of both arrays: :func:`dpnp.tensordot`."""
    return _products.tensordot(a, b, axes)


def vecdot(x1, x2, /, *, axis=-1):
    """Sums of products along an axis, the first vector conjugated."""
    return _products.vecdot(x1, x2, axis=axis)


def tensorinv(a, ind=2):
    """The inverse of the linear map from the last axes to the first ``ind`` ones."""
    a = array_of(a)
    if ind <= 0:
        raise ValueError("Invalid ind argument")
    old = a.shape
    rows = math.prod(old[ind:])
    inverse = inv(dpt.reshape(a, (-1, rows) if rows else (0, rows)))
    return wrapped(dpt.reshape(inverse, (*old[ind:], *old[:ind])))


def tensorsolve(a, b, axes=None):
    """The x of tensordot(a, x, x.ndim) = b; ``axes`` of ``a`` are moved to its end before."""
    arrays_of(a, b)
    if axes is not None:
        kept = [i for i in range(a.ndim) if i not in [k % a.ndim for k in axes]]
        a = dpt.permute_dims(a, (*kept, *(k % a.ndim for k in axes)))
    shape = a.shape[b.ndim - a.ndim :] if a.ndim != b.ndim else ()
    if math.prod(shape) ** 2 != a.size:
        raise LinAlgError(
            "Input arrays must satisfy the requirement prod(a.shape[b.ndim:]) == prod(a.shape[:b.ndim])"
        )
    n = math.prod(shape)
    return wrapped(dpt.reshape(solve(dpt.reshape(a, (n, n)), dpt.reshape(b, -1)), shape))


__all__ = ["LinAlgError", *sorted(public(__name__, sys.modules[__name__]))]
