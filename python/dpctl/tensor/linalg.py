"""The Array API's linalg extension: products and norms on the array's device, factorizations by its library or by LAPACK on the host."""

from __future__ import annotations

import builtins
import numbers
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from dpctl.utils import get_coerced_usm_type

from . import _host_lapack, _usmarray
from ._ctors import empty, eye
from ._elementwise_funcs import abs, multiply, not_equal, pow, sqrt
from ._host_library import explain, integer_of, values_of
from ._linear_algebra_functions import matmul, matrix_transpose, tensordot, vecdot
from ._manipulation_functions import expand_dims
from ._reduction import max, min, sum
from ._type_utils import result_type
from ._usmarray import array_beside, arrays_beside, check_queues, few_matrices, usm_ndarray

__all__ = [
    "cholesky",
    "cross",
    "det",
    "diagonal",
    "eigh",
    "eigvalsh",
    "inv",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "matrix_transpose",
    "outer",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "svd",
    "svdvals",
    "tensordot",
    "trace",
    "vecdot",
    "vector_norm",
]


class EighResult(NamedTuple):
    """Eigenvalues in ascending order, and eigenvectors as columns."""

    eigenvalues: usm_ndarray
    eigenvectors: usm_ndarray


class QRResult(NamedTuple):
    """An orthonormal and an upper triangular matrix."""

    Q: usm_ndarray
    R: usm_ndarray


class SlogdetResult(NamedTuple):
    """The sign of a determinant and the logarithm of its absolute value."""

    sign: usm_ndarray
    logabsdet: usm_ndarray


class SVDResult(NamedTuple):
    """Left singular vectors, singular values in descending order, right singular vectors as rows."""

    U: usm_ndarray
    S: usm_ndarray
    Vh: usm_ndarray


def _array(name: str, x: Any, ndim: int = 0) -> None:
    if not isinstance(x, usm_ndarray):
        raise TypeError(f"linalg.{name}: expected dpctl.tensor.usm_ndarray, got {type(x)}")
    if x.ndim < ndim:
        raise ValueError(
            f"linalg.{name}: an array of {ndim} dimensions or more, got shape {x.shape}"
        )


def _matrices(name: str, x: Any, square: bool = False) -> None:
    if _usmarray.holds_matrices(x, square):
        return
    _array(name, x, 2)
    if x.dtype.kind not in "fc":
        raise TypeError(
            f"linalg.{name}: floating-point matrices, got dtype {x.dtype}; convert by astype"
        )
    if square and x.shape[-1] != x.shape[-2]:
        raise ValueError(f"linalg.{name}: square matrices, got shape {x.shape}")


def _by_lapack(
    name: str, function: Callable[..., Any], x: usm_ndarray, square: bool = False, **options: Any
) -> Any:
    """What NumPy's function of LAPACK gives of matrices, as arrays: by a library of the device for large ones, where there is one."""
    host = few_matrices(x, square)
    if host is None:
        _matrices(name, x, square)
        made = _by_device(name, x, **options)
        if made is not None:
            return made
        host = values_of(x)
    return arrays_beside(function(host, **options) if options else function(host), x)


def _by_device(name: str, x: usm_ndarray, *others: usm_ndarray, **options: Any) -> Any:
    """None where the host computes."""
    if _usmarray.has_factorizations(x):
        from . import _device_lapack

        made = _device_lapack.computed(name, x, *others, **options)
        if made is not None:
            return made
    explain("linalg", name, "NumPy's LAPACK")
    return None


def _as(x: usm_ndarray, dtype: Any) -> usm_ndarray:
    return _usmarray.astype_array(x, dtype, "K", False)


def cholesky(x: usm_ndarray, /, *, upper: bool = False) -> usm_ndarray:
    """The triangular factor L, lower unless ``upper``, of positive definite matrices L L^H."""
    return _by_lapack("cholesky", _host_lapack.cholesky, x, True, upper=upper)


def det(x: usm_ndarray, /) -> usm_ndarray:
    """Determinants of square matrices."""
    return _by_lapack("det", _host_lapack.det, x, True)


def eigh(x: usm_ndarray, /) -> EighResult:
    """Eigenvalues and eigenvectors of symmetric or Hermitian matrices."""
    return EighResult(*_by_lapack("eigh", _host_lapack.eigh, x, True))


def eigvalsh(x: usm_ndarray, /) -> usm_ndarray:
    """Eigenvalues of symmetric or Hermitian matrices."""
    return _by_lapack("eigvalsh", _host_lapack.eigvalsh, x, True)


def inv(x: usm_ndarray, /) -> usm_ndarray:
    """Inverses of square matrices."""
    return _by_lapack("inv", _host_lapack.inv, x, True)


def matrix_rank(x: usm_ndarray, /, *, rtol: float | usm_ndarray | None = None) -> usm_ndarray:
    """How many singular values exceed ``rtol`` times the largest; by default the larger extent times epsilon."""
    _matrices("matrix_rank", x)
    if 0 in x.shape[-2:]:
        return array_beside(np.zeros(x.shape[:-2], dtype=np.int64), x)
    return _by_lapack("matrix_rank", np.linalg.matrix_rank, x, rtol=_tolerance("matrix_rank", rtol))


def pinv(x: usm_ndarray, /, *, rtol: float | usm_ndarray | None = None) -> usm_ndarray:
    """Moore-Penrose inverses, without singular values below ``rtol`` times the largest."""
    return _by_lapack("pinv", np.linalg.pinv, x, rtol=_tolerance("pinv", rtol))


def _tolerance(name: str, rtol: float | usm_ndarray | None) -> Any:
    """NumPy's own default where there is none."""
    if rtol is None:
        return None
    if not isinstance(rtol, (usm_ndarray, np.ndarray, numbers.Real)):
        raise TypeError(f"linalg.{name}: rtol is a real number or an array, got {rtol!r}")
    return values_of(rtol) if isinstance(rtol, usm_ndarray) else np.asarray(rtol)


def qr(x: usm_ndarray, /, *, mode: str = "reduced") -> QRResult:
    """Q with orthonormal columns and upper triangular R with x = Q R; ``"complete"`` makes Q square."""
    if mode not in ("reduced", "complete"):
        raise ValueError(f"linalg.qr: mode is 'reduced' or 'complete', got {mode!r}")
    return QRResult(*_by_lapack("qr", _host_lapack.qr, x, mode=mode))


def slogdet(x: usm_ndarray, /) -> SlogdetResult:
    """Signs and logarithms of absolute values of determinants."""
    return SlogdetResult(*_by_lapack("slogdet", _host_lapack.slogdet, x, True))


def solve(x1: usm_ndarray, x2: usm_ndarray, /) -> usm_ndarray:
    """The y of x1 y = x2; ``x2`` of one dimension is a vector, else it holds matrices."""
    few = _usmarray.few_equations(x1, x2)
    if few is not None:
        return array_beside(_host_lapack.solve(*few), _coerced(x1, x2))
    _matrices("solve", x1, square=True)
    _array("solve", x2, 1)
    check_queues("solve", x1, x2)
    if x1.dtype != x2.dtype:
        dtype = result_type(x1, x2)
        x1, x2 = _as(x1, dtype), _as(x2, dtype)
    made = _by_device("solve", x1, x2)
    if made is not None:
        return made
    return array_beside(_host_lapack.solve(values_of(x1), values_of(x2)), _coerced(x1, x2))


def _coerced(x1: usm_ndarray, x2: usm_ndarray) -> usm_ndarray:
    """The one of two arrays whose kind of memory their results have."""
    return x2 if x2.usm_type == get_coerced_usm_type((x1.usm_type, x2.usm_type)) else x1


def svd(x: usm_ndarray, /, *, full_matrices: bool = True) -> SVDResult:
    """Singular values and vectors; ``full_matrices=False`` gives as many vectors as values."""
    return SVDResult(*_by_lapack("svd", _host_lapack.svd, x, full_matrices=full_matrices))


def svdvals(x: usm_ndarray, /) -> usm_ndarray:
    """Singular values in descending order."""
    return _by_lapack("svdvals", _host_lapack.svdvals, x)


def cross(x1: usm_ndarray, x2: usm_ndarray, /, *, axis: int = -1) -> usm_ndarray:
    """Cross products of vectors of three elements along ``axis``."""
    _array("cross", x1, 1)
    _array("cross", x2, 1)
    return _usmarray.cross_array(x1, x2, axis)


def diagonal(x: usm_ndarray, /, *, offset: int = 0) -> usm_ndarray:
    """Elements on a diagonal of each matrix, ``offset`` columns to the right of the main one."""
    return _diagonal("diagonal", x, offset)


def _diagonal(name: str, x: usm_ndarray, offset: int) -> usm_ndarray:
    _array(name, x, 2)
    offset = integer_of(f"linalg.{name}", "offset", offset)
    rows, columns = x.shape[-2:]
    return _usmarray.diagonal_view(x, builtins.max(-rows, builtins.min(offset, columns)))


def trace(x: usm_ndarray, /, *, offset: int = 0, dtype: Any = None) -> usm_ndarray:
    """The sum over a diagonal of each matrix."""
    return sum(_diagonal("trace", x, offset), axis=-1, dtype=dtype)


def outer(x1: usm_ndarray, x2: usm_ndarray, /) -> usm_ndarray:
    """Products of every element of one vector with every element of another."""
    _array("outer", x1)
    _array("outer", x2)
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError(f"linalg.outer: two vectors, got shapes {x1.shape} and {x2.shape}")
    return multiply(x1[:, None], x2[None, :])


def matrix_power(x: usm_ndarray, n: int, /) -> usm_ndarray:
    """Square matrices times themselves, n times in all; negative powers are those of the inverse."""
    _array("matrix_power", x, 2)
    if x.shape[-1] != x.shape[-2]:
        raise ValueError(f"linalg.matrix_power: square matrices, got shape {x.shape}")
    n = integer_of("linalg.matrix_power", "the exponent", n)
    if n < 0:
        x, n = inv(x), -n
    if n == 0:
        result = empty(x.shape, dtype=x.dtype, usm_type=x.usm_type, sycl_queue=x.sycl_queue)
        result[...] = eye(x.shape[-1], dtype=x.dtype, sycl_queue=x.sycl_queue)
        return result
    result = None
    while n:
        if n & 1:
            result = x if result is None else matmul(result, x)
        n >>= 1
        if n:
            x = matmul(x, x)
    return result


def matrix_norm(
    x: usm_ndarray, /, *, keepdims: bool = False, ord: float | str | None = "fro"
) -> usm_ndarray:
    """Norms of matrices: Frobenius, nuclear, of sums of rows (inf) or columns (1), of singular values (2)."""
    _matrices("matrix_norm", x)
    if ord in ("fro", None):
        norm = vector_norm(x, axis=(-2, -1))
    elif ord in ("nuc", 2, -2):
        values = svdvals(x)
        fold = sum if ord == "nuc" else _largest if ord == 2 else min
        norm = fold(values, axis=-1)
    elif ord in (1, -1, np.inf, -np.inf):
        sums = sum(abs(x), axis=-2 if ord in (1, -1) else -1)
        norm = (_largest if ord > 0 else min)(sums, axis=-1)
    else:
        raise ValueError(
            f"linalg.matrix_norm: ord is 'fro', 'nuc', inf, 1, 2 or negative, got {ord!r}"
        )
    return expand_dims(norm, axis=(-2, -1)) if keepdims else norm


def _largest(x: usm_ndarray, **options: Any) -> usm_ndarray:
    """The largest of magnitudes: 0 if there are none."""
    return max(x, **options) if x.size else sum(x, **options)


def vector_norm(
    x: usm_ndarray,
    /,
    *,
    axis: int | tuple[int, ...] | None = None,
    keepdims: bool = False,
    ord: float = 2,
) -> usm_ndarray:
    """Norms of vectors along axes, of all elements if ``axis`` is ``None``: roots of sums of powers."""
    _array("vector_norm", x)
    if x.dtype.kind not in "fc":
        raise TypeError(
            f"linalg.vector_norm: floating-point elements, got dtype {x.dtype}; convert by astype"
        )
    if not isinstance(ord, numbers.Real):
        raise TypeError(f"linalg.vector_norm: ord is a real number, got {ord!r}")
    size = x if ord == 2 and x.dtype.kind == "f" else abs(x)  # squares have no sign
    options: dict[str, Any] = {"axis": axis, "keepdims": keepdims}
    if ord == np.inf:
        return _largest(size, **options)
    if ord == -np.inf:
        return min(size, **options)
    if ord == 0:
        return sum(not_equal(x, 0), dtype=size.dtype, **options)
    if ord == 1:
        return sum(size, dtype=size.dtype, **options)
    if ord == 2:
        return sqrt(sum(multiply(size, size), dtype=size.dtype, **options))
    return pow(sum(pow(size, ord), dtype=size.dtype, **options), 1.0 / ord)
